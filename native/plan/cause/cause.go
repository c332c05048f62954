package cause

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
)

// Cause is why no run leads to the goal.
type Cause struct {
	// Vars are the variables whose values at the start matter, ascending: with these, no run leads to where all of Goal may hold,
	// whatever the others begin with.
	Vars []model.VarID
	// Goal are conjuncts of the machine's goal, nodes of Model.
	Goal  []model.Bool
	Model *model.Model
	// Seen is how many variables were looked at: Vars, and those of which it does not matter what they begin with, but what they become.
	Seen int
	// Reduced is true if it was tried of each of Vars and Goal whether it can go, and no projection showed it. That is no proof that none can.
	Reduced bool
}

// Wants says what each part of the goal is about.
func (c Cause) Wants() (out []engine.Want) {
	k := newKnowledge(c.Model)
	for _, b := range c.Goal {
		w := engine.Want{Vars: c.Model.VarsBelow([]model.Bool{b}, nil)}
		if len(w.Vars) == 1 {
			var allowed []int64
			for x := range c.Model.Vars[w.Vars[0]].Domain.Each {
				k.know(w.Vars[0], x)
				k.changed()
				if k.condition(b) == mayHold {
					allowed = append(allowed, x)
				}
			}
			k.forget(w.Vars[0])
			w.Values = model.Values(allowed...)
		}
		out = append(out, w)
	}
	return out
}

// finder looks for causes.
type finder struct {
	m           *model.Model // of the transitions
	transitions []machine.Transition
	start       []int64
	changes     []int // by how many transitions each variable changes
	here        *knowledge
	work        int64 // what is left of it, in transitions that are tried
}

// Find looks for a small cause why a machine has no run to its goal from its only start, and spends so much work on it. It is false if there is none, as far
// as was found: perhaps there is a run.
func Find(ctx context.Context, m *model.Model, work int64) (Cause, bool) {
	f, err := newFinder(ctx, m)
	if err != nil || f == nil {
		return Cause{}, false
	}
	goals := slices.Collect(f.m.Conjuncts(f.m.Machine.Goal))
	if c, ok := f.ofOne(ctx, goals, work); ok {
		return c, true
	}
	f.work = work
	vars, ok := f.prove(ctx, goals)
	if !ok {
		return Cause{}, false
	}
	f.work = work
	return f.reduce(ctx, vars, goals), true
}

// newFinder works out the moves for any start, so that nothing of this one is taken for granted; nil if there are several starts.
func newFinder(ctx context.Context, m *model.Model) (*finder, error) {
	f := &finder{}
	for _, d := range m.Machine.Start {
		x, single := d.Single()
		if !single {
			return nil, nil
		}
		f.start = append(f.start, x)
	}
	anywhere, of := *m, *m.Machine
	of.Start = make([]model.Domain, len(m.Vars))
	for v := range m.Vars {
		of.Start[v] = m.Vars[v].Domain
	}
	anywhere.Machine = &of
	var err error
	if f.m, f.transitions, err = machine.Transitions(ctx, &anywhere); err != nil {
		return nil, err
	}
	f.here, f.changes = newKnowledge(f.m), make([]int, len(m.Vars))
	for _, t := range f.transitions {
		for _, e := range t.Effects {
			f.changes[e.Var]++
		}
	}
	return f, nil
}

const (
	// firstShare is the part of the work that the first attempts at all conjuncts of a goal take together, shareGrowth how many times as much
	// the next ones.
	firstShare  = 256
	shareGrowth = 8
)

// ofOne looks for a conjunct of the goal that can't be had by itself: first with little work for each, then with more. Of those that are found with as much
// work the one counts that fewest variables matter for.
func (f *finder) ofOne(ctx context.Context, goals []model.Bool, work int64) (best Cause, found bool) {
	var open []model.Bool
	f.enter(f.start)
	for _, b := range goals {
		if f.here.condition(b) == mayFail {
			open = append(open, b)
		}
	}
	if len(open) == 0 {
		return best, false
	}
	for share := work / firstShare; share <= work/2 && !found; share *= shareGrowth {
		for _, b := range open {
			if ctx.Err() != nil {
				return best, found
			}
			f.work = share/int64(len(open)) + 1
			vars, ok := f.prove(ctx, []model.Bool{b})
			if !ok {
				continue
			}
			f.work = share
			c := f.reduce(ctx, vars, []model.Bool{b})
			if !found || len(c.Vars) < len(best.Vars) {
				best, found = c, true
			}
		}
	}
	return best, found
}

// prove refines a projection until there is no run to the goal in it.
func (f *finder) prove(ctx context.Context, goal []model.Bool) (vars []model.VarID, proved bool) {
	for ctx.Err() == nil && f.work >= 0 {
		p := f.projection(vars, goal)
		switch p.search(ctx) {
		case unreachable:
			return vars, true
		case givenUp:
			return nil, false
		}
		more := f.refine(p)
		if len(more) == 0 {
			return nil, false // that is a run
		}
		vars = append(slices.Clone(vars), more...)
		slices.Sort(vars)
	}
	return nil, false
}

// reduce leaves out variables and conjuncts that it does not take, one by one: those first that change most; then what some begin with.
func (f *finder) reduce(ctx context.Context, vars []model.VarID, goal []model.Bool) Cause {
	c := Cause{Vars: vars, Goal: goal, Model: f.m, Reduced: true}
	still := func(vars []model.VarID, goal []model.Bool, open ...model.VarID) bool {
		p := f.projection(vars, goal)
		p.open = open
		is := p.search(ctx)
		c.Reduced = c.Reduced && is != givenUp
		return is == unreachable
	}
	for _, b := range goal {
		if fewer := without(c.Goal, b); len(fewer) > 0 && still(c.Vars, fewer) {
			c.Goal = fewer
		}
	}
	order := slices.Clone(vars)
	slices.SortStableFunc(order, func(a, b model.VarID) int { return f.changes[b] - f.changes[a] })
	for _, v := range order {
		if fewer := without(c.Vars, v); still(fewer, c.Goal) {
			c.Vars = fewer
		}
	}
	var open []model.VarID // what is to be looked at, though it does not matter what it begins with
	for _, v := range c.Vars {
		if still(c.Vars, c.Goal, append(slices.Clone(open), v)...) {
			open = append(open, v)
		}
	}
	c.Seen = len(c.Vars)
	c.Vars = slices.DeleteFunc(slices.Clone(c.Vars), func(v model.VarID) bool { return slices.Contains(open, v) })
	return c
}

func without[T comparable](all []T, one T) []T {
	return slices.DeleteFunc(slices.Clone(all), func(x T) bool { return x == one })
}
