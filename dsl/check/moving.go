package check

import (
	"nazo/dsl"
	"nazo/dsl/diag"
)

// completeMoving reports what a whole spec in which things move must have, and
// may not.
func (c *checker) completeMoving() {
	spec := c.spec
	if n := len(spec.Finds) + len(spec.Chooses); n > 0 {
		c.findsAndMoves()
		return
	}
	if c.diags.HasErrors() {
		return // what is missing may be what has the mistake
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

// findsAndMoves reports the first find of a spec in which things move.
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

// firstWord is the place of the word that begins a statement.
func firstWord(src *diag.Source, s dsl.Stmt) dsl.At {
	start := s.Span().Start
	end := start
	for end < len(src.Text) && 'a' <= src.Text[end] && src.Text[end] <= 'z' {
		end++
	}
	return dsl.At{Start: start, End: end}
}

// ending checks a goal, or what must never be: a condition about states.
func (c *checker) ending(cond dsl.Expr, what string) {
	t := c.condition(cond)
	if !t.bad() && len(c.mentions.finds) == 0 {
		c.warnf(cond, "constant-goal", "%s does not depend on a state, so it is the same in all", what)
	}
}

// movingObjective is minimize in a spec in which things move: the number of
// moves, of those with a name, or a cost.
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

// allMoves counts the moves of a run where minimize names it.
const allMoves = "moves"

func (c *checker) objectiveName(name *dsl.Name) {
	if name.Text == allMoves {
		return
	}
	s := c.values[name.Text]
	c.record.use(name, c.src, s)
	if s != nil && (s.role == asMove || s.role == asCost) {
		s.used = true
		return
	}
	const expected = "moves, the name of a move or the name of a cost"
	if s != nil {
		s.used = true
		c.errorf(name, "wrong-objective", "`%s` is %s", name.Text, roleNouns[s.role]).Expect(expected).
			Helpf("what is to be minimised is added up by moves: cost NAME: EXPRESSION")
		return
	}
	names := []string{allMoves}
	for _, s := range c.values {
		if s.role == asMove || s.role == asCost {
			names = append(names, s.name.Text)
		}
	}
	c.errorf(name, "unknown-name", "there is no move and no cost `%s`", name.Text).Expect(expected).
		Suggest(diag.Nearest(name.Text, names))
}

// permutedState checks permuted(NAME) of a state: its places may change among
// each other. It reports whether NAME is one.
func (c *checker) permutedState(of dsl.Expr) bool {
	name, ok := of.(*dsl.Name)
	if !ok || c.values[name.Text] == nil || c.values[name.Text].role != asState {
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
