package fd

import (
	"sync/atomic"

	"nazo/internal/model"
)

// lit is a literal, numbered as the model's boolean nodes are: literal 0 is true, and l^1 is the
// negation of l.
type lit = model.Bool

// store holds the values of literals and the domains of integers. [store.pop] undoes changes.
//
// While probing, operations change nothing and only report whether they would fail. A propagator
// with an open guard finds out in this way that the guard must be false.
type store struct {
	val      []int8 // for each literal 1 true, -1 false, 0 open
	assigned []lit  // the true literals in order
	head     int    // assigned[head:] are not propagated yet

	implied [][]lit     // for each literal those that it implies
	clauses [][]watch   // for each literal the clauses that watch it
	counted [][]counted // for each literal the sums it belongs to
	wakes   [][]int32   // for each literal the propagators to run when it becomes true
	sums    []sum

	ints     []intVar
	words    []uint64    // bits of the domains
	intWakes [][]intWake // for each integer

	cells  []int64 // numbers of propagators that backtracking restores
	trail  []change
	levels []mark

	props  []propagator
	guards []lit // for each propagator
	// sleeps has for each propagator the switch that its guard implies, or 0. While the switch is
	// open, the propagator does nothing.
	sleeps   []lit
	switchOf map[lit]lit // for guards
	queue    queue

	probing bool
	stop    *atomic.Bool // set when the search is to end at once

	// Times and reasons of literals.
	at      []int32  // for each node of a literal when it became true or false
	why     []reason // for each node of a literal why
	cause   reason   // of the current change
	via     lit      // the literal being set that is an atom of an integer, or 0
	started int32    // when the current propagator began
	choices []atom   // for each level the choice that opened it
	pops    int64    // undone levels, which change what was known at a time
	because []atom   // explanations given eagerly
	// clash is the atom that could not be made true at a conflict, or nothing if the cause itself
	// failed.
	clash atom
	// explained and learned observe explanations and learned clauses, in tests.
	explained func(r reason, what atom, time int32, from []atom)
	learned   func(clause []atom)

	// Literals that are atoms of integers.
	view  []int32 // for each node of a literal its place in atoms, 0 for none
	atoms []atom
	late  [][]lit // for each level the literals made later that are open again when it is undone

	arena   []lit   // of clauses (clause.go)
	learnts []int32 // the learned ones
	age     int32   // conflicts so far

	propagations int64
}

// propagator draws conclusions from what is known.
type propagator interface {
	// propagate narrows literals and integers, and returns false on a conflict. When all its
	// variables are known it must decide.
	propagate(s *store) bool
}

// counted is the coefficient of a literal in a sum.
type counted struct {
	sum  int32
	coef int64
}

func newStore(bools, ints int, stop *atomic.Bool) *store {
	s := &store{stop: stop, atoms: make([]atom, 1), cause: reason{by: byChoice}}
	s.val = make([]int8, 2*bools)
	s.implied = make([][]lit, 2*bools)
	s.clauses = make([][]watch, 2*bools)
	s.counted = make([][]counted, 2*bools)
	s.wakes = make([][]int32, 2*bools)
	s.at, s.why, s.view = make([]int32, bools), make([]reason, bools), make([]int32, bools)
	s.ints = make([]intVar, ints)
	for x := range s.ints {
		s.ints[x].last = -1
	}
	for i := range s.at {
		s.at[i] = -1
	}
	s.intWakes = make([][]intWake, ints)
	s.val[model.True], s.val[model.False] = 1, -1
	return s
}

// newLit makes a literal without a node.
func (s *store) newLit() lit {
	l := lit(len(s.val))
	s.val = append(s.val, 0, 0)
	s.implied = append(s.implied, nil, nil)
	s.clauses = append(s.clauses, nil, nil)
	s.counted = append(s.counted, nil, nil)
	s.wakes = append(s.wakes, nil, nil)
	s.at, s.why, s.view = append(s.at, 0), append(s.why, reason{}), append(s.view, 0)
	return l
}

