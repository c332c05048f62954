package sat

import "fmt"

const (
	// fewSubtours is the number of vertices up to which subtour constraints
	// are preferred to levels, maxSubtours that up to which they can be had.
	fewSubtours = 13
	maxSubtours = 20
	// maxSubtourTerms bounds the size of all of them together.
	maxSubtourTerms = 20_000_000
)

// spans reports whether a route has all vertices of an undirected graph, whatever else.
func (w *routeCuts) spans(e *encoder) bool {
	for _, v := range w.vertices {
		if e.known(v) <= 0 {
			return false
		}
	}
	return !w.Graph.Directed && len(w.under) == 0
}

// countEdges says how many edges are on.
func (w *routeCuts) countEdges(e *encoder) {
	n := len(w.vertices)
	if !w.Closed {
		n--
	}
	e.exactlyOf(w.edges, n, w.under)
}

// inner are the vertices among which a subtour may lie: all of a path; all but
// one of a cycle, since of two subtours one misses that vertex.
func (w *routeCuts) inner() []int {
	var out []int
	for v := range w.vertices {
		if v > 0 || !w.Closed {
			out = append(out, v)
		}
	}
	return out
}

// everySubtour says of every set of three or more of the inner vertices that
// the edges within it are fewer than its vertices. Sets whose edges can't close
// a cycle are left out.
func (w *routeCuts) everySubtour(e *encoder) error {
	inner := w.inner()
	if len(inner) > maxSubtours {
		return fmt.Errorf("%w: there are 2^%d sets of vertices that subtour constraints would be about", ErrTooLarge, len(inner))
	}
	place := make([]int, len(w.vertices)) // of a vertex among inner, -1 for none
	for v := range place {
		place[v] = -1
	}
	for i, v := range inner {
		place[v] = i
	}
	terms := 0
	for set := range 1 << len(inner) {
		e.tick()
		size := 0
		for s := set; s > 0; s &= s - 1 {
			size++
		}
		if size < 3 || size == len(w.vertices) {
			continue
		}
		var within []Lit
		for i, edge := range w.Graph.Edges {
			u, v := place[edge.U], place[edge.V]
			if u >= 0 && v >= 0 && set>>u&1 == 1 && set>>v&1 == 1 && e.known(w.edges[i]) >= 0 {
				within = append(within, w.edges[i])
			}
		}
		if len(within) < size {
			continue
		}
		if terms += len(within); terms > maxSubtourTerms {
			return fmt.Errorf("%w: the subtour constraints would have more than %d terms", ErrTooLarge, maxSubtourTerms)
		}
		e.atMostOf(within, size-1, w.under)
	}
	return nil
}
