package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/internal/alg"
)

// declareMove declares a move and its costs. Several moves may add to one cost.
func (c *checker) declareMove(m *dsl.Move) {
	c.declareCounted(m.Name, RoleMove, m)
	for _, cost := range m.Costs {
		if first := c.values[nameOf(cost.Name)]; first == nil || first.role != RoleCost {
			c.declareCounted(cost.Name, RoleCost, m)
		}
	}
}

// declareCounted declares a name that minimize can refer to.
func (c *checker) declareCounted(name *dsl.Name, as Role, m *dsl.Move) {
	if nameOf(name) == allMoves {
		c.errorf(name, "duplicate-name", "`%s` counts all moves, so no move and no cost has this name", allMoves)
		return
	}
	c.declare(name, as, m, 0)
}

// move checks a move. Its parameters are visible in all of it, and each let in what follows.
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

// parameters binds what a move ranges over. A move has the same instances in all states, so none of
// this may depend on a state.
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

// updates checks the effects of a move. Each place changes at most once.
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

// samePlace reports whether two targets surely overlap: they are the same place, or one is part of the other.
func samePlace(a, b dsl.Expr) bool {
	if rootOf(a) == nil || rootOf(b) == nil || rootOf(a).Text != rootOf(b).Text {
		return false
	}
	_, keyedA := a.(*dsl.Index)
	_, keyedB := b.(*dsl.Index)
	s := &speller{}
	return !keyedA || !keyedB || s.spell(a) == s.spell(b)
}

// rootOf returns the name of the state that a target belongs to, or nil.
func rootOf(target dsl.Expr) *dsl.Name {
	if index, ok := target.(*dsl.Index); ok {
		target = index.X
	}
	name, _ := target.(*dsl.Name)
	return name
}

