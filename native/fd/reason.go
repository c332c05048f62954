package fd

import (
	"fmt"
	"slices"

	"nazo/internal/model"
)

// reason is a small handle for why something became true: a propagator that can explain it when
// asked, or one of the kinds below.
type reason struct {
	by   int32 // a propagator, or a kind of reason
	data int32
}

const (
	byChoice      = -1 - iota // a choice, or true at the root
	byImplication             // data is a literal that implies it
	byClause                  // data is a clause in which it is the first literal
	byAtoms                   // data is where its atoms begin in store.because
	byTurn                    // the other side of a choice is done: implied by all remaining choices
)

// explainer is a propagator with precise explanations. Others are explained by all that is known
// about their variables.
type explainer interface {
	// explain gives atoms that were true before e.time and, with the constraint, imply e.what. If
	// e.what is nothing, they imply a conflict. The guard need not be mentioned.
	explain(s *store, e *explanation)
}

// concerned is a propagator that lists its variables.
type concerned interface {
	concerns() (lits []lit, ints []model.Int)
}

// explanation collects atoms.
type explanation struct {
	what atom
	time int32
	data int32 // the propagator's note
	out  []atom
}

func (e *explanation) add(a atom)              { e.out = append(e.out, a) }
func (e *explanation) lit(l lit)               { e.out = append(e.out, litAtom(l)) }
func (e *explanation) ge(x model.Int, v int64) { e.out = append(e.out, geAtom(x, v)) }
func (e *explanation) le(x model.Int, v int64) { e.out = append(e.out, leAtom(x, v)) }
func (e *explanation) eq(x model.Int, v int64) { e.out = append(e.out, eqAtom(x, v)) }
func (e *explanation) ne(x model.Int, v int64) { e.out = append(e.out, neAtom(x, v)) }

// truth adds what was known about a literal.
func (e *explanation) truth(s *store, l lit) {
	if v := s.valAt(l, e.time); v != 0 {
		e.lit(l ^ sign(v < 0))
	}
}

// domain adds everything known about an integer.
func (e *explanation) domain(s *store, x model.Int) {
	lo, hi := s.boundsAt(x, e.time)
	if lo == hi {
		e.eq(x, lo)
		return
	}
	e.ge(x, lo)
	e.le(x, hi)
	for i := s.ints[x].last; i >= 0; i = s.trail[i].prev {
		if c := &s.trail[i]; c.kind == removedValue && c.pos < e.time && lo < c.old && c.old < hi {
			e.ne(x, c.old)
		}
	}
}

// valAt returns the value of a literal at a time.
func (s *store) valAt(l lit, time int32) int8 {
	if s.at[l>>1] >= time {
		return 0
	}
	return s.val[l]
}

// boundsAt returns the bounds of an integer at a time.
func (s *store) boundsAt(x model.Int, time int32) (lo, hi int64) {
	v := &s.ints[x]
	lo, hi = v.lo, v.hi
	for i := v.last; i >= 0 && s.trail[i].pos >= time; i = s.trail[i].prev {
		lo, hi = s.trail[i].before(lo, hi)
	}
	return lo, hi
}

// before returns the bounds of an integer before a change, given those after it.
func (c *change) before(lo, hi int64) (int64, int64) {
	switch c.kind {
	case changedLo, removedLo:
		lo = c.old
	case changedHi, removedHi:
		hi = c.old
	case changedBoth:
		lo, hi = c.old, c.ask
	}
	return lo, hi
}

// hasAt reports whether an integer had a value at a time.
func (s *store) hasAt(x model.Int, k int64, time int32) bool {
	if lo, hi := s.boundsAt(x, time); k < lo || k > hi {
		return false
	}
	v := &s.ints[x]
	if v.n == 0 {
		return v.start == nil || v.start.Contains(k)
	}
	if p := k - v.base; s.words[int64(v.first)+p>>6]>>(p&63)&1 != 0 {
		return true
	}
	for i := v.last; i >= 0 && s.trail[i].pos >= time; i = s.trail[i].prev {
		if c := &s.trail[i]; c.kind == removedValue && c.old == k {
			return true
		}
	}
	return false
}

