package check

import (
	"slices"
	"strings"

	"nazo/dsl"
)

// bound is what binders bind.
type bound struct {
	element *Type // of the only binder that ranges over something
	ranging int   // how many do
	mark    Mark  // Guarded if it is unknown which bindings there are
}

// binders binds the names of binders, each seeing those before it, and checks
// the filter.
func (c *checker) binders(b *dsl.Binders) bound {
	var out bound
	if b == nil {
		return bound{element: badType}
	}
	out.element = badType
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
	if b.Where != nil {
		if c.condition(b.Where).Unknown() {
			out.mark = Guarded
		}
	}
	c.distinctNames(c.locals[from:])
	return out
}

// binder binds the names of one binder; keyed, what it ranges over must be known.
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

// bindElement binds the names of a binder to the elements of a collection. Which
// elements an unknown set has is unknown, but each is known.
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

// bindNames binds the names of a pattern to a value or to its parts.
func (c *checker) bindNames(item *dsl.Binder, of dsl.Expr, t *Type) {
	for i, part := range c.partsOf(item, of, t) {
		c.bind(item.Names[i], part)
	}
}

// partsOf are the types of what the names of a pattern are bound to.
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

// partsFor takes a value apart into n: a tuple of n, the ends of an edge, a set
// of two. The parts of none are none. It is nil if that can't be.
func (t *Type) partsFor(n int) []*Type {
	var parts []*Type
	switch {
	case t.Kind == Tuple && len(t.Parts) == n:
		parts = slices.Clone(t.Parts)
	case t.Kind == Edge && n == 2, t.Kind == Set && n == 2 && t.Mark != Guarded:
		part := raise(t.Elem, t.Mark)
		parts = []*Type{part, part}
	}
	if t.Optional {
		for i, part := range parts {
			parts[i] = optional(part)
		}
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

// patternText is a pattern as it is written.
func patternText(item *dsl.Binder) string {
	names := make([]string, len(item.Names))
	for i, n := range item.Names {
		names[i] = n.Text
	}
	text := strings.Join(names, ", ")
	if item.Pattern == dsl.PatternPair {
		return "{" + text + "}"
	}
	return "(" + text + ")"
}

// distinctNames refuses binders that bind a name twice.
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

// anonymous reports whether a name says that nobody will ask for it.
func anonymous(name string) bool { return name[0] == '_' }

// useBound counts the names of binders as used.
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
