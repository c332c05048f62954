package count

import (
	"fmt"
	"slices"

	"nazo/internal/model"
)

// mostValues bounds the values of a number that is written as truth values.
const mostValues = 40

// conjunct is a condition that must hold. instance is the rule instance that demands it, or -1 for the domain of a
// variable.
type conjunct struct {
	holds    model.Bool
	instance int32
}

// lowering rewrites a task over booleans alone. A number becomes, for each value but the least, the condition that
// it is at least that value (order encoding).
type lowering struct {
	from, to  *model.Model
	rewrite   *model.Rewriter
	fixed     map[model.VarID]model.Domain
	bools     []model.Bool // by variable: its truth value in to, or -1
	numbers   map[model.VarID]number
	byNode    map[model.Int]model.VarID // the numbers, by their nodes in to
	conjuncts []conjunct
	refusal   error // why it can't be lowered
}

// number is an integer variable in order encoding.
type number struct {
	x       model.Int
	values  []int64
	atLeast []model.Bool // the conditions that it is at least values[i+1]
}

func newLowering(m *model.Model, o model.Options) *lowering {
	l := &lowering{from: m, to: model.New(), bools: make([]model.Bool, len(m.Vars)),
		fixed: map[model.VarID]model.Domain{}, numbers: map[model.VarID]number{}, byNode: map[model.Int]model.VarID{}}
	for _, f := range m.Finds {
		l.to.Finds = append(l.to.Finds, model.Find{Name: f.Name})
	}
	for v := range l.bools {
		l.bools[v] = -1
	}
	for _, f := range o.Within {
		l.fixed[f.Var] = l.domain(f.Var).Intersect(f.Values)
		if l.fixed[f.Var].Size() == 0 {
			l.require(model.False, -1)
		}
	}
	l.rewrite = &model.Rewriter{From: m, To: l.to, BoolVar: l.boolVar, IntVar: l.intVar, In: l.in}
	return l
}

// domain returns the values that a variable may take in the task.
func (l *lowering) domain(v model.VarID) model.Domain {
	if d, ok := l.fixed[v]; ok {
		return d
	}
	return l.from.Vars[v].Domain
}

// used reports whether a variable has been lowered.
func (l *lowering) used(v model.VarID) bool {
	_, isNumber := l.numbers[v]
	return isNumber || l.bools[v] >= 0
}

func (l *lowering) boolVar(v model.VarID) model.Bool {
	if l.bools[v] < 0 {
		b := l.to.BoolVar(l.to.AddBool(l.from.Vars[v].Find))
		l.bools[v] = b
		if d := l.domain(v); d.Size() < 2 {
			l.require(l.to.And(l.to.Or(b.Not(), model.Const(d.Contains(1))), l.to.Or(b, model.Const(d.Contains(0)))), -1)
		}
	}
	return l.bools[v]
}

func (l *lowering) intVar(v model.VarID) model.Int {
	if n, ok := l.numbers[v]; ok {
		return n.x
	}
	d := l.domain(v)
	switch {
	case d.Size() == 0:
		return l.to.Int(l.from.Vars[v].Domain.Bounds().Lo)
	case d.Size() > mostValues:
		if l.refusal == nil {
			l.refusal = fmt.Errorf("%s has %d values, too many to be written as truth values", l.nameOf(v), d.Size())
		}
		l.numbers[v] = number{x: l.to.Int(d.Bounds().Lo)}
		return l.numbers[v].x
	}
	n := number{values: slices.Collect(d.Each)}
	n.x = l.to.Int(n.values[0])
	for i, value := range n.values[1:] {
		b := l.to.BoolVar(l.to.AddBool(l.from.Vars[v].Find))
		if i > 0 {
			l.require(l.to.Implies(b, n.atLeast[i-1]), -1)
		}
		n.atLeast = append(n.atLeast, b)
		n.x = l.to.Plus(n.x, l.to.Scale(value-n.values[i], l.to.ToInt(b)))
	}
	l.numbers[v] = n
	l.byNode[n.x] = v
	return n.x
}

// nameOf describes a variable for the user.
func (l *lowering) nameOf(v model.VarID) string {
	if f := l.from.Vars[v].Find; f >= 0 {
		return fmt.Sprintf("a number of %q", l.from.Finds[f].Name)
	}
	return "a number that the rules ask for"
}

// in returns the condition that x has one of the values. For a variable it consists of the bounds of each interval
// of values.
func (l *lowering) in(x model.Int, values model.Domain) model.Bool {
	v, ok := l.byNode[x]
	if !ok {
		return l.to.In(x, values)
	}
	n := l.numbers[v]
	atLeast := func(i int) model.Bool {
		switch {
		case i == 0:
			return model.True
		case i == len(n.values):
			return model.False
		}
		return n.atLeast[i-1]
	}
	var stretches []model.Bool
	for i := 0; i < len(n.values); i++ {
		if !values.Contains(n.values[i]) {
			continue
		}
		first := i
		for i+1 < len(n.values) && values.Contains(n.values[i+1]) {
			i++
		}
		stretches = append(stretches, l.to.And(atLeast(first), atLeast(i+1).Not()))
	}
	return l.to.Or(stretches...)
}

func (l *lowering) require(b model.Bool, instance int32) {
	l.conjuncts = append(l.conjuncts, conjunct{b, instance})
}

