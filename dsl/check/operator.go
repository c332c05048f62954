package check

import (
	"fmt"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/library"
	"nazo/internal/alg"
)

func (c *checker) unary(e *dsl.Unary) *Type {
	if e.Op == dsl.OpNot {
		return c.condition(e.X)
	}
	return c.arithmetic(c.number(e.X), intType)
}

// arithmetic is the type of a number computed from two.
func (c *checker) arithmetic(a, b *Type) *Type {
	if a.bad() || b.bad() {
		return badType
	}
	t := raise(intType, max(a.own(), b.own()))
	if a.Optional || b.Optional {
		return optional(t)
	}
	return t
}

// truth is the type of a condition on two values.
func truth(a, b *Type) *Type { return raise(boolType, max(a.deep, b.deep)) }

func (c *checker) binary(e *dsl.Binary) *Type {
	switch e.Op {
	case dsl.OpImplies, dsl.OpOr, dsl.OpAnd:
		return truth(c.condition(e.X), c.condition(e.Y))
	case dsl.OpEq, dsl.OpNe:
		return c.equality(e)
	case dsl.OpLt, dsl.OpLe, dsl.OpGt, dsl.OpGe:
		return truth(c.number(e.X), c.number(e.Y))
	case dsl.OpIn:
		return c.membership(e)
	case dsl.OpSubset:
		return c.inclusion(e)
	case dsl.OpRange:
		a, b := c.number(e.X), c.number(e.Y)
		if max(a.own(), b.own()) != Known {
			return raise(setOf(intType), Guarded)
		}
		return setOf(intType)
	case dsl.OpAdd, dsl.OpSub, dsl.OpIntersect:
		return c.additive(e)
	}
	return c.product(e)
}

// product is the type of * / mod. A division may be none.
func (c *checker) product(e *dsl.Binary) *Type {
	t := c.arithmetic(c.number(e.X), c.number(e.Y))
	if e.Op == dsl.OpMul {
		return t
	}
	return optional(t)
}

func (c *checker) equality(e *dsl.Binary) *Type {
	a, b := c.expr(e.X), c.expr(e.Y)
	switch {
	case a.Kind == List && b.Kind == List && a.Mark == Guarded && b.Mark == Guarded && !(a.Stack && b.Stack):
		c.errorf(e, "not-comparable", "two lists of unknown lengths can't be compared")
	case a.Kind == Board && b.Kind == Board:
	case !comparable(a.asCollection(b), b.asCollection(a)):
		c.incomparable(e, a, b)
	}
	return truth(a, b)
}

// asCollection converts a collection to a set type if other is a set, for comparing the two.
func (t *Type) asCollection(other *Type) *Type {
	if t.Kind != Set && other.Kind != Set && t.Kind != Board {
		return t
	}
	if elem := t.elements(); t.Kind != Never && elem != nil && t.Kind != Array {
		return setOf(elem)
	}
	return t
}

func (c *checker) incomparable(e *dsl.Binary, a, b *Type) {
	if a.Kind == Graph || b.Kind == Graph {
		c.errorf(e, "different-kinds", "graphs can't be compared")
		return
	}
	d := advise(c.errorf(e, "different-kinds", "%s never equals %s", present(a), present(b)), a, b)
	switch {
	case a.elements() != nil && b.elements() == nil && comparable(a.elements(), b),
		b.elements() != nil && a.elements() == nil && comparable(a, b.elements()):
		d.Helpf("for an element of it, write x in xs; for its size, size(xs)")
	case a.Kind == Regions && b.Kind == Regions:
		d.Suggest("borders(" + c.src.Slice(e.X.Span()) + ") " + c.src.Slice(e.OpAt.Span()) + " borders(" + c.src.Slice(e.Y.Span()) + ")")
	case a.Kind == Shape:
		c.suggestShape(d, e.Y)
	case b.Kind == Shape:
		c.suggestShape(d, e.X)
	case a.isGrid() && b.Kind != Array || b.isGrid() && a.Kind != Array:
		d.Helpf("the value in a cell c of a grid g is g[c]")
	}
}

