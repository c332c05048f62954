package sat

import (
	"maps"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// componentSizer is a ComponentSizes constraint. Both ends of an edge that joins have one size. Clauses bound
// small connected sets: a set whose edges join is not too large for its size, and a set that no edge leaves
// is not too small. Cuts do the same for larger sets.
type componentSizer struct {
	g        *alg.Graph
	next     [][]alg.Half // neighbours, in whatever direction
	vertices []Lit
	joined   []Lit // for each edge, the edge and both its ends are on
	sizes    []*integer
	counts   []int64 // for each vertex 1 if it is counted, else 0
	under    []Lit
}

// largestListed is the size of sets that have clauses, mostListed the number of such sets for each vertex.
const (
	largestListed = 4
	mostListed    = 40
)

func (e *encoder) componentSizes(b model.ComponentSizes, under []Lit) {
	p := &componentSizer{g: b.Graph, next: b.Graph.Neighbours(), under: under, sizes: make([]*integer, b.Graph.Order())}
	p.vertices = e.literals(b.Vertices, both)
	if b.Vertices == nil {
		p.vertices = slices.Repeat([]Lit{litTrue}, len(p.sizes))
	}
	edges := e.literals(b.Edges, both)
	for i, edge := range b.Graph.Edges {
		on := litTrue
		if edges != nil && b.Edges != nil {
			on = edges[i]
		}
		p.joined = append(p.joined, e.and(on, p.vertices[edge.U], p.vertices[edge.V]))
	}
	for v, x := range b.Sizes {
		p.sizes[v] = e.withOrder(e.integer(x), int64(len(p.sizes)), under)
		p.counts = append(p.counts, 0)
		if b.Counts(int32(v)) {
			p.counts[v] = 1
			e.clauses(under, []Lit{-p.vertices[v], e.atLeast(p.sizes[v], 1)})
		}
		e.clauses(under, []Lit{p.vertices[v], -e.atLeast(p.sizes[v], 1)})
		e.within(p.sizes[v], 0, int64(len(p.sizes)), under)
	}
	for i, edge := range p.g.Edges {
		if e.known(p.joined[i]) >= 0 {
			e.equate(p.sizes[edge.U], p.sizes[edge.V], with(under, -p.joined[i]))
		}
	}
	p.small(e)
	e.lazy = append(e.lazy, lazy{p, under})
}

// withOrder returns x in order encoding. If x has no list of values, it returns another integer, equal up to most.
func (e *encoder) withOrder(x *integer, most int64, under []Lit) *integer {
	if x.values == nil {
		y := newListed(slices.Collect(model.Range(0, most).Each))
		e.order(y)
		e.equate(y, x, under)
		return y
	}
	e.order(x)
	return x
}

// small adds the clauses of small sets of connected vertices.
func (p *componentSizer) small(e *encoder) {
	in := make([]bool, len(p.vertices))
	left := mostListed * len(p.vertices)
	var set []int32
	// grow adds the set and its supersets. It extends the set by neighbours that were not passed over
	// (Redelmeier, "Counting polyominoes: yet another attack", 1981).
	var grow func(open []int32, passed map[int32]bool)
	grow = func(open []int32, passed map[int32]bool) {
		p.clausesOf(e, set)
		if left--; len(set) == largestListed {
			return
		}
		passed = maps.Clone(passed)
		for i, v := range open {
			if left <= 0 {
				return
			}
			set, in[v] = append(set, v), true
			passed[v] = true
			further := slices.Clone(open[i+1:])
			for _, h := range p.next[v] {
				if !in[h.To] && !passed[h.To] && h.To > set[0] && !slices.Contains(further, h.To) {
					further = append(further, h.To)
				}
			}
			grow(further, passed)
			set, in[v] = set[:len(set)-1], false
		}
	}
	for v := range int32(len(p.vertices)) {
		if e.known(p.vertices[v]) < 0 {
			continue
		}
		set, in[v] = append(set[:0], v), true
		var open []int32
		for _, h := range p.next[v] {
			if h.To > v && !slices.Contains(open, h.To) {
				open = append(open, h.To)
			}
		}
		grow(open, map[int32]bool{})
		in[v] = false
	}
}

// clausesOf adds that a connected set is not part of a smaller component, and not the whole of a larger one.
func (p *componentSizer) clausesOf(e *encoder, set []int32) {
	n := p.count(set)
	e.clauses(p.under, append(p.border(set), -p.vertices[set[0]], -e.atLeast(p.sizes[set[0]], n+1)))
	if n > 1 {
		e.clauses(p.under, append(negations(pick(p.joined, p.tree(set, func(int32) bool { return true }))), e.atLeast(p.sizes[set[0]], n)))
	}
}

// count returns how many vertices of a set are counted.
func (p *componentSizer) count(set []int32) (n int64) {
	for _, v := range set {
		n += p.counts[v]
	}
	return n
}

// border returns the literals that join a vertex of a set to another.
func (p *componentSizer) border(set []int32) (out []Lit) {
	for _, v := range set {
		for _, h := range p.next[v] {
			if !slices.Contains(set, h.To) {
				out = append(out, p.joined[h.Edge])
			}
		}
	}
	return out
}

// tree returns edges that connect a set, from its first vertex on.
func (p *componentSizer) tree(set []int32, on func(edge int32) bool) (edges []int32) {
	reached := []int32{set[0]}
	for i := 0; i < len(reached); i++ {
		for _, h := range p.next[reached[i]] {
			if on(h.Edge) && slices.Contains(set, h.To) && !slices.Contains(reached, h.To) {
				reached = append(reached, h.To)
				edges = append(edges, h.Edge)
			}
		}
	}
	return edges
}

func (p *componentSizer) mentioned() []Lit {
	out := slices.Concat(p.vertices, p.joined)
	for _, x := range p.sizes {
		out = append(out, x.ge...)
	}
	return out
}

func (p *componentSizer) cut(e *encoder, value func(Lit) bool) int {
	_, sets := components(p.g, p.vertices, p.joined, value)
	cuts := 0
	for _, set := range sets {
		if i := slices.IndexFunc(set, func(v int32) bool { return p.sizes[v].isConstant() }); i > 0 {
			set[0], set[i] = set[i], set[0]
		}
		size := p.sizes[set[0]].valueIn(value)
		switch n := p.count(set); {
		case size > n:
			e.clauses(p.under, append(p.border(set), -p.vertices[set[0]], -e.atLeast(p.sizes[set[0]], n+1)))
			cuts++
		case size < n:
			p.tooLarge(e, set, size, value)
			cuts++
		}
	}
	return cuts
}

// tooLarge excludes the combination of a size and a larger part of the set, the vertices nearest to the first.
func (p *componentSizer) tooLarge(e *encoder, set []int32, size int64, value func(Lit) bool) {
	edges := p.tree(set, func(edge int32) bool { return value(p.joined[edge]) })
	reached := map[int32]bool{set[0]: true}
	n, used := p.counts[set[0]], 0
	for ; n <= size; used++ {
		further := p.g.Edges[edges[used]].V
		if reached[further] {
			further = p.g.Edges[edges[used]].U
		}
		reached[further] = true
		n += p.counts[further]
	}
	e.clauses(p.under, append(negations(pick(p.joined, edges[:used])), e.atLeast(p.sizes[set[0]], size+1)))
}
