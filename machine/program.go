package machine

import (
	"context"

	"nazo/model"
)

// Program is a machine over packed states. It never changes: any number of
// goroutines may use it, each with a [Scratch] of its own.
type Program struct {
	m      *model.Model
	fields []field
	words  int

	transits []transit
	// all leads to the transitions that are possible, ofMove to those of one move.
	all         *node
	ofMove      []*node
	goal, never *BoolProgram
	free        bool // that there is nothing to avoid
}

// Compile makes the program of a machine. The error is that of ctx.
func Compile(ctx context.Context, m *model.Model) (*Program, error) {
	to, ts, err := Transitions(ctx, m)
	if err != nil {
		return nil, err
	}
	return Assemble(m, to, ts), nil
}

// Assemble makes the program of a machine from transitions and the model that
// they refer to, which has the same variables as m. They need not be those of
// [Transitions]. Where a state has several of one move, Each calls yield for all of
// them, and Possible and Apply know one.
func Assemble(m, to *model.Model, ts []Transition) *Program {
	p := &Program{m: m, ofMove: make([]*node, len(m.Machine.Moves))}
	p.fields, p.words = layout(m)
	p.goal = boolProgram(to, p.fields, to.Machine.Goal)
	p.never = boolProgram(to, p.fields, to.Machine.Never)
	p.free = to.Machine.Never == model.False
	var all []indexed
	ofMove := make([][]indexed, len(p.ofMove))
	for i := range ts {
		t, possible := p.transit(to, &ts[i])
		if !possible {
			continue
		}
		p.transits = append(p.transits, t)
		e := indexed{int32(len(p.transits) - 1), ts[i].Needs}
		all = append(all, e)
		ofMove[t.move] = append(ofMove[t.move], e)
	}
	p.all = p.index(all)
	for move, of := range ofMove {
		p.ofMove[move] = p.index(of)
	}
	return p
}

// Words is the number of words of a state, at least 1.
func (p *Program) Words() int { return p.words }

// Transitions is the number of moves in certain states that the program tells apart.
func (p *Program) Transitions() int { return len(p.transits) }

// NewScratch makes what one goroutine needs to run the program.
func (p *Program) NewScratch() *Scratch {
	return &Scratch{next: make(State, p.words), costs: make([]int64, p.m.Machine.Costs)}
}

// Pack packs the values of all variables; what follows them is ignored. Each
// value must be one of its variable's domain.
func (p *Program) Pack(values model.Solution) State {
	s := make(State, p.words)
	for v := range p.fields {
		p.fields[v].put(s, values[v])
	}
	return s
}

// Unpack is the values of all variables.
func (p *Program) Unpack(s State) model.Solution {
	values := make(model.Solution, len(p.fields))
	for v := range p.fields {
		values[v] = p.fields[v].get(s)
	}
	return values
}

// Value is the value of one variable.
func (p *Program) Value(s State, v model.VarID) int64 { return p.fields[v].get(s) }

// Set gives a variable a value of its domain.
func (p *Program) Set(s State, v model.VarID, value int64) { p.fields[v].put(s, value) }

// Won says whether the state meets the goal.
func (p *Program) Won(s State, scratch *Scratch) bool { return p.goal.Holds(s, scratch) }

// Forbidden says whether no run may have the state.
func (p *Program) Forbidden(s State, scratch *Scratch) bool {
	return !p.free && p.never.Holds(s, scratch)
}

// Each calls yield for every move that is possible and does not lead to a forbidden
// state, in an order that depends on nothing but the program and the state, until
// yield returns false; Each then returns false, too. The next state and the costs
// are only valid during the call, and yield must not use scratch.
func (p *Program) Each(s State, scratch *Scratch, yield func(move int32, next State, costs []int64) bool) bool {
	return p.each(p.all, s, scratch, yield)
}

// Possible says whether a move, an index in Machine.Moves, can be made: by its
// guard, wherever it leads.
func (p *Program) Possible(s State, move int32, scratch *Scratch) bool {
	return p.find(s, move, scratch) != nil
}

// Apply makes a move: into becomes the next state, which may be forbidden. The
// costs are valid until scratch is used again. It returns false, and does
// nothing, if the move is not possible. into must not be s.
func (p *Program) Apply(s State, move int32, into State, scratch *Scratch) (costs []int64, ok bool) {
	t := p.find(s, move, scratch)
	if t == nil {
		return nil, false
	}
	t.apply(s, into, scratch)
	return t.price(s, scratch), true
}

// Lasting is the value of a variable that never changes, if it is one.
func (p *Program) Lasting(v model.VarID) (value int64, ok bool) {
	f := &p.fields[v]
	return f.low, f.mask == 0
}
