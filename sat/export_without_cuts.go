package sat

import (
	"fmt"
	"math/bits"
	"slices"

	"nazo/internal/alg"
)

// Exports express without cuts what the engine enforces with them. Connectivity becomes a forest: each vertex is
// a root or has a parent with a lower level. Levels are binary numbers below the number of vertices, so
// every forest has some. Nothing is lost, but a solution may have several forests. (Miller, Tucker and
// Zemlin 1960 exclude subtours by such numbers.) Solvers learn little from levels. Cuts are much better.

// forestLevels are the levels of the vertices of a graph.
type forestLevels struct {
	e     *encoder
	g     *alg.Graph
	level []*integer
}

func (e *encoder) levels(g *alg.Graph) forestLevels {
	f := forestLevels{e, g, make([]*integer, g.Order())}
	for v := range f.level {
		f.level[v] = &integer{hi: int64(g.Order() - 1)}
		if g.Order() == 1 {
			f.level[v] = newListed([]int64{0})
		}
	}
	return f
}

// parent returns a literal that implies that u is the parent of v, at a lower level.
func (f forestLevels) parent(u, v int32) Lit {
	p := f.e.newVar()
	f.e.less(f.level[u], f.level[v], p)
	return p
}

// less adds the constraint that a < b where l is true.
func (e *encoder) less(a, b *integer, l Lit) {
	if e.keepSums {
		e.atMost(difference(a, b), -1, []Lit{-l})
		return
	}
	x, y := e.bits(a), e.bits(b)
	for k := len(x) - 1; k >= 0; k-- {
		lower := litFalse // x < y in the bits below k
		if k > 0 {
			lower = e.newVar()
		}
		e.clause(-l, -x[k], y[k])
		e.clause(-l, y[k], lower)
		e.clause(-l, -x[k], lower)
		l = lower
	}
}

// rooted adds the constraint that each vertex that is on is a root, or has its parent next to it by an edge that
// is on. If edges is nil, all edges are on.
func (e *encoder) rooted(g *alg.Graph, vertices, edges, roots, under []Lit) {
	f := e.levels(g)
	near := g.Neighbours()
	for v := range vertices {
		if e.known(vertices[v]) < 0 || e.known(roots[v]) > 0 {
			continue
		}
		parents := []Lit{roots[v]}
		for _, h := range near[v] {
			if e.known(vertices[h.To]) < 0 || edges != nil && e.known(edges[h.Edge]) < 0 {
				continue
			}
			p := f.parent(h.To, int32(v))
			e.clause(-p, vertices[h.To])
			if edges != nil {
				e.clause(-p, edges[h.Edge])
			}
			parents = append(parents, p)
		}
		e.clauses(with(under, -vertices[v]), parents)
	}
}

// oneRoot returns a literal for each vertex. At most one is true: that of a vertex known to be on, if there is one.
func (e *encoder) oneRoot(vertices []Lit) []Lit {
	roots := slices.Repeat([]Lit{litFalse}, len(vertices))
	for v, l := range vertices {
		if e.known(l) > 0 {
			roots[v] = litTrue
			return roots
		}
	}
	roots = e.newVars(len(vertices))
	e.atMostOne(roots, nil)
	return roots
}

func (w *routeCuts) complete(e *encoder) {
	e.rooted(w.Graph, w.vertices, w.edges, e.oneRoot(w.vertices), w.under)
}

func (c *connectivity) complete(e *encoder) {
	e.rooted(c.g, c.vertices, c.links, e.oneRoot(c.vertices), c.under)
}

func (l *linkCuts) complete(e *encoder) {
	labelled := alg.Map(l.Labels, func(label int32) Lit { return constant(label >= 0) })
	e.rooted(l.Graph, l.vertices, l.edges, labelled, l.under)
}

