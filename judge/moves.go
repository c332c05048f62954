package judge

import (
	"slices"

	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/value"
)

// possibility is a move with its parameters, possible in some state or in none.
type possibility struct {
	Move
	stmt   *dsl.Move
	source *diag.Source
	scope  *scope // the names of the parameters
}

// ground lists the moves and finds out how the state variables begin and what is minimised.
func (j *Judge) ground(ev *evaluator) {
	j.index = map[string]int{}
	for _, m := range j.spec.Moves {
		ev.source = m.Source
		add := func(sc *scope) bool {
			one := &possibility{Move{Name: m.Stmt.Name.Text}, m.Stmt, m.Source, sc}
			if m.Stmt.Params != nil {
				one.Parameters = boundBy(m.Stmt.Params, sc)
			}
			if _, again := j.index[one.Key()]; !again { // else the same move, named twice
				j.index[one.Key()] = len(j.moves)
				j.moves = append(j.moves, one)
				ev.tooMany(m.Stmt, len(j.moves))
			}
			return true
		}
		if m.Stmt.Params == nil {
			add(nil)
		} else {
			ev.each(m.Stmt.Params, nil, add)
		}
	}
	for _, o := range j.spec.Objectives {
		for _, term := range o.Stmt.Terms {
			if name, ok := term.(*dsl.Name); ok {
				j.CostNames = append(j.CostNames, name.Text)
			}
		}
	}
	j.Objectives = len(j.CostNames)
	for i, s := range j.spec.States {
		ev.source = s.Source
		j.start = append(j.start, ev.begin(j.StateVars[i].Shape, s.Stmt))
	}
}

// begin is the value of a state at the start; nil for an open choice.
func (ev *evaluator) begin(s Shape, stmt *dsl.State) value.Value {
	if stmt.Init == nil {
		return s.empty()
	}
	array, keyed := s.(*ArrayShape)
	if !keyed || stmt.Keys == nil {
		return ev.beginOne(s, stmt.Init, nil)
	}
	var values []value.Value
	ev.each(stmt.Keys, nil, func(sc *scope) bool {
		values = append(values, ev.beginOne(array.Parts[len(values)], stmt.Init, sc))
		return true
	})
	return value.NewArray(array.Keys, values, array.Board)
}

func (ev *evaluator) beginOne(s Shape, init dsl.Expr, sc *scope) value.Value {
	v := s.stored(ev.eval(init, sc))
	if !s.Admits(v) {
		ev.fail(init, "outside-state", "a state can't begin as %s", value.String(v))
	}
	return v
}

// made is the result of a move.
type made struct {
	after []value.Value
	costs []value.Value // in the order of Judge.CostNames
}

// make makes a move in the state at hand, be the state after it forbidden or not; ok is
// false if it is not possible.
func (j *Judge) make(ev *evaluator, state []value.Value, m *possibility) (out made, ok bool) {
	ev.source = m.source
	sc := ev.locals(m)
	if m.stmt.When != nil && !ev.condition(m.stmt.When, sc) {
		return out, false
	}
	changes := j.changesOf(state)
	for _, u := range m.stmt.Then {
		if !changes.update(ev, u, sc) {
			return out, false
		}
	}
	if changes.outside() >= 0 {
		return out, false
	}
	costs, ok := j.paid(ev, m.stmt, sc)
	return made{changes.after, costs}, ok
}

// locals are the names of a move: its parameters and its lets.
func (ev *evaluator) locals(m *possibility) *scope {
	sc := m.scope
	for _, l := range m.stmt.Lets {
		sc = ev.match(l.Bind, ev.eval(l.Bind.Value, sc), sc)
	}
	return sc
}

// changes are the changes of a state by the updates of a move.
type changes struct {
	vars    []StateVar
	after   []value.Value
	touched []int                // the state variables that are updated
	places  map[int]map[int]bool // of these, the places of keyed ones
}

func (j *Judge) changesOf(state []value.Value) *changes {
	return &changes{vars: j.StateVars, after: slices.Clone(state), places: map[int]map[int]bool{}}
}

// update makes an update; ok is false if its target is no place, or was updated before.
func (c *changes) update(ev *evaluator, u *dsl.Update, sc *scope) (ok bool) {
	index, indexed := u.Target.(*dsl.Index)
	target := u.Target
	if indexed {
		target = index.X
	}
	name := target.(*dsl.Name).Text
	i := slices.IndexFunc(c.vars, func(s StateVar) bool { return s.Name == name })
	to := ev.eval(u.Value, sc)
	c.touched = append(c.touched, i)
	if !indexed {
		c.after[i] = c.vars[i].Shape.stored(to)
		return true
	}
	shape := c.vars[i].Shape.(*ArrayShape)
	place := shape.Keys.Index(shape.keyIn(ev.evalAll(index.Keys, sc)))
	if place < 0 || c.places[i][place] {
		return false
	}
	if c.places[i] == nil {
		c.places[i] = map[int]bool{}
	}
	c.places[i][place] = true
	values := slices.Clone(c.after[i].(*value.Array).Values)
	values[place] = shape.Parts[place].stored(to)
	c.after[i] = value.NewArray(shape.Keys, values, shape.Board)
	return true
}

// outside is a state that can't be what the updates make of it, or -1.
func (c *changes) outside() int {
	for _, i := range c.touched {
		if !c.vars[i].Shape.Admits(c.after[i]) {
			return i
		}
	}
	return -1
}

// paid is the cost of a move; ok is false if a cost is negative or no number.
func (j *Judge) paid(ev *evaluator, m *dsl.Move, sc *scope) (costs []value.Value, ok bool) {
	amounts := map[string]value.Value{"moves": value.Int(1), m.Name.Text: value.Int(1)}
	for _, c := range m.Costs {
		v := ev.eval(c.Value, sc)
		if n, number := value.BigOf(v); !number || n.Sign() < 0 {
			return nil, false
		}
		amounts[c.Name.Text] = v
	}
	for _, name := range j.CostNames {
		v, paid := amounts[name]
		if !paid {
			v = value.Int(0)
		}
		costs = append(costs, v)
	}
	return costs, true
}
