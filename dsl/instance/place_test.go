package instance

import (
	"testing"

	"nazo/dsl"
	"nazo/dsl/value"
)

// TestCellOf finds a part in the rows of an entry that have a cell for each of its board, and nowhere else.
func TestCellOf(t *testing.T) {
	board := &value.Board{Rows: 2, Cols: 3}
	const text = "1 2 3\n4 5 6"
	grid := dsl.NewGrid(text, 0, dsl.At{})
	for _, c := range []struct {
		value dsl.Expr
		path  []value.Value
		want  string
	}{
		{grid, []value.Value{value.Cell{Board: board, Row: 2, Col: 3}}, "6"},
		{grid, []value.Value{value.Cell{Board: board, Row: 1, Col: 1}}, "1"},
		{grid, []value.Value{value.Cell{Board: &value.Board{Rows: 2, Cols: 2}, Row: 2, Col: 2}}, ""},
		{grid, []value.Value{value.Cell{Board: &value.Board{Rows: 3, Cols: 3}, Row: 3, Col: 3}}, ""},
		{grid, []value.Value{value.Int(1)}, ""},
		{grid, nil, ""},
		{&dsl.BoolLit{}, []value.Value{value.Cell{Board: board, Row: 1, Col: 1}}, ""},
	} {
		cell, ok := CellOf(&dsl.Assign{Value: c.value}, Part{Path: c.path})
		if ok != (c.want != "") || ok && (cell.Text != c.want || text[cell.Start:cell.End] != c.want) {
			t.Errorf("%v: %+v, %v", c.path, cell, ok)
		}
	}
}
