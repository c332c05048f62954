package check

import (
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/internal/alg"
)

// Type is the static type of a value: its kind, the types within it, and which parts the solver
// decides. Types are immutable.
type Type struct {
	Kind        Kind
	Mark        Mark // unknown parts at this level; see Unknown for all levels
	Optional    bool // may be none
	Elem        *Type
	Keys, Parts []*Type
	Enums       []*Enum // of a label: the sets that may hold it; nil: any word
	Form        Form    // of a route
	Directed    bool    // of a route: arcs instead of edges
	Crossing    bool    // of a route: it may cross itself
	Anchored    bool    // of a route: a rule sets its start
	Stack       bool    // of a list: a stack, with the last element on top

	orient *orientation // of an edge, graph or route: whether its edges are arcs

	size int  // number of types within it, including itself
	deep Mark // the greatest mark within it
}

// Enum is a declared set of labels.
type Enum struct{ Set *dsl.LabelSet }

// maxTypeSize bounds types. A chain of functions that pair up their argument would otherwise double a
// type with each step.
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

// newType computes the derived fields of a type. A type that is too large becomes Bad.
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

// arrayOf is the type of an array with a value for each combination of keys.
func arrayOf(keys []*Type, elem *Type) *Type {
	return newType(Type{Kind: Array, Keys: alg.Map(keys, known), Elem: elem})
}

// with returns a changed copy of t.
func (t *Type) with(change func(*Type)) *Type {
	changed := *t
	change(&changed)
	return newType(changed)
}

// optional returns t with none added. Truth values and collections are never none: a missing one counts
// as false or as empty.
func optional(t *Type) *Type {
	switch t.Kind {
	case Bad, Bool, Set, List, Array:
		return t
	}
	if t.Optional {
		return t
	}
	return t.with(func(t *Type) { t.Optional = true })
}

// present returns t without none. The type of none alone stays as it is.
func present(t *Type) *Type {
	if !t.Optional || t.isNone() {
		return t
	}
	return t.with(func(t *Type) { t.Optional = false })
}

// isGrid reports whether a type is an array whose key is a cell.
func (t *Type) isGrid() bool { return t.Kind == Array && len(t.Keys) == 1 && t.Keys[0].Kind == Cell }

func (t *Type) isNone() bool { return t.Kind == Never && t.Optional }

// bad reports whether a mistake in t was already reported, or t is unknown.
func (t *Type) bad() bool { return t.Kind == Bad }

// elements returns the type of a collection's members: of a list or set, the values of an array, the
// cells of a board, the edges of a route. It is nil for other types.
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

// alternative returns t, or the alternative of a union, that has the kind. It is nil if none has.
func (t *Type) alternative(kind Kind) *Type {
	if t.Kind == kind {
		return t
	}
	if t.Kind == Union {
		if i := slices.IndexFunc(t.Parts, func(p *Type) bool { return p.Kind == kind }); i >= 0 {
			return t.Parts[i]
		}
	}
	return nil
}

// is reports whether a value of type t may have the kind. It is also true after a reported mistake.
func (t *Type) is(kind Kind) bool {
	return t.Kind == Bad || t.Kind == Never || t.alternative(kind) != nil
}

// Kind is the outermost form of a type.
type Kind uint8

// The kinds. An expression with a mistake is Bad: Bad fits everything, so each mistake is reported
// once. Never has no values: it is the type of the elements of {} and, if optional, of none.
const (
	Bad Kind = iota
	Never
	Int
	Bool
	Text
	Label
	Direction
	Shape
	Cell
	Edge  // Elem: its ends
	Tuple // Parts
	List  // Elem; a stack is a list
	Set   // Elem
	Array // Keys, Elem; a grid is an array with a cell as key
	Board
	Graph   // Elem: its vertices
	Route   // Elem: its vertices; a path, cycle or links
	Regions // Elem: the vertices of its graph
	Union   // Parts: alternatives of different kinds, as in grid of {wall "#"} or 0..4
)

type noun struct{ one, many string }

// kinds describes each kind.
var kinds = [...]kindRow{
	Bad:       {noun: noun{"something", "things"}},
	Never:     {noun: noun{"nothing", "nothing"}},
	Int:       {noun: noun{"a number", "numbers"}, word: "int"},
	Bool:      {noun: noun{"true or false", "truth values"}, word: "bool"},
	Text:      {noun: noun{"a text", "texts"}, word: "text"},
	Label:     {noun: noun{"a label", "labels"}, word: "label"},
	Direction: {noun: noun{"a direction", "directions"}, word: "direction"},
	Shape:     {noun: noun{"a shape", "shapes"}, word: "shape"},
	Cell:      {noun: noun{"a cell", "cells"}, word: "cell"},
	Edge:      {noun: noun{"an edge", "edges"}, word: "edge", of: true},
	Tuple:     {noun: noun{"a tuple", "tuples"}},
	List:      {noun: noun{"a list", "lists"}},
	Set:       {noun: noun{"a set", "sets"}},
	Array:     {noun: noun{"an array", "arrays"}},
	Board:     {noun: noun{"a board", "boards"}},
	Graph:     {noun: noun{"a graph", "graphs"}, word: "graph", of: true},
	Route:     {noun: noun{"a path, cycle or links", "paths"}, word: "route", of: true, whole: true},
	Regions:   {noun: noun{"regions", "regions"}, word: "regions", of: true, whole: true},
	Union:     {noun: noun{"one of several things", "several things"}},
}

