package fd

import "slices"

// analyzer performs conflict analysis. It learns the clause (nogood) of the first unique implication
// point (Marques-Silva and Sakallah, GRASP, 1996; Zhang et al., 2001). Clauses consist of atoms, which
// are explained lazily.
type analyzer struct {
	s *store
	// seen is called for each atom involved in a conflict.
	seen func(a atom)

	at      []int32 // for each time the index of its item plus 1, or 0
	items   []item
	current int32 // when the level of the conflict began
	open    int   // items since then
	e       explanation
	depth   int
	effort  int       // explanations requested to shorten the clause
	known   []verdict // for each time the last verdict on its atom
	round   int64     // of clauses that were shortened
	levels  []bool    // scratch: which levels occur
	lower   []item    // scratch: items of earlier levels
	clause  []atom    // what was learned last
}

// verdict records whether an atom proved redundant in a round.
type verdict struct {
	a         atom
	round     int64
	redundant bool
}

// item is an atom involved in the conflict.
type item struct {
	a          atom
	pos, event int32
}

// learnedClause is the result of conflict analysis.
type learnedClause struct {
	// clause has false atoms, of which only the first is of the last level. It is empty if the
	// conflict follows from the root. It is valid until the next analysis.
	clause []atom
	level  int // where the first becomes true
	last   int // the level of the conflict
	lbd    int // literal block distance: the number of its levels
	// stopped means that the search must end and nothing was learned.
	stopped bool
}

// learn analyses the last conflict of the store.
func (z *analyzer) learn() learnedClause {
	s := z.s
	now := s.now()
	if need := int(now) + 1; len(z.at) < need {
		z.at = append(z.at, make([]int32, need-len(z.at))...)
		z.known = append(z.known, make([]verdict, need-len(z.known))...)
	}
	z.items, z.open, z.e.out = z.items[:0], 0, z.e.out[:0]
	defer z.clear()
	s.askWhy(&z.e)
	// The conflict may belong to an earlier level that did not notice it.
	z.current = -1
	for _, a := range z.e.out {
		pos, _ := s.locate(s.plain(a))
		z.current = max(z.current, pos)
	}
	if z.current < 0 {
		return learnedClause{}
	}
	last := s.levelOf(z.current)
	z.current = s.levels[last-1].pos()
	z.take(0)
	uip, ok := z.resolve(now)
	if !ok {
		return learnedClause{last: last, stopped: true}
	}
	return z.learnedClause(uip, last)
}

// blame reports the atoms of the last conflict and learns nothing.
func (z *analyzer) blame() {
	z.e.out = z.e.out[:0]
	z.s.askWhy(&z.e)
	for _, a := range z.e.out {
		z.seen(z.s.plain(a))
	}
}

// askWhy explains the last conflict.
func (s *store) askWhy(e *explanation) {
	s.ask(s.cause, s.clash, s.now(), e)
	if s.clash.op != nothing {
		e.add(s.clash.not())
	}
}

// plain replaces a literal that is a view of an integer by its atom.
func (s *store) plain(a atom) atom {
	if a.op == holds && s.view[a.x>>1] != 0 {
		return s.viewed(a.lit())
	}
	return a
}

// take adds the atoms of the explanation from an index on.
func (z *analyzer) take(from int) {
	for _, a := range z.e.out[from:] {
		z.add(a)
	}
	z.e.out = z.e.out[:from]
}

// add adds an atom to the conflict.
func (z *analyzer) add(a atom) {
	s := z.s
	a = s.plain(a)
	if a.op == equals && s.ints[a.x].n == 0 { // no literal can state that
		z.add(geAtom(a.int(), a.v))
		z.add(leAtom(a.int(), a.v))
		return
	}
	it, ok := s.itemOf(a)
	if !ok {
		return
	}
	if z.seen != nil {
		z.seen(it.a)
	}
	if i := z.at[it.pos]; i > 0 {
		z.items[i-1].a = s.both(z.items[i-1].a, it.a, it.event)
		return
	}
	z.items = append(z.items, it)
	z.at[it.pos] = int32(len(z.items))
	if it.pos >= z.current {
		z.open++
	}
}

// itemOf returns the item of a true atom, in a form that a literal can state. ok is false if it
// held at the root.
func (s *store) itemOf(a atom) (it item, ok bool) {
	pos, event := s.locate(a)
	if pos < 0 {
		return item{}, false
	}
	if a.op == differsFrom && s.ints[a.x].n == 0 {
		a = s.boundOf(a, event)
	}
	return item{a, pos, event}, true
}

