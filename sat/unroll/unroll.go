// Package unroll writes the runs of a machine as a still model: it has the
// variables of every state up to a horizon and, for each step, a variable for the
// move that is made. What that is good for, and how far to go, is left to others.
//
// A move that is made has its guard hold before and its effects after. What
// changes must have a move that changes it (explanatory frame axioms, Haas 1987;
// Schubert 1990). The rest of the work is to leave things out: values that can't
// have been reached yet, moves that can't be possible yet, variables of which no
// move can have changed anything.
package unroll

import (
	"context"
	"errors"
	"slices"

	"nazo/model"
)

// ErrTooLarge says that a still model would take too many nodes.
var ErrTooLarge = errors.New("the runs would take too large a model")

// maxNodes bounds the nodes of a still model.
const maxNodes = 3_000_000

// Unrolling is a still model of the runs of a machine with up to so many steps.
type Unrolling struct {
	// Model is the still model. What is found are the values at the start that
	// are not known and the steps.
	Model *model.Model

	ctx      context.Context
	of       *Program
	parallel bool
	dynamics int32 // the instance of all that always holds
	states   []state
	steps    []step
}

// state is what stands for each variable of the machine at one time.
type state struct {
	bools   []model.Bool // of boolean variables
	ints    []model.Int  // of the others
	rewrite *model.Rewriter
	goal    model.Bool
	reached int32 // the instance that says that this state meets the goal
	before  int32 // the instance that says that it does not
}

// step is what is done at one time.
type step struct {
	// chosen is 0 where nothing is done, else the index of a move, plus one; in a
	// parallel unrolling there is a boolean for each move that may be made, instead.
	chosen model.VarID
	made   map[int]model.VarID
	busy   int32 // the instance that says that something is done
	costs  []model.Int
	grew   bool // some variable may have a value that it could not have before
}

// Unroll begins to unroll a machine: there is the state at the start and no step.
// Parallel steps hold any number of moves that don't interfere: none of them reads
// or writes what another writes, so that they can be made in any order.
func (p *Program) Unroll(ctx context.Context, parallel bool) (*Unrolling, error) {
	u := &Unrolling{Model: model.New(), ctx: ctx, of: p, parallel: parallel}
	still := u.Model
	still.Rules = append(slices.Clone(p.rules), model.Rule{Name: "moves", Structural: true})
	still.Instances = slices.Clone(p.instances)
	still.Finds = []model.Find{{Name: "start"}, {Name: "moves"}}
	u.dynamics = u.instance()
	u.add(u.start())
	rewrite := u.states[0].rewrite
	for _, c := range p.constraints {
		still.Constrain(c.Instance, rewrite.Bool(c.Guard), rewrite.Body(c.Body))
	}
	return u, u.check()
}

// start is the state at the start, with variables for what is not known of it.
func (u *Unrolling) start() state {
	vars, still := u.of.model.Vars, u.Model
	s := state{bools: make([]model.Bool, len(vars)), ints: make([]model.Int, len(vars))}
	for v, x := range vars {
		domain := u.of.machine.Start[v]
		value, known := domain.Single()
		switch {
		case x.Bool && known:
			s.bools[v] = model.Const(value == 1)
		case x.Bool:
			s.bools[v] = still.BoolVar(still.AddBool(startFind))
		case known:
			s.ints[v] = still.Int(value)
		default:
			s.ints[v] = still.IntVar(still.AddInt(domain, startFind, x.Nominal))
		}
	}
	return s
}

// The finds of a still model.
const (
	startFind = int32(iota)
	movesFind
)

// instance makes an instance of the rule that says what moves are.
func (u *Unrolling) instance() int32 {
	still := u.Model
	still.Instances = append(still.Instances, model.Instance{Rule: int32(len(still.Rules) - 1)})
	return int32(len(still.Instances) - 1)
}

// add adds a state: it is not forbidden.
func (u *Unrolling) add(s state) {
	machine := u.of.machine
	s.rewrite = &model.Rewriter{From: u.of.model, To: u.Model,
		BoolVar: func(v model.VarID) model.Bool { return s.bools[v] },
		IntVar:  func(v model.VarID) model.Int { return s.ints[v] },
	}
	s.goal = s.rewrite.Bool(machine.Goal)
	s.reached, s.before = u.instance(), u.instance()
	u.Model.Constrain(s.reached, model.True, model.Assert{B: s.goal})
	u.Model.Constrain(s.before, model.True, model.Assert{B: s.goal.Not()})
	u.Require(s.rewrite.Bool(machine.Never).Not())
	u.states = append(u.states, s)
}

// under says that b holds where the guard does.
func (u *Unrolling) under(guard, b model.Bool) {
	if b != model.True {
		u.Model.Constrain(u.dynamics, guard, model.Assert{B: b})
	}
}

// check says whether there is time and room to go on.
func (u *Unrolling) check() error {
	if err := u.ctx.Err(); err != nil {
		return err
	}
	if len(u.Model.Bools)+len(u.Model.Ints) > maxNodes {
		return ErrTooLarge
	}
	return nil
}

// Steps is the number of steps so far.
func (u *Unrolling) Steps() int { return len(u.steps) }

// Goal is the condition that the last state meets the goal.
func (u *Unrolling) Goal() model.Bool { return u.states[len(u.states)-1].goal }

// Question is what runs are asked for, of those with as many steps as there are.
type Question struct {
	Goal  bool // the last state meets the goal
	Busy  bool // something is done in every step
	First bool // no state before the last meets the goal
}

// Off lists what is to be switched off in a task that asks the question.
func (u *Unrolling) Off(q Question) []int32 {
	var off []int32
	last := len(u.states) - 1
	for t, s := range u.states {
		if t < last || !q.Goal {
			off = append(off, s.reached)
		}
		if t == last || !q.First {
			off = append(off, s.before)
		}
	}
	for t, s := range u.steps {
		if !q.Busy || t < last-1 && !u.parallel { // as none follows an idle one
			off = append(off, s.busy)
		}
	}
	return off
}

// Settled says that the last step made nothing possible that was not before: if
// the goal is out of reach then, it stays so.
func (u *Unrolling) Settled() bool { return len(u.steps) > 0 && !u.steps[len(u.steps)-1].grew }

// Require adds a condition.
func (u *Unrolling) Require(b model.Bool) { u.under(model.True, b) }
