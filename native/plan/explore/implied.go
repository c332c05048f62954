package explore

import (
	"context"
	"maps"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// implied are facts that hold in every state that can be reached in which
// another fact does, as "where the gap is there is no tile".
type implied map[machine.Fact][]machine.Fact

// closure is what is known from facts.
func (i implied) closure(facts []machine.Fact) map[model.VarID]int64 {
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

// mostChecks bounds the work of implications.
const mostChecks = 4_000_000

// implications proves facts by induction: they hold at the start, and no
// transition breaks them. Candidates are what holds after all transitions that
// bring a fact about; those that some transition may break are dropped. Beyond
// some work none is looked for, and none is found if ctx is done.
func implications(ctx context.Context, m *model.Model, ts []machine.Transition) implied {
	after := make([]map[model.VarID]int64, len(ts))
	changed := make([]map[model.VarID]bool, len(ts))
	for i := range ts {
		after[i], changed[i] = outcome(m, &ts[i])
	}
	holds := candidatesOf(ctx, m, ts, after, changed)
	if len(holds)*len(ts) > mostChecks {
		return nil
	}
	for i := range ts {
		if ctx.Err() != nil {
			return nil
		}
		holds.drop(after[i], changed[i])
	}
	return holds.facts()
}

// outcome is what is known after a transition, and which variables it changes.
func outcome(m *model.Model, t *machine.Transition) (after map[model.VarID]int64, changed map[model.VarID]bool) {
	after, changed = map[model.VarID]int64{}, map[model.VarID]bool{}
	for _, f := range t.Needs {
		after[f.Var] = f.Value
	}
	for _, e := range t.Effects {
		changed[e.Var] = true
		delete(after, e.Var)
		if m.Vars[e.Var].Bool {
			if e.B.Node() == 0 {
				after[e.Var] = 0
				if e.B == model.True {
					after[e.Var] = 1
				}
			}
		} else if value, ok := m.Constant(e.X); ok {
			after[e.Var] = value
		}
	}
	return after, changed
}

// guesses has for each fact what may follow from it.
type guesses map[machine.Fact]map[model.VarID]int64

func candidatesOf(ctx context.Context, m *model.Model, ts []machine.Transition, after []map[model.VarID]int64, changed []map[model.VarID]bool) guesses {
	out := guesses{}
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

// drop drops what a transition may break: it may bring a fact about without what is to
// follow from it, or change that while the fact stays.
func (g guesses) drop(after map[model.VarID]int64, changed map[model.VarID]bool) {
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

func (g guesses) facts() implied {
	out := implied{}
	for f, follows := range g {
		for v, value := range follows {
			out[f] = append(out[f], machine.Fact{Var: v, Value: value})
		}
		slices.SortFunc(out[f], func(a, b machine.Fact) int { return int(a.Var - b.Var) })
	}
	return out
}
