package fd

import (
	"slices"

	"nazo/model"
)

// switchesFor makes a literal for each of some instances, by which it is on, and for each of some definitions; posting is to begin. Others
// have True.
func (p *poster) switchesFor(units, definitions []int32) []lit {
	p.s.switchOf = map[lit]lit{}
	p.switches = make([]lit, len(p.m.Instances))
	for i := range p.switches {
		p.switches[i] = model.True
	}
	for _, u := range units {
		l := p.s.newLit()
		p.switches[u], p.s.switchOf[l] = l, l
	}
	p.definitions = map[int32]lit{}
	for _, i := range definitions {
		l := p.s.newLit()
		p.definitions[i], p.s.switchOf[l] = l, l
	}
	p.pieces = map[pieceAt]int32{}
	for i, c := range p.m.Constraints {
		if piece := p.m.Instances[c.Instance].Piece; piece != nil && piece.At >= 0 {
			p.pieces[pieceAt{piece.Of, piece.At}] = int32(i)
		}
	}
	return p.switches
}

// pieceAt is what a constraint says at a vertex.
type pieceAt struct{ constraint, vertex int32 }

// switchOf is the literal that switches an instance on; without switches each always is.
func (p *poster) switchOf(instance int32) lit {
	if p.switches == nil {
		return model.True
	}
	return p.switches[instance]
}

// guard is the literal under which the i-th constraint holds.
func (p *poster) guard(i int32) lit {
	c := p.m.Constraints[i]
	guard, on := p.lit(c.Guard), p.switchOf(c.Instance)
	if l, ok := p.definitions[i]; ok {
		on = l
	}
	switch {
	case on == model.True:
		return guard
	case guard == model.True:
		return on
	}
	both := p.s.newLit()
	p.s.switchOf[both] = on
	p.clause(both^1, guard)
	p.clause(both^1, on)
	p.clause(both, guard^1, on^1)
	return both
}

// guardsAt are for each vertex the literal under which holds what the i-th constraint says there: its own guard, or that of its piece
// there, which need not be posted again then.
func (p *poster) guardsAt(i int, guard lit, vertices int) []lit {
	guards := make([]lit, vertices)
	for v := range guards {
		piece, ok := p.pieces[pieceAt{int32(i), int32(v)}]
		if guards[v] = guard; !ok || guard == model.True {
			continue
		}
		own := p.guard(piece)
		guards[v] = p.s.newLit()
		p.clause(guards[v], guard^1)
		p.clause(guards[v], own^1)
		p.clause(guards[v]^1, guard, own)
		p.posted[piece] = true
	}
	return guards
}

// needless reports whether a constraint is a piece of one that is posted, so that it says nothing new.
func (p *poster) needless(i int, c model.Constraint) bool {
	piece := p.m.Instances[c.Instance].Piece
	if piece == nil {
		return false
	}
	return p.posted[int32(i)] || p.switches == nil && !p.off[p.m.Whole(c.Instance)]
}

// defined finds out which definitions a unit needs: constraints that say what the helpers are that matter for it. Only those that take a
// propagator are worth a switch. While no unit that is on needs one, it sleeps.
func (q *Inquiry) defined() {
	m := q.root.m
	w := walker{m: m, found: map[model.VarID]bool{}}
	of := map[model.VarID][]int32{}
	for i, c := range m.Constraints {
		if _, clause := c.Body.(model.Assert); clause || !m.Rules[m.Instances[c.Instance].Rule].Defines {
			continue
		}
		for v := range w.helpersOf(c) {
			of[v] = append(of[v], int32(i))
		}
	}
	q.needs = make([][]int32, len(m.Instances))
	for _, u := range q.units {
		for _, v := range q.concerns[u] {
			q.needs[u] = append(q.needs[u], of[v]...)
		}
		slices.Sort(q.needs[u])
		q.needs[u] = slices.Compact(q.needs[u])
		q.definitions = append(q.definitions, q.needs[u]...)
	}
	slices.Sort(q.definitions)
	q.definitions = slices.Compact(q.definitions)
}

// define wakes the definitions that some units need; it returns false on a conflict.
func (q *Inquiry) define(units []int32) bool {
	for _, u := range units {
		if !q.wake(q.needs[u]) {
			return false
		}
	}
	return true
}

// wake wakes some definitions; it returns false on a conflict.
func (q *Inquiry) wake(definitions []int32) bool {
	for _, i := range definitions {
		if l := q.p.definitions[i]; q.s.val[l] <= 0 && !q.assume(l) {
			return false
		}
	}
	return true
}
