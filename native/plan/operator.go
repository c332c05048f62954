package plan

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// operator is a transition with more known values. Operators overestimate what may happen. If a transition is possible,
// then so is one of its operators, which has an effect on each variable that changes.
type operator struct {
	preconditions []precondition // ascending
	effects       []effect       // ascending
	// costs are the least costs for each entry. The last one is 1, for the length.
	costs []int64
}

// precondition is the set of values that a variable has before the operator.
type precondition struct {
	v      model.VarID
	values model.Domain
}

// effect gives a variable one of the values in to. If it is not certain, the variable may also keep its value.
type effect struct {
	v       model.VarID
	to      model.Domain
	certain bool
}

// domainBefore returns the set of values that a variable may have before the operator.
func (o *operator) domainBefore(m *model.Model, v model.VarID) model.Domain {
	i, found := slices.BinarySearchFunc(o.preconditions, v, func(l precondition, v model.VarID) int { return cmp.Compare(l.v, v) })
	if found {
		return o.preconditions[i].values
	}
	return m.Vars[v].Domain
}

// effectOn returns the effect on a variable, or nil if the operator does not change it.
func (o *operator) effectOn(v model.VarID) *effect {
	i, found := slices.BinarySearchFunc(o.effects, v, func(c effect, v model.VarID) int { return cmp.Compare(c.v, v) })
	if found {
		return &o.effects[i]
	}
	return nil
}

// eachValueAfter calls yield for each value that a variable may have after the operator, given its value before.
func (o *operator) eachValueAfter(v model.VarID, value int64, yield func(int64)) {
	c := o.effectOn(v)
	if c == nil {
		yield(value)
		return
	}
	for to := range c.to.Each {
		yield(to)
	}
	if !c.certain && !c.to.Contains(value) {
		yield(value)
	}
}

// relaxedReachable returns the operators that are applicable in the delete relaxation (Bonet and Geffner 2001).
func relaxedReachable(ctx context.Context, m *model.Model, operators []operator) []operator {
	reached := make([]model.Domain, len(m.Vars))
	copy(reached, m.Machine.Start)
	applied := make([]bool, len(operators))
	for news := true; news && ctx.Err() == nil; {
		news = false
		for i := range operators {
			o := &operators[i]
			if applied[i] || slices.ContainsFunc(o.preconditions, func(l precondition) bool { return len(l.values.Intersect(reached[l.v])) == 0 }) {
				continue
			}
			applied[i], news = true, true
			for _, c := range o.effects {
				reached[c.v] = reached[c.v].Union(c.to)
			}
		}
	}
	var out []operator
	for i, o := range operators {
		if applied[i] {
			out = append(out, o)
		}
	}
	return out
}

// domains are conditions on single variables (a partial state, with sets of values): the values that each
// variable may have. Variables without an entry may have any value.
type domains map[model.VarID]model.Domain

// of returns the set of values that a variable may have.
func (l domains) of(m *model.Model, v model.VarID) model.Domain {
	if d, ok := l[v]; ok {
		return d
	}
	return m.Vars[v].Domain
}

// restrict intersects the values of a variable with the given ones. It reports whether that leaves fewer.
func (l domains) restrict(m *model.Model, v model.VarID, values model.Domain) bool {
	before := l.of(m, v)
	after := before.Intersect(values)
	if after.Size() == before.Size() {
		return false
	}
	l[v] = after
	return true
}

// restrictTo restricts variables by those conjuncts of b that concern one variable. It reports whether that
// leaves fewer values. It calls rest, which may be nil, with the other conjuncts.
func (l domains) restrictTo(m *model.Model, b model.Bool, rest func(model.Bool)) (fewer bool) {
	for part := range m.Conjuncts(b) {
		if v, values, single := m.Literal(part); single {
			fewer = l.restrict(m, v, values) || fewer
		} else if part != model.True && rest != nil {
			rest(part)
		}
	}
	return fewer
}

const (
	// maxBranches bounds the operators of one transition, maxOperators those of all. Beyond that they
	// are not split any further.
	maxBranches  = 256
	maxOperators = 1 << 16
	// maxBranching is the largest domain of a variable that is split.
	maxBranching = 256
)

// splitter turns transitions into operators. If an effect depends on unknown values, it makes a branch for
// each value of a variable that the effect reads.
type splitter struct {
	ctx context.Context
	m   *model.Model // of the transitions
	// scratch has the variables of m, and the rewritten nodes.
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

// splitTransitions makes operators of all transitions. Effects on the exact variables become constants where possible.
func splitTransitions(ctx context.Context, m *model.Model, ts []machine.Transition, exact []bool) []operator {
	s := &splitter{ctx: ctx, m: m, scratch: machine.EmptyCopy(m), exact: exact}
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

// growBranch makes operators of a branch whose nodes belong to the model from.
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

// rewrite simplifies the nodes of a branch by the values that are known. It removes effects that change nothing.
func (s *splitter) rewrite(from *model.Model, b branch) branch {
	r := machine.Substitution(from, s.scratch, func(v model.VarID) (int64, bool) { return b.domains.of(s.m, v).Single() })
	out := branch{domains: b.domains, guard: r.Bool(b.guard)}
	if out.guard == model.False {
		return out
	}
	for _, e := range b.effects {
		next := r.Effect(e)
		was, known := b.domains.of(s.m, e.Var).Single()
		if becomes, constant := next.Constant(s.scratch); next.Trivial(s.scratch) || known && constant && becomes == was {
			continue
		}
		out.effects = append(out.effects, next)
	}
	out.costs = append(out.costs, alg.Map(b.costs, r.Int)...)
	return out
}

// choose picks the variable to split: the one that most inexact effects depend on, and of those the one
// with the fewest values. It returns false if all effects are exact or no branches are left.
func (s *splitter) choose(b branch) (model.VarID, bool) {
	waits := map[model.VarID]int{}
	for _, e := range b.effects {
		if _, constant := e.Constant(s.scratch); s.exact[e.Var] && !constant {
			for _, v := range varsOf(s.scratch, e) {
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

// varsOf returns the variables on which an effect depends.
func varsOf(m *model.Model, e model.Effect) []model.VarID {
	if m.Vars[e.Var].Bool {
		return m.VarsBelow([]model.Bool{e.B}, nil)
	}
	return m.VarsBelow(nil, []model.Int{e.X})
}

// finish makes an operator of a branch.
func (s *splitter) finish(b branch) (o operator) {
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
	o.costs = append(alg.Map(b.costs, func(c model.Int) int64 { return max(0, s.scratch.Bounds(c).Lo) }), 1)
	return o
}

// boolEffect returns the possible change of a boolean variable by an effect. A condition that "and" or "or"
// adds to the variable can only change it one way.
func (s *splitter) boolEffect(e model.Effect, l domains) effect {
	if value, constant := e.Constant(s.scratch); constant {
		return effect{e.Var, model.Range(value, value), true}
	}
	becomes := func(value int64) model.Bool {
		known := func(v model.VarID) (int64, bool) { return value, v == e.Var }
		return machine.Substitution(s.scratch, s.scratch, known).Bool(e.B)
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
