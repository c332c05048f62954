package judge

import (
	"errors"
	"math/big"
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

func (ev *evaluator) unary(x *dsl.Unary, sc *scope) value.Value {
	v := ev.eval(x.X, sc)
	if x.Op == dsl.OpNot {
		return value.Of(v != value.True)
	}
	if !value.IsNumber(v) {
		return value.None{}
	}
	return value.Neg(v)
}

func (ev *evaluator) binary(x *dsl.Binary, sc *scope) value.Value {
	switch x.Op { // these may skip their right side
	case dsl.OpAnd:
		return value.Of(ev.condition(x.X, sc) && ev.condition(x.Y, sc))
	case dsl.OpOr:
		return value.Of(ev.condition(x.X, sc) || ev.condition(x.Y, sc))
	case dsl.OpImplies:
		return value.Of(!ev.condition(x.X, sc) || ev.condition(x.Y, sc))
	}
	a, b := ev.eval(x.X, sc), ev.eval(x.Y, sc)
	switch x.Op {
	case dsl.OpEq:
		return value.Of(ev.equal(x, a, b))
	case dsl.OpNe:
		return value.Of(!ev.equal(x, a, b))
	case dsl.OpLt, dsl.OpLe, dsl.OpGt, dsl.OpGe:
		return value.Of(compare(x.Op, a, b))
	case dsl.OpIn:
		return value.Of(ev.in(x, a, b))
	case dsl.OpSubset:
		return value.Of(!value.IsNone(a) && !value.IsNone(b) && ev.subset(x, a, b))
	case dsl.OpRange:
		return ev.rangeOf(x, a, b)
	case dsl.OpAdd:
		return ev.add(x, a, b)
	case dsl.OpSub:
		return ev.subtract(x, a, b)
	case dsl.OpIntersect:
		return ev.intersect(x, a, b)
	}
	return ev.product(x, a, b)
}

// product is * / mod of numbers. It is none if one of them is none, or the divisor is 0.
func (ev *evaluator) product(x *dsl.Binary, a, b value.Value) value.Value {
	if !value.IsNumber(a) || !value.IsNumber(b) {
		return value.None{}
	}
	switch x.Op {
	case dsl.OpDiv:
		return value.Div(a, b)
	case dsl.OpMod:
		return value.Mod(a, b)
	}
	v, err := library.Multiply(a, b)
	if err != nil {
		ev.fail(x, codeSize, "%s", err)
	}
	return v
}

// compare is < <= > >=. It is false if one side is no number.
func compare(op dsl.BinaryOp, a, b value.Value) bool {
	if !value.IsNumber(a) || !value.IsNumber(b) {
		return false
	}
	c := value.Compare(a, b)
	switch op {
	case dsl.OpLt:
		return c < 0
	case dsl.OpLe:
		return c <= 0
	case dsl.OpGt:
		return c > 0
	}
	return c >= 0
}

// rangeOf is a..b, empty if one of them is none.
func (ev *evaluator) rangeOf(x *dsl.Binary, a, b value.Value) value.Value {
	if !value.IsNumber(a) || !value.IsNumber(b) {
		return value.Range{Lo: 1, Hi: 0}
	}
	lo, okLo := a.(value.Int)
	hi, okHi := b.(value.Int)
	if !okLo || !okHi || new(big.Int).Sub(big.NewInt(int64(hi)), big.NewInt(int64(lo))).BitLen() > 62 {
		ev.fail(x, codeSize, "the range %s..%s has too many numbers", value.String(a), value.String(b))
	}
	return value.Range{Lo: int64(lo), Hi: int64(hi)}
}

// index computes a[k], a[i, j] and a[keys], or none if out of range. Several keys are the row and column of a grid,
// the tuple that is a key of an array, or one key after the other.
func (ev *evaluator) index(at dsl.Node, of value.Value, keys []value.Value) value.Value {
	if len(keys) == 1 {
		return ev.at(at, of, keys[0])
	}
	a, ok := of.(*value.Array)
	switch {
	case !ok:
	case isPlace(a.Board, keys):
		return ev.at(at, a, cellAt(a.Board, keys[0], keys[1]))
	case a.Keys.Len() == 0 || isTuple(a.Keys.List()[0]):
		return ev.at(at, a, value.Tuple(keys))
	}
	for _, k := range keys {
		of = ev.at(at, of, k)
	}
	return of
}

func isTuple(v value.Value) bool {
	_, ok := v.(value.Tuple)
	return ok
}

// isPlace reports whether keys are a row and a column, one of which may be none.
func isPlace(b *value.Board, keys []value.Value) bool {
	return b != nil && len(keys) == 2 && !slices.ContainsFunc(keys, func(k value.Value) bool { return !value.IsNumber(k) && !value.IsNone(k) })
}

// cellAt returns the cell at a row and a column, or none off the board.
func cellAt(b *value.Board, row, col value.Value) value.Value {
	r, okR := row.(value.Int)
	c, okC := col.(value.Int)
	if !okR || !okC || r < 1 || c < 1 || r > value.Int(b.Rows) || c > value.Int(b.Cols) {
		return value.None{}
	}
	return b.At(int(r), int(c))
}

// at indexes by one key, or by a collection of keys, which gives a list.
func (ev *evaluator) at(x dsl.Node, of, key value.Value) value.Value {
	a, isArray := of.(*value.Array)
	if isArray {
		if v, found := a.At(key); found {
			return v
		}
	}
	_, keysOfArray := key.(*value.Array)
	switch {
	case value.IsNone(of) && isCollection(key):
		return value.List(nil)
	case value.IsNone(of) || value.IsNone(key):
		return value.None{}
	case isCollection(key) || keysOfArray:
		keys := ev.members(x, key)
		return value.List(alg.Map(keys, func(k value.Value) value.Value { return ev.at(x, of, k) }))
	case isArray:
		return value.None{}
	}
	switch of.(type) {
	case value.List, value.Ring, value.Tuple:
		items := value.Elements(of)
		if i, ok := key.(value.Int); ok && 1 <= i && int64(i) <= int64(len(items)) {
			return items[i-1]
		}
		return value.None{}
	}
	ev.fail(x, "not-indexable", "%s can't be indexed", value.Kind(of))
	return nil
}

// members returns the members of a collection. Those of a path, cycle or links are its edges, those of an array its
// values, those of a set sorted. none has no members.
func (ev *evaluator) members(at dsl.Node, v value.Value) []value.Value {
	if r, ok := v.(value.Range); ok {
		ev.tooMany(at, int(min(r.Hi-r.Lo, 1<<40))+1)
	}
	out, ok := value.Members(v)
	if !ok {
		ev.fail(at, "not-a-collection", "expected a collection, found %s", value.Kind(v))
	}
	return out
}

// setOf returns the set of some values, sorted.
func setOf(vs []value.Value) *value.Set {
	s := value.NewSet(vs...)
	if slices.IsSortedFunc(s.List(), value.Compare) {
		return s
	}
	return value.NewSet(s.Sorted()...)
}

// collection makes a set or a list.
func collection(members []value.Value, set bool) value.Value {
	if set {
		return setOf(members)
	}
	return value.List(members)
}

// isSet distinguishes sets from sequences. A board is the set of its cells, and a route the set of its edges.
func isSet(v value.Value) bool {
	switch v.(type) {
	case *value.Set, value.Range, *value.Board, *value.Route:
		return true
	}
	return false
}

// isCollection reports whether a value has members, and is no array, tuple or board.
func isCollection(v value.Value) bool {
	switch v.(type) {
	case *value.Set, value.Range, value.List, value.Ring, *value.Route:
		return true
	}
	return false
}

// equal is a = b. It is total: none equals none only. If one side is a set the other counts as one.
func (ev *evaluator) equal(at dsl.Node, a, b value.Value) bool {
	r, okA := a.(value.Range)
	s, okB := b.(value.Range)
	if okA && okB {
		return value.Equal(r, s)
	}
	a, b = cellsOf(a), cellsOf(b)
	if isCollection(a) && isCollection(b) && (isSet(a) || isSet(b)) {
		return ev.subset(at, a, b) && ev.subset(at, b, a)
	}
	return value.Equal(a, b)
}

// cellsOf turns a board into the set of its cells. It returns other values unchanged.
func cellsOf(v value.Value) value.Value {
	if b, ok := v.(*value.Board); ok {
		return value.BoardSet(b)
	}
	return v
}

// in is a in s: a member of a collection, or a vertex or edge of a path, cycle or links.
func (ev *evaluator) in(at dsl.Node, a, s value.Value) bool {
	if value.IsNone(a) || value.IsNone(s) {
		return false
	}
	switch s := s.(type) {
	case *value.Route:
		if e, ok := a.(value.Edge); ok {
			return s.HasEdge(e)
		}
		return s.HasVertex(a)
	case value.Range:
		n, ok := a.(value.Int)
		return ok && s.Lo <= int64(n) && int64(n) <= s.Hi
	case *value.Set:
		return s.Contains(a)
	}
	return slices.ContainsFunc(ev.members(at, s), func(m value.Value) bool { return ev.equal(at, a, m) })
}

// subset reports whether every member of a is in b. It ignores none.
func (ev *evaluator) subset(at dsl.Node, a, b value.Value) bool {
	switch b.(type) {
	case value.Range, *value.Set:
	default:
		b = value.NewSet(ev.members(at, b)...)
	}
	return !slices.ContainsFunc(ev.members(at, a), func(m value.Value) bool { return !value.IsNone(m) && !ev.in(at, m, b) })
}

// add is a + b. Numbers are added and lists are joined. If a side is a set, the result is the union.
func (ev *evaluator) add(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case value.IsNumber(a) && value.IsNumber(b):
		return value.Add(a, b)
	case value.IsNone(a) && value.IsNone(b), value.IsNone(a) && value.IsNumber(b), value.IsNumber(a) && value.IsNone(b):
		return value.None{}
	}
	x, y := ev.members(at, a), ev.members(at, b)
	ev.tooMany(at, len(x)+len(y))
	return collection(slices.Concat(x, y), isSet(a) || isSet(b))
}

