package explore

import (
	"context"
	"maps"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// impliedFacts are invariants of two facts: facts that hold in every reachable state in which
// another fact holds, as "where the gap is there is no tile".
type impliedFacts map[machine.Fact][]machine.Fact

// closure are the facts, and those that they imply.
func (i impliedFacts) closure(facts []machine.Fact) map[model.VarID]int64 {
	out := map[model.VarID]int64{}
	for _, f := range facts {
		out[f.Var] = f.Value
	}
	for _, f := range facts {
		for _, g := range i[f] {
			if _, known := out[g.Var]; !known {
				out[g.Var] = g.Value
			}
		}
	}
	return out
}

// maxChecks bounds the pairs of facts and transitions that are looked at.
const maxChecks = 4_000_000

// implications proves invariants by induction: they hold at the start, and no transition breaks
// them. Candidates are the facts that hold after all transitions that make a fact true; those
// that some transition may break are removed. The result is empty where that is too much work,
// or if ctx is done.
func implications(ctx context.Context, m *model.Model, ts []machine.Transition) impliedFacts {
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
	return holds.facts()
}

// outcome are the facts that hold after a transition, and the variables that it changes.
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

// candidateFacts has for each fact those that it may imply.
type candidateFacts map[machine.Fact]map[model.VarID]int64

func initialCandidates(ctx context.Context, m *model.Model, ts []machine.Transition, after []map[model.VarID]int64, changed []map[model.VarID]bool) candidateFacts {
	out := candidateFacts{}
	narrow := func(f machine.Fact, to map[model.VarID]int64) {
		old, known := out[f]
		if !known {
			out[f] = maps.Clone(to)
			delete(out[f], f.Var)
			return
		}
		maps.DeleteFunc(old, func(v model.VarID, value int64) bool { got, ok := to[v]; return !ok || got != value })
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
			maps.DeleteFunc(g, func(v model.VarID, value int64) bool { got, ok := start[v]; return !ok || got != value })
		}
	}
	return out
}

// removeBroken removes the implications that a transition may break: it may make a fact true
// without the one that is implied, or change the latter while the fact stays true.
func (g candidateFacts) removeBroken(after map[model.VarID]int64, changed map[model.VarID]bool) {
	for f, follows := range g {
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

func (g candidateFacts) facts() impliedFacts {
	out := impliedFacts{}
	for f, follows := range g {
		for v, value := range follows {
			out[f] = append(out[f], machine.Fact{Var: v, Value: value})
		}
		slices.SortFunc(out[f], func(a, b machine.Fact) int { return int(a.Var - b.Var) })
	}
	return out
}