// domainAt calls f for the values of an integer at a time, ascending.
func (s *store) domainAt(x model.Int, time int32, f func(int64)) {
	v := &s.ints[x]
	lo, hi := s.boundsAt(x, time)
	var since []int64 // values between the bounds that were removed since
	for i := v.last; i >= 0 && s.trail[i].pos >= time; i = s.trail[i].prev {
		if c := &s.trail[i]; c.kind == removedValue {
			since = append(since, c.old)
		}
	}
	slices.Sort(since)
	for k := lo; k <= hi; k++ {
		has := v.start == nil || v.start.Contains(k)
		if v.n > 0 {
			p := k - v.base
			has = s.words[int64(v.first)+p>>6]>>(p&63)&1 != 0
		}
		if len(since) > 0 && since[0] == k {
			has, since = true, since[1:]
		}
		if has {
			f(k)
		}
	}
}

// locate returns when a true atom became true, and the change of the integer that caused it. Both
// are -1 at the root, and event is -1 for a literal.
func (s *store) locate(a atom) (pos, event int32) {
	if a.op == holds {
		if pos = s.at[a.x>>1]; len(s.levels) == 0 || pos < s.levels[0].pos() {
			pos = -1
		}
		return pos, -1
	}
	event = s.changeOf(a)
	if event < 0 {
		return -1, -1
	}
	return s.trail[event].pos, event
}

// changeOf returns the change that made a true atom of an integer true, or -1.
func (s *store) changeOf(a atom) int32 {
	v := &s.ints[a.x]
	switch a.op {
	case equals:
		return v.last
	case atLeast, atMostOp:
		for i := v.last; i >= 0; i = s.trail[i].prev {
			lo, hi := s.trail[i].before(a.v, a.v)
			if a.op == atLeast && lo < a.v || a.op == atMostOp && hi > a.v {
				return i
			}
		}
	default:
		return s.removalOf(v, a.v)
	}
	return -1
}

// removalOf returns the change that removed a value, or -1.
func (s *store) removalOf(v *intVar, k int64) int32 {
	gone := v.start != nil && !v.start.Contains(k) // whether more than the bounds excludes it
	if v.n > 0 {
		if p := k - v.base; p >= 0 && p>>6 < int64(v.n) {
			gone = s.words[int64(v.first)+p>>6]>>(p&63)&1 == 0
		}
	}
	lo, hi := v.lo, v.hi
	first := int32(-1)
	for i := v.last; i >= 0; i = s.trail[i].prev {
		c := &s.trail[i]
		was := lo <= k && k <= hi // whether it lay within the bounds after the change
		if c.kind == removedValue && c.old == k {
			return i
		}
		lo, hi = c.before(lo, hi)
		if !was && lo <= k && k <= hi {
			first = i
		}
	}
	if gone {
		return -1
	}
	return first
}

// explainAtom adds the reason of a true atom to e.out. The reason must not be a choice.
func (s *store) explainAtom(a atom, event int32, e *explanation) {
	if a.op == holds {
		s.ask(s.why[a.x>>1], a, s.at[a.x>>1], e)
		return
	}
	x := a.int()
	c := &s.trail[event]
	switch c.kind {
	case changedBoth:
		s.askChange(c, eqAtom(x, s.ints[x].lo), e)
	case removedValue:
		s.askChange(c, neAtom(x, c.old), e)
	case changedLo, removedLo:
		a = e.asBound(a, atLeast)
		from := c.old + 1
		if c.kind == removedLo {
			s.askChange(c, neAtom(x, c.old), e)
			e.ge(x, c.old)
		} else {
			from = min(a.v, c.ask)
			s.askChange(c, geAtom(x, from), e)
		}
		s.skipped(e, c, from, a.v-1)
	case changedHi, removedHi:
		a = e.asBound(a, atMostOp)
		from := c.old - 1
		if c.kind == removedHi {
			s.askChange(c, neAtom(x, c.old), e)
			e.le(x, c.old)
		} else {
			from = max(a.v, c.ask)
			s.askChange(c, leAtom(x, from), e)
		}
		s.skipped(e, c, a.v+1, from)
	}
}