func (c *checker) target(e dsl.Expr) *Type {
	name := rootOf(e)
	if name == nil {
		return badType // reported by the parser
	}
	index, keyed := e.(*dsl.Index)
	s := c.lookup(name.Text)
	c.record.use(name, c.src, s)
	if s == nil || s.role != RoleState {
		c.noState(name, s)
		if keyed {
			alg.Map(index.Keys, c.expr)
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

// targetAt returns the type of one place of a keyed state.
func (c *checker) targetAt(e *dsl.Index, s *symbol) *Type {
	keys := alg.Map(e.Keys, c.expr)
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
		len(keys) > max(len(t.Keys), keyParts(t)):
		c.oneKey(e, t, keys)
		return badType
	}
	if c.indexArray(e, t, keys).bad() {
		return badType
	}
	return t.Elem
}

// keyParts returns how many keys an index may have. One tuple or cell may be written as several keys.
func keyParts(t *Type) int {
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

// oneKey reports a target that is not exactly one place of a state.
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

// noState reports an update of something other than a state. s is the symbol of the name, or nil.
func (c *checker) noState(name *dsl.Name, s *symbol) {
	c.watch(name)
	if s != nil {
		s.used = true
		c.errorf(name, "no-state", "`%s` is %s, and moves change states", name.Text, s.role.noun()).
			Note(s.src, s.name.Span(), "it is declared here")
		return
	}
	c.errorf(name, "no-state", "there is no state `%s`", name.Text).
		Suggest(diag.Nearest(name.Text, c.namesOf(RoleState)))
}

func (c *checker) costs(costs []*dsl.Cost) {
	for i, cost := range costs {
		if s := c.values[nameOf(cost.Name)]; s != nil && s.role == RoleCost {
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

func (c *checker) state(s *dsl.State) (t *Type) {
	c.scope(func() {
		keys := c.keys(s.Keys)
		t = c.domain(s.Domain, RoleState)
		if s.Init != nil {
			c.start(s.Init, t)
		}
		if keys != nil {
			t = arrayOf(keys, t)
		}
	})
	return t
}

func (c *checker) start(e dsl.Expr, t *Type) {
	if c.dealing {
		return // each deal has its own start, and players see the state
	}
	got := c.knownExpr(e, "the start of a state")
	if t.Kind == Array && got.Kind == List && comparable(t.Elem, got.Elem) {
		return // a permutation: its values in the order of its keys
	}
	if d := c.assignable(e, known(t), got); d != nil && t.Kind == Array {
		d.Helpf("the values of a permutation are written in the order of its keys: [a, b, …]")
	}
}

// assignable checks that a value can be assigned to a state. It returns the diagnostic that it reports,
// or nil. Values that are none or out of the domain are found at run time.
func (c *checker) assignable(e dsl.Expr, t, got *Type) *diag.Diagnostic {
	if t.bad() || got.bad() {
		return nil
	}
	switch {
	case t.Kind == Set && t.Mark == Choice && got.Mark == Guarded:
		return c.errorf(e, "not-one-of", "the members of this set are found one by one, and the state is one of several known sets").
			Helpf("a state with the domain set of … may be any set")
	case got.isNone() && !t.Optional:
	case t.Kind == Set && got.Kind == List && got.Elem.Unknown():
	case t.Kind == List && got.Kind == Set:
	case comparable(t.asCollection(got), got.asCollection(t)):
		return nil
	}
	d := c.wrongType(e, t.String(), got)
	switch {
	case got.isNone() && t.Kind != Bool:
		d.Helpf("a domain that ends with ? has none")
	case got.Kind == Array && comparable(got.Elem, t):
		d.Helpf("the value at one key is meant: %s[KEY]", c.src.Slice(e.Span()))
	case t.Stack && got.Kind == Set:
		d.Helpf("a set has no order; sorted(…) makes a list of it")
	case t.Kind == Set && got.Kind == List && comparable(t.Elem, got.Elem):
		d.Helpf("a set of its elements is written in braces: { x for x in … }, {a, b}")
	case t.Kind == Set && comparable(t.Elem, got):
		d.Helpf("a set of one element is written in braces: {x}")
	case t.Stack && comparable(t.Elem, got):
		d.Helpf("a stack of one element is written [x]; push(stack, x) puts x on top")
	}
	return d
}

// stack is the type of "stack of TYPE up to N", which only a state can have.
func (c *checker) stack(e *dsl.StackOf, at Role) *Type {
	elem := c.valueDomain(e.Of, at)
	if t := c.knownExpr(e.Cap, "the bound of a stack"); !t.is(Int) {
		c.wrongType(e.Cap, "a number, the most that the stack holds", t)
	}
	switch {
	case at != RoleState:
		c.errorf(e, "stack-type", "only a state can be a stack").Expect("state NAME: stack of TYPE up to N")
		return badType
	case elem.Optional:
		c.errorf(e.Of, "optional-element", "a stack never holds none").Helpf("leave out the ?")
	}
	return stackOf(present(elem))
}

// completeMoving reports what a spec with moves lacks or must not have.
func (c *checker) completeMoving() {
	spec := c.spec
	if n := len(spec.Finds) + len(spec.Chooses); n > 0 {
		c.findsAndMoves()
		return
	}
	if c.diags.HasErrors() {
		return // the missing statement may be the one with the mistake
	}
	missing := func(count int, what, form string) {
		if count == 0 {
			c.add(diag.Errorf(spec.File.Source, c.end(), "missing-"+what, "things move in this spec, but it has no %s", what).Expect(form))
		}
	}
	missing(len(spec.States), "state", "state NAME: DOMAIN = START")
	missing(len(spec.Moves), "move", "move NAME(X in XS) when CONDITION then STATE := VALUE")
	missing(len(spec.Goals), "goal", "goal CONDITION")
}

// findsAndMoves reports the first find of a spec with moves.
func (c *checker) findsAndMoves() {
	var still, moving *Placed[dsl.Stmt]
	for i, s := range c.spec.Stmts {
		switch s.Stmt.(type) {
		case *dsl.Find, *dsl.Choose:
			if still == nil {
				still = &c.spec.Stmts[i]
			}
		case *dsl.State, *dsl.Move, *dsl.Goal, *dsl.Never, *dsl.Hidden, *dsl.Player:
			if moving == nil {
				moving = &c.spec.Stmts[i]
			}
		}
	}
	c.src = still.Source
	c.errorf(firstWord(still.Source, still.Stmt), "finds-and-moves", "a spec finds or moves, not both").
		Note(moving.Source, firstWord(moving.Source, moving.Stmt).Span(), "here things move").
		Helpf("a state without a start is chosen by the solver, as a find is")
}

// firstWord returns the place of the word that begins a statement.
func firstWord(src *diag.Source, s dsl.Stmt) dsl.At {
	start := s.Span().Start
	end := start
	for end < len(src.Text) && 'a' <= src.Text[end] && src.Text[end] <= 'z' {
		end++
	}
	return dsl.At{Start: start, End: end}
}

// ending checks a goal, or a condition that must never hold.
func (c *checker) ending(cond dsl.Expr, what string) {
	t := c.condition(cond)
	if !t.bad() && len(c.mentions.finds) == 0 {
		c.warnf(cond, "constant-goal", "%s does not depend on a state, so it is the same in all", what)
	}
}

// movingObjective checks minimize in a spec with moves. It takes the number of moves, a move's name or a cost.
func (c *checker) movingObjective(o *dsl.Objective) {
	if o.Maximize {
		c.errorf(firstWord(c.src, o), "maximize-moves", "what moves cost is minimised; a maximum need not exist").
			Expect("minimize")
	}
	for _, term := range o.Terms {
		name, ok := term.(*dsl.Name)
		if !ok {
			c.errorf(term, "wrong-objective", "this is an expression, and it is not said for which state").
				Expect("moves, the name of a move or the name of a cost").
				Helpf("what is to be minimised is added up by moves: cost NAME: EXPRESSION")
			continue
		}
		c.objectiveName(name)
	}
}

// allMoves is the name by which minimize refers to the number of moves.
const allMoves = "moves"

func (c *checker) objectiveName(name *dsl.Name) {
	if name.Text == allMoves {
		return
	}
	const expected = "moves, the name of a move or the name of a cost"
	s := c.refer(name)
	if s == nil {
		c.errorf(name, "unknown-name", "there is no move and no cost `%s`", name.Text).Expect(expected).
			Suggest(diag.Nearest(name.Text, append(c.namesOf(RoleMove, RoleCost), allMoves)))
		return
	}
	s.used = true
	if s.role != RoleMove && s.role != RoleCost {
		c.errorf(name, "wrong-objective", "`%s` is %s", name.Text, s.role.noun()).Expect(expected).
			Helpf("what is to be minimised is added up by moves: cost NAME: EXPRESSION")
	}
}

// permutedState checks permuted(NAME) where NAME is a state, whose places may be swapped. It reports
// whether NAME is a state.
func (c *checker) permutedState(of dsl.Expr) bool {
	name, ok := of.(*dsl.Name)
	if !ok || c.values[name.Text] == nil || c.values[name.Text].role != RoleState {
		return false
	}
	s := c.values[name.Text]
	c.expr(name)
	if s.stmt.(*dsl.State).Keys == nil {
		c.errorf(name, "wrong-type", "`%s` has no keys that could change places", name.Text).
			Expect("a state NAME[KEY in KEYS], or a set of values")
	}
	return true
}
