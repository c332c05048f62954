package check

import "nazo/dsl"

// quantifier is the type of a prefix form.
func (c *checker) quantifier(e *dsl.Quantifier) (t *Type) {
	c.scope(func() {
		b := c.binders(e.Binders)
		defer c.warnLopsided(e.Binders, e.Body)
		switch e.Op {
		case dsl.OpAll, dsl.OpSome, dsl.OpNo, dsl.OpOne:
			t = raise(c.condition(e.Body), b.mark)
		case dsl.OpCount:
			body := c.condition(e.Body)
			t = raise(intType, max(b.mark, body.own()))
		case dsl.OpFirst, dsl.OpPrefix:
			t = c.sequential(e, b)
		default:
			t = c.aggregate(e, b)
		}
	})
	return t
}

// aggregate is sum, product, min or max of numbers; the last two are none where
// there is no number.
func (c *checker) aggregate(e *dsl.Quantifier, b bound) *Type {
	body := c.number(e.Body)
	if body.bad() {
		return badType
	}
	t := raise(intType, max(b.mark, body.own()))
	if e.Op == dsl.OpMin || e.Op == dsl.OpMax {
		return optional(t)
	}
	return t
}

// sequential is first or prefix, which take elements in order until one decides.
func (c *checker) sequential(e *dsl.Quantifier, b bound) *Type {
	body := c.condition(e.Body)
	if b.ranging != 1 || len(e.Binders.Items) != 1 {
		c.errorf(e.Binders, "one-binder", "`%s` takes the elements of one collection", e.Op).
			Expect("one binder: " + e.Op.String() + " x in xs: …")
		return badType
	}
	m := max(b.mark, body.own())
	if e.Op == dsl.OpPrefix {
		if m != Known {
			m = Guarded
		}
		c.useBound(e.Binders)
		return raise(listOf(b.element), m)
	}
	c.useBound(e.Binders)
	if m != Known {
		m = Choice
	}
	return optional(raise(b.element, m))
}
