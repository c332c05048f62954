package check

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
)

func equal(a, b *Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Mark != b.Mark || a.deep != b.deep || a.Optional != b.Optional || a.size != b.size ||
		a.Form != b.Form || a.Directed != b.Directed || a.Anchored != b.Anchored || a.Crossing != b.Crossing ||
		a.Stack != b.Stack || !slices.Equal(a.Enums, b.Enums) || a.orient.decided() != b.orient.decided() {
		return false
	}
	if (a.Elem == nil) != (b.Elem == nil) || a.Elem != nil && !equal(a.Elem, b.Elem) {
		return false
	}
	return slices.EqualFunc(a.Keys, b.Keys, equal) && slices.EqualFunc(a.Parts, b.Parts, equal)
}

// comparable reports whether a value of type a can equal one of type b, apart from none. A list never
// equals a set. An open orientation of edges becomes that of the other side.
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

// join returns the least type that holds the values of both. ok is false if their kinds differ. A list
// and a set join to a set.
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

// joinNever adds to t the none that a type without values may have.
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

// joinUnion joins two types of which one is a union. It fails for kinds that the union lacks.
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

// either is the type of the domain A or B or …. Parts of different kinds form a union.
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

// orientation tells whether edges are undirected or arcs. The edges of a digraph and the steps of a directed path are
// arcs. edge(a, b) and along(list) name no graph: their orientation is open until they are first compared with edges or
// arcs. Open orientations that meet are tied. One that stays open is undirected.
type orientation struct {
	sense sense
	same  *orientation // an open orientation is tied to this one
}

type sense uint8

const (
	undecided sense = iota
	undirected
	directed
	// conditional: a known condition decides whether a graph is directed.
	conditional
)

// Decided orientations never change.
var (
	asEdge        = &orientation{sense: undirected}
	asArc         = &orientation{sense: directed}
	asConditional = &orientation{sense: conditional}
)

// decided follows the ties to the representative orientation.
func (o *orientation) decided() *orientation {
	for o != nil && o.same != nil {
		o = o.same
	}
	return o
}

// meet unifies two orientations. It fails if they are decided and differ, or if one is open and the other conditional.
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

// or returns the orientation of a graph that is one of two.
func (o *orientation) or(other *orientation) *orientation {
	if o.meet(other) {
		return o
	}
	return asConditional
}

// is reports whether an orientation was decided as s.
func (o *orientation) is(s sense) bool {
	o = o.decided()
	return o != nil && o.sense == s
}

// opens reports whether a type contains an open orientation.
func (t *Type) opens() bool {
	if t.orient.is(undecided) || t.Elem != nil && t.Elem.opens() {
		return true
	}
	return slices.ContainsFunc(t.Keys, (*Type).opens) || slices.ContainsFunc(t.Parts, (*Type).opens)
}

// oriented returns the orientation of the edges in a type, or nil.
func (t *Type) oriented() *orientation {
	if t.orient != nil || t.Elem == nil {
		return t.orient
	}
	return t.Elem.oriented()
}

// adviseArcs adds help to a message about two mismatched types if one has arcs and the other edges.
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
// equal argument types share an instance.
type Instance int

// occurrence is a call in an instance of the def that contains it.
type occurrence struct {
	call *dsl.Call
	in   Instance
}

// orientation returns the orientation of the edges that a call of edge or along makes here.
func (c *checker) orientation(e *dsl.Call) *orientation {
	at := occurrence{e, c.instance}
	if c.spec.orientations[at] == nil {
		c.spec.orientations[at] = &orientation{}
	}
	return c.spec.orientations[at]
}

// Callee returns the instance of the def that a call refers to.
func (s *Spec) Callee(call *dsl.Call, in Instance) Instance { return s.callees[occurrence{call, in}] }

// Form returns the index of the signature that a call matches, among those with as many parameters. It
// is recorded only for functions whose evaluation depends on it.
func (s *Spec) Form(call *dsl.Call, in Instance) int { return s.forms[occurrence{call, in}] }

// Directed reports whether a call of edge or along makes arcs. known is false for a call outside of the
// spec, in an instance file.
func (s *Spec) Directed(call *dsl.Call, in Instance) (arcs, known bool) {
	o := s.orientations[occurrence{call, in}]
	return o.is(directed), o != nil
}
