package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// componentSizes says that each vertex that is on has the size of its component, which is how many of its vertices are
// counted.
// Vertices that are surely joined bound the size from below. Vertices that may be joined bound it
// from above, and only those that may have the same size count. If the size of a component is
// known, a depth-first search with low points finds the articulation points and bridges that it
// needs. (Beldiceanu, Petit and Rochart, "Bounds of graph parameters for global constraints", 2006.)
//
// sameSize gives both ends of a joining edge one size. Clauses give a vertex that is off size 0, and a counted one
// that is on another.
type componentSizes struct {
	g      *alg.Graph
	next   [][]alg.Half // neighbours, whatever the direction
	on     []lit        // for each vertex
	joined []lit        // for each edge whether it and both its ends are on
	sizes  []model.Int
	counts []int32 // for each vertex 1 if it is counted, else 0
	least  int64   // the smallest size that can be out of reach

	// Each size was checked, and what has changed since decides which are checked again: how many literals were assigned
	// and what the trail was. Both are cells, so that backtracking restores them. Below 0 none was.
	checkedLits, checkedChanges int32
	isSize                      map[model.Int]bool
	edgesOf                     map[lit][]int32 // for each literal that is false for an edge that can't join

	// Scratch of propagate.
	changed    []bool // sizes to check
	components alg.UnionFind
	count      []int32   // for each representative how many vertices of its component count
	byValue    [][]int32 // for each size the vertices that may have it
	having     []bool    // whether a vertex may have the current size
	needs      lowPoints
}

func (s *store) addComponentSizes(b *model.ComponentSizes, guard lit) bool {
	n := b.Graph.Order()
	p := &componentSizes{g: b.Graph, next: b.Graph.Neighbours(), on: b.Vertices, sizes: b.Sizes,
		components: alg.NewUnionFind(n), byValue: make([][]int32, n+1), count: make([]int32, n), having: make([]bool, n),
		counts: make([]int32, n), least: 2}
	p.needs = newLowPoints(p)
	p.checkedLits, p.checkedChanges = s.newCell(-1), s.newCell(-1)
	p.isSize, p.edgesOf, p.changed = map[model.Int]bool{}, map[lit][]int32{}, make([]bool, n+1)
	for _, x := range p.sizes {
		p.isSize[x] = true
	}
	if p.on == nil {
		p.on = make([]lit, n) // all true
	}
	ok := true
	for v, on := range p.on {
		empty := s.isZero(b.Sizes[v])
		ok = ok && s.clause(guard^1, on, empty)
		if !b.Counts(int32(v)) {
			p.least = 1
			continue
		}
		p.counts[v] = 1
		ok = ok && s.clause(guard^1, on^1, empty^1)
	}
	for i, e := range b.Graph.Edges {
		all := []lit{p.on[e.U], p.on[e.V]}
		if b.Edges != nil {
			all = append(all, b.Edges[i])
		}
		l := s.conjunction(all)
		p.joined = append(p.joined, l)
		p.edgesOf[l^1] = append(p.edgesOf[l^1], int32(i))
		if x, y := b.Sizes[e.U], b.Sizes[e.V]; x != y && s.val[l] >= 0 {
			id := s.add(&sameSize{l, x, y}, guard, quick)
			s.onTrue(id, l)
			s.watch(id, onDomain, x, y)
		}
	}
	id := s.add(p, guard, slow)
	s.onChange(id, p.on...)
	s.onChange(id, p.joined...)
	s.watch(id, onDomain, p.sizes...)
	return ok
}

// isZero returns a literal that says whether an integer is 0.
func (s *store) isZero(x model.Int) lit {
	v := &s.ints[x]
	switch {
	case !s.has(x, 0):
		return model.False
	case v.lo == v.hi:
		return model.True
	}
	if l, made := s.viewOf(eqAtom(x, 0)); made {
		return l
	}
	l, zero := s.newLit(), model.Range(0, 0)
	if !s.see(l, x, zero) {
		s.addMembership(x, []valueSet{{l: l, values: zero}})
	}
	return l
}

