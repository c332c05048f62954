package lower

import (
	"nazo/model"
	"nazo/value"
)

// Truth is v as a condition; none counts as false, as an atom does where an
// operand is none.
func (lw *Lowerer) Truth(v value.Value) model.Bool {
	switch v := v.(type) {
	case value.Bool:
		return model.Bool(v)
	case value.None:
		return model.False
	case value.Choice: // true, false or none
		cases := make([]model.Bool, len(v.Alts))
		for i, a := range v.Alts {
			cases[i] = lw.And(a.Guard, lw.Truth(a.Value))
		}
		return lw.Or(cases...)
	}
	panic("lower: a condition is " + value.Kind(v))
}

// And is the conjunction; constants fold.
func (lw *Lowerer) And(args ...model.Bool) model.Bool {
	lw.Work(len(args))
	if lw.Moving() {
		args = lw.fold(args)
	}
	return lw.Model.And(args...)
}

// Or is the disjunction; constants fold.
func (lw *Lowerer) Or(args ...model.Bool) model.Bool {
	if lw.Moving() {
		negated := make([]model.Bool, len(args))
		for i, a := range args {
			negated[i] = a.Not()
		}
		return lw.And(negated...).Not()
	}
	lw.Work(len(args))
	return lw.Model.Or(args...)
}

// Iff is the condition that both hold or neither.
func (lw *Lowerer) Iff(a, b model.Bool) model.Bool { return lw.Model.Iff(a, b) }
