package picture

import (
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
)

// A lattice says where the cells of a given grid lie on a board, in halves of a cell from the rim. The first row
// is at start, and each next one is step further, up to start before the other rim.
type lattice struct{ start, step int }

// lattices are corners, then cells, sides and corners in turn, each with or without the rim.
var lattices = []lattice{{0, 2}, {2, 2}, {0, 1}, {1, 1}}

// fits reports whether a grid with so many rows or columns has this lattice on a board of so many cells.
func (l lattice) fits(lines, cells int) bool { return l.start+l.step*(lines-1) == 2*cells-l.start }

// latticeOn finds by its size how a grid lies on the boards of the finds, and returns the cells of that board. ok
// is false if the grid has the size of a board itself or fits in several ways.
func latticeOn(rows, cols int, boards []*value.Board) (on lattice, of *value.Board, ok bool) {
	for _, b := range boards {
		cells := &value.Board{}
		cells.Rows, cells.Cols = draw.SizeOf(b)
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

// Lattice returns where the cells of a finer grid lie on the board of the finds, in halves of a cell: the first at
// start, each next one step further.
func Lattice(j *judge.Judge, rows, cols int) (start, step int, ok bool) {
	l, _, ok := latticeOn(rows, cols, boardsOf(j))
	return l.start, l.step, ok
}

// Place returns where a value is drawn. A cell of a finer grid lies on a cell, a side or a corner.
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

// between converts a given grid to values on the cells, sides and corners of a board of the finds, if its size fits
// in just one way. Otherwise it returns the grid itself.
func between(v value.Value, boards []*value.Board) value.Value {
	a, ok := v.(*value.Array)
	if !ok || a.Board == nil || a.Board.Points {
		return v
	}
	l, cells, ok := latticeOn(a.Board.Rows, a.Board.Cols, boards)
	if !ok {
		return v
	}
	keys := alg.Map(a.Keys.List(), func(k value.Value) value.Value { return l.at(k.(value.Cell), cells) })
	return value.NewArray(value.NewSet(keys...), a.Values, nil)
}

// at returns the place on a board of a cell of the grid.
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
