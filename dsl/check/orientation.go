package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// orientation tells edges of a graph, which have none, from arcs, which lead from
// one vertex to another: the edges of a digraph and the steps of a directed path.
// edge(a, b) and along(list) name no graph. They are what they are compared with:
// their orientation is open until they meet edges or arcs for the first time, and
// tied to that of whatever else is open. What stays open is an edge of a graph.
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

// meet makes two orientations one; it is false if one has a direction and the
// other has none, or if an open one would depend on a condition.
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

// Instance is the body of a def as one of its calls has it; 0 is what stands
// outside of all defs. Calls with arguments of the same types share an instance.
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