// subtract is a - b for numbers, and the difference of collections, where a list stays a list.
func (ev *evaluator) subtract(at dsl.Node, a, b value.Value) value.Value {
	switch {
	case value.IsNumber(a) && value.IsNumber(b):
		return value.Sub(a, b)
	case value.IsNone(a) && value.IsNone(b), value.IsNone(a) && value.IsNumber(b), value.IsNumber(a) && value.IsNone(b):
		return value.None{}
	}
	out := ev.filter(at, a, func(v value.Value) bool { return !ev.in(at, v, b) })
	return collection(out, isSet(a) || value.IsNone(a))
}

// intersect is a & b, a list only if both sides are. A route takes part with edges or vertices, depending on the
// other side.
func (ev *evaluator) intersect(at dsl.Node, a, b value.Value) value.Value {
	if value.IsNone(a) || value.IsNone(b) {
		return value.NewSet()
	}
	if _, route := a.(*value.Route); route {
		a, b = b, a
	}
	out := ev.filter(at, a, func(v value.Value) bool { return ev.in(at, v, b) })
	return collection(out, isSet(a) || isSet(b))
}

// filter returns the members of a collection that satisfy keep.
func (ev *evaluator) filter(at dsl.Node, v value.Value, keep func(value.Value) bool) []value.Value {
	return alg.Filter(ev.members(at, v), keep)
}

