package heuristic

import (
	"cmp"
	"context"
	"slices"

	"nazo/model"
)

// operator is a transition of which more values are known. It overestimates what may happen:
// every state in which the transition is possible meets the preconditions of one of its
// operators, and each variable that this one changes is among its effects.
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

// effect gives a variable one of the values to; if it is not certain, the variable may also keep
// its value.
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

// relaxedReachable are the operators that are applicable in the relaxation in which variables
// keep all the values that they ever had (delete relaxation; Bonet and Geffner 2001).
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
