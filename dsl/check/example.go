package check

import (
	"cmp"
	"strings"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

func (c *checker) example(e *dsl.Example) {
	c.givens(e, "example")
	for _, x := range e.Expect {
		c.expectation(x)
	}
}

// givens checks the values that an example or an instance has for givens. noun is "example" or "instance".
func (c *checker) givens(e *dsl.Example, noun string) {
	given := map[string]bool{}
	for _, a := range e.Givens {
		c.assignment(a, given)
	}
	c.missingGivens(e, given, noun)
}

// assignment checks a value for one given, or a grid for several that are printed together.
func (c *checker) assignment(a *dsl.Assign, given map[string]bool) {
	var t *Type
	for _, name := range a.Names {
		s := c.refer(name)
		if s == nil || s.role != RoleGiven {
			c.unknownGiven(name, s, "an example gives values to givens")
			t = badType
			continue
		}
		if given[name.Text] && len(a.Keys) == 0 {
			c.errorf(name, "duplicate-name", "`%s` has a value already in this example", name.Text)
		}
		given[name.Text] = true
		t = cmp.Or(t, s.typ, badType)
	}
	switch {
	case t == nil || t.bad():
		c.quietly(a.Value)
	case len(a.Keys) > 0:
		c.input(a.Value, c.valueAt(a.Names[0], t, a.Keys))
	case len(a.Names) > 1:
		c.joint(a.Value, a.Names)
	default:
		c.input(a.Value, t)
	}
}

// unknownGiven reports that a name is no given. why tells what needs one.
func (c *checker) unknownGiven(name *dsl.Name, s *symbol, why string) {
	if s != nil {
		c.errorf(name, "unknown-given", "`%s` is %s, and %s", name.Text, s.role.noun(), why).
			Note(s.src, s.name.Span(), "it is declared here")
		return
	}
	c.errorf(name, "unknown-given", "there is no given `%s`", name.Text).
		Suggest(diag.Nearest(name.Text, c.namesOf(RoleGiven)))
}

// missingGivens reports the first given without a default that an example leaves out.
func (c *checker) missingGivens(e *dsl.Example, given map[string]bool, noun string) {
	for _, g := range c.spec.Givens {
		if g.Stmt.Value != nil {
			continue
		}
		for _, p := range g.Stmt.Parts {
			if name := nameOf(p.Name); name != "" && !given[name] {
				at := diag.Span{Start: e.Span().Start, End: e.Span().Start + len("example")}
				c.add(diag.Errorf(c.src, at, "missing-given", "the %s does not give `%s`, which has no default", noun, name).
					Note(g.Source, p.Name.Span(), "it is declared here"))
				return
			}
		}
	}
}

// quietly resolves the names of a value of unknown type.
func (c *checker) quietly(e dsl.Expr) {
	if _, grid := e.(*dsl.GridLit); !grid {
		c.expr(e)
	}
}

// valueAt is the type of a keyed given or find at some keys.
func (c *checker) valueAt(name *dsl.Name, t *Type, keys []dsl.Expr) *Type {
	ts := alg.Map(keys, c.expr)
	if t.bad() {
		return badType
	}
	if t.Kind != Array {
		c.errorf(keys[0], "wrong-count", "`%s` has no keys", name.Text)
		return badType
	}
	at := dsl.At{Start: name.Span().Start, End: keys[len(keys)-1].Span().End}
	return c.indexArray(&dsl.Index{At: at, X: name, Keys: keys}, t, ts)
}

func (c *checker) expectation(x *dsl.Expectation) {
	switch x.Kind {
	case dsl.ExpectCount:
		if x.UpToSymmetry && c.spec.Moving() {
			c.errorf(x, "expect-symmetry", "symmetry makes states alike here; runs are counted one by one").Expect("N solutions")
		} else if x.UpToSymmetry && len(c.spec.Symmetries) == 0 {
			c.errorf(x, "expect-symmetry", "the spec does not say what its symmetries are").
				Expect("a statement such as symmetry BOARD")
		}
	case dsl.ExpectMinimum, dsl.ExpectMaximum:
		c.expectedOptimum(x)
	case dsl.ExpectFind:
		c.expectedFind(x)
	}
}

// expectedOptimum checks minimum N or maximum N. Several objectives need a tuple.
func (c *checker) expectedOptimum(x *dsl.Expectation) {
	word, statement := "minimum", "minimize"
	if x.Kind == dsl.ExpectMaximum {
		word, statement = "maximum", "maximize"
	}
	terms := 0
	for _, o := range c.spec.Objectives {
		terms += len(o.Stmt.Terms)
	}
	if terms == 0 {
		form := "a statement " + statement + " EXPRESSION"
		if c.spec.Moving() {
			form = "a statement minimize moves, or the name of a move or of a cost"
		}
		c.errorf(x, "expect-objective", "there is no %s, for nothing is optimised", word).Expect(form)
		return
	}
	if first := c.spec.Objectives[0]; first.Stmt.Maximize != (x.Kind == dsl.ExpectMaximum) {
		c.errorf(x, "expect-objective", "the spec asks for the opposite of a %s", word).
			Note(first.Source, first.Stmt.Span(), "this is its first objective")
		return
	}
	values := []dsl.Expr{x.Value}
	if tuple, ok := x.Value.(*dsl.Tuple); ok {
		values = tuple.Elems
	}
	if len(values) != terms {
		c.errorf(x.Value, "expect-objective", "%s for %s", counted(len(values), "value"), counted(terms, "objective"))
	}
	for _, v := range values {
		if t := c.number(v); t.Unknown() {
			c.mustBeKnown(v, "an expected value")
		}
	}
}

func (c *checker) unknownFind(name *dsl.Name) {
	c.errorf(name, "unknown-find", "there is no find `%s`", nameOf(name)).
		Suggest(diag.Nearest(nameOf(name), c.namesOf(RoleFind)))
}

// expectedFind checks NAME = VALUE or NAME[KEYS] = VALUE.
func (c *checker) expectedFind(x *dsl.Expectation) {
	s := c.refer(x.Name)
	if c.spec.Moving() {
		c.errorf(x, "expect-find", "an example of a puzzle that moves expects no value").
			Expect("minimum N, solution, no solution or N solutions")
		c.quietly(x.Value)
		return
	}
	if s == nil || s.role != RoleFind {
		c.unknownFind(x.Name)
		c.quietly(x.Value)
		return
	}
	t := cmp.Or(s.typ, badType)
	if len(x.Keys) > 0 {
		t = c.valueAt(x.Name, t, x.Keys)
	}
	c.expectedValue(x, present(known(t)))
}

// expectedValue checks the expected value of a find. A grid shows an array, the steps of a path, or the
// membership of a set with "." for cells outside.
func (c *checker) expectedValue(x *dsl.Expectation, t *Type) {
	if _, grid := x.Value.(*dsl.GridLit); grid {
		if !t.bad() && !t.isGrid() && t.Kind != Route && (t.Kind != Set || !t.Elem.is(Cell)) {
			c.errorf(x.Value, "wrong-type", "this is a grid").Expect(t.String())
		}
		return
	}
	got := c.knownExpr(x.Value, "an expected value")
	if comparable(t.asCollection(got), got.asCollection(t)) {
		return
	}
	d := advise(c.wrongType(x.Value, t.String(), got), t, got)
	switch {
	case t.isGrid():
		d.Helpf(`write a grid, """…""", or the value in one cell: %s[…] = …`, x.Name.Text)
	case t.Kind == Array:
		d.Helpf("write the value at one key: %s[…] = …", x.Name.Text)
	case t.Kind == Route || t.Kind == Set && t.Elem.Kind == Cell:
		d.Helpf(`a grid, """…""", shows it`)
	}
}

// joint checks a grid that is written for several givens at once.
func (c *checker) joint(e dsl.Expr, givens []*dsl.Name) {
	for _, name := range givens {
		s := c.values[name.Text]
		if s != nil && s.typ != nil && !s.typ.bad() && !s.typ.isGrid() && !s.typ.hasPlaces() {
			c.errorf(name, "joint-grid", "only grids are printed together, with what lies on sides and corners, and `%s` is %s", name.Text, s.typ)
		}
	}
	if _, grid := e.(*dsl.GridLit); !grid {
		c.errorf(e, "wrong-type", "this is one value for %s", counted(len(givens), "given")).Expect(`a grid: """…"""`)
	}
}

// hasPlaces reports whether a given has a picture: its keys or elements are cells or edges between cells.
func (t *Type) hasPlaces() bool {
	place := t.Elem
	if t.Kind == Array && len(t.Keys) == 1 {
		place = t.Keys[0]
	}
	return (t.Kind == Array || t.Kind == Set) && place != nil && (place.Kind == Cell || place.Kind == Edge && place.Elem.Kind == Cell)
}

// input checks a value that is written for a given. The reader of instances checks ranges of cells and numbers.
func (c *checker) input(e dsl.Expr, t *Type) {
	if grid, ok := e.(*dsl.GridLit); ok {
		switch t.Kind {
		case Int, Bool, Label, Direction, Text, Tuple, Cell, Edge, Union:
			c.errorf(grid, "wrong-type", "this is a grid").Expect(t.String())
		}
		return
	}
	c.written(e, t, true)
}

// written checks a value element by element, to locate mistakes exactly. With words, a bare word may be any label.
func (c *checker) written(e dsl.Expr, t *Type, words bool) {
	if words && c.isPlace(e, t) {
		return
	}
	switch x := e.(type) {
	case *dsl.Name:
		if label := t.alternative(Label); words && !c.isFound(x) && (label != nil && len(label.Enums) == 0 || t.alternative(Shape) != nil) {
			return
		}
	case *dsl.StringLit:
		if t.is(Label) || t.is(Direction) || t.is(Shape) {
			return
		}
	case *dsl.ListLit:
		if elem := t.writtenElement(); elem != nil {
			for _, e := range x.Elems {
				c.written(e, elem, words && t.Kind == List)
			}
			return
		}
	case *dsl.SetLit:
		if t.Kind == List || t.Kind == Set {
			for _, e := range x.Elems {
				c.written(e, t.Elem, words && t.Kind == Set)
			}
			return
		}
	case *dsl.Tuple:
		if t.Kind == Tuple && len(t.Parts) == len(x.Elems) {
			for i, part := range x.Elems {
				c.written(part, t.Parts[i], words)
			}
			return
		}
	}
	if got := c.knownExpr(e, "a value that is given"); !t.bad() && !t.accepts(got) {
		d := advise(c.wrongType(e, t.String(), got), t, got)
		if t.Kind == Array && !t.isGrid() && d.Help == "" && t.Elem.accepts(got) {
			d.Helpf("one value for all keys is written as a list with one for each: [%s for i in KEYS]", c.src.Slice(e.Span()))
		}
	}
}

// isPlace reports whether a value is the name of a cell or a corner, r1c2 or p1c2, or an edge of two of these, r1c1-r1c2, and
// the type has such values. The reader of instances checks that the board has it.
func (c *checker) isPlace(e dsl.Expr, t *Type) bool {
	named := func(e dsl.Expr) bool {
		n, ok := e.(*dsl.Name)
		return ok && isPlaceName(n.Text) && c.lookup(n.Text) == nil
	}
	switch x := e.(type) {
	case *dsl.Name:
		return t.alternative(Cell) != nil && named(x)
	case *dsl.Binary:
		return t.alternative(Edge) != nil && x.Op == dsl.OpSub && named(x.X) && named(x.Y)
	case *dsl.Call:
		return t.alternative(Edge) != nil && x.Func.Text == "edge" && len(x.Args) == 2 && named(x.Args[0]) && named(x.Args[1])
	}
	return false
}

// isPlaceName reports whether a word is r1c2 or p1c2 with any numbers.
func isPlaceName(word string) bool {
	row, column, ok := strings.Cut(strings.TrimLeft(word, "rp"), "c")
	digits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return ok && len(word) == len(row)+len(column)+2 && digits(row) && digits(column)
}

// writtenElement is the type of the elements of a list written for a t. A grid is a list of its rows,
// any other array the list of its values.
func (t *Type) writtenElement() *Type {
	switch {
	case t.isGrid():
		return listOf(t.Elem)
	case t.Kind == List || t.Kind == Set || t.Kind == Array:
		return t.Elem
	}
	return nil
}

// accepts reports whether a value of type got can be given for a t. A list accepts any collection.
func (t *Type) accepts(got *Type) bool {
	switch {
	case got.isNone():
		return t.Optional || t.bad()
	case comparable(t, got):
		return true
	}
	elem, inner := t.writtenElement(), got.elements()
	return elem != nil && inner != nil && elem.accepts(inner)
}

func (c *checker) isFound(n *dsl.Name) bool {
	s := c.lookup(n.Text)
	return s != nil && (s.role == RoleFind || s.role == RoleChoose)
}
