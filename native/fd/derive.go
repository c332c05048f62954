package fd

import (
	"slices"

	"nazo/internal/model"
)

// Derive implements [model.Inquiry]. It reads the implication graph that lazy explanations span
// (Ohrimenko, Stuckey and Codish, Propagation via lazy clause generation, 2009), with the nodes of
// helpers contracted.
func (q *Inquiry) Derive(x model.Query, want []model.Fact) (d model.Derivation, ok bool) {
	if q.impossible || q.broken {
		return d, false
	}
	if !q.know(x.Known) {
		q.forgetKnown()
		return d, false
	}
	if len(x.Supposed) == 0 {
		q.close(1)
		q.open()
	}
	defer func() { q.close(min(len(q.path), q.assumed())) }()
	g := &graph{q: q, nodes: map[atom]*inference{}}
	if !q.derive(&x) {
		if q.d.Stopped() {
			return d, false
		}
		return g.derivation(&x, []*inference{g.conflict()}), true
	}
	goals := make([]*inference, len(want))
	for i, f := range want {
		goals[i] = g.goal(f)
		ok = ok || goals[i] != nil
	}
	return g.derivation(&x, goals), ok
}

// derive propagates a query. Units stay on for the next query with suppositions.
func (q *Inquiry) derive(x *model.Query) bool {
	if len(x.Supposed) > 0 {
		if !q.only(x.On) {
			return false
		}
		q.open()
		for _, f := range x.Supposed {
			if !q.state(f) {
				return false
			}
		}
		return q.s.propagate()
	}
	return (len(x.On) > 0 || q.wake(q.definitions)) && q.turnOn(x.On) && q.s.propagate()
}

// graph is a part of the implication graph of a query.
type graph struct {
	q     *Inquiry
	nodes map[atom]*inference
	todo  []*inference // nodes that are not expanded yet
	e     explanation
}

// inference is a node: an atom of a find, with its reasons.
type inference struct {
	item
	says  atom        // what it says about its owner
	owner model.VarID // -1 for a contradiction
	units []int32
	facts []model.Fact
	from  []*inference
	seeds []atom // direct reasons, until helpers are contracted
	index int
}

// given stands for what is known without any inference.
var given = &inference{index: -1}

// conflict returns the node of the last conflict.
func (g *graph) conflict() *inference {
	s := g.q.s
	n := &inference{item: item{pos: s.now() + 1}, owner: -1}
	if s.cause.by == byChoice { // an assumption was false
		if s.clash.op != nothing {
			g.leaf(n, s.clash.lit())
			n.seeds = append(n.seeds, s.clash.not())
		}
	} else {
		g.e.out = g.e.out[:0]
		s.askWhy(&g.e)
		n.seeds = slices.Clone(g.e.out)
	}
	g.todo = append(g.todo, n)
	return n
}

// goal returns the node of a fact, given if it is known, or nil if it does not follow.
func (g *graph) goal(f model.Fact) *inference {
	q := g.q
	a := q.atomOf(f)
	if q.s.value(a) != 1 {
		return nil
	}
	it, ok := q.s.itemOf(q.s.plain(a))
	if !ok || q.isKnown[f] || g.stated(it) {
		return given
	}
	return g.node(it, a, f.Var)
}

// ownerOf returns the variable of a find that an atom is about, or -1, and the atom in terms of that
// variable. An atom of a helper integer may have a literal that belongs to a find.
func (q *Inquiry) ownerOf(a atom) (atom, model.VarID) {
	if a.op != holds {
		if v := q.intOwner[a.x]; v >= 0 {
			return a, v
		}
		positive, negated := a, a.op == atMostOp || a.op == differsFrom
		if negated {
			positive = a.not()
		}
		l, ok := q.s.viewOf(positive)
		if !ok {
			return a, -1
		}
		a = litAtom(l ^ sign(negated))
	}
	if int(a.x>>1) < len(q.owner) {
		return a, q.owner[a.x>>1]
	}
	return a, -1
}

// stated reports whether an atom is a fact of the query.
func (g *graph) stated(it item) bool {
	r := g.q.s.reasonOf(it)
	if r.by != byImplication {
		return false
	}
	_, ok := g.q.factOf[lit(r.data)]
	return ok
}

// node returns the node of an inferred atom about a find.
func (g *graph) node(it item, says atom, owner model.VarID) *inference {
	if n, ok := g.nodes[it.a]; ok {
		return n
	}
	n := &inference{item: it, says: says, owner: owner}
	g.nodes[it.a] = n
	g.why(it)
	n.seeds = slices.Clone(g.e.out)
	g.todo = append(g.todo, n)
	return n
}

// why asks for the direct reasons of an atom. The removal of a bound's value does not depend on the
// bound.
func (g *graph) why(it item) {
	g.e.out = g.e.out[:0]
	if it.a.op == equals {
		if _, ok := g.whole(it); ok {
			g.q.s.askChange(&g.q.s.trail[it.event], it.a, &g.e)
			return
		}
	}
	if it.a.op == differsFrom && it.event >= 0 {
		if c := &g.q.s.trail[it.event]; (c.kind == removedLo || c.kind == removedHi) && c.old == it.a.v {
			g.q.s.askChange(c, it.a, &g.e)
			return
		}
	}
	g.q.s.explainAtom(it.a, it.event, &g.e)
}

// valuer is a propagator that may give an integer one value at once.
type valuer interface {
	// gives reports whether a reason with some data set an integer to its value at a time, and not to a bound.
	gives(s *store, x model.Int, data, time int32) bool
}

