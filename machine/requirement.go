package machine

import "nazo/model"

// Requirement is what must hold in a state for something to be possible there: facts, and perhaps a
// condition.
type Requirement struct {
	tests []test
	guard *BoolProgram // nil if the facts are all
}

// Requirement compiles facts and a condition; ok is false if they can't hold.
func (c *Compiler) Requirement(needs []Fact, guard model.Bool) (r Requirement, ok bool) {
	r.tests, ok = tests(c.layout.fields, needs)
	if guard != model.True {
		r.guard = c.BoolProgram(guard)
	}
	return r, ok && guard != model.False
}

// Met reports whether the requirement is met in a state.
func (r *Requirement) Met(s State, scratch *Scratch) bool {
	return holdAll(r.tests, s) && (r.guard == nil || r.guard.Holds(s, scratch))
}
