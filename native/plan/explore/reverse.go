package explore

import (
	"context"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// mostGuesses bounds how many values the variables may have had together that a move
// overwrites.
const mostGuesses = 16

// reversed are transitions that take moves back: from a state that a move leads to,
// to all that it may have come from, and perhaps others. Of what the move
// overwrites the old value is either needed by it, or copied elsewhere, or one
// of a few. Otherwise reversed returns false, also if ctx is done.
func reversed(ctx context.Context, m *model.Model, ts []machine.Transition) ([]machine.Transition, bool) {
	if out, guessed, ok := reversedUnder(m, ts, nil); ok && !guessed {
		return out, true
	}
	out, _, ok := reversedUnder(m, ts, implications(ctx, m, ts))
	return out, ok && ctx.Err() == nil
}

// reversedUnder is reversed, with facts that follow from others. It also says
// whether there are old values that are not known for certain.
func reversedUnder(m *model.Model, ts []machine.Transition, known implied) (out []machine.Transition, guessed, ok bool) {
	for i := range ts {
		r := reversal{m: m, t: &ts[i], old: map[model.VarID]model.Effect{}, facts: map[model.VarID]int64{}, changed: map[model.VarID]bool{}}
		r.known = known.closure(ts[i].Needs)
		r.reverse()
		guessed = guessed || len(r.guesses) > 0
		back, ok := r.transitions()
		if !ok {
			return nil, guessed, false
		}
		out = append(out, back...)
	}
	return out, guessed, true
}

// reversal is the work on one transition.
type reversal struct {
	m       *model.Model
	t       *machine.Transition
	known   map[model.VarID]int64 // before the move
	facts   map[model.VarID]int64 // after it
	changed map[model.VarID]bool
	// old are the values before the move, in terms of those after it.
	old     map[model.VarID]model.Effect
	guesses []model.VarID // variables whose old value is not known
}

func (r *reversal) reverse() {
	for _, e := range r.t.Effects {
		r.changed[e.Var] = true
	}
	for v, value := range r.known {
		if !r.changed[v] {
			r.facts[v] = value
		}
	}
	for _, e := range r.t.Effects {
		r.effect(e)
	}
	for _, e := range r.t.Effects {
		if _, ok := r.old[e.Var]; ok {
			continue
		}
		if value, ok := r.known[e.Var]; ok {
			r.old[e.Var] = r.constant(e.Var, value)
		} else {
			r.guesses = append(r.guesses, e.Var)
		}
	}
}

func (r *reversal) constant(v model.VarID, value int64) model.Effect {
	if r.m.Vars[v].Bool {
		return model.Effect{Var: v, B: model.Const(value != 0)}
	}
	return model.Effect{Var: v, X: r.m.Int(value)}
}

// effect notes what an effect tells: what holds after it, and the old value of the
// variable that it copies or turns over.
func (r *reversal) effect(e model.Effect) {
	from := model.VarID(-1)
	if r.m.Vars[e.Var].Bool {
		n, ok := r.m.Bools[e.B.Node()].(model.BoolVar)
		switch {
		case e.B.Node() == 0:
			r.facts[e.Var] = 0
			if e.B == model.True {
				r.facts[e.Var] = 1
			}
		case ok && e.B.Negated() && r.changed[n.Var]:
			r.old[n.Var] = model.Effect{Var: n.Var, B: r.m.BoolVar(e.Var).Not()}
		case ok && !e.B.Negated():
			from = n.Var
		}
	} else if value, ok := r.m.Constant(e.X); ok {
		r.facts[e.Var] = value
	} else if n, ok := r.m.Ints[e.X].(model.IntVar); ok {
		from = n.Var
	}
	if from < 0 {
		return
	}
	if value, ok := r.known[from]; ok {
		r.facts[e.Var] = value
		return
	}
	if !r.changed[from] {
		return
	}
	if r.m.Vars[from].Bool {
		r.old[from] = model.Effect{Var: from, B: r.m.BoolVar(e.Var)}
	} else if inside(r.m.Vars[e.Var].Domain, r.m.Vars[from].Domain) {
		r.old[from] = model.Effect{Var: from, X: r.m.IntVar(e.Var)}
	}
}

func inside(d, e model.Domain) bool { return d.Intersect(e).Size() == d.Size() }

// transitions are the reversals for all guesses.
func (r *reversal) transitions() ([]machine.Transition, bool) {
	back := machine.Transition{Move: r.t.Move, Guard: model.True, Costs: make([]model.Int, len(r.t.Costs))}
	for i := range back.Costs {
		back.Costs[i] = r.m.Int(0)
	}
	for v, value := range r.facts {
		back.Needs = append(back.Needs, machine.Fact{Var: v, Value: value})
	}
	slices.SortFunc(back.Needs, func(a, b machine.Fact) int { return int(a.Var - b.Var) })
	for _, e := range r.old {
		back.Effects = append(back.Effects, e)
	}
	slices.SortFunc(back.Effects, func(a, b model.Effect) int { return int(a.Var - b.Var) })
	out := []machine.Transition{back}
	for _, v := range r.guesses {
		var more []machine.Transition
		d := r.m.Vars[v].Domain
		if d.Size()*int64(len(out)) > mostGuesses {
			return nil, false
		}
		for _, t := range out {
			for value := range d.Each {
				t := t
				t.Effects = append(slices.Clone(t.Effects), r.constant(v, value))
				more = append(more, t)
			}
		}
		out = more
	}
	return out, true
}
