package unroll

import "nazo/model"

// States is a model of any one state of a machine, whether runs may reach it or not.
type States struct {
	// Model has the variables of the machine, of which those that no move changes
	// have a value of the start.
	Model *model.Model
	// Goal is the condition that the state meets the goal.
	Goal model.Bool

	program *Program
}

// Measure is a weighted sum over the variables of a state, and how moves may change it: a
// ranking function, if every move makes it smaller.
type Measure struct {
	Sum model.Int
	// MayNotDecrease is the condition that some move is possible which does not decrease the
	// sum, MayDropMore that some move is possible which decreases it by more than 1.
	MayNotDecrease, MayDropMore model.Bool
	// Changes is false if no move can change the sum.
	Changes bool
}

// States makes the model of any one state, out of the nodes of the program.
func (p *Program) States() *States {
	s := &States{Model: p.model, Goal: p.machine.Goal, program: p}
	m := s.Model
	m.Rules, m.Instances, m.Constraints = []model.Rule{{Name: "states", Structural: true}}, []model.Instance{{}}, nil
	for v, fluent := range p.fluent {
		if !fluent {
			m.Constrain(0, model.True, model.Assert{B: m.In(s.value(model.VarID(v)), p.machine.Start[v])})
		}
	}
	return s
}

// value is a variable as a number; booleans are 0 or 1.
func (s *States) value(v model.VarID) model.Int {
	if s.Model.Vars[v].Bool {
		return s.Model.ToInt(s.Model.BoolVar(v))
	}
	return s.Model.IntVar(v)
}

// Measure is the measure of the sum of some variables, times a factor.
func (s *States) Measure(vars []model.VarID, factor int64) Measure {
	m := s.Model
	counted := make([]bool, len(m.Vars))
	var sum []model.Term
	for _, v := range vars {
		counted[v] = true
		sum = append(sum, model.Term{Coef: factor, X: s.value(v)})
	}
	out := Measure{Sum: m.Sum(sum...)}
	var rests, leaps []model.Bool
	for _, a := range s.program.actions {
		var change []model.Term
		for _, e := range a.effects {
			if counted[e.v] {
				after := e.x
				if m.Vars[e.v].Bool {
					after = m.ToInt(e.b)
				}
				change = append(change, model.Term{Coef: factor, X: after}, model.Term{Coef: -factor, X: s.value(e.v)})
			}
		}
		by := m.Sum(change...)
		out.Changes = out.Changes || m.Bounds(by) != model.Interval{}
		rests = append(rests, m.And(a.guard, m.LessEq(m.Int(0), by)))
		leaps = append(leaps, m.And(a.guard, m.LessEq(by, m.Int(-2))))
	}
	out.MayNotDecrease, out.MayDropMore = m.Or(rests...), m.Or(leaps...)
	return out
}

// Only adds a condition, and returns the instances of the conditions that were added before.
func (s *States) Only(b model.Bool) (off []int32) {
	m := s.Model
	for i := range m.Instances[1:] {
		off = append(off, int32(i)+1)
	}
	m.Instances = append(m.Instances, model.Instance{})
	m.Constrain(int32(len(m.Instances)-1), model.True, model.Assert{B: b})
	return off
}
