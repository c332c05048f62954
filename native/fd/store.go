package fd

import (
	"sync/atomic"

	"nazo/model"
)

// lit is a literal. Literals are numbered as the model's boolean nodes are, so
// literal 0 is true and l^1 the negation of l.
type lit = model.Bool

// store holds what is known: for each literal whether it is true or false, for
// each integer its domain. Everything known is undone by [store.pop].
//
// While probing, nothing is changed: operations only say whether they would
// contradict what is known. That is how a propagator whose guard is open finds
// out that its guard must be false.
type store struct {
	val      []int8 // for each literal 1 true, -1 false, 0 open
	assigned []lit  // the true literals in order
	head     int    // assigned[head:] have yet to be followed up

	implied [][]lit       // for each literal those that hold when it does
	clauses [][]clauseRef // for each literal the clauses that watch it
	counted [][]counted   // for each literal the sums it belongs to
	wakes   [][]int32     // for each literal the propagators to run when it becomes true
	sums    []sum

	ints     []intVar
	words    []uint64    // bits of the domains
	intWakes [][]intWake // for each integer

	cells  []int64 // numbers of propagators that are undone too
	trail  []change
	levels []mark

	props  []propagator
	guards []lit // for each propagator
	queue  queue

	probing bool
	stop    *atomic.Bool // set when the search is to end at once
	// failedProp is the propagator of the last conflict; if it is -1, failedLits are those that
	// could not hold together.
	failedProp int32
	failedLits []lit

	propagations int64
}

// propagator draws conclusions from what is known.
type propagator interface {
	// propagate narrows literals and integers and returns false on a
	// contradiction. When all that it depends on is known it must decide.
	propagate(s *store) bool
}

// clauseRef is a clause that watches a literal, and another of its literals: if that is
// true the clause need not be looked at.
type clauseRef struct {
	lits    []lit // the first two are watched
	blocker lit
}

// counted is the coefficient of a literal in a sum.
type counted struct {
	sum  int32
	coef int64
}

func newStore(bools, ints int, stop *atomic.Bool) *store {
	s := &store{stop: stop, failedProp: -1}
	s.val = make([]int8, 2*bools)
	s.implied = make([][]lit, 2*bools)
	s.clauses = make([][]clauseRef, 2*bools)
	s.counted = make([][]counted, 2*bools)
	s.wakes = make([][]int32, 2*bools)
	s.ints = make([]intVar, ints)
	s.intWakes = make([][]intWake, ints)
	s.val[model.True], s.val[model.False] = 1, -1
	return s
}

// newLit makes a literal that no node of the model has.
func (s *store) newLit() lit {
	l := lit(len(s.val))
	s.val = append(s.val, 0, 0)
	s.implied = append(s.implied, nil, nil)
	s.clauses = append(s.clauses, nil, nil)
	s.counted = append(s.counted, nil, nil)
	s.wakes = append(s.wakes, nil, nil)
	return l
}

// set makes l true; it returns false if l is false.
func (s *store) set(l lit) bool {
	if v := s.val[l]; v != 0 {
		return v > 0
	}
	if !s.probing {
		s.assign(l)
	}
	return true
}

func (s *store) assign(l lit) {
	s.val[l], s.val[l^1] = 1, -1
	s.assigned = append(s.assigned, l)
	for _, c := range s.counted[l] {
		t := &s.sums[c.sum]
		t.lo += c.coef
		if t.mayPropagate(s) {
			s.queue.add(t.prop)
		}
	}
	for _, c := range s.counted[l^1] {
		t := &s.sums[c.sum]
		t.hi -= c.coef
		if t.mayPropagate(s) {
			s.queue.add(t.prop)
		}
	}
	for _, p := range s.wakes[l] {
		s.queue.add(p)
	}
}