// conjunction returns a literal that is true where all are.
func (s *store) conjunction(all []lit) lit {
	var open []lit
	for _, l := range all {
		switch s.val[l] {
		case -1:
			return model.False
		case 0:
			open = append(open, l)
		}
	}
	switch {
	case len(open) == 0:
		return model.True
	case len(open) == 1 || len(open) == 2 && open[0] == open[1]:
		return open[0]
	}
	l := s.newLit()
	clause := []lit{l}
	for _, part := range open {
		s.clause(l^1, part)
		clause = append(clause, part^1)
	}
	s.clause(clause...)
	return l
}

// sameSize says that two integers are equal where a literal holds.
type sameSize struct {
	joined lit
	x, y   model.Int
}

func (p *sameSize) propagate(s *store) bool {
	switch {
	case s.val[p.joined] < 0:
		return true
	case s.val[p.joined] > 0:
		return s.equate(p.x, p.y, 0)
	}
	return s.meet(p.x, p.y, 0) || s.set(p.joined^1)
}

func (p *sameSize) explain(s *store, e *explanation) {
	if e.what.op != holds {
		e.lit(p.joined)
	}
	switch {
	case e.what.op == holds || e.what.op == nothing:
		s.disjoint(e, p.x, p.y, 0)
	case e.what.int() == p.x:
		e.same(p.y)
	default:
		e.same(p.x)
	}
}

// gives implements [valuer]: one end has its size, so the other has it.
func (p *sameSize) gives(s *store, x model.Int, _, time int32) bool {
	if s.val[p.joined] <= 0 {
		return false
	}
	other := p.x
	if x == p.x {
		other = p.y
	}
	lo, hi := s.boundsAt(other, time)
	return lo == hi
}

// Kinds of conclusions. The note of a reason is vertex·partKinds + kind.
const (
	byJoined = iota // the component of the vertex is too large already
	byReach         // the vertex reaches too few others with its size
	byNeed          // the vertex, whose size is known, would reach too few others
	partKinds
)

func (p *componentSizes) note(s *store, v, kind int32) { s.noting(v*partKinds + kind) }

// gives implements [valuer]: what a component needs has its size.
func (p *componentSizes) gives(s *store, _ model.Int, data, _ int32) bool {
	return data >= 0 && int(data) < len(s.because) && s.because[data].v%partKinds == byNeed
}

func (p *componentSizes) propagate(s *store) bool {
	return p.fromBelow(s) && p.fromAbove(s) && p.eachValue(s) && p.needed(s)
}

// fromBelow counts what is surely joined.
func (p *componentSizes) fromBelow(s *store) bool {
	p.gather(s, 1)
	for v := range int32(len(p.on)) {
		if s.val[p.on[v]] <= 0 {
			continue
		}
		if n := int64(p.count[p.components.Find(v)]); n > s.ints[p.sizes[v]].lo {
			p.note(s, v, byJoined)
			if !s.setLo(p.sizes[v], n) {
				return false
			}
		}
	}
	for i, e := range p.g.Edges {
		if s.val[p.joined[i]] != 0 {
			continue
		}
		u, v := p.components.Find(e.U), p.components.Find(e.V)
		if u == v {
			continue
		}
		n := int64(max(p.count[u], p.counts[e.U]) + max(p.count[v], p.counts[e.V]))
		if n > s.ints[p.sizes[e.U]].hi || n > s.ints[p.sizes[e.V]].hi {
			p.note(s, 0, byJoined)
			s.set(p.joined[i] ^ 1)
		}
	}
	return true
}

