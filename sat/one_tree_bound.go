package sat

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// roundTrip is a travelling salesman's objective: the sum of the costs of a route through all vertices of an undirected
// graph, and perhaps other terms. A path is closed by an additional vertex at no cost. Lower bounds are 1-trees with
// potentials (Held and Karp 1970, 1971): a spanning tree of all vertices but one, and two edges at that one. Every
// round trip is a 1-tree, and potentials raise the costs of all round trips equally.
type roundTrip struct {
	order int
	edges []alg.Edge
	lits  []Lit   // for each edge; litTrue for those to the vertex that closes a path
	cost  []int64 // for each edge, in units of 1/tripScale
	rest  int64   // a lower bound of the other terms
	// with and without are lower bounds of the objective if an edge is on, and if it is off.
	with, without []int64
}

const (
	// tripScale makes potentials finer than costs, in whole numbers.
	tripScale = 256
	// maxTripWork bounds the work on potentials, in edges sorted.
	maxTripWork = 20_000_000
	// maxTripEdges and maxTripCost bound the graphs and costs.
	maxTripEdges = 200_000
	maxTripCost  = 1 << 40
)

// unlimited is the cost of an impossible tree.
const unlimited = int64(1) << 60

// tripOf recognises a round trip in an objective. It returns nil for others.
func (e *encoder) tripOf(o model.Objective) *roundTrip {
	sum, isSum := e.m.Ints[o.X].(model.Linear)
	if !isSum {
		return nil
	}
	for _, c := range e.lazy {
		if w, isRoute := c.cutter.(*routeCuts); isRoute && w.spans(e) && len(w.Graph.Edges) < maxTripEdges {
			if t := e.tripAlong(w, sum, o.Maximize); t != nil {
				return t
			}
		}
	}
	return nil
}

// tripAlong makes a round trip of a route and a sum with its edges.
func (e *encoder) tripAlong(w *routeCuts, sum model.Linear, negate bool) *roundTrip {
	t := &roundTrip{order: w.Graph.Order(), edges: w.Graph.Edges, lits: w.edges, cost: make([]int64, len(w.edges)), rest: sum.Const}
	edgeOf := make(map[model.Bool]int, len(w.Edges))
	for i, b := range w.Edges {
		edgeOf[b] = i
	}
	if negate {
		t.rest = -t.rest
	}
	some := false
	for _, term := range sum.Terms {
		coef := term.Coef
		if negate {
			coef = -coef
		}
		if coef > maxTripCost || coef < -maxTripCost {
			return nil
		}
		if on, isBool := e.m.Ints[term.X].(model.ToInt); isBool {
			if i, isEdge := edgeOf[on.B]; isEdge {
				t.cost[i], some = coef*tripScale, true
				continue
			}
		}
		b := e.m.Bounds(term.X)
		t.rest += min(coef*b.Lo, coef*b.Hi)
	}
	if !some || t.order < 3 {
		return nil
	}
	if !w.Closed {
		t.close()
	}
	return t
}

// close makes a cycle of a path by an additional vertex.
func (t *roundTrip) close() {
	t.edges, t.lits, t.cost = slices.Clone(t.edges), slices.Clone(t.lits), slices.Clone(t.cost)
	for v := range t.order {
		t.edges = append(t.edges, alg.Edge{U: int32(v), V: int32(t.order)})
		t.lits, t.cost = append(t.lits, litTrue), append(t.cost, 0)
	}
	t.order++
}

// bound searches good potentials and returns a lower bound of the objective. known tells which edges are off.
func (t *roundTrip) bound(ctx context.Context, known func(Lit) int8) int64 {
	s := newOneTrees(t, known)
	best, potential := s.tree(0), slices.Clone(s.potential)
	if best >= unlimited {
		return t.rest + unlimited/tripScale
	}
	rounds := min(50+10*t.order, maxTripWork/len(t.edges))
	before := make([]int64, t.order) // degrees minus 2, one round earlier
	step := max(best/int64(2*t.order), tripScale)
	for i := range rounds {
		if ctx.Err() != nil {
			break
		}
		pace := step * int64(rounds-i) / int64(rounds)
		for v, d := range s.degree {
			excess := int64(d) - 2
			s.potential[v] += pace * (6*excess + 4*before[v]) / 10
			before[v] = excess
		}
		if l := s.tree(0); l > best {
			best, potential = l, slices.Clone(s.potential)
		}
	}
	s.potential = potential
	return t.exchange(s)
}

// exchange finds the cheapest 1-trees with each edge and without it. It tries as many special vertices as
// maxTripWork allows.
func (t *roundTrip) exchange(s *oneTrees) int64 {
	n := len(t.edges)
	t.with, t.without = slices.Repeat([]int64{-unlimited}, n), slices.Repeat([]int64{-unlimited}, n)
	best := int64(0)
	for special := range min(t.order, 1+maxTripWork/(n*t.order)) {
		total := s.tree(special)
		if special == 0 || total > best {
			best = total
		}
		for i, d := range s.changes(special) {
			if s.inTree[i] {
				t.without[i] = max(t.without[i], total+d)
			} else {
				t.with[i] = max(t.with[i], total+d)
			}
		}
	}
	whole := func(scaled int64) int64 { return t.rest - alg.FloorDiv(-scaled, tripScale) } // rounded up
	for i := range t.edges {
		t.with[i], t.without[i] = whole(max(t.with[i], best)), whole(max(t.without[i], best))
	}
	return whole(best)
}

