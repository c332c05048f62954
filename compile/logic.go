package compile

import (
	"nazo/model"
	"nazo/value"
)

// truth is v as a condition; none counts as false, as an atom does where an
// operand is none.
func (ev *lowerer) truth(v value.Value) model.Bool {
	switch v := v.(type) {
	case value.Bool:
		return model.Bool(v)
	case value.None:
		return model.False
	case value.Choice: // true, false or none
		cases := make([]model.Bool, len(v.Alts))
		for i, a := range v.Alts {
			cases[i] = ev.and(a.Guard, ev.truth(a.Value))
		}
		return ev.or(cases...)
	}
	panic("compile: a condition is " + value.Kind(v))
}

// and is the conjunction; constants fold.
func (ev *lowerer) and(args ...model.Bool) model.Bool {
	ev.work(len(args))
	if ev.moving() {
		args = ev.fold(args)
	}
	return ev.m.And(args...)
}

// or is the disjunction; constants fold.
func (ev *lowerer) or(args ...model.Bool) model.Bool {
	if ev.moving() {
		negated := make([]model.Bool, len(args))
		for i, a := range args {
			negated[i] = a.Not()
		}
		return ev.and(negated...).Not()
	}
	ev.work(len(args))
	return ev.m.Or(args...)
}

// iff is the condition that both hold or neither.
func (ev *lowerer) iff(a, b model.Bool) model.Bool { return ev.m.Iff(a, b) }
