package value_test

import (
	"fmt"
	"slices"
	"testing"

	"nazo/dsl/value"
)

// Two values differ at keys, elements, edges or as a whole.
func TestDifferences(t *testing.T) {
	ints := func(ns ...int) (vs []value.Value) {
		for _, n := range ns {
			vs = append(vs, value.Int(n))
		}
		return vs
	}
	set := func(ns ...int) value.Value { return value.NewSet(ints(ns...)...) }
	array := func(ns ...int) value.Value { return value.NewArray(value.NewSet(ints(1, 2, 3)...), ints(ns...), nil) }
	g := value.NewGraph(value.NewSet(ints(1, 2, 3)...), []value.Edge{value.MakeEdge(value.Int(1), value.Int(2), false), value.MakeEdge(value.Int(2), value.Int(3), false)}, false)
	path := func(on ...bool) value.Value {
		r := &value.Route{Kind: value.Path, Graph: g, Known: true, Vertices: make([]value.BoolRef, 3)}
		for _, b := range on {
			r.Edges = append(r.Edges, value.ConstRef(b))
		}
		return r
	}
	tests := map[string]struct {
		a, b value.Value
		want []string
	}{
		"equal":   {set(1, 2), set(2, 1), nil},
		"sets":    {set(3, 1), set(1, 2), []string{"2 2 false true", "2 3 true false"}},
		"arrays":  {array(1, 2, 3), array(1, 5, 3), []string{"1 2 2 5"}},
		"numbers": {value.Int(1), value.Int(2), []string{"0 <nil> 1 2"}},
		"kinds":   {value.Int(1), value.None{}, []string{"0 <nil> 1 none"}},
		"paths":   {path(true, true), path(true, false), []string{"2 2-3 true false"}},
		"parts":   {value.OfParts(g, []int32{1, 1, 2}), value.OfParts(g, []int32{1, 2, 2}), []string{"3 1-2 true false", "3 2-3 false true"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, d := range value.Differences(test.a, test.b) {
				at := "<nil>"
				if d.At != nil {
					at = value.String(d.At)
				}
				got = append(got, fmt.Sprintf("%d %s %s %s", d.Of, at, value.String(d.A), value.String(d.B)))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}
