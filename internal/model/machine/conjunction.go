package machine

import (
	"math"
	"slices"

	"nazo/internal/model"
)

// conjunction takes a condition apart into what it says about single variables
// and the rest.
type conjunction struct {
	m *model.Model
	// vars are those of which something is said, in the order found; domains are
	// what is left to them.
	vars    []model.VarID
	domains map[model.VarID]model.Domain
	rest    []model.Bool
}

// add adds a condition. It returns false if nothing meets all of them.
func (c *conjunction) add(b model.Bool) bool {
	switch n := c.m.Node(b).(type) {
	case model.Constant:
		return !b.Negated()
	case model.BoolVar:
		value := int64(1)
		if b.Negated() {
			value = 0
		}
		return c.restrict(n.Var, model.Range(value, value))
	case model.In:
		if x, ok := c.m.Ints[n.X].(model.IntVar); ok {
			if b.Negated() {
				return c.restrict(x.Var, c.m.Vars[x.Var].Domain.Minus(n.Values))
			}
			return c.restrict(x.Var, n.Values)
		}
	case model.And:
		if !b.Negated() {
			for _, a := range n.Args {
				if !c.add(a) {
					return false
				}
			}
			return true
		}
	case model.AtMost:
		least, most := c.sumBounds(n.Terms)
		switch {
		case !b.Negated() && n.Bound == least:
			return c.addExtreme(n.Terms, false)
		case b.Negated() && n.Bound == most-1:
			return c.addExtreme(n.Terms, true)
		}
	case model.Exactly:
		least, most := c.sumBounds(n.Terms)
		if !b.Negated() && (n.Sum == least || n.Sum == most) {
			return c.addExtreme(n.Terms, n.Sum == most)
		}
	}
	c.rest = append(c.rest, b)
	return true
}

func (c *conjunction) sumBounds(terms []model.Term) (least, most int64) {
	for _, t := range terms {
		b := c.m.Bounds(t.X)
		least += min(t.Coef*b.Lo, t.Coef*b.Hi)
		most += max(t.Coef*b.Lo, t.Coef*b.Hi)
	}
	return least, most
}

// addExtreme adds that every term of a sum is as great, or as little, as it can be.
func (c *conjunction) addExtreme(terms []model.Term, greatest bool) bool {
	for _, t := range terms {
		at := c.m.Bounds(t.X).Lo
		if greatest == (t.Coef > 0) {
			at = c.m.Bounds(t.X).Hi
		}
		if !c.add(c.m.In(t.X, model.Range(at, at))) {
			return false
		}
	}
	return true
}

// restrict leaves a variable no other values than those of d.
func (c *conjunction) restrict(v model.VarID, d model.Domain) bool {
	old, known := c.domains[v]
	if !known {
		if c.domains == nil {
			c.domains = map[model.VarID]model.Domain{}
		}
		c.vars = append(c.vars, v)
		old = c.m.Vars[v].Domain
	}
	d = d.Intersect(old)
	c.domains[v] = d
	return len(d) > 0
}

// domain is the domain that is left to a variable.
func (c *conjunction) domain(v model.VarID) model.Domain {
	if d, known := c.domains[v]; known {
		return d
	}
	return c.m.Vars[v].Domain
}

// facts are the variables that have one value left, in ascending order.
func (c *conjunction) facts() []Fact {
	slices.Sort(c.vars)
	var out []Fact
	for _, v := range c.vars {
		if value, ok := c.domains[v].Single(); ok {
			out = append(out, Fact{v, value})
		}
	}
	return out
}

// guard is all that is no fact.
func (c *conjunction) guard() model.Bool {
	all := slices.Clone(c.rest)
	for _, v := range c.vars {
		if _, single := c.domains[v].Single(); !single {
			all = append(all, c.m.In(c.m.IntVar(v), c.domains[v]))
		}
	}
	return c.m.And(all...)
}

// Conjunction is the part of a condition that is about single variables.
type Conjunction struct{ c conjunction }

