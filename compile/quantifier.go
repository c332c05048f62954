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
		return value.Bool(ev.equal(x, ev.count(x, ev.conditions(x, sc)), value.Int(1)))
	case dsl.OpCount:
		return ev.count(x, ev.conditions(x, sc))
	case dsl.OpFirst:
		return ev.first(x, sc)
	case dsl.OpPrefix:
		return ev.prefix(x, sc, 0)
	}
	values := ev.collect(x.Binders, x.Body, sc)
	switch x.Op {
	case dsl.OpSum:
		return ev.sum(x, values)
	case dsl.OpProduct:
		return ev.product(x, values)
	case dsl.OpMin:
		return ev.extremum(x, values, false)
	case dsl.OpMax:
		return ev.extremum(x, values, true)
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
		c = ev.and(guard, c)
		cases = append(cases, c)
		return c != model.True
	})
	return ev.or(cases...)
}

// conditions are the bodies of a count, each under its guard.
func (ev *evaluator) conditions(x *dsl.Quantifier, sc *scope) []model.Bool {
	var out []model.Bool
	ev.eachThat(x.Binders, x.Body, false, sc, func(sc *scope, guard model.Bool) bool {
		out = append(out, ev.and(guard, ev.condition(x.Body, sc)))
		return true
	})
	return out
}

// count is the number of conditions that hold.
func (ev *lowerer) count(at dsl.Node, conditions []model.Bool) value.Value {
	ev.work(len(conditions))
	known := int64(0)
	var terms []model.Term
	for _, c := range conditions {
		switch c {
		case model.True:
			known++
		case model.False:
		default:
			terms = append(terms, model.Term{Coef: 1, X: ev.m.ToInt(c)})
		}
	}
	if len(terms) == 0 {
		return value.Int(known)
	}
	terms = append(terms, model.Term{Coef: known, X: ev.m.Int(1)})
	return ev.unknown(at, ev.m.Sum(terms...), model.True)
}

// sum adds the numbers whose guards hold; none is skipped.
func (ev *lowerer) sum(at dsl.Node, values []value.Alternative) value.Value {
	ev.work(len(values))
	var known value.Value = value.Int(0)
	var terms []model.Term
	var long []value.Value
	for _, v := range values {
		switch n := v.Value.(type) {
		case value.None:
			continue
		case value.Int, value.Big:
			if v.Guard == model.True {
				known = value.Add(known, n)
				continue
			}
		case value.Long:
			if v.Guard != model.True {
				ev.tooLarge(at)
			}
			long = append(long, n)
			continue
		}
		x, defined := ev.number(at, v.Value)
		if c, ok := ev.m.Constant(x); ok {
			terms = append(terms, model.Term{Coef: c, X: ev.m.ToInt(ev.and(v.Guard, defined))})
		} else {
			terms = append(terms, model.Term{Coef: 1, X: ev.m.If(ev.and(v.Guard, defined), x, ev.m.Int(0))})
		}
	}
	total := known
	if len(terms) > 0 {
		total = ev.add(at, known, ev.unknown(at, ev.m.Sum(terms...), model.True))
	}
	for _, l := range long {
		total = ev.add(at, total, l)
	}
	return total
}

// product multiplies the numbers whose guards hold; none is skipped.
func (ev *lowerer) product(at dsl.Node, values []value.Alternative) value.Value {
	var total value.Value = value.Int(1)
	for _, v := range values {
		if absent(v.Value) || value.Known(v.Value) && !isNumber(v.Value) {
			continue
		}
		factor := v.Value
		if v.Guard != model.True || !value.Known(factor) {
			x, defined := ev.number(at, factor)
			factor = ev.unknown(at, ev.m.If(ev.and(v.Guard, defined), x, ev.m.Int(1)), model.True)
		}
		total = ev.multiply(at, total, factor)
	}
	return total
}