// set makes l true. It returns false if l is false.
func (s *store) set(l lit) bool {
	if v := s.val[l]; v != 0 {
		if v < 0 {
			s.clash = litAtom(l)
		}
		return v > 0
	}
	if s.probing {
		return true
	}
	if i := s.view[l>>1]; i != 0 {
		s.via = l
		s.impose(s.viewed(l))
		s.via = 0
		return true
	}
	s.assign(l)
	return true
}

func (s *store) assign(l lit) {
	s.at[l>>1], s.why[l>>1] = s.now(), s.cause
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
	sleeps := s.switchOf[guard]
	s.sleeps = append(s.sleeps, sleeps)
	if sleeps != 0 && sleeps != guard {
		s.wakes[sleeps] = append(s.wakes[sleeps], id)
	}
	s.queue.queued = append(s.queue.queued, false)
	s.queue.level = append(s.queue.level, priority)
	if guard != model.True {
		s.wakes[guard] = append(s.wakes[guard], id)
	}
	s.queue.add(id)
	return id
}

// onTrue wakes a propagator when one of the literals becomes true.
func (s *store) onTrue(prop int32, lits ...lit) {
	for _, l := range lits {
		if s.val[l] == 0 {
			s.wakes[l] = append(s.wakes[l], prop)
		}
	}
}

// onChange wakes a propagator when one of the literals becomes true or false.
func (s *store) onChange(prop int32, lits ...lit) {
	for _, l := range lits {
		s.onTrue(prop, l, l^1)
	}
}

// propagate runs to a fixpoint. It returns false on a conflict, described by s.cause and s.clash.
// It may end early if the search must stop.
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
		s.cause, s.clash, s.started = reason{by: p}, atom{}, s.now()
		if !s.run(p) {
			return false
		}
	}
}

// run runs a propagator, or tests its open guard.
func (s *store) run(p int32) bool {
	g := s.guards[p]
	if v := s.val[g]; v > 0 {
		return s.props[p].propagate(s)
	} else if on := s.sleeps[p]; v < 0 || on != 0 && s.val[on] == 0 {
		return true
	}
	s.probing = true
	possible := s.props[p].propagate(s)
	s.probing = false
	if !possible {
		s.cause = s.refutation(p)
		s.clash = atom{}
	}
	return possible || s.set(g^1)
}

// refutation returns the reason why a propagator with an open guard failed.
func (s *store) refutation(p int32) reason {
	if len(s.levels) == 0 {
		return reason{by: byChoice}
	}
	var e explanation
	s.askPropagator(s.cause, s.clash, s.now(), &e)
	if s.clash.op != nothing {
		e.add(s.clash.not())
	}
	if s.explained != nil {
		s.explained(reason{by: p}, litAtom(s.guards[p]^1), s.now(), e.out)
	}
	return s.remember(e.out)
}

// change is an entry of the trail: what to restore on backtracking and, for integers, when and why
// it happened.
type change struct {
	old  int64 // the previous bound or number, or the removed value
	ask  int64 // the requested bound, before removed values moved it, or for changedBoth the previous upper bound
	why  reason
	at   int32 // index of the integer or cell
	pos  int32 // when it happened, see [store.now]
	prev int32 // the change of the same integer before, or -1
	via  lit   // the literal that was set and is an atom of the integer, or 0
	kind changeKind
}

type changeKind uint8

const (
	changedCell  changeKind = iota
	changedLo               // the lower bound was asked to be at least ask
	changedHi               // the upper bound was asked to be at most ask
	removedLo               // the lower bound was removed as a value
	removedHi               // the upper bound was removed as a value
	removedValue            // a value between the bounds was removed
	changedBoth             // one value was left of those from old to ask
)

// mark is the length of the trails at a choice.
type mark struct{ lits, changes, because int32 }

func (m mark) pos() int32 { return m.lits + m.changes }