// Conjuncts takes a condition, a node of m, apart, and works out what follows for
// others from variables that have one value left, for which it may build more nodes.
// It returns nil if nothing meets the condition. What it says about several
// variables at once is left out.
func Conjuncts(m *model.Model, b model.Bool) *Conjunction {
	out := &Conjunction{conjunction{m: m, domains: map[model.VarID]model.Domain{}}}
	for {
		c := conjunction{m: m}
		if !c.add(b) {
			return nil
		}
		for v, d := range c.domains {
			if !out.c.restrict(v, d) {
				return nil
			}
		}
		facts := c.facts()
		if len(facts) == 0 {
			return out
		}
		b = rewriter(m, m, facts).Bool(c.guard())
	}
}

// Domain is the values that are left to a variable.
func (c *Conjunction) Domain(v model.VarID) model.Domain { return c.c.domain(v) }

// singles are conditions on single variables, of which all must hold.
type singles struct {
	facts   []Fact
	members []member
}

// member is the condition that a variable has one of some values: the bits of set, from the
// one on whose digit in the state is low.
type member struct {
	word  int32
	shift uint8
	mask  uint64
	low   uint64
	set   uint64
}

func (m *member) holds(s State) bool { return m.set>>(s[m.word]>>m.shift&m.mask-m.low)&1 != 0 }

// add adds a condition on one variable. It returns false if that is better tested
// by itself.
func (s *singles) add(c *Compiler, b model.Bool) bool {
	if c.layout.plain {
		return false
	}
	if f, ok := literal(c.m, b); ok {
		s.facts = append(s.facts, f)
		return true
	}
	n := c.m.Node(b).(model.In)
	x := c.m.Ints[n.X].(model.IntVar)
	domain, f := c.m.Vars[x.Var].Domain, c.layout.fields[x.Var]
	bounds := domain.Bounds()
	if bounds.Size() > 64 {
		return false
	}
	values := n.Values.Intersect(domain)
	if b.Negated() {
		values = domain.Minus(n.Values)
	}
	s.members = append(s.members, member{f.word, f.shift, f.mask, uint64(bounds.Lo - f.low), bitsOf(values, bounds.Lo)})
	return true
}

// literal is what a condition says about one variable, if it says that it has a
// certain value.
func literal(m *model.Model, b model.Bool) (Fact, bool) {
	switch n := m.Node(b).(type) {
	case model.BoolVar:
		return Fact{n.Var, bit(!b.Negated())}, true
	case model.In:
		if x, ok := m.Ints[n.X].(model.IntVar); ok {
			d := n.Values
			if b.Negated() {
				d = m.Vars[x.Var].Domain.Minus(d)
			}
			value, single := d.Single()
			return Fact{x.Var, value}, single
		}
	}
	return Fact{}, false
}

// and compiles that these and then all parts hold, or with negated that one of them
// does not.
func (s *singles) and(layout *Layout, parts []Condition, negated bool) Condition {
	tests, possible := tests(layout.fields, s.facts)
	members := s.members
	switch {
	case !possible:
		return func(*Evaluation) bool { return negated }
	case len(tests) == 0 && len(members) == 0:
		return all(parts, negated)
	case len(tests) == 1 && len(members)+len(parts) == 0:
		word, mask, value := tests[0].word, tests[0].mask, tests[0].value
		if mask == math.MaxUint64 {
			return func(e *Evaluation) bool { return (e.State[word] == value) != negated }
		}
		return func(e *Evaluation) bool { return (e.State[word]&mask == value) != negated }
	case len(members) == 1 && len(tests)+len(parts) == 0:
		m := members[0]
		return func(e *Evaluation) bool { return m.holds(e.State) != negated }
	case len(members)+len(parts) == 0:
		return func(e *Evaluation) bool { return holdAll(tests, e.State) != negated }
	case len(tests) == 1 && len(members) == 0 && len(parts) == 1:
		word, mask, value, f := tests[0].word, tests[0].mask, tests[0].value, parts[0]
		return func(e *Evaluation) bool { return (e.State[word]&mask == value && f(e)) != negated }
	}
	return func(e *Evaluation) bool {
		if !holdAll(tests, e.State) {
			return negated
		}
		for i := range members {
			if !members[i].holds(e.State) {
				return negated
			}
		}
		for _, f := range parts {
			if !f(e) {
				return negated
			}
		}
		return !negated
	}
}

