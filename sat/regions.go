package sat

import (
	"math/bits"

	"nazo/graph"
	"nazo/model"
)

// partition is a Regions constraint: no cycle has all its edges on but one (Chopra and Rao, The partition problem,
// 1993). Clauses say so of cycles of three and four edges, cuts of longer ones.
type partition struct {
	g     *graph.Graph
	same  []Lit
	under []Lit
}

func (e *encoder) regions(b model.Regions, under []Lit) {
	p := &partition{b.Graph, e.literals(b.Same, both), under}
	for _, cycle := range shortCycles(p.g) {
		for i, off := range cycle {
			e.clauses(under, p.closing(append(append([]int32{}, cycle[:i]...), cycle[i+1:]...), off))
		}
	}
	e.lazy = append(e.lazy, p)
}

// closing is the clause that an edge is on if all edges of the way between its ends are.
func (p *partition) closing(way []int32, edge int32) []Lit {
	return append(negations(pick(p.same, way)), p.same[edge])
}

func (p *partition) mentioned() []Lit { return with(p.under, p.same...) }

// cut takes a shortest way for each edge that is off within a part.
func (p *partition) cut(e *encoder, value func(Lit) bool) int {
	if switchedOff(p.under, value) {
		return 0
	}
	on := func(i int) bool { return value(p.same[i]) }
	of, _ := components(p.g, func(int) bool { return true }, on)
	cuts := 0
	for i, edge := range p.g.Edges {
		if on(i) || of[edge.U] != of[edge.V] {
			continue
		}
		way := p.g.Way(edge.U, edge.V, func(i int32) bool { return on(int(i)) })
		e.clauses(p.under, p.closing(way, int32(i)))
		cuts++
	}
	return cuts
}

// complete gives each vertex a number, which is the same along edges that are on and differs along those that are off.
func (p *partition) complete(e *encoder) {
	number := make([][]Lit, p.g.Order())
	for v := range number {
		number[v] = e.newVars(bits.Len(uint(p.g.Order() - 1)))
	}
	for i, edge := range p.g.Edges {
		differ := with(p.under, p.same[i])
		for k, a := range number[edge.U] {
			b := number[edge.V][k]
			e.clauses(p.under, []Lit{-p.same[i], -a, b})
			e.clauses(p.under, []Lit{-p.same[i], a, -b})
			differ = append(differ, e.and(a, -b), e.and(-a, b))
		}
		e.clause(differ...)
	}
}
