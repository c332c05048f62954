package library

import (
	"slices"

	"nazo/dsl/value"
)

// shapes are functions of polyominoes: figures of cells without a place.
var shapes = []Function{
	{Name: "shape", Signatures: []string{"(s: set of cell): shape?", "(s: open set of cell): shape?", "(s: shape): shape"},
		Doc: "the shape of some cells, the same if turned or mirrored; none of no cells", Unknowns: Lifted, ByMembers: true, apply: shapeBy(value.Shape.Free)},
	{Name: "one_sided_shape", Signatures: []string{"(s: set of cell): shape?", "(s: open set of cell): shape?", "(s: shape): shape"},
		Doc: "the shape of some cells, the same if turned", Unknowns: Lifted, ByMembers: true, apply: shapeBy(value.Shape.OneSided)},
	{Name: "fixed_shape", Signatures: []string{"(s: set of cell): shape?", "(s: open set of cell): shape?", "(s: shape): shape"},
		Doc: "the shape of some cells as they lie, the same if moved", Unknowns: Lifted, ByMembers: true, apply: shapeBy(func(s value.Shape) value.Shape { return s })},
	{Name: "congruent", Signatures: []string{"(a: open set of cell, b: open set of cell): bool"},
		Doc: "two sets of cells have the same shape, turned and mirrored as may be, or both are empty", Unknowns: Open, apply: congruent},
	{Name: "omino", Signatures: []string{"(s: known text): shape"},
		Doc: `the shape with a picture, "##/.#", or with a letter: "F", and "I4" or "I5" where a tetromino and a pentomino have it`, apply: omino},
	{Name: "ominoes", Signatures: []string{"(n: known int): list of shape"},
		Doc: "the shapes of n cells that hang together by their sides, once each up to turns and mirrors", apply: ominoes},
	{Name: "placements", Signatures: []string{"(s: known shape, b: known board): list of set of cell", "(s: known coll of shape, b: known board): list of set of cell"},
		Doc: "all ways to place a shape, or one of several, on a board, turned and mirrored as well", Board: 2, Selects: true, apply: placementsBy(true)},
	{Name: "fixed_placements", Signatures: []string{"(s: known shape, b: known board): list of set of cell", "(s: known coll of shape, b: known board): list of set of cell"},
		Doc: "all ways to place a shape, or one of several, on a board without turning it", Board: 2, Selects: true, apply: placementsBy(false)},
}

// shapeBy makes a function of cells or of a shape that identifies those with the same form.
func shapeBy(form func(value.Shape) value.Shape) func(*Call) value.Value {
	return func(c *Call) value.Value {
		if s, ok := c.Args[0].(value.Shape); ok {
			return form(s)
		}
		members := c.members(0)
		cells := make([]value.Cell, len(members))
		for i, v := range members {
			cell, ok := v.(value.Cell)
			if !ok {
				c.wrong(0, "cells", v)
			}
			cells[i] = cell
		}
		c.tick()
		s, ok := value.ShapeOf(cells)
		if !ok {
			return value.None{}
		}
		return form(s)
	}
}

func congruent(c *Call) value.Value {
	shape := shapeBy(value.Shape.Free)
	a := shape(&Call{Name: c.Name, Args: c.Args[:1]})
	return value.Of(value.Equal(a, shape(&Call{Name: c.Name, Args: c.Args[1:]})))
}

// IsShape reports whether omino accepts a text.
func IsShape(text string) bool {
	_, ok := value.ReadShape(text)
	return ok
}

func omino(c *Call) value.Value {
	text, ok := c.Args[0].(value.Text)
	if !ok {
		c.wrong(0, "a text", c.Args[0])
	}
	s, ok := value.ReadShape(string(text))
	if !ok {
		c.fail(0, "bad-shape", "%q is no shape: expected rows of # and . with / between them, or the letter of a pentomino or tetromino (I4, I5)", string(text))
	}
	return s
}

// mostOmino bounds the cells of listed shapes. There are 4,655 of ten cells.
const mostOmino = 10

// ominoes grows the shapes of n - 1 cells by one cell at each of their sides.
func ominoes(c *Call) value.Value {
	n := c.int(0)
	switch {
	case n < 1:
		c.fail(0, "bad-shape", "there are no shapes of %d cells", n)
	case n > mostOmino:
		c.fail(0, CodeSize, "there are too many shapes of %d cells; %d is the most", n, mostOmino)
	}
	of := []value.Shape{"#"}
	for range n - 1 {
		seen := map[value.Shape]bool{}
		for _, s := range of {
			cells := s.Cells()
			for _, cell := range cells {
				for _, d := range value.Directions() {
					beside := value.Cell{Row: cell.Row + d.DRow, Col: cell.Col + d.DCol}
					if slices.Contains(cells, beside) {
						continue
					}
					c.tick()
					grown, _ := value.ShapeOf(append(cells[:len(cells):len(cells)], beside))
					seen[grown.Free()] = true
				}
			}
		}
		of = of[:0]
		for s := range seen {
			of = append(of, s)
		}
	}
	out := make(value.List, len(of))
	for i, s := range of {
		out[i] = s
	}
	slices.SortFunc(out, value.Compare)
	return out
}

// placementsBy makes a function that lists the placements of shapes by shape, turn and first cell in
// reading order. Equal shapes, and turns that look alike, are placed once.
func placementsBy(turned bool) func(*Call) value.Value {
	return func(c *Call) value.Value {
		cells := c.board(1)
		given := []value.Value{c.Args[0]}
		if _, one := c.Args[0].(value.Shape); !one {
			given = c.members(0)
		}
		var shapes []value.Shape
		for _, v := range given {
			s, ok := v.(value.Shape)
			if !ok {
				c.wrong(0, "shapes", v)
			}
			forms := []value.Shape{s}
			if turned {
				forms = s.Turned(true)
			}
			for _, f := range forms {
				if !slices.Contains(shapes, f) {
					shapes = append(shapes, f)
				}
			}
		}
		p := placer{Call: c, cells: cells}
		for _, s := range shapes {
			p.place(s.Cells())
		}
		return p.out
	}
}

// placer lists the sets of cells of a board that have certain shapes.
type placer struct {
	*Call
	cells *value.Set
	out   value.List
	total int
}

// place adds the placements of one figure with its first cell at each cell of the board. If only
// placements with a certain cell matter, it puts each cell of the figure there.
func (p *placer) place(figure []value.Cell) {
	if p.Only != nil && p.Only.Size >= 0 && p.Only.Size != len(figure) {
		return
	}
	if p.Only != nil && p.Only.Has != nil {
		has, ok := p.Only.Has.(value.Cell)
		if !ok {
			return
		}
		for i := len(figure) - 1; i >= 0; i-- { // so that first cells come in reading order
			p.at(figure, figure[i], has)
		}
		return
	}
	for _, v := range p.cells.Sorted() {
		p.at(figure, figure[0], v.(value.Cell))
	}
}

// at adds the figure with one of its cells at a place, if it fits on the board.
func (p *placer) at(figure []value.Cell, cell, place value.Cell) {
	p.tick()
	out := make([]value.Value, len(figure))
	for i, f := range figure {
		c := value.Cell{Board: place.Board, Row: place.Row + f.Row - cell.Row, Col: place.Col + f.Col - cell.Col}
		if !p.cells.Contains(c) {
			return
		}
		out[i] = c
	}
	p.total += len(out)
	p.tooMany(p.total / 8) // memory is the limit: count cells
	p.out = append(p.out, value.NewSet(out...))
}
