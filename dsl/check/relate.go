package check

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// equal reports whether two types are the same in every respect.
func equal(a, b *Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Mark != b.Mark || a.deep != b.deep || a.Optional != b.Optional || a.size != b.size ||
		a.Form != b.Form || a.Directed != b.Directed || a.Anchored != b.Anchored || a.Crossing != b.Crossing || a.Stack != b.Stack || !slices.Equal(a.Enums, b.Enums) || a.orient.decided() != b.orient.decided() {
		return false
	}
	if (a.Elem == nil) != (b.Elem == nil) || a.Elem != nil && !equal(a.Elem, b.Elem) {
		return false
	}
	return slices.EqualFunc(a.Keys, b.Keys, equal) && slices.EqualFunc(a.Parts, b.Parts, equal)
}

// comparable reports whether a value of type a can equal one of type b, none
// aside. A list equals a list, a set a set. Edges whose orientation is open take
// that of what they are compared with.
func comparable(a, b *Type) bool {
	switch {
	case a.bad() || b.bad() || a.Kind == Never || b.Kind == Never:
		return true
	case a.Kind == Union:
		return slices.ContainsFunc(a.Parts, func(p *Type) bool { return comparable(p, b) })
	case b.Kind == Union:
		return comparable(b, a)
	case a.Kind != b.Kind:
		return false
	}
	switch a.Kind {
	case Label:
		return len(a.Enums) == 0 || len(b.Enums) == 0 ||
			slices.ContainsFunc(a.Enums, func(e *Enum) bool { return slices.Contains(b.Enums, e) })
	case Edge:
		return comparable(a.Elem, b.Elem) && a.orient.meet(b.orient)
	case List, Set:
		return comparable(a.Elem, b.Elem)
	case Array:
		return slices.EqualFunc(a.Keys, b.Keys, comparable) && comparable(a.Elem, b.Elem)
	case Tuple:
		return slices.EqualFunc(a.Parts, b.Parts, comparable)
	}
	return a.Kind != Graph && !a.isWhole()
}

// join returns the least type that holds the values of both; ok is false if
// they are of different kinds. A list and a set make a set.
func join(a, b *Type) (t *Type, ok bool) {
	switch {
	case a == b:
		return a, true
	case a.bad() || b.bad():
		return badType, true
	case a.Kind == Never:
		return joinNever(b, a), true
	case b.Kind == Never:
		return joinNever(a, b), true
	case a.Kind == Union || b.Kind == Union:
		return joinUnion(a, b)
	case a.Kind == List && b.Kind == Set || a.Kind == Set && b.Kind == List:
		elem, ok := join(a.Elem, b.Elem)
		return raise(setOf(elem), max(a.Mark, b.Mark)), ok
	case a.Kind != b.Kind || len(a.Parts) != len(b.Parts) || len(a.Keys) != len(b.Keys):
		return badType, false
	}
	r := *a
	r.Mark = max(a.Mark, b.Mark)
	r.Optional = a.Optional || b.Optional
	r.Directed = a.Directed && b.Directed
	r.Anchored = a.Anchored && b.Anchored
	r.Crossing = a.Crossing || b.Crossing
	r.Stack = a.Stack && b.Stack
	if a.Form != b.Form {
		r.Form = AnyForm
	}
	switch a.Kind {
	case Edge:
		if !a.orient.meet(b.orient) {
			return badType, false
		}
	case Graph, Route:
		r.orient = a.orient.or(b.orient)
	}
	if a.Kind == Label {
		r.Enums = joinEnums(a.Enums, b.Enums)
	}
	if a.Elem != nil {
		if r.Elem, ok = join(a.Elem, b.Elem); !ok {
			return badType, false
		}
	}
	if r.Keys, ok = joinEach(a.Keys, b.Keys); !ok {
		return badType, false
	}
	if r.Parts, ok = joinEach(a.Parts, b.Parts); !ok {
		return badType, false
	}
	return newType(r), true
}

// joinNever adds to t the possible none of a type without values.
func joinNever(t, never *Type) *Type {
	t = raise(t, never.Mark)
	if never.Optional {
		return optional(t)
	}
	return t
}

