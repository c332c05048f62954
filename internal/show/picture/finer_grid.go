package picture

import (
	"nazo/dsl/value"
	"nazo/internal/judge"
)

// A lattice says where the cells of a given grid lie on a board: the first row at start, counted in halves of a cell from the rim, the
// next ones step further each, up to start before the other rim.
type lattice struct{ start, step int }

// lattices are that of the corners, with the rim or without; and that of cells, sides and corners by turns, likewise.
var lattices = []lattice{{0, 2}, {2, 2}, {0, 1}, {1, 1}}

// fits reports whether a grid of so many rows or columns has the lattice on a board of so many cells.
func (l lattice) fits(lines, cells int) bool { return l.start+l.step*(lines-1) == 2*cells-l.start }

// latticeOn says where the cells of a grid of so many rows and columns lie among the boards of the finds, told by the sizes, and the cells of that board. It is false of a
// grid that is a board itself, or may be of more than one kind.
func latticeOn(rows, cols int, boards []*value.Board) (on lattice, of *value.Board, ok bool) {
	for _, b := range boards {
		cells := &value.Board{Rows: b.Rows, Cols: b.Cols}
		if b.Points {
			cells = &value.Board{Rows: b.Rows - 1, Cols: b.Cols - 1}
		}
		if rows == cells.Rows && cols == cells.Cols {
			return lattice{}, nil, false
		}
		var kinds []lattice
		for _, l := range lattices {
			if l.fits(rows, cells.Rows) && l.fits(cols, cells.Cols) {
				kinds = append(kinds, l)
			}
		}
		if len(kinds) == 1 && !ok {
			on, of, ok = kinds[0], cells, true
		}
	}
	return on, of, ok
}

// Lattice says where the cells of a grid of so many rows and columns lie on the board of the finds, if it is finer: in halves of a cell, the first at start, each
// step further than the one before.
func Lattice(j *judge.Judge, rows, cols int) (start, step int, ok bool) {
	l, _, ok := latticeOn(rows, cols, boardsOf(j))
	return l.start, l.step, ok
}

// Place is where a value is seen on the drawing of a puzzle: a cell of a finer grid lies on a cell, a side or a corner of the board of the finds.
func Place(j *judge.Judge, v value.Value) value.Value {
	c, ok := v.(value.Cell)
	if !ok || c.Board == nil || c.Board.Points {
		return v
	}
	if l, cells, ok := latticeOn(c.Board.Rows, c.Board.Cols, boardsOf(j)); ok {
		return l.at(c, cells)
	}
	return v
}

// between is a given grid as what stands on the cells, sides and corners of a board of the finds, told by its size. It is the value
// itself if that is no such grid, or may be of more than one kind.
func between(v value.Value, boards []*value.Board) value.Value {
	a, ok := v.(*value.Array)
	if !ok || a.Board == nil || a.Board.Points {
		return v
	}
	l, cells, ok := latticeOn(a.Board.Rows, a.Board.Cols, boards)
	if !ok {
		return v
	}
	keys := make([]value.Value, 0, a.Keys.Len())
	for _, k := range a.Keys.List() {
		keys = append(keys, l.at(k.(value.Cell), cells))
	}
	return value.NewArray(value.NewSet(keys...), a.Values, nil)
}

// at is the place on a board where a cell of the grid lies.
func (l lattice) at(c value.Cell, cells *value.Board) value.Value {
	points := &value.Board{Rows: cells.Rows + 1, Cols: cells.Cols + 1, Points: true}
	at := value.Spot{Y: l.start + l.step*(c.Row-1), X: l.start + l.step*(c.Col-1)}
	corner := points.At(at.Y/2+1, at.X/2+1) // the upper left one
	switch {
	case at.Corner():
		return corner
	case !at.Side():
		return cells.At(at.Y/2+1, at.X/2+1)
	}
	return value.MakeEdge(corner, points.At((at.Y+1)/2+1, (at.X+1)/2+1), false)
}