// complete makes the edges a forest: one end of each is the parent of the other, and no vertex has two parents.
func (f *forest) complete(e *encoder) {
	levels := e.levels(f.g)
	above := make([][]Lit, f.g.Order())
	for i, edge := range f.g.Edges {
		if e.known(f.edges[i]) < 0 {
			continue
		}
		p, q := levels.parent(edge.U, edge.V), levels.parent(edge.V, edge.U)
		e.clauses(f.under, []Lit{-f.edges[i], p, q})
		above[edge.V], above[edge.U] = append(above[edge.V], p), append(above[edge.U], q)
	}
	for _, parents := range above {
		e.atMostOne(parents, f.under)
	}
}

// complete gives each part one root, and all its vertices the root's number. It counts vertices from the leaves
// of the root's tree.
func (p *componentSizer) complete(e *encoder) {
	n := p.g.Order()
	roots, number := e.newVars(n), make([][]Lit, n)
	for v := range number {
		number[v] = e.newVars(bits.Len(uint(n - 1)))
		for _, bit := range matching(number[v], int64(v)) {
			e.clauses(p.under, []Lit{-roots[v], bit})
		}
		e.clauses(p.under, []Lit{-roots[v], p.vertices[v]})
	}
	levels := e.levels(p.g)
	count, behind := make([]*integer, n), make([]linear, n)
	for v := range count {
		count[v] = newRange(1, int64(n))
	}
	parents := make([][]Lit, n)
	for i, edge := range p.g.Edges {
		for k, bit := range number[edge.U] {
			e.clauses(p.under, []Lit{-p.joined[i], -bit, number[edge.V][k]})
			e.clauses(p.under, []Lit{-p.joined[i], bit, -number[edge.V][k]})
		}
		for _, ends := range [2][2]int32{{edge.U, edge.V}, {edge.V, edge.U}} {
			up, down := ends[0], ends[1]
			l := levels.parent(up, down)
			e.clause(-l, p.joined[i])
			parents[down] = append(parents[down], l)
			behind[up].add(1, e.choice(l, count[down], newListed([]int64{0})))
		}
	}
	for v := range n {
		ways := append(parents[v], roots[v])
		e.clauses(with(p.under, -p.vertices[v]), ways)
		e.atMostOne(ways, p.under)
		sum := behind[v].negated()
		sum.add(1, count[v])
		e.exactly(sum, 1, p.under)
		e.equate(p.sizes[v], count[v], with(p.under, -roots[v]))
	}
}

const (
	// fewSubtours bounds the vertices for which subtour constraints are preferred to levels, maxSubtours
	// those for which they are allowed.
	fewSubtours = 13
	maxSubtours = 20
	// maxSubtourTerms bounds their total size.
	maxSubtourTerms = 20_000_000
)

// spans reports whether an undirected route always has all vertices.
func (w *routeCuts) spans(e *encoder) bool {
	_, sure := e.undecided(w.vertices)
	return sure == len(w.vertices) && !w.Graph.Directed && len(w.under) == 0
}

// countEdges fixes the number of edges that are on.
func (w *routeCuts) countEdges(e *encoder) {
	n := len(w.vertices)
	if !w.Closed {
		n--
	}
	e.exactlyOf(w.edges, n, w.under)
}

// inner returns the first and the number of the vertices of possible subtours: all vertices of a path, but all
// except one of a cycle, since one of two subtours misses that vertex.
func (w *routeCuts) inner() (first, count int) {
	if w.Closed {
		first = 1
	}
	return first, len(w.vertices) - first
}

// everySubtour adds, for every set of three or more of the inner vertices, that it has fewer edges than vertices.
// Sets whose edges can't close a cycle are left out.
func (w *routeCuts) everySubtour(e *encoder) error {
	first, count := w.inner()
	if count > maxSubtours {
		return fmt.Errorf("%w: subtour constraints for 2^%d sets of vertices", ErrTooLarge, count)
	}
	terms := 0
	for set := range 1 << count {
		e.tick()
		size := bits.OnesCount(uint(set))
		if size < 3 || size == len(w.vertices) {
			continue
		}
		var within []Lit
		for i, edge := range w.Graph.Edges {
			u, v := int(edge.U)-first, int(edge.V)-first
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