// suggestShape suggests omino("…") where a text is the picture or the name of a shape.
func (c *checker) suggestShape(d *diag.Diagnostic, x dsl.Expr) {
	if text, ok := x.(*dsl.StringLit); ok && library.IsShape(text.Value) {
		d.Suggest("omino(" + c.src.Slice(text.Span()) + ")")
	}
}

// membership is the type of x in S.
func (c *checker) membership(e *dsl.Binary) *Type {
	x, s := c.expr(e.X), c.expr(e.Y)
	if s.Kind == Route {
		if !comparable(x, s.Elem) && !comparable(x, edgeOf(s.Elem, s.orient)) {
			d := c.errorf(e, "different-kinds", "%s is never part of %s", x, s).
				Expect(s.Elem.String() + " or " + edgeOf(s.Elem, s.orient).String())
			advise(d, x, s)
			if x.Kind == Set {
				d.Helpf("edge(a, b) is the edge between a and b; covers(route, xs) says that it visits all of xs")
			}
		}
		return truth(x, s)
	}
	elem := s.elements()
	switch {
	case elem == nil:
		d := c.wrongType(e.Y, "a collection", s)
		switch s.Kind {
		case Graph:
			d.Helpf("a graph has vertices(…) and edges(…)")
		case Regions:
			d.Helpf("the part that holds c is part(c, r)")
		}
	case !comparable(x.asCollection(elem), elem.asCollection(x)):
		d := advise(c.errorf(e, "different-kinds", "%s is never in %s", x, s), x, s)
		if inner := x.elements(); inner != nil && comparable(inner, elem) {
			d.Helpf("that all of its elements are in it is written with subset")
		}
	}
	return truth(x, s)
}

// inclusion is the type of A subset B.
func (c *checker) inclusion(e *dsl.Binary) *Type {
	a, b := c.collection(e.X), c.collection(e.Y)
	if a == nil || b == nil {
		return boolType
	}
	if !c.sameElements(a, b) {
		advise(c.errorf(e, "different-kinds", "%s is never a subset of %s", a, b), a, b)
	}
	return truth(a, b)
}

// collection checks that an expression has elements. It returns nil if not.
func (c *checker) collection(e dsl.Expr) *Type {
	t := c.expr(e)
	if t.elements() == nil {
		d := c.wrongType(e, "a set or a list", t)
		if t.Kind == Cell || t.Kind == Int || t.Kind == Label || t.Kind == Edge {
			d.Helpf("a set of one element is written in braces: {x}; for membership there is in")
		}
		return nil
	}
	return t
}

// sameElements reports whether two collections can have common elements. A route has edges and vertices.
func (c *checker) sameElements(a, b *Type) bool {
	if comparable(a.elements(), b.elements()) {
		return true
	}
	return a.Kind == Route && comparable(a.Elem, b.elements()) || b.Kind == Route && comparable(a.elements(), b.Elem)
}

// additive is the type of + - and &, of numbers or of collections.
func (c *checker) additive(e *dsl.Binary) *Type {
	a, b := c.expr(e.X), c.expr(e.Y)
	switch {
	case a.bad() || b.bad():
		return badType
	case e.Op != dsl.OpIntersect && a.is(Int) && b.is(Int):
		return c.arithmetic(a, b)
	case a.elements() != nil && b.elements() != nil:
		return c.combined(e, a, b)
	}
	c.wrongOperand(e, a, b)
	return badType
}

