package bound

import (
	"context"
	"math"
	"slices"
)

// infinite is the distance to what can't be reached.
const infinite = math.MaxInt64

// graph is an abstraction: nodes stand for what it still tells apart, and edges for what
// operators may do there.
type graph struct {
	nodes int
	edges []edge
	// targets are the nodes where the goal may be met. There are several
	// sets of them where several things are to be reached.
	targets [][]int32
	// parts is the number of edges of one operator that a run may take at once,
	// for different things. They share the operator's cost.
	parts int32

	// live says which nodes runs may reach. The edges into node v are
	// edges[first[v]:first[v+1]].
	live  []bool
	first []int32
}

// edge is what an operator may do in an abstraction. Part says which share of the
// operator's cost it has to pay; free if none.
type edge struct {
	from, to, operator int32
	part               int32
}

const free = -1

const (
	// maxEdges bounds the edges of one abstraction, maxAllEdges those of all.
	maxEdges    = 1 << 20
	maxAllEdges = 1 << 22
)

// settle leaves out what can't be reached from the nodes of the start, and puts edges in
// order of their heads.
func (g *graph) settle(starts []int32) {
	g.live = g.reached(starts)
	kept := g.edges[:0]
	g.first = make([]int32, g.nodes+1)
	for _, e := range g.edges {
		if g.live[e.from] {
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

// share is what an edge costs if its operator costs so much.
func (g *graph) share(cost int64, part int32) int64 {
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

// distances are those from all live nodes to a target of each set, if operators
// cost so much; 0 for other nodes. They mean nothing if ctx is done.
func (g *graph) distances(ctx context.Context, costs []int64) [][]int64 {
	out := make([][]int64, len(g.targets))
	for i, targets := range g.targets {
		out[i] = g.distancesTo(ctx, targets, costs)
	}
	return out
}

func (g *graph) distancesTo(ctx context.Context, targets []int32, costs []int64) []int64 {
	distance := make([]int64, g.nodes)
	for v := range distance {
		distance[v] = infinite
	}
	var q queue
	for _, v := range targets {
		distance[v] = 0
		q.push(entry{0, v})
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
			if e.part != free {
				d += g.share(costs[e.operator], e.part)
			}
			if d < distance[e.from] {
				distance[e.from] = d
				q.push(entry{d, e.from})
			}
		}
	}
	for v, live := range g.live {
		if !live {
			distance[v] = 0
		}
	}
	return distance
}

// take subtracts from costs what the distances need of each operator: the most
// that it can shorten them by.
func (g *graph) take(distances [][]int64, costs []int64) {
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

// informative says whether some distance is neither 0 nor, unless deaths count,
// infinite.
func informative(distance []int64, deaths bool) bool {
	for _, d := range distance {
		if d != 0 && (d != infinite || deaths) {
			return true
		}
	}
	return false
}

// trimmed are the distances to the first set of targets for each entry; nil for
// those that say nothing that others don't.
func trimmed(distances [][][]int64) [][]int64 {
	out := make([][]int64, len(distances))
	for k, d := range distances {
		// What is infinite for one entry is so for all.
		if informative(d[0], k == 0) {
			out[k] = d[0]
		}
	}
	return out
}

// anything says whether tables are left.
func anything(tables [][]int64) bool {
	for _, t := range tables {
		if t != nil {
			return true
		}
	}
	return false
}

// reached says which nodes can be reached from some.
func (g *graph) reached(from []int32) []bool {
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

// queue is a heap of nodes, the nearest first.
type queue []entry

type entry struct {
	distance int64
	node     int32
}

func (q *queue) push(e entry) {
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

func (q *queue) pop() entry {
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
