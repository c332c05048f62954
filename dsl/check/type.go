package check

import "nazo/dsl"

// Type is all that is known of a value before anything is evaluated: its kind, the
// types within it, and what about it is left to the solver. Types never change
// once they are made.
type Type struct {
	Kind     Kind
	Mark     Mark // what is unknown at this level; see Unknown for all levels
	Optional bool // may be none
	Elem     *Type
	Keys     []*Type
	Parts    []*Type
	Enums    []*Enum // of a label: where it was declared; nil: any word
	Form     Form    // of a route
	Directed bool    // of a route: arcs instead of edges
	Crossing bool    // of a route: it may cross itself
	Anchored bool    // of a route: a rule says where it starts
	Stack    bool    // of a list: the last element is on top, and moves push and pop

	orient *orientation // of an edge, a graph or a route: whether its edges are arcs

	size int  // types within it, itself included
	deep Mark // the greatest mark within it
}

// Enum is a declared set of labels.
type Enum struct {
	Set *dsl.LabelSet
}

// maxTypeSize bounds types: a chain of functions that pair up their argument
// would otherwise double a type with each step.
const maxTypeSize = 1000

// Types without parts.
var (
	badType       = &Type{Kind: Bad, size: 1}
	neverType     = newType(Type{Kind: Never})
	noneType      = newType(Type{Kind: Never, Optional: true})
	intType       = newType(Type{Kind: Int})
	boolType      = newType(Type{Kind: Bool})
	textType      = newType(Type{Kind: Text})
	labelType     = newType(Type{Kind: Label})
	directionType = newType(Type{Kind: Direction})
	shapeType     = newType(Type{Kind: Shape})
	cellType      = newType(Type{Kind: Cell})
	boardType     = newType(Type{Kind: Board})
)

// newType completes a type. One that is too large becomes Bad.
func newType(t Type) *Type {
	t.size, t.deep = 1, t.Mark
	within := func(s *Type, marks bool) {
		t.size += s.size
		if marks {
			t.deep = max(t.deep, s.deep)
		}
	}
	if t.Elem != nil {
		within(t.Elem, t.Kind == List || t.Kind == Set || t.Kind == Array)
	}
	for _, k := range t.Keys {
		within(k, false)
	}
	for _, p := range t.Parts {
		within(p, true)
	}
	if t.size > maxTypeSize {
		return badType
	}
	return &t
}

func listOf(elem *Type) *Type { return newType(Type{Kind: List, Elem: elem}) }
func setOf(elem *Type) *Type  { return newType(Type{Kind: Set, Elem: present(elem)}) }
func tupleOf(p []*Type) *Type { return newType(Type{Kind: Tuple, Parts: p}) }
func stackOf(e *Type) *Type   { return newType(Type{Kind: List, Mark: Guarded, Elem: e, Stack: true}) }
func gridOf(elem *Type) *Type { return arrayOf([]*Type{cellType}, elem) }
func edgeOf(v *Type, o *orientation) *Type {
	return newType(Type{Kind: Edge, Elem: known(v), orient: o})
}
func routeOf(v *Type, form Form, directed bool, o *orientation) *Type {
	if directed {
		o = asArc
	}
	return newType(Type{Kind: Route, Mark: Guarded, Elem: known(v), Form: form, Directed: directed, orient: o})
}

func regionsOf(v *Type) *Type { return newType(Type{Kind: Regions, Mark: Guarded, Elem: known(v)}) }

// arrayOf is the type of a value for each combination of keys.
func arrayOf(keys []*Type, elem *Type) *Type {
	ks := make([]*Type, len(keys))
	for i, k := range keys {
		ks[i] = known(k)
	}
	return newType(Type{Kind: Array, Keys: ks, Elem: elem})
}

// optional is t or none. Truth values and collections are never none: an
// absent one counts as false or as empty.
func optional(t *Type) *Type {
	switch t.Kind {
	case Bad, Bool, Set, List, Array:
		return t
	}
	if t.Optional {
		return t
	}
	o := *t
	o.Optional = true
	return newType(o)
}

// present is t without none, unless it is nothing else.
func present(t *Type) *Type {
	if !t.Optional || t.isNone() {
		return t
	}
	o := *t
	o.Optional = false
	return newType(o)
}

// isGrid reports whether a type is a value for each of some cells.
func (t *Type) isGrid() bool {
	return t.Kind == Array && len(t.Keys) == 1 && t.Keys[0].Kind == Cell
}

// isNone reports whether a type is that of none alone.
func (t *Type) isNone() bool { return t.Kind == Never && t.Optional }

// bad reports whether a mistake in t has been reported, or nothing is known of it.
func (t *Type) bad() bool { return t.Kind == Bad }

// elements returns the type of what a collection holds: a list or a set, the
// values of an array, the cells of a board, the edges of a route. It is nil for
// anything else.
func (t *Type) elements() *Type {
	switch t.Kind {
	case Bad, Never:
		return t
	case List, Set, Array:
		return t.Elem
	case Board:
		return cellType
	case Route:
		return edgeOf(t.Elem, t.orient)
	}
	return nil
}

// alternative returns the part of a union (or t itself) that has the kind, or nil.
func (t *Type) alternative(kind Kind) *Type {
	if t.Kind == kind {
		return t
	}
	if t.Kind == Union {
		for _, p := range t.Parts {
			if p.Kind == kind {
				return p
			}
		}
	}
	return nil
}

// is reports whether a value of type t can be of the kind: it is, it may be, or a
// mistake in it has been reported.
func (t *Type) is(kind Kind) bool {
	return t.Kind == Bad || t.Kind == Never || t.alternative(kind) != nil
}
