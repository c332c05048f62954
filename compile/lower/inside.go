package lower

import (
	"nazo/dsl"
	"nazo/library"
	"nazo/model"
	"nazo/value"
)

// inside is the set of the cells that a cycle goes round. The cells are coloured: two neighbours have the same colour
// unless the cycle passes between them, and beyond the edge of the board all is outside. One row of
// neighbours would do; that columns agree follows, and lets engines see at once what follows from few cells.
func (lw *Lowerer) inside(at dsl.Node, args []value.Value) value.Value {
	w := lw.route(at, args[0])
	if w.Kind != value.Cycle {
		lw.Fail(at, "no-inside", "only a cycle has an inside")
	}
	if _, again := lw.insides[w]; !again {
		lw.sharing("what a cycle goes round", func() { lw.insides[w] = lw.colourInside(at, w) })
	}
	return lw.insides[w]
}

// colourInside makes the colours, and what they mean.
func (lw *Lowerer) colourInside(at dsl.Node, w *value.Route) value.Value {
	p, ok := library.Passages(w.Graph)
	if !ok {
		lw.Fail(at, "no-inside", "the inside of a cycle is known where it goes from cell to cell by their sides, or along the sides of cells")
	}
	edge := func(passing []int) model.Bool { // an odd number of them: two arcs lead there and back again
		odd := model.False
		for _, i := range passing {
			odd = lw.Iff(odd, w.Edges[i]).Not()
		}
		return odd
	}
	cells := p.Board.Cells()
	members := make([]value.Alternative, len(cells))
	colour := make([]model.Bool, len(cells))
	for i, v := range cells {
		lw.Tick(at)
		c := v.(value.Cell)
		left, above := model.False, model.False
		if c.Col > 1 {
			left = colour[i-1]
		}
		if c.Row > 1 {
			above = colour[i-p.Board.Cols]
		}
		colour[i] = lw.newHelper()
		lw.passed(colour[i], left, edge(p.Left(c.Row, c.Col)))
		lw.passed(colour[i], above, edge(p.Above(c.Row, c.Col)))
		on := model.False
		if k := w.Graph.Vertices.Index(v); k >= 0 {
			on = w.Vertices[k]
		}
		members[i] = value.Alternative{Guard: lw.And(colour[i], on.Not()), Value: v}
	}
	// Below and to the right of the last cells is outside, too.
	for i, v := range cells {
		c := v.(value.Cell)
		if c.Col == p.Board.Cols {
			lw.passed(colour[i], model.False, edge(p.Left(c.Row, c.Col+1)))
		}
		if c.Row == p.Board.Rows {
			lw.passed(colour[i], model.False, edge(p.Above(c.Row+1, c.Col)))
		}
	}
	return lw.Guarded(at, members, true)
}

// passed says that a and b differ exactly if the cycle passes between them.
func (lw *Lowerer) passed(a, b, passes model.Bool) {
	lw.Require(lw.Iff(passes.Not(), lw.Iff(a, b)))
}
