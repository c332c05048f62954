package check

import (
	"nazo/dsl"
)

// expr is the type of an expression. It notes whether the expression is
// unknown, and what it is worth where it has no value.
func (c *checker) expr(e dsl.Expr) *Type {
	if e == nil {
		return badType
	}
	t := c.infer(e)
	c.record.typed(e, t)
	if t.Unknown() {
		c.spec.unknown[e] = struct{}{}
	}
	absence := absenceOf(t)
	if before, again := c.spec.absences[e]; again && before != absence {
		absence = AsNone
	}
	c.spec.absences[e] = absence
	return t
}

func absenceOf(t *Type) Absence {
	switch {
	case t.Optional:
		return AsNone
	case t.Kind == Bool:
		return AsFalse
	case t.Kind == Set:
		return AsEmptySet
	case t.Kind == List:
		return AsEmptyList
	}
	return AsNone
}

func (c *checker) infer(e dsl.Expr) *Type {
	switch e := e.(type) {
	case *dsl.Name:
		return c.name(e)
	case *dsl.IntLit:
		return intType
	case *dsl.BoolLit:
		return boolType
	case *dsl.NoneLit:
		return noneType
	case *dsl.StringLit:
		return textType
	case *dsl.Unary:
		return c.unary(e)
	case *dsl.Binary:
		return c.binary(e)
	case *dsl.If:
		return c.conditional(e)
	case *dsl.Call:
		return c.call(e)
	case *dsl.Index:
		return c.index(e)
	case *dsl.Quantifier:
		return c.quantifier(e)
	case *dsl.Tuple:
		return tupleOf(c.exprs(e.Elems))
	case *dsl.SetLit:
		return c.setLiteral(e)
	case *dsl.ListLit:
		return listOf(c.joinAll(e.Elems, c.exprs(e.Elems), "the elements of a list"))
	case *dsl.Comprehension:
		return c.comprehension(e)
	case *dsl.LabelSet:
		if t := c.enums[e]; t != nil {
			return t
		}
		return badType
	case *dsl.GridLit:
		c.errorf(e, "misplaced-grid", "a grid that is written out can only be the value of a given")
		return badType
	case *dsl.Bad:
		return badType
	}
	c.errorf(e, "misplaced-domain", "a type or domain has no value").
		Expect("an expression; domains stand after the colon of a given, find or state")
	return badType
}

func (c *checker) exprs(es []dsl.Expr) []*Type {
	ts := make([]*Type, len(es))
	for i, e := range es {
		ts[i] = c.expr(e)
	}
	return ts
}

// condition checks that an expression is true or false.
func (c *checker) condition(e dsl.Expr) *Type {
	t := c.expr(e)
	if !t.is(Bool) {
		d := c.wrongType(e, "a condition, which is true or false", t)
		if t.elements() != nil {
			d.Helpf("all, some, no and one say something about each element: all x in …: …")
		}
		return badType
	}
	if t.bad() {
		return t
	}
	return raise(boolType, t.own())
}

// number checks that an expression is a number, or none.
func (c *checker) number(e dsl.Expr) *Type {
	t := c.expr(e)
	if !t.is(Int) {
		d := c.wrongType(e, "a number", t)
		if t.elements() != nil {
			d.Helpf("size(…) is the number of its elements, sum(…) adds them")
		}
		return badType
	}
	return t
}

// knownExpr checks an expression that must not depend on what is to be found;
// what names its part in a message.
func (c *checker) knownExpr(e dsl.Expr, what string) *Type {
	t := c.expr(e)
	if t.Unknown() {
		c.mustBeKnown(e, what)
		return known(t)
	}
	return t
}

func (c *checker) knownCondition(e dsl.Expr, what string) {
	if t := c.condition(e); t.Unknown() {
		c.mustBeKnown(e, what)
	}
}

// conditional is if then else. A known condition lets only one branch count, an
// unknown one makes a choice of the two.
func (c *checker) conditional(e *dsl.If) *Type {
	cond := c.condition(e.Cond)
	a, b := c.expr(e.Then), c.expr(e.Else)
	t, ok := join(a, b)
	if !ok {
		c.differentKinds(e, a, b, "the two branches")
		return badType
	}
	return raise(t, cond.own())
}

// differentKinds reports that two things that should be alike are not.
func (c *checker) differentKinds(at dsl.Node, a, b *Type, what string) {
	advise(c.errorf(at, "different-kinds", "%s are of different kinds: %s and %s", what, present(a), present(b)), a, b)
}

// joinAll is the type that holds all elements of a literal.
func (c *checker) joinAll(es []dsl.Expr, ts []*Type, what string) *Type {
	all := neverType
	for i, t := range ts {
		joined, ok := join(all, t)
		if !ok {
			c.differentKinds(es[i], all, t, what)
			return badType
		}
		all = joined
	}
	return all
}

// setLiteral is {a, b}. Unknown elements make a set of those that they may be.
func (c *checker) setLiteral(e *dsl.SetLit) *Type {
	ts := c.exprs(e.Elems)
	for i, t := range ts {
		if !t.tabled() {
			c.unknownElement(e.Elems[i], t)
			return badType
		}
	}
	elem := c.joinAll(e.Elems, ts, "the elements of a set")
	return c.setFrom(elem, Known)
}

// setFrom is a set whose elements have been of type elem: unknown ones turn
// into an unknown set of known elements.
func (c *checker) setFrom(elem *Type, m Mark) *Type {
	if elem.Unknown() {
		m = Guarded
	}
	return raise(setOf(known(elem)), m)
}

func (c *checker) unknownElement(at dsl.Expr, t *Type) {
	on := "what is to be found"
	if c.spec.Moving() {
		on = "what moves change"
	}
	c.errorf(at, "must-be-known", "%s that depends on %s can't be an element of a set", t, on).
		Helpf("a list may have such elements: [ … ]")
}

// comprehension is { head for … }, [ head for … ] or { c in S where … }.
func (c *checker) comprehension(e *dsl.Comprehension) (t *Type) {
	c.scope(func() {
		b := c.binders(e.Binders)
		head := b.element
		if e.Head != nil {
			head = c.expr(e.Head)
		} else {
			c.useBound(e.Binders)
		}
		switch {
		case e.List:
			c.useBound(e.Binders) // what a list ranges over may be there only to repeat
			t = raise(listOf(head), b.mark)
		case !head.tabled():
			c.unknownElement(orHead(e), head)
			t = badType
		default:
			t = c.setFrom(present(head), b.mark)
		}
	})
	return t
}

func orHead(e *dsl.Comprehension) dsl.Expr {
	if e.Head != nil {
		return e.Head
	}
	return e
}
