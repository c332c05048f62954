package picture

import (
	"testing"

	"nazo/dsl/value"
	"nazo/internal/judge"
)

// What a given grid stands on is told by its size and that of the board of the finds.
func TestBetween(t *testing.T) {
	tests := map[string]struct {
		rows, cols int          // of the given
		board      *value.Board // of the finds
		want       []value.Spot // of the first cell, of its neighbours to the right and down, and of the last; nil if it stays a grid
	}{
		"corners":        {4, 5, &value.Board{Rows: 3, Cols: 4}, []value.Spot{{Y: 0, X: 0}, {Y: 0, X: 2}, {Y: 2, X: 0}, {Y: 6, X: 8}}},
		"halves":         {5, 7, &value.Board{Rows: 3, Cols: 4}, []value.Spot{{Y: 1, X: 1}, {Y: 1, X: 2}, {Y: 2, X: 1}, {Y: 5, X: 7}}},
		"inner corners":  {3, 4, &value.Board{Rows: 4, Cols: 5}, []value.Spot{{Y: 2, X: 2}, {Y: 2, X: 4}, {Y: 4, X: 2}, {Y: 6, X: 8}}},
		"from the rim":   {7, 9, &value.Board{Rows: 3, Cols: 4}, []value.Spot{{Y: 0, X: 0}, {Y: 0, X: 1}, {Y: 1, X: 0}, {Y: 6, X: 8}}},
		"of a lattice":   {5, 7, &value.Board{Rows: 4, Cols: 5, Points: true}, []value.Spot{{Y: 1, X: 1}, {Y: 1, X: 2}, {Y: 2, X: 1}, {Y: 5, X: 7}}},
		"both, by a row": {3, 5, &value.Board{Rows: 2, Cols: 3}, []value.Spot{{Y: 1, X: 1}, {Y: 1, X: 2}, {Y: 2, X: 1}, {Y: 3, X: 5}}},
		"one or other":   {3, 3, &value.Board{Rows: 2, Cols: 2}, nil},
		"cells":          {3, 4, &value.Board{Rows: 3, Cols: 4}, nil},
		"elsewhere":      {5, 6, &value.Board{Rows: 3, Cols: 4}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			b := &value.Board{Rows: test.rows, Cols: test.cols}
			given := value.NewArray(value.NewSet(b.Cells()...), make([]value.Value, test.rows*test.cols), b)
			got := between(given, []*value.Board{test.board})
			if test.want == nil {
				if got != value.Value(given) {
					t.Error("it does not stay as it is")
				}
				return
			}
			keys := got.(*value.Array).Keys.List()
			for i, k := range []int{0, 1, test.cols, len(keys) - 1} {
				if at, _, ok := value.SpotOf(keys[k]); !ok || at != test.want[i] {
					t.Errorf("place %d is at %v, want %v", k, at, test.want[i])
				}
			}
		})
	}
}

// A cell of a finer grid is seen at the corner, side or cell of the board where it lies, and others where they are.
func TestPlace(t *testing.T) {
	cells := &value.Board{Rows: 3, Cols: 4}
	j := &judge.Judge{Finds: []judge.Find{{Shape: &judge.SetShape{Members: value.NewSet(cells.Cells()...)}}}}
	fine := &value.Board{Rows: 5, Cols: 7}
	for _, c := range []struct {
		of   value.Value
		want string
	}{{fine.At(1, 1), "r1c1"}, {fine.At(1, 2), "p1,2-p2,2"}, {fine.At(2, 1), "p2,1-p2,2"}, {fine.At(2, 2), "p2,2"}, {fine.At(5, 7), "r3c4"}, {cells.At(3, 4), "r3c4"}, {value.Int(3), "3"}} {
		if got := value.String(Place(j, c.of)); got != c.want {
			t.Errorf("%s is seen at %s, want %s", value.String(c.of), got, c.want)
		}
	}
	if start, step, ok := Lattice(j, 5, 7); start != 1 || step != 1 || !ok {
		t.Error(start, step, ok)
	}
	if _, _, ok := Lattice(j, 3, 4); ok {
		t.Error("a board of its own size is no finer one")
	}
}
