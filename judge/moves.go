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

// ground lists the moves and finds out how the states begin and what is minimised.
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
		j.start = append(j.start, ev.begin(&j.States[i].Shape, s.Stmt))
	}
}

// begin is the value of a state at the start; nil for an open choice.
func (ev *evaluator) begin(s *Shape, stmt *dsl.State) value.Value {
	switch {
	case stmt.Init == nil:
		return emptied(s)
	case s.Keys == nil || stmt.Keys == nil:
		return ev.beginOne(s, stmt.Init, nil)
	}
	var values []value.Value
	ev.each(stmt.Keys, nil, func(sc *scope) bool {
		values = append(values, ev.beginOne(&s.Parts[len(values)], stmt.Init, sc))
		return true
	})
	return value.NewArray(s.Keys, values, s.Board)
}

func (ev *evaluator) beginOne(s *Shape, init dsl.Expr, sc *scope) value.Value {
	v := stored(s, ev.eval(init, sc))
	if !s.Admits(v) {
		ev.fail(init, "outside-state", "a state can't begin as %s", value.String(v))
	}
	return v
}

// emptied is the start of a state that consists of stacks; nil for others.
func emptied(s *Shape) value.Value {
	switch {
	case s.Stack:
		return value.List(nil)
	case s.Keys == nil || s.Keys.Len() == 0:
		return nil
	}
	values := make([]value.Value, len(s.Parts))
	for i := range s.Parts {
		if values[i] = emptied(&s.Parts[i]); values[i] == nil {
			return nil
		}
	}
	return value.NewArray(s.Keys, values, s.Board)
}

// stored brings a value into the form in which a state has it; one that a state can't
// have stays.
func stored(s *Shape, v value.Value) value.Value {
	switch {
	case s.Members != nil:
		return storedSet(s, v)
	case s.Stack:
		if ring, ok := v.(value.Ring); ok {
			return value.List(ring)
		}
		if isNone(v) {
			return value.List(nil)
		}
	case s.Keys != nil:
		if list, ok := v.(value.List); ok && s.Permutation && len(list) == s.Keys.Len() {
			return value.NewArray(s.Keys, list, s.Board) // in the order of the keys
		}
		a, ok := v.(*value.Array)
		if !ok || a.Keys.Len() != s.Keys.Len() {
			return v
		}
		values := make([]value.Value, s.Keys.Len())
		for i, k := range s.Keys.List() {
			part, found := a.At(k)
			if !found {
				return v
			}
			values[i] = stored(&s.Parts[i], part)
		}
		return value.NewArray(s.Keys, values, s.Board)
	}
	return v
}

// storedSet is the set that a collection makes: of a list without none.
func storedSet(s *Shape, v value.Value) value.Value {
	switch c := v.(type) {
	case value.None:
		return value.NewSet()
	case value.Range:
		if c.Hi-c.Lo > int64(s.Members.Len()) {
			return v // too many to be spelt out
		}
		return value.NewSet(value.Elements(c)...)
	case *value.Board, value.List, *value.Route:
		members, _ := value.Members(c)
		return value.NewSet(members...)
	}
	return v
}

// made is what a move leads to.
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
		sc = sc.with(l.Name.Text, ev.eval(l.Value, sc))
	}
	return sc
}

// changes are what the updates of a move make of a state.
type changes struct {
	states  []State
	after   []value.Value
	touched []int                // the states that are updated
	places  map[int]map[int]bool // of these, the places of keyed ones
}

func (j *Judge) changesOf(state []value.Value) *changes {
	return &changes{states: j.States, after: slices.Clone(state), places: map[int]map[int]bool{}}
}

// update makes an update; ok is false if its target is no place, or was updated before.
func (c *changes) update(ev *evaluator, u *dsl.Update, sc *scope) (ok bool) {
	index, indexed := u.Target.(*dsl.Index)
	target := u.Target
	if indexed {
		target = index.X
	}
	name := target.(*dsl.Name).Text
	i := slices.IndexFunc(c.states, func(s State) bool { return s.Name == name })
	shape := &c.states[i].Shape
	to := ev.eval(u.Value, sc)
	c.touched = append(c.touched, i)
	if !indexed {
		c.after[i] = stored(shape, to)
		return true
	}
	place := shape.Keys.Index(keyIn(shape, ev.evalAll(index.Keys, sc)))
	if place < 0 || c.places[i][place] {
		return false
	}
	if c.places[i] == nil {
		c.places[i] = map[int]bool{}
	}
	c.places[i][place] = true
	values := slices.Clone(c.after[i].(*value.Array).Values)
	values[place] = stored(&shape.Parts[place], to)
	c.after[i] = value.NewArray(shape.Keys, values, shape.Board)
	return true
}

// keyIn is the key that one or several indices mean: a cell by its row and column, or a
// tuple.
func keyIn(s *Shape, keys []value.Value) value.Value {
	switch {
	case len(keys) == 1:
		return keys[0]
	case isPlace(s.Board, keys):
		return cellAt(s.Board, keys[0], keys[1])
	}
	return value.Tuple(keys)
}

// outside is a state that can't be what the updates make of it, or -1.
func (c *changes) outside() int {
	for _, i := range c.touched {
		if !c.states[i].Shape.Admits(c.after[i]) {
			return i
		}
	}
	return -1
}

// paid is what a move costs; ok is false if a cost is negative or no number.
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
