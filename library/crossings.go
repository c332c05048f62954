package library

import "nazo/value"

// crossings are the pairs of edges of a graph on cells, drawn as straight lines
// between their centres, whose interiors meet.
func crossings(c *Call) value.Value {
	g := c.graph(0)
	segments := make([]segment, g.Size())
	byRow := map[int][]int{} // edges that touch a row, so that far ones are not compared
	for i := range segments {
		e := g.Edge(i)
		a, okA := e.A.(value.Cell)
		b, okB := e.B.(value.Cell)
		if !okA || !okB {
			c.wrong(0, "a graph on cells", e.A)
		}
		segments[i] = segment{a.Row, a.Col, b.Row, b.Col}
		for r := min(a.Row, b.Row); r <= max(a.Row, b.Row); r++ {
			byRow[r] = append(byRow[r], i)
		}
	}
	var out value.List
	seen := make([]int, len(segments)) // the edge plus one against which it was compared last
	for i, s := range segments {
		c.tick()
		for r := min(s.row1, s.row2); r <= max(s.row1, s.row2); r++ {
			for _, j := range byRow[r] {
				if j > i && seen[j] != i+1 {
					seen[j] = i + 1
					if s.crosses(segments[j]) {
						out = append(out, value.NewSet(g.Edge(i), g.Edge(j)))
						c.tooMany(len(out))
					}
				}
			}
		}
	}
	return out
}

// segment is a straight line between two places.
type segment struct{ row1, col1, row2, col2 int }

// side is positive, zero or negative as a place lies to one side of the line through
// s, on it, or on the other.
func (s segment) side(row, col int) int {
	return (s.row2-s.row1)*(col-s.col1) - (s.col2-s.col1)*(row-s.row1)
}

// crosses reports whether the interiors of two segments have a point in common.
func (s segment) crosses(t segment) bool {
	a, b := s.side(t.row1, t.col1), s.side(t.row2, t.col2)
	c, d := t.side(s.row1, s.col1), t.side(s.row2, s.col2)
	if a == 0 && b == 0 { // on one line: do they overlap in more than a point?
		overlap := func(a1, a2, b1, b2 int) bool {
			return max(min(a1, a2), min(b1, b2)) < min(max(a1, a2), max(b1, b2))
		}
		if s.row1 == s.row2 {
			return overlap(s.col1, s.col2, t.col1, t.col2)
		}
		return overlap(s.row1, s.row2, t.row1, t.row2)
	}
	return (a < 0) != (b < 0) && a != 0 && b != 0 && (c < 0) != (d < 0) && c != 0 && d != 0
}
