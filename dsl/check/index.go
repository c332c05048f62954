package check

import (
	"fmt"

	"nazo/dsl"
)

// index is the type of x[k], x[i, j] or x[keys].
func (c *checker) index(e *dsl.Index) *Type {
	of := c.expr(e.X)
	keys := c.exprs(e.Keys)
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

// indexArray indexes by as many keys as the array has, a grid by row and column,
// or an array of lists further down.
func (c *checker) indexArray(e *dsl.Index, of *Type, keys []*Type) *Type {
	n := len(of.Keys)
	switch {
	case of.isGrid() && len(keys) == 2 && keys[0].is(Int) && keys[1].is(Int):
		return c.picked(of.Elem, max(keys[0].own(), keys[1].own()))
	case n > 1 && len(keys) == 1 && keys[0].Kind == Tuple && comparable(keys[0], tupleOf(of.Keys)):
		return c.picked(of.Elem, keys[0].own())
	case n == 1 && of.Keys[0].Kind == Tuple && len(keys) == len(of.Keys[0].Parts) && len(keys) > 1:
		of = arrayOf(of.Keys[0].Parts, of.Elem)
	case len(keys) < n:
		c.wrongKeys(e, of)
		return badType
	case len(keys) > n && of.Elem.Kind != List && of.Elem.Kind != Array:
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
	t := c.picked(of.Elem, m)
	for i := n; i < len(keys); i++ {
		t = c.indexList(e, t, e.Keys[i], keys[i])
	}
	return t
}

// picked is a value at a key: one of several if the key is unknown, and none if
// there is no such key.
func (c *checker) picked(elem *Type, key Mark) *Type {
	return optional(raise(elem, key))
}

// indexByAll is the list of the values at each of a collection of keys; nil if
// the index is no such collection.
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

// indexList indexes a list by a place, counted from 1, or by several.
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
	return c.picked(of.Elem, max(key.own(), of.Mark))
}

// indexTuple is a part of a tuple by its place, a number that is written down: parts may be of different kinds.
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