// gather finds the components of the edges and counts the vertices, those that are on with least 1,
// and also the open ones with least 0.
func (p *componentSizes) gather(s *store, least int8) {
	p.components.Reset()
	clear(p.count)
	for i, e := range p.g.Edges {
		if s.val[p.joined[i]] >= least {
			p.components.Join(e.U, e.V)
		}
	}
	for v, l := range p.on {
		if s.val[l] >= least {
			p.count[p.components.Find(int32(v))] += p.counts[v]
		}
	}
}

// fromAbove counts what may be joined.
func (p *componentSizes) fromAbove(s *store) bool {
	p.gather(s, 0)
	for v := range int32(len(p.on)) {
		if n := int64(p.count[p.components.Find(v)]); n < s.ints[p.sizes[v]].hi {
			p.note(s, v, byReach)
			if !s.setHi(p.sizes[v], n) {
				return false
			}
		}
	}
	return true
}

// eachValue removes sizes from vertices that reach too few others that may have the same size. It looks at the sizes
// for which something has changed.
func (p *componentSizes) eachValue(s *store) bool {
	some := p.changes(s)
	if !some {
		p.gatherValues(s)
	}
	before := -1 // the size whose components are known
	for k := int(p.least); k < len(p.byValue); k++ {
		if some {
			if !p.changed[k] {
				continue
			}
			p.gatherValue(s, k)
		}
		having := p.byValue[k]
		if before < 0 || !slices.Equal(having, p.byValue[before]) { // neighbouring sizes often have the same vertices
			p.hangTogether(s, having)
		}
		before = k
		for _, v := range having {
			if int64(p.count[p.components.Find(v)]) >= int64(k) {
				continue
			}
			p.note(s, v, byReach)
			if !s.remove(p.sizes[v], int64(k)) {
				return false
			}
		}
	}
	return true
}

// gatherValues finds the vertices that may have each size.
func (p *componentSizes) gatherValues(s *store) {
	for k := range p.byValue {
		p.byValue[k] = p.byValue[k][:0]
	}
	for v, x := range p.sizes {
		if s.val[p.on[v]] < 0 {
			continue
		}
		s.each(x, func(k int64) bool {
			if p.least <= k && k < int64(len(p.byValue)) {
				p.byValue[k] = append(p.byValue[k], int32(v))
			}
			return k < int64(len(p.byValue))
		})
	}
}

// gatherValue finds those of one size.
func (p *componentSizes) gatherValue(s *store, k int) {
	p.byValue[k] = p.byValue[k][:0]
	for v, x := range p.sizes {
		if s.val[p.on[v]] >= 0 && s.has(x, int64(k)) {
			p.byValue[k] = append(p.byValue[k], int32(v))
		}
	}
}

// changes finds the sizes that a vertex lost, or that both ends of an edge may have that can't join any more, since
// the last check. some is false if all must be checked.
func (p *componentSizes) changes(s *store) (some bool) {
	lits, changes := s.cells[p.checkedLits], s.cells[p.checkedChanges]
	if s.probing || len(s.levels) == 0 { // at the root there is no trail
		return false
	}
	defer func(lits, changes int64) { // what this check removes is looked at again
		s.setCell(p.checkedLits, lits)
		s.setCell(p.checkedChanges, changes)
	}(int64(len(s.assigned)), int64(len(s.trail)))
	if lits < 0 {
		return false
	}
	clear(p.changed)
	mark := func(lo, hi int64) {
		for k := max(lo, p.least); k <= min(hi, int64(len(p.changed)-1)); k++ {
			p.changed[k] = true
		}
	}
	for i := range s.trail[changes:] {
		c := &s.trail[int(changes)+i]
		if c.kind == changedCell || !p.isSize[model.Int(c.at)] {
			continue
		}
		switch v := &s.ints[c.at]; c.kind {
		case changedLo, removedLo:
			mark(c.old, v.lo)
		case changedHi, removedHi:
			mark(v.hi, c.old)
		case changedBoth:
			mark(c.old, c.ask)
		default:
			mark(c.old, c.old)
		}
	}
	for _, l := range s.assigned[lits:] {
		for _, i := range p.edgesOf[l] {
			e := p.g.Edges[i]
			x, y := &s.ints[p.sizes[e.U]], &s.ints[p.sizes[e.V]]
			mark(max(x.lo, y.lo), min(x.hi, y.hi))
		}
	}
	return true
}

