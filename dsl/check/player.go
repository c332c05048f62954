package check

import (
	"cmp"

	"nazo/dsl"
	"nazo/dsl/diag"
)

// player checks the preferences of a player, and that they read nothing hidden.
func (c *checker) player(p *dsl.Player) {
	c.reader = "a player"
	defer func() { c.reader = "" }()
	if p.Sample != nil {
		c.sample(p.Sample)
		if len(c.spec.Hiddens) == 0 {
			c.warnf(p.Sample, "needless-sample", "nothing is hidden, so all samples are alike")
		}
	}
	if p.By != nil {
		c.number(p.By)
	}
	for _, preference := range p.Prefers {
		c.scope(func() { c.preference(preference) })
	}
}

func (c *checker) distinctPlayers() {
	players := map[string]Placed[*dsl.Player]{}
	for _, p := range c.spec.Players {
		name := nameOf(p.Stmt.Name)
		if first, again := players[name]; again && name != "" {
			c.src = p.Source
			c.errorf(p.Stmt.Name, "duplicate-name", "there is a player `%s` already", name).
				Note(first.Source, first.Stmt.Name.Span(), "it is declared here")
			continue
		}
		players[name] = p
	}
}

func (c *checker) sample(e dsl.Expr) {
	t := c.knownExpr(e, "the number of samples")
	literal, ok := e.(*dsl.IntLit)
	negative, minus := e.(*dsl.Unary)
	if !t.is(Int) || t.isNone() {
		c.wrongType(e, "a number, 1 or more", t)
	} else if ok && literal.Value.Sign() == 0 || minus && negative.Op == dsl.OpNeg {
		c.errorf(e, "sample-count", "a player who samples tries one deal or more").Expect("a number, 1 or more")
	}
}

// preference checks prefer MOVE(args) when COND by EXPR. Unknown names among the arguments are bound to
// the parameters of the move.
func (c *checker) preference(p *dsl.Preference) {
	params := c.preferred(p.Move)
	for i, arg := range p.Move.Args {
		t := badType
		if i < len(params) {
			t = params[i]
		}
		c.argument(arg, t)
	}
	for _, s := range c.locals[c.base:] {
		s.used = true
	}
	if p.When != nil {
		c.condition(p.When)
	}
	if p.By != nil {
		c.number(p.By)
	}
}

// preferred returns the types of the parameters of a preference's move. It is nil if there is no such
// move, or if the number of arguments is wrong.
func (c *checker) preferred(call *dsl.Call) []*Type {
	name := call.Func
	s := c.refer(name)
	if s == nil || s.role != RoleMove {
		d := c.errorf(name, "unknown-move", "there is no move `%s`", name.Text).
			Suggest(diag.Nearest(name.Text, c.namesOf(RoleMove)))
		if s != nil {
			d.Note(s.src, s.name.Span(), "this is %s", s.role.noun())
		}
		return nil
	}
	m := s.stmt.(*dsl.Move)
	wanted := m.Parameters()
	if len(call.Args) != len(wanted) {
		c.errorf(call, "wrong-count", "%s for the move `%s`", counted(len(call.Args), "argument"), name.Text).
			Expect(name.Text+"("+describeAll(wanted, ", ", nameOf)+")").
			Note(s.src, s.name.Span(), "it is declared here")
		return nil
	}
	return c.parameterTypes(s.src, m)
}

func (c *checker) parameterTypes(src *diag.Source, m *dsl.Move) (types []*Type) {
	if m.Params == nil {
		return nil
	}
	c.detached(src, func() {
		c.scope(func() {
			from := len(c.locals)
			c.parameters(m.Params)
			for _, s := range c.locals[from:] {
				s.used = true
			}
			for _, name := range m.Parameters() {
				types = append(types, cmp.Or(c.lookup(name.Text).typ, badType))
			}
		})
	})
	return types
}

func (c *checker) argument(e dsl.Expr, t *Type) {
	if name, ok := e.(*dsl.Name); ok && (anonymous(name.Text) || c.binding(name.Text)) {
		c.watch(name)
		c.spec.binds[name] = struct{}{}
		c.spec.unknown[name] = struct{}{}
		c.bind(name, t)
		return
	}
	got := c.expr(e)
	if !comparable(t.asCollection(got), got.asCollection(t)) || got.isNone() {
		c.errorf(e, "different-kinds", "this parameter is %s, and never equals %s", t, got)
	}
}

// binding reports whether a name has no value yet, so that a preference binds it.
func (c *checker) binding(name string) bool {
	s := c.lookup(name)
	_, constant := constants[name]
	return !constant && (s == nil || s.role == RoleMove || s.role == RoleCost)
}

// declareHidden marks the givens that players may not read.
func (c *checker) declareHidden() {
	for _, h := range c.spec.Hiddens {
		c.src = h.Source
		for _, name := range h.Stmt.Names {
			s := c.refer(name)
			switch {
			case s == nil || s.role != RoleGiven:
				c.unknownGiven(name, s, "only what is given can be hidden")
			case s.hidden != nil:
				c.errorf(name, "duplicate-name", "`%s` is hidden already", name.Text).Note(s.hiddenIn, s.hidden.Span(), "it is hidden here")
			default:
				s.hidden, s.hiddenIn = name, h.Source
				s.mentions.hidden = []*symbol{s}
			}
		}
	}
}

// read reports that a player or a show statement reads a hidden given. at is a name or call, and
// mentions is what its value depends on.
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

// arguments returns the types of a call's arguments. Only the contents of a hidden collection are secret, not its
// length or the cells of a grid. So size(deck) and cells(field) do not count as reading them.
func (c *checker) arguments(e *dsl.Call) []*Type {
	types := make([]*Type, len(e.Args))
	for i, arg := range e.Args {
		if !asksForShape(e, i) || !c.isHiddenCollection(arg) {
			types[i] = c.expr(arg)
			continue
		}
		outside := c.frame
		c.mentions, c.reader = &mentions{}, ""
		types[i] = c.expr(arg)
		c.frame = outside
		c.mentions.given = true
	}
	return types
}

// asksForShape reports whether a library function uses only the length or the cells of an argument.
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

// dealt is the type of a hidden given for players who do not see it: a list or an array of unknown
// values, or a set with unknown members.
func dealt(t *Type) *Type {
	switch t.Kind {
	case List:
		return listOf(raise(t.Elem, Choice))
	case Set:
		return raise(t, Guarded)
	}
	return raise(t, Choice)
}

// unseen checks a correct spec again with hidden givens as unknown. Nothing that must be known may
// depend on them, so one machine serves all deals.
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
