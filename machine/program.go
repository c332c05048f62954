package machine

import (
	"context"

	"nazo/model"
)

// Program is a machine over packed states. It never changes: any number of
// goroutines may use it, each with a [Scratch] of its own.
type Program struct {
	*Layout
	slots int // what an evaluation needs

	transitions []compiledTransition
	// all leads to the transitions that are possible, ofMove to those of one move.
	all         *node
	ofMove      []*node
	goal, never Condition
	free        bool // that there is nothing to avoid
}

// Compile makes the program of a machine. The error is that of ctx.
func Compile(ctx context.Context, m *model.Model) (*Program, error) {
	to, ts, err := Transitions(ctx, m)
	if err != nil {
		return nil, err
	}
	return Assemble(Packed(m), to, ts), nil
}

// Assemble makes the program of a machine from transitions and the model that
// they refer to, over states of a layout of that model or of another with the
// same variables. They need not be those of
// [Transitions]. Where a state has several of one move, Each calls yield for all of
// them, and Possible and Apply know one.
func Assemble(layout *Layout, to *model.Model, ts []Transition) *Program {
	p := &Program{Layout: layout, ofMove: make([]*node, len(layout.m.Machine.Moves))}
	c := NewCompiler(to, p.Layout)
	mentionMachine(c, ts)
	p.goal, p.never = c.Condition(to.Machine.Goal), c.Condition(to.Machine.Never)
	p.free = to.Machine.Never == model.False
	var all []indexed
	ofMove := make([][]indexed, len(p.ofMove))
	for i := range ts {
		t, possible := compileTransition(c, &ts[i])
		if !possible {
			continue
		}
		p.transitions = append(p.transitions, t)
		e := indexed{int32(len(p.transitions) - 1), ts[i].Needs}
		all = append(all, e)
		ofMove[t.move] = append(ofMove[t.move], e)
	}
	p.slots = c.slots
	p.all = p.index(all)
	for move, of := range ofMove {
		p.ofMove[move] = p.index(of)
	}
	return p
}

// Transitions is the number of moves in certain states that the program tells apart.
func (p *Program) Transitions() int { return len(p.transitions) }

// Scratch is where programs compute: one for each goroutine.
type Scratch struct {
	here, there Evaluation // of a state, and of one that it leads to
	next        State
	costs       []int64
}

// NewScratch makes what one goroutine needs to run the program.
func (p *Program) NewScratch() *Scratch {
	s := &Scratch{next: make(State, p.words), costs: make([]int64, p.m.Machine.Costs)}
	s.here.reserve(p.slots)
	s.there.reserve(p.slots)
	return s
}

// Won reports whether the state meets the goal.
func (p *Program) Won(s State, scratch *Scratch) bool { return p.goal(scratch.there.enter(s)) }

// Forbidden reports whether no run may have the state.
func (p *Program) Forbidden(s State, scratch *Scratch) bool {
	return !p.free && p.never(scratch.there.enter(s))
}

// Each calls yield for every move that is possible and does not lead to a forbidden
// state, in an order that depends on nothing but the program and the state, until
// yield returns false; Each then returns false, too. The next state and the costs
// are only valid during the call, and yield must not use scratch.
func (p *Program) Each(s State, scratch *Scratch, yield func(move int32, next State, costs []int64) bool) bool {
	scratch.here.enter(s)
	return p.each(p.all, s, scratch, yield)
}

// Possible reports whether a move, an index in Machine.Moves, can be made: by its
// guard, wherever it leads.
func (p *Program) Possible(s State, move int32, scratch *Scratch) bool {
	scratch.here.enter(s)
	return p.find(s, move, scratch) != nil
}

// Apply makes a move: into becomes the next state, which may be forbidden. The
// costs are valid until scratch is used again. It returns false, and does
// nothing, if the move is not possible. into must not be s.
func (p *Program) Apply(s State, move int32, into State, scratch *Scratch) (costs []int64, ok bool) {
	scratch.here.enter(s)
	t := p.find(s, move, scratch)
	if t == nil {
		return nil, false
	}
	t.apply(s, into, scratch)
	return t.cost(scratch), true
}

// mentionMachine mentions all that a program of the transitions computes.
func mentionMachine(c *Compiler, ts []Transition) {
	c.Mention(c.m.Machine.Goal)
	c.Mention(c.m.Machine.Never)
	for i := range ts {
		c.Mention(ts[i].Guard)
		mention(c, &ts[i])
	}
}

// mention mentions what a transition does and costs.
func mention(c *Compiler, t *Transition) {
	for _, e := range t.Effects {
		if c.m.Vars[e.Var].Bool {
			c.Mention(e.B)
		} else {
			c.MentionNumber(e.X)
		}
	}
	for _, x := range t.Costs {
		c.MentionNumber(x)
	}
}
