package judge_test

import (
	"testing"

	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/judge"
)

// The judge tells what keeps a rule from holding, where it knows more than the rule says.
func TestWhy(t *testing.T) {
	array := func(vs ...int) value.Value {
		keys, values := make([]int, len(vs)), make([]value.Value, len(vs))
		for i, v := range vs {
			keys[i], values[i] = i+1, value.Int(v)
		}
		return value.NewArray(set(keys...).(*value.Set), values, nil)
	}
	lists := value.NewArray(set(1).(*value.Set), []value.Value{value.List{value.Int(2), value.Int(2)}}, nil)
	board := &value.Board{Rows: 2, Cols: 3}
	for _, c := range []struct {
		name, spec string
		found      value.Value
		why, about string
	}{
		{"two that are equal", `find a[i in 1..4]: 1..4  rule "r": distinct(a[{ i in 1..4 where i > 1 }])`, array(3, 3, 2, 3), "2 and 4 have 3", "[2, 4]"},
		{"of an array", `find a[i in 1..3]: 1..4  rule "r": distinct(a)`, array(3, 1, 3), "1 and 3 have 3", "[1, 3]"},
		{"at one key", `given l[i in 1..1]: list of int  find a[i in 1..2]: 1..4  rule "r": a[1] > 0 and distinct(l[1])`, array(3, 1), "2 is there twice", "[2]"},
		{"of a list", `find a[i in 1..3]: 1..4  rule "r": distinct([a[i] + i for i in 1..3])`, array(3, 2, 4), "4 is there twice", "[4]"},
		{"two parts", `find s: set of cells(grid(2, 3))  rule "r": size(s) > 1 and connected(s)`,
			value.NewSet(board.At(1, 1), board.At(1, 3), board.At(2, 3)), "R1C1 does not hang together with R1C3", "[r1c1]"},
		{"by edges", `find s: set of 1..4  rule "r": size(s) > 1 implies connected(s, graph(1..4, {edge(1, 2), edge(2, 3), edge(3, 4)}))`,
			set(1, 2, 4), "4 does not hang together with 1", "[4]"},
		{"in a def", `def once(l) = distinct(l)  find a[i in 1..3]: 1..4  rule "r" for j in 1..1: once(a)`, array(3, 1, 3), "1 and 3 have 3", "[1, 3]"},
		{"one of all", `find s: set of 1..4  rule "r": all i in 1..4: i in s`, set(1, 2, 4), "not for i = 3", "[3]"},
		{"no more than the rule says", `find s: set of 1..4  rule "r": size(s) = 1 or 3 in s`, set(1, 2, 4), "", "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := judgeOf(t, "puzzle t\n"+c.spec, instance.Given{Name: "l", Value: lists}).Judge(&judge.Answer{Values: []value.Value{c.found}})
			if len(v.Violations) != 1 {
				t.Fatal(v)
			}
			got := v.Violations[0]
			if about := value.String(value.List(got.About)); got.Why != c.why || about != c.about {
				t.Errorf("%q about %s; want %q about %s", got.Why, about, c.why, c.about)
			}
		})
	}
}