// add registers a propagator and queues it.
func (s *store) add(p propagator, guard lit, priority uint8) int32 {
	id := int32(len(s.props))
	s.props = append(s.props, p)
	s.guards = append(s.guards, guard)
	s.queue.queued = append(s.queue.queued, false)
	s.queue.level = append(s.queue.level, priority)
	if guard != model.True {
		s.wakes[guard] = append(s.wakes[guard], id)
	}
	s.queue.add(id)
	return id
}

// onTrue wakes a propagator when l becomes true.
func (s *store) onTrue(l lit, prop int32) {
	if s.val[l] == 0 {
		s.wakes[l] = append(s.wakes[l], prop)
	}
}

// onChange wakes a propagator when l becomes true or false.
func (s *store) onChange(l lit, prop int32) {
	s.onTrue(l, prop)
	s.onTrue(l^1, prop)
}

// clause says that at least one of the literals holds. It is to be called
// before search; the literals are kept.
func (s *store) clause(lits ...lit) bool {
	open := lits[:0]
	for _, l := range lits {
		switch s.val[l] {
		case 1:
			return true
		case 0:
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return false
	case 1:
		return s.set(open[0])
	case 2:
		s.implied[open[0]^1] = append(s.implied[open[0]^1], open[1])
		s.implied[open[1]^1] = append(s.implied[open[1]^1], open[0])
	default:
		s.clauses[open[0]] = append(s.clauses[open[0]], clauseRef{open, open[1]})
		s.clauses[open[1]] = append(s.clauses[open[1]], clauseRef{open, open[0]})
	}
	return true
}

// propagate draws all conclusions and returns false on a contradiction. When
// the search is to stop it may leave some undrawn.
func (s *store) propagate() bool {
	for {
		for s.head < len(s.assigned) {
			l := s.assigned[s.head]
			s.head++
			if !s.follow(l) {
				return false
			}
		}
		p := s.queue.take()
		if p < 0 || s.stop.Load() {
			return true
		}
		s.propagations++
		if !s.run(p) {
			s.failedProp = p
			return false
		}
	}
}

// run lets a propagator work, or tests its guard if that is open.
func (s *store) run(p int32) bool {
	g := s.guards[p]
	if v := s.val[g]; v > 0 {
		return s.props[p].propagate(s)
	} else if v < 0 {
		return true
	}
	s.probing = true
	possible := s.props[p].propagate(s)
	s.probing = false
	return possible || s.set(g^1)
}

// follow draws the conclusions of implications and clauses from l being true.
func (s *store) follow(l lit) bool {
	for _, o := range s.implied[l] {
		if !s.set(o) {
			s.failedProp, s.failedLits = -1, append(s.failedLits[:0], l, o)
			return false
		}
	}
	lost := l ^ 1
	list := s.clauses[lost]
	kept := list[:0]
	for i := 0; i < len(list); i++ {
		c := list[i]
		if s.val[c.blocker] > 0 || !s.rewatch(&c, lost) {
			kept = append(kept, c)
			if s.val[c.blocker] <= 0 && !s.set(c.lits[0]) {
				s.failedProp, s.failedLits = -1, append(s.failedLits[:0], c.lits...)
				kept = append(kept, list[i+1:]...)
				s.clauses[lost] = kept
				return false
			}
		}
	}
	s.clauses[lost] = kept
	return true
}

// rewatch lets c watch another literal in place of lost, if there is one that
// is not false. Otherwise c.lits[0] is the only one that can be true.
func (s *store) rewatch(c *clauseRef, lost lit) bool {
	lits := c.lits
	if lits[0] == lost {
		lits[0], lits[1] = lits[1], lits[0]
	}
	if s.val[lits[0]] > 0 {
		c.blocker = lits[0]
		return false
	}
	for k := 2; k < len(lits); k++ {
		if s.val[lits[k]] >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			s.clauses[lits[1]] = append(s.clauses[lits[1]], clauseRef{lits, lits[0]})
			return true
		}
	}
	return false
}
