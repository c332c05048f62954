package plan

import (
	"context"
	"maps"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// maxInverses bounds the inverse transitions of one transition: the possible old values of its overwritten variables.
const maxInverses = 16

// inverseTransitions returns transitions for regression: from a successor to all possible predecessors, and
// perhaps others. The old value of an overwritten variable is required by the move, copied elsewhere, or
// one of a few. Otherwise, and if ctx is done, it returns false.
func inverseTransitions(ctx context.Context, m *model.Model, ts []machine.Transition) ([]machine.Transition, bool) {
	if out, guessed, ok := inverseUnder(m, ts, nil); ok && !guessed {
		return out, true
	}
	out, _, ok := inverseUnder(m, ts, implications(ctx, m, ts))
	return out, ok && ctx.Err() == nil
}

// inverseUnder is inverseTransitions with given invariants. guessed is true if some old value is not known for certain.
func inverseUnder(m *model.Model, ts []machine.Transition, known implied) (out []machine.Transition, guessed, ok bool) {
	for i := range ts {
		r := inversion{m: m, t: &ts[i], old: map[model.VarID]model.Effect{}, facts: map[model.VarID]int64{}, changed: map[model.VarID]bool{}}
		r.known = known.closure(ts[i].Needs)
		r.invert()
		guessed = guessed || len(r.unknown) > 0
		back, ok := r.transitions()
		if !ok {
			return nil, guessed, false
		}
		out = append(out, back...)
	}
	return out, guessed, true
}

// inversion inverts one transition.
type inversion struct {
	m       *model.Model
	t       *machine.Transition
	known   map[model.VarID]int64 // values before the move
	facts   map[model.VarID]int64 // values after it
	changed map[model.VarID]bool
	// old has the values before the move, as functions of those after it.
	old     map[model.VarID]model.Effect
	unknown []model.VarID // variables whose old value is not known
}

func (r *inversion) invert() {
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
			r.unknown = append(r.unknown, e.Var)
		}
	}
}

func (r *inversion) constant(v model.VarID, value int64) model.Effect {
	if r.m.Vars[v].Bool {
		return model.Effect{Var: v, B: model.Const(value != 0)}
	}
	return model.Effect{Var: v, X: r.m.Int(value)}
}

// effect derives what holds after an effect, and the old value of the variable that it copies or negates.
func (r *inversion) effect(e model.Effect) {
	if value, known := e.Constant(r.m); known {
		r.facts[e.Var] = value
		return
	}
	from := model.VarID(-1)
	if r.m.Vars[e.Var].Bool {
		n, ok := r.m.Node(e.B).(model.BoolVar)
		switch {
		case ok && e.B.Negated() && r.changed[n.Var]:
			r.old[n.Var] = model.Effect{Var: n.Var, B: r.m.BoolVar(e.Var).Not()}
		case ok && !e.B.Negated():
			from = n.Var
		}
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
	} else if d := r.m.Vars[e.Var].Domain; d.Intersect(r.m.Vars[from].Domain).Size() == d.Size() {
		r.old[from] = model.Effect{Var: from, X: r.m.IntVar(e.Var)}
	}
}

// transitions returns the inverse transitions for all unknown old values. It returns false if there are too many.
func (r *inversion) transitions() ([]machine.Transition, bool) {
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
	for _, v := range r.unknown {
		var more []machine.Transition
		d := r.m.Vars[v].Domain
		if d.Size()*int64(len(out)) > maxInverses {
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

// implied are invariants of two facts: every reachable state with the first fact has the second ones, too. An
// example is "there is no tile where the gap is".
type implied map[machine.Fact]map[model.VarID]int64

// closure returns the facts, and the facts that they imply, by variable.
func (i implied) closure(facts []machine.Fact) map[model.VarID]int64 {
	out := map[model.VarID]int64{}
	for _, f := range facts {
		out[f.Var] = f.Value
	}
	for _, f := range facts {
		for v, value := range i[f] {
			if _, known := out[v]; !known {
				out[v] = value
			}
		}
	}
	return out
}

// maxChecks bounds the pairs of facts and transitions.
const maxChecks = 4_000_000

// implications proves invariants by induction. Candidates are facts that hold after all transitions that
// make a fact true. Those that some transition may break are removed. The result is empty if that is too
// much work, or if ctx is done.
func implications(ctx context.Context, m *model.Model, ts []machine.Transition) implied {
	after := make([]map[model.VarID]int64, len(ts))
	changed := make([]map[model.VarID]bool, len(ts))
	for i := range ts {
		after[i], changed[i] = outcome(m, &ts[i])
	}
	holds := initialCandidates(ctx, m, ts, after, changed)
	if len(holds)*len(ts) > maxChecks {
		return nil
	}
	for i := range ts {
		if ctx.Err() != nil {
			return nil
		}
		holds.removeBroken(after[i], changed[i])
	}
	return holds
}

// outcome returns the facts that hold after a transition, and the variables that it changes.
func outcome(m *model.Model, t *machine.Transition) (after map[model.VarID]int64, changed map[model.VarID]bool) {
	after, changed = map[model.VarID]int64{}, map[model.VarID]bool{}
	for _, f := range t.Needs {
		after[f.Var] = f.Value
	}
	for _, e := range t.Effects {
		changed[e.Var] = true
		delete(after, e.Var)
		if value, known := e.Constant(m); known {
			after[e.Var] = value
		}
	}
	return after, changed
}

// initialCandidates returns what holds after all transitions that make a fact true, and at the start.
func initialCandidates(ctx context.Context, m *model.Model, ts []machine.Transition, after []map[model.VarID]int64, changed []map[model.VarID]bool) implied {
	out := implied{}
	narrow := func(f machine.Fact, to map[model.VarID]int64) {
		old, known := out[f]
		if !known {
			out[f] = maps.Clone(to)
			delete(out[f], f.Var)
			return
		}
		intersect(old, to)
	}
	for i := range ts {
		if ctx.Err() != nil {
			return nil
		}
		for v := range changed[i] {
			if value, known := after[i][v]; known {
				narrow(machine.Fact{Var: v, Value: value}, after[i])
			}
		}
	}
	start := map[model.VarID]int64{}
	for v, d := range m.Machine.Start {
		if value, single := d.Single(); single {
			start[model.VarID(v)] = value
		}
	}
	for f, g := range out {
		if m.Machine.Start[f.Var].Contains(f.Value) {
			intersect(g, start)
		}
	}
	return out
}

// intersect removes from a what is not in b.
func intersect(a, b map[model.VarID]int64) {
	maps.DeleteFunc(a, func(v model.VarID, value int64) bool { got, ok := b[v]; return !ok || got != value })
}

// removeBroken removes the implications that a transition may break: it may make the first fact true without
// the second, or change the second while the first stays true.
func (i implied) removeBroken(after map[model.VarID]int64, changed map[model.VarID]bool) {
	for f, follows := range i {
		if value, known := after[f.Var]; known && value != f.Value {
			continue
		}
		stays := !changed[f.Var]
		maps.DeleteFunc(follows, func(v model.VarID, want int64) bool {
			got, known := after[v]
			return (!known || got != want) && (!stays || changed[v])
		})
	}
}
