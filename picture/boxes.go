package picture

import (
	"nazo/draw"
	"nazo/judge"
	"nazo/value"
)

// boxes are the boxes into which rules cut a board, as pieces to draw borders round; nil if no rule does. An answer that says why
// boxes can't be computed is told by its rules.
func boxes(j *judge.Judge) (items []draw.Item) {
	calls, err := j.Calls("boxes")
	if err != nil {
		return nil
	}
	for _, v := range calls {
		if pieces := piecesOf(v); pieces != nil {
			items = append(items, draw.Item{Value: pieces, Given: true})
		}
	}
	return items
}

// piecesOf numbers lists of cells that have all of a board; nil if they have not, or are nothing but rows or columns, which show
// without borders.
func piecesOf(v value.Value) *value.Array {
	list, _ := v.(value.List)
	var keys, pieces []value.Value
	var cells int
	var board *value.Board
	wide, high := false, false
	for i, piece := range list {
		members := value.NewSet(value.Elements(piece)...)
		if members.Len() == 0 {
			return nil
		}
		minRow, minCol, maxRow, maxCol := value.Extent(members.List())
		wide, high = wide || maxCol > minCol, high || maxRow > minRow
		board = members.List()[0].(value.Cell).Board
		cells += members.Len()
		keys, pieces = append(keys, value.Int(i+1)), append(pieces, members)
	}
	if len(list) < 2 || !wide || !high || cells != board.Rows*board.Cols {
		return nil
	}
	return value.NewArray(value.NewSet(keys...), pieces, nil)
}
