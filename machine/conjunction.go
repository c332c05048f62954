package machine

import (
	"slices"

	"nazo/model"
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