// hangTogether finds and counts the components of some vertices, by edges that may join.
func (p *componentSizes) hangTogether(s *store, having []int32) {
	for _, v := range having {
		p.having[v], p.components[v], p.count[v] = true, v, 0
	}
	for _, v := range having {
		for _, h := range p.next[v] {
			if h.To < v && p.having[h.To] && s.val[p.joined[h.Edge]] >= 0 {
				p.components.Join(v, h.To)
			}
		}
	}
	for _, v := range having {
		p.count[p.components.Find(v)] += p.counts[v]
	}
	for _, v := range having {
		p.having[v] = false
	}
}

// needed finds the vertices and edges that each component of known size needs.
func (p *componentSizes) needed(s *store) bool {
	p.gather(s, 1)
	for v := range int32(len(p.on)) {
		size := &s.ints[p.sizes[v]]
		if p.components.Find(v) == v && size.lo == size.hi && int64(p.count[v]) < size.lo && !p.needs.twoWays(s, v, size.lo) &&
			!p.needs.from(s, v, size.lo) {
			return false
		}
	}
	return true
}

// explain gives edges that join too many vertices, or the border of what a vertex could reach.
func (p *componentSizes) explain(s *store, e *explanation) {
	began, data := s.noted(e)
	v, kind := data/partKinds, data%partKinds
	others := len(e.out)
	for _, time := range []int32{began, e.time} {
		var ok bool
		switch {
		case kind == byJoined && e.what.op == holds:
			ok = p.explainApart(s, e, time)
		case kind == byJoined:
			ok = p.explainLarge(s, e, v, time)
		default:
			ok = p.explainSmall(s, e, v, kind, time)
		}
		if ok {
			return
		}
		e.out = e.out[:others]
	}
	panic("fd: the size of a part can't explain " + e.what.String())
}

// explainLarge gives edges that join as many vertices as an integer is at least.
func (p *componentSizes) explainLarge(s *store, e *explanation, v, time int32) bool {
	if s.valAt(p.on[v], time) <= 0 {
		return false
	}
	e.lit(p.on[v])
	return p.gathered(s, e, []int32{v}, e.what.v, time)
}

// explainApart gives edges that, with the one in question, join more vertices than the size of an
// end allows.
func (p *componentSizes) explainApart(s *store, e *explanation, time int32) bool {
	others := len(e.out)
	for i, l := range p.joined {
		uv := p.g.Edges[i]
		if l != e.what.lit()^1 {
			continue
		}
		x := p.sizes[uv.U]
		_, most := s.boundsAt(x, time)
		if _, other := s.boundsAt(p.sizes[uv.V], time); other < most {
			x, most = p.sizes[uv.V], other
		}
		e.le(x, most)
		if p.gathered(s, e, []int32{uv.U, uv.V}, most+1, time) {
			return true
		}
		e.out = e.out[:others]
	}
	return false
}

// gathered adds edges that join further vertices until enough are counted.
func (p *componentSizes) gathered(s *store, e *explanation, all []int32, enough int64, time int32) bool {
	in := make([]bool, len(p.on))
	for _, v := range all {
		in[v] = true
		enough -= int64(p.counts[v])
	}
	given := len(all)
	back := make([]alg.Half, len(p.on)) // the way to each of the others
	for i := 0; i < len(all) && enough > 0; i++ {
		for _, h := range p.next[all[i]] {
			if !in[h.To] && enough > 0 && s.valAt(p.joined[h.Edge], time) > 0 {
				in[h.To] = true
				back[h.To] = alg.Half{To: all[i], Edge: h.Edge}
				all = append(all, h.To)
				enough -= int64(p.counts[h.To])
			}
		}
	}
	needed := in // those that are counted, and those on the way to them
	clear(needed)
	for _, v := range slices.Backward(all[given:]) {
		needed[v] = needed[v] || p.counts[v] > 0
		needed[back[v].To] = needed[back[v].To] || needed[v]
	}
	for _, v := range all[given:] {
		if needed[v] {
			e.lit(p.joined[back[v].Edge])
		}
	}
	return enough <= 0
}

