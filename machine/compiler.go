package machine

import "nazo/model"

// Compiler makes closures of the conditions and numbers of a model, each once.
// They are lazy: of an element only the item is computed that is taken, of an if one
// branch, and a conjunction stops at the first part that is false. Expressions over
// few small variables become lookup tables, and the value of a shared
// expression is kept as long as the state lasts. Any number of goroutines may use the
// closures, each with an [Evaluation] of its own, but only one may compile.
type Compiler struct {
	m      *model.Model
	layout *Layout
	// boolUses and intUses count how many expressions mention a node.
	boolUses map[int]int
	intUses  map[model.Int]int
	bools    map[model.Bool]Condition
	ints     map[model.Int]Number
	// slots is the size of Evaluation.kept.
	slots int

	dependences map[argument]dependence
	// filler computes the entries of lookup tables.
	filler *LazyEvaluator
	// room is how many more entries all lookup tables together may have.
	room int64
}

// NewCompiler makes a compiler for nodes of m over states of a layout, which is that
// of m or of another model with the same variables.
func NewCompiler(m *model.Model, layout *Layout) *Compiler {
	return &Compiler{m: m, layout: layout, boolUses: map[int]int{}, intUses: map[model.Int]int{},
		bools: map[model.Bool]Condition{}, ints: map[model.Int]Number{}, dependences: map[argument]dependence{}, room: mostEntries}
}

// NewEvaluation makes an evaluation, over a state of its own, for all that was
// compiled so far.
func (c *Compiler) NewEvaluation() *Evaluation {
	e := &Evaluation{State: make(State, c.layout.words), now: 1}
	e.reserve(c.slots)
	return e
}

// Mention announces a condition that will be compiled: what is mentioned more
// than once is computed once in a state.
func (c *Compiler) Mention(b model.Bool) {
	if c.boolUses[b.Node()]++; c.boolUses[b.Node()] == 1 {
		model.EachArg(c.m.Node(b), c.Mention, c.MentionNumber)
	}
}

// MentionNumber announces a number, as Mention does a condition.
func (c *Compiler) MentionNumber(x model.Int) {
	if c.intUses[x]++; c.intUses[x] == 1 {
		model.EachIntArg(c.m.Ints[x], c.Mention, c.MentionNumber)
	}
}

// keep computes a number once in a state.
func (c *Compiler) keep(f Number) Number {
	slot := c.slots
	c.slots++
	return func(e *Evaluation) int64 {
		if e.at[slot] == e.now {
			return e.kept[slot]
		}
		x := f(e)
		e.at[slot], e.kept[slot] = e.now, x
		return x
	}
}

// keepTruth computes a condition once in a state.
func (c *Compiler) keepTruth(f Condition) Condition {
	slot := c.slots
	c.slots++
	return func(e *Evaluation) bool {
		if e.at[slot] != e.now {
			e.kept[slot] = bit(f(e))
			e.at[slot] = e.now
		}
		return e.kept[slot] != 0
	}
}
