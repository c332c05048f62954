package value_test

import (
	"strings"
	"testing"

	"nazo/dsl/value"
)

// TestSidesFromCells names sides and corners by the cells that are looked from, or else by the first cell on the board.
func TestSidesFromCells(t *testing.T) {
	points := &value.Board{Rows: 4, Cols: 4, Points: true} // of three by three cells
	board := &value.Board{Rows: 3, Cols: 3}
	at := func(row, col int) value.Cell { return value.Cell{Board: points, Row: row, Col: col} }
	side := func(row, col, row2, col2 int) value.Edge { return value.Edge{A: at(row, col), B: at(row2, col2)} }
	for _, c := range []struct {
		what       value.Value
		from, want string
	}{
		{side(2, 2, 2, 3), "", "top of R2C2"},
		{side(2, 2, 2, 3), "R1C2", "bottom of R1C2"},
		{side(2, 2, 2, 3), "R2C2", "top of R2C2"},
		{side(2, 2, 3, 2), "R2C1", "right of R2C1"},
		{side(2, 2, 3, 2), "R3C3", "left of R2C2"},
		{side(4, 1, 4, 2), "", "bottom of R3C1"},
		{side(1, 4, 2, 4), "", "right of R1C3"},
		{at(2, 2), "", "the top left corner of R2C2"},
		{at(2, 2), "R1C2", "the bottom left corner of R1C2"},
		{at(2, 2), "R2C1", "the top right corner of R2C1"},
		{at(4, 4), "", "the bottom right corner of R3C3"},
	} {
		var from []value.Cell
		if c.from != "" {
			from = append(from, value.Cell{Board: board, Row: int(c.from[1] - '0'), Col: int(c.from[3] - '0')})
		}
		if got := (&value.Names{}).From(from).Of(c.what); got != c.want {
			t.Errorf("from %q it is %q, not %q", c.from, got, c.want)
		}
	}
}

// TestBoxesAreNoAreas holds that regions which are the boxes of a board are named as boxes, and other regions by a cell.
func TestBoxesAreNoAreas(t *testing.T) {
	board := &value.Board{Rows: 4, Cols: 4}
	for _, c := range []struct {
		labels, want string
	}{
		{"aabb aabb ccdd ccdd", "box 1"},
		{"aabb aabb cddd ccdc", "the region at R1C1"},
	} {
		var keys, labels, area []value.Value
		for row, line := range strings.Fields(c.labels) {
			for col, r := range line {
				cell := value.Cell{Board: board, Row: row + 1, Col: col + 1}
				keys, labels = append(keys, cell), append(labels, value.Label{Name: string(r), Print: string(r)})
				if r == 'a' {
					area = append(area, cell)
				}
			}
		}
		names := &value.Names{}
		names.AddAreas("region", value.NewArray(value.NewSet(keys...), labels, board))
		if got := names.List(area); got != c.want {
			t.Errorf("%s: %q, not %q", c.labels, got, c.want)
		}
	}
}
