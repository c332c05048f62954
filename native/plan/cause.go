package plan

import (
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// Cause explains why no run leads to the goal: the variables that matter, and an unreachable part of the goal.
//
// It comes from projections onto few variables. All others may have any value at any moment. Projections allow more
// runs than the machine, so what is unreachable there is unreachable. The variables are found by counterexample-guided
// abstraction refinement (Clarke, Grumberg, Jha, Lu, Veith 2000; Seipp and Helmert 2013). As long as the projection has
// a run to the goal, the run is followed in the machine, and the variables that break it are added. In the end each
// variable is left out in turn, and each initial value is freed, to see whether it matters.
type Cause struct {
	// Vars are the variables whose initial values matter, ascending. With these values, no run leads to
	// a state where all of Goal may hold.
	Vars []model.VarID
	// Goal are conjuncts of the machine's goal, nodes of Model.
	Goal  []model.Bool
	Model *model.Model
	// Seen counts the variables of the projection: Vars, and those whose initial value does not matter.
	Seen int
	// Reduced means that each of Vars and Goal was left out once, and no projection showed that it can
	// go. That is no proof.
	Reduced bool
}

// Wants tells the variables of each part of the goal, and of a single variable the values that it allows.
func (c Cause) Wants() (out []model.Want) {
	k := newKnowledge(c.Model)
	for _, b := range c.Goal {
		w := model.Want{Vars: c.Model.VarsBelow([]model.Bool{b}, nil)}
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
	changes     []int // the number of transitions that change each variable
	here        *knowledge
	work        int64 // how many more transitions may be tried
}

// FindCause looks for a small cause for a machine with one start. work bounds the transitions that it tries.
// It returns false if it finds none. Then there may be a run.
func FindCause(ctx context.Context, m *model.Model, work int64) (Cause, bool) {
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

// newFinder prepares the transitions without relying on the values of the start. It returns nil if there
// are several starts.
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
	// firstShare is the share of the work for the first attempts at all conjuncts. Each next round has
	// shareGrowth times as much.
	firstShare  = 256
	shareGrowth = 8
)

// ofOne looks for a conjunct that is unreachable by itself, with growing effort for each. Among those found
// with equal effort, it takes the one with the fewest variables.
func (f *finder) ofOne(ctx context.Context, goals []model.Bool, work int64) (best Cause, found bool) {
	f.enter(f.start)
	open := alg.Filter(goals, func(b model.Bool) bool { return f.here.condition(b) == mayFail })
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

// prove refines a projection until the projection has no run to the goal.
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
			return nil, false // the machine has this run
		}
		vars = append(slices.Clone(vars), more...)
		slices.Sort(vars)
	}
	return nil, false
}

// reduce leaves out variables and conjuncts one by one, those that change most first. Then it frees initial values.
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
	var open []model.VarID // variables whose initial value does not matter
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

// refine follows a run of a projection in the machine. It returns the variables that break it, or none.
func (f *finder) refine(p *causeProjection) []model.VarID {
	state := slices.Clone(f.start)
	f.enter(state)
	for _, step := range p.run() {
		t := &f.transitions[step.by]
		if broken := f.obstacle(p, t, state); broken != nil {
			return broken
		}
		next := slices.Clone(state)
		for _, e := range t.Effects {
			next[e.Var] = f.becomes(e)
			if i := p.place[e.Var]; i >= 0 && step.values[i] != next[e.Var] {
				return f.free(p, varsOf(f.m, e))
			}
		}
		state = next
		f.enter(state)
		if f.here.condition(f.m.Machine.Never) == mayHold {
			return f.needed(p, f.m.Machine.Never, state)
		}
	}
	var all [][]model.VarID
	for _, b := range p.goal {
		if f.here.condition(b) == mayFail {
			all = append(all, f.needed(p, b, state))
		}
	}
	return f.steadiest(all)
}

// becomes returns the value of a variable after an effect, in a fully known state.
func (f *finder) becomes(e model.Effect) int64 {
	if !f.m.Vars[e.Var].Bool {
		return f.here.number(e.X).Lo
	}
	return bit(f.here.condition(e.B) == mayHold)
}

// enter sets all variables to the values of a state.
func (f *finder) enter(state []int64) {
	for v, x := range state {
		f.here.know(model.VarID(v), x)
	}
	f.here.changed()
}

// obstacle returns variables outside of a projection that make a transition impossible in a state, or nil.
func (f *finder) obstacle(p *causeProjection, t *machine.Transition, state []int64) []model.VarID {
	var all [][]model.VarID
	for _, need := range t.Needs {
		if state[need.Var] != need.Value {
			all = append(all, []model.VarID{need.Var})
		}
	}
	for b := range f.m.Conjuncts(t.Guard) {
		if f.here.condition(b) == mayFail {
			all = append(all, f.needed(p, b, state))
		}
	}
	return f.steadiest(all)
}

// steadiest returns the set whose variables are changed by the fewest transitions. Steady variables make
// projections small.
func (f *finder) steadiest(all [][]model.VarID) (best []model.VarID) {
	weigh := func(vars []model.VarID) (sum int) {
		for _, v := range vars {
			sum += 1 + f.changes[v]
		}
		return sum
	}
	for _, vars := range all {
		if len(vars) > 0 && (best == nil || weigh(vars) < weigh(best)) {
			best = vars
		}
	}
	return best
}

// needed returns variables outside of a projection that together determine a condition in a state. None of
// them can be left out.
func (f *finder) needed(p *causeProjection, b model.Bool, state []int64) (out []model.VarID) {
	is := f.here.condition(b)
	vars := f.free(p, f.m.VarsBelow([]model.Bool{b}, nil))
	slices.SortStableFunc(vars, func(a, b model.VarID) int { return f.changes[b] - f.changes[a] })
	for _, v := range vars {
		f.work--
		f.here.forget(v)
		f.here.changed()
		if f.here.condition(b) != is {
			out = append(out, v)
			f.here.know(v, state[v])
		}
	}
	f.enter(state)
	return out
}

// free returns the given variables that a projection lacks.
func (f *finder) free(p *causeProjection, vars []model.VarID) []model.VarID {
	return slices.DeleteFunc(vars, func(v model.VarID) bool { return p.place[v] >= 0 })
}

// DeadEnd explains why there is no run, as [model.DeadEnder] describes. It prefers a parity to a cause with
// all variables.
func (j *Machine) DeadEnd(ctx context.Context, work int64) (model.DeadEnd, bool) {
	c, found := FindCause(ctx, j.m, work)
	out := model.DeadEnd{Vars: c.Vars, Reduced: c.Reduced}
	if found {
		out.Wants = c.Wants()
	}
	if found && c.Seen < len(j.m.Vars) {
		return out, true
	}
	if compiled, err := j.compile(ctx); err == nil {
		if p, ok := FindParity(ctx, compiled.specialized, compiled.transitions); ok {
			out = model.DeadEnd{Odd: p.Odd}
			for _, f := range p.Facts {
				out.Parity = append(out.Parity, model.Fact{Var: f.Var, Value: f.Value, Is: true})
			}
			return out, true
		}
	}
	return out, found
}
