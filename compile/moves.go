package compile

import (
	"slices"

	"nazo/compile/lower"
	"nazo/dsl"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// groundMove adds a move once for each value of its parameters that can make it possible.
func (ev *evaluator) groundMove(p *Problem, kind int32, m placed[*dsl.Move]) {
	ev.Source = m.source
	bindings, possible := 0, 0
	ground := func(sc *scope, guard model.Bool) bool {
		if guard != model.True {
			ev.Fail(m.node.Params, "must-be-known", "the parameters of a move must be known: they may not depend on a state")
		}
		bindings++
		one := &possibility{m, parametersOf(m.node.Params, sc), sc}
		move, ok := ev.grounded(p, one)
		if !ok {
			return true
		}
		possible++
		ev.TooMany(m.node, len(ev.Model.Machine.Moves))
		move.Kind = kind
		key := moveKey(m.node.Name.Text, one.parameters)
		if _, again := p.moves.index[key]; again {
			return true // several bindings give the same parameters
		}
		p.moves.index[key] = int64(len(p.moves.moves))
		p.moves.moves = append(p.moves.moves, one)
		ev.Model.Machine.Moves = append(ev.Model.Machine.Moves, move)
		return true
	}
	if m.node.Params == nil {
		ground(nil, model.True)
	} else {
		ev.each(m.node.Params, nil, ground)
	}
	if possible == 0 {
		ev.Source = m.source
		ev.Warn(m.node.Name, "move-never", "the move %s is never possible", m.node.Name.Text)
	}
}

// parametersOf returns the values that have just been bound. Local names (v = …) are no parameters.
func parametersOf(b *dsl.Binders, sc *scope) parameters {
	if b == nil {
		return nil
	}
	var out parameters
	for _, item := range b.Items {
		if item.Value != nil {
			continue
		}
		for _, n := range item.Names {
			v, _ := sc.Lookup(n.Text)
			out = append(out, v)
		}
	}
	return out
}

// grounded returns a move over the symbols of the state. ok is false if it is never possible.
func (ev *evaluator) grounded(p *Problem, one *possibility) (move model.Move, ok bool) {
	ev.Source = one.source
	ev.Tick(one.node)
	sc := ev.locals(one)
	guard := model.True
	if one.node.When != nil {
		guard = ev.condition(one.node.When, sc)
	}
	if guard == model.False {
		return move, false
	}
	guards := []model.Bool{guard}
	all := lower.NewEffects(ev.Model)
	for _, u := range ev.targets(p, one.node) {
		guards = append(guards, ev.update(p, u, sc, all))
	}
	costs, payable := ev.costs(p, one.node, sc)
	guard = ev.SimplifyConjunction(ev.And(slices.Collect(ev.Model.Conjuncts(append(guards, payable)...))...))
	if guard == model.False {
		return move, false
	}
	ev.Resolve(guard, all, costs)
	move = model.Move{Guard: guard, Effects: all.Changes(), Costs: costs}
	if one.node.Params != nil {
		move.Parameters = one.parameters
	}
	return move, true
}

// locals returns a scope with a move's parameters and lets.
func (ev *evaluator) locals(one *possibility) *scope {
	sc := one.scope
	for _, l := range one.node.Lets {
		sc = ev.match(l.Bind, ev.eval(l.Bind.Value, sc), sc)
	}
	return sc
}

// target is a state and a move's updates of it.
type target struct {
	state   int
	updates []*dsl.Update
}

// targets groups the updates of a move by state.
func (ev *evaluator) targets(p *Problem, m *dsl.Move) (out []target) {
	place := map[string]int{}
	for _, u := range m.Then {
		name := targetName(u)
		i, ok := place[name]
		if !ok {
			i = len(out)
			place[name] = i
			out = append(out, target{state: p.stateIndex(name)})
			if out[i].state < 0 {
				ev.Fail(u.Target, "not-a-state", "a move changes states only, and %s is none", name)
			}
		}
		out[i].updates = append(out[i].updates, u)
	}
	return out
}

// targetName returns the state that an update changes.
func targetName(u *dsl.Update) string {
	x := u.Target
	if i, ok := x.(*dsl.Index); ok {
		x = i.X
	}
	if n, ok := x.(*dsl.Name); ok {
		return n.Text
	}
	return ""
}

func (p *Problem) stateIndex(name string) int {
	return slices.IndexFunc(p.StateVars, func(s StateVar) bool { return s.Name == name })
}

// update adds the effects on a state and returns the condition under which they are possible.
func (ev *evaluator) update(p *Problem, t target, sc *scope, all *lower.Effects) model.Bool {
	l := p.StateVars[t.state].layout.(stateLayout)
	first := t.updates[0]
	if _, indexed := first.Target.(*dsl.Index); !indexed {
		if len(t.updates) > 1 {
			ev.twice(t.updates[1])
		}
		return l.Assign(ev.Lowerer, first.Value, ev.eval(first.Value, sc), all)
	}
	array, ok := l.(*arrayLayout)
	if !ok {
		ev.Fail(first.Target, "not-keyed", "%s has no keys", p.StateVars[t.state].Name)
	}
	return ev.updatePlaces(array, t.updates, sc, all)
}

func (ev *evaluator) twice(u *dsl.Update) {
	ev.Fail(u.Target, "assigned-twice", "%s is assigned twice by one move", targetName(u))
}

// updatePlaces adds the updates of single places of a keyed state. If the index depends on the state, each place
// changes under the condition that it is meant.
func (ev *evaluator) updatePlaces(array *arrayLayout, updates []*dsl.Update, sc *scope, all *lower.Effects) model.Bool {
	var guards []model.Bool
	meant := make([][]model.Bool, len(array.Elems)) // for each place, the conditions under which it is meant
	for _, u := range updates {
		index, ok := u.Target.(*dsl.Index)
		if !ok {
			ev.twice(u)
		}
		v := ev.eval(u.Value, sc)
		inRange := []model.Bool{}
		for i, here := range ev.placesOf(array, index, sc) {
			if here == model.False {
				continue
			}
			inRange = append(inRange, here)
			for _, other := range meant[i] {
				both := ev.And(here, other)
				if both == model.True {
					ev.twice(u)
				}
				guards = append(guards, both.Not())
			}
			meant[i] = append(meant[i], here)
			changed := lower.NewEffects(ev.Model)
			fits := array.State(i).Assign(ev.Lowerer, u.Value, v, changed)
			guards = append(guards, ev.Or(here.Not(), fits))
			all.Where(ev.Lowerer, here, changed)
		}
		guards = append(guards, ev.Or(inRange...))
	}
	return ev.And(append(guards, array.Differ(ev.Lowerer, all))...)
}

// placesOf returns for each place of a keyed state the condition that the index means it.
func (ev *evaluator) placesOf(array *arrayLayout, x *dsl.Index, sc *scope) []model.Bool {
	places := slices.Repeat([]model.Bool{model.False}, len(array.Elems))
	key := ev.keyIn(array, x, ev.evalAll(x.Keys, sc))
	for _, a := range ev.Alternatives(x, key) {
		if i := array.Keys.Index(a.Value); i >= 0 && !lower.Absent(a.Value) {
			places[i] = ev.Or(places[i], a.Guard)
		}
	}
	return places
}

// keyIn returns the key for one or several indices: a cell by its row and column, or a tuple.
func (ev *evaluator) keyIn(array *arrayLayout, at dsl.Node, keys []value.Value) value.Value {
	switch {
	case len(keys) == 1:
		return keys[0]
	case len(keys) == 2 && array.Board != nil && lower.IsNumber(keys[0]) && lower.IsNumber(keys[1]):
		return ev.Lift(at, keys, func(vs []value.Value) value.Value { return lower.CellAt(array.Board, vs[0], vs[1]) })
	}
	return value.Tuple(keys)
}

// costs returns the costs of a move, in the order of the objectives, and the condition that none of them is
// negative or none.
func (ev *evaluator) costs(p *Problem, m *dsl.Move, sc *scope) (costs []model.Int, payable model.Bool) {
	amounts := map[string]model.Int{}
	payable = model.True
	for _, c := range m.Costs {
		v := ev.eval(c.Value, sc)
		if n, known := value.BigOf(v); known && n.Sign() < 0 {
			ev.Fail(c.Value, "negative-cost", "a cost can't be negative, and this is %s", n)
		}
		x, defined := ev.Number(c.Value, v)
		payable = ev.And(payable, defined, ev.Model.LessEq(ev.Model.Int(0), x))
		amounts[c.Name.Text] = x
	}
	for _, name := range p.CostNames {
		x, paid := amounts[name]
		switch {
		case paid:
		case name == "moves" || name == m.Name.Text:
			x = ev.Model.Int(1)
		default:
			x = ev.Model.Int(0)
		}
		costs = append(costs, x)
	}
	return costs, payable
}