// boundOf returns the bound set by a change that implies the atom.
func (s *store) boundOf(a atom, event int32) atom {
	switch kind := s.trail[event].kind; {
	case kind == changedBoth:
		return eqAtom(a.int(), s.ints[a.x].lo)
	case a.op != differsFrom:
	case kind == changedLo || kind == removedLo:
		return geAtom(a.int(), a.v+1)
	case kind == changedHi || kind == removedHi:
		return leAtom(a.int(), a.v-1)
	}
	return a
}

// both returns one atom that implies two that became true by the same change.
func (s *store) both(a, b atom, event int32) atom {
	switch {
	case a.implies(b):
		return a
	case b.implies(a):
		return b
	}
	a, b = s.boundOf(a, event), s.boundOf(b, event)
	if b.implies(a) {
		return b
	}
	return a
}

// resolve replaces atoms of the last level by their reasons until one is left. It returns false if
// the search must stop.
func (z *analyzer) resolve(now int32) (item, bool) {
	for pos := now; ; pos-- {
		if z.s.stop.Load() {
			return item{}, false
		}
		i := z.at[pos]
		if i == 0 {
			continue
		}
		if z.open == 1 {
			return z.items[i-1], true
		}
		it := z.items[i-1]
		z.at[pos] = 0
		z.open--
		z.s.explainAtom(it.a, it.event, &z.e)
		z.take(0)
	}
}

// learnedClause assembles the clause.
func (z *analyzer) learnedClause(uip item, last int) learnedClause {
	s := z.s
	z.round++
	z.effort = 0
	z.levels = append(z.levels[:0], make([]bool, last+1)...)
	for _, it := range z.items {
		if it.pos < z.current {
			z.levels[s.levelOf(it.pos)] = true
		}
	}
	l := learnedClause{last: last}
	lower := z.lower[:0]
	for _, it := range z.items {
		if it.pos < z.current && !z.redundant(it) {
			lower = append(lower, it)
		}
	}
	// The latest of the other atoms is watched together with the first.
	clear(z.levels)
	z.levels[last] = true
	slices.SortFunc(lower, func(a, b item) int { return int(b.pos - a.pos) })
	clause := append(z.clause[:0], uip.a.not())
	for _, it := range lower {
		clause = append(clause, it.a.not())
		z.levels[s.levelOf(it.pos)] = true
	}
	if len(lower) > 0 {
		l.level = s.levelOf(lower[0].pos)
	}
	for _, on := range z.levels {
		if on {
			l.lbd++
		}
	}
	z.lower, z.clause, l.clause = lower, clause, clause
	if s.learned != nil {
		s.learned(clause)
	}
	return l
}

const (
	deepest    = 12   // longest chain of explanations that shows that an atom is redundant
	mostEffort = 1000 // most explanations for shortening one clause
)

// redundant reports whether an atom follows from the others (Sörensson and Biere, Minimizing
// learned clauses, 2009).
func (z *analyzer) redundant(it item) bool {
	s := z.s
	if !z.levels[s.levelOf(it.pos)] || z.depth >= deepest {
		return false
	}
	if k := &z.known[it.pos]; k.round == z.round && k.a == it.a {
		return k.redundant
	}
	if r := s.reasonOf(it); r.by == byChoice || r.by == byTurn || r.by >= 0 && s.queue.level[r.by] > quick {
		return false
	}
	if z.effort++; z.effort > mostEffort || s.stop.Load() {
		return false
	}
	z.depth++
	from := len(z.e.out)
	s.explainAtom(it.a, it.event, &z.e)
	ok := true
	for i := from; i < len(z.e.out) && ok; i++ {
		ok = z.covered(z.e.out[i])
	}
	z.e.out = z.e.out[:from]
	z.depth--
	z.known[it.pos] = verdict{it.a, z.round, ok}
	return ok
}

// covered reports whether an atom holds at the root or follows from the clause.
func (z *analyzer) covered(a atom) bool {
	s := z.s
	a = s.plain(a)
	if a.op == equals && s.ints[a.x].n == 0 {
		return z.covered(geAtom(a.int(), a.v)) && z.covered(leAtom(a.int(), a.v))
	}
	pos, event := s.locate(a)
	if pos < 0 {
		return true
	}
	if i := z.at[pos]; i > 0 && z.items[i-1].a.implies(a) {
		return true
	}
	return z.redundant(item{a, pos, event})
}

// reasonOf returns why an atom became true.
func (s *store) reasonOf(it item) reason {
	if it.event >= 0 {
		return s.trail[it.event].why
	}
	return s.why[it.a.x>>1]
}

func (z *analyzer) clear() {
	for _, it := range z.items {
		z.at[it.pos] = 0
	}
}
