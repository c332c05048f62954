package machine

import "nazo/model"

// Requirement is what must hold in a state for something to be possible there: facts, and perhaps a
// condition.
type Requirement struct {
	first test   // of nothing where there are no facts
	more  []test // of other words
	guard *BoolProgram
}

// Requirement compiles facts and a condition; ok is false if they can't hold.
func (c *Compiler) Requirement(needs []Fact, guard model.Bool) (r Requirement, ok bool) {
	all, ok := tests(c.layout.fields, needs)
	if len(all) > 0 {
		r.first, r.more = all[0], all[1:]
	}
	if guard != model.True {
		r.guard = c.BoolProgram(guard)
	}
	return r, ok && guard != model.False
}

// Facts reports whether the facts hold in a state.
func (r *Requirement) Facts(s State) bool {
	return s[r.first.word]&r.first.mask == r.first.value && (len(r.more) == 0 || holdAll(r.more, s))
}

// Guarded reports whether there is a condition besides the facts.
func (r *Requirement) Guarded() bool { return r.guard != nil }

// Guard reports whether the condition holds in a state.
func (r *Requirement) Guard(s State, scratch *Scratch) bool {
	return r.guard == nil || r.guard.Holds(s, scratch)
}

// Step is a transition that is compiled by itself.
type Step struct {
	Requirement
	does  compiledTransition
	slots int
}

// Step compiles a transition for use with any Scratch of a program of the compiler's layout; ok is false if it is
// never possible.
func (c *Compiler) Step(t *Transition) (s Step, ok bool) {
	s.Requirement, ok = c.Requirement(t.Needs, t.Guard)
	mention(c, t)
	s.does, _ = compileTransition(c, &Transition{Move: t.Move, Guard: model.True, Effects: t.Effects, Costs: t.Costs})
	s.slots = c.slots
	return s, ok
}

// Take makes the step in a state that meets its requirement. The next state and the costs are valid until scratch is
// used again.
func (s *Step) Take(state State, scratch *Scratch) (next State, costs []int64) {
	scratch.here.reserve(s.slots)
	scratch.here.enter(state)
	s.does.apply(state, scratch.next, scratch)
	return scratch.next, s.does.cost(scratch)
}
