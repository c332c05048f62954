package judge

import (
	"errors"
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/value"
)

// at evaluates f in a state. What was computed for one move is known for the next.
func (j *Judge) at(state []value.Value, f func(*evaluator)) {
	found := make(map[string]value.Value, len(state))
	for i, s := range j.StateVars {
		found[s.Name] = state[i]
	}
	pass(j.ev.with(j.ctx, found, f))
}

// Begin is the state at the start; the error says that it is an open choice.
func (j *Judge) Begin() ([]value.Value, error) {
	for i, v := range j.start {
		if v == nil {
			return nil, fmt.Errorf("the start of %s is open: there is not one state to begin with", j.StateVars[i].Name)
		}
	}
	return slices.Clone(j.start), nil
}

// Admits reports whether each state may have its value, in some run or in none.
func (j *Judge) Admits(state []value.Value) bool {
	j.turn <- struct{}{}
	defer func() { <-j.turn }()
	for i := range j.StateVars {
		if !j.StateVars[i].Shape.Admits(state[i]) {
			return false
		}
	}
	return true
}

// Legal lists the moves that are possible in a state and lead to one that is not
// forbidden, in the order of the spec. The error is a [Limit].
func (j *Judge) Legal(state []value.Value) (out []Move, err error) {
	err = j.within(func() {
		j.at(state, func(ev *evaluator) {
			for _, m := range j.moves {
				if to, ok := j.make(ev, state, m); ok && !j.forbidden(to.after) {
					out = append(out, m.Move)
				}
			}
		})
	})
	return out, err
}

// errImpossible is the error that a move can't be made.
var errImpossible = errors.New("the move is not possible")

// Make makes a move: it returns the state after it and what it costs, in the order of
// CostNames. The error says that the move is not possible, or leads to a state that is
// forbidden, or is a [Limit].
func (j *Judge) Make(state []value.Value, move Move) (after, costs []value.Value, err error) {
	var to made
	var ok, forbidden bool
	err = j.within(func() {
		to, ok = j.step(state, move)
		forbidden = ok && j.forbidden(to.after)
	})
	switch {
	case err != nil:
		return nil, nil, err
	case !ok:
		return nil, nil, errImpossible
	case forbidden:
		return nil, nil, errors.New("the move leads to a state that may never be")
	}
	return to.after, to.costs, nil
}

// step makes a move, be the state after it forbidden or not.
func (j *Judge) step(state []value.Value, move Move) (to made, ok bool) {
	i, known := j.index[move.Key()]
	if !known {
		return to, false
	}
	j.at(state, func(ev *evaluator) { to, ok = j.make(ev, state, j.moves[i]) })
	return to, ok
}

// Won reports whether a state meets the goal. The error is a [Limit].
func (j *Judge) Won(state []value.Value) (won bool, err error) {
	err = j.within(func() { won = j.won(state) })
	return won, err
}

func (j *Judge) won(state []value.Value) bool {
	won := true
	j.at(state, func(ev *evaluator) {
		for _, g := range j.spec.Goals {
			ev.source = g.Source
			won = won && ev.condition(g.Stmt.Cond, nil)
		}
	})
	return won
}

func (j *Judge) forbidden(state []value.Value) bool { return j.forbidding(state) != nil }

// forbidding is the statement that forbids a state, or nil.
func (j *Judge) forbidding(state []value.Value) (found *check.Placed[*dsl.Never]) {
	if len(j.spec.Nevers) == 0 {
		return nil
	}
	j.at(state, func(ev *evaluator) {
		for i, n := range j.spec.Nevers {
			ev.source = n.Source
			if ev.condition(n.Stmt.Cond, nil) {
				found = &j.spec.Nevers[i]
				return
			}
		}
	})
	return found
}

// ShownState evaluates the show statements for a state.
func (j *Judge) ShownState(state []value.Value) ([]Picture, error) {
	found := make(map[string]value.Value, len(state))
	for i, s := range j.StateVars {
		found[s.Name] = state[i]
	}
	return j.shown(found)
}

// WhyNot says in a clause why a move can't be made in a state, and which part of the
// spec says so; it is "" if the move can be made. Of a limit that it came upon it says so.
func (j *Judge) WhyNot(state []value.Value, move Move) (reason string, src *diag.Source, span diag.Span) {
	if err := j.within(func() { reason, src, span = j.whyNot(state, move) }); err != nil {
		return err.Error(), nil, span
	}
	return reason, src, span
}

func (j *Judge) whyNot(state []value.Value, move Move) (reason string, src *diag.Source, span diag.Span) {
	i, known := j.index[move.Key()]
	if !known {
		return "there is no such move", nil, span
	}
	m := j.moves[i]
	j.at(state, func(ev *evaluator) {
		var because dsl.Node
		if to, ok := j.make(ev, state, m); !ok {
			reason, because = j.obstacle(ev, state, m)
		} else if j.forbidden(to.after) {
			reason, because = "it leads to a state that may never be", m.stmt.Name
		}
		if because != nil {
			src, span = m.source, because.Span()
		}
	})
	return reason, src, span
}

// obstacle is why a move is impossible: a part of its condition that does not hold,
// else an update that the state can't take, else a cost.
func (j *Judge) obstacle(ev *evaluator, state []value.Value, m *possibility) (reason string, at dsl.Node) {
	ev.source = m.source
	sc := ev.locals(m)
	if m.stmt.When != nil {
		if part := ev.failing(m.stmt.When, sc); part != nil {
			return fmt.Sprintf("`%s` does not hold", inLine(m.source.Slice(part.Span()))), part
		}
	}
	changes := j.changesOf(state)
	for _, u := range m.stmt.Then {
		place := inLine(m.source.Slice(u.Target.Span()))
		if !changes.update(ev, u, sc) {
			return fmt.Sprintf("`%s` is no place of its own", place), u
		}
		if changes.outside() >= 0 {
			return fmt.Sprintf("`%s` can't become %s", place, value.String(ev.eval(u.Value, sc))), u
		}
	}
	return "a cost of it is no number from 0 on", m.stmt.Name
}

// failing is the first part of a condition that is false, or nil.
func (ev *evaluator) failing(x dsl.Expr, sc *scope) dsl.Expr {
	if b, ok := x.(*dsl.Binary); ok && b.Op == dsl.OpAnd {
		if part := ev.failing(b.X, sc); part != nil {
			return part
		}
		return ev.failing(b.Y, sc)
	}
	if ev.condition(x, sc) {
		return nil
	}
	return x
}
