package tour

import (
	"context"

	"nazo/engine"
	"nazo/graph"
)

// exclusive is the rule of the paths, of any length, in which no two edges
// exclude each other, as the moves of a path that must not cross itself do.
type exclusive struct {
	w        *walker
	excludes [][]int32 // for each edge those that can't go with it
	blocked  []int32   // for each edge how many on the line exclude it
	returns  int64     // lines that an edge which is not excluded leads back to the start
}

// PathTree counts the backtrack tree of the paths that begin at a vertex and in
// which no two edges exclude each other: edges[e] are those that can't go
// with edge e. Paths counts those of one edge and more, returns how many of
// them could go back to the start over such an edge; going back and forth over
// one edge is counted as well (Knuth 1975 counts paths and returns as nodes).
// It ends early with the context.
func PathTree(ctx context.Context, g *graph.Graph, excludes [][]int32, start int32) (paths, returns int64) {
	w, rule := newExclusive(g, excludes)
	release := context.AfterFunc(ctx, func() { w.stop.Store(true) })
	defer release()
	w.from(start)
	return w.work.Choices, rule.returns
}

// EstimatePathTree estimates the number of paths that PathTree counts, summed
// over the starts.
func EstimatePathTree(ctx context.Context, g *graph.Graph, excludes [][]int32, starts []int32, probes int, seed int64) engine.Estimate {
	w, _ := newExclusive(g, excludes)
	return w.estimate(ctx, starts, engine.EstimateOptions{Probes: probes, Seed: seed})
}

func newExclusive(g *graph.Graph, excludes [][]int32) (*walker, *exclusive) {
	w := newBareWalker(&run{p: Problem{Graph: g, Start: -1, End: -1}, order: int32(g.Order()), yield: func([]int32) bool { return true }})
	rule := &exclusive{w: w, excludes: excludes, blocked: make([]int32, len(g.Edges))}
	w.rule, w.thorough = rule, true
	return w, rule
}

// last is the last edge of the line.
func (r *exclusive) last() int32 {
	line := r.w.line
	return r.edge(line[len(line)-2], line[len(line)-1])
}

// edge is the edge from u to v, or -1.
func (r *exclusive) edge(u, v int32) int32 {
	for _, h := range r.w.p.Graph.Out[u] {
		if h.To == v {
			return h.Edge
		}
	}
	return -1
}

func (r *exclusive) enter(v int32) {
	if len(r.w.line) == 1 {
		return
	}
	for _, e := range r.excludes[r.last()] {
		r.blocked[e]++
	}
	if e := r.edge(v, r.w.line[0]); e >= 0 && r.blocked[e] == 0 {
		r.returns++
	}
}

func (r *exclusive) leave(int32) {
	if len(r.w.line) == 1 {
		return
	}
	for _, e := range r.excludes[r.last()] {
		r.blocked[e]--
	}
}

func (r *exclusive) options(v int32, list []int32) []int32 {
	for _, h := range r.w.p.Graph.Out[v] {
		if !r.w.visited[h.To] && r.blocked[h.Edge] == 0 {
			list = append(list, h.To)
		}
	}
	return list
}
