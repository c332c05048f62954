package tour

import (
	"slices"

	"nazo/graph"
)

// ring is the graph of a cycle, or for a path the same with extra vertices that
// lead from its end back to its start; it returns false if there is no line.
//
// Where an end is known a chain of vertices with two edges each leads to it, so
// that every cycle passes through it. The lengths of chains are such that a
// bipartite graph stays bipartite: then a path through an even number of
// vertices ends in both colours, and one through an odd number in the colour
// that has more.
func (r *run) ring() (*ring, bool) {
	g := r.p.Graph
	var edges []graph.Edge // beside those of the graph
	var colour []int8      // of no use in a directed graph
	if !g.Directed {
		colour = g.TwoColouring()
	}
	if r.p.Closed {
		ring := &ring{out: neighbours(g.Out, 0), directed: g.Directed, colour: colour}
		ring.in = ring.out
		if g.Directed {
			ring.in = neighbours(g.In, 0)
		}
		return ring, true
	}
	n := r.order
	all := order(int(n), 0)
	join := func(u int32, vs ...int32) {
		for _, v := range vs {
			edges = append(edges, graph.Edge{U: u, V: v})
		}
	}
	start, end := r.p.Start, r.p.End
	if g.Directed {
		for _, v := range all {
			if start < 0 || v == start {
				join(n, v)
			}
			if end < 0 || v == end {
				join(v, n)
			}
		}
		return newRing(int(n)+1, true, g.Edges, edges), true
	}
	excess, known := 0, []int8(nil)
	if colour != nil {
		known = colour
		for _, c := range colour {
			excess += int(c)
		}
		if excess < -1 || excess > 1 {
			return nil, false
		}
	}
	// The ends may be all vertices, or those of one colour.
	ends := func(c int) []int32 {
		return slices.DeleteFunc(slices.Clone(all), func(v int32) bool { return known != nil && int(known[v]) != c })
	}
	extra := n // vertices so far
	chain := func(from int32, length int) int32 {
		for range length {
			join(from, extra)
			from = extra
			extra++
		}
		return from
	}
	switch {
	case start >= 0:
		c, length := int(0), 2
		if known != nil {
			if c = int(known[start]); excess == 0 {
				c = -c
			} else if c != excess {
				return nil, false
			} else {
				length = 3
			}
		}
		last := chain(start, length)
		for _, v := range ends(c) {
			if v != start && (end < 0 || v == end) {
				join(last, v)
			}
		}
	case known == nil || excess != 0:
		extra++
		join(n, ends(excess)...)
	default:
		extra++
		join(n, ends(1)...)
		last := chain(n, 3)
		join(last, ends(-1)...)
	}
	return newRing(int(extra), false, g.Edges, edges), true
}

// newRing makes a ring of n vertices of lists of edges.
func newRing(n int, directed bool, edges ...[]graph.Edge) *ring {
	if directed {
		return &ring{out: adjacent(n, true, false, edges), in: adjacent(n, false, true, edges), directed: true}
	}
	both := adjacent(n, true, true, edges)
	return &ring{out: both, in: both, colour: both.twoColouring()}
}

// open cuts the extra vertices out of a cycle and puts the start first.
func (r *run) open(cycle []int32) []int32 {
	first := 0
	if r.p.Closed {
		if r.p.Start >= 0 {
			first = slices.Index(cycle, r.p.Start)
		}
		return slices.Concat(cycle[first:], cycle[:first])
	}
	for i, v := range cycle { // the line begins after the last extra vertex
		if v < r.order && cycle[(i+len(cycle)-1)%len(cycle)] >= r.order {
			first = i
		}
	}
	line := slices.Concat(cycle[first:], cycle[:first])[:r.order]
	if !r.p.Graph.Directed && r.p.Start >= 0 && line[0] != r.p.Start {
		slices.Reverse(line)
	}
	return line
}