// wrongOperand reports the operand of + - or & that does not fit the other.
func (c *checker) wrongOperand(e *dsl.Binary, a, b *Type) {
	side, this, that := e.Y, b, a
	if e.Op != dsl.OpIntersect && b.is(Int) || b.elements() != nil {
		side, this, that = e.X, a, b
	}
	switch {
	case that.elements() != nil:
		d := c.wrongType(side, "a set or a list, like the other side of "+e.Op.String(), this)
		if comparable(this, that.elements()) {
			d.Helpf("a set of one element is written in braces: {x}")
		}
	case e.Op == dsl.OpIntersect:
		c.wrongType(side, "a set or a list", this)
	case that.is(Int):
		c.wrongType(side, "a number, like the other side of "+e.Op.String(), this)
	default:
		c.wrongType(side, "a number, a set or a list", this)
	}
}

// combined is the type of A + B, A - B or A & B for collections.
func (c *checker) combined(e *dsl.Binary, a, b *Type) *Type {
	elem, ok := a.elements(), c.sameElements(a, b)
	switch {
	case e.Op == dsl.OpAdd:
		elem, ok = join(elem, b.elements())
	case a.Kind == Route && e.Op == dsl.OpIntersect:
		elem = b.elements()
	}
	if !ok {
		what := map[dsl.BinaryOp]string{dsl.OpAdd: "joined", dsl.OpSub: "taken from each other", dsl.OpIntersect: "intersected"}[e.Op]
		if d := advise(c.errorf(e, "different-kinds", "%s and %s can't be %s", a, b, what), a, b); d.Help == "" {
			d.Helpf("both sides have members of one kind; for members of two kinds write two rules")
		}
		return badType
	}
	m := Known
	if a.membersUnknown() || b.membersUnknown() || e.Op != dsl.OpAdd && (a.Unknown() || b.Unknown()) {
		m = Guarded
	}
	if a.isSet() || e.Op != dsl.OpSub && b.isSet() {
		return setFrom(elem, m)
	}
	return raise(listOf(elem), m)
}

func (t *Type) isSet() bool { return t.Kind == Set || t.Kind == Board || t.Kind == Route }

// membersUnknown reports whether the membership of a collection is unknown.
func (t *Type) membersUnknown() bool { return t.Kind != Array && t.Mark != Known }

// index is the type of x[k], x[i, j] or x[keys].
func (c *checker) index(e *dsl.Index) *Type {
	of := c.expr(e.X)
	keys := alg.Map(e.Keys, c.expr)
	switch {
	case of.bad() || of.Kind == Never:
		return badType
	case of.Kind == Array:
		return c.indexArray(e, of, keys)
	}
	for i, k := range keys {
		of = c.indexList(e, of, e.Keys[i], k)
	}
	return of
}

// indexArray indexes by as many keys as the array has. A grid also takes a row and a column. Further
// keys index a list or array at the first ones.
func (c *checker) indexArray(e *dsl.Index, of *Type, keys []*Type) *Type {
	n := len(of.Keys)
	switch {
	case of.isGrid() && len(keys) == 2 && keys[0].is(Int) && keys[1].is(Int):
		return picked(of.Elem, max(keys[0].own(), keys[1].own()))
	case n > 1 && len(keys) == 1 && keys[0].Kind == Tuple && comparable(keys[0], tupleOf(of.Keys)):
		return picked(of.Elem, keys[0].own())
	case n == 1 && of.Keys[0].Kind == Tuple && len(keys) == len(of.Keys[0].Parts) && len(keys) > 1:
		of = arrayOf(of.Keys[0].Parts, of.Elem)
	case len(keys) < n, len(keys) > n && of.Elem.Kind != List && of.Elem.Kind != Array:
		c.wrongKeys(e, of)
		return badType
	}
	n = len(of.Keys)
	if n == 1 && !of.Keys[0].bad() {
		if t := c.indexByAll(of, of.Keys[0], keys[0]); t != nil && len(keys) == 1 {
			return t
		}
	}
	m := Known
	for i, k := range keys[:n] {
		if k.bad() || of.Keys[i].bad() {
			return badType
		}
		if !comparable(k.asCollection(of.Keys[i]), of.Keys[i].asCollection(k)) {
			c.wrongKey(e.Keys[i], of, of.Keys[i], k)
			return badType
		}
		m = max(m, k.deep)
	}
	t := picked(of.Elem, m)
	for i := n; i < len(keys); i++ {
		t = c.indexList(e, t, e.Keys[i], keys[i])
	}
	return t
}

