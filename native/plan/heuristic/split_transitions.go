package heuristic

import (
	"context"
	"slices"

	"nazo/machine"
	"nazo/model"
)

const (
	// maxBranches bounds the operators of one transition, maxOperators those of all: beyond that
	// they are not split any further.
	maxBranches  = 256
	maxOperators = 1 << 16
	// maxBranching is the largest domain of a variable that is split.
	maxBranching = 256
)

// splitter makes operators of transitions: where an effect depends on unknown values, it makes a
// branch for each value of a variable that the effect reads.
type splitter struct {
	ctx context.Context
	m   *model.Model // of the transitions
	// scratch has the variables of m, and the nodes that are rewritten.
	scratch *model.Model
	// exact is true for the variables whose effects must be constants.
	exact     []bool
	branches  int // how many more the present transition may have
	operators []operator
}

// branch is a transition with further conditions on single variables.
type branch struct {
	domains domains
	guard   model.Bool
	effects []model.Effect
	costs   []model.Int
}

// splitTransitions makes operators of all transitions.
func splitTransitions(ctx context.Context, m *model.Model, ts []machine.Transition, counts []bool) []operator {
	s := &splitter{ctx: ctx, m: m, scratch: model.New(), exact: counts}
	for _, v := range m.Vars {
		if v.Bool {
			s.scratch.AddBool(-1)
		} else {
			s.scratch.AddInt(v.Domain, -1, v.Nominal)
		}
	}
	for i, t := range ts {
		if ctx.Err() != nil {
			return nil
		}
		b := branch{domains{}, t.Guard, t.Effects, t.Costs}
		for _, f := range t.Needs {
			b.domains.restrict(m, f.Var, model.Range(f.Value, f.Value))
		}
		s.branches = min(maxBranches, maxOperators-len(s.operators)-(len(ts)-i-1))
		s.growBranch(m, b)
	}
	return s.operators
}

// growBranch makes operators of a branch whose nodes belong to from.
func (s *splitter) growBranch(from *model.Model, b branch) {
	if s.ctx.Err() != nil {
		return
	}
	b = s.rewrite(from, b)
	for b.domains.restrictTo(s.scratch, b.guard, nil) {
		b = s.rewrite(s.scratch, b)
	}
	if b.guard == model.False {
		return
	}
	for _, d := range b.domains {
		if len(d) == 0 {
			return
		}
	}
	v, ok := s.choose(b)
	if !ok {
		s.operators = append(s.operators, s.finish(b))
		return
	}
	values := b.domains.of(s.m, v)
	s.branches -= int(values.Size()) - 1
	for value := range values.Each {
		next := b
		next.domains = domains{v: model.Range(value, value)}
		for w, d := range b.domains {
			if w != v {
				next.domains[w] = d
			}
		}
		s.growBranch(s.scratch, next)
	}
}

// rewrite simplifies the nodes of a branch by the values that are known, and removes effects
// that change nothing.
func (s *splitter) rewrite(from *model.Model, b branch) branch {
	r := s.rewriter(from, b.domains)
	out := branch{domains: b.domains, guard: r.Bool(b.guard)}
	if out.guard == model.False {
		return out
	}
	for _, e := range b.effects {
		next := model.Effect{Var: e.Var}
		was, known := b.domains.of(s.m, e.Var).Single()
		if s.m.Vars[e.Var].Bool {
			next.B = r.Bool(e.B)
			if next.B == s.scratch.BoolVar(e.Var) || known && next.B == model.Const(was != 0) {
				continue
			}
		} else {
			next.X = r.Int(e.X)
			if becomes, constant := s.scratch.Constant(next.X); next.X == s.scratch.IntVar(e.Var) || known && constant && becomes == was {
				continue
			}
		}
		out.effects = append(out.effects, next)
	}
	for _, c := range b.costs {
		out.costs = append(out.costs, r.Int(c))
	}
	return out
}

