package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// quantifier computes the prefix forms.
func (ev *evaluator) quantifier(x *dsl.Quantifier, sc *scope) value.Value {
	switch x.Op {
	case dsl.OpAll:
		return value.Bool(ev.some(x.Binders, x.Body, sc, true).Not())
	case dsl.OpSome:
		return value.Bool(ev.some(x.Binders, x.Body, sc, false))
	case dsl.OpNo:
		return value.Bool(ev.some(x.Binders, x.Body, sc, false).Not())
	case dsl.OpOne:
		return value.Bool(ev.Equal(x, ev.Count(x, ev.conditions(x, sc)), value.Int(1)))
	case dsl.OpCount:
		return ev.Count(x, ev.conditions(x, sc))
	case dsl.OpFirst:
		return ev.first(x, sc)
	case dsl.OpPrefix:
		return ev.prefix(x, sc, 0)
	}
	values := ev.collect(x.Binders, x.Body, sc)
	switch x.Op {
	case dsl.OpSum:
		return ev.Sum(x, values)
	case dsl.OpProduct:
		return ev.Product(x, values)
	case dsl.OpMin:
		return ev.Extremum(x, values, false)
	case dsl.OpMax:
		return ev.Extremum(x, values, true)
	}
	panic("compile: unknown quantifier " + x.Op.String())
}

// some is the disjunction over all bindings of the body, or of its negation;
// it ends at the first that is known to hold.
func (ev *evaluator) some(b *dsl.Binders, body dsl.Expr, sc *scope, negated bool) model.Bool {
	var cases []model.Bool
	ev.eachThat(b, body, negated, sc, func(sc *scope, guard model.Bool) bool {
		c := ev.condition(body, sc)
		if negated {
			c = c.Not()
		}
		c = ev.And(guard, c)
		cases = append(cases, c)
		return c != model.True
	})
	return ev.Or(cases...)
}

// conditions are the bodies of a count, each under its guard.
func (ev *evaluator) conditions(x *dsl.Quantifier, sc *scope) []model.Bool {
	var out []model.Bool
	ev.eachThat(x.Binders, x.Body, false, sc, func(sc *scope, guard model.Bool) bool {
		out = append(out, ev.And(guard, ev.condition(x.Body, sc)))
		return true
	})
	return out
}

// first is the first element for which the body holds, or none.
func (ev *evaluator) first(x *dsl.Quantifier, sc *scope) value.Value {
	item := ev.onlyBinder(x)
	in := ev.eval(item.In, sc)
	if c, ok := in.(value.Choice); ok && ev.Moving() {
		// Looking through each collection by itself keeps apart what has nothing to
		// do with each other.
		alts := make([]value.Alternative, len(c.Alts))
		for i, a := range c.Alts {
			alts[i] = value.Alternative{Guard: a.Guard, Value: ev.firstIn(x, a.Value, sc)}
		}
		return ev.Choose(x, alts)
	}
	return ev.firstIn(x, in, sc)
}

func (ev *evaluator) firstIn(x *dsl.Quantifier, in value.Value, sc *scope) value.Value {
	var alts []value.Alternative
	none := model.True // none so far
	ev.eachElement(x, in, sc, func(v value.Value, exists, holds model.Bool) bool {
		found := ev.And(exists, holds)
		alts = append(alts, value.Alternative{Guard: ev.And(none, found), Value: v})
		none = ev.And(none, found.Not())
		return none != model.False
	})
	return ev.Choose(x, append(alts, value.Alternative{Guard: none, Value: value.None{}}))
}

// prefix is the list of the elements before the first for which the body does
// not hold; of a longer one at least the first most, or, if that is 0, all.
func (ev *evaluator) prefix(x *dsl.Quantifier, sc *scope, most int) value.Value {
	there := 0 // members that are in the collection, whatever is found
	var members []value.Alternative
	soFar := model.True // the body held for all so far
	ev.eachElement(x, ev.eval(ev.onlyBinder(x).In, sc), sc, func(v value.Value, exists, holds model.Bool) bool {
		soFar = ev.And(soFar, ev.Or(exists.Not(), holds))
		members = append(members, value.Alternative{Guard: ev.And(soFar, exists), Value: v})
		if exists == model.True {
			there++
		}
		return soFar != model.False && (most == 0 || there < most)
	})
	return ev.Guarded(x, members, false)
}

// onlyBinder is the binder of a first or prefix, which has one.
func (ev *evaluator) onlyBinder(x *dsl.Quantifier) *dsl.Binder {
	if len(x.Binders.Items) != 1 || x.Binders.Items[0].In == nil {
		ev.Fail(x.Binders, "one-binder", "%s takes one binder", x.Op)
	}
	return x.Binders.Items[0]
}

// eachElement goes through the elements of what a first or prefix looks through:
// the element, whether it is there, and whether the body holds for it.
func (ev *evaluator) eachElement(x *dsl.Quantifier, in value.Value, sc *scope, f func(v value.Value, exists, holds model.Bool) bool) {
	item := x.Binders.Items[0]
	members, _ := ev.Members(item.In, in)
	for _, m := range members {
		local := ev.match(item, m.Value, sc)
		exists := m.Guard
		if x.Binders.Where != nil {
			exists = ev.And(exists, ev.condition(x.Binders.Where, local))
		}
		if !f(m.Value, exists, ev.condition(x.Body, local)) {
			return
		}
	}
}