func joinEach(as, bs []*Type) (out []*Type, ok bool) {
	for i := range as {
		t, ok := join(as[i], bs[i])
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}

func joinEnums(a, b []*Enum) []*Enum {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	out := slices.Clone(a)
	for _, e := range b {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// joinUnion joins two types one of which is a union: kinds that the union does
// not have yet are a mistake.
func joinUnion(a, b *Type) (t *Type, ok bool) {
	if a.Kind != Union {
		a, b = b, a
	}
	r := *a
	r.Optional = a.Optional || b.Optional
	r.Mark = max(a.Mark, b.own())
	r.Parts = slices.Clone(a.Parts)
	more := []*Type{b}
	if b.Kind == Union {
		more = b.Parts
	}
	for _, m := range more {
		i := slices.IndexFunc(r.Parts, func(p *Type) bool { return p.Kind == m.Kind })
		if i < 0 {
			return badType, false
		}
		if r.Parts[i], ok = join(r.Parts[i], present(m)); !ok {
			return badType, false
		}
	}
	return newType(r), true
}

// either is the type of A or B or … in a domain: parts of different kinds stand
// side by side.
func either(parts []*Type) *Type {
	var merged []*Type
	var none bool
	for _, p := range parts {
		if p.bad() {
			return badType
		}
		none = none || p.Optional
		alternatives := []*Type{present(p)}
		if p.Kind == Union {
			alternatives = p.Parts
		}
		for _, a := range alternatives {
			merged = addAlternative(merged, a)
		}
	}
	t := merged[0]
	if len(merged) > 1 {
		t = newType(Type{Kind: Union, Parts: merged})
	}
	if none {
		return optional(t)
	}
	return t
}

func addAlternative(merged []*Type, a *Type) []*Type {
	for i, m := range merged {
		if m.Kind != a.Kind {
			continue
		}
		if t, ok := join(m, a); ok {
			merged[i] = t
			return merged
		}
	}
	return append(merged, a)
}

// orientation tells undirected edges of a graph from arcs, which lead from one vertex to another:
// the edges of a digraph and the steps of a directed path.
// edge(a, b) and along(list) name no graph. Their orientation is open until they are compared with
// edges or arcs for the first time. Open orientations that meet are tied. If one stays open, it is
// undirected.
type orientation struct {
	sense sense
	same  *orientation // what an open one has been tied to
}

type sense uint8

const (
	undecided sense = iota
	undirected
	directed
	// conditional: a known condition decides whether a graph is directed.
	conditional
)

// Orientations that are decided; these never change.
var (
	asEdge        = &orientation{sense: undirected}
	asArc         = &orientation{sense: directed}
	asConditional = &orientation{sense: conditional}
)

// decided is the orientation that another has been tied to so far.
func (o *orientation) decided() *orientation {
	for o != nil && o.same != nil {
		o = o.same
	}
	return o
}

// meet makes two orientations one. It is false if one is directed and the other is not, or if an
// open one would depend on a condition.
func (o *orientation) meet(other *orientation) bool {
	a, b := o.decided(), other.decided()
	switch {
	case a == b || a == nil || b == nil:
		return true
	case b.sense == undecided && a.sense != conditional:
		b.same = a
		return true
	case a.sense == undecided && b.sense != conditional:
		a.same = b
		return true
	}
	return false
}

// or is the orientation of a graph that is one of two.
func (o *orientation) or(other *orientation) *orientation {
	if o.meet(other) {
		return o
	}
	return asConditional
}

// is reports whether an orientation has been decided so.
func (o *orientation) is(s sense) bool {
	o = o.decided()
	return o != nil && o.sense == s
}

// opens reports whether a type depends on an orientation that is still open.
func (t *Type) opens() bool {
	if t.orient.is(undecided) || t.Elem != nil && t.Elem.opens() {
		return true
	}
	for _, parts := range [][]*Type{t.Keys, t.Parts} {
		for _, p := range parts {
			if p.opens() {
				return true
			}
		}
	}
	return false
}

// oriented finds an orientation in a type: that of the edges which it is about.
func (t *Type) oriented() *orientation {
	if t.orient != nil || t.Elem == nil {
		return t.orient
	}
	return t.Elem.oriented()
}

// adviseArcs adds to a message about two things that do not go together that one
// is about arcs and the other about edges.
func adviseArcs(d *diag.Diagnostic, a, b *Type) *diag.Diagnostic {
	x, y := a.oriented(), b.oriented()
	if x == nil || y == nil || x.meet(y) {
		return d
	}
	if x.is(conditional) || y.is(conditional) {
		return d.Helpf("whether these are edges or arcs depends on a condition: it decides between a graph and a digraph, or between a path and a directed one")
	}
	return d.Helpf("edge(a, b) is the arc from a to b in a digraph and on a directed path, and the edge between them elsewhere; " +
		"{ edge(a, b) for (a, b) in arcs } makes edges of arcs")
}

// Instance is the body of a def in one of its calls. 0 is the text outside of all defs. Calls with
// arguments of the same types share an instance.
type Instance int

// occurrence is an expression in an instance of the def whose body it belongs to.
type occurrence struct {
	call *dsl.Call
	in   Instance
}

// orientation is that of the edges which a call of edge or along makes here.
func (c *checker) orientation(e *dsl.Call) *orientation {
	at := occurrence{e, c.instance}
	if c.spec.orientations[at] == nil {
		c.spec.orientations[at] = &orientation{}
	}
	return c.spec.orientations[at]
}

// Callee tells which instance of a def a call in an instance is about.
func (s *Spec) Callee(call *dsl.Call, in Instance) Instance { return s.callees[occurrence{call, in}] }

// Form is which signature, of those with as many parameters, a call fits of a function for which it matters.
func (s *Spec) Form(call *dsl.Call, in Instance) int { return s.forms[occurrence{call, in}] }

// Directed reports whether a call of edge or along means arcs. If it stands in no
// part of the spec, but in an instance file, known is false.
func (s *Spec) Directed(call *dsl.Call, in Instance) (arcs, known bool) {
	o := s.orientations[occurrence{call, in}]
	return o.is(directed), o != nil
}
