package unroll

import (
	"context"

	"nazo/compile/model"
)

// Measure is a still model of any one state of a machine, with a sum over it.
type Measure struct {
	// Model has the variables of the machine, of which those that no move changes
	// have a value of the start.
	Model *model.Model
	// Sum is the sum of some variables, times a factor.
	Sum model.Int
	// Goal says that the state meets the goal.
	Goal model.Bool

	moves []change
}

// change is what a move does to the sum.
type change struct {
	possible model.Bool
	by       model.Int
}

// NewMeasure makes the model for the sum of some variables, times a factor.
func NewMeasure(ctx context.Context, m *model.Model, vars []model.VarID, factor int64) (*Measure, error) {
	p, err := newProgram(ctx, m)
	if err != nil {
		return nil, err
	}
	still := p.model
	value := func(v model.VarID) model.Int {
		if still.Vars[v].Bool {
			return still.ToInt(still.BoolVar(v))
		}
		return still.IntVar(v)
	}
	counted := make([]bool, len(m.Vars))
	var sum []model.Term
	for _, v := range vars {
		counted[v] = true
		sum = append(sum, model.Term{Coef: factor, X: value(v)})
	}
	s := &Measure{Model: still, Sum: still.Sum(sum...), Goal: still.Machine.Goal}
	for _, a := range p.actions {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		var by []model.Term
		for _, e := range a.effects {
			if counted[e.v] {
				after := e.x
				if still.Vars[e.v].Bool {
					after = still.ToInt(e.b)
				}
				by = append(by, model.Term{Coef: factor, X: after}, model.Term{Coef: -factor, X: value(e.v)})
			}
		}
		s.moves = append(s.moves, change{a.guard, still.Sum(by...)})
	}
	still.Rules, still.Instances = []model.Rule{{Name: "states", Structural: true}}, []model.Instance{{}}
	still.Machine, still.Constraints = nil, nil
	for v, fluent := range p.fluent {
		if !fluent {
			still.Constrain(0, model.True, model.Assert{B: still.In(value(model.VarID(v)), m.Machine.Start[v])})
		}
	}
	return s, nil
}

// Changes says whether some move may change the sum.
func (s *Measure) Changes() bool {
	for _, c := range s.moves {
		if b := s.Model.Bounds(c.by); b.Lo != 0 || b.Hi != 0 {
			return true
		}
	}
	return false
}

// Rests is the condition that a move is possible that does not make the sum smaller.
func (s *Measure) Rests() model.Bool {
	m := s.Model
	return s.some(func(by model.Int) model.Bool { return m.LessEq(m.Int(0), by) })
}

// Leaps is the condition that a move is possible that makes it smaller by more than 1.
func (s *Measure) Leaps() model.Bool {
	m := s.Model
	return s.some(func(by model.Int) model.Bool { return m.LessEq(by, m.Int(-2)) })
}

func (s *Measure) some(holds func(by model.Int) model.Bool) model.Bool {
	var some []model.Bool
	for _, c := range s.moves {
		some = append(some, s.Model.And(c.possible, holds(c.by)))
	}
	return s.Model.Or(some...)
}

// Only adds a condition, and lists the instances of those that were added before.
func (s *Measure) Only(b model.Bool) (off []int32) {
	m := s.Model
	for i := range m.Instances[1:] {
		off = append(off, int32(i)+1)
	}
	m.Instances = append(m.Instances, model.Instance{})
	m.Constrain(int32(len(m.Instances)-1), model.True, model.Assert{B: b})
	return off
}
