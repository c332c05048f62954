package check

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/library"
	"nazo/dsl/value"
	"nazo/internal/alg"
)

// This file finds conditions such as "a[c] = h" that select members of a collection, as a database finds the conditions
// of a join. It evaluates nothing. Compiler and judge evaluate the whole condition for each selected member.

// ProbeKind is the form of a condition on a member x.
type ProbeKind uint8

// The forms.
const (
	Equal ProbeKind = iota // Of(x) = Value
	Has                    // Value in Of(x)
	Near                   // Func(x, Value) < Of(x), or <= with OrEqual; Of need not depend on x
	Alike                  // x is a pair, and Of(First) is equal for both of its parts
)

// JoinProbe is a necessary condition on a member, in a form that an index can look up.
type JoinProbe struct {
	Kind    ProbeKind
	Of      dsl.Expr // depends on no local name outside of the member
	Value   dsl.Expr // does not depend on the member
	Func    *dsl.Name
	OrEqual bool
	First   string
	// Premises must be known to hold. Otherwise the probe is not a necessary condition.
	Premises []JoinPremise
}

// JoinPremise requires that a condition holds or fails. It does not depend on the member.
type JoinPremise struct {
	X     dsl.Expr
	Holds bool
}

// isName reports whether an expression is the only name of a binder.
func isName(x dsl.Expr, item *dsl.Binder) bool {
	name, ok := x.(*dsl.Name)
	return ok && item.Pattern == dsl.PatternName && name.Text == item.Names[0].Text
}

// JoinLoop is a loop over all bindings of some binders. A binding counts only if the filter of the
// binders holds and, unless Body is nil, Body holds, or fails if Fails is set.
type JoinLoop struct {
	Binders *dsl.Binders
	Body    dsl.Expr
	Fails   bool
}

// Probes returns the probes for the i-th binder. local reports whether a name is a local one from outside of the loop.
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
		f.later = append(f.later, alg.Map(other.Names, func(n *dsl.Name) string { return n.Text })...)
	}
	f.walk(l.Binders.Where, true, nil)
	f.walk(l.Body, !l.Fails, nil)
	return f.found
}

type finder struct {
	item       *dsl.Binder
	own, later []string        // names of the binder, and of the binders after it
	local      map[string]bool // names of the binders before it
	outer      func(string) bool
	found      []JoinProbe
}

// walk records the probes that follow if x has the truth value holds and the premises are known.
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

// both walks the two sides of a connective. With all, X has the truth value left and Y has right. Otherwise at least
// one of these is true. Each side is then walked only under the premise that the other one has the opposite value.
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

// less records the probes of a < b, or a <= b with orEqual, or of its negation unless holds.
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

// depends reports whether an expression mentions a name of the binder and no other local name.
func (f *finder) depends(x dsl.Expr) bool { return mentionsName(x, f.isOwn) && f.alone(x) }

// alone reports whether an expression mentions no local names except those of the binder.
func (f *finder) alone(x dsl.Expr) bool {
	return !mentionsName(x, func(name string) bool {
		return f.local[name] || slices.Contains(f.later, name) || !f.isOwn(name) && f.outer(name)
	})
}

// free reports whether an expression can be evaluated before the binder binds its names.
func (f *finder) free(x dsl.Expr) bool {
	return !mentionsName(x, func(name string) bool { return f.isOwn(name) || slices.Contains(f.later, name) })
}

func (f *finder) isOwn(name string) bool { return slices.Contains(f.own, name) }

// mentionsName reports whether a wanted name occurs in an expression, even as a bound name.
func mentionsName(x dsl.Expr, wanted func(string) bool) (found bool) {
	dsl.Visit(x, func(n dsl.Node) bool {
		if name, ok := n.(*dsl.Name); ok {
			found = found || wanted(name.Text)
		}
		return !found
	})
	return found
}

// identity returns a comparable identity of a known or guarded collection without visiting its members,
// and its size. Other collections have size 0.
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

// isSize reports whether an expression is the library's size of what a binder binds.
func isSize(x dsl.Expr, item *dsl.Binder) bool {
	call, ok := x.(*dsl.Call)
	if !ok || len(call.Args) != 1 || !isName(call.Args[0], item) {
		return false
	}
	f := library.Find(call.Func.Text)
	return f != nil && f.Length
}

// sameBut reports whether b is a with the name q in place of p. a must not mention q, nor b mention p.
// It is false for expressions that a speller does not know.
func sameBut(a, b dsl.Expr, p, q string) bool {
	mentions := func(x dsl.Expr, name string) bool {
		return mentionsName(x, func(n string) bool { return n == name })
	}
	return !mentions(a, q) && !mentions(b, p) && (&speller{map[string]string{p: q}}).spell(a) == (&speller{}).spell(b)
}

// JoinWhen tells for which collections members are looked up. It affects only the work, which lets
// tests compare results.
type JoinWhen uint8

// The choices. WhenItPays looks members up from the second use of a collection that is not small.
const (
	WhenItPays JoinWhen = iota
	Always
	NeverHolds
)

// pays reports whether members of a collection of a size are looked up.
func (w JoinWhen) pays(size int) bool {
	const few = 8
	return w == Always && size > 0 || w == WhenItPays && size >= few
}
