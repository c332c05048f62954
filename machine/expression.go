package machine

import "nazo/model"

// BoolProgram computes a condition on a state.
type BoolProgram struct {
	holds Condition
	slots int
}

// IntProgram computes a number from a state.
type IntProgram struct {
	value Number
	slots int
}

// BoolProgram compiles a condition, a node of m: the model that the program was
// compiled from, or another with the same variables. It may be used with any Scratch
// of the program.
func (p *Program) BoolProgram(m *model.Model, b model.Bool) *BoolProgram {
	c := NewCompiler(m, p.Layout)
	c.Mention(b)
	holds := c.Condition(b)
	return &BoolProgram{holds, c.slots}
}

// IntProgram compiles a number, as BoolProgram does.
func (p *Program) IntProgram(m *model.Model, x model.Int) *IntProgram {
	c := NewCompiler(m, p.Layout)
	c.MentionNumber(x)
	value := c.Number(x)
	return &IntProgram{value, c.slots}
}

// Holds reports whether the condition is met.
func (p *BoolProgram) Holds(s State, scratch *Scratch) bool {
	scratch.there.reserve(p.slots)
	return p.holds(scratch.there.enter(s))
}

// Value is the number.
func (p *IntProgram) Value(s State, scratch *Scratch) int64 {
	scratch.there.reserve(p.slots)
	return p.value(scratch.there.enter(s))
}