// whole returns the atom that an integer of a find has its value, if it got it from the reason of an atom about it at
// once. People write the value down, where a part of it would do.
func (g *graph) whole(it item) (item, bool) {
	s := g.q.s
	if it.event < 0 || it.a.op == holds {
		return it, false
	}
	x := it.a.int()
	v, c := &s.ints[x], &s.trail[it.event]
	if v.n == 0 || v.lo != v.hi || g.q.intOwner[x] < 0 || c.via != 0 {
		return it, false
	}
	if c.kind != changedBoth {
		if c.why.by < 0 {
			return it, false
		}
		p, ok := s.props[c.why.by].(valuer)
		if !ok || !p.gives(s, x, c.why.data, c.pos) {
			return it, false
		}
	}
	all, ok := s.itemOf(eqAtom(x, v.lo))
	if !ok || s.trail[all.event].why.by != c.why.by {
		return it, false
	}
	return all, true
}

// leaf records the unit or the fact that an assumed literal stands for.
func (g *graph) leaf(n *inference, l lit) {
	if u, ok := g.q.unitOf[l]; ok {
		n.units = append(n.units, u)
	} else if f, ok := g.q.factOf[l]; ok {
		n.facts = append(n.facts, f)
	}
}

// expand contracts helpers until all reasons of a node are nodes or assumptions. It also contracts
// bounds of the node's own variable, since only removed values count.
func (g *graph) expand(n *inference) {
	q, s := g.q, g.q.s
	seen := &q.seen
	seen.clear()
	for len(n.seeds) > 0 {
		a := n.seeds[len(n.seeds)-1]
		says, owner := q.ownerOf(a)
		a = s.plain(a)
		n.seeds = n.seeds[:len(n.seeds)-1]
		if !seen.add(a) {
			continue
		}
		if a.op == equals && s.ints[a.x].n == 0 {
			n.seeds = append(n.seeds, geAtom(a.int(), a.v), leAtom(a.int(), a.v))
			continue
		}
		if g.singly(n, a) {
			continue
		}
		it, ok := s.itemOf(a)
		if !ok {
			continue
		}
		if whole, ok := g.whole(it); ok {
			it, says = whole, whole.a
		}
		if s.reasonOf(it).by == byChoice {
			g.leaf(n, it.a.lit())
			continue
		}
		if owner < 0 || it.a.op != holds && q.intOwner[it.a.x] >= 0 {
			says, owner = q.ownerOf(it.a)
		}
		bound := it.a.op == atLeast || it.a.op == atMostOp
		if owner >= 0 && !g.stated(it) && !(bound && owner == n.owner) {
			n.from = append(n.from, g.node(it, says, owner))
			continue
		}
		g.why(it)
		n.seeds = append(n.seeds, g.e.out...)
	}
	slices.Sort(n.units)
	n.units = slices.Compact(n.units)
	slices.SortFunc(n.facts, compareFacts)
	n.facts = slices.Compact(n.facts)
}

// fewValues is the largest domain that is explained value by value. People think of bounds only where
// there are more values.
const fewValues = 30

// singly replaces a bound of an integer with few values by the values that it excludes.
func (g *graph) singly(n *inference, a atom) bool {
	if a.op != atLeast && a.op != atMostOp {
		return false
	}
	v, owner := &g.q.s.ints[a.x], g.q.intOwner[a.x]
	if v.n == 0 || int64(v.n)<<6 > fewValues+64 || owner < 0 || g.q.m.Vars[owner].Domain.Size() > fewValues {
		return false
	}
	for k := range g.q.m.Vars[owner].Domain.Each {
		if a.op == atLeast && k < a.v || a.op == atMostOp && k > a.v {
			n.seeds = append(n.seeds, neAtom(a.int(), k))
		}
	}
	return true
}

// derivation expands all nodes and returns them in order of time.
func (g *graph) derivation(x *model.Query, goals []*inference) model.Derivation {
	var all []*inference
	for len(g.todo) > 0 {
		n := g.todo[len(g.todo)-1]
		g.todo = g.todo[:len(g.todo)-1]
		g.expand(n)
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b *inference) int { return int(a.pos - b.pos) })
	d := model.Derivation{Links: make([]model.Link, len(all))}
	for i, n := range all {
		n.index = i
		l := model.Link{Var: n.owner, Units: n.units, Facts: n.facts}
		d.Refuted = d.Refuted || n.owner < 0
		g.say(n, &l)
		l.Supposed = slices.ContainsFunc(n.facts, func(f model.Fact) bool { return slices.Contains(x.Supposed, f) })
		for _, m := range n.from {
			l.From = append(l.From, m.index)
			l.Supposed = l.Supposed || d.Links[m.index].Supposed
		}
		slices.Sort(l.From)
		l.From = slices.Compact(l.From)
		d.Links[i] = l
	}
	for _, n := range goals {
		index := -2
		if n != nil {
			index = n.index
		}
		d.Wanted = append(d.Wanted, index)
	}
	return d
}

// say writes what a node says about its variable.
func (g *graph) say(n *inference, l *model.Link) {
	switch n.says.op {
	case holds:
		if n.says.lit() == lit(g.q.slots[n.owner]) {
			l.Value = 1
		}
	case equals:
		l.Value = n.says.v
	case differsFrom:
		l.Op, l.Value = model.LinkIsNot, n.says.v
	case atLeast:
		l.Op, l.Value = model.LinkAtLeast, n.says.v
	case atMostOp:
		l.Op, l.Value = model.LinkAtMost, n.says.v
	}
}