// picked is the type of the value at a key. It is unknown if the key is, and none without such a key.
func picked(elem *Type, key Mark) *Type { return optional(raise(elem, key)) }

// indexByAll is the type of the list of the values at all keys of a collection. It is nil if the index
// is no such collection.
func (c *checker) indexByAll(of, key, index *Type) *Type {
	elem := index.elements()
	if elem == nil || index.bad() || index.Kind == Never || !comparable(elem, key) || comparable(index, key) {
		return nil
	}
	m := Known
	if index.membersUnknown() {
		m = Guarded
	}
	value := of.Elem
	if elem.Unknown() {
		value = raise(value, Choice)
	}
	return raise(listOf(value), m)
}

// indexList indexes a list by a position, counted from 1, or by several positions.
func (c *checker) indexList(e *dsl.Index, of *Type, at dsl.Expr, key *Type) *Type {
	switch {
	case of.bad() || key.bad():
		return badType
	case of.Kind == Array && len(of.Keys) == 1:
		return c.indexArray(&dsl.Index{At: e.At, X: e.X, Keys: []dsl.Expr{at}}, of, []*Type{key})
	case of.Kind == Tuple:
		return c.indexTuple(of, at)
	case of.Kind != List:
		c.notIndexable(e, of)
		return badType
	}
	if t := c.indexByAll(of, intType, key); t != nil {
		return t
	}
	if !key.is(Int) {
		c.wrongType(at, "the number of a place in the list, or several", key)
		return badType
	}
	return picked(of.Elem, max(key.own(), of.Mark))
}

// indexTuple returns a part of a tuple. Parts may be of different kinds, so the index must be a literal.
func (c *checker) indexTuple(of *Type, at dsl.Expr) *Type {
	n, ok := at.(*dsl.IntLit)
	if !ok || !n.Value.IsInt64() || n.Value.Int64() < 1 || n.Value.Int64() > int64(len(of.Parts)) {
		c.errorf(at, "wrong-part", "this is no part of %s", of).Expect(fmt.Sprintf("a number from 1 to %d, written down", len(of.Parts)))
		return badType
	}
	part := of.Parts[n.Value.Int64()-1]
	if of.Optional {
		part = optional(part)
	}
	return part
}

func (c *checker) notIndexable(e *dsl.Index, of *Type) {
	d := c.wrongType(e.X, "a list, a grid or an array before the [", of)
	switch of.Kind {
	case Set:
		d.Helpf("a set has no order; sorted(…) makes a list of it")
	case Board:
		d.Helpf("a board holds no values; its cells are cell(board, row, column)")
	case Route:
		d.Helpf("the number of each vertex along a directed path is step(path)[v]")
	}
}

func (c *checker) wrongKeys(e *dsl.Index, of *Type) {
	c.errorf(e, "wrong-count", "%s for %s", counted(len(e.Keys), "key"), of).
		Expect(counted(len(of.Keys), "key") + ": " + describeAll(of.Keys, ", ", (*Type).String))
}

func (c *checker) wrongKey(at dsl.Expr, of, key, got *Type) {
	d := c.errorf(at, "wrong-key", "this is %s, which is no key of %s", got, of).Expect(key.String())
	advise(d, got, key)
	if elem := got.elements(); elem != nil && comparable(elem, key) {
		d.Expect(key.String() + ", or a list of " + key.plural())
	}
	if key.Kind == Cell && got.Kind == Int {
		d.Helpf("a grid is indexed by a cell, or by row and column: [r, c]")
	}
}