// explainSmall gives the border of what the vertex could reach if the atom in question were false.
func (p *componentSizes) explainSmall(s *store, e *explanation, v, kind, time int32) bool {
	var size, bound int64
	except := func(int32, int32) bool { return false } // whether a vertex or an edge is left out
	switch {
	case kind == byNeed:
		var most int64
		if size, most = s.boundsAt(p.sizes[v], time); size < most { // the size was not known yet
			return false
		}
		bound = size - 1
		e.eq(p.sizes[v], size)
		if e.what.op == holds {
			except = func(_, edge int32) bool { return p.joined[edge] == e.what.lit() }
		} else {
			except = func(w, _ int32) bool { return p.sizes[w] == e.what.int() && w != v }
		}
	case e.what.op == atMostOp:
		bound = e.what.v
	default:
		size, bound = e.what.v, e.what.v-1
	}
	reached := []int32{v}
	in := make([]bool, len(p.on))
	in[v] = true
	const yes, no, excluded = 1, 2, 3
	seen := make([]uint8, len(p.on)) // whether a vertex may have the size, or if the explanation says that it may not
	may := func(w int32) bool {
		if seen[w] == 0 {
			seen[w] = no
			if size == 0 || s.hasAt(p.sizes[w], size, time) {
				seen[w] = yes
			}
		}
		return seen[w] == yes
	}
	for i := 0; i < len(reached); i++ {
		for _, h := range p.next[reached[i]] {
			if !in[h.To] && !except(h.To, h.Edge) && s.valAt(p.joined[h.Edge], time) >= 0 && s.valAt(p.on[h.To], time) >= 0 && may(h.To) {
				in[h.To] = true
				reached = append(reached, h.To)
			}
		}
	}
	for _, w := range reached {
		bound -= int64(p.counts[w])
	}
	if bound < 0 {
		return false
	}
	for _, w := range reached {
		for _, h := range p.next[w] {
			if in[h.To] || except(h.To, h.Edge) {
				continue
			}
			switch apart := s.valAt(p.joined[h.Edge], time) < 0; {
			case may(h.To) && apart:
				e.lit(p.joined[h.Edge] ^ 1)
			case may(h.To): // it is off, and that its edge is off, too, was not concluded yet
				e.lit(p.on[h.To] ^ 1)
			case seen[h.To] != excluded:
				seen[h.To] = excluded
				e.add(neAtom(p.sizes[h.To], size))
			}
		}
	}
	return true
}

// lowPoints is a depth-first search (Hopcroft and Tarjan, 1973) among the vertices that may have a
// size.
type lowPoints struct {
	p     *componentSizes
	order []int32 // for each vertex when it was entered, from 1; 0 for not yet
	low   []int32
	total []int32 // for each vertex how many of its subtree count
	cut   []int32 // for each vertex how many others that count are reached only through it
	seq   []int32 // vertices in order of entry
	into  []int32 // for each of seq the edge by which it was entered
	size  int64
	open  int32   // what order has for vertices to enter
	near  []int32 // vertices that are near enough to root
}

// unentered is in order for a vertex that is near but not entered yet.
const unentered = -1

func newLowPoints(p *componentSizes) lowPoints {
	n := p.g.Order()
	return lowPoints{p: p, order: make([]int32, n), low: make([]int32, n), total: make([]int32, n), cut: make([]int32, n)}
}

