package machine

import (
	"cmp"
	"context"
	"slices"

	"nazo/model"
)

// mostTransitions bounds the number of transitions of a machine, as far as moves
// have a choice: each becomes one at least.
const mostTransitions = 200_000

// Transitions works out the moves of a machine for the values of those
// variables on which they turn (Futamura's partial evaluation, a variable at a
// time). The result refers to nodes of the model that it also returns: a private
// one with the same variables, and with the same machine, specialised to variables
// that never change. Moves that are never possible have no transition; the order is
// that of the moves. The error is that of ctx.
func Transitions(ctx context.Context, m *model.Model) (*model.Model, []Transition, error) {
	s := &specializer{ctx: ctx, to: emptyCopy(m)}
	s.copyMachine(m)
	moves := s.to.Machine.Moves
	for i, move := range moves {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		s.room = max(1, mostTransitions/len(moves))
		s.specialize(Transition{Move: int32(i), Guard: move.Guard, Effects: move.Effects, Costs: move.Costs})
	}
	return s.to, s.out, ctx.Err()
}

// emptyCopy is a model with the variables of m and nothing else.
func emptyCopy(m *model.Model) *model.Model {
	to := model.New()
	for _, f := range m.Finds {
		to.Finds = append(to.Finds, model.Find{Name: f.Name})
	}
	for _, v := range m.Vars {
		if v.Bool {
			to.AddBool(v.Find)
		} else {
			to.AddInt(v.Domain, v.Find, v.Nominal)
		}
	}
	return to
}

// lasting are the variables that keep the only value that they may begin with.
// Where something is hidden there are none: such a machine is played from many
// starts.
func lasting(m *model.Model) []bool {
	out := make([]bool, len(m.Vars))
	if len(m.Machine.Hidden) > 0 {
		return out
	}
	for v, d := range m.Machine.Start {
		_, out[v] = d.Single()
	}
	for _, move := range m.Machine.Moves {
		for _, e := range move.Effects {
			out[e.Var] = false
		}
	}
	return out
}

// specializer makes transitions.
type specializer struct {
	ctx context.Context
	to  *model.Model
	out []Transition
	// room is how many more transitions the move may become.
	room int
	residualSize
}

// copyMachine builds the machine of m again, without what never changes.
func (s *specializer) copyMachine(m *model.Model) {
	old := m.Machine
	var known []Fact
	for v, lasts := range lasting(m) {
		if lasts {
			known = append(known, Fact{model.VarID(v), old.Start[v].Bounds().Lo})
		}
	}
	r := rewriter(m, s.to, known)
	machine := *old
	machine.Goal, machine.Never = r.Bool(old.Goal), r.Bool(old.Never)
	machine.Moves = make([]model.Move, len(old.Moves))
	for i, move := range old.Moves {
		t := Transition{Guard: move.Guard, Effects: slices.Clone(move.Effects), Costs: move.Costs}
		slices.SortFunc(t.Effects, func(a, b model.Effect) int { return cmp.Compare(a.Var, b.Var) })
		rewrite(r, &t)
		machine.Moves[i] = model.Move{Kind: move.Kind, Parameters: move.Parameters, Guard: t.Guard, Effects: t.Effects, Costs: t.Costs}
	}
	machine.Players = make([]model.Player, len(old.Players))
	for i, p := range old.Players {
		machine.Players[i] = r.Player(p)
	}
	s.to.Machine = &machine
}

// rewriter puts values in the place of known variables.
func rewriter(from, to *model.Model, known []Fact) *model.Rewriter {
	values := make(map[model.VarID]int64, len(known))
	for _, f := range known {
		values[f.Var] = f.Value
	}
	return &model.Rewriter{From: from, To: to,
		BoolVar: func(v model.VarID) model.Bool {
			if value, ok := values[v]; ok {
				return model.Const(value != 0)
			}
			return to.BoolVar(v)
		},
		IntVar: func(v model.VarID) model.Int {
			if value, ok := values[v]; ok {
				return to.Int(value)
			}
			return to.IntVar(v)
		},
	}
}

// rewrite builds what a transition does and costs again, in a new place. If it
// turns out to be impossible it does nothing and costs nothing.
func rewrite(r *model.Rewriter, t *Transition) {
	costs := make([]model.Int, len(t.Costs))
	t.Guard = r.Bool(t.Guard)
	if t.Guard == model.False {
		for i := range costs {
			costs[i] = r.To.Int(0)
		}
		t.Effects, t.Costs = nil, costs
		return
	}
	effects := make([]model.Effect, len(t.Effects))
	for i, e := range t.Effects {
		if r.To.Vars[e.Var].Bool {
			effects[i] = model.Effect{Var: e.Var, B: r.Bool(e.B)}
		} else {
			effects[i] = model.Effect{Var: e.Var, X: r.Int(e.X)}
		}
	}
	for i, x := range t.Costs {
		costs[i] = r.Int(x)
	}
	t.Effects, t.Costs = effects, costs
}

// under is a transition in the states in which some more facts are known.
func (s *specializer) under(t Transition, known []Fact) Transition {
	rewrite(rewriter(s.to, s.to, known), &t)
	t.Needs = slices.Concat(t.Needs, known)
	slices.SortFunc(t.Needs, func(a, b Fact) int { return cmp.Compare(a.Var, b.Var) })
	return t
}

// simplify moves what the guard says about single variables to the needs, works
// that into the rest, and so on. It returns false if the transition is impossible.
func (s *specializer) simplify(t Transition) (Transition, bool) {
	for {
		c := conjunction{m: s.to}
		if !c.add(t.Guard) {
			return t, false
		}
		facts := c.facts()
		if len(facts) == 0 {
			t.Guard = c.guard()
			break
		}
		t = s.under(t, facts)
		if t.Guard == model.False {
			return t, false
		}
	}
	t.Effects = slices.DeleteFunc(slices.Clone(t.Effects), func(e model.Effect) bool { return s.changesNothing(t, e) })
	return t, true
}

func (s *specializer) changesNothing(t Transition, e model.Effect) bool {
	old, needed := t.Needed(e.Var)
	if s.to.Vars[e.Var].Bool {
		if needed {
			return e.B == model.Const(old != 0)
		}
		return e.B == s.to.BoolVar(e.Var)
	}
	if needed {
		value, known := s.to.Constant(e.X)
		return known && value == old
	}
	return e.X == s.to.IntVar(e.Var)
}

// specialize splits a transition as long as that makes it simpler, and keeps
// what comes out.
func (s *specializer) specialize(t Transition) {
	t, possible := s.simplify(t)
	if possible {
		s.specializeSimplified(t)
	}
}

func (s *specializer) specializeSimplified(t Transition) {
	parts, ok := s.split(t)
	if !ok {
		s.out = append(s.out, t)
		return
	}
	s.room -= max(0, len(parts)-1)
	for _, p := range parts {
		s.specializeSimplified(p)
	}
}
