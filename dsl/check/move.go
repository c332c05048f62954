package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// declareMove enters the names of a move and of its costs. Several moves may add
// to one cost.
func (c *checker) declareMove(m *dsl.Move) {
	c.declareCounted(m.Name, asMove, m)
	for _, cost := range m.Costs {
		if first := c.values[nameOf(cost.Name)]; first == nil || first.role != asCost {
			c.declareCounted(cost.Name, asCost, m)
		}
	}
}

// declareCounted enters a name that minimize can ask for.
func (c *checker) declareCounted(name *dsl.Name, as role, m *dsl.Move) {
	if nameOf(name) == allMoves {
		c.errorf(name, "duplicate-name", "`%s` counts all moves, so no move and no cost has this name", allMoves)
		return
	}
	c.declare(name, as, m, 0)
}

// move checks a move. Its parameters are seen by all of it, each let by what
// follows.
func (c *checker) move(m *dsl.Move) {
	c.scope(func() {
		from := len(c.locals)
		c.parameters(m.Params)
		lets := len(c.locals)
		for _, let := range m.Lets {
			c.binder(let.Bind, false)
		}
		c.distinctNames(c.locals[from:])
		if m.When != nil {
			c.condition(m.When)
		}
		c.updates(m.Then)
		c.costs(m.Costs)
		c.warnMove(c.locals[from:lets], c.locals[lets:])
	})
}

// parameters binds what a move ranges over. A move has the same instances in all
// states; which are possible is said by its condition.
func (c *checker) parameters(b *dsl.Binders) {
	if b == nil {
		return
	}
	from := len(c.locals)
	for _, item := range b.Items {
		if item.In == nil {
			if c.binder(item, false).Unknown() {
				c.mustBeKnown(item.Value, "a name among a move's parameters").Helpf("names for what depends on states are lets of the move: let NAME = …")
			}
			continue
		}
		in := c.expr(item.In)
		if in.Unknown() {
			c.mustBeKnown(item.In, "what a move ranges over").Helpf("let it range over all there can be, and say in its `when` which are possible")
			in = known(in)
		}
		c.bindElement(item, in)
	}
	if b.Where != nil && c.condition(b.Where).Unknown() {
		c.mustBeKnown(b.Where, "the filter of a move's parameters").Helpf("conditions about states stand in the `when` of the move")
	}
	c.distinctNames(c.locals[from:])
}

// updates checks the effects of a move: each place at most once.
func (c *checker) updates(updates []*dsl.Update) {
	for i, u := range updates {
		t := c.target(u.Target)
		got := c.expr(u.Value)
		if t.bad() {
			continue
		}
		if d := c.assignable(u.Value, t, got); d != nil && t.Kind == Array && comparable(t.Elem, got) {
			d.Helpf("one place of it changes by %s[KEY] := …", rootOf(u.Target).Text)
		}
		if s := (&speller{}); s.spell(u.Target) == s.spell(u.Value) {
			c.warnf(u, "no-change", "this leaves `%s` as it is", c.src.Slice(u.Target.Span()))
		}
		for _, first := range updates[:i] {
			if samePlace(first.Target, u.Target) {
				c.errorf(u.Target, "updated-twice", "this changes `%s`, which the move changes already", c.src.Slice(u.Target.Span())).
					Note(c.src, first.Target.Span(), "it is changed here; all changes happen at once")
				break
			}
		}
	}
}

// samePlace reports whether two targets are surely the same place, or one is part
// of the other.
func samePlace(a, b dsl.Expr) bool {
	if rootOf(a) == nil || rootOf(b) == nil || rootOf(a).Text != rootOf(b).Text {
		return false
	}
	_, keyedA := a.(*dsl.Index)
	_, keyedB := b.(*dsl.Index)
	s := &speller{}
	return !keyedA || !keyedB || s.spell(a) == s.spell(b)
}

// rootOf is the name of the state that a target belongs to.
func rootOf(target dsl.Expr) *dsl.Name {
	if index, ok := target.(*dsl.Index); ok {
		target = index.X
	}
	name, _ := target.(*dsl.Name)
	return name
}

