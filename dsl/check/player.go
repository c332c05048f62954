package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// player checks a player: what it prefers, and that it reads nothing hidden.
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

// distinctPlayers refuses two players of one name.
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

// sample checks the number of deals that a player tries.
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

// preference checks prefer MOVE(args) when COND by EXPR. Names that are not known
// are bound to the parameters in whose places they stand.
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

// preferred finds the move of a preference and the types of its parameters; nil
// if there is none, or they are not as many as the arguments.
func (c *checker) preferred(call *dsl.Call) []*Type {
	name := call.Func
	s := c.values[name.Text]
	c.record.use(name, c.src, s)
	if s == nil || s.role != asMove {
		var names []string
		for _, m := range c.spec.Moves {
			names = append(names, nameOf(m.Stmt.Name))
		}
		d := c.errorf(name, "unknown-move", "there is no move `%s`", name.Text).Suggest(diag.Nearest(name.Text, names))
		if s != nil {
			d.Note(s.src, s.name.Span(), "this is %s", roleNouns[s.role])
		}
		return nil
	}
	m := s.stmt.(*dsl.Move)
	wanted := m.Parameters()
	if len(call.Args) != len(wanted) {
		c.errorf(call, "wrong-count", "%s for the move `%s`", counted(len(call.Args), "argument"), name.Text).
			Expect(name.Text+"("+describeAll(wanted, ", ", func(n *dsl.Name) string { return n.Text })+")").
			Note(s.src, s.name.Span(), "it is declared here")
		return nil
	}
	return c.parameterTypes(s.src, m)
}

// parameterTypes are the types of a move's parameters.
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
				types = append(types, orBad(c.lookup(name.Text).typ))
			}
		})
	})
	return types
}

// argument checks what stands in the place of a parameter of type t.
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

// binding reports whether a name stands for no value yet.
func (c *checker) binding(name string) bool {
	s := c.lookup(name)
	_, constant := constants[name]
	return !constant && (s == nil || s.role == asMove || s.role == asCost)
}