// Rest compiles a conjunction where the parts of common are known to hold. Guards
// repeat themselves, for each of their parts is right by itself: what follows from the
// parts on single variables is not computed again in the others.
func (c *Compiler) Rest(parts, common []model.Bool) Condition {
	known := conjunction{m: c.m}
	for _, b := range parts {
		if c.ofOneVariable(b) {
			known.add(b)
		}
	}
	var open []model.Bool
	var single singles
	var quick, slow []Condition
	for _, b := range parts {
		switch {
		case slices.Contains(common, b):
		case !c.ofOneVariable(b):
			open = append(open, b)
		case !single.add(c, b):
			quick = append(quick, c.Condition(b))
		}
	}
	for _, b := range open {
		if f := c.under(&known, b); f != nil {
			slow = append(slow, f)
		}
	}
	return single.and(c.layout, append(quick, slow...), false)
}

// under compiles a condition where others are known to hold; it is nil if that one
// holds there too, and never if it does not.
func (c *Compiler) under(known *conjunction, b model.Bool) Condition {
	value, decided := known.truth(b)
	switch {
	case decided && value:
		return nil
	case decided:
		return never
	}
	and, ok := c.m.Node(b).(model.And)
	if !ok {
		return c.Condition(b)
	}
	var open []model.Bool // the others are known to hold
	for _, a := range and.Args {
		if _, decided := known.truth(a); !decided {
			open = append(open, a)
		}
	}
	if len(open) == 1 {
		if b.Negated() {
			return c.under(known, open[0].Not())
		}
		return c.under(known, open[0])
	}
	var single singles
	var quick, slow []Condition
	for _, a := range open {
		switch {
		case !c.ofOneVariable(a):
			slow = append(slow, c.under(known, a))
		case !single.add(c, a):
			quick = append(quick, c.Condition(a))
		}
	}
	return single.and(c.layout, append(quick, slow...), b.Negated())
}

// truth is whether a condition holds, if that is known.
func (c *conjunction) truth(b model.Bool) (value, known bool) {
	switch n := c.m.Node(b).(type) {
	case model.Constant:
		value, known = true, true
	case model.BoolVar:
		value, known = within(c.domain(n.Var), model.Range(1, 1))
	case model.And:
		value, known = true, true
		for _, a := range n.Args {
			is, ok := c.truth(a)
			if ok && !is {
				value, known = false, true
				break
			}
			known = known && ok
		}
	case model.In:
		value, known = c.truthOfIn(n.X, n.Values)
	}
	return value != b.Negated(), known
}

// truthOfIn is whether a number is in a domain, if that is known.
func (c *conjunction) truthOfIn(x model.Int, values model.Domain) (value, known bool) {
	switch n := c.m.Ints[x].(type) {
	case model.IntVar:
		return within(c.domain(n.Var), values)
	case model.If:
		cond, ok := c.truth(n.Cond)
		switch {
		case ok && cond:
			return c.truthOfIn(n.Then, values)
		case ok:
			return c.truthOfIn(n.Else, values)
		}
		then, ok := c.truthOfIn(n.Then, values)
		if !ok {
			return false, false
		}
		otherwise, ok := c.truthOfIn(n.Else, values)
		return then, ok && then == otherwise
	}
	b := c.m.Bounds(x)
	return within(model.Range(b.Lo, b.Hi), values)
}

// within is whether all values of d are in e, or none, if either.
func within(d, e model.Domain) (value, known bool) {
	switch common := d.Intersect(e).Size(); common {
	case 0:
		return false, len(d) > 0
	case d.Size():
		return true, true
	}
	return false, false
}
