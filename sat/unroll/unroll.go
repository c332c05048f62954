// Package unroll encodes the bounded runs of a machine as a model without moves, as planning as
// satisfiability and bounded model checking do (Kautz and Selman 1992; Biere, Cimatti, Clarke
// and Zhu 1999): the model has the variables of every state up to a horizon and, for each step,
// a variable for the move that is made. What to ask of it, and which horizons to try, is the
// caller's business.
//
// A move that is made implies its guard before and its effects after. What changes must have
// a move that changes it (explanatory frame axioms; Haas 1987, Schubert 1990). The rest of the
// work is to leave things out: values that can't have been reached yet, moves that can't be
// possible yet, variables of which no move can have changed anything.
package unroll

import (
	"context"
	"errors"
	"slices"

	"nazo/model"
)

// ErrTooLarge is the error of models that would take too many nodes.
var ErrTooLarge = errors.New("the runs would take too large a model")

// maxNodes bounds the nodes of an unrolled model.
const maxNodes = 3_000_000

// Unrolling is a model of the runs of a machine with a bounded number of steps.
type Unrolling struct {
	// Model is the unrolled model. Its finds are the unknown values at the start, and the steps.
	Model *model.Model

	ctx      context.Context
	program  *Program
	parallel bool
	dynamics int32 // the instance of all that always holds
	states   []state
	steps    []step
}

// state has the literal or expression of each variable of the machine at one time.
type state struct {
	bools          []model.Bool // of boolean variables
	ints           []model.Int  // of the others
	rewrite        *model.Rewriter
	goal           model.Bool
	goalInstance   int32 // the instance of the condition that this state meets the goal
	noGoalInstance int32 // the instance of the condition that it does not
}

// step is the transition between two states.
type step struct {
	// chosen is 0 if no move is made, else the index of an action, plus one; in a parallel
	// unrolling each action that may be possible has a boolean in occurs, instead.
	chosen       model.VarID
	occurs       map[int]model.VarID
	busyInstance int32 // the instance of the condition that some move is made
	costs        []model.Int
	domainsGrew  bool // some variable may have a value that it could not have before
}

// Unroll starts an unrolling, with the state at the start and no step. Parallel steps have any
// number of moves that don't interfere: none of them reads or writes what another writes, so
// that they can be made in any order.
func (p *Program) Unroll(ctx context.Context, parallel bool) (*Unrolling, error) {
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

// start is the state at the start, with variables for what is unknown of it.
func (u *Unrolling) start() state {
	vars, unrolled := u.program.model.Vars, u.Model
	s := state{bools: make([]model.Bool, len(vars)), ints: make([]model.Int, len(vars))}
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

// addState adds a state, which must not be forbidden.
func (u *Unrolling) addState(s state) {
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
		return ErrTooLarge
	}
	return nil
}

// Steps is the number of steps so far.
func (u *Unrolling) Steps() int { return len(u.steps) }

// Goal is the condition that the last state meets the goal.
func (u *Unrolling) Goal() model.Bool { return u.states[len(u.states)-1].goal }

// Question says which runs are asked for, of those with as many steps as there are.
type Question struct {
	Goal  bool // the last state meets the goal
	Busy  bool // something is done in every step
	First bool // no state before the last meets the goal
}

// Off lists the instances that a task must switch off to ask the question.
func (u *Unrolling) Off(q Question) []int32 {
	var off []int32
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
		if !q.Busy || t < last-1 && !u.parallel { // the last step suffices: none follows an idle one
			off = append(off, s.busyInstance)
		}
	}
	return off
}

// LevelledOff reports whether the last step has made no further value reachable (the planning graph
// has levelled off; Blum and Furst 1997): a goal that is unreachable then remains so.
func (u *Unrolling) LevelledOff() bool {
	return len(u.steps) > 0 && !u.steps[len(u.steps)-1].domainsGrew
}

// Require adds a condition.
func (u *Unrolling) Require(b model.Bool) { u.requireIf(model.True, b) }
