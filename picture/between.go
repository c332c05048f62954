package picture

import "nazo/value"

// between is a given grid as what stands on the cells, sides and corners of a board of the finds, told by the sizes: one row and one
// column more than the board has are its corners; cells and what is between them alternate where there is a row less than twice as
// many, and a column. It is the value itself if that is no such grid, or may be both.
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
		corners := a.Board.Rows == cells.Rows+1 && a.Board.Cols == cells.Cols+1
		halves := a.Board.Rows == 2*cells.Rows-1 && a.Board.Cols == 2*cells.Cols-1
		switch {
		case a.Board.Rows == cells.Rows && a.Board.Cols == cells.Cols:
			return v
		case corners != halves && out == v:
			out = placed(a, cells, halves)
		}
	}
	return out
}

// placed puts the values of a grid on the corners of a board, or on its cells, sides and inner corners.
func placed(a *value.Array, cells *value.Board, halves bool) *value.Array {
	points := &value.Board{Rows: cells.Rows + 1, Cols: cells.Cols + 1, Points: true}
	keys := make([]value.Value, 0, a.Keys.Len())
	for _, k := range a.Keys.List() {
		at := k.(value.Cell)
		row, col := (at.Row+1)/2, (at.Col+1)/2
		switch down, right := at.Row%2 == 0, at.Col%2 == 0; {
		case !halves:
			keys = append(keys, points.At(at.Row, at.Col))
		case down && right:
			keys = append(keys, points.At(row+1, col+1))
		case down:
			keys = append(keys, value.MakeEdge(cells.At(row, col), cells.At(row+1, col), false))
		case right:
			keys = append(keys, value.MakeEdge(cells.At(row, col), cells.At(row, col+1), false))
		default:
			keys = append(keys, cells.At(row, col))
		}
	}
	return value.NewArray(value.NewSet(keys...), a.Values, nil)
}
