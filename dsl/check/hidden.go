package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// declareHidden notes which givens players may not read.
func (c *checker) declareHidden() {
	for _, h := range c.spec.Hiddens {
		c.src = h.Source
		for _, name := range h.Stmt.Names {
			s := c.values[name.Text]
			c.record.use(name, c.src, s)
			switch {
			case s == nil:
				c.errorf(name, "unknown-given", "there is no given `%s`", name.Text).Suggest(diag.Nearest(name.Text, c.givenNames()))
			case s.role != asGiven:
				c.errorf(name, "unknown-given", "`%s` is %s, and only what is given can be hidden", name.Text, roleNouns[s.role]).
					Note(s.src, s.name.Span(), "it is declared here")
			case s.hidden != nil:
				c.errorf(name, "duplicate-name", "`%s` is hidden already", name.Text).Note(s.hiddenIn, s.hidden.Span(), "it is hidden here")
			default:
				s.hidden, s.hiddenIn = name, h.Source
				s.mentions.hidden = []*symbol{s}
			}
		}
	}
}

// read reports that a player reads what is hidden, or that it is shown: at is a name
// or a call in the player's own words, and mentions what its value depends on.
func (c *checker) read(at *dsl.Name, mentions mentions) {
	if c.reader == "" || len(c.calls) > 0 || len(mentions.hidden) == 0 {
		return
	}
	s := mentions.hidden[0]
	message := "%s may not read `%s`, which is hidden"
	if at.Text != s.name.Text {
		message += ", and `" + at.Text + "` depends on it"
	}
	c.errorf(at, "reads-hidden", message, c.reader, s.name.Text).Note(s.hiddenIn, s.hidden.Span(), "it is hidden here")
}

// arguments are the types of a call's arguments. How many things a hidden collection
// holds is no secret, nor which cells a hidden grid has, only what is there: size(deck)
// and cells(field) do not count as reading them.
func (c *checker) arguments(e *dsl.Call) []*Type {
	types := make([]*Type, len(e.Args))
	for i, arg := range e.Args {
		if !asksForShape(e, i) || !c.isHiddenCollection(arg) {
			types[i] = c.expr(arg)
			continue
		}
		mentioned, reader := c.mentions, c.reader
		c.mentions, c.reader = &mentions{}, ""
		types[i] = c.expr(arg)
		c.mentions, c.reader = mentioned, reader
		c.mentions.given = true
	}
	return types
}

// asksForShape reports whether a library function asks of an argument only how many
// things or which cells it has.
func asksForShape(e *dsl.Call, argument int) bool {
	f := functions()[e.Func.Text]
	switch {
	case f == nil:
		return false
	case f.Length:
		return len(e.Args) == 1
	}
	fitting := 0
	for _, s := range f.read() {
		if len(s.params) != len(e.Args) {
			continue
		}
		if s.params[argument].pattern.form != boardPattern {
			return false
		}
		fitting++
	}
	return fitting > 0
}

// isHiddenCollection reports whether an expression is the name of a hidden list or
// array.
func (c *checker) isHiddenCollection(e dsl.Expr) bool {
	name, ok := e.(*dsl.Name)
	if !ok {
		return false
	}
	s := c.lookup(name.Text)
	if s == nil || s.hidden == nil || s.typ == nil && !c.force(s, name) {
		return false
	}
	return s.typ.Kind == List || s.typ.Kind == Array
}

// dealt is the type of a hidden given for those who do not see it: a list or an
// array of unknown values, a set with unknown members.
func dealt(t *Type) *Type {
	switch t.Kind {
	case List:
		return listOf(raise(t.Elem, Choice))
	case Set:
		return raise(t, Guarded)
	}
	return raise(t, Choice)
}

// unseen checks a spec without mistakes again as it is for those who do not see
// what is hidden: for them its values are unknown, and nothing that must be known
// may depend on them. A spec so checked is one machine for all deals.
func (c *checker) unseen() {
	spec := *c.spec
	d := newChecker(&spec)
	d.dealing = true
	d.declareAll()
	for _, stmt := range spec.Stmts {
		switch stmt.Stmt.(type) {
		case *dsl.Given, *dsl.Let, *dsl.State, *dsl.Move, *dsl.Goal, *dsl.Never, *dsl.Symmetry:
			d.src = stmt.Source
			d.statement(stmt.Stmt)
		}
	}
	for _, problem := range d.diags.All() {
		c.add(problem)
	}
}
