package fd

import (
	"slices"

	"nazo/engine"
	"nazo/model"
)

// The assumptions of a question are its first levels, one for what is known, two for which units are on, and one for what is supposed, so that
// what the next question has in common with it need not be propagated again.

// selector is the literal that stands for a fact.
func (q *Inquiry) selector(f engine.Fact) lit {
	if l, ok := q.selectors[f]; ok {
		return l
	}
	l := q.s.newLit()
	q.selectors[f], q.factOf[l] = l, f
	return l
}

// open opens a level for assumptions.
func (q *Inquiry) open() {
	q.path = append(q.path, decision{slot: model.Int(model.True), kind: chooseLit})
	q.s.push()
	q.s.choices = append(q.s.choices, litAtom(model.True))
	q.baseLevels = len(q.path)
}

// close goes back until so many levels are left.
func (q *Inquiry) close(left int) {
	if len(q.path) > left {
		q.retreat(left)
	}
	q.baseLevels = min(q.baseLevels, left)
	if left < 2 {
		q.may = nil
	}
	if left < 3 {
		q.on = nil
	}
}

// assume makes a literal true that stands for itself.
func (q *Inquiry) assume(l lit) bool {
	q.s.cause, q.s.clash = reason{by: byChoice}, atom{}
	return q.s.set(l)
}

// state makes a fact true, for the reason that its selector is.
func (q *Inquiry) state(f engine.Fact) bool {
	l := q.selector(f)
	if !q.assume(l) {
		return false
	}
	q.s.cause, q.s.clash = reason{byImplication, int32(l)}, atom{}
	return q.s.impose(q.atomOf(f))
}

// know states the facts on the first level. What it has in common with what was known before is kept.
func (q *Inquiry) know(facts []engine.Fact) bool {
	n := len(q.known)
	if len(q.path) > 0 && n == len(facts) && same(q.known, facts) {
		return true
	}
	if len(q.path) == 0 || n > len(facts) || !same(q.known, facts[:n]) {
		q.forgetKnown()
		q.open()
		n = 0
	}
	q.close(1)
	q.s.queue.clear()
	for _, f := range facts[n:] {
		if !q.state(f) {
			return false
		}
		q.isKnown[f] = true
	}
	if !q.s.propagate() {
		return false
	}
	q.known = facts
	return true
}

// same reports whether two lists of facts, which nobody changes, are the same; most often it is one list that has grown.
func same(a, b []engine.Fact) bool { return len(a) == 0 || &a[0] == &b[0] || slices.Equal(a, b) }

// forgetKnown has the first level made anew.
func (q *Inquiry) forgetKnown() {
	q.close(0)
	q.known, q.said, q.unsaid = nil, mark{}, nil
	clear(q.isKnown)
}

// assumed is how many levels serve the next refutation, too.
func (q *Inquiry) assumed() int {
	switch {
	case q.on != nil:
		return 3
	case q.may != nil:
		return 2
	}
	return 1
}

// only switches some units on and all others off; it returns false on a conflict. The second level has those off that stay
// so for a while: a few units are asked about again and again, each time without some of them.
func (q *Inquiry) only(units []int32) bool {
	if q.on != nil && slices.Equal(q.on, units) {
		return true
	}
	if q.may == nil || len(q.mayBe) > farMore*len(units) || slices.ContainsFunc(units, func(u int32) bool { return !q.may[u] }) {
		if !q.restrict(units) {
			return false
		}
	}
	q.close(2)
	q.open()
	on := make(map[int32]bool, len(units))
	for _, u := range units {
		on[u] = true
	}
	for _, u := range q.mayBe {
		if !on[u] {
			q.turnOff(u)
		}
	}
	if !q.define(units) {
		return false
	}
	for _, whole := range []bool{false, true} { // what follows from a piece has that for its reason
		for _, u := range units {
			if (q.m.Instances[u].Piece == nil) == whole && !q.assume(q.switches[u]) {
				return false
			}
		}
	}
	if !q.s.propagate() {
		return false
	}
	q.on = slices.Clone(units)
	return true
}

// farMore is how many times as many units the second level may leave open as are on.
const farMore = 4

// restrict has the second level made anew: of all but some units those that are about the same, and wide ones, are off. What is farther away stays open,
// as nothing comes to it: only where a wide unit may be on, all others are off. It returns false on a conflict.
func (q *Inquiry) restrict(units []int32) bool {
	q.close(1)
	q.open()
	may := make([]bool, len(q.m.Instances))
	for _, u := range units {
		may[u] = true
	}
	off := func(others []int32) {
		for _, u := range others {
			if !may[u] {
				q.turnOff(u)
			}
		}
	}
	off(q.wides)
	if slices.ContainsFunc(units, q.wide) {
		off(q.units)
	} else {
		for _, u := range units {
			for _, v := range q.concerns[u] {
				off(q.near[v])
			}
		}
	}
	if !q.s.propagate() {
		return false
	}
	q.may, q.mayBe = may, slices.Clone(units)
	return true
}

// turnOff switches a unit off, before others go on, so that nothing is found out about it.
func (q *Inquiry) turnOff(u int32) {
	if l := q.switches[u]; q.s.val[l] == 0 {
		q.assume(l ^ 1)
	}
}
