package judge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/value"
)

// possibility is a move with its parameters. It may be possible in no state.
type possibility struct {
	Move
	stmt   *dsl.Move
	source *diag.Source
	scope  *scope // the names of the parameters
}

// ground lists the moves, the first values of state variables, and the names of costs.
func (j *Judge) ground(ev *evaluator) {
	j.index = map[string]int{}
	for _, m := range j.spec.Moves {
		ev.source = m.Source
		add := func(sc *scope) bool {
			one := &possibility{Move{Name: m.Stmt.Name.Text}, m.Stmt, m.Source, sc}
			if m.Stmt.Params != nil {
				one.Parameters = boundBy(m.Stmt.Params, sc)
			}
			if _, again := j.index[one.Key()]; !again { // several bindings give the same parameters
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

// begin returns the value of a state at the start, or nil for an open choice.
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

// make makes a move in a state, even if the next state is forbidden. ok is false if the move is impossible.
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

// locals returns a scope with the parameters and lets of a move.
func (ev *evaluator) locals(m *possibility) *scope {
	sc := m.scope
	for _, l := range m.stmt.Lets {
		sc = ev.match(l.Bind, ev.eval(l.Bind.Value, sc), sc)
	}
	return sc
}

// changes collects the updates of a move.
type changes struct {
	vars    []StateVar
	after   []value.Value
	touched []int                // the updated state variables
	places  map[int]map[int]bool // for keyed ones, the updated places
}

func (j *Judge) changesOf(state []value.Value) *changes {
	return &changes{vars: j.StateVars, after: slices.Clone(state), places: map[int]map[int]bool{}}
}

// update applies an update. ok is false if its target does not exist, or was updated before.
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

// outside returns a state variable that can't have its new value, or -1.
func (c *changes) outside() int {
	for _, i := range c.touched {
		if !c.vars[i].Shape.Admits(c.after[i]) {
			return i
		}
	}
	return -1
}

// paid returns the costs of a move. ok is false if a cost is negative or no number.
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

// at evaluates f in a state. All states share one memo.
func (j *Judge) at(state []value.Value, f func(*evaluator)) {
	found := make(map[string]value.Value, len(state))
	for i, s := range j.StateVars {
		found[s.Name] = state[i]
	}
	pass(j.ev.with(j.ctx, found, f))
}

// Begin returns the state at the start. The error means that it is an open choice.
func (j *Judge) Begin() ([]value.Value, error) {
	for i, v := range j.start {
		if v == nil {
			return nil, fmt.Errorf("the start of %s is open: there is not one state to begin with", j.StateVars[i].Name)
		}
	}
	return slices.Clone(j.start), nil
}

// Admits reports whether each state variable may have its value, in any run or none.
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

// Legal lists the moves that are possible in a state and don't lead to a forbidden one, in the order of the spec.
// The error is a [Limit].
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

var errImpossible = errors.New("the move is not possible")

// Make makes a move. It returns the next state and the costs, in the order of CostNames. The error means that the
// move is impossible, or leads to a forbidden state, or is a [Limit].
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

// step makes a move, even if the next state is forbidden.
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

// forbidding returns the statement that forbids a state, or nil.
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

// ShownState evaluates the show statements about states for a state.
func (j *Judge) ShownState(state []value.Value) ([]Picture, error) {
	found := make(map[string]value.Value, len(state))
	for i, s := range j.StateVars {
		found[s.Name] = state[i]
	}
	return j.shown(found, false)
}

// WhyNot explains in a clause why a move can't be made in a state, and returns the part of the spec that forbids
// it. It is "" if the move can be made. It reports a limit, too.
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

// obstacle explains why a move is impossible: the first part of its condition that fails, an update that the state
// can't take, or a cost.
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

// failing returns the first conjunct of a condition that is false, or nil.
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

// Replay makes the moves of a run as far as they are possible, as plan validators do. After an impossible move the
// states are nil, so Judge refuses the run. The error is a [Limit].
func (j *Judge) Replay(start []value.Value, moves []Move) (a *Answer, err error) {
	err = j.within(func() { a = j.replay(start, moves) })
	return a, err
}

func (j *Judge) replay(start []value.Value, moves []Move) *Answer {
	run := &Run{Start: start}
	a := &Answer{Run: run}
	sums := j.free()
	state := start
	for _, move := range moves {
		if state != nil {
			to, ok := j.step(state, move)
			state = to.after
			if ok {
				pay(sums, to.costs)
			} else {
				state = nil
			}
		}
		run.Steps = append(run.Steps, Step{move, state})
	}
	if j.Objectives > 0 {
		a.Objective = sums
	}
	return a
}

// costs sums the costs of the moves of a run, as far as they are possible. The error is a [Limit].
func (j *Judge) costs(run *Run) (sums []value.Value, err error) {
	sums = j.free()
	err = j.within(func() {
		state := run.Start
		for _, step := range run.Steps {
			if state == nil {
				break
			}
			if to, ok := j.step(state, step.Move); ok {
				pay(sums, to.costs)
			}
			state = step.After
		}
	})
	return sums, err
}

// free returns the costs of no move.
func (j *Judge) free() []value.Value {
	return slices.Repeat([]value.Value{value.Int(0)}, len(j.CostNames))
}

func pay(sums, costs []value.Value) {
	for i, c := range costs {
		sums[i] = value.Add(sums[i], c)
	}
}

// judgeRun plays a run from its start. Each move must be possible and lead to the state in the run. No state may be
// forbidden. Only the last one may meet the goal, and it must.
func (j *Judge) judgeRun(run *Run) Verdict {
	if found := j.judgeStart(run.Start); len(found) > 0 {
		return Verdict{Violations: found}
	}
	refuse := func(rule string, at place, moves int) Verdict {
		v := at.violation(rule)
		v.Bindings = after(moves)
		return Verdict{Violations: []Violation{v}}
	}
	goal := place{j.spec.Goals[0].Source, j.spec.Goals[0].Stmt.Span()}
	state := run.Start
	for i := 0; ; i++ {
		last := i == len(run.Steps)
		won := j.won(state)
		if never := j.forbidding(state); never != nil {
			return refuse("never", place{never.Source, never.Stmt.Span()}, i)
		}
		switch {
		case won && !last:
			return refuse("the goal ends the run", goal, i)
		case !won && last:
			return refuse("the run ends with the goal", goal, i)
		case last:
			return Verdict{Accepted: true}
		}
		step := run.Steps[i]
		k, known := j.index[step.Move.Key()]
		if !known {
			return refuse("there is such a move", goal, i)
		}
		at := place{j.moves[k].source, j.moves[k].stmt.Span()}
		to, ok := j.step(state, step.Move)
		switch {
		case !ok:
			return refuse(step.Move.String()+" is possible", at, i)
		case !slices.EqualFunc(to.after, step.After, value.Equal):
			return refuse(step.Move.String()+" leads to the state that is said", at, i)
		}
		state = to.after
	}
}

// after formats a moment in a run.
func after(moves int) string {
	if moves == 0 {
		return "at the start"
	}
	return "after " + diag.Count(moves, "move")
}

// judgeStart checks that the states at the start fit the spec and meet its rules.
func (j *Judge) judgeStart(start []value.Value) (found []Violation) {
	states := map[string]value.Value{}
	for i := range j.StateVars {
		s := &j.StateVars[i]
		switch {
		case i >= len(start) || !s.Shape.Admits(start[i]):
			found = append(found, s.at.violation(s.Name+" has its structure"))
		case j.start[i] != nil && !value.Equal(j.start[i], start[i]):
			found = append(found, s.at.violation(s.Name+" begins as the spec says"))
		default:
			states[s.Name] = start[i]
		}
	}
	if len(found) > 0 || len(start) != len(j.StateVars) || j.anyStart {
		return found
	}
	pass(j.ev.with(j.ctx, states, func(ev *evaluator) { found = ev.brokenRules(nil, named{most: MostViolations}) }))
	return found
}

// inLine puts a text on one line, cut short for a message.
func inLine(text string) string {
	const longest = 60
	line := []rune(strings.Join(strings.Fields(text), " "))
	if len(line) > longest {
		return string(line[:longest-1]) + "…"
	}
	return string(line)
}
