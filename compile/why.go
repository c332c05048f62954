package compile

import (
	"fmt"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/model"
	"nazo/value"
)

// Admits says whether each state may have its value, in some run or in none.
func (p *Problem) Admits(state []value.Value) bool {
	for i, s := range p.States {
		if !s.layout.admits(state[i]) {
			return false
		}
	}
	return true
}

// WhyNot says in a clause why a move can't be made in a state, and which part of
// the spec says so; it is "" if the move can be made.
func (p *Problem) WhyNot(state []value.Value, move int64) (reason string, src *diag.Source, at diag.Span) {
	p.at(state, func(pos *position) {
		m := p.moves.moves[move]
		pos.source = m.source
		after, _, ok := pos.make(move)
		var because dsl.Node
		if !ok {
			reason, because = pos.obstacle(m)
		} else if p.forbidden(after) {
			reason, because = "it leads to a state that may never be", m.node.Name
		}
		if because != nil {
			src, at = m.source, because.Span()
		}
	})
	return reason, src, at
}

// obstacle is why a move is impossible: a part of its condition that does not
// hold, else an update that the state can't take, else a cost.
func (pos *position) obstacle(m *possibility) (reason string, at dsl.Node) {
	sc := pos.locals(m)
	if m.node.When != nil {
		if part := pos.failing(m.node.When, sc); part != nil {
			return fmt.Sprintf("`%s` does not hold", title(m.source.Slice(part.Span()))), part
		}
	}
	after := append([]value.Value(nil), pos.state...)
	changed := map[int]map[int]bool{}
	for _, u := range m.node.Then {
		i := pos.p.stateIndex(targetName(u))
		place := title(m.source.Slice(u.Target.Span()))
		v, ok := pos.changed(i, u, sc, after[i], changed)
		if !ok {
			return fmt.Sprintf("`%s` is no place of its own", place), u
		}
		if !pos.p.States[i].layout.admits(v) {
			return fmt.Sprintf("`%s` can't become %s", place, value.String(pos.eval(u.Value, sc))), u
		}
		after[i] = v
	}
	return "a cost of it is no number from 0 on", m.node.Name
}

// failing is the first part of a condition that is false, or nil.
func (pos *position) failing(x dsl.Expr, sc *scope) dsl.Expr {
	if b, ok := x.(*dsl.Binary); ok && b.Op == dsl.OpAnd {
		if part := pos.failing(b.X, sc); part != nil {
			return part
		}
		return pos.failing(b.Y, sc)
	}
	if pos.condition(x, sc) == model.True {
		return nil
	}
	return x
}
