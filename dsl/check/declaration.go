package check

import "nazo/dsl"

// declaration gives the symbol of a given, let, find, choose or state its type.
func (c *checker) declaration(s *symbol) {
	if let, ok := s.stmt.(*dsl.Let); ok {
		c.let(let)
		return
	}
	s.checking = true
	defer func() { s.checking = false }()
	var t *Type
	switch stmt := s.stmt.(type) {
	case *dsl.Given:
		t = c.given(stmt, s.part)
		if c.dealing && s.hidden != nil {
			t = dealt(t)
		}
	case *dsl.Find:
		t = c.find(stmt.Name, stmt.Keys, stmt.Domain)
	case *dsl.Choose:
		t = c.find(stmt.Name, stmt.Keys, stmt.Domain)
	case *dsl.State:
		t = c.state(stmt)
	}
	c.typed(s, t)
}

// typed gives a symbol its type and what its value mentions.
func (c *checker) typed(s *symbol, t *Type) {
	if s.typ == nil { // else a circle was found
		s.typ = t
	}
	if s.role == asState { // what a state begins with may be hidden; the state is not
		s.reveals = len(c.mentions.hidden) > 0
	} else {
		s.mentions.add(*c.mentions)
	}
	c.spec.Types[s.name.Text] = s.typ
}

// let gives all names of a let at the top their types. Its value is one: it depends on none of them.
func (c *checker) let(let *dsl.Let) {
	var declared []*symbol
	for _, name := range let.Names() {
		if s := c.values[name.Text]; s != nil && s.name == name {
			declared = append(declared, s)
			s.checking = true
		}
	}
	value := badType
	if !c.bareLabels(let.Bind.Value) {
		value = c.expr(let.Bind.Value)
	}
	for i, t := range c.partsOf(let.Bind, let.Bind.Value, value) {
		for _, s := range declared {
			if s.name == let.Bind.Names[i] {
				s.checking = false
				c.typed(s, t)
			}
		}
	}
}

// given is the type of one part of a given: what is written for it, or that of
// its default.
func (c *checker) given(g *dsl.Given, i int) *Type {
	part := g.Parts[i]
	shuffle := c.shuffle
	c.shuffle = g.Value
	defer func() { c.shuffle = shuffle }()
	var t *Type
	c.scope(func() {
		keys := c.keys(part.Keys)
		if written := g.TypeOf(i); written != nil {
			t = c.domain(written, inGiven)
		}
		if t != nil && keys != nil {
			t = arrayOf(keys, t)
		}
	})
	if g.Value == nil || absent(g.Value) {
		if t == nil {
			c.errorf(part.Name, "missing-type", "`%s` has neither a type nor a default", part.Name.Text).
				Expect("a colon and a type, or = and a value")
			return badType
		}
		return t
	}
	if t == nil && len(g.Parts) == 1 && part.Keys == nil {
		return c.untyped(g, part)
	}
	if t == nil {
		c.errorf(part.Name, "missing-type", "`%s` needs a type", part.Name.Text).Expect("a colon and a type")
		return badType
	}
	if len(g.Parts) == 1 {
		c.input(g.Value, t)
	}
	return t
}

// untyped is the type of a given that has only a default.
func (c *checker) untyped(g *dsl.Given, part *dsl.GivenPart) *Type {
	if grid, ok := g.Value.(*dsl.GridLit); ok {
		c.errorf(grid, "missing-type", "what the cells of `%s` mean is not said", part.Name.Text).
			Expect("given " + part.Name.Text + ": grid of TYPE = …")
		return badType
	}
	t := c.knownExpr(g.Value, "a default")
	if t.isNone() || t.elements() != nil && t.elements().Kind == Never {
		c.errorf(g.Value, "missing-type", "the type of `%s` can't be seen from %s", part.Name.Text, t).
			Expect("a colon and a type before the =")
		return badType
	}
	return t
}

// find is the type of a find or choose.
func (c *checker) find(name *dsl.Name, keyed *dsl.Binders, domain dsl.Expr) (t *Type) {
	c.scope(func() {
		keys := c.keys(keyed)
		t = c.domain(domain, inFind)
		if keys == nil {
			return
		}
		if t.Kind == Route {
			c.errorf(domain, "keyed-route", "there can't be %s for each key", t)
			t = badType
			return
		}
		t = arrayOf(keys, t)
	})
	if name != nil && t.Kind == Route && c.anchored[name.Text] {
		anchored := *t
		anchored.Anchored = true
		t = newType(anchored)
	}
	return t
}

// keys are the types of the keys that binders range over, nil for none.
func (c *checker) keys(b *dsl.Binders) []*Type {
	if b == nil {
		return nil
	}
	var keys []*Type
	for _, item := range b.Items {
		if item.In == nil {
			c.binder(item, false)
			continue
		}
		keys = append(keys, c.keyBinder(item)...)
	}
	if b.Where != nil {
		c.knownCondition(b.Where, "which keys there are")
	}
	if len(keys) == 0 {
		c.errorf(b, "missing-key", "there is no key here").Expect("KEY in KEYS")
		return []*Type{badType}
	}
	return keys
}

// keyBinder binds the names of a key, each of which is a key of its own, and
// marks them as used: a key may be there only to count.
func (c *checker) keyBinder(item *dsl.Binder) []*Type {
	from := len(c.locals)
	c.binder(item, true)
	var keys []*Type
	for _, s := range c.locals[from:] {
		s.used = true
		keys = append(keys, s.typ)
	}
	return keys
}

// absent reports whether the parser put something for an expression of which there
// is not a word.
func absent(e dsl.Expr) bool {
	bad, ok := e.(*dsl.Bad)
	return ok && bad.Span().Len() == 0
}
