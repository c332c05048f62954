package check

import (
	"cmp"
	"slices"

	"nazo/dsl"
	"nazo/internal/alg"
)

// expr returns the type of an expression. It records whether the expression is unknown, and the value
// that stands for a missing one.
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
		return tupleOf(alg.Map(e.Elems, c.expr))
	case *dsl.SetLit:
		return c.setLiteral(e)
	case *dsl.ListLit:
		return listOf(c.joinAll(e.Elems, alg.Map(e.Elems, c.expr), "the elements of a list"))
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

// number checks that an expression is a number or none.
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

// knownExpr checks an expression that must not depend on a find or state. what names it in a message.
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

// conditional is the type of if then else. An unknown condition makes it unknown.
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

func (c *checker) differentKinds(at dsl.Node, a, b *Type, what string) {
	advise(c.errorf(at, "different-kinds", "%s are of different kinds: %s and %s", what, present(a), present(b)), a, b)
}

// joinAll returns the type that holds all elements of a literal.
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

// setLiteral is the type of {a, b}. Unknown elements make an unknown subset of their possible values.
func (c *checker) setLiteral(e *dsl.SetLit) *Type {
	ts := alg.Map(e.Elems, c.expr)
	for i, t := range ts {
		if !t.tabled() {
			c.unknownElement(e.Elems[i], t)
			return badType
		}
	}
	return setFrom(c.joinAll(e.Elems, ts, "the elements of a set"), Known)
}

// setFrom is the type of a set of elem. Unknown elements turn into an unknown set of known elements.
func setFrom(elem *Type, m Mark) *Type {
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

// comprehension is the type of { head for … }, [ head for … ] or { c in S where … }.
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
			c.useBound(e.Binders) // a list may repeat its head without using the bound names
			t = raise(listOf(head), b.mark)
		case !head.tabled():
			c.unknownElement(cmp.Or[dsl.Expr](e.Head, e), head)
			t = badType
		default:
			t = setFrom(present(head), b.mark)
		}
	})
	return t
}

// quantifier is the type of a prefix form such as all, count or sum.
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

// aggregate is the type of sum, product, min or max. The last two are none without any number.
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

// sequential is the type of first or prefix, which take elements in order until one decides.
func (c *checker) sequential(e *dsl.Quantifier, b bound) *Type {
	body := c.condition(e.Body)
	if b.ranging != 1 || len(e.Binders.Items) != 1 {
		c.errorf(e.Binders, "one-binder", "`%s` takes the elements of one collection", e.Op).
			Expect("one binder: " + e.Op.String() + " x in xs: …")
		return badType
	}
	c.useBound(e.Binders)
	m := max(b.mark, body.own())
	switch {
	case e.Op == dsl.OpPrefix && m != Known:
		return raise(listOf(b.element), Guarded)
	case e.Op == dsl.OpPrefix:
		return listOf(b.element)
	}
	return optional(raise(b.element, min(m, Choice)))
}

type bound struct {
	element *Type // element type of the last ranging binder
	ranging int   // number of binders that range over a collection
	mark    Mark  // Guarded if the set of bindings is unknown
}

// binders binds the names of binders, each visible to the next ones, and checks the filter.
func (c *checker) binders(b *dsl.Binders) bound {
	out := bound{element: badType}
	if b == nil {
		return out
	}
	from := len(c.locals)
	for _, item := range b.Items {
		if item.In == nil {
			c.binder(item, false)
			continue
		}
		t := c.expr(item.In)
		if t.membersUnknown() {
			out.mark = Guarded
		}
		out.element = c.bindElement(item, t)
		out.ranging++
	}
	if b.Where != nil && c.condition(b.Where).Unknown() {
		out.mark = Guarded
	}
	c.distinctNames(c.locals[from:])
	return out
}