// rewriter copies nodes into the scratch model and replaces variables that have only one
// possible value.
func (s *splitter) rewriter(from *model.Model, known domains) *model.Rewriter {
	return &model.Rewriter{From: from, To: s.scratch,
		BoolVar: func(v model.VarID) model.Bool {
			if value, ok := known.of(s.m, v).Single(); ok {
				return model.Const(value != 0)
			}
			return s.scratch.BoolVar(v)
		},
		IntVar: func(v model.VarID) model.Int {
			if value, ok := known.of(s.m, v).Single(); ok {
				return s.scratch.Int(value)
			}
			return s.scratch.IntVar(v)
		},
	}
}

// choose picks the variable to split: the one that most inexact effects depend on, of those the
// one with the fewest values. It returns false if all effects are exact or the branches are used
// up.
func (s *splitter) choose(b branch) (model.VarID, bool) {
	waits := map[model.VarID]int{}
	for _, e := range b.effects {
		if s.exact[e.Var] && !s.understood(e) {
			bools, ints := []model.Bool(nil), []model.Int(nil)
			if s.m.Vars[e.Var].Bool {
				bools = append(bools, e.B)
			} else {
				ints = append(ints, e.X)
			}
			for _, v := range s.scratch.VarsBelow(bools, ints) {
				waits[v]++
			}
		}
	}
	best, bestSize := model.VarID(-1), int64(0)
	for v, n := range waits {
		size := b.domains.of(s.m, v).Size()
		if size > maxBranching || int(size) > s.branches || size < 2 {
			continue
		}
		if best < 0 || n > waits[best] || n == waits[best] && (size < bestSize || size == bestSize && v < best) {
			best, bestSize = v, size
		}
	}
	return best, best >= 0
}

// understood reports whether an effect is a constant.
func (s *splitter) understood(e model.Effect) bool {
	if s.m.Vars[e.Var].Bool {
		return e.B == model.True || e.B == model.False
	}
	_, constant := s.scratch.Constant(e.X)
	return constant
}

// finish makes an operator of a branch.
func (s *splitter) finish(b branch) operator {
	var o operator
	for v, d := range b.domains {
		o.preconditions = append(o.preconditions, precondition{v, d})
	}
	slices.SortFunc(o.preconditions, func(a, b precondition) int { return int(a.v) - int(b.v) })
	for _, e := range b.effects {
		if s.m.Vars[e.Var].Bool {
			o.effects = append(o.effects, s.boolEffect(e, b.domains))
		} else {
			to := model.Domain{s.scratch.Bounds(e.X)}.Intersect(s.m.Vars[e.Var].Domain)
			if copied, ok := s.scratch.Ints[e.X].(model.IntVar); ok {
				to = to.Intersect(b.domains.of(s.m, copied.Var))
			}
			o.effects = append(o.effects, effect{e.Var, to, true})
		}
	}
	slices.SortFunc(o.effects, func(a, b effect) int { return int(a.v) - int(b.v) })
	for _, c := range b.costs {
		o.costs = append(o.costs, max(0, s.scratch.Bounds(c).Lo))
	}
	o.costs = append(o.costs, 1)
	return o
}

// boolEffect is the possible change of a boolean variable by an effect: a condition added with "and" or
// "or" can only change it one way.
func (s *splitter) boolEffect(e model.Effect, l domains) effect {
	switch e.B {
	case model.True:
		return effect{e.Var, model.Range(1, 1), true}
	case model.False:
		return effect{e.Var, model.Range(0, 0), true}
	}
	becomes := func(value int64) model.Bool {
		known := domains{e.Var: model.Range(value, value)}
		return s.rewriter(s.scratch, known).Bool(e.B)
	}
	was := l.of(s.m, e.Var)
	switch {
	case !was.Contains(0) || becomes(0) == model.False:
		return effect{e.Var, model.Range(0, 0), false}
	case !was.Contains(1) || becomes(1) == model.True:
		return effect{e.Var, model.Range(1, 1), false}
	}
	return effect{e.Var, model.Range(0, 1), false}
}
