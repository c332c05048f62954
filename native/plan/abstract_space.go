package plan

import (
	"context"
	"slices"

	"nazo/internal/alg"
)

// infinite is the distance of an abstract state from which no goal can be reached.
const infinite = alg.Unreachable

// abstractSpace is the state space of an abstraction, a weighted graph: its nodes are the abstract states, its edges
// what operators may do there.
type abstractSpace struct {
	nodes int
	edges []edge
	// targets are the nodes where the goal may be met: a set of them for each thing that is to
	// be reached.
	targets [][]int32
	// shares is the number of edges of one operator that a run may take at once, for different
	// things. They divide the operator's cost among themselves.
	shares int32

	// reachable is true for the nodes that runs may reach. The edges into node v are
	// edges[first[v]:first[v+1]].
	reachable []bool
	first     []int32
}

// edge is a transition of an abstraction, by an operator. Part is the part of the operator's cost
// that it has to pay; free if none.
type edge struct {
	from, to, operator int32
	share              int32
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
	rest := g.edges[:0]
	g.first = make([]int32, g.nodes+1)
	for _, e := range g.edges {
		if g.reachable[e.from] {
			rest = append(rest, e)
			g.first[e.to+1]++
		}
	}
	for v := range g.nodes {
		g.first[v+1] += g.first[v]
	}
	at := slices.Clone(g.first)
	sorted := make([]edge, len(rest))
	for _, e := range rest {
		sorted[at[e.to]] = e
		at[e.to]++
	}
	g.edges = sorted
}

// shareOfCost is the cost of an edge of the given part if its operator has the given cost.
func (g *abstractSpace) shareOfCost(cost int64, part int32) int64 {
	if part == free {
		return 0
	}
	parts := int64(g.shares)
	share := cost / parts
	if int64(part) < cost%parts {
		share++
	}
	return share
}

// subtractSaturated subtracts from costs the saturated costs: the least cost of each operator
// under which the distances stay what they are (Seipp, Keller and Helmert 2017).
func (g *abstractSpace) subtractSaturated(distances [][]int64, costs []int64) {
	needs := make([]int64, len(costs)*int(g.shares))
	for _, e := range g.edges {
		if e.share == free {
			continue
		}
		i := int(e.operator)*int(g.shares) + int(e.share)
		for _, d := range distances {
			if d[e.from] != infinite && d[e.to] != infinite {
				needs[i] = max(needs[i], d[e.from]-d[e.to])
			}
		}
	}
	for i, n := range needs {
		costs[i/int(g.shares)] -= n
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

// distances are the goal distances of all reachable nodes for each set of targets, given the costs
// of the operators (Dijkstra 1959, backward). Other nodes have 0. They mean nothing if ctx is done.
func (g *abstractSpace) distances(ctx context.Context, costs []int64) [][]int64 {
	out := make([][]int64, len(g.targets))
	for i, targets := range g.targets {
		out[i] = g.distancesTo(ctx, targets, costs)
	}
	return out
}

func (g *abstractSpace) distancesTo(ctx context.Context, targets []int32, costs []int64) []int64 {
	distance := make([]int64, g.nodes)
	for v := range distance {
		distance[v] = infinite
	}
	var q queue
	for _, v := range targets {
		distance[v] = 0
		q.push(distanceEntry{0, v})
	}
	for count := 0; len(q) > 0; count++ {
		if count&4095 == 0 && ctx.Err() != nil {
			break
		}
		at := q.pop()
		if at.distance > distance[at.node] {
			continue
		}
		for _, e := range g.edges[g.first[at.node]:g.first[at.node+1]] {
			d := at.distance
			if e.share != free {
				d += g.shareOfCost(costs[e.operator], e.share)
			}
			if d < distance[e.from] {
				distance[e.from] = d
				q.push(distanceEntry{d, e.from})
			}
		}
	}
	for v, live := range g.reachable {
		if !live {
			distance[v] = 0
		}
	}
	return distance
}

// positive reports whether some distance is not 0; infinite ones count only with deaths.
func positive(distance []int64, deaths bool) bool {
	for _, d := range distance {
		if d != 0 && (d != infinite || deaths) {
			return true
		}
	}
	return false
}

// informativeTables are the distances to the first set of targets, a table for each entry of the
// costs. A table is nil if it adds nothing to the others.
func informativeTables(distances [][][]int64) [][]int64 {
	out := make([][]int64, len(distances))
	for k, d := range distances {
		// A distance that is infinite for one entry is infinite for all.
		if positive(d[0], k == 0) {
			out[k] = d[0]
		}
	}
	return out
}

// anyTable reports whether some table is not nil.
func anyTable(tables [][]int64) bool {
	for _, t := range tables {
		if t != nil {
			return true
		}
	}
	return false
}

// queue is a binary heap of nodes, the nearest first.
type queue []distanceEntry

type distanceEntry struct {
	distance int64
	node     int32
}

func (q *queue) push(e distanceEntry) {
	*q = append(*q, e)
	h := *q
	for i := len(h) - 1; i > 0; {
		up := (i - 1) / 2
		if h[up].distance <= h[i].distance {
			break
		}
		h[up], h[i] = h[i], h[up]
		i = up
	}
}

func (q *queue) pop() distanceEntry {
	h := *q
	top := h[0]
	h[0] = h[len(h)-1]
	h = h[:len(h)-1]
	for i := 0; ; {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].distance < h[down].distance {
			down++
		}
		if h[i].distance <= h[down].distance {
			break
		}
		h[i], h[down] = h[down], h[i]
		i = down
	}
	*q = h
	return top
}

// lookUp adds the distances of a node to the entries, and reports whether one is infinite.
func lookUp(tables [][]int64, node int64, into []int64) (deadEnd bool) {
	for k, t := range tables {
		if t == nil {
			continue
		}
		d := t[node]
		if d == infinite {
			return true
		}
		into[k] += d
	}
	return false
}
