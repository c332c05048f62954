package lower

import (
	"errors"

	"nazo/dsl"
	"nazo/library"
	"nazo/value"
)

// Reading is the meaning of a function for arguments that are not all known.
type Reading func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value

// Readings has one for each open function of the library, and for those that take sets decided member by member.
func Readings() map[string]Reading {
	return map[string]Reading{
		"covers":    at((*Lowerer).covers),
		"visits":    at((*Lowerer).visits),
		"length":    at((*Lowerer).length),
		"step":      at((*Lowerer).step),
		"starts_at": endAt(true),
		"ends_at":   endAt(false),
		"inside":    at((*Lowerer).inside),
		"degree":    at((*Lowerer).degree),
		"borders":   at((*Lowerer).borders),
		"connected": at((*Lowerer).connected),
		"reaches":   at((*Lowerer).reaches),
		"acyclic":   at((*Lowerer).acyclic),
		"distance":  at((*Lowerer).distance),
		"part":      at((*Lowerer).part),
		"clues":     at((*Lowerer).clues),
		"inverse":   at((*Lowerer).inverse),
		"size":      size,
		"sum":       aggregate((*Lowerer).Sum),
		"product":   aggregate((*Lowerer).Product),
		"min":       aggregate(extremumOf(false)),
		"max":       aggregate(extremumOf(true)),
		"distinct":  at((*Lowerer).Distinct),
		"reverse":   reverse,
		"rotate":    rotate,
		"runs":      at((*Lowerer).runs),
		"stretches": at((*Lowerer).stretches),
		"matches":   at((*Lowerer).matches),
		"number":    at((*Lowerer).digitsNumber),
		"total":     at((*Lowerer).total),
		"union":     union,
		"push":      push,
		"pop":       pop,
		"top":       top,
		"abs":       abs,
		"congruent": at((*Lowerer).congruent),

		"shape":           figure(true, true),
		"one_sided_shape": figure(true, false),
		"fixed_shape":     figure(false, false),
	}
}

// at fits a function that needs only the place of its call.
func at(f func(*Lowerer, dsl.Node, []value.Value) value.Value) Reading {
	return func(lw *Lowerer, x *dsl.Call, args []value.Value) value.Value { return f(lw, x, args) }
}

// OfKnown is a function of the library for known arguments that the compiler made.
func (lw *Lowerer) OfKnown(name string, at dsl.Node, args ...value.Value) value.Value {
	return lw.Apply(library.Find(name), at, &library.Call{Args: args})
}

// Apply computes a call of a function of the library, within the limits.
func (lw *Lowerer) Apply(f *library.Function, at dsl.Node, call *library.Call) value.Value {
	call.Name, call.Form, call.Most, call.Poll = f.Name, lw.Form, lw.Limits.Elements, func() error {
		lw.look(at)
		return nil
	}
	v, err := f.Apply(call)
	if err == nil {
		switch v := v.(type) {
		case *value.Set:
			lw.Work(v.Len())
		case value.List:
			lw.Work(len(v))
		}
		return v
	}
	var fault *library.Fault
	if !errors.As(err, &fault) {
		panic(err)
	}
	if x, ok := at.(*dsl.Call); ok && fault.Arg >= 0 && fault.Arg < len(x.Args) {
		at = x.Args[fault.Arg]
	}
	lw.Fail(at, fault.Code, "%s", fault.Text)
	return nil
}
