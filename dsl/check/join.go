package check

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
)

// Looking members up. A condition such as "a[c] = h" holds for few members of a collection.
// This file finds such conditions in the text, as a database finds those of a join. It evaluates
// nothing: compiler and judge evaluate the whole condition for each member that they looked up.

// ProbeKind is the form of a condition on a member.
type ProbeKind uint8

// The forms, of a member x.
const (
	// Equal: Of, which depends on x, is Value.
	Equal ProbeKind = iota
	// Has: Value is in Of, which depends on x.
	Has
	// Near: Func of x and Value is less than Of, which may depend on x, or, if OrEqual, as
	// much.
	Near
	// Alike: the members are pairs, and Of, which depends on the name First of one, is the
	// same for both.
	Alike
)

// JoinProbe is a condition without which no member counts, and that tells which may.
type JoinProbe struct {
	Kind    ProbeKind
	Of      dsl.Expr // depends on no other local name
	Value   dsl.Expr // depends on no name of the member
	Func    *dsl.Name
	OrEqual bool
	First   string
	// Premises are what must be known for the condition to be one.
	Premises []JoinPremise
}

// JoinPremise is a condition that does not depend on the member, and whether it must hold or fail.
type JoinPremise struct {
	X     dsl.Expr
	Holds bool
}

// isName reports whether an expression is the only name that a binder binds.
func isName(x dsl.Expr, item *dsl.Binder) bool {
	name, ok := x.(*dsl.Name)
	return ok && item.Pattern == dsl.PatternName && name.Text == item.Names[0].Text
}

// JoinLoop is what goes through all bindings of some binders: its filter must hold, and, if it is
// not nil, Body, or, if Fails, its negation, or else a binding does not count.
type JoinLoop struct {
	Binders *dsl.Binders
	Body    dsl.Expr
	Fails   bool
}

// Probes are those for the members of what the i-th binder goes through. local reports whether a
// name is a local one outside of the loop.
func (l JoinLoop) Probes(i int, local func(string) bool) []JoinProbe {
	f := &finder{item: l.Binders.Items[i], local: map[string]bool{}, outer: local}
	for _, other := range l.Binders.Items[:i] {
		for _, n := range other.Names {
			f.local[n.Text] = true
		}
	}
	for _, n := range f.item.Names {
		delete(f.local, n.Text)
		f.own = append(f.own, n.Text)
	}
	for _, other := range l.Binders.Items[i+1:] {
		for _, n := range other.Names {
			f.later = append(f.later, n.Text)
		}
	}
	f.walk(l.Binders.Where, true, nil)
	f.walk(l.Body, !l.Fails, nil)
	return f.found
}

// finder goes through conditions.
type finder struct {
	item       *dsl.Binder
	own, later []string        // the names of the binder, and of those after it
	local      map[string]bool // those of the binders before it
	outer      func(string) bool
	found      []JoinProbe
}

// walk notes what follows if x holds, or fails, and the premises are known.
func (f *finder) walk(x dsl.Expr, holds bool, premises []JoinPremise) {
	switch x := x.(type) {
	case *dsl.Unary:
		if x.Op == dsl.OpNot {
			f.walk(x.X, !holds, premises)
		}
	case *dsl.Binary:
		switch x.Op {
		case dsl.OpAnd:
			f.both(x, holds, holds, holds, premises)
		case dsl.OpOr:
			f.both(x, holds, holds, !holds, premises)
		case dsl.OpImplies: // not X or Y
			f.both(x, !holds, holds, !holds, premises)
		case dsl.OpEq, dsl.OpNe:
			if holds == (x.Op == dsl.OpEq) {
				f.equal(x.X, x.Y, premises)
			}
		case dsl.OpIn:
			if holds && f.depends(x.Y) && f.free(x.X) {
				f.add(JoinProbe{Kind: Has, Of: x.Y, Value: x.X, Premises: premises})
			}
		case dsl.OpLt, dsl.OpLe:
			f.less(x.X, x.Y, holds, x.Op == dsl.OpLe, premises)
		case dsl.OpGt, dsl.OpGe:
			f.less(x.Y, x.X, holds, x.Op == dsl.OpGe, premises)
		}
	}
}

// both walks through the sides of a connective: if X is left and Y is right, or, unless all,
// one of these. Of the other nothing is known then, but if it is known to be otherwise.
func (f *finder) both(x *dsl.Binary, left, right, all bool, premises []JoinPremise) {
	switch {
	case all:
		f.walk(x.X, left, premises)
		f.walk(x.Y, right, premises)
	case f.free(x.X):
		f.walk(x.Y, right, append(slices.Clone(premises), JoinPremise{x.X, !left}))
	case f.free(x.Y):
		f.walk(x.X, left, append(slices.Clone(premises), JoinPremise{x.Y, !right}))
	}
}

