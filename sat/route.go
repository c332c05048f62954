package sat

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// routeCuts is a Route constraint. Degrees are clauses. Cuts ensure that the route is one piece.
type routeCuts struct {
	model.Route
	edges, vertices, under []Lit
	// first and last tell which vertices are the ends of an open path. In an undirected graph they are
	// the same list, with two true literals.
	first, last []Lit
	single      Lit // the open path of an undirected graph is one vertex
}

func (e *encoder) route(b model.Route, under []Lit) {
	w := &routeCuts{Route: b, edges: e.literals(b.Edges, both), vertices: e.literals(b.Vertices, both), under: under, single: litFalse}
	if w.unbalanced(e) {
		e.clause(under...)
		return
	}
	for i, edge := range b.Graph.Edges {
		e.clauses(under, []Lit{-w.edges[i], w.vertices[edge.U]})
		e.clauses(under, []Lit{-w.edges[i], w.vertices[edge.V]})
	}
	e.clauses(under, w.vertices)
	switch {
	case b.Graph.Directed:
		w.directed(e)
	case b.Closed:
		for v := range w.vertices {
			at := w.incident(b.Graph.Out[v])
			e.degree(at, 2, w.vertices[v], under)
		}
		e.faces(b.Graph, w.edges, under)
	default:
		w.openPath(e)
	}
	if b.Positions != nil {
		w.number(e)
	}
	e.lazy = append(e.lazy, lazy{w, under})
}

func (w *routeCuts) incident(halves []alg.Half) []Lit {
	return alg.Map(halves, func(h alg.Half) Lit { return w.edges[h.Edge] })
}

// degree adds the constraint that at most d of the edges at a vertex are on, and exactly d if the vertex is on.
func (e *encoder) degree(at []Lit, d int, on Lit, under []Lit) {
	e.atMostOf(at, d, under)
	e.atMostOf(negations(at), len(at)-d, with(under, -on))
}

// openPath gives an undirected path two ends. An end counts as one more edge, as if all ends were joined to an
// additional vertex.
func (w *routeCuts) openPath(e *encoder) {
	if _, sure := e.undecided(w.vertices); sure < 2 {
		w.single = e.newVar()
		alone := with(w.under, -w.single)
		e.atMostOne(w.vertices, alone)
		for _, l := range w.edges {
			e.clauses(alone, []Lit{-l})
		}
	}
	w.first = e.newVars(len(w.vertices))
	w.last = w.first
	for v, on := range w.vertices {
		e.clauses(w.under, []Lit{-w.first[v], on})
		at := append(w.incident(w.Graph.Out[v]), w.first[v])
		e.atMostOf(at, 2, w.under)
		e.atMostOf(negations(at), len(at)-2, with(w.under, -on, w.single))
	}
	e.exactlyOf(w.first, 2, with(w.under, w.single))
}

// directed gives each vertex one arc in and one out, except for the ends.
func (w *routeCuts) directed(e *encoder) {
	g := w.Graph
	if !w.Closed {
		w.first, w.last = e.newVars(g.Order()), e.newVars(g.Order())
		for _, ends := range [2][]Lit{w.first, w.last} {
			e.clauses(w.under, ends)
			e.atMostOne(ends, w.under)
		}
	}
	for v, on := range w.vertices {
		out, in := w.incident(g.Out[v]), w.incident(g.In[v])
		if !w.Closed {
			e.clauses(w.under, []Lit{-w.first[v], on})
			e.clauses(w.under, []Lit{-w.last[v], on})
			out, in = append(out, w.last[v]), append(in, w.first[v])
		}
		e.degree(out, 1, on, w.under)
		e.degree(in, 1, on, w.under)
	}
	if _, sure := e.undecided(w.vertices); w.Closed && sure < 3 {
		return
	}
	for i, a := range g.Edges { // a path never turns back at once
		for _, h := range g.Out[a.V] {
			if h.To == a.U && int(h.Edge) > i {
				e.clauses(w.under, []Lit{-w.edges[i], -w.edges[h.Edge]})
			}
		}
	}
}

// unbalanced reports whether all vertices are on but no route can have them all, because they have two colours
// that alternate along it.
func (w *routeCuts) unbalanced(e *encoder) bool {
	if _, sure := e.undecided(w.vertices); sure < len(w.vertices) {
		return false
	}
	colour := w.Graph.TwoColouring()
	if colour == nil {
		return false
	}
	difference := 0
	for _, c := range colour {
		difference += int(c)
	}
	if w.Closed {
		return difference != 0
	}
	return difference > 1 || difference < -1
}

