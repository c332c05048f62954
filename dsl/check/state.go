package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// state is the type of a state: that of a find with its domain.
func (c *checker) state(s *dsl.State) (t *Type) {
	c.scope(func() {
		keys := c.keys(s.Keys)
		t = c.domain(s.Domain, inState)
		if s.Init != nil {
			c.start(s.Init, t)
		}
		if keys != nil {
			t = arrayOf(keys, t)
		}
	})
	return t
}

// start checks the value with which a state begins.
func (c *checker) start(e dsl.Expr, t *Type) {
	if c.dealing {
		return // each deal has its own start, and what a state holds is seen
	}
	got := c.knownExpr(e, "the start of a state")
	if t.Kind == Array && got.Kind == List && comparable(t.Elem, got.Elem) {
		return // a permutation: its values in the order of its keys
	}
	if d := c.assignable(e, known(t), got); d != nil && t.Kind == Array {
		d.Helpf("the values of a permutation are written in the order of its keys: [a, b, …]")
	}
}

// assignable checks that a value can be that of a state; it returns what it
// reports, or nil. Values that are none, or out of the domain, are found out when
// it is known which they are.
func (c *checker) assignable(e dsl.Expr, t, got *Type) *diag.Diagnostic {
	if t.bad() || got.bad() {
		return nil
	}
	switch {
	case t.Kind == Set && t.Mark == Choice && got.Mark == Guarded:
		return c.errorf(e, "not-one-of", "the members of this set are found one by one, and the state is one of several known sets").
			Helpf("a state with the domain set of … may be any set")
	case got.isNone() && !t.Optional:
	case t.Kind == Set && got.Kind == List && got.Elem.Unknown():
	case t.Kind == List && got.Kind == Set:
	case comparable(t.asCollection(got), got.asCollection(t)):
		return nil
	}
	d := c.wrongType(e, t.String(), got)
	switch {
	case got.isNone() && t.Kind != Bool:
		d.Helpf("a domain that ends with ? has none")
	case got.Kind == Array && comparable(got.Elem, t):
		d.Helpf("the value at one key is meant: %s[KEY]", c.src.Slice(e.Span()))
	case t.Stack && got.Kind == Set:
		d.Helpf("a set has no order; sorted(…) makes a list of it")
	case t.Kind == Set && got.Kind == List && comparable(t.Elem, got.Elem):
		d.Helpf("a set of its elements is written in braces: { x for x in … }, {a, b}")
	case t.Kind == Set && comparable(t.Elem, got):
		d.Helpf("a set of one element is written in braces: {x}")
	case t.Stack && comparable(t.Elem, got):
		d.Helpf("a stack of one element is written [x]; push(stack, x) puts x on top")
	}
	return d
}

// stack is stack of TYPE up to N, which only a state can be.
func (c *checker) stack(e *dsl.StackOf, at place) *Type {
	elem := c.valueDomain(e.Of, at)
	if t := c.knownExpr(e.Cap, "the bound of a stack"); !t.is(Int) {
		c.wrongType(e.Cap, "a number, the most that the stack holds", t)
	}
	switch {
	case at != inState:
		c.errorf(e, "stack-type", "only a state can be a stack").Expect("state NAME: stack of TYPE up to N")
		return badType
	case elem.Optional:
		c.errorf(e.Of, "optional-element", "a stack never holds none").Helpf("leave out the ?")
	}
	return stackOf(present(elem))
}
