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

// Compiler makes a compiler of expressions on the program's states, nodes of m: the
// model that the program was compiled from, or another with the same variables.
func (p *Program) Compiler(m *model.Model) *Compiler { return NewCompiler(m, p.Layout) }

// BoolProgram compiles a condition for use with any Scratch of a program of the
// compiler's layout.
func (c *Compiler) BoolProgram(b model.Bool) *BoolProgram {
	c.Mention(b)
	holds := c.Condition(b)
	return &BoolProgram{holds, c.slots}
}

// IntProgram compiles a number, as BoolProgram does.
func (c *Compiler) IntProgram(x model.Int) *IntProgram {
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
