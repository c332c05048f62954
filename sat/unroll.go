package sat

import (
	"context"
	"errors"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// ErrUnrollTooLarge is the error of unrolled models with too many nodes.
var ErrUnrollTooLarge = errors.New("the runs would take too large a model")

// maxNodes bounds the nodes of an unrolled model.
const maxNodes = 3_000_000

// Unrolling is a model of the runs of a machine with a bounded number of steps.
type Unrolling struct {
	// Model is the unrolled model. Its finds are the unknown values at the start, and the steps.
	Model *model.Model

	ctx      context.Context
	program  *UnrollProgram
	parallel bool
	dynamics int32 // the instance of the constraints that always hold
	states   []stateSymbols
	steps    []runStep
}

// stateSymbols has the expression of each variable of the machine at one time.
type stateSymbols struct {
	bools          []model.Bool // of boolean variables
	ints           []model.Int  // of the others
	rewrite        *model.Rewriter
	goal           model.Bool
	goalInstance   int32 // the instance of "this state meets the goal"
	noGoalInstance int32 // the instance of "it does not"
}

// runStep is the transition between two states.
type runStep struct {
	// chosen is 0 if no move is made, or else the index of an action plus one. In a parallel unrolling,
	// occurs has a boolean for each possible action instead.
	chosen       model.VarID
	occurs       map[int]model.VarID
	busyInstance int32 // the instance of "some move is made"
	costs        []model.Int
	domainsGrew  bool // some variable may have a new value
}

// Unroll begins an unrolling, with the start state and no step: planning as satisfiability, or bounded model checking
// (Kautz and Selman 1992; Biere, Cimatti, Clarke and Zhu 1999). The model has the variables of every state up
// to the horizon and a variable for the move of each step. A move implies its guard before and its effects
// after. A change needs a move that makes it (explanatory frame axioms; Haas 1987, Schubert 1990). Unreachable
// values, impossible moves and unchanged variables are left out.
//
// Parallel steps have any number of moves that don't interfere: none reads or writes what another writes.
func (p *UnrollProgram) Unroll(ctx context.Context, parallel bool) (*Unrolling, error) {
	u := &Unrolling{Model: model.New(), ctx: ctx, program: p, parallel: parallel}
	unrolled := u.Model
	unrolled.Rules = append(slices.Clone(p.rules), model.Rule{Name: "moves", Structural: true})
	unrolled.Instances = slices.Clone(p.instances)
	unrolled.Finds = []model.Find{{Name: "start"}, {Name: "moves"}}
	u.dynamics = u.instance()
	u.addState(u.start())
	rewrite := u.states[0].rewrite
	for _, c := range p.constraints {
		unrolled.Constrain(c.Instance, rewrite.Bool(c.Guard), c.Body.Rewrite(rewrite))
	}
	return u, u.withinLimits()
}

// start returns the state at the start, with variables for unknown values.
func (u *Unrolling) start() stateSymbols {
	vars, unrolled := u.program.model.Vars, u.Model
	s := stateSymbols{bools: make([]model.Bool, len(vars)), ints: make([]model.Int, len(vars))}
	for v, x := range vars {
		domain := u.program.machine.Start[v]
		value, known := domain.Single()
		switch {
		case x.Bool && known:
			s.bools[v] = model.Const(value == 1)
		case x.Bool:
			s.bools[v] = unrolled.BoolVar(unrolled.AddBool(startFind))
		case known:
			s.ints[v] = unrolled.Int(value)
		default:
			s.ints[v] = unrolled.IntVar(unrolled.AddInt(domain, startFind, x.Nominal))
		}
	}
	return s
}

// The finds of an unrolled model.
const (
	startFind = int32(iota)
	movesFind
)

// instance makes an instance of the rule "moves".
func (u *Unrolling) instance() int32 {
	unrolled := u.Model
	unrolled.Instances = append(unrolled.Instances, model.Instance{Rule: int32(len(unrolled.Rules) - 1)})
	return int32(len(unrolled.Instances) - 1)
}

// addState adds a state, and requires that it is not forbidden.
func (u *Unrolling) addState(s stateSymbols) {
	machine := u.program.machine
	s.rewrite = &model.Rewriter{From: u.program.model, To: u.Model,
		BoolVar: func(v model.VarID) model.Bool { return s.bools[v] },
		IntVar:  func(v model.VarID) model.Int { return s.ints[v] },
	}
	s.goal = s.rewrite.Bool(machine.Goal)
	s.goalInstance, s.noGoalInstance = u.instance(), u.instance()
	u.Model.Constrain(s.goalInstance, model.True, model.Assert{B: s.goal})
	u.Model.Constrain(s.noGoalInstance, model.True, model.Assert{B: s.goal.Not()})
	u.Require(s.rewrite.Bool(machine.Never).Not())
	u.states = append(u.states, s)
}

// requireIf adds the condition that the guard implies b.
func (u *Unrolling) requireIf(guard, b model.Bool) {
	if b != model.True {
		u.Model.Constrain(u.dynamics, guard, model.Assert{B: b})
	}
}

// withinLimits returns an error if ctx is done or the model is too large.
func (u *Unrolling) withinLimits() error {
	if err := u.ctx.Err(); err != nil {
		return err
	}
	if u.Model.BoolCount()+len(u.Model.Ints) > maxNodes {
		return ErrUnrollTooLarge
	}
	return nil
}

// Steps returns the number of steps so far.
func (u *Unrolling) Steps() int { return len(u.steps) }

// Goal returns the condition that the last state meets the goal.
func (u *Unrolling) Goal() model.Bool { return u.states[len(u.states)-1].goal }

// Query selects runs with all steps of an unrolling.
type Query struct {
	Goal  bool // the last state meets the goal
	Busy  bool // a move is made in every step
	First bool // no state before the last meets the goal
}

// Off lists the instances that a task must switch off to ask the question.
func (u *Unrolling) Off(q Query) (off []int32) {
	last := len(u.states) - 1
	for t, s := range u.states {
		if t < last || !q.Goal {
			off = append(off, s.goalInstance)
		}
		if t == last || !q.First {
			off = append(off, s.noGoalInstance)
		}
	}
	for t, s := range u.steps {
		if !q.Busy || t < last-1 && !u.parallel { // the last step suffices, since none follows an idle one
			off = append(off, s.busyInstance)
		}
	}
	return off
}

// LevelledOff reports whether the last step made no new value reachable (Blum and Furst 1997). Then an unreachable
// goal stays unreachable.
func (u *Unrolling) LevelledOff() bool {
	return len(u.steps) > 0 && !u.steps[len(u.steps)-1].domainsGrew
}

// Require adds a condition.
func (u *Unrolling) Require(b model.Bool) { u.requireIf(model.True, b) }

// candidate is an action that may be possible in the current state.
type candidate struct {
	*action
	index  int // of the action
	guard  model.Bool
	occurs model.Bool // the action occurs in the step
}

// Extend adds one step and the state after it.
func (u *Unrolling) Extend() error {
	before := &u.states[len(u.states)-1]
	var candidates []candidate
	for i := range u.program.actions {
		a := &u.program.actions[i]
		if guard := before.rewrite.Bool(a.guard); guard != model.False {
			candidates = append(candidates, candidate{action: a, index: i, guard: guard})
		}
		if err := u.withinLimits(); err != nil {
			return err
		}
	}
	u.addMoveVars(candidates)
	for _, c := range candidates {
		u.requireIf(c.occurs, c.guard)
	}
	after, err := u.successor(before, candidates)
	if err != nil {
		return err
	}
	u.steps[len(u.steps)-1].domainsGrew = u.domainsGrew(before, &after)
	u.addCosts(before, candidates)
	u.addState(after)
	return u.withinLimits()
}

// addMoveVars adds the variables of a step that determine which candidates occur.
func (u *Unrolling) addMoveVars(candidates []candidate) {
	unrolled := u.Model
	s := runStep{busyInstance: u.instance()}
	if u.parallel {
		s.occurs = map[int]model.VarID{}
		var some []model.Bool
		for i := range candidates {
			v := unrolled.AddBool(movesFind)
			s.occurs[candidates[i].index] = v
			candidates[i].occurs = unrolled.BoolVar(v)
			some = append(some, candidates[i].occurs)
		}
		unrolled.Constrain(s.busyInstance, model.True, model.Assert{B: unrolled.Or(some...)})
		u.steps = append(u.steps, s)
		return
	}
	values := []int64{0}
	values = append(values, alg.Map(candidates, func(c candidate) int64 { return int64(c.index) + 1 })...)
	s.chosen = unrolled.AddInt(model.Values(values...), movesFind, true)
	chosen := unrolled.IntVar(s.chosen)
	for i, c := range candidates {
		candidates[i].occurs = is(unrolled, chosen, int64(c.index)+1)
	}
	idle := is(unrolled, chosen, 0)
	unrolled.Constrain(s.busyInstance, model.True, model.Assert{B: idle.Not()})
	if n := len(u.steps); n > 0 { // nothing follows an idle step
		u.requireIf(is(unrolled, unrolled.IntVar(u.steps[n-1].chosen), 0), idle)
	}
	u.steps = append(u.steps, s)
}

func is(m *model.Model, x model.Int, value int64) model.Bool {
	return m.In(x, model.Range(value, value))
}

// successor returns the state after the step. Only occurring actions change it (explanatory frame axioms).
func (u *Unrolling) successor(before *stateSymbols, candidates []candidate) (stateSymbols, error) {
	after := stateSymbols{bools: slices.Clone(before.bools), ints: slices.Clone(before.ints)}
	writers := make([][]write, len(before.bools))
	for _, c := range candidates {
		for i := range c.effects {
			e := &c.effects[i]
			writers[e.v] = append(writers[e.v], write{e, c.occurs})
		}
	}
	for v, ws := range writers {
		if len(ws) == 0 {
			continue
		}
		if err := u.withinLimits(); err != nil {
			return after, err
		}
		if u.program.model.Vars[v].Bool {
			after.bools[v] = u.boolAfter(before, before.bools[v], ws)
		} else {
			after.ints[v] = u.intAfter(before, before.ints[v], u.program.model.Vars[v], ws)
		}
	}
	if u.parallel {
		u.forbidInterference(candidates)
	}
	return after, nil
}

// write is an effect of a candidate on some variable.
type write struct {
	*effect
	occurs model.Bool
}

// boolAfter returns a boolean variable in the successor.
func (u *Unrolling) boolAfter(before *stateSymbols, old model.Bool, ws []write) model.Bool {
	unrolled := u.Model
	var rising, falling []model.Bool
	for _, w := range ws {
		rising = append(rising, unrolled.And(w.occurs, before.rewrite.Bool(w.rises)))
		falling = append(falling, unrolled.And(w.occurs, before.rewrite.Bool(w.falls)))
	}
	rises, falls := unrolled.Or(rising...), unrolled.Or(falling...)
	if unrolled.And(old.Not(), rises) == model.False && unrolled.And(old, falls) == model.False {
		return old
	}
	now := unrolled.BoolVar(unrolled.AddBool(-1))
	u.Require(unrolled.Or(old, now.Not(), rises))
	u.Require(unrolled.Or(old.Not(), now, falls))
	for i, w := range ws {
		if b := before.rewrite.Bool(w.b); b.Node() == 0 {
			u.requireIf(w.occurs, unrolled.Iff(now, b))
			continue
		}
		u.Require(unrolled.Or(rising[i].Not(), old, now))
		u.Require(unrolled.Or(falling[i].Not(), old.Not(), now.Not()))
	}
	return now
}

// intAfter returns a variable of another kind in the successor.
func (u *Unrolling) intAfter(before *stateSymbols, old model.Int, of *model.Var, ws []write) model.Int {
	unrolled := u.Model
	domain := u.possibleValues(old, of.Domain)
	var updates []guardedValue
	var changes []model.Bool
	for _, w := range ws {
		for _, c := range w.cases {
			when, x := unrolled.And(w.occurs, before.rewrite.Bool(c.when)), before.rewrite.Int(c.x)
			if when == model.False || x == old {
				continue
			}
			updates, changes = append(updates, guardedValue{when, x}), append(changes, when)
			domain = domain.Union(u.possibleValues(x, of.Domain))
		}
	}
	if len(updates) == 0 {
		return old
	}
	now := unrolled.IntVar(unrolled.AddInt(domain, -1, of.Nominal))
	u.requireIf(unrolled.Or(changes...).Not(), unrolled.Equal(now, old))
	for _, c := range updates {
		u.requireIf(c.when, unrolled.Equal(now, c.x))
	}
	return now
}

// possibleValues returns the values of a domain that an expression may have.
func (u *Unrolling) possibleValues(x model.Int, domain model.Domain) model.Domain {
	if n, isVar := u.Model.Ints[x].(model.IntVar); isVar {
		return domain.Intersect(u.Model.Vars[n.Var].Domain)
	}
	b := u.Model.Bounds(x)
	return domain.Intersect(model.Range(b.Lo, b.Hi))
}

// domainsGrew reports whether some variable may have a new value.
func (u *Unrolling) domainsGrew(before, after *stateSymbols) bool {
	for v, x := range u.program.model.Vars {
		switch {
		case x.Bool && before.bools[v].Node() == 0 && after.bools[v] != before.bools[v]:
			return true
		case !x.Bool && after.ints[v] != before.ints[v] &&
			u.possibleValues(after.ints[v], x.Domain).Size() != u.possibleValues(before.ints[v], x.Domain).Size():
			return true
		}
	}
	return false
}

// Run reads a run of the machine from a solution of the unrolled model: the values of the variables at the start, and
// the moves. Moves of one step have the machine's order.
func (u *Unrolling) Run(solution model.Solution) model.Solution {
	start, values := u.states[0], model.Evaluate(u.Model, solution)
	run := make(model.Solution, len(u.program.fluent))
	for v, x := range u.program.model.Vars {
		if !x.Bool {
			run[v] = values.Int(start.ints[v])
		} else if values.Bool(start.bools[v]) {
			run[v] = 1
		}
	}
	for _, s := range u.steps {
		if !u.parallel {
			if chosen := solution[s.chosen]; chosen > 0 {
				run = append(run, int64(u.program.actions[chosen-1].move))
			}
			continue
		}
		var made []int64
		for i, v := range s.occurs {
			if solution[v] == 1 {
				made = append(made, int64(u.program.actions[i].move))
			}
		}
		slices.Sort(made)
		run = append(run, made...)
	}
	return run
}

// MoveOfAction returns the index of the move for each value of a step, minus one. A move that was split has several
// values.
func (p *UnrollProgram) MoveOfAction() []int {
	return alg.Map(p.actions, func(a action) int { return a.move })
}

// addCosts gives the last step its costs.
func (u *Unrolling) addCosts(before *stateSymbols, candidates []candidate) {
	unrolled := u.Model
	s := &u.steps[len(u.steps)-1]
	for k := range u.program.machine.Costs {
		known := map[int64][]model.Bool{} // the moves with each known cost
		var order []int64
		least, most := int64(0), int64(0)
		var open []candidate
		for _, c := range candidates {
			x := before.rewrite.Int(c.costs[k])
			if cost, isKnown := unrolled.Constant(x); isKnown {
				if known[cost] == nil {
					order = append(order, cost)
				}
				known[cost] = append(known[cost], c.occurs)
				continue
			}
			open = append(open, c)
			b := unrolled.Bounds(x)
			least, most = min(least, b.Lo), max(most, b.Hi)
		}
		terms := []model.Term{}
		for _, cost := range order {
			terms = append(terms, model.Term{Coef: cost, X: unrolled.ToInt(unrolled.Or(known[cost]...))})
		}
		if len(open) > 0 {
			extra := unrolled.IntVar(unrolled.AddInt(model.Range(max(least, 0), most), -1, false))
			made := make([]model.Bool, len(open))
			for i, c := range open {
				made[i] = c.occurs
				u.requireIf(c.occurs, unrolled.Equal(extra, before.rewrite.Int(c.costs[k])))
			}
			u.requireIf(unrolled.Or(made...).Not(), unrolled.Equal(extra, unrolled.Int(0)))
			terms = append(terms, model.Term{Coef: 1, X: extra})
		}
		s.costs = append(s.costs, unrolled.Sum(terms...))
	}
}

// Costs returns the sums of the costs of all steps, and the number of moves last. The steps must not be parallel.
func (u *Unrolling) Costs() []model.Int {
	if u.parallel {
		panic("sat: costs are for one move a step")
	}
	sums := make([][]model.Term, u.program.machine.Costs+1)
	for _, s := range u.steps {
		for k, x := range s.costs {
			sums[k] = append(sums[k], model.Term{Coef: 1, X: x})
		}
		idle := is(u.Model, u.Model.IntVar(s.chosen), 0)
		sums[len(sums)-1] = append(sums[len(sums)-1], model.Term{Coef: 1, X: u.Model.ToInt(idle.Not())})
	}
	return alg.Map(sums, func(terms []model.Term) model.Int { return u.Model.Sum(terms...) })
}
