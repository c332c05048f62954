package machine

import (
	"slices"

	"nazo/model"
)

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
