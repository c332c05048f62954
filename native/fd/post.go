package fd

import (
	"fmt"
	"slices"
	"sync/atomic"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// poster turns a model into a store. It posts only nodes that constraints, objectives or finds
// reach. Parents come before arguments, so that a condition is known before its parts.
type poster struct {
	m   *model.Model
	s   *store
	off []bool // for each instance whether it is left out

	switches    []lit             // for each instance its switch; nil without switches
	definitions map[int32]lit     // for constraints that define helpers the literals that wake them
	pieces      map[pieceAt]int32 // the pieces at each vertex, if there are switches
	posted      map[int32]bool    // pieces that were posted with the whole
	bools       []bool            // for each boolean node whether it was reached
	ints        []bool
	known       []bool // for each integer whether it has a domain
	todo        []node // reached, and not yet posted

	members  map[model.Int][]valueSet
	memberOf []model.Int // the keys of members in order
	slots    []model.Int // for each variable its literal or integer in the store
	// streamliner is a literal without a node that asks for links without needless turns, or True.
	streamliner lit
	// costs has the costs of the edges of the only path or cycle, if an objective sums them.
	costs  []int64
	failed bool
}

// node is a boolean or an integer node of the model.
type node struct {
	index int32
	isInt bool
}

// newPoster makes the store for presolve, with the variables' domains. Variables without a node get
// a slot behind the nodes.
func newPoster(m *model.Model, o model.Options, stop *atomic.Bool) *poster {
	nb, ni := m.BoolCount(), len(m.Ints)
	slots := make([]model.Int, len(m.Vars))
	for v := range m.Vars {
		slots[v] = -1
	}
	for i := range m.BoolCount() {
		if n, ok := m.BoolNode(i).(model.BoolVar); ok {
			slots[n.Var] = model.Int(i << 1)
		}
	}
	for i, n := range m.Ints {
		if n, ok := n.(model.IntVar); ok {
			slots[n.Var] = model.Int(i)
		}
	}
	for v := range m.Vars {
		switch {
		case slots[v] >= 0:
		case m.Vars[v].Bool:
			slots[v] = model.Int(nb << 1)
			nb++
		default:
			slots[v] = model.Int(ni)
			ni++
		}
	}
	p := posterFor(m, o, slots, newStore(nb, ni, stop))
	for i := range m.Vars {
		if !m.Vars[i].Bool {
			p.s.initInt(slots[i], m.Vars[i].Domain, largestBitset)
			p.known[slots[i]] = true
		}
	}
	return p
}

// poster makes a poster for a search from the root, with a streamliner if any links will do.
func (r *Root) poster(t model.Task, stop *atomic.Bool) *poster {
	nb := len(r.val) / 2
	streamliner := model.True
	if wantsAnyLinks(r.m, t) {
		streamliner = lit(nb << 1)
		nb++
	}
	s := newStore(nb, 0, stop)
	copy(s.val, r.val)
	s.ints, s.words, s.intWakes = slices.Clone(r.ints), slices.Clone(r.words), make([][]intWake, len(r.ints))
	for x := range s.ints {
		s.ints[x].last, s.ints[x].views = -1, nil
	}
	p := posterFor(r.m, r.options, r.slots, s)
	p.streamliner = streamliner
	copy(p.known, r.known)
	return p
}

// posterFor makes a poster that has posted nothing yet.
func posterFor(m *model.Model, o model.Options, slots []model.Int, s *store) *poster {
	p := &poster{m: m, s: s, slots: slots, members: map[model.Int][]valueSet{}, posted: map[int32]bool{}, off: make([]bool, len(m.Instances))}
	p.bools, p.ints, p.known = make([]bool, len(s.val)/2), make([]bool, len(s.ints)), make([]bool, len(s.ints))
	for _, i := range o.Off {
		p.off[i] = true
	}
	for v, slot := range slots {
		if !m.Vars[v].Bool {
			p.ints[slot] = true
		}
	}
	return p
}

// restrict applies the task's restrictions on variables, before anything is posted.
func (p *poster) restrict(within []model.Within) bool {
	for _, w := range within {
		slot := p.slots[w.Var]
		if p.m.Vars[w.Var].Bool {
			for value := range int64(2) {
				if !w.Values.Contains(value) && !p.s.set(lit(slot)^lit(value)) {
					return false
				}
			}
			continue
		}
		left := p.s.domain(slot).Intersect(w.Values)
		if len(left) == 0 {
			return false
		}
		p.s.initInt(slot, left, largestBitset)
	}
	return true
}

// post posts the constraints, with paths and cycles if withPaths is set. It returns false on an
// immediate conflict.
func (p *poster) post(withPaths bool) bool {
	for i, c := range p.m.Constraints {
		_, isPath := c.Body.(model.Route)
		if p.off[c.Instance] || isPath && !withPaths || p.needless(i, c) {
			continue
		}
		if p.s.val[c.Guard] < 0 {
			p.lit(c.Guard) // presolve may have found it false, which must have its effects
			continue
		}
		if p.s.stop.Load() {
			return true
		}
		if !p.constraint(i, c) {
			return false
		}
	}
	return p.drain() && p.distinctSums()
}

// drain posts the nodes that were reached.
func (p *poster) drain() bool {
	for len(p.todo) > 0 && !p.failed {
		if p.s.stop.Load() {
			return true
		}
		n := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		if n.isInt {
			p.intNode(model.Int(n.index))
		} else {
			p.boolNode(lit(n.index << 1))
		}
	}
	for _, x := range p.memberOf {
		watched := slices.DeleteFunc(p.members[x], func(set valueSet) bool { return p.s.see(set.l, x, set.values) })
		if len(watched) > 0 {
			p.s.addMembership(x, watched)
		}
	}
	p.memberOf = p.memberOf[:0]
	clear(p.members)
	return !p.failed
}

// lit reaches a boolean node and returns its literal.
func (p *poster) lit(b model.Bool) lit {
	if i := b.Node(); !p.bools[i] {
		p.bools[i] = true
		switch p.m.BoolNode(i).(type) {
		case model.Constant, model.BoolVar:
		default:
			p.todo = append(p.todo, node{int32(i), false})
		}
	}
	return b
}

func (p *poster) lits(bs []model.Bool) []lit {
	for _, b := range bs {
		p.lit(b)
	}
	return bs
}

// int reaches an integer node and returns it.
func (p *poster) int(x model.Int) model.Int {
	if p.ints[x] {
		return x
	}
	p.ints[x] = true
	if !p.known[x] {
		p.known[x] = true
		b := p.m.Bounds(x)
		p.s.initInt(x, model.Range(b.Lo, b.Hi), resultBitset)
	}
	if _, ok := p.m.Ints[x].(model.IntConst); !ok {
		p.todo = append(p.todo, node{int32(x), true})
	}
	return x
}

func (p *poster) allInts(xs []model.Int) []model.Int {
	for _, x := range xs {
		p.int(x)
	}
	return xs
}

func (p *poster) clause(lits ...lit) {
	if !p.s.clause(lits...) {
		p.failed = true
	}
}

// boolNode posts the meaning of a literal.
func (p *poster) boolNode(l lit) {
	switch n := p.m.Node(l).(type) {
	case model.And:
		p.and(l, p.lits(n.Args))
	case model.Iff:
		a, b := p.lit(n.A), p.lit(n.B)
		p.clause(l^1, a^1, b)
		p.clause(l^1, a, b^1)
		p.clause(l, a, b)
		p.clause(l, a^1, b^1)
	case model.AtMost:
		p.sum(atMost, n.Terms, n.Bound, l)
	case model.Exactly:
		p.sum(exactly, n.Terms, n.Sum, l)
	case model.In:
		x := p.int(n.X)
		if p.members[x] == nil {
			p.memberOf = append(p.memberOf, x)
		}
		p.members[x] = append(p.members[x], valueSet{l: l, values: n.Values})
	default:
		panic(fmt.Sprintf("fd: unknown boolean node %T", n))
	}
}

func (p *poster) and(l lit, args []lit) {
	clause := append(make([]lit, 0, len(args)+1), l)
	for _, a := range args {
		clause = append(clause, a^1)
		p.clause(l^1, a)
	}
	p.clause(clause...)
}

// sum posts a condition on a sum: counted literals if all terms are boolean, else bounds.
func (p *poster) sum(kind sumKind, terms []model.Term, bound int64, l lit) {
	weights := make([]weighted, 0, len(terms))
	for _, t := range terms {
		n, ok := p.m.Ints[t.X].(model.ToInt)
		if !ok {
			break
		}
		weights = append(weights, weighted{t.Coef, n.B})
	}
	if len(weights) < len(terms) {
		for _, t := range terms {
			p.int(t.X)
		}
		p.s.addLinear(kind, terms, bound, l)
		return
	}
	for _, w := range weights {
		p.lit(w.l)
	}
	p.s.addSum(kind, weights, bound, l, false)
}

// intNode posts the meaning of an integer.
func (p *poster) intNode(x model.Int) {
	s := p.s
	switch n := p.m.Ints[x].(type) {
	case model.ToInt:
		if l := p.lit(n.B); s.val[l] != 0 || s.view[l>>1] != 0 || s.fixed(x) {
			s.addIndicator(l, x)
		} else {
			s.addView(l, geAtom(x, 1))
		}
	case model.Linear:
		terms := make([]model.Term, 0, len(n.Terms)+1)
		for _, t := range n.Terms {
			terms = append(terms, model.Term{Coef: t.Coef, X: p.int(t.X)})
		}
		terms = append(terms, model.Term{Coef: -1, X: x})
		s.addLinear(exactly, terms, -n.Const, model.True)
	case model.Product:
		s.addOperation(&operation{p.int(n.A), p.int(n.B), x,
			func(a, b int64) int64 { return a * b }, productBounds, productBack})
	case model.Div:
		s.addOperation(&operation{p.int(n.A), p.int(n.B), x, alg.Quotient, quotientBounds, quotientBack})
	case model.Mod:
		s.addOperation(&operation{p.int(n.A), p.int(n.B), x, alg.Remainder, remainderBounds, nil})
	case model.Min:
		s.addExtremum(p.allInts(n.Args), x, false)
	case model.Max:
		s.addExtremum(p.allInts(n.Args), x, true)
	case model.If:
		s.addConditional(p.lit(n.Cond), p.int(n.Then), p.int(n.Else), x)
	case model.Element:
		s.addElement(p.int(n.Index), n.Base, p.allInts(n.Items), x)
	default:
		panic(fmt.Sprintf("fd: unknown integer node %T", n))
	}
}

// only returns the single constraint of a kind if it is unconditional, else nil.
func only[B model.Body](p *poster) *B {
	var only *B
	for _, c := range p.m.Constraints {
		if b, ok := c.Body.(B); ok && !p.off[c.Instance] && p.s.val[c.Guard] >= 0 {
			if only != nil || p.s.val[c.Guard] == 0 {
				return nil
			}
			only = &b
		}
	}
	return only
}

// constraint posts the i-th constraint. It returns false on a conflict.
func (p *poster) constraint(i int, c model.Constraint) bool {
	if a, ok := c.Body.(model.Assert); ok {
		return p.s.clause(p.lit(c.Guard)^1, p.switchOf(c.Instance)^1, p.lit(a.B))
	}
	s, guard := p.s, p.guard(int32(i))
	if structure, ok := c.Body.(model.Structure); ok { // vertices before edges
		_, vertices := structure.Form()
		p.lits(vertices)
	}
	model.Operands(c.Body, func(b model.Bool) { p.lit(b) }, func(x model.Int) { p.int(x) })
	switch b := c.Body.(type) {
	case model.Distinct:
		s.addDistinct(b.Xs, b.Present, b.Plain, guard)
	case model.Inverse:
		s.addInverse(b.Xs, b.Ys, b.Base, guard)
	case model.Regular:
		s.addRegular(b.Xs, b.Automaton, guard)
	case model.Connected:
		s.addConnected(b.Graph, b.Vertices, b.Edges, false, guard)
	case model.Reachable:
		return s.addReachable(&b, guard)
	case model.Acyclic:
		s.addAcyclic(b.Graph, b.Edges, guard)
	case model.Route:
		return s.addPath(&b, guard, p.guardsAt(i, guard, b.Graph.Order()))
	case model.Regions:
		s.addRegions(b.Graph, b.Same, guard)
	case model.ComponentSizes:
		return s.addComponentSizes(&b, guard)
	case model.SameShape:
		s.addSameShape(&b, guard)
	case model.Links:
		if p.streamliner != model.True {
			s.addStreamliner(&b, p.streamliner)
		}
		return s.addLinks(&b, guard, p.guardsAt(i, guard, b.Graph.Order()))
	default:
		panic(fmt.Sprintf("fd: unknown constraint %T", b))
	}
	return true
}

// switchesFor makes switches for instances and definitions before posting. Others get True.
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

// switchOf returns the switch of an instance, or True.
func (p *poster) switchOf(instance int32) lit {
	if p.switches == nil {
		return model.True
	}
	return p.switches[instance]
}

// guard returns the guard of the i-th constraint.
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

// guardsAt returns for each vertex the guard of what the i-th constraint says there. That is its own
// guard or that of its piece, which then need not be posted again.
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

// needless reports whether a constraint is a piece of a posted one.
func (p *poster) needless(i int, c model.Constraint) bool {
	piece := p.m.Instances[c.Instance].Piece
	if piece == nil {
		return false
	}
	return p.posted[int32(i)] || p.switches == nil && !p.off[p.m.Whole(c.Instance)]
}

// defined finds the constraints that define the helpers of each unit. They sleep until a unit needs
// them. Clauses are not worth a switch.
func (b *Switchboard) defined() {
	m := b.model
	w := model.NewScopeWalker(m)
	of := map[model.VarID][]int32{}
	for i, c := range m.Constraints {
		if _, clause := c.Body.(model.Assert); clause || !m.Rules[m.Instances[c.Instance].Rule].Defines {
			continue
		}
		for v := range w.Helpers(c) {
			of[v] = append(of[v], int32(i))
		}
	}
	b.needs = make([][]int32, len(m.Instances))
	for _, u := range b.units {
		for _, v := range b.concerns[u] {
			b.needs[u] = append(b.needs[u], of[v]...)
		}
		b.needs[u] = alg.Set(b.needs[u])
		b.definitions = append(b.definitions, b.needs[u]...)
	}
	b.definitions = alg.Set(b.definitions)
}

// turnOn switches units on, with their definitions. It returns false on a conflict.
func (q *Inquiry) turnOn(units []int32) bool {
	if !q.define(units) {
		return false
	}
	for _, u := range units {
		if !q.assume(q.switches[u]) {
			return false
		}
	}
	return true
}

// define wakes the definitions of some units. It returns false on a conflict.
func (q *Inquiry) define(units []int32) bool {
	for _, u := range units {
		if !q.wake(q.needs[u]) {
			return false
		}
	}
	return true
}

// wake wakes some definitions. It returns false on a conflict.
func (q *Inquiry) wake(definitions []int32) bool {
	for _, i := range definitions {
		if l := q.p.definitions[i]; q.s.val[l] <= 0 && !q.assume(l) {
			return false
		}
	}
	return true
}
