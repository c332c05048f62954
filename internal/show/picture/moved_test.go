package picture

import (
	"slices"
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
)

// What a move changes is told by what the states are, and what leaves its place first.
func TestChanges(t *testing.T) {
	b := &value.Board{Rows: 1, Cols: 3}
	at := b.Cells()
	keys := value.NewSet(at...)
	row := func(values ...value.Value) value.Value { return value.NewArray(keys, values, b) }
	none := value.None{}
	tests := []struct {
		name          string
		before, after []value.Value
		says, leaving []string
		from, to      []value.Value
	}{
		{"a piece goes", []value.Value{at[0]}, []value.Value{at[1]},
			[]string{"a: r1c1 → r1c2"}, []string{"a r1c1"}, at[:1], at[1:2]},
		{"a member goes", []value.Value{value.NewSet(at[0], at[2])}, []value.Value{value.NewSet(at[1], at[2])},
			[]string{"a: r1c1 → r1c2"}, []string{"a r1c1"}, at[:1], at[1:2]},
		{"a jump", []value.Value{value.NewSet(at[0], at[1])}, []value.Value{value.NewSet(at[2])},
			[]string{"a: without r1c1, r1c2, with r1c3"}, []string{"a r1c1, r1c2"}, at[:2], at[2:]},
		{"only in", []value.Value{value.NewSet()}, []value.Value{value.NewSet(at[2])},
			[]string{"a: with r1c3"}, []string{"a"}, nil, at[2:]},
		{"a number", []value.Value{value.Int(3)}, []value.Value{value.Int(4)}, []string{"a: 3 → 4"}, []string{"a"}, nil, nil},
		{"a tile and the gap", []value.Value{row(value.Int(1), none, value.Int(2)), at[1]}, []value.Value{row(none, value.Int(1), value.Int(2)), at[0]},
			[]string{"a[r1c1]: 1 → none", "a[r1c2]: none → 1", "b: r1c2 → r1c1"}, []string{"a[r1c1]"}, at[:1], at[1:2]},
		{"nothing", []value.Value{value.Int(3)}, []value.Value{value.Int(3)}, nil, nil, nil, nil},
	}
	for _, test := range tests {
		j := &judge.Judge{StateVars: []judge.StateVar{{Name: "a"}, {Name: "b"}}[:len(test.before)]}
		var says []string
		for _, c := range Changes(j, test.before, test.after) {
			says = append(says, c.String())
		}
		if !slices.Equal(says, test.says) {
			t.Errorf("%s: says %q, want %q", test.name, says, test.says)
		}
		if leaving := Leaving(j, test.before, test.after); !slices.Equal(leaving, test.leaving) {
			t.Errorf("%s: leaving %q, want %q", test.name, leaving, test.leaving)
		}
		from, to := Moved(j, test.before, test.after)
		if !slices.EqualFunc(from, test.from, value.Equal) || !slices.EqualFunc(to, test.to, value.Equal) {
			t.Errorf("%s: from %v to %v, want %v and %v", test.name, from, to, test.from, test.to)
		}
	}
}