// extremum is the least or greatest number whose guard holds, none for none.
func (ev *lowerer) extremum(at dsl.Node, values []value.Alternative, greatest bool) value.Value {
	var known value.Value = value.None{}
	var xs []model.Int
	var guards []model.Bool
	for _, v := range values {
		if absent(v.Value) || value.Known(v.Value) && !isNumber(v.Value) {
			continue // a label among numbers is none, too
		}
		if v.Guard == model.True && value.Known(v.Value) {
			if absent(known) || (value.Compare(v.Value, known) > 0) == greatest {
				known = v.Value
			}
			continue
		}
		x, defined := ev.number(at, v.Value)
		if g := ev.and(v.Guard, defined); g != model.False {
			xs, guards = append(xs, x), append(guards, g)
		}
	}
	if len(xs) == 0 {
		return known
	}
	if !absent(known) {
		x, defined := ev.number(at, known)
		xs, guards = append(xs, x), append(guards, defined)
	}
	// Where a guard does not hold the number is replaced by one that can't win.
	loser := ev.m.Bounds(xs[0])
	for _, x := range xs {
		b := ev.m.Bounds(x)
		loser = model.Interval{Lo: min(loser.Lo, b.Lo), Hi: max(loser.Hi, b.Hi)}
	}
	for i, x := range xs {
		if greatest {
			xs[i] = ev.m.If(guards[i], x, ev.m.Int(loser.Lo))
		} else {
			xs[i] = ev.m.If(guards[i], x, ev.m.Int(loser.Hi))
		}
	}
	if greatest {
		return ev.unknown(at, ev.m.Max(xs...), ev.or(guards...))
	}
	return ev.unknown(at, ev.m.Min(xs...), ev.or(guards...))
}

// first is the first element for which the body holds, or none.
func (ev *evaluator) first(x *dsl.Quantifier, sc *scope) value.Value {
	item := ev.onlyBinder(x)
	in := ev.eval(item.In, sc)
	if c, ok := in.(value.Choice); ok && ev.moving() {
		// Looking through each collection by itself keeps apart what has nothing to
		// do with each other.
		alts := make([]value.Alternative, len(c.Alts))
		for i, a := range c.Alts {
			alts[i] = value.Alternative{Guard: a.Guard, Value: ev.firstIn(x, a.Value, sc)}
		}
		return ev.choose(x, alts)
	}
	return ev.firstIn(x, in, sc)
}

func (ev *evaluator) firstIn(x *dsl.Quantifier, in value.Value, sc *scope) value.Value {
	var alts []value.Alternative
	none := model.True // none so far
	ev.eachElement(x, in, sc, func(v value.Value, exists, holds model.Bool) bool {
		found := ev.and(exists, holds)
		alts = append(alts, value.Alternative{Guard: ev.and(none, found), Value: v})
		none = ev.and(none, found.Not())
		return none != model.False
	})
	return ev.choose(x, append(alts, value.Alternative{Guard: none, Value: value.None{}}))
}

// prefix is the list of the elements before the first for which the body does
// not hold; of a longer one at least the first most, or, if that is 0, all.
func (ev *evaluator) prefix(x *dsl.Quantifier, sc *scope, most int) value.Value {
	there := 0 // members that are in the collection, whatever is found
	var members []value.Alternative
	soFar := model.True // the body held for all so far
	ev.eachElement(x, ev.eval(ev.onlyBinder(x).In, sc), sc, func(v value.Value, exists, holds model.Bool) bool {
		soFar = ev.and(soFar, ev.or(exists.Not(), holds))
		members = append(members, value.Alternative{Guard: ev.and(soFar, exists), Value: v})
		if exists == model.True {
			there++
		}
		return soFar != model.False && there != most
	})
	return ev.guarded(x, members, false)
}

// onlyBinder is the binder of a first or prefix, which has one.
func (ev *evaluator) onlyBinder(x *dsl.Quantifier) *dsl.Binder {
	if len(x.Binders.Items) != 1 || x.Binders.Items[0].In == nil {
		ev.fail(x.Binders, "one-binder", "%s takes one binder", x.Op)
	}
	return x.Binders.Items[0]
}

// eachElement goes through the elements of what a first or prefix looks through:
// the element, whether it is there, and whether the body holds for it.
func (ev *evaluator) eachElement(x *dsl.Quantifier, in value.Value, sc *scope, f func(v value.Value, exists, holds model.Bool) bool) {
	item := x.Binders.Items[0]
	members, _ := ev.members(item.In, in)
	for _, m := range members {
		local := ev.match(item, m.Value, sc)
		exists := m.Guard
		if x.Binders.Where != nil {
			exists = ev.and(exists, ev.condition(x.Binders.Where, local))
		}
		if !f(m.Value, exists, ev.condition(x.Body, local)) {
			return
		}
	}
}