// target is the type of the place that an update changes.
func (c *checker) target(e dsl.Expr) *Type {
	name := rootOf(e)
	if name == nil {
		return badType // reported by the parser
	}
	index, keyed := e.(*dsl.Index)
	s := c.lookup(name.Text)
	c.record.use(name, c.src, s)
	if s == nil || s.role != asState {
		c.noState(name, s)
		if keyed {
			c.exprs(index.Keys)
		}
		return badType
	}
	s.changed = true
	if s.typ == nil && !c.force(s, name) {
		return badType
	}
	c.spec.unknown[name] = struct{}{}
	if !keyed {
		return s.typ
	}
	return c.targetAt(index, s)
}

// targetAt is the type of one place of a keyed state.
func (c *checker) targetAt(e *dsl.Index, s *symbol) *Type {
	keys := c.exprs(e.Keys)
	t := s.typ
	switch {
	case t.bad():
		return badType
	case t.Kind != Array:
		d := c.errorf(e, "not-keyed", "`%s` has no keys, so it changes as a whole", s.name.Text).Expect(s.name.Text + " := " + t.String())
		if t.Stack {
			d.Helpf("push(%s, x) has x on top, pop(%s) is without its top", s.name.Text, s.name.Text)
		}
		return badType
	case len(t.Keys) == 1 && len(keys) == 1 && !keys[0].bad() && !t.Keys[0].bad() && !comparable(keys[0], t.Keys[0]) ||
		len(keys) > max(len(t.Keys), c.keyParts(t)):
		c.oneKey(e, t, keys)
		return badType
	}
	place := c.indexArray(e, t, keys)
	if place.bad() {
		return badType
	}
	return t.Elem
}

// keyParts is how many keys a key that is a tuple, or a cell, can be written as.
func (c *checker) keyParts(t *Type) int {
	if len(t.Keys) != 1 {
		return len(t.Keys)
	}
	switch t.Keys[0].Kind {
	case Tuple:
		return len(t.Keys[0].Parts)
	case Cell:
		return 2
	}
	return 1
}

// oneKey reports a target that is not one place of a state.
func (c *checker) oneKey(e *dsl.Index, t *Type, keys []*Type) {
	if len(keys) > 1 {
		c.wrongKeys(e, t)
		return
	}
	d := c.errorf(e.Keys[0], "wrong-key", "this is %s, and one place is changed at a time", keys[0]).Expect(t.Keys[0].String())
	if t.Keys[0].Kind == Cell && keys[0].Kind == Int {
		d.Helpf("a grid is indexed by a cell, or by row and column: [r, c]")
	}
}

// noState reports the update of something that is no state; s is what its name
// stands for, or nil.
func (c *checker) noState(name *dsl.Name, s *symbol) {
	c.watch(name)
	if s != nil {
		s.used = true
		c.errorf(name, "no-state", "`%s` is %s, and moves change states", name.Text, roleNouns[s.role]).
			Note(s.src, s.name.Span(), "it is declared here")
		return
	}
	var names []string
	for _, s := range c.spec.States {
		names = append(names, nameOf(s.Stmt.Name))
	}
	c.errorf(name, "no-state", "there is no state `%s`", name.Text).Suggest(diag.Nearest(name.Text, names))
}

// costs checks what a move adds to costs.
func (c *checker) costs(costs []*dsl.Cost) {
	for i, cost := range costs {
		if s := c.values[nameOf(cost.Name)]; s != nil && s.role == asCost {
			c.record.use(cost.Name, c.src, s)
		}
		c.number(cost.Value)
		for _, first := range costs[:i] {
			if nameOf(first.Name) == nameOf(cost.Name) {
				c.errorf(cost.Name, "duplicate-name", "the move adds to `%s` already", nameOf(cost.Name)).
					Note(c.src, first.Name.Span(), "it does so here")
				break
			}
		}
	}
}
