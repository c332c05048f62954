package machine

import (
	"math"
	"slices"

	"nazo/internal/model"
)

// Conjunction takes a condition apart into what it says about single variables, and the rest.
type Conjunction struct {
	m *model.Model
	// vars are the restricted variables, in the order found. domains are their remaining values.
	vars    []model.VarID
	domains map[model.VarID]model.Domain
	rest    []model.Bool
}

// add adds a condition. It returns false if nothing meets all of them.
func (c *Conjunction) add(b model.Bool) bool {
	if v, values, ok := c.m.Literal(b); ok {
		return c.restrict(v, values)
	}
	switch n := c.m.Node(b).(type) {
	case model.Constant:
		return !b.Negated()
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

func (c *Conjunction) sumBounds(terms []model.Term) (least, most int64) {
	for _, t := range terms {
		b := c.m.Bounds(t.X)
		least += min(t.Coef*b.Lo, t.Coef*b.Hi)
		most += max(t.Coef*b.Lo, t.Coef*b.Hi)
	}
	return least, most
}

// addExtreme adds that every term of a sum is as great, or as small, as it can be.
func (c *Conjunction) addExtreme(terms []model.Term, greatest bool) bool {
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

// restrict intersects the values of a variable with d. It returns false if that leaves none.
func (c *Conjunction) restrict(v model.VarID, d model.Domain) bool {
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

// Domain returns the domain that is left to a variable.
func (c *Conjunction) Domain(v model.VarID) model.Domain {
	if d, known := c.domains[v]; known {
		return d
	}
	return c.m.Vars[v].Domain
}

// facts returns the variables that have one value left, ascending.
func (c *Conjunction) facts() []Fact {
	slices.Sort(c.vars)
	var out []Fact
	for _, v := range c.vars {
		if value, ok := c.domains[v].Single(); ok {
			out = append(out, Fact{v, value})
		}
	}
	return out
}

// guard returns the condition without the facts.
func (c *Conjunction) guard() model.Bool {
	all := slices.Clone(c.rest)
	for _, v := range c.vars {
		if _, single := c.domains[v].Single(); !single {
			all = append(all, c.m.In(c.m.IntVar(v), c.domains[v]))
		}
	}
	return c.m.And(all...)
}

// Conjuncts takes a condition, a node of m, apart. Where a variable has one value left, it works out what
// follows for others, and may build more nodes for that. It returns nil if nothing meets the condition.
// Parts about several variables at once are left out.
func Conjuncts(m *model.Model, b model.Bool) *Conjunction {
	out := &Conjunction{m: m}
	for {
		c := Conjunction{m: m}
		if !c.add(b) {
			return nil
		}
		for v, d := range c.domains {
			if !out.restrict(v, d) {
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

// singles are conditions on single variables. All must hold.
type singles struct {
	facts   []Fact
	members []member
}

// member is the condition that a variable has one of some values. Bit i of set stands for the value whose
// digit in the state is low + i.
type member struct {
	word           int32
	shift          uint8
	mask, low, set uint64
}

func (m *member) holds(s State) bool { return m.set>>(s[m.word]>>m.shift&m.mask-m.low)&1 != 0 }

// add adds a condition on one variable. It returns false if the condition is better tested by itself.
func (s *singles) add(c *Compiler, b model.Bool) bool {
	if c.layout.plain {
		return false
	}
	if f, ok := literal(c.m, b); ok {
		s.facts = append(s.facts, f)
		return true
	}
	v, values, _ := c.m.Literal(b)
	domain, f := c.m.Vars[v].Domain, c.layout.fields[v]
	bounds := domain.Bounds()
	if bounds.Size() > 64 {
		return false
	}
	values = values.Intersect(domain)
	s.members = append(s.members, member{f.word, f.shift, f.mask, uint64(bounds.Lo - f.low), bitsOf(values, bounds.Lo)})
	return true
}

// literal returns the fact that a condition asks for, if it is one.
func literal(m *model.Model, b model.Bool) (Fact, bool) {
	v, values, _ := m.Literal(b)
	value, single := values.Single()
	return Fact{v, value}, single
}

// and compiles that these and all parts hold, or with negated that one of them does not.
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

// Rest compiles a conjunction, given that the parts of common hold. Each part may repeat what the parts on
// single variables say. That is not computed again.
func (c *Compiler) Rest(parts, common []model.Bool) Condition {
	known := Conjunction{m: c.m}
	for _, b := range parts {
		if c.ofOneVariable(b) {
			known.add(b)
		}
	}
	open := slices.DeleteFunc(slices.Clone(parts), func(b model.Bool) bool { return slices.Contains(common, b) })
	return c.conjunctionOf(open, false, func(b model.Bool) Condition { return c.under(&known, b) })
}

// under compiles a condition, given that others hold. It returns nil if they imply the condition.
func (c *Compiler) under(known *Conjunction, b model.Bool) Condition {
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
	var open []model.Bool // the others hold
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
	return c.conjunctionOf(open, b.Negated(), func(a model.Bool) Condition { return c.under(known, a) })
}

// truth returns the truth value of a condition, if that is known.
func (c *Conjunction) truth(b model.Bool) (value, known bool) {
	switch n := c.m.Node(b).(type) {
	case model.Constant:
		value, known = true, true
	case model.BoolVar:
		value, known = within(c.Domain(n.Var), model.Range(1, 1))
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

// truthOfIn reports whether a number is in a domain, if that is known.
func (c *Conjunction) truthOfIn(x model.Int, values model.Domain) (value, known bool) {
	switch n := c.m.Ints[x].(type) {
	case model.IntVar:
		return within(c.Domain(n.Var), values)
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

// within reports whether all values of d are in e, if all or none are.
func within(d, e model.Domain) (value, known bool) {
	switch common := d.Intersect(e).Size(); common {
	case 0:
		return false, len(d) > 0
	case d.Size():
		return true, true
	}
	return false, false
}
