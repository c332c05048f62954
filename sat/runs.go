package sat

import (
	"context"
	"errors"
	"fmt"
	"math"

	"nazo/compile/model"
	"nazo/sat/unroll"
)

// runs is the work on one task about a machine. The machine is unrolled to still
// models, to horizons that grow, and these are searched.
type runs struct {
	ctx     context.Context
	m       *model.Model
	task    model.Task
	yield   func(model.Solution) bool
	command *command

	// most is a number of moves that no run that is asked for exceeds.
	most int

	result model.Result
	stats  model.Stats
}

// unbounded is a number of moves beyond all horizons.
const unbounded = math.MaxInt32

func (r *runs) run() {
	if r.ctx.Err() != nil {
		panic(stopped{stopReason(r.ctx)})
	}
	if !r.fix() {
		r.result.Complete, r.result.Exhausted = true, true
		return
	}
	r.most = unbounded
	if r.task.MaxMoves > 0 {
		r.most = r.task.MaxMoves
	}
	r.shortest()
}

// fix narrows the start to the values that are given; it is false if there are none.
func (r *runs) fix() bool {
	if len(r.task.Fixed) == 0 {
		return true
	}
	m, machine := *r.m, *r.m.Machine
	machine.Start = append([]model.Domain(nil), machine.Start...)
	for _, f := range r.task.Fixed {
		d := machine.Start[f.Var].Intersect(model.Range(f.Value, f.Value))
		if len(d) == 0 {
			return false
		}
		machine.Start[f.Var] = d
	}
	m.Machine, r.m = &machine, &m
	return true
}

// unrolled begins to unroll the machine.
func (r *runs) unrolled(parallel bool) *unroll.Unrolling {
	u, err := unroll.New(r.ctx, r.m, parallel)
	r.mayStop(err)
	return u
}

func (r *runs) extend(u *unroll.Unrolling) { r.mayStop(u.Extend()) }

// mayStop ends the work if a machine can't be unrolled further.
func (r *runs) mayStop(err error) {
	switch {
	case err == nil:
	case errors.Is(err, r.ctx.Err()):
		panic(stopped{stopReason(r.ctx)})
	default:
		panic(stopped{err.Error()})
	}
}

// on is the search for solutions of a still model.
func (r *runs) on(u *unroll.Unrolling, off []int32, task model.Task) *search {
	task.Off = append(append(task.Off, r.task.Off...), off...)
	task.Seed, task.Progress = r.task.Seed, r.progress
	s := &search{ctx: r.ctx, m: u.Model, task: task, command: r.command}
	s.yield = func(solution model.Solution) bool {
		run := u.Run(solution)
		r.check(run)
		return r.yield(run)
	}
	return s
}

// progress tells of a search as a part of the whole.
func (r *runs) progress(part model.Stats) {
	if r.task.Progress != nil {
		r.task.Progress(r.with(part))
	}
}

// with adds up work.
func (r *runs) with(part model.Stats) model.Stats {
	sum := r.stats
	sum.Variables, sum.Clauses = max(sum.Variables, part.Variables), max(sum.Clauses, part.Clauses)
	sum.Solves += part.Solves
	sum.Conflicts += part.Conflicts
	sum.Cuts += part.Cuts
	return sum
}

// shortest yields the shortest runs: those of the first horizon that has any.
func (r *runs) shortest() {
	u := r.unrolled(false)
	for ; u.Steps() <= r.most; r.extend(u) {
		r.stats.Horizon = int64(u.Steps())
		if u.Goal() == model.False {
			continue
		}
		s := r.on(u, u.Off(true, false), model.Task{Limit: r.task.Limit})
		s.run()
		r.stats = r.with(s.stats)
		if s.result.Solutions > 0 || !s.result.Complete {
			r.result = s.result
			return
		}
	}
	r.result.Complete, r.result.Exhausted = true, true
}

// check makes the moves of a run by the meaning of the machine. A run that is
// none is a bug.
func (r *runs) check(run model.Solution) {
	n := len(r.m.Vars)
	state := run[:n]
	for i, move := range run[n:] {
		at := r.m.At(state)
		if at.Forbidden() || at.Won() || !at.Possible(move) {
			panic(fmt.Sprintf("sat: move %d of a run, %d, is not possible", i+1, move))
		}
		state = at.After(move)
	}
	if at := r.m.At(state); at.Forbidden() || !at.Won() {
		panic("sat: a run does not end at the goal")
	}
}
