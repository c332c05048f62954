package machine

import "nazo/model"

// Condition compiles a condition, a node of the compiler's model.
func (c *Compiler) Condition(b model.Bool) Condition {
	f, ok := c.bools[b]
	if !ok {
		if f = c.conditionTable(b); f == nil {
			f = c.conditionNode(b)
			if c.boolUses[b.Node()] > 1 && !c.ofOneVariable(b) {
				f = c.keepTruth(f)
			}
		}
		c.bools[b] = f
	}
	return f
}

func (c *Compiler) conditionNode(b model.Bool) Condition {
	negated := b.Negated()
	switch n := c.m.Node(b).(type) {
	case model.Constant:
		return func(*Evaluation) bool { return !negated }
	case model.BoolVar:
		return c.single(b)
	case model.And:
		return c.conjunction(n.Args, negated)
	case model.Iff:
		x, y := c.Condition(n.A), c.Condition(n.B)
		return func(e *Evaluation) bool { return (x(e) == y(e)) != negated }
	case model.AtMost:
		sum, bound := c.sum(n.Terms, 0), n.Bound
		return func(e *Evaluation) bool { return (sum(e) <= bound) != negated }
	case model.Exactly:
		return c.exactly(n, negated)
	case model.In:
		if c.ofOneVariable(b) {
			return c.single(b)
		}
		return c.in(n, negated)
	}
	panic("machine: unknown boolean node")
}

// exactly compares a sum with a number.
func (c *Compiler) exactly(n model.Exactly, negated bool) Condition {
	if ts := n.Terms; len(ts) == 2 && n.Sum == 0 && ts[0].Coef == -ts[1].Coef {
		x, y := c.Number(ts[0].X), c.Number(ts[1].X)
		return func(e *Evaluation) bool { return (x(e) == y(e)) != negated }
	}
	sum, is := c.sum(n.Terms, 0), n.Sum
	return func(e *Evaluation) bool { return (sum(e) == is) != negated }
}

// single compiles a condition on one variable.
func (c *Compiler) single(b model.Bool) Condition {
	if f, ok := literal(c.m, b); ok {
		s := singles{facts: []Fact{f}}
		return s.and(c.layout, nil, false)
	}
	return c.in(c.m.Node(b).(model.In), b.Negated())
}

// in tests a number that is no variable, or one of many values, against a domain.
func (c *Compiler) in(n model.In, negated bool) Condition {
	x, bounds := c.Number(n.X), n.Values.Bounds()
	if len(n.Values) == 1 {
		lo, size := bounds.Lo, uint64(bounds.Hi-bounds.Lo)
		if v, ok := c.m.Ints[n.X].(model.IntVar); ok && c.layout.fields[v.Var].whole() {
			word := c.layout.fields[v.Var].word
			return func(e *Evaluation) bool { return (e.State[word]-uint64(lo) <= size) != negated }
		}
		return func(e *Evaluation) bool { return (uint64(x(e)-lo) <= size) != negated }
	}
	if bounds.Size() <= 64 {
		lo, set := bounds.Lo, bitsOf(n.Values, bounds.Lo)
		return func(e *Evaluation) bool { return (set>>uint64(x(e)-lo)&1 == 1) != negated }
	}
	return func(e *Evaluation) bool { return n.Values.Contains(x(e)) != negated }
}

// bitsOf has a bit for each value of d, from low on, of which there are at most 64.
func bitsOf(d model.Domain, low int64) uint64 {
	var set uint64
	for v := range d.Each {
		set |= 1 << (v - low)
	}
	return set
}

// ofOneVariable reports whether a condition asks for nothing but one variable.
func (c *Compiler) ofOneVariable(b model.Bool) bool {
	switch n := c.m.Node(b).(type) {
	case model.BoolVar:
		return true
	case model.In:
		_, isVar := c.m.Ints[n.X].(model.IntVar)
		return isVar
	}
	return false
}

// All compiles that all of the conditions hold.
func (c *Compiler) All(conditions []model.Bool) Condition { return c.conjunction(conditions, false) }

// conjunction compiles that all args hold, or with negated that some does not. Those
// that ask for one variable come first.
func (c *Compiler) conjunction(args []model.Bool, negated bool) Condition {
	var single singles
	var quick, slow []Condition
	for _, b := range args {
		switch {
		case b == model.True:
		case !c.ofOneVariable(b):
			slow = append(slow, c.Condition(b))
		case !single.add(c, b):
			quick = append(quick, c.Condition(b))
		}
	}
	return single.and(c.layout, append(quick, slow...), negated)
}

// all compiles that every part holds, or with negated that some does not.
func all(parts []Condition, negated bool) Condition {
	switch len(parts) {
	case 0:
		return func(*Evaluation) bool { return !negated }
	case 1:
		x := parts[0]
		if !negated {
			return x
		}
		return func(e *Evaluation) bool { return !x(e) }
	case 2:
		x, y := parts[0], parts[1]
		return func(e *Evaluation) bool { return (x(e) && y(e)) != negated }
	case 3:
		x, y, z := parts[0], parts[1], parts[2]
		return func(e *Evaluation) bool { return (x(e) && y(e) && z(e)) != negated }
	}
	return func(e *Evaluation) bool {
		for _, f := range parts {
			if !f(e) {
				return negated
			}
		}
		return !negated
	}
}

func never(*Evaluation) bool { return false }
