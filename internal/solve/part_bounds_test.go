package solve_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// boundedParts writes a spec about parts of which some rules bound the size, and others say something.
func boundedParts(t *rapid.T) string {
	w := &writer{t: t}
	w.line("puzzle parts\nlet board = grid(%d, 3)", w.upTo(1, 3))
	w.line("find m: %s", w.pick("set of cells(board)", "set of cells(board)", "regions in orthogonal(board)"))
	w.line("def isle(c) = part(c, m)\nlet corner = part(cell(board, 1, 1), m)")
	cell := func() string { return w.pick("cell(board, 1, 1)", "cell(board, 1, 2)", "cell(board, 1, 3)") }
	part := func() string {
		return w.pick("part("+cell()+", m)", "isle("+cell()+")", "corner")
	}
	size := func() string {
		n := w.upTo(0, 5)
		return w.pick(fmt.Sprintf("size(%s) = %d", part(), n), fmt.Sprintf("size(%s) <= %d", part(), n), fmt.Sprintf("%d >= size(%s)", n, part()),
			fmt.Sprintf("size(%s) < %d", part(), n), fmt.Sprintf("%d = size(%s)", n, part()), fmt.Sprintf("size(%s) > %d", part(), n))
	}
	says := func() string {
		return w.pick(fmt.Sprintf("%s in %s", cell(), part()), fmt.Sprintf("not %s in %s", cell(), part()),
			fmt.Sprintf("%s = %s", part(), part()), fmt.Sprintf("%s != %s", part(), part()), fmt.Sprintf("%s = size(%s)", fmt.Sprint(w.upTo(0, 3)), part()),
			fmt.Sprintf("size(%s & row(board, 1)) = %d", part(), w.upTo(0, 3)), fmt.Sprintf("size(%s + %s) = %d", part(), part(), w.upTo(0, 5)),
			fmt.Sprintf("size(%s) != %d", part(), w.upTo(0, 5)))
	}
	for i := range w.upTo(1, 4) {
		switch w.upTo(1, 5) {
		case 1:
			w.line(`rule "size %d": %s`, i, size())
		case 2:
			w.line(`rule "both %d": %s and %s`, i, says(), size())
		case 3:
			w.line(`rule "where %d" for c in cells(board) where row(c) = 1: size(part(c, m)) <= %d`, i, w.upTo(0, 4))
		case 4:
			w.line(`rule "if %d": %s implies %s`, i, says(), size())
		default:
			w.line(`rule "says %d": %s`, i, says())
		}
	}
	return w.out.String()
}

// TestBoundedParts holds engines and brute force against each other where rules bound what other rules speak of.
func TestBoundedParts(t *testing.T) { differential(t, boundedParts, ordinary) }
