package picture

import "nazo/value"

// A lattice says where the cells of a given grid lie on a board: the first row at start, counted in halves of a cell from the rim, the
// next ones step further each, up to start before the other rim.
type lattice struct{ start, step int }

// lattices are that of the corners, with the rim or without; and that of cells, sides and corners by turns, likewise.
var lattices = []lattice{{0, 2}, {2, 2}, {0, 1}, {1, 1}}

// fits reports whether a grid of so many rows or columns has the lattice on a board of so many cells.
func (l lattice) fits(lines, cells int) bool { return l.start+l.step*(lines-1) == 2*cells-l.start }

// between is a given grid as what stands on the cells, sides and corners of a board of the finds, told by its size. It is the value
// itself if that is no such grid, or may be of more than one kind.
func between(v value.Value, boards []*value.Board) value.Value {
	a, ok := v.(*value.Array)
	if !ok || a.Board == nil || a.Board.Points {
		return v
	}
	out := v
	for _, b := range boards {
		cells := &value.Board{Rows: b.Rows, Cols: b.Cols}
		if b.Points {
			cells = &value.Board{Rows: b.Rows - 1, Cols: b.Cols - 1}
		}
		if a.Board.Rows == cells.Rows && a.Board.Cols == cells.Cols {
			return v
		}
		var kinds []lattice
		for _, l := range lattices {
			if l.fits(a.Board.Rows, cells.Rows) && l.fits(a.Board.Cols, cells.Cols) {
				kinds = append(kinds, l)
			}
		}
		if len(kinds) == 1 && out == v {
			out = kinds[0].placed(a, cells)
		}
	}
	return out
}

// placed puts the values of a grid where its cells lie on a board.
func (l lattice) placed(a *value.Array, cells *value.Board) *value.Array {
	points := &value.Board{Rows: cells.Rows + 1, Cols: cells.Cols + 1, Points: true}
	keys := make([]value.Value, 0, a.Keys.Len())
	for _, k := range a.Keys.List() {
		c := k.(value.Cell)
		at := value.Spot{Y: l.start + l.step*(c.Row-1), X: l.start + l.step*(c.Col-1)}
		corner := points.At(at.Y/2+1, at.X/2+1) // the upper left one
		switch {
		case at.Corner():
			keys = append(keys, corner)
		case !at.Side():
			keys = append(keys, cells.At(at.Y/2+1, at.X/2+1))
		default:
			keys = append(keys, value.MakeEdge(corner, points.At((at.Y+1)/2+1, (at.X+1)/2+1), false))
		}
	}
	return value.NewArray(value.NewSet(keys...), a.Values, nil)
}
