package picture

import (
	"nazo/draw"
	"nazo/givens"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// Conflict draws the boards of a puzzle before anything is found, with a mark on the cells and corners that are in some
// values. It is nil if nothing of the values is on a board.
func (d Drawer) Conflict(p *solve.Problem, in []value.Value) []draw.Section {
	var items []draw.Item
	for _, it := range printed(p.Judge, p.Givens) {
		if draw.OnBoard(it) {
			items = append(items, it)
		}
	}
	met := map[value.Board]bool{}
	marked := false
	for _, b := range placedOn(in) {
		key := value.Board{Rows: b.Rows, Cols: b.Cols, Points: b.Points}
		if met[key] {
			continue
		}
		met[key] = true
		var here []value.Value
		for _, v := range in {
			here = append(here, placesOn(b, v)...)
		}
		if mark := (draw.Item{Title: refusedSign, As: refusedSign, Value: value.NewSet(here...), Mark: draw.Wrong}); draw.OnBoard(mark) {
			items, marked = append(items, mark), true
		}
	}
	if !marked {
		return nil
	}
	return []draw.Section{{Heading: "marked with " + refusedSign + ": where they are", Items: items, Options: d.options()}}
}

// placedOn are the boards of cells and edges.
func placedOn(in []value.Value) (boards []*value.Board) {
	for _, v := range in {
		switch v := v.(type) {
		case value.Cell:
			if v.Board != nil {
				boards = append(boards, v.Board)
			}
		case value.Edge:
			boards = append(boards, placedOn([]value.Value{v.A, v.B})...)
		}
	}
	return boards
}

// Changed draws a puzzle before anything is found, as [Drawer.Puzzle] does, with a mark on places where it was changed.
func (d Drawer) Changed(j *judge.Judge, gs []givens.Given, said func(name string) bool, places []value.Value) []draw.Section {
	all := d.Puzzle(j, gs, said)
	if mark := (draw.Item{Value: value.NewSet(places...), Mark: draw.New, Given: true}); draw.OnBoard(mark) {
		all[0].Items = append(all[0].Items, mark)
	}
	return all
}
