package play

import "nazo/model"

// facts are what is known of single variables where some conditions hold. Guards
// repeat themselves, for each of their parts is right by itself: what follows from
// the plain parts need not be computed again in the others.
type facts struct {
	m       *model.Model
	domains map[model.VarID]model.Domain // of the variables that something is known of
}

// factsOf are the facts in the parts of a conjunction, and which parts they are.
func factsOf(m *model.Model, parts []model.Bool) (f *facts, plain []bool) {
	f = &facts{m, map[model.VarID]model.Domain{}}
	plain = make([]bool, len(parts))
	for i, b := range parts {
		switch n := m.Bools[b.Node()].(type) {
		case model.BoolVar:
			f.narrow(n.Var, model.Range(1, 1), b.Negated())
			plain[i] = true
		case model.In:
			if x, ok := m.Ints[n.X].(model.IntVar); ok {
				f.narrow(x.Var, n.Values, b.Negated())
				plain[i] = true
			}
		}
	}
	return f, plain
}

func (f *facts) narrow(v model.VarID, to model.Domain, negated bool) {
	if negated {
		to = f.m.Vars[v].Domain.Minus(to)
	}
	f.domains[v] = f.domain(v).Intersect(to)
}

func (f *facts) domain(v model.VarID) model.Domain {
	if d, ok := f.domains[v]; ok {
		return d
	}
	return f.m.Vars[v].Domain
}

// truth says whether a condition is known to hold, or not to.
func (f *facts) truth(b model.Bool) (value, known bool) {
	switch n := f.m.Bools[b.Node()].(type) {
	case model.Constant:
		value, known = true, true
	case model.BoolVar:
		value, known = within(f.domain(n.Var), model.Range(1, 1))
	case model.And:
		value, known = true, true
		for _, a := range n.Args {
			is, ok := f.truth(a)
			if ok && !is {
				value, known = false, true
				break
			}
			known = known && ok
		}
	case model.In:
		value, known = f.in(n.X, n.Values)
	}
	return value != b.Negated(), known
}

// in says whether a number is known to be in a domain, or not to be.
func (f *facts) in(x model.Int, values model.Domain) (value, known bool) {
	switch n := f.m.Ints[x].(type) {
	case model.IntVar:
		return within(f.domain(n.Var), values)
	case model.If:
		cond, ok := f.truth(n.Cond)
		switch {
		case ok && cond:
			return f.in(n.Then, values)
		case ok:
			return f.in(n.Else, values)
		}
		then, ok := f.in(n.Then, values)
		if !ok {
			return false, false
		}
		otherwise, ok := f.in(n.Else, values)
		return then, ok && then == otherwise
	}
	b := f.m.Bounds(x)
	return within(model.Range(b.Lo, b.Hi), values)
}

// within says whether all values of d are in e, or none, if either.
func within(d, e model.Domain) (value, known bool) {
	switch common := d.Intersect(e).Size(); common {
	case 0:
		return false, len(d) > 0
	case d.Size():
		return true, true
	}
	return false, false
}

// under is the closure of a condition where the facts hold; nil if it is known to
// hold there. What is known not to hold is never.
func (c *coder) under(f *facts, b model.Bool) condition {
	value, known := f.truth(b)
	switch {
	case known && value:
		return nil
	case known:
		return never
	}
	and, ok := c.m.Bools[b.Node()].(model.And)
	if !ok {
		return c.bool(b)
	}
	var open []model.Bool // the others are known to hold
	for _, a := range and.Args {
		if _, known := f.truth(a); !known {
			open = append(open, a)
		}
	}
	if len(open) == 1 {
		if b.Negated() {
			return c.under(f, open[0].Not())
		}
		return c.under(f, open[0])
	}
	parts := make([]condition, len(open))
	for i, a := range c.quickFirst(open) {
		parts[i] = c.under(f, a)
	}
	return all(parts, b.Negated())
}

func never(*board) bool { return false }
