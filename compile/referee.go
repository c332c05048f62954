package compile

import (
	"errors"
	"fmt"
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// The referee plays by the syntax tree, one state at a time: what is possible,
// what it leads to, when the goal is met. It never touches the model.

// position is a state that the referee looks at.
type position struct {
	*evaluator
	p     *Problem
	state []value.Value
}

// at puts the states on the table. The evaluator serves for all moves from there:
// what was computed for one is known for the next.
func (p *Problem) at(state []value.Value, f func(*position)) {
	fixed := make(map[string]value.Value, len(state))
	for i, s := range p.States {
		fixed[s.Name] = state[i]
	}
	err := p.withFixed(fixed, func(ev *evaluator) { ev.attempt(func() { f(&position{ev, p, state}) }) })
	if err != nil {
		panic("compile: a state can't be evaluated: " + err.Error())
	}
}

// Begin is the state at the start; the error says that it is an open choice.
func (p *Problem) Begin() ([]value.Value, error) {
	for i, v := range p.moves.start {
		if v == nil {
			return nil, fmt.Errorf("the start of %s is open: there is not one state to begin with", p.States[i].Name)
		}
	}
	return slices.Clone(p.moves.start), nil
}

// Legal lists the moves, as indices in Model.Machine.Moves, that are possible in a
// state and lead to one that is not forbidden.
func (p *Problem) Legal(state []value.Value) []int64 {
	var out []int64
	p.at(state, func(pos *position) {
		for i := range p.moves.moves {
			if after, _, ok := pos.make(int64(i)); ok && !p.forbidden(after) {
				out = append(out, int64(i))
			}
		}
	})
	return out
}

// errImpossible says that a move can't be made.
var errImpossible = errors.New("the move is not possible")

// Make makes a move: it returns the state after it and what it costs, in the order
// of Problem.CostNames. The error says that the move is not possible, or leads to
// a state that is forbidden.
func (p *Problem) Make(state []value.Value, move int64) (after, costs []value.Value, err error) {
	if move < 0 || move >= int64(len(p.moves.moves)) {
		return nil, nil, fmt.Errorf("there is no move %d", move)
	}
	ok := false
	p.at(state, func(pos *position) { after, costs, ok = pos.make(move) })
	switch {
	case !ok:
		return nil, nil, errImpossible
	case p.forbidden(after):
		return nil, nil, errors.New("the move leads to a state that may never be")
	}
	return after, costs, nil
}

// Won says whether a state meets the goal.
func (p *Problem) Won(state []value.Value) (won bool) {
	p.at(state, func(pos *position) { won = pos.won() })
	return won
}

func (pos *position) won() bool {
	for _, g := range pos.program.goals {
		pos.source = g.source
		if pos.condition(g.node.Cond, nil) != model.True {
			return false
		}
	}
	return true
}

// forbidden says whether a state may never be.
func (p *Problem) forbidden(state []value.Value) bool {
	if len(p.program.nevers) == 0 {
		return false
	}
	found := false
	p.at(state, func(pos *position) { found = pos.broken() != nil })
	return found
}

// broken is the statement that forbids the state, or nil.
func (pos *position) broken() *placed[*dsl.Never] {
	for i, n := range pos.program.nevers {
		pos.source = n.source
		if pos.condition(n.node.Cond, nil) == model.True {
			return &pos.program.nevers[i]
		}
	}
	return nil
}

// make makes a move, forbidden or not; ok is false if it is not possible.
func (pos *position) make(move int64) (after, costs []value.Value, ok bool) {
	m := pos.p.moves.moves[move]
	pos.source = m.source
	sc := pos.locals(m)
	if m.node.When != nil && pos.condition(m.node.When, sc) != model.True {
		return nil, nil, false
	}
	after = slices.Clone(pos.state)
	changed := map[int]map[int]bool{} // the places of keyed states that are assigned
	for _, u := range m.node.Then {
		i := pos.p.stateIndex(targetName(u))
		if after[i], ok = pos.changed(i, u, sc, after[i], changed); !ok {
			return nil, nil, false
		}
	}
	for _, u := range m.node.Then {
		if i := pos.p.stateIndex(targetName(u)); !pos.p.States[i].layout.admits(after[i]) {
			return nil, nil, false
		}
	}
	costs, ok = pos.paid(m.node, sc)
	return after, costs, ok
}

// changed is what a state becomes by an update: v with one place changed, or
// another value. ok is false if there is no such place, or it was changed already.
func (pos *position) changed(state int, u *dsl.Update, sc *scope, v value.Value, changed map[int]map[int]bool) (after value.Value, ok bool) {
	l := pos.p.States[state].layout
	to := pos.eval(u.Value, sc)
	index, indexed := u.Target.(*dsl.Index)
	if !indexed {
		return asStored(l, to), true
	}
	array := l.(*arrayLayout)
	i := array.keys.Index(pos.keyIn(array, index, pos.evalAll(index.Keys, sc)))
	if i < 0 || changed[state][i] {
		return nil, false // out of range, or twice
	}
	if changed[state] == nil {
		changed[state] = map[int]bool{}
	}
	changed[state][i] = true
	values := slices.Clone(v.(*value.Array).Values)
	values[i] = asStored(array.parts[i], to)
	return value.NewArray(array.keys, values, array.board), true
}

// paid is what a move costs; ok is false if a cost is negative or no number.
func (pos *position) paid(m *dsl.Move, sc *scope) (costs []value.Value, ok bool) {
	amounts := map[string]value.Value{}
	for _, c := range m.Costs {
		v := pos.eval(c.Value, sc)
		n, number := value.BigOf(v)
		if !number || n.Sign() < 0 {
			return nil, false
		}
		amounts[c.Name.Text] = v
	}
	for _, name := range pos.p.CostNames {
		v, paid := amounts[name]
		switch {
		case paid:
		case name == "moves" || name == m.Name.Text:
			v = value.Int(1)
		default:
			v = value.Int(0)
		}
		costs = append(costs, v)
	}
	return costs, true
}

// Encode writes a state as the variables of the model; those that are hidden are
// as in the deal at hand.
func (p *Problem) Encode(state []value.Value) model.Solution {
	s := make(model.Solution, len(p.Model.Vars))
	for i, l := range p.States {
		if !l.layout.(stateLayout).encode(state[i], s) {
			panic("compile: " + value.String(state[i]) + " is no value of the state " + l.Name)
		}
	}
	for _, hidden := range p.secrets {
		hidden.layout.encode(hidden.known, s)
	}
	return s
}

// ShownState evaluates the show statements for a state.
func (p *Problem) ShownState(state []value.Value) ([]Picture, error) {
	fixed := make(map[string]value.Value, len(state))
	for i, s := range p.States {
		fixed[s.Name] = state[i]
	}
	return p.shown(fixed)
}

// MoveName is the name of a move, an index in Model.Machine.Moves.
func (p *Problem) MoveName(move int64) string { return p.moves.moves[move].node.Name.Text }

// Parameters are those of a move, in the order of its declaration.
func (p *Problem) Parameters(move int64) []value.Value { return p.moves.moves[move].parameters }

// MoveText shows a move with its parameters, as in "shift(2, 3)".
func (p *Problem) MoveText(move int64) string { return p.moves.moves[move].String() }

// FindMove finds a move by its name and parameters; ok is false if there is none,
// or if no state makes it possible.
func (p *Problem) FindMove(name string, parameters []value.Value) (move int64, ok bool) {
	move, ok = p.moves.index[moveKey(name, parameters)]
	return move, ok
}
