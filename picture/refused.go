package picture

import (
	"slices"

	"nazo/draw"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// refusedSign marks a place where a rule is broken.
const refusedSign = "!"

// Refused are the items of an answer with a mark on the cells, or corners, that are in some values. They are nil if not all of
// the answer is known, or nothing of the values is on one of its boards.
func (d Drawer) Refused(p *solve.Problem, found *judge.Answer, in []value.Value) []draw.Item {
	if found.Run != nil || slices.Contains(found.Values, nil) {
		return nil
	}
	for _, b := range boardsOf(p.Judge) {
		var here []value.Value
		for _, v := range in {
			here = append(here, placesOn(b, v)...)
		}
		marked := draw.Item{Title: refusedSign, As: refusedSign, Value: value.NewSet(here...), Mark: draw.Wrong}
		if len(here) == 0 || !draw.OnBoard(marked) {
			continue
		}
		return append(d.items(p, found), marked)
	}
	return nil
}

// placesOn are the cells of a board, or its points, that are in a value.
func placesOn(b *value.Board, v value.Value) (out []value.Value) {
	switch v := v.(type) {
	case value.Cell:
		if v.Board != nil && v.Board.Rows == b.Rows && v.Board.Cols == b.Cols && v.Board.Points == b.Points {
			return []value.Value{v}
		}
		return nil
	case value.Edge:
		return append(placesOn(b, v.A), placesOn(b, v.B)...)
	case *value.Array, *value.Route, *value.Board, *value.Graph, *value.Regions:
		return nil
	}
	for _, m := range value.Elements(v) {
		out = append(out, placesOn(b, m)...)
	}
	return out
}
