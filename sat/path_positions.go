package sat

import (
	"slices"

	"nazo/internal/alg"
)

// This file adds up positions along a path. They have a literal for each value. Their bits follow from these,
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