func (f *finder) equal(a, b dsl.Expr, premises []JoinPremise) {
	if f.item.Pattern == dsl.PatternPair {
		if first := f.item.Names[0].Text; f.depends(a) && f.depends(b) && sameBut(a, b, first, f.item.Names[1].Text) {
			f.add(JoinProbe{Kind: Alike, Of: a, First: first, Premises: premises})
		}
		return
	}
	for range 2 {
		if f.depends(a) && f.free(b) {
			f.add(JoinProbe{Kind: Equal, Of: a, Value: b, Premises: premises})
		}
		a, b = b, a
	}
}

// less is a < b, or a <= b, or that it fails: b <= a, or b < a.
func (f *finder) less(a, b dsl.Expr, holds, orEqual bool, premises []JoinPremise) {
	if !holds {
		a, b, orEqual = b, a, !orEqual
	}
	call, ok := a.(*dsl.Call)
	if !ok || len(call.Args) != 2 || !f.alone(b) {
		return
	}
	for k, other := range []int{1, 0} {
		if isName(call.Args[k], f.item) && f.free(call.Args[other]) {
			f.add(JoinProbe{Kind: Near, Of: b, Value: call.Args[other], Func: call.Func, OrEqual: orEqual, Premises: premises})
		}
	}
}

func (f *finder) add(p JoinProbe) { f.found = append(f.found, p) }

// depends reports whether an expression depends on a name of the binder, and on no other local one.
func (f *finder) depends(x dsl.Expr) bool { return mentionsName(x, f.isOwn) && f.alone(x) }

// alone reports whether an expression depends on no local name but those of the binder.
func (f *finder) alone(x dsl.Expr) bool {
	return !mentionsName(x, func(name string) bool {
		return f.local[name] || slices.Contains(f.later, name) || !f.isOwn(name) && f.outer(name)
	})
}

// free reports whether an expression has a value before the binder binds its names.
func (f *finder) free(x dsl.Expr) bool {
	return !mentionsName(x, func(name string) bool { return f.isOwn(name) || slices.Contains(f.later, name) })
}

func (f *finder) isOwn(name string) bool { return slices.Contains(f.own, name) }

// mentionsName reports whether a name that is looked for stands in an expression, if only as one that
// is bound there.
func mentionsName(x dsl.Expr, wanted func(string) bool) (found bool) {
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			found = found || wanted(name.Text)
		}
		return !found
	})
	return found
}

// identity tells a known collection, or one whose members are guarded, from others without going
// through its members; the size of one for which this can't be done is 0.
func identity(v value.Value) (id any, size int) {
	switch v := v.(type) {
	case *value.Set:
		return v, v.Len()
	case *value.Array:
		return v, len(v.Values)
	case *value.Board:
		return v, v.Rows * v.Cols
	case value.Range:
		if v.Hi-v.Lo < library.MaxCells {
			return v, v.Len()
		}
	case value.List:
		if len(v) > 0 {
			return sliceID[value.Value]{&v[0], len(v)}, len(v)
		}
	case value.Guarded:
		if len(v.Members) > 0 {
			return sliceID[value.Alternative]{&v.Members[0], len(v.Members)}, len(v.Members)
		}
	}
	return nil, 0
}

type sliceID[T any] struct {
	first *T
	n     int
}

// isSize reports whether an expression is the size of what a binder binds, as the library has it.
func isSize(x dsl.Expr, item *dsl.Binder) bool {
	call, ok := x.(*dsl.Call)
	if !ok || len(call.Args) != 1 || !isName(call.Args[0], item) {
		return false
	}
	f := library.Find(call.Func.Text)
	return f != nil && f.Length
}

// sameBut reports whether b is a with the name q in the place of p, and neither has the other's
// name. It knows names, literals, calls and indexing; of other expressions it says no.
func sameBut(a, b dsl.Expr, p, q string) bool {
	switch a := a.(type) {
	case *dsl.Name:
		b, ok := b.(*dsl.Name)
		switch {
		case !ok || a.Text == q || b.Text == p:
			return false
		case a.Text == p:
			return b.Text == q
		}
		return a.Text == b.Text
	case *dsl.IntLit:
		b, ok := b.(*dsl.IntLit)
		return ok && a.Value.Cmp(b.Value) == 0
	case *dsl.Call:
		b, ok := b.(*dsl.Call)
		return ok && a.Func.Text == b.Func.Text && allSameBut(a.Args, b.Args, p, q)
	case *dsl.Index:
		b, ok := b.(*dsl.Index)
		return ok && sameBut(a.X, b.X, p, q) && allSameBut(a.Keys, b.Keys, p, q)
	}
	return false
}

func allSameBut(a, b []dsl.Expr, p, q string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameBut(a[i], b[i], p, q) {
			return false
		}
	}
	return true
}

// JoinWhen says in which collections members are looked up. Nothing but work depends on it, so tests
// compare.
type JoinWhen uint8

// Of WhenItPays it is those of some size, from the second time that they are gone through.
const (
	WhenItPays JoinWhen = iota
	Always
	NeverHolds
)

// pays reports whether members of a collection of that size are looked up.
func (w JoinWhen) pays(size int) bool {
	const few = 8
	return w == Always && size > 0 || w == WhenItPays && size >= few
}
