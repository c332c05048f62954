package draw

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"nazo/dsl/value"
)

// What is in, what is out and what is open are told apart, and so are places that are new or used.
func TestSoFar(t *testing.T) {
	in, out := cells("#..", "...", "..."), cells("...", ".#.", "..#")
	edges := func(b *value.Board, pairs ...[4]int) *value.Set {
		var all []value.Value
		for _, p := range pairs {
			all = append(all, value.MakeEdge(b.At(p[0], p[1]), b.At(p[2], p[3]), false))
		}
		return value.NewSet(all...)
	}
	paper, points := &value.Board{Rows: 2, Cols: 3}, &value.Board{Rows: 3, Cols: 3, Points: true}
	for _, test := range []struct {
		name  string
		items []Item
		want  string
	}{
		{"a set", []Item{{Title: "s", As: "*", Value: in, Out: out}, {Value: cells("#..", "...", "..."), Mark: New, Given: true},
			{Value: cells("##.", "...", "..#"), Mark: Used, Given: true}}, `
┌───┬───┬───┐
│[*]│( )│   │
├───┼───┼───┤
│   │ × │   │
├───┼───┼───┤
│   │   │(×)│
└───┴───┴───┘
`},
		{"lines through cells", []Item{{Title: "l", Value: edges(paper, [4]int{1, 1, 1, 2}, [4]int{1, 2, 1, 3}), Out: edges(paper, [4]int{1, 1, 2, 1})},
			{Value: edges(paper, [4]int{1, 2, 1, 3}), Mark: New, Given: true}}, `
┌───────────┐
│ ╶───╼━━━╸ │
│ ×         │
│ ·   ·   · │
└───────────┘
`},
		{"what is apart", []Item{{Title: "r", Value: edges(paper, [4]int{1, 1, 1, 2}), Out: edges(paper, [4]int{1, 2, 1, 3}), Apart: true}}, `
┌───────┰───┐
│ ╶───╴ ┃ · │
│       ╹   │
│ ·   ·   · │
└───────────┘
`},
		{"lines along cells", []Item{{Title: "l", Value: edges(points, [4]int{1, 1, 1, 2}), Out: edges(points, [4]int{2, 2, 2, 3})},
			{Value: value.NewSet(points.At(3, 3)), Mark: Used, Given: true}}, `
╶───╴   ·

·   · × ·

·   ·   ○
`},
	} {
		got := Text(test.items, Options{})
		if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		golden(t, "so far, "+test.name+".svg", SVG(Head{Title: test.name}, []Section{{Heading: "1. a step", Items: test.items}}))
	}
	for text, want := range map[string]string{"[3]": "3", "( 12 )": "12", "3": "3", "[3": "[3", "( )": ""} {
		if got := Unmark(text); got != want {
			t.Errorf("%q without its mark: %q", text, got)
		}
	}
}
