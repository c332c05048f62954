package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// declaration determines the type of a given, let, find, choose or state.
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
	if c.settled && (s.role == RoleFind || s.role == RoleChoose) {
		t = known(t)
	}
	c.typed(s, t)
}

// typed sets the type of a symbol and what its value mentions.
func (c *checker) typed(s *symbol, t *Type) {
	if s.typ == nil { // otherwise a circular declaration was found
		s.typ = t
	}
	if s.role == RoleState { // its start may be hidden, but the state itself is not
		s.reveals = len(c.mentions.hidden) > 0
	} else {
		s.mentions.add(*c.mentions)
	}
	c.spec.Types[s.name.Text] = s.typ
}

// let determines the types of all names of a let. They share one value, which may mention none of them.
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

// given returns the type of one part of a given: the written type, or that of its default.
func (c *checker) given(g *dsl.Given, i int) *Type {
	part := g.Parts[i]
	shuffle := c.shuffle
	c.shuffle = g.Value
	defer func() { c.shuffle = shuffle }()
	var t *Type
	c.scope(func() {
		keys := c.keys(part.Keys)
		if written := g.TypeOf(i); written != nil {
			t = c.domain(written, RoleGiven)
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

func (c *checker) find(name *dsl.Name, keyed *dsl.Binders, domain dsl.Expr) (t *Type) {
	c.scope(func() {
		keys := c.keys(keyed)
		t = c.domain(domain, RoleFind)
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
		t = t.with(func(t *Type) { t.Anchored = true })
	}
	return t
}

// keys returns the types of the keys that binders range over, or nil without binders.
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

// keyBinder binds the names in a key and marks them as used. A key may serve only to count.
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

// absent reports whether the parser made up an expression that is missing from the text.
func absent(e dsl.Expr) bool {
	bad, ok := e.(*dsl.Bad)
	return ok && bad.Span().Len() == 0
}

// declareAll declares the names of all statements. Statements may then mention each other in any order.
func (c *checker) declareAll() {
	for _, s := range c.spec.Stmts {
		c.src = s.Source
		switch stmt := s.Stmt.(type) {
		case *dsl.Given:
			for i, part := range stmt.Parts {
				c.declare(part.Name, RoleGiven, stmt, i)
			}
		case *dsl.Let:
			for _, name := range stmt.Names() {
				c.declare(name, RoleLet, stmt, 0)
			}
		case *dsl.Find:
			c.declare(stmt.Name, RoleFind, stmt, 0)
		case *dsl.Choose:
			c.declare(stmt.Name, RoleChoose, stmt, 0)
		case *dsl.State:
			c.declare(stmt.Name, RoleState, stmt, 0)
		case *dsl.Move:
			c.declareMove(stmt)
		case *dsl.Def:
			c.declareFunction(stmt)
		}
	}
	c.declareHidden()
	c.distinctPlayers()
	for _, s := range c.spec.Stmts {
		c.src = s.Source
		c.declareLabels(s.Stmt)
	}
}

func (c *checker) declare(name *dsl.Name, as Role, stmt dsl.Stmt, part int) {
	if name == nil {
		return
	}
	if first := c.values[name.Text]; first != nil {
		c.duplicate(name, first.role.noun(), first.src, first.name)
		return
	}
	if _, constant := constants[name.Text]; constant {
		c.errorf(name, "duplicate-name", "`%s` is a name of the language", name.Text)
		return
	}
	s := &symbol{name: name, role: as, src: c.src, stmt: stmt, part: part}
	switch as {
	case RoleGiven:
		s.mentions.given = true
	case RoleFind, RoleChoose, RoleState:
		s.mentions.finds = []*symbol{s}
	}
	c.values[name.Text] = s
	c.record.declares(s)
}

func (c *checker) declareFunction(def *dsl.Def) {
	name := def.Name
	if name == nil {
		return
	}
	if first := c.functions[name.Text]; first != nil {
		c.duplicate(name, "a function", first.src, first.def.Name)
		return
	}
	if isFunction(name.Text) {
		c.errorf(name, "duplicate-name", "`%s` is a function of the language", name.Text).
			Helpf("it is %s", c.usage(name.Text))
		return
	}
	f := &function{def: def, src: c.src}
	c.functions[name.Text] = f
	c.record.defines(f)
}

func (c *checker) duplicate(name *dsl.Name, what string, src *diag.Source, first *dsl.Name) {
	c.errorf(name, "duplicate-name", "`%s` is declared already, as %s", name.Text, what).
		Note(src, first.Span(), "it is declared here")
}

// declareLabels declares the labels of a statement. Examples, rules and defs may not have any.
func (c *checker) declareLabels(stmt dsl.Stmt) {
	dsl.Visit(stmt, func(n dsl.Node) bool {
		set, ok := n.(*dsl.LabelSet)
		if !ok {
			return true
		}
		switch stmt.(type) {
		case *dsl.Given, *dsl.Let, *dsl.Find, *dsl.Choose, *dsl.State:
			c.declareSet(set)
		case *dsl.Make: // its statement is checked in a spec of its own
		default:
			c.errorf(set, "misplaced-labels", "labels are declared in a given, a let, a find or a state").
				Helpf("give the set a name by a let, and use its labels without the texts")
		}
		return false
	})
}

func (c *checker) declareSet(set *dsl.LabelSet) {
	enum := &Enum{Set: set}
	t := newType(Type{Kind: Label, Enums: []*Enum{enum}})
	c.enums[set] = setOf(t)
	prints := map[string]*dsl.Label{}
	for _, l := range set.Labels {
		if l.Print != nil {
			if first := prints[l.Print.Value]; first != nil {
				c.errorf(l.Print, "duplicate-print", "two labels print as %q", l.Print.Value).
					Note(c.src, first.Span(), "the other one")
			}
			prints[l.Print.Value] = l
		}
		switch first := c.values[nameOf(l.Name)]; {
		case l.Name == nil:
		case first != nil:
			c.labelClash(l.Name, first)
		case constants[l.Name.Text] != nil:
			c.errorf(l.Name, "label-clash", "`%s` is a name of the language", l.Name.Text)
		default:
			c.declareLabel(l.Name, t)
		}
	}
}

func (c *checker) declareLabel(name *dsl.Name, t *Type) {
	s := &symbol{name: name, role: RoleLabel, src: c.src, typ: t}
	c.values[name.Text] = s
	c.record.declares(s)
}

// labelClash reports a label that shares its name with something else.
func (c *checker) labelClash(name *dsl.Name, first *symbol) {
	d := c.errorf(name, "label-clash", "`%s` is the name of %s already", name.Text, first.role.noun()).
		Note(first.src, first.name.Span(), "it is declared here")
	if first.role == RoleLabel {
		d.Helpf("a label has one meaning in the whole spec")
	}
}