func (w *routeCuts) mentioned() []Lit {
	return slices.Concat([]Lit{w.single}, w.vertices, w.edges, w.first, w.last)
}

func (w *routeCuts) cut(e *encoder, value func(Lit) bool) int {
	of, lists := components(w.Graph, w.vertices, w.edges, value)
	if len(lists) <= 1 {
		return 0
	}
	before := len(e.ends) + len(e.sums) + len(e.fresh)
	for c, list := range lists {
		if c == 1 && len(lists) == 2 && !w.Graph.Directed && w.Closed {
			break // the edges that leave one enter the other
		}
		w.separate(e, value, of, lists, c, list)
	}
	return max(len(e.ends)+len(e.sums)+len(e.fresh)-before, 1)
}

// maxPairs bounds the components for which every pair gets a cut.
const maxPairs = 12

// separate adds the cuts of one component.
func (w *routeCuts) separate(e *encoder, value func(Lit) bool, of []int32, lists [][]int32, c int, list []int32) {
	outEdges, inEdges := leaving(w.Graph, of, list)
	out, in := pick(w.edges, outEdges), pick(w.edges, inEdges)
	on := e.anchor(w.vertices, list)
	if !w.Closed {
		w.separateOpen(e, list, on, out, in)
	}
	crossing := out
	if w.Graph.Directed && !w.Closed {
		crossing = slices.Concat(out, in)
	}
	for d, other := range lists {
		if d == c {
			continue
		}
		there := e.anchor(w.vertices, other)
		if there != litTrue && len(lists) > maxPairs && d != (c+1)%len(lists) {
			continue
		}
		e.clauseUnless(w.under, on, there, crossing)
		if w.Closed && w.Graph.Directed {
			e.clauseUnless(w.under, on, there, in)
		}
		if there == litTrue {
			return
		}
	}
}

// separateOpen adds the constraint that a path through a component leaves it or ends in it, at both sides.
func (w *routeCuts) separateOpen(e *encoder, list []int32, on Lit, out, in []Lit) {
	firsts, lasts := pick(w.first, list), pick(w.last, list)
	if w.Graph.Directed {
		e.clauseUnless(w.under, on, litTrue, slices.Concat(out, lasts))
		e.clauseUnless(w.under, on, litTrue, slices.Concat(in, firsts))
		return
	}
	e.clauseUnless(with(w.under, w.single), on, litTrue, slices.Concat(out, firsts))
}

// faces gives each face of a planar lattice a variable for its side of the loop. An edge is on the loop if its
// two sides differ. So the solver knows at once that a loop has an inside.
//
// The faces are found in any graph. If the cycles of three and four edges are a basis of all cycles, and no
// edge is in more than two of them, the graph is planar and these are its inner faces (Mac Lane 1937).
func (e *encoder) faces(g *alg.Graph, edges, under []Lit) {
	cycles := shortCycles(g)
	of := make([][]int, len(g.Edges)) // for each edge the faces that it borders
	for f, cycle := range cycles {
		for _, i := range cycle {
			of[i] = append(of[i], f)
			if len(of[i]) > 2 {
				return
			}
		}
	}
	_, pieces := components(g, nil, nil, nil)
	if len(cycles) != len(g.Edges)-g.Order()+len(pieces) || !reachOutside(cycles, of) {
		return
	}
	inside := e.newVars(len(cycles))
	for i, fs := range of {
		sides := [2]Lit{litFalse, litFalse}
		for k, f := range fs {
			sides[k] = inside[f]
		}
		a, b, on := sides[0], sides[1], edges[i]
		e.clauses(under, []Lit{-on, a, b})
		e.clauses(under, []Lit{-on, -a, -b})
		e.clauses(under, []Lit{on, -a, b})
		e.clauses(under, []Lit{on, a, -b})
	}
}