// binder binds the names of one binder. With keyed, its collection must be known.
func (c *checker) binder(item *dsl.Binder, keyed bool) *Type {
	switch {
	case item.In == nil:
		t := c.expr(item.Value)
		c.bindNames(item, item.Value, t)
		return t
	case keyed:
		return c.bindElement(item, c.knownExpr(item.In, "what keys range over"))
	}
	return c.bindElement(item, c.expr(item.In))
}

// bindElement binds the names of a binder to the elements of a collection. The elements are known even
// if the membership of a set is not.
func (c *checker) bindElement(item *dsl.Binder, in *Type) *Type {
	elem := in.elements()
	if elem == nil {
		d := c.wrongType(item.In, "a collection to range over", in)
		switch in.Kind {
		case Graph:
			d.Helpf("a graph has vertices(…) and edges(…)")
		case Int:
			d.Helpf("the numbers from 1 to n are 1..n")
		}
		elem = badType
	}
	if in.Kind == Never {
		elem = badType
	}
	elem = present(elem)
	c.bindNames(item, item.In, elem)
	return elem
}

func (c *checker) bindNames(item *dsl.Binder, of dsl.Expr, t *Type) {
	for i, part := range c.partsOf(item, of, t) {
		c.bind(item.Names[i], part)
	}
}

// partsOf returns the types that the names of a pattern are bound to.
func (c *checker) partsOf(item *dsl.Binder, of dsl.Expr, t *Type) []*Type {
	if item.Pattern == dsl.PatternName {
		return slices.Repeat([]*Type{t}, len(item.Names))
	}
	parts := t.partsFor(len(item.Names))
	if parts != nil {
		return parts
	}
	if !t.bad() {
		c.mismatch(item, of, t)
	}
	return slices.Repeat([]*Type{badType}, len(item.Names))
}

// partsFor splits a type into n parts: a tuple of n, the ends of an edge, a set of two. The parts of
// none are none. It is nil if t has no n parts.
func (t *Type) partsFor(n int) (parts []*Type) {
	switch {
	case t.Kind == Tuple && len(t.Parts) == n:
		parts = slices.Clone(t.Parts)
	case t.Kind == Edge && n == 2, t.Kind == Set && n == 2 && t.Mark != Guarded:
		part := raise(t.Elem, t.Mark)
		parts = []*Type{part, part}
	}
	if t.Optional {
		return alg.Map(parts, optional)
	}
	return parts
}

func (c *checker) mismatch(item *dsl.Binder, of dsl.Expr, t *Type) {
	d := c.errorf(of, "pattern-mismatch", "%s can't be taken apart by %s", t, patternText(item))
	switch {
	case t.Kind == Tuple:
		d.Expect(counted(len(t.Parts), "name"))
	case len(item.Names) == 2 && item.In != nil:
		d.Expect("edges, pairs(…), crossings(…), or tuples of two")
		if t.Kind == Cell || t.Kind == Int || t.Kind == Label {
			d.Helpf("all pairs of elements of xs are pairs(xs)")
		}
	default:
		d.Expect("a tuple of " + counted(len(item.Names), "part"))
		if t.Kind == List {
			d.Helpf("an element of a list is xs[1], xs[2], …")
		}
	}
}

func patternText(item *dsl.Binder) string {
	text := describeAll(item.Names, ", ", nameOf)
	if item.Pattern == dsl.PatternPair {
		return "{" + text + "}"
	}
	return "(" + text + ")"
}

func (c *checker) distinctNames(locals []*symbol) {
	for i, s := range locals {
		for _, first := range locals[:i] {
			if first.name.Text == s.name.Text && !anonymous(s.name.Text) {
				c.errorf(s.name, "duplicate-name", "`%s` is bound already", s.name.Text).
					Note(first.src, first.name.Span(), "it is bound here")
			}
		}
	}
}

func anonymous(name string) bool { return name[0] == '_' }

func (c *checker) useBound(b *dsl.Binders) {
	if b == nil {
		return
	}
	for _, item := range b.Items {
		for _, n := range item.Names {
			if s := c.lookup(n.Text); s != nil && s.name == n {
				s.used = true
			}
		}
	}
}