// now is the time: the length of both trails. Every literal and change has a time of its own, and
// follows from earlier ones.
func (s *store) now() int32 { return int32(len(s.assigned) + len(s.trail)) }

// push opens a level for [store.pop].
func (s *store) push() {
	s.levels = append(s.levels, mark{int32(len(s.assigned)), int32(len(s.trail)), int32(len(s.because))})
	if len(s.late) < len(s.levels) {
		s.late = append(s.late, nil)
	}
}

// pop undoes the last level and clears the queue.
func (s *store) pop() {
	s.pops++
	m := s.levels[len(s.levels)-1]
	s.levels = s.levels[:len(s.levels)-1]
	for i := len(s.assigned) - 1; i >= int(m.lits); i-- {
		l := s.assigned[i]
		s.val[l], s.val[l^1] = 0, 0
		for _, c := range s.counted[l] {
			s.sums[c.sum].lo -= c.coef
		}
		for _, c := range s.counted[l^1] {
			s.sums[c.sum].hi += c.coef
		}
	}
	s.assigned = s.assigned[:m.lits]
	s.head = len(s.assigned)
	for i := len(s.trail) - 1; i >= int(m.changes); i-- {
		c := &s.trail[i]
		if c.kind == changedCell {
			s.cells[c.at] = c.old
			continue
		}
		v := &s.ints[c.at]
		v.last = c.prev
		if c.kind == removedValue {
			k := c.old - v.base
			s.words[int64(v.first)+k>>6] |= 1 << (k & 63)
			continue
		}
		v.lo, v.hi = c.before(v.lo, v.hi)
	}
	s.trail = s.trail[:m.changes]
	s.because = s.because[:m.because]
	if late := s.late[len(s.levels)]; len(late) > 0 {
		for _, l := range late {
			s.val[l], s.val[l^1] = 0, 0
		}
		s.late[len(s.levels)] = late[:0]
	}
	s.queue.clear()
}

// note records a change of an integer, except at the root.
func (s *store) note(x model.Int, v *intVar, kind changeKind, old, ask int64) {
	if len(s.levels) == 0 {
		return
	}
	s.trail = append(s.trail, change{old: old, ask: ask, why: s.cause, at: int32(x), pos: s.now(), prev: v.last, via: s.via, kind: kind})
	v.last = int32(len(s.trail) - 1)
}

// newCell makes a number that backtracking restores.
func (s *store) newCell(v int64) int32 {
	s.cells = append(s.cells, v)
	return int32(len(s.cells) - 1)
}

func (s *store) setCell(c int32, v int64) {
	if s.cells[c] != v {
		s.trail = append(s.trail, change{old: s.cells[c], at: c, kind: changedCell})
		s.cells[c] = v
	}
}

// Priorities of propagators. Cheap ones run first, so that costly ones see more at once.
const (
	quick = iota
	middling
	slow
	priorities
)

// queue holds the propagators to run, first in first out within a priority, each at most once.
type queue struct {
	waiting [priorities][]int32
	next    [priorities]int
	queued  []bool  // for each propagator
	level   []uint8 // for each propagator its priority
}

func (q *queue) add(p int32) {
	if !q.queued[p] {
		q.queued[p] = true
		q.waiting[q.level[p]] = append(q.waiting[q.level[p]], p)
	}
}

// take removes the next propagator, or returns -1.
func (q *queue) take() int32 {
	for k := range q.waiting {
		if q.next[k] < len(q.waiting[k]) {
			p := q.waiting[k][q.next[k]]
			q.next[k]++
			if q.next[k] == len(q.waiting[k]) {
				q.waiting[k], q.next[k] = q.waiting[k][:0], 0
			}
			q.queued[p] = false
			return p
		}
	}
	return -1
}

func (q *queue) clear() {
	for k := range q.waiting {
		for _, p := range q.waiting[k][q.next[k]:] {
			q.queued[p] = false
		}
		q.waiting[k], q.next[k] = q.waiting[k][:0], 0
	}
}
