package plan

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// operator is a transition with more known values. Operators overestimate what may happen. If a
// transition is possible, one of its operators is possible, too, and has an effect on each variable
// that changes.
type operator struct {
	preconditions []precondition // ascending
	effects       []effect       // ascending
	// costs are the least costs for each entry; the last one is 1, for the length.
	costs []int64
}

// precondition is the set of values that a variable has before the operator.
type precondition struct {
	v      model.VarID
	values model.Domain
}

// effect gives a variable one of the values in to. If the effect is not certain, the variable may
// also keep its value.
type effect struct {
	v       model.VarID
	to      model.Domain
	certain bool
}

// domainBefore is the set of values that a variable may have before the operator.
func (o *operator) domainBefore(m *model.Model, v model.VarID) model.Domain {
	i, found := slices.BinarySearchFunc(o.preconditions, v, func(l precondition, v model.VarID) int { return cmp.Compare(l.v, v) })
	if found {
		return o.preconditions[i].values
	}
	return m.Vars[v].Domain
}

// effectOn is the effect on a variable; nil if the operator does not change it.
func (o *operator) effectOn(v model.VarID) *effect {
	i, found := slices.BinarySearchFunc(o.effects, v, func(c effect, v model.VarID) int { return cmp.Compare(c.v, v) })
	if found {
		return &o.effects[i]
	}
	return nil
}

// eachValueAfter calls yield for each value that a variable may have after the operator if it
// had the given one before.
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

// relaxedReachable returns the operators that are applicable in the delete relaxation (Bonet and
// Geffner 2001).
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

// domains are conditions on single variables (a partial state, with sets of values): the values
// that each variable may have. Variables without an entry may have any value.
type domains map[model.VarID]model.Domain

// of is the set of values that a variable may have.
func (l domains) of(m *model.Model, v model.VarID) model.Domain {
	if d, ok := l[v]; ok {
		return d
	}
	return m.Vars[v].Domain
}

// restrict intersects the values of a variable with the given ones, and reports whether that
// leaves fewer.
func (l domains) restrict(m *model.Model, v model.VarID, values model.Domain) bool {
	before := l.of(m, v)
	after := before.Intersect(values)
	if after.Size() == before.Size() {
		return false
	}
	l[v] = after
	return true
}

// restrictTo restricts variables by those conjuncts of b that concern one variable, and reports
// whether that leaves fewer values. It calls rest, which may be nil, with the other conjuncts.
func (l domains) restrictTo(m *model.Model, b model.Bool, rest func(model.Bool)) (news bool) {
	for part := range m.Conjuncts(b) {
		if part != model.True && l.learnConjunct(m, part, rest) {
			news = true
		}
	}
	return news
}

// learnConjunct is learn for one conjunct.
func (l domains) learnConjunct(m *model.Model, b model.Bool, rest func(model.Bool)) (news bool) {
	switch n := m.Node(b).(type) {
	case model.BoolVar:
		value := int64(1)
		if b.Negated() {
			value = 0
		}
		return l.restrict(m, n.Var, model.Range(value, value))
	case model.In:
		if x, ok := m.Ints[n.X].(model.IntVar); ok {
			values := n.Values
			if b.Negated() {
				values = m.Vars[x.Var].Domain.Minus(values)
			}
			return l.restrict(m, x.Var, values)
		}
	}
	if rest != nil {
		rest(b)
	}
	return false
}

const (
	// maxBranches bounds the operators of one transition, maxOperators those of all: beyond that
	// they are not split any further.
	maxBranches  = 256
	maxOperators = 1 << 16
	// maxBranching is the largest domain of a variable that is split.
	maxBranching = 256
)

// splitter turns transitions into operators. If an effect depends on unknown values, it makes a
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