// reachOutside reports whether every face has a way from face to face to an edge that borders one face only.
// Then no sum of faces is empty.
func reachOutside(cycles [][]int32, of [][]int) bool {
	reached := make([]bool, len(cycles))
	var queue []int
	visit := func(f int) {
		if !reached[f] {
			reached[f] = true
			queue = append(queue, f)
		}
	}
	for _, fs := range of {
		if len(fs) == 1 {
			visit(fs[0])
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, edge := range cycles[queue[i]] {
			for _, f := range of[edge] {
				visit(f)
			}
		}
	}
	return len(queue) == len(cycles)
}

// shortCycles lists the cycles of three and four edges of an undirected graph. It returns an incomplete list if
// there are many more than edges.
func shortCycles(g *alg.Graph) (cycles [][]int32) {
	for u := range int32(g.Order()) {
		for _, uv := range g.Out[u] {
			for _, vw := range g.Out[uv.To] {
				if uv.To < u || vw.To <= u { // u is the least vertex of its cycle
					continue
				}
				for _, wx := range g.Out[vw.To] {
					switch {
					case len(cycles) > len(g.Edges):
						return cycles
					case wx.To == u && uv.To < vw.To:
						cycles = append(cycles, []int32{uv.Edge, vw.Edge, wx.Edge})
					case wx.To > uv.To && wx.To != u:
						if back := edgeBetween(g, wx.To, u); back >= 0 {
							cycles = append(cycles, []int32{uv.Edge, vw.Edge, wx.Edge, back})
						}
					}
				}
			}
		}
	}
	return cycles
}

// edgeBetween returns the edge that joins two vertices, or -1.
func edgeBetween(g *alg.Graph, u, v int32) int32 {
	for _, h := range g.Out[u] {
		if h.To == v {
			return h.Edge
		}
	}
	return -1
}

// Positions along a path are added up below. They have a literal for each value. Their bits follow from these,
// and adders from the bits. Other sums use order literals, which positions do not have.

// ofPositions reports whether the integers are positions along paths.
func (e *encoder) ofPositions(s linear) bool {
	return !slices.ContainsFunc(s.terms, func(t term) bool { return !e.positions[t.x] })
}

// addUp adds binary numbers and requires the total. It hints that the two halves of the terms have equal sums. Magic
// figures whose lines have equal sums often have solutions with equal halves, and these are found first.
func (e *encoder) addUp(s linear, total int64, under []Lit) {
	middle := len(s.terms) / 2
	var halves [2]linear
	halves[0].terms, halves[1].terms = s.terms[:middle], s.terms[middle:]
	whole := weighted{constant: s.constant}
	for i := range halves {
		part := e.inBits(halves[i])
		whole.constant += part.constant
		sum := e.adders(part)
		for k, l := range sum {
			whole.add(l, 1<<k)
		}
		if rest := total - s.constant; rest%2 == 0 && len(s.terms)%2 == 0 && len(under) == 0 {
			e.hintEqual(sum, rest/2-part.constant)
			for _, t := range halves[i].terms {
				e.half[t.x] = append(e.half[t.x], i == 1)
			}
		}
	}
	_, _, most := whole.flat()
	d := total - whole.constant
	if d < 0 || d > most {
		e.clause(under...)
		return
	}
	e.isNumber(e.adders(whole), d, under)
}

// isNumber adds the constraint that the bits are those of a number, or one of under is true.
func (e *encoder) isNumber(bits []Lit, number int64, under []Lit) {
	for _, b := range matching(bits, number) {
		e.clauses(under, []Lit{b})
	}
}

// hintEqual hints that the bits are those of a number.
func (e *encoder) hintEqual(bits []Lit, number int64) {
	if number < 0 || number>>len(bits) > 0 {
		return
	}
	e.hints = append(e.hints, alg.Map(matching(bits, number), func(b Lit) []Lit { return []Lit{b} })...)
}

// inBits writes a sum as weights of bits.
func (e *encoder) inBits(s linear) weighted {
	out := weighted{constant: s.constant}
	for _, t := range s.terms {
		out.constant += t.coef * t.x.lo
		for k, l := range e.bits(t.x) {
			out.add(l, t.coef<<k)
		}
	}
	return out
}

// hintBlocks hints that a numbered path goes in short runs, each within a block. The vertices of a block are in
// the same halves of their sums. A run is about as long as a block is wide.
func (e *encoder) hintBlocks() {
	for _, c := range e.lazy {
		w, isRoute := c.cutter.(*routeCuts)
		if !isRoute || w.Positions == nil || len(w.under) > 0 {
			continue
		}
		xs := e.integers(w.Positions)
		block, sizes := e.blocks(xs)
		if len(sizes) < 2 || len(sizes)*sizes[0] != len(xs) || slices.Min(sizes) != slices.Max(sizes) {
			continue
		}
		run := int64(1)
		for r := int64(1); r*r <= int64(sizes[0]); r++ {
			if int64(sizes[0])%r == 0 {
				run = r
			}
		}
		for i, edge := range w.Graph.Edges {
			if block[edge.U] == block[edge.V] {
				continue
			}
			for _, p := range xs[edge.U].values {
				if p%run == 0 {
					continue
				}
				e.hints = append(e.hints, []Lit{-w.edges[i], -e.equals(xs[edge.U], p)})
			}
		}
	}
}

// blocks returns the block of each vertex, and the number of vertices in each block.
func (e *encoder) blocks(xs []*integer) (block []int, sizes []int) {
	var kinds [][]bool
	block = make([]int, len(xs))
	for v, x := range xs {
		block[v] = slices.IndexFunc(kinds, func(k []bool) bool { return slices.Equal(k, e.half[x]) })
		if block[v] < 0 {
			block[v] = len(kinds)
			kinds, sizes = append(kinds, e.half[x]), append(sizes, 0)
		}
		sizes[block[v]]++
	}
	return block, sizes
}

// number adds the positions along an open path. Vertices that are off have 0. The others have distinct numbers from 1
// on, which differ by one along each edge. So they rise all the way along the path, or fall all the way.
func (w *routeCuts) number(e *encoder) {
	xs := e.integers(w.Positions)
	n := int64(len(xs))
	_, sure := e.undecided(w.vertices)
	for v, x := range xs {
		on := w.vertices[v]
		e.clauses(w.under, []Lit{on, e.equals(x, 0)})
		e.clauses(w.under, []Lit{-on, -e.equals(x, 0)})
		e.within(x, 0, n, w.under)
	}
	for p := int64(1); p <= n; p++ {
		takes := alg.Map(xs, func(x *integer) Lit { return e.equals(x, p) })
		e.atMostOne(e.notFalse(takes), w.under)
		if p <= max(int64(sure), 1) {
			e.clauses(w.under, takes)
		}
	}
	for _, x := range xs {
		e.positions[x] = x.complete
	}
	w.alternate(e, xs)
	for i, edge := range w.Graph.Edges {
		w.follow(e, i, xs[edge.U], xs[edge.V], n)
	}
	for v, x := range xs {
		w.neighbouring(e, x, w.Graph.In[v], xs, 2, n, -1)
		w.neighbouring(e, x, w.Graph.Out[v], xs, 1, int64(sure)-1, 1)
	}
}

// follow relates the numbers at the two ends of an edge.
func (w *routeCuts) follow(e *encoder, edge int, u, v *integer, n int64) {
	off := -w.edges[edge]
	for p := int64(1); p <= n; p++ {
		if w.Graph.Directed {
			e.clauses(w.under, []Lit{off, -e.equals(u, p), e.equals(v, p+1)})
			e.clauses(w.under, []Lit{off, -e.equals(v, p), e.equals(u, p-1)})
			continue
		}
		for _, side := range [2][2]*integer{{u, v}, {v, u}} {
			lower := litFalse
			if p > 1 {
				lower = e.equals(side[1], p-1)
			}
			e.clauses(w.under, []Lit{off, -e.equals(side[0], p), lower, e.equals(side[1], p+1)})
		}
	}
}

// neighbouring adds that a vertex with a number from first to last has a neighbour with the number before (step
// -1) or after (step 1) it.
func (w *routeCuts) neighbouring(e *encoder, x *integer, halves []alg.Half, xs []*integer, first, last, step int64) {
	for p := first; p <= last; p++ {
		at := e.equals(x, p)
		if e.known(at) < 0 {
			continue
		}
		e.clauses(with(w.under, -at), alg.Map(halves, func(h alg.Half) Lit { return e.equals(xs[h.To], p+step) }))
	}
}

// alternate adds that in a two-coloured graph the positions of one colour are odd and those of the other even.
// Each piece of the graph has a variable that chooses.
func (w *routeCuts) alternate(e *encoder, xs []*integer) {
	colour := w.Graph.TwoColouring()
	if colour == nil {
		return
	}
	piece, lists := components(w.Graph, nil, nil, nil)
	odd := e.newVars(len(lists)) // positions of the first colour are odd
	for v, x := range xs {
		isOdd := odd[piece[v]] * Lit(colour[v])
		for _, p := range x.values {
			switch {
			case p == 0:
			case p%2 == 0:
				e.clauses(w.under, []Lit{-isOdd, -e.equals(x, p)})
			default:
				e.clauses(w.under, []Lit{isOdd, -e.equals(x, p)})
			}
		}
	}
}