// skipped adds the removals of the values that a moving bound skipped. Those at the root are free.
func (s *store) skipped(e *explanation, c *change, lo, hi int64) {
	for i := c.prev; i >= 0; i = s.trail[i].prev {
		if r := &s.trail[i]; r.kind == removedValue && lo <= r.old && r.old <= hi {
			e.ne(model.Int(c.at), r.old)
		}
	}
}

// asBound returns the bound in the direction op that implies an atom. For an equation it adds the
// opposite bound.
func (e *explanation) asBound(a atom, op atomOp) atom {
	switch {
	case a.op == equals:
		e.add(atom{a.v, a.x, atLeast + atMostOp - op})
	case a.op == differsFrom && op == atLeast:
		a.v++
	case a.op == differsFrom:
		a.v--
	}
	a.op = op
	return a
}

// askChange lets the source of a change explain the atom that it requested.
func (s *store) askChange(c *change, a atom, e *explanation) {
	if c.via != 0 {
		a = litAtom(c.via)
	}
	s.ask(c.why, a, c.pos, e)
}

// ask lets the source of a reason explain an atom at a time.
func (s *store) ask(r reason, a atom, time int32, e *explanation) {
	begin := len(e.out)
	switch r.by {
	case byChoice:
		panic(fmt.Sprintf("fd: %v was chosen and can't be explained", a))
	case byImplication:
		e.lit(lit(r.data))
	case byClause:
		for _, l := range s.lits(r.data)[1:] {
			e.lit(l ^ 1)
		}
	case byAtoms:
		n := int32(s.because[r.data].v)
		e.out = append(e.out, s.because[r.data+1:r.data+1+n]...)
	case byTurn:
		for i, level := range s.levels {
			if level.pos() <= time {
				e.out = append(e.out, s.choices[i])
			}
		}
	default:
		s.askPropagator(r, a, time, e)
		if g := s.guards[r.by]; g != model.True {
			e.lit(g)
		}
	}
	if s.explained != nil {
		s.explained(r, a, time, e.out[begin:])
	}
}

func (s *store) askPropagator(r reason, a atom, time int32, e *explanation) {
	e.what, e.time, e.data = a, time, r.data
	switch p := s.props[r.by].(type) {
	case explainer:
		p.explain(s, e)
	case concerned:
		e.everything(s, p)
	}
}

// everything adds all that was known about a propagator's variables.
func (e *explanation) everything(s *store, p concerned) {
	lits, ints := p.concerns()
	for _, l := range lits {
		e.truth(s, l)
	}
	for _, x := range ints {
		e.domain(s, x)
	}
}

// same adds the same atom of another integer.
func (e *explanation) same(x model.Int) { e.out = append(e.out, atom{e.what.v, int32(x), e.what.op}) }

// distinctInts reports whether no integer occurs twice.
func distinctInts(xs ...model.Int) bool {
	seen := map[model.Int]bool{}
	for _, x := range xs {
		if seen[x] {
			return false
		}
		seen[x] = true
	}
	return true
}

// noting attaches a number to the following conclusions. They are explained by what was known when
// the propagator began, so they do not depend on each other.
func (s *store) noting(data int32) {
	if len(s.levels) == 0 {
		return
	}
	s.cause.data = int32(len(s.because))
	s.because = append(s.because, atom{v: int64(data), x: s.started})
}

// noted returns when the propagator began, and the number.
func (s *store) noted(e *explanation) (began, data int32) {
	return s.because[e.data].x, int32(s.because[e.data].v)
}

// remember stores atoms as a reason until the level is undone.
func (s *store) remember(atoms []atom) reason {
	at := int32(len(s.because))
	s.because = append(s.because, atom{v: int64(len(atoms))})
	s.because = append(s.because, atoms...)
	return reason{byAtoms, at}
}