// call computes a function of the spec or of the library.
func (ev *evaluator) call(x *dsl.Call, sc *scope) value.Value {
	args := ev.evalAll(x.Args, sc)
	if def, ok := ev.defs[x.Func.Text]; ok {
		return ev.callDef(x, def, args)
	}
	f := library.Find(x.Func.Text)
	if f == nil || !f.Takes(len(args)) {
		ev.fail(x, "unknown-function", "no function %s takes %d arguments", x.Func.Text, len(args))
	}
	return ev.remembered(func(m *memo) (key memoKey, ok bool) {
		if key, ok = m.keyOf(f.Name, args, false); ok {
			key.arcs, _ = ev.spec.Directed(x, ev.body)
			key.form = ev.spec.Form(x, ev.body)
		}
		return key, ok
	}, func() value.Value { return ev.applyOnly(f, x, args, nil) })
}

func (ev *evaluator) callDef(x *dsl.Call, def placed[*dsl.Def], args []value.Value) value.Value {
	if len(args) != len(def.node.Params) {
		ev.fail(x, "wrong-arguments", "%s takes %d arguments", x.Func.Text, len(def.node.Params))
	}
	var local *scope
	for i, p := range def.node.Params {
		local = local.With(p.Text, args[i])
	}
	body := ev.spec.Callee(x, ev.body)
	compute := func() value.Value {
		return ev.inside(x, def.source, body, func() value.Value { return ev.eval(def.node.Body, local) })
	}
	if key, ok := ev.memo.keyOf(def.node.Name.Text, args, true); ok && !ev.spec.Unknown(def.node.Body) {
		key.body = body
		return ev.memo.recall(key, compute)
	}
	return compute()
}

// applyOnly computes a function of the library. only, if not nil, says which members matter.
func (ev *evaluator) applyOnly(f *library.Function, x *dsl.Call, args []value.Value, only *library.Only) value.Value {
	arcs, _ := ev.spec.Directed(x, ev.body)
	v, err := f.Apply(&library.Call{Name: f.Name, Args: args, Arcs: arcs, Form: ev.spec.Form(x, ev.body), Only: only, Memo: ev.made, Poll: func() error {
		ev.look(x)
		return nil
	}})
	if err == nil {
		return v
	}
	var fault *library.Fault
	if !errors.As(err, &fault) {
		panic(err)
	}
	at := dsl.Node(x)
	if fault.Arg >= 0 && fault.Arg < len(x.Args) {
		at = x.Args[fault.Arg]
	}
	ev.fail(at, fault.Code, "%s", fault.Text)
	return nil
}
