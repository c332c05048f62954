package heuristic

import (
	"slices"

	"nazo/graph"
)

// infinite is the distance of an abstract state from which no goal can be reached.
const infinite = graph.Unreachable

// abstractSpace is the state space of an abstraction, a weighted graph: its nodes are the abstract states, its edges
// what operators may do there.
type abstractSpace struct {
	nodes int
	edges []edge
	// targets are the nodes where the goal may be met: a set of them for each thing that is to
	// be reached.
	targets [][]int32
	// parts is the number of edges of one operator that a run may take at once, for different
	// things. They divide the operator's cost among themselves.
	parts int32

	// reachable is true for the nodes that runs may reach. The edges into node v are
	// edges[first[v]:first[v+1]].
	reachable []bool
	first     []int32
}

// edge is a transition of an abstraction, by an operator. Part is the part of the operator's cost
// that it has to pay; free if none.
type edge struct {
	from, to, operator int32
	part               int32
}

const free = -1

const (
	// maxEdges bounds the edges of one abstraction, maxAllEdges those of all abstractions.
	maxEdges    = 1 << 20
	maxAllEdges = 1 << 22
)

// prune removes the edges that can't be reached from the given nodes of the start, and sorts the
// others by their heads.
func (g *abstractSpace) prune(starts []int32) {
	g.reachable = g.reached(starts)
	kept := g.edges[:0]
	g.first = make([]int32, g.nodes+1)
	for _, e := range g.edges {
		if g.reachable[e.from] {
			kept = append(kept, e)
			g.first[e.to+1]++
		}
	}
	for v := range g.nodes {
		g.first[v+1] += g.first[v]
	}
	at := slices.Clone(g.first)
	sorted := make([]edge, len(kept))
	for _, e := range kept {
		sorted[at[e.to]] = e
		at[e.to]++
	}
	g.edges = sorted
}

// partCost is the cost of an edge of the given part if its operator has the given cost.
func (g *abstractSpace) partCost(cost int64, part int32) int64 {
	if part == free {
		return 0
	}
	parts := int64(g.parts)
	share := cost / parts
	if int64(part) < cost%parts {
		share++
	}
	return share
}

// subtractSaturated subtracts from costs the saturated costs: the least cost of each operator
// under which the distances stay what they are (Seipp, Keller and Helmert 2017).
func (g *abstractSpace) subtractSaturated(distances [][]int64, costs []int64) {
	needs := make([]int64, len(costs)*int(g.parts))
	for _, e := range g.edges {
		if e.part == free {
			continue
		}
		i := int(e.operator)*int(g.parts) + int(e.part)
		for _, d := range distances {
			if d[e.from] != infinite && d[e.to] != infinite {
				needs[i] = max(needs[i], d[e.from]-d[e.to])
			}
		}
	}
	for i, n := range needs {
		costs[i/int(g.parts)] -= n
	}
}

// reached is true for the nodes that can be reached from the given ones.
func (g *abstractSpace) reached(from []int32) []bool {
	first := make([]int32, g.nodes+1)
	for _, e := range g.edges {
		first[e.from+1]++
	}
	for v := range g.nodes {
		first[v+1] += first[v]
	}
	at := slices.Clone(first)
	heads := make([]int32, len(g.edges))
	for _, e := range g.edges {
		heads[at[e.from]] = e.to
		at[e.from]++
	}
	seen := make([]bool, g.nodes)
	stack := slices.Clone(from)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		stack = append(stack, heads[first[v]:first[v+1]]...)
	}
	return seen
}
