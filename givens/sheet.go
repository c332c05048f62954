package givens

import (
	"fmt"

	"nazo/value"
)

// sheet is the part of squared paper that a picture shows: so many rows and columns of spots, from the first on, which is the same
// in both directions, in steps of one or two.
type sheet struct{ first, step, rows, cols int }

// sheetOf is the sheet for places: cells alone are a grid of cells, corners alone a grid of corners, and where there are sides, all three
// take turns. The rim belongs to it where corners do, or sides between them. It is false of values that are no places of one board, and of
// such as lie one over the other.
func sheetOf(places []value.Value) (sheet, bool) {
	var on *value.Board
	step := 2
	taken := map[value.Spot]bool{}
	for _, v := range places {
		at, board, ok := value.SpotOf(v)
		if !ok || taken[at] || on != nil && value.Compare(on, board) != 0 {
			return sheet{}, false
		}
		on, taken[at] = board, true
		if at.Side() {
			step = 1
		}
	}
	if on == nil {
		return sheet{}, false
	}
	s := sheet{1, step, on.Rows, on.Cols}
	if on.Points {
		s.first = 0
	}
	if step == 1 {
		s.rows, s.cols = 2*on.Rows-1, 2*on.Cols-1
	}
	return s, true
}

// joined is the sheet that shows what two show; false if they are of boards of different sizes.
func (s sheet) joined(t sheet) (sheet, bool) {
	rows, cols := s.board()
	if r, c := t.board(); r != rows || c != cols {
		return sheet{}, false
	}
	out := sheet{first: min(s.first, t.first), step: 1}
	if s.first == t.first {
		out.step = min(s.step, t.step)
	}
	out.rows, out.cols = rows+1-out.first, cols+1-out.first // corners, or cells
	if out.step == 1 {
		out.rows, out.cols = 2*out.rows-1, 2*out.cols-1
	}
	return out, true
}

// board is how many rows and columns of cells there are.
func (s sheet) board() (rows, cols int) {
	rows, cols = s.rows, s.cols
	if s.step == 1 {
		rows, cols = (rows+1)/2, (cols+1)/2
	}
	return rows - 1 + s.first, cols - 1 + s.first
}

// spot is what the picture shows in a row and column, which count from 0.
func (s sheet) spot(row, col int) value.Spot {
	return value.Spot{Y: s.first + row*s.step, X: s.first + col*s.step}
}

// describe says what a picture on the sheet looks like.
func (s sheet) describe() string {
	rows, cols := s.board()
	size := fmt.Sprintf("%d rows of %d", s.rows, s.cols)
	switch {
	case s.step == 1 && s.first == 1:
		return fmt.Sprintf("%s, for %d by %d cells: rows of cells and the sides between them, and in between rows of sides and corners, which are +", size, rows, cols)
	case s.step == 1:
		return fmt.Sprintf("%s, for %d by %d cells: rows of corners, which are +, and sides, and in between rows of sides and cells", size, rows, cols)
	case s.first == 0:
		return size + ", one word for each corner"
	}
	return size + ", one word for each cell"
}