// twoWays reports whether two walks that share nothing but root have enough vertices each. Then root needs no other
// vertex and no edge. It walks straight on where it can. In open space that saves the search.
func (d *lowPoints) twoWays(s *store, root int32, size int64) bool {
	if d.p.least < 2 { // some vertices don't count
		return false
	}
	d.seq = append(d.seq[:0], root)
	d.order[root] = 1
	ok := true
	for range 2 {
		ok = ok && d.walk(s, root, size)
	}
	for _, v := range d.seq {
		d.order[v] = 0
	}
	return ok
}

// walk enters new vertices one after another until there are enough with root.
func (d *lowPoints) walk(s *store, root int32, size int64) bool {
	for v, step, n := root, int32(0), size; n > 1; n-- {
		next := int32(-1)
		for _, h := range d.p.next[v] {
			if (next < 0 || h.To-v == step) && d.order[h.To] == 0 && s.val[d.p.joined[h.Edge]] >= 0 && s.has(d.p.sizes[h.To], size) {
				next = h.To
			}
		}
		if next < 0 {
			return false
		}
		d.order[next] = 1
		d.seq = append(d.seq, next)
		v, step = next, next-v
	}
	return true
}

// from sets the vertices and edges without which root, whose size is known, would reach too few
// others.
func (d *lowPoints) from(s *store, root int32, size int64) bool {
	p := d.p
	d.size, d.seq, d.into, d.open, d.near = size, d.seq[:0], d.into[:0], 0, d.near[:0]
	if p.least == 2 && 2*size*size < int64(len(p.on)) {
		d.approach(s, root)
	}
	d.visit(s, root, -1)
	reached := int64(d.total[root])
	ok := true
	for i := 1; i < len(d.seq) && ok; i++ {
		v, edge := d.seq[i], d.into[i]
		if bridge := d.low[v] == d.order[v]; bridge && reached-int64(d.total[v]) < size && s.val[p.joined[edge]] == 0 {
			p.note(s, root, byNeed)
			ok = s.set(p.joined[edge])
		}
		if ok && reached-int64(p.counts[v]+d.cut[v]) < size && !s.fixed(p.sizes[v]) {
			p.note(s, root, byNeed)
			ok = s.fix(p.sizes[v], size)
		}
	}
	for _, list := range [][]int32{d.seq, d.near} {
		for _, v := range list {
			d.order[v] = 0
		}
	}
	return ok
}

// approach marks the vertices that are less than size steps away. Where root reaches too few without a vertex or an edge,
// these are all among them, so the search may leave out the others.
func (d *lowPoints) approach(s *store, root int32) {
	d.open = unentered
	d.near = append(d.near, root)
	d.order[root] = unentered
	for first, steps := 0, int64(1); steps < d.size; steps++ {
		last := len(d.near)
		for ; first < last; first++ {
			for _, h := range d.p.next[d.near[first]] {
				if d.order[h.To] == 0 && s.val[d.p.joined[h.Edge]] >= 0 && s.has(d.p.sizes[h.To], d.size) {
					d.order[h.To] = unentered
					d.near = append(d.near, h.To)
				}
			}
		}
	}
}

// visit searches from v, entered by the edge via.
func (d *lowPoints) visit(s *store, v, via int32) {
	d.seq, d.into = append(d.seq, v), append(d.into, via)
	at := int32(len(d.seq))
	d.order[v], d.low[v], d.total[v], d.cut[v] = at, at, d.p.counts[v], 0
	for _, h := range d.p.next[v] {
		w := h.To
		if h.Edge == via || s.val[d.p.joined[h.Edge]] < 0 || !s.has(d.p.sizes[w], d.size) {
			continue
		}
		if d.order[w] != d.open {
			if d.order[w] > 0 {
				d.low[v] = min(d.low[v], d.order[w])
			}
			continue
		}
		d.visit(s, w, h.Edge)
		d.low[v] = min(d.low[v], d.low[w])
		d.total[v] += d.total[w]
		if d.low[w] >= at {
			d.cut[v] += d.total[w]
		}
	}
}
