package judge

import "nazo/value"

// equals remembers which graphs are equal to that of a shape: a large one takes long to compare, and
// answers bring the same again and again.
type equals map[*value.Graph]bool

// equal reports whether a graph has the same vertices and edges in the same order as that of the
// shape, as one that was made elsewhere of the same spec has.
func (m equals) equal(g, own *value.Graph) bool {
	if g == own {
		return true
	}
	same, known := m[g]
	if !known {
		same = value.Equal(g, own)
		m[g] = same
	}
	return same
}
