package sat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/sat/unroll"
)

// runs is the work on one task about a machine. The machine is unrolled to still
// models, to horizons that grow, and these are searched.
type runs struct {
	ctx     context.Context
	m       *model.Model
	task    engine.Task
	yield   func(model.Solution) bool
	by      searcher
	program *unroll.Program

	// No run that is asked for has fewer moves than least, or more than most.
	least, most int
	// attempt varies the order of the search, from the second on.
	attempt int64

	result engine.Result
	stats  engine.Stats
}

// unbounded is a number of moves beyond all horizons.
const unbounded = math.MaxInt32

// prepared is a machine made ready to be unrolled, once for all questions. It does not change.
type prepared struct {
	m       *model.Model // with the starts that are given
	program *unroll.Program
	// No run has fewer moves than least, or more than most, which is less than least if there
	// is none.
	least, most int
}

// prepare makes the machine ready. The error is a [engine.Reason].
func (r *runs) prepare() (p *prepared, err error) {
	defer caught(&err)
	if !r.fix() {
		return &prepared{least: 1}, nil
	}
	r.program, err = unroll.Prepare(r.ctx, r.m)
	r.mayStop(err)
	r.most = unbounded
	r.measureLength()
	return &prepared{r.m, r.program, r.least, r.most}, nil
}

// take has the work begin with what the job has prepared.
func (r *runs) take(j *job) {
	p, err := j.machine.Get(r.ctx, func(context.Context) (*prepared, error) { return r.prepare() })
	if err != nil {
		panic(stopped{engine.ReasonOf(err)})
	}
	r.m, r.program, r.least, r.most = p.m, p.program, p.least, p.most
}

func (r *runs) run() {
	if r.least <= r.most {
		r.boundLength()
	}
	switch {
	case r.least > r.most:
		r.nothingMore()
	case r.task.AnyObjective && r.task.Limit != 1:
		r.byLength()
	case r.task.AsksForAnyRun(r.m.Machine):
		r.any()
	case r.lengthAlone():
		r.shortest()
	default:
		r.cheapest()
	}
}

// nothingMore notes that all that was asked for has been yielded.
func (r *runs) nothingMore() { r.result.Complete, r.result.Exhausted = true, true }

// fix narrows the start to the values that are given; it is false if there are none.
func (r *runs) fix() bool {
	if len(r.task.Within) == 0 {
		return true
	}
	m, machine := *r.m, *r.m.Machine
	machine.Start = slices.Clone(machine.Start)
	for _, f := range r.task.Within {
		d := machine.Start[f.Var].Intersect(f.Values)
		if len(d) == 0 {
			return false
		}
		machine.Start[f.Var] = d
	}
	m.Machine, r.m = &machine, &m
	return true
}

// lengthAlone reports whether runs are compared by their lengths: every move costs the
// same.
func (r *runs) lengthAlone() bool {
	machine := r.m.Machine
	for k := range machine.Costs {
		for _, move := range machine.Moves {
			if c, known := r.m.Constant(move.Costs[k]); !known || move.Costs[k] != machine.Moves[0].Costs[k] || c < 0 {
				return false
			}
		}
	}
	return true
}

// unrolled unrolls the machine to a number of steps.
func (r *runs) unrolled(parallel bool, steps int) *unroll.Unrolling {
	u, err := r.program.Unroll(r.ctx, parallel)
	r.mayStop(err)
	r.extend(u, steps)
	return u
}

func (r *runs) extend(u *unroll.Unrolling, steps int) {
	for u.Steps() < steps {
		r.mayStop(u.Extend())
	}
	r.stats.Horizon = max(r.stats.Horizon, int64(steps))
}

// mayStop ends the work if a machine can't be unrolled further.
func (r *runs) mayStop(err error) {
	switch {
	case err == nil:
	case r.ctx.Err() != nil && errors.Is(err, r.ctx.Err()):
		panic(stopped{engine.Ended(r.ctx)})
	default:
		panic(stopped{engine.Reason{Kind: engine.TooLarge, Detail: err.Error()}})
	}
}

// on is the search for runs in a still model.
func (r *runs) on(u *unroll.Unrolling, off []int32, limit int) *search {
	task := engine.Task{Options: engine.Options{Off: slices.Concat(r.task.Off, off)},
		SolveOptions: engine.SolveOptions{Limit: limit, Seed: r.seed(), Progress: r.progress}}
	s := &search{ctx: r.ctx, m: u.Model, task: task, by: r.searcher()}
	s.yield = func(solution model.Solution) bool { return r.yield(r.checked(u.Run(solution))) }
	return s
}

// searcher is who searches the next horizon: what was spent on others counts.
func (r *runs) searcher() searcher {
	by := r.by
	by.spent = r.stats.Conflicts
	return by
}

// seed is that of the task, and another one for each further attempt: the time that
// a search takes varies widely with it.
func (r *runs) seed() int64 {
	if r.attempt <= 1 {
		return r.task.Seed
	}
	return r.task.Seed + r.attempt<<32
}

// all yields the runs that a search finds, and reports whether to go on.
func (r *runs) all(s *search) bool {
	before := r.result
	defer func() {
		r.stats = r.with(s.stats)
		r.result = s.result
		r.result.Solutions += before.Solutions
		r.result.Bounds = before.Bounds
	}()
	s.encode()
	s.run()
	return s.result.Exhausted
}

// ask looks for one solution of a still model.
func (r *runs) ask(u *unroll.Unrolling, off []int32, budget int64) (model.Solution, Status) {
	return r.one(r.on(u, off, 1), budget)
}

// one looks for one solution.
func (r *runs) one(s *search, budget int64) (model.Solution, Status) {
	defer func() { r.stats = r.with(s.stats) }()
	s.encode()
	s.load(false)
	return s.next(budget)
}

// deliver yields a run that is all that was asked for.
func (r *runs) deliver(run model.Solution) {
	r.result.Best, r.result.Solutions = nil, r.result.Solutions+1
	if !r.yield(r.checked(run)) {
		r.result.Reason.Kind = engine.Stopped
		return
	}
	r.result.Complete = true
}

// progress tells of a search as a part of the whole.
func (r *runs) progress(part engine.Progress) {
	if r.task.Progress != nil {
		r.task.Progress(engine.Progress{Stats: r.with(part.Stats)})
	}
}

// with adds up work.
func (r *runs) with(part engine.Stats) engine.Stats {
	sum := r.stats
	sum.Variables, sum.Clauses = max(sum.Variables, part.Variables), max(sum.Clauses, part.Clauses)
	sum.Solves += part.Solves
	sum.Conflicts += part.Conflicts
	sum.Cuts += part.Cuts
	return sum
}

// checked makes the moves of a run by the meaning of the machine. A run that is
// none is a bug.
func (r *runs) checked(run model.Solution) model.Solution {
	if n, fault := r.replay(run); fault != "" || n != len(run)-len(r.m.Vars) {
		panic(fmt.Sprintf("sat: of a run of %d moves, %d are made; %s", len(run)-len(r.m.Vars), n, fault))
	}
	return run
}

// replay makes the moves of a run until the goal is met, and counts them. The
// fault is "" if that comes to pass.
func (r *runs) replay(run model.Solution) (made int, fault string) {
	n := len(r.m.Vars)
	state := run[:n]
	for {
		at := r.m.At(state)
		switch {
		case at.Forbidden():
			return made, "a state is forbidden"
		case at.Won():
			return made, ""
		case n+made == len(run):
			return made, "the goal is not met"
		case !at.Possible(run[n+made]):
			return made, "a move is not possible"
		}
		state = at.After(run[n+made])
		made++
	}
}
