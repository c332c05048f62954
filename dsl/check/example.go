package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// example checks what an example gives and what it expects.
func (c *checker) example(e *dsl.Example) {
	c.givens(e, "example")
	for _, x := range e.Expect {
		c.expectation(x)
	}
}

// givens checks the values that an example, or an instance, has for givens.
func (c *checker) givens(e *dsl.Example, noun string) {
	given := map[string]bool{}
	for _, a := range e.Givens {
		c.assignment(a, given)
	}
	c.missingGivens(e, given, noun)
}

// assignment checks a value for one given, or a grid for several that are
// printed together.
func (c *checker) assignment(a *dsl.Assign, given map[string]bool) {
	var t *Type
	for _, name := range a.Names {
		s := c.values[name.Text]
		c.record.use(name, c.src, s)
		if s == nil || s.role != asGiven {
			c.unknownGiven(name, s)
			t = badType
			continue
		}
		if given[name.Text] && len(a.Keys) == 0 {
			c.errorf(name, "duplicate-name", "`%s` has a value already in this example", name.Text)
		}
		given[name.Text] = true
		if t == nil {
			t = orBad(s.typ)
		}
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

func orBad(t *Type) *Type {
	if t == nil {
		return badType
	}
	return t
}

func (c *checker) unknownGiven(name *dsl.Name, s *symbol) {
	if s != nil {
		c.errorf(name, "unknown-given", "`%s` is %s, and an example gives values to givens", name.Text, roleNouns[s.role]).
			Note(s.src, s.name.Span(), "it is declared here")
		return
	}
	c.errorf(name, "unknown-given", "there is no given `%s`", name.Text).Suggest(diag.Nearest(name.Text, c.givenNames()))
}

func (c *checker) givenNames() []string {
	var names []string
	for _, g := range c.spec.Givens {
		for _, p := range g.Stmt.Parts {
			names = append(names, nameOf(p.Name))
		}
	}
	return names
}

// missingGivens reports the givens without a default that an example leaves out.
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

// quietly resolves the names of a value whose type nobody knows.
func (c *checker) quietly(e dsl.Expr) {
	if _, grid := e.(*dsl.GridLit); !grid {
		c.expr(e)
	}
}

// valueAt is the type of a keyed given or find at the keys that are written.
func (c *checker) valueAt(name *dsl.Name, t *Type, keys []dsl.Expr) *Type {
	ts := c.exprs(keys)
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

// expectation checks one thing that an example expects.
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

// expectedOptimum checks minimum N or maximum N: a tuple for several objectives.
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
		c.errorf(x, "expect-objective", "there is no %s, for nothing is optimised", word).
			Expect(form)
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

// expectedFind checks NAME = VALUE or NAME[KEYS] = VALUE.
func (c *checker) expectedFind(x *dsl.Expectation) {
	s := c.values[nameOf(x.Name)]
	c.record.use(x.Name, c.src, s)
	if c.spec.Moving() {
		c.errorf(x, "expect-find", "an example of a puzzle that moves expects no value").
			Expect("minimum N, solution, no solution or N solutions")
		c.quietly(x.Value)
		return
	}
	if s == nil || s.role != asFind {
		var names []string
		for _, f := range c.spec.Finds {
			names = append(names, nameOf(f.Stmt.Name))
		}
		c.errorf(x.Name, "unknown-find", "there is no find `%s`", nameOf(x.Name)).Suggest(diag.Nearest(nameOf(x.Name), names))
		c.quietly(x.Value)
		return
	}
	t := orBad(s.typ)
	if len(x.Keys) > 0 {
		t = c.valueAt(x.Name, t, x.Keys)
	}
	c.expectedValue(x, present(known(t)))
}

// expectedValue checks the value that a find is expected to have. A grid shows an
// array, the steps of a path, or with "." what is not in a set.
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