// objectives lowers the objectives. Conditions on numbers that only they use are lowered with them.
func (l *lowering) objectives(o model.Options) (out []model.Objective) {
	if o.AnyObjective {
		return nil
	}
	for _, o := range l.from.Objectives {
		o.X = l.rewrite.Int(o.X)
		out = append(out, o)
	}
	return out
}

// finish returns all conditions of the lowered model. Nothing can be lowered later, since its conditions would be
// missing.
func (l *lowering) finish() []conjunct {
	l.rewrite = nil
	return l.conjuncts
}

// constraint lowers a constraint that is no structure of a graph. It reports false if constraints of its kind have
// no form over truth values.
func (l *lowering) constraint(c model.Constraint, guard model.Bool) bool {
	body, ok := c.Body.(model.Decomposable)
	if !ok {
		return false
	}
	for _, b := range body.Decompose(truthValues{l.to, l}) {
		l.require(l.to.Implies(guard, b), c.Instance)
	}
	return true
}

// truthValues builds conditions of the lowered model on operands of the original one.
type truthValues struct {
	*model.Model
	l *lowering
}

// Bool returns a condition, lowered.
func (t truthValues) Bool(b model.Bool) model.Bool { return t.l.rewrite.Bool(b) }

// Bounds returns the bounds of an integer, lowered.
func (t truthValues) Bounds(x model.Int) model.Interval { return t.Model.Bounds(t.l.rewrite.Int(x)) }

// Equal returns the condition that two integers are equal, lowered.
func (t truthValues) Equal(x, y model.Int) model.Bool {
	return t.Model.Equal(t.l.rewrite.Int(x), t.l.rewrite.Int(y))
}

// In returns the condition that an integer has one of some values, lowered.
func (t truthValues) In(x model.Int, values model.Domain) model.Bool {
	return t.l.in(t.l.rewrite.Int(x), values)
}

// simplifier rewrites boolean conditions to a fixpoint. Then none is a literal, and none defines a variable by
// others. Defined variables are substituted.
type simplifier struct {
	m *model.Model
	// keep marks variables for which only constants are substituted, such as edges.
	keep map[model.VarID]bool
	// definitions has the meaning of each defined variable. Chains of definitions are finite.
	definitions map[model.VarID]model.Bool
	conjuncts   []conjunct
	impossible  bool
}

// rewriter substitutes variables by their definitions.
func (s *simplifier) rewriter() *model.Rewriter {
	r := &model.Rewriter{From: s.m, To: s.m}
	r.BoolVar = func(v model.VarID) model.Bool {
		if b, ok := s.definitions[v]; ok {
			return r.Bool(b)
		}
		return s.m.BoolVar(v)
	}
	return r
}

// simplify rewrites the conditions until nothing changes.
func (s *simplifier) simplify() {
	for news := true; news && !s.impossible; {
		news = s.pass()
	}
}

// pass rewrites the conditions once. Substitutions take effect in the next pass, so definitions of one pass must be
// independent.
func (s *simplifier) pass() (news bool) {
	r := s.rewriter()
	var left []conjunct
	seen := map[model.Bool]bool{}
	defined, read := map[model.VarID]bool{}, map[model.VarID]bool{}
	todo := slices.Clone(s.conjuncts)
	slices.Reverse(todo)
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		c.holds = r.Bool(c.holds)
		if seen[c.holds] {
			continue
		}
		seen[c.holds] = true
		switch n := s.m.Node(c.holds).(type) {
		case model.Constant:
			if c.holds == model.False {
				s.impossible = true
				return false
			}
			continue
		case model.And:
			if !c.holds.Negated() {
				for _, a := range slices.Backward(n.Args) {
					todo = append(todo, conjunct{a, c.instance})
				}
				continue
			}
		case model.BoolVar:
			if !defined[n.Var] {
				defined[n.Var], news = true, true
				s.definitions[n.Var] = model.Const(!c.holds.Negated())
				continue
			}
		case model.Iff:
			if s.define(n, c.holds.Negated(), defined, read) {
				news = true
				continue
			}
		}
		left = append(left, c)
	}
	s.conjuncts = left
	return news
}

// define takes a = b, or a != b, as the definition of one side, if that is a variable. It reports whether it did.
func (s *simplifier) define(n model.Iff, differ bool, defined, read map[model.VarID]bool) bool {
	for _, pair := range [2][2]model.Bool{{n.A, n.B}, {n.B, n.A}} {
		b, ok := s.m.Node(pair[0]).(model.BoolVar)
		if !ok || s.keep[b.Var] || defined[b.Var] || read[b.Var] {
			continue
		}
		meaning := pair[1]
		if differ {
			meaning = meaning.Not()
		}
		support := s.m.VarsBelow([]model.Bool{meaning}, nil)
		if slices.ContainsFunc(support, func(v model.VarID) bool { return defined[v] || v == b.Var || s.hides(b.Var, v) }) {
			continue
		}
		defined[b.Var] = true
		s.definitions[b.Var] = meaning
		for _, v := range support {
			read[v] = true
		}
		return true
	}
	return false
}

// hides reports whether a helper would define a variable of a find. Its values would no longer be counted, since
// helpers aren't.
func (s *simplifier) hides(own, helper model.VarID) bool {
	return s.m.Vars[own].Find >= 0 && s.m.Vars[helper].Find < 0 && !s.keep[helper]
}

// known returns 1 if a literal must hold, -1 if it can't, else 0.
func (s *simplifier) known(b model.Bool) int {
	switch s.rewriter().Bool(b) {
	case model.True:
		return 1
	case model.False:
		return -1
	}
	return 0
}