// kindRow is a row of kinds.
type kindRow struct {
	noun
	// word names the kind in signatures of the library, such as "cell". With of, the type of its
	// elements follows, as in "graph of A".
	word string
	of   bool
	// whole marks kinds that can only be found, each as a whole with rules of its own. They can't be
	// given, be part of another domain or be compared, and no function of them is tabulated.
	whole bool
}

func (t *Type) isWhole() bool { return kinds[t.Kind].whole }

// kindOf returns the kind that a word of signatures names.
func kindOf(word string) (k Kind, ok bool) {
	i := slices.IndexFunc(kinds[:], func(k kindRow) bool { return k.word == word })
	return Kind(max(i, 0)), i >= 0
}

// Mark tells which part of a value the solver decides.
type Mark uint8

// The marks. A Choice is one of finitely many known values, such as a number or a cell to be found, or one of several
// known sets. Library functions of it are tabulated. The members of a Guarded collection are decided one by one.
const (
	Known Mark = iota
	Choice
	Guarded
)

// Unknown reports whether the solver decides anything about a value.
func (t *Type) Unknown() bool { return t.deep != Known }

// own returns the mark of the value as a whole. An array or tuple has the greatest mark of its contents.
func (t *Type) own() Mark {
	if t.Kind == Array || t.Kind == Tuple {
		return t.deep
	}
	return t.Mark
}

// raise returns t with at least the mark m.
func raise(t *Type, m Mark) *Type {
	if m == Known {
		return t
	}
	r := *t
	switch {
	case t.Kind == Bad:
		return t
	case t.Kind == Array:
		r.Elem = raise(t.Elem, m)
	case t.Kind == Tuple:
		r.Parts = alg.Map(t.Parts, func(p *Type) *Type { return raise(p, m) })
	case t.Kind == List || t.Kind == Set || t.isWhole():
		r.Mark = max(t.Mark, m)
	default:
		r.Mark = Choice
	}
	return newType(r)
}

// known returns t with all marks removed.
func known(t *Type) *Type {
	if t.deep == Known {
		return t
	}
	k := *t
	k.Mark = Known
	if t.Elem != nil {
		k.Elem = known(t.Elem)
	}
	k.Parts = alg.Map(t.Parts, known)
	return newType(k)
}

// tabled reports whether a value is known or one of finitely many known values, so that a function of
// it can be tabulated.
func (t *Type) tabled() bool {
	switch t.Kind {
	case Array:
		return t.deep == Known
	case List, Set:
		return t.Mark <= Choice && t.Elem.tabled()
	}
	return !t.isWhole()
}

// Form distinguishes routes.
type Form uint8

// The forms of routes. AnyForm is a path or a cycle, as a condition in its domain decides.
const (
	PathForm Form = iota
	CycleForm
	LinksForm
	AnyForm
)

var formNouns = [...]noun{
	PathForm:  {"a path", "paths"},
	CycleForm: {"a cycle", "cycles"},
	LinksForm: {"links", "links"},
	AnyForm:   {"a path or cycle", "paths or cycles"},
}

// mayHaveEnds reports whether a route of the form may have a first and a last vertex.
func (f Form) mayHaveEnds() bool { return f == PathForm || f == AnyForm }

var (
	emptyNouns    = map[Kind]noun{List: {"an empty list", "empty lists"}, Set: {"an empty set", "empty sets"}}
	arcNoun       = noun{"an arc", "arcs"}
	edgeOrArcNoun = noun{"an edge or arc", "edges or arcs"}
	stackNoun     = noun{"a stack", "stacks"}
	gridNoun      = noun{"a grid", "grids"}
)

// String describes the type for a reader: a list of numbers, a cell or none.
func (t *Type) String() string { return t.describe(noun.first) }

func (t *Type) plural() string { return t.describe(noun.second) }

func (t *Type) describe(pick func(noun) string) string {
	if t.isNone() {
		return "none"
	}
	s := t.describePresent(pick)
	if t.Optional {
		s += " or none"
	}
	return s
}

func (t *Type) describePresent(pick func(noun) string) string {
	word := pick(kinds[t.Kind].noun)
	switch t.Kind {
	case Edge:
		switch {
		case t.orient.is(directed):
			return pick(arcNoun)
		case t.orient.is(conditional):
			return pick(edgeOrArcNoun)
		}
	case List, Set:
		if t.Stack {
			word = pick(stackNoun)
		}
		switch t.Elem.Kind {
		case Bad:
			return word
		case Never:
			return pick(emptyNouns[t.Kind])
		}
		return word + " of " + t.Elem.plural()
	case Array:
		if t.isGrid() {
			return pick(gridNoun) + " of " + t.Elem.plural()
		}
		return word + " of " + t.Elem.plural() + " by " + describeAll(t.Keys, " and ", (*Type).plural)
	case Tuple:
		return word + " of " + describeAll(t.Parts, " and ", (*Type).String)
	case Union:
		return describeAll(t.Parts, " or ", func(p *Type) string { return p.describePresent(pick) })
	case Route:
		return pick(formNouns[t.Form])
	case Label:
		if len(t.Enums) > 0 {
			return word + " of " + describeAll(t.Enums, " or ", (*Enum).String)
		}
	}
	return word
}

// maxListed bounds the labels of a set that a message names.
const maxListed = 4

// String lists the labels: {white, black}.
func (e *Enum) String() string {
	var names []string
	for i, l := range e.Set.Labels {
		if i == maxListed && len(e.Set.Labels) > maxListed+1 {
			names = append(names, "…")
			break
		}
		names = append(names, l.Name.Text)
	}
	return "{" + strings.Join(names, ", ") + "}"
}

func describeAll[T any](items []T, separator string, describe func(T) string) string {
	return strings.Join(alg.Map(items, describe), separator)
}
