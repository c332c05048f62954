package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// declareAll enters the names of all statements, so that the order in which a
// spec explains itself is free.
func (c *checker) declareAll() {
	for _, s := range c.spec.Stmts {
		c.src = s.Source
		switch stmt := s.Stmt.(type) {
		case *dsl.Given:
			for i, part := range stmt.Parts {
				c.declare(part.Name, asGiven, stmt, i)
			}
		case *dsl.Let:
			for _, name := range stmt.Names() {
				c.declare(name, asLet, stmt, 0)
			}
		case *dsl.Find:
			c.declare(stmt.Name, asFind, stmt, 0)
		case *dsl.Choose:
			c.declare(stmt.Name, asChoose, stmt, 0)
		case *dsl.State:
			c.declare(stmt.Name, asState, stmt, 0)
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

func (c *checker) declare(name *dsl.Name, as role, stmt dsl.Stmt, part int) {
	if name == nil {
		return
	}
	if first := c.values[name.Text]; first != nil {
		c.duplicate(name, roleNouns[first.role], first.src, first.name)
		return
	}
	if _, constant := constants[name.Text]; constant {
		c.errorf(name, "duplicate-name", "`%s` is a name of the language", name.Text)
		return
	}
	s := &symbol{name: name, role: as, src: c.src, stmt: stmt, part: part}
	switch as {
	case asGiven:
		s.mentions.given = true
	case asFind, asChoose, asState:
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

// declareLabels enters the labels that a statement declares. Examples and what
// asks rather than declares may not.
func (c *checker) declareLabels(stmt dsl.Stmt) {
	dsl.Visit(stmt, func(n dsl.Node) bool {
		set, ok := n.(*dsl.LabelSet)
		if !ok {
			return true
		}
		switch stmt.(type) {
		case *dsl.Given, *dsl.Let, *dsl.Find, *dsl.Choose, *dsl.State:
			c.declareSet(set)
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
		if l.Name == nil {
			continue
		}
		if first := c.values[l.Name.Text]; first != nil {
			c.labelClash(l.Name, first)
			continue
		}
		if _, constant := constants[l.Name.Text]; constant {
			c.errorf(l.Name, "label-clash", "`%s` is a name of the language", l.Name.Text)
			continue
		}
		s := &symbol{name: l.Name, role: asLabel, src: c.src, typ: t}
		c.values[l.Name.Text] = s
		c.record.declares(s)
	}
}

// labelClash reports a label that has the name of something else, or the other
// way round.
func (c *checker) labelClash(name *dsl.Name, first *symbol) {
	d := c.errorf(name, "label-clash", "`%s` is the name of %s already", name.Text, roleNouns[first.role]).
		Note(first.src, first.name.Span(), "it is declared here")
	if first.role == asLabel {
		d.Helpf("a label has one meaning in the whole spec")
	}
}
