package library

import "nazo/value"

// inside are the cells that a cycle goes round. From a cell to the left edge of its row it is counted how often the
// cycle passes: the cell is inside if that is odd (the even-odd rule).
func inside(c *Call) value.Value {
	w := c.route(0)
	if w.Kind != value.Cycle {
		c.fail(0, "no-inside", "only a cycle has an inside")
	}
	p, ok := Passages(w.Graph)
	if !ok {
		c.fail(0, "no-inside", "the inside of a cycle is known where it goes from cell to cell by their sides, or along the sides of cells")
	}
	var out []value.Value
	for _, v := range p.Board.Cells() {
		cell, odd := v.(value.Cell), false
		for col := 1; col <= cell.Col; col++ {
			c.tick()
			for _, e := range p.Left(cell.Row, col) {
				if w.HasEdge(w.Graph.Edge(e)) {
					odd = !odd
				}
			}
		}
		if odd && !w.HasVertex(cell) {
			out = append(out, cell)
		}
	}
	return value.NewSet(out...)
}

// Passage says which edge of a graph on a board a cycle goes along where it passes a cell. Of a cycle along the sides of
// cells, what passes a cell passes its middle; of a cycle through cells, which may pass through the middle, its upper left corner.
type Passage struct {
	Board *value.Board // whose cells may be inside
	graph *value.Graph
	at    *value.Board // whose cells or points are vertices
	shift int          // from a cell to the first end of an edge that passes it
}

// Passages is the passages of a graph; ok is false if it has edges other than between neighbours in a row or
// column of one board.
func Passages(g *value.Graph) (p Passage, ok bool) {
	at := value.BoardOf(g.Vertices)
	if at == nil {
		return p, false
	}
	for i := range g.Size() {
		e := g.Edge(i)
		from, to := e.A.(value.Cell), e.B.(value.Cell)
		if down, right := from.Row-to.Row, from.Col-to.Col; down*down+right*right != 1 {
			return p, false
		}
	}
	if at.Points {
		return Passage{&value.Board{Rows: at.Rows - 1, Cols: at.Cols - 1}, g, at, 0}, true
	}
	return Passage{at, g, at, 1}, true
}

// Left are the edges, as their numbers in the graph, that pass between a cell and the one to its left, or the
// left edge of the board: at most one, but arcs may lead both ways.
func (p Passage) Left(row, col int) []int { return p.edges(row, col, 1, 0) }

// Above is the same for a cell and the one above.
func (p Passage) Above(row, col int) []int { return p.edges(row, col, 0, 1) }

func (p Passage) edges(row, col, down, right int) (out []int) {
	from := value.Cell{Board: p.at, Row: row - p.shift, Col: col - p.shift}
	to := value.Cell{Board: p.at, Row: from.Row + down, Col: from.Col + right}
	if e := p.graph.EdgeIndex(value.MakeEdge(from, to, p.graph.Directed)); e >= 0 {
		out = append(out, e)
	}
	if e := p.graph.EdgeIndex(value.MakeEdge(to, from, true)); p.graph.Directed && e >= 0 {
		out = append(out, e)
	}
	return out
}