// fixed returns unit clauses about edges that hold unless the objective exceeds a value.
func (t *roundTrip) fixed(most int64) (out [][]Lit) {
	for i, l := range t.lits {
		switch {
		case l == litTrue || t.with == nil:
		case t.with[i] > most:
			out = append(out, []Lit{-l})
		case t.without[i] > most:
			out = append(out, []Lit{l})
		}
	}
	return out
}

// oneTrees finds cheapest 1-trees under potentials.
type oneTrees struct {
	*roundTrip
	off       []bool // edges that must not be used
	potential []int64
	reduced   []int64 // cost of each edge with the potentials of its ends
	ranked    []int32 // edges, cheapest first
	inTree    []bool
	degree    []int
	join      alg.UnionFind
}

func newOneTrees(t *roundTrip, known func(Lit) int8) *oneTrees {
	n := len(t.edges)
	s := &oneTrees{roundTrip: t, off: make([]bool, n), potential: make([]int64, t.order), reduced: make([]int64, n),
		ranked: make([]int32, n), inTree: make([]bool, n), degree: make([]int, t.order), join: make(alg.UnionFind, t.order)}
	for i, l := range t.lits {
		s.off[i] = known(l) < 0
		s.ranked[i] = int32(i)
	}
	return s
}

// tree makes the cheapest 1-tree. It returns its cost minus that of the potentials, or unlimited if there is none.
func (s *oneTrees) tree(special int) int64 {
	total := int64(0)
	for v := range s.degree {
		s.degree[v], s.join[v] = 0, int32(v)
		total -= 2 * s.potential[v]
	}
	for i, edge := range s.edges {
		s.reduced[i] = s.cost[i] + s.potential[edge.U] + s.potential[edge.V]
		s.inTree[i] = false
	}
	slices.SortFunc(s.ranked, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.reduced[a], s.reduced[b]), cmp.Compare(a, b))
	})
	taken := 0
	for _, i := range s.ranked {
		u, v := s.edges[i].U, s.edges[i].V
		switch {
		case s.off[i]:
			continue
		case int(u) == special || int(v) == special:
			if s.degree[special] == 2 {
				continue
			}
		default:
			a, b := s.join.Find(u), s.join.Find(v)
			if a == b {
				continue
			}
			s.join[a] = b
		}
		s.inTree[i] = true
		s.degree[u]++
		s.degree[v]++
		total += s.reduced[i]
		taken++
	}
	if taken < len(s.degree) {
		return unlimited
	}
	return total
}

// changes returns how much dearer the 1-tree becomes with each edge, or without it if it is in the tree.
func (s *oneTrees) changes(special int) []int64 {
	out := make([]int64, len(s.edges))
	dearest, next := -unlimited, unlimited // of the two edges at the special vertex, and of their replacements
	near := make([][]alg.Half, len(s.degree))
	for i, edge := range s.edges {
		out[i] = unlimited
		switch {
		case s.off[i]:
		case int(edge.U) == special || int(edge.V) == special:
			if s.inTree[i] {
				dearest = max(dearest, s.reduced[i])
			} else {
				next = min(next, s.reduced[i])
			}
		case s.inTree[i]:
			near[edge.U] = append(near[edge.U], alg.Half{To: edge.V, Edge: int32(i)})
			near[edge.V] = append(near[edge.V], alg.Half{To: edge.U, Edge: int32(i)})
		}
	}
	up, depth := rootTree(near, (special+1)%len(near))
	for i, edge := range s.edges {
		switch {
		case s.off[i]:
		case int(edge.U) == special || int(edge.V) == special:
			if s.inTree[i] {
				out[i] = next - s.reduced[i]
			} else {
				out[i] = s.reduced[i] - dearest
			}
		case !s.inTree[i]:
			most := -unlimited // the cost of the dearest tree edge between the ends
			for u, v := edge.U, edge.V; u != v; {
				if depth[u] < depth[v] {
					u, v = v, u
				}
				h := up[u]
				most = max(most, s.reduced[h.Edge])
				out[h.Edge] = min(out[h.Edge], s.reduced[i]-s.reduced[h.Edge])
				u = h.To
			}
			out[i] = s.reduced[i] - most
		}
	}
	return out
}

// rootTree returns the edge of each vertex of a tree towards the root, and its depth from 1.
func rootTree(near [][]alg.Half, root int) (up []alg.Half, depth []int) {
	up, depth = make([]alg.Half, len(near)), make([]int, len(near))
	depth[root] = 1
	queue := []int32{int32(root)}
	for i := 0; i < len(queue); i++ {
		v := queue[i]
		for _, h := range near[v] {
			if depth[h.To] == 0 {
				depth[h.To], up[h.To] = depth[v]+1, alg.Half{To: v, Edge: h.Edge}
				queue = append(queue, h.To)
			}
		}
	}
	return up, depth
}
