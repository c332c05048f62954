package value_test

import (
	"fmt"
	"testing"

	"nazo/dsl/value"
)

// TestVariations has each place where not all are the same once, with all that stands there.
func TestVariations(t *testing.T) {
	array := func(ns ...int) value.Value {
		keys, values := []value.Value{}, []value.Value{}
		for i, n := range ns {
			keys, values = append(keys, value.Int(i+1)), append(values, value.Value(value.Int(n)))
		}
		return value.NewArray(value.NewSet(keys...), values, nil)
	}
	for name, c := range map[string]struct {
		all  []value.Value
		want string
	}{
		"none":    {nil, ""},
		"one":     {[]value.Value{array(1, 2)}, ""},
		"arrays":  {[]value.Value{array(1, 5, 7), array(1, 4, 7), array(2, 4, 7), array(3, 5, 7)}, "1: [1 2 3] 2: [4 5] "},
		"sets":    {[]value.Value{value.NewSet(value.Int(3)), value.NewSet(value.Int(3), value.Int(9)), value.NewSet(value.Int(1))}, "1: [false true] 3: [false true] 9: [false true] "},
		"numbers": {[]value.Value{value.Int(4), value.Int(2), value.Int(4)}, "<nil>: [2 4] "},
	} {
		got := ""
		for _, v := range value.Variations(c.all...) {
			got += fmt.Sprintf("%v: [", v.At)
			for i, x := range v.Values {
				if i > 0 {
					got += " "
				}
				got += value.String(x)
			}
			got += "] "
		}
		if got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}
