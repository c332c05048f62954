package check

import "nazo/dsl"

// own reports whether a source is the spec's own text: what a used spec does not
// need may be there for others.
func (c *checker) own(s *symbol) bool { return s.src == c.spec.File.Source }

// warnUnused reports declarations that nothing mentions, and finds that no rule
// does.
func (c *checker) warnUnused() {
	for _, stmt := range c.spec.Stmts {
		c.src = stmt.Source
		switch s := stmt.Stmt.(type) {
		case *dsl.Given:
			for _, part := range s.Parts {
				c.warnUnusedValue(part.Name)
			}
		case *dsl.Let:
			for _, name := range s.Names() {
				c.warnUnusedValue(name)
			}
		case *dsl.Find:
			c.warnFree(s.Name)
		case *dsl.Choose:
			c.warnFree(s.Name)
		case *dsl.State:
			c.warnState(s)
		case *dsl.Move:
			c.warnCosts(s)
		case *dsl.Def:
			f := c.functions[nameOf(s.Name)]
			if f != nil && f.src == c.spec.File.Source && !f.used {
				c.warnf(s.Name, "unused", "nothing calls `%s`", s.Name.Text)
			}
		}
	}
}

func (c *checker) warnUnusedValue(name *dsl.Name) {
	s := c.values[nameOf(name)]
	if s == nil || !c.own(s) || s.used || anonymous(s.name.Text) || c.usesLabels(s) {
		return
	}
	c.warnf(name, "unused", "nothing mentions `%s`", name.Text)
}

// usesLabels reports whether a let declares labels, and one of them is mentioned.
func (c *checker) usesLabels(s *symbol) bool {
	let, ok := s.stmt.(*dsl.Let)
	if !ok {
		return false
	}
	used := false
	dsl.Visit(let.Bind, func(n dsl.Node) bool {
		if l, ok := n.(*dsl.Label); ok {
			label := c.values[nameOf(l.Name)]
			used = used || label != nil && label.used
		}
		return !used
	})
	return used
}

// warnFree reports a find that nothing constrains, unless its domain says
// enough: a path, a permutation.
func (c *checker) warnFree(name *dsl.Name) {
	s := c.values[nameOf(name)]
	if s == nil || !c.own(s) || s.ruled || s.typ == nil || s.typ.bad() || s.typ.isWhole() {
		return
	}
	if find, ok := s.stmt.(*dsl.Find); ok {
		if _, permutation := find.Domain.(*dsl.PermutationOf); permutation {
			return
		}
	}
	c.warnf(name, "unconstrained", "no rule says anything about `%s`", name.Text)
}

// warnUnusedBound reports bound names that their scope does not mention.
func (c *checker) warnUnusedBound(locals []*symbol) {
	for _, s := range locals {
		if s.used || anonymous(s.name.Text) || s.src != c.spec.File.Source {
			continue
		}
		c.warnf(s.name, "unused", "nothing mentions `%s`", s.name.Text).
			Helpf("if it is there only to count, call it _ or _%s", s.name.Text)
	}
}

// warnConstant reports a rule that says the same whatever is given and found.
func (c *checker) warnConstant(r *dsl.Rule) {
	if len(c.mentions.finds) == 0 && !c.mentions.given {
		what := "a find"
		if c.spec.Moving() {
			what = "a state"
		}
		c.warnf(r.Body, "constant-rule", "this mentions neither a given nor %s, so it is always true or always false", what)
	}
}
