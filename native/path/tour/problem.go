package tour

import (
	"slices"

	"nazo/graph"
)

// Problem asks for the lines through all vertices of a graph, each once.
type Problem struct {
	Graph *graph.Graph
	// Closed asks for cycles instead of paths.
	Closed bool
	// Start and End are where a path begins and ends, or -1 if that is open. In
	// an undirected graph they are its two ends in any order, and a path and its
	// reverse are one line. For a cycle Start is only where a search begins,
	// and End must be -1.
	Start, End int32
}

// normal puts the one known end of an undirected path first.
func (p Problem) normal() Problem {
	if !p.Graph.Directed && p.Start < 0 {
		p.Start, p.End = p.End, -1
	}
	return p
}

// least is the fewest vertices that a line has.
func (p Problem) least() int {
	switch {
	case !p.Closed:
		return 1
	case p.Graph.Directed:
		return 2
	}
	return 3
}

// Valid reports whether a line is an answer, whichever search it comes from.
func (p Problem) Valid(line []int32) bool {
	n := p.Graph.Order()
	if len(line) != n || n < p.least() {
		return false
	}
	seen := make([]bool, n)
	for i, v := range line {
		if seen[v] || i > 0 && !p.joined(line[i-1], v) {
			return false
		}
		seen[v] = true
	}
	first, last := line[0], line[n-1]
	if p.Closed {
		return p.joined(last, first)
	}
	fits := func(a, b int32) bool { return (p.Start < 0 || p.Start == a) && (p.End < 0 || p.End == b) }
	return fits(first, last) || !p.Graph.Directed && fits(last, first)
}

func (p Problem) joined(u, v int32) bool {
	return slices.ContainsFunc(p.Graph.Out[u], func(h graph.Half) bool { return h.To == v })
}

// adjacency has the neighbours of each vertex in one array.
type adjacency struct {
	first []int32 // for each vertex where its neighbours begin, and the end
	to    []int32
}

// neighbours are the vertices at the far ends, each in its place, or in an
// order of places drawn from a seed that is not 0, the same for all vertices
// with so many.
func neighbours(halves [][]graph.Half, seed int64) adjacency {
	total := 0
	for _, h := range halves {
		total += len(h)
	}
	a := adjacency{make([]int32, len(halves)+1), make([]int32, 0, total)}
	places := map[int][]int32{}
	for v, list := range halves {
		if seed == 0 {
			for _, h := range list {
				a.to = append(a.to, h.To)
			}
		} else {
			if places[len(list)] == nil {
				places[len(list)] = order(len(list), seed)
			}
			for _, i := range places[len(list)] {
				a.to = append(a.to, list[i].To)
			}
		}
		a.first[v+1] = int32(len(a.to))
	}
	return a
}

// adjacent has for n vertices those to which lists of edges lead, seen from U, from V or from both.
func adjacent(n int, fromU, fromV bool, edges [][]graph.Edge) adjacency {
	a := adjacency{first: make([]int32, n+1)}
	each := func(see func(from, to int32)) {
		for _, list := range edges {
			for _, e := range list {
				if fromU {
					see(e.U, e.V)
				}
				if fromV {
					see(e.V, e.U)
				}
			}
		}
	}
	each(func(from, _ int32) { a.first[from+1]++ })
	for v := range n {
		a.first[v+1] += a.first[v]
	}
	a.to = make([]int32, a.first[n])
	placed := slices.Clone(a.first)
	each(func(from, to int32) {
		a.to[placed[from]] = to
		placed[from]++
	})
	return a
}

// twoColouring is [graph.Graph.TwoColouring] of what is adjacent in both directions.
func (a *adjacency) twoColouring() []int8 {
	colour := make([]int8, len(a.first)-1)
	var todo []int32
	for start := range colour {
		if colour[start] != 0 {
			continue
		}
		colour[start] = 1
		todo = append(todo[:0], int32(start))
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, to := range a.of(v) {
				switch colour[to] {
				case 0:
					colour[to] = -colour[v]
					todo = append(todo, to)
				case colour[v]:
					return nil
				}
			}
		}
	}
	return colour
}

func (a *adjacency) of(v int32) []int32   { return a.to[a.first[v]:a.first[v+1]] }
func (a *adjacency) degree(v int32) int32 { return a.first[v+1] - a.first[v] }

// degrees has the number of neighbours of each vertex.
func (a *adjacency) degrees() []int32 {
	out := make([]int32, len(a.first)-1)
	for v := range out {
		out[v] = a.degree(int32(v))
	}
	return out
}

// has reports whether v is a neighbour of u.
func (a *adjacency) has(u, v int32) bool { return slices.Contains(a.of(u), v) }
