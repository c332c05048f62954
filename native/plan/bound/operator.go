package bound

import (
	"cmp"
	"context"
	"slices"

	"nazo/model"
)

// operator is a transition where some more values are known. It says what may
// happen at most: a state in which it is possible meets before, and each variable
// that it changes is in changes.
type operator struct {
	before  []limit  // ascending
	changes []change // ascending
	// costs are the least for each entry, the length included.
	costs []int64
}

// limit says which values a variable has.
type limit struct {
	v      model.VarID
	values model.Domain
}

// change gives a variable one of the values to; if it is not certain, the
// variable may also keep its value.
type change struct {
	v       model.VarID
	to      model.Domain
	certain bool
}

// was is the values that a variable may have before the operator.
func (o *operator) was(m *model.Model, v model.VarID) model.Domain {
	i, found := slices.BinarySearchFunc(o.before, v, func(l limit, v model.VarID) int { return cmp.Compare(l.v, v) })
	if found {
		return o.before[i].values
	}
	return m.Vars[v].Domain
}

// change is what happens to a variable; nil if nothing does.
func (o *operator) change(v model.VarID) *change {
	i, found := slices.BinarySearchFunc(o.changes, v, func(c change, v model.VarID) int { return cmp.Compare(c.v, v) })
	if found {
		return &o.changes[i]
	}
	return nil
}

// becomes calls yield for each value that a variable may have after the operator
// if it had the given one before, as far as is known.
func (o *operator) becomes(v model.VarID, value int64, yield func(int64)) {
	c := o.change(v)
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

// possible leaves the operators that may ever be possible: a relaxation in
// which variables keep all the values that they ever had.
func possible(ctx context.Context, m *model.Model, operators []operator) []operator {
	reached := make([]model.Domain, len(m.Vars))
	copy(reached, m.Machine.Start)
	applied := make([]bool, len(operators))
	for news := true; news && ctx.Err() == nil; {
		news = false
		for i := range operators {
			o := &operators[i]
			if applied[i] || slices.ContainsFunc(o.before, func(l limit) bool { return len(l.values.Intersect(reached[l.v])) == 0 }) {
				continue
			}
			applied[i], news = true, true
			for _, c := range o.changes {
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
