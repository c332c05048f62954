package compose_test

import (
	"testing"

	"nazo/dsl/value"
	"nazo/internal/study/compose"
	"nazo/internal/testkit"
)

// TestSymmetry makes boards of several kinds with each symmetry: something is printed at a place just where it is at its image. Clues that the
// solution allows at few places, as pearls, are among them, and clues of which there is one in each room.
func TestSymmetry(t *testing.T) {
	for i, c := range []struct {
		spec string
		size compose.Size
	}{
		{"sudoku", compose.Size{Rows: 4, Cols: 4}},
		{"slitherlink", compose.Size{Rows: 4, Cols: 5}},
		{"akari", compose.Size{Rows: 4, Cols: 5}},
		{"masyu", compose.Size{Rows: 8, Cols: 8}},
		{"nurikabe", compose.Size{Rows: 4, Cols: 4}},
		{"minesweeper", compose.Size{Rows: 4, Cols: 4}},
		{"kurotto", compose.Size{Rows: 4, Cols: 4}},
		{"shingoki", compose.Size{Rows: 5, Cols: 5}},
		{"geradeweg", compose.Size{Rows: 5, Cols: 4}},
		{"mid_loop", compose.Size{Rows: 5, Cols: 5}},
		{"hidato", compose.Size{Rows: 4, Cols: 4}},
		{"shikaku", compose.Size{Rows: 4, Cols: 4}},
	} {
		if i%3 > 0 && !testkit.Thorough() {
			continue
		}
		for _, symmetry := range []compose.Symmetry{compose.HalfTurn, compose.Mirror} {
			t.Run(c.spec+" "+string(symmetry), func(t *testing.T) {
				o := order(t, c.spec, c.size)
				o.Symmetry = symmetry
				boards, made := texts(t, o, 1, 1)
				for i, m := range made {
					for _, g := range m.Problem.Givens {
						if a, ok := g.Value.(*value.Array); ok && a.Board != nil && !closed(a, symmetry) {
							t.Errorf("no %s:\n%s", symmetry, boards[i])
						}
					}
				}
			})
		}
	}
}

// closed reports whether something stands at each place of a board just where it does at the image of that place.
func closed(a *value.Array, symmetry compose.Symmetry) bool {
	for i, k := range a.Keys.List() {
		at, ok := k.(value.Cell)
		if !ok {
			continue
		}
		at.Col = a.Board.Cols + 1 - at.Col
		if symmetry == compose.HalfTurn {
			at.Row = a.Board.Rows + 1 - at.Row
		}
		image, _ := a.At(at)
		if value.Equal(a.Values[i], value.None{}) != value.Equal(image, value.None{}) {
			return false
		}
	}
	return true
}
