package sat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"nazo/internal/model"
)

// runs is the work on one task about a machine. The machine is unrolled to growing horizons, and the unrolled models
// are searched.
type runs struct {
	ctx     context.Context
	m       *model.Model
	task    model.Task
	yield   func(model.Solution) bool
	by      searcher
	program *UnrollProgram

	// No wanted run has fewer moves than least, or more than most.
	least, most int
	attempt     int64 // varies the order of the search, from the second on

	result model.Result
	stats  model.Stats
}

// unbounded is a number of moves beyond all horizons.
const unbounded = math.MaxInt32

// prepared is a machine that is ready to be unrolled, shared by all questions. It is immutable.
type prepared struct {
	m       *model.Model // with the given starts
	program *UnrollProgram
	// No run has fewer moves than least, or more than most. If there is none, most is less than least.
	least, most int
}

// prepare prepares the machine. The error is a [model.Reason].
func (r *runs) prepare() (p *prepared, err error) {
	defer caught(&err)
	if !r.fix() {
		return &prepared{least: 1}, nil
	}
	r.program, err = PrepareUnrolling(r.ctx, r.m)
	r.mayStop(err)
	r.most = unbounded
	r.measureLength()
	return &prepared{r.m, r.program, r.least, r.most}, nil
}

// take begins the work with the prepared machine of the job.
func (r *runs) take(j *job) {
	p, err := j.machine.Get(r.ctx, func(context.Context) (*prepared, error) { return r.prepare() })
	if err != nil {
		panic(stopped{model.ReasonOf(err)})
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

// nothingMore records that all wanted runs were yielded.
func (r *runs) nothingMore() { r.result.Complete, r.result.Exhausted = true, true }

// fix narrows the start to the given values. It returns false if none is left.
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

// lengthAlone reports whether every move costs the same, so that runs are compared by their lengths.
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
func (r *runs) unrolled(parallel bool, steps int) *Unrolling {
	u, err := r.program.Unroll(r.ctx, parallel)
	r.mayStop(err)
	r.extend(u, steps)
	return u
}

func (r *runs) extend(u *Unrolling, steps int) {
	for u.Steps() < steps {
		r.mayStop(u.Extend())
	}
	r.stats.Horizon = max(r.stats.Horizon, int64(steps))
}

// mayStop ends the work if there is an error.
func (r *runs) mayStop(err error) {
	switch {
	case err == nil:
	case r.ctx.Err() != nil && errors.Is(err, r.ctx.Err()):
		panic(stopped{model.Ended(r.ctx)})
	default:
		panic(stopped{model.Reason{Kind: model.TooLarge, Detail: err.Error()}})
	}
}

// on returns a search in an unrolled model.
func (r *runs) on(u *Unrolling, off []int32, limit int) *search {
	task := model.Task{Options: model.Options{Off: slices.Concat(r.task.Off, off)},
		SolveOptions: model.SolveOptions{Limit: limit, Seed: r.seed(), Progress: r.progress}}
	return &search{ctx: r.ctx, m: u.Model, task: task, by: r.searcher(),
		yield: func(solution model.Solution) bool { return r.yield(r.checked(u.Run(solution))) }}
}

// searcher returns the searcher for the next horizon. The conflicts of earlier horizons count.
func (r *runs) searcher() searcher {
	by := r.by
	by.spent = r.stats.Conflicts
	return by
}

// seed returns the task's seed, and another one for each further attempt. The time of a search varies widely with it.
func (r *runs) seed() int64 {
	if r.attempt <= 1 {
		return r.task.Seed
	}
	return r.task.Seed + r.attempt<<32
}

// all yields the runs that a search finds. It reports whether to go on.
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

// ask looks for one solution of an unrolled model.
func (r *runs) ask(u *Unrolling, off []int32, budget int64) (model.Solution, Status) {
	return r.one(r.on(u, off, 1), budget)
}

// one looks for one solution.
func (r *runs) one(s *search, budget int64) (model.Solution, Status) {
	defer func() { r.stats = r.with(s.stats) }()
	s.encode()
	s.load(false)
	return s.next(budget)
}

// deliver yields the only wanted run.
func (r *runs) deliver(run model.Solution) {
	r.result.Best, r.result.Solutions = nil, r.result.Solutions+1
	if !r.yield(r.checked(run)) {
		r.result.Reason.Kind = model.Stopped
		return
	}
	r.result.Complete = true
}

// progress reports the progress of a search as a part of the task.
func (r *runs) progress(part model.Progress) {
	if r.task.Progress != nil {
		r.task.Progress(model.Progress{Stats: r.with(part.Stats)})
	}
}

// with returns the statistics with those of a part added.
func (r *runs) with(part model.Stats) model.Stats {
	sum := r.stats
	sum.Variables, sum.Clauses = max(sum.Variables, part.Variables), max(sum.Clauses, part.Clauses)
	sum.Solves += part.Solves
	sum.Conflicts += part.Conflicts
	sum.Cuts += part.Cuts
	return sum
}

// checked replays a run on the machine. A wrong run is a bug.
func (r *runs) checked(run model.Solution) model.Solution {
	if n, fault := r.replay(run); fault != "" || n != r.length(run) {
		panic(fmt.Sprintf("sat: of a run of %d moves, %d are made; %s", r.length(run), n, fault))
	}
	return run
}

// replay makes the moves of a run until the goal is met, and counts them. The fault is "" if the goal is met.
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

// cheapest yields the runs with the least costs, and of these the shortest. At each horizon it finds the cheapest run
// of at most that length. That is the cheapest of all once longer runs can't be cheaper, since known costs
// bound their length. It finds the least length at these costs last.
func (r *runs) cheapest() {
	w := &horizonSearch{runs: r, least: r.least}
	u, solution := w.first()
	if solution == nil {
		r.nothingMore()
		return
	}
	r.least = w.least
	best := r.postprocessed(u.Run(solution))
	for h := r.length(best); ; h = min(h+1+h/4, r.enough(best)) {
		r.keep(best)
		u = r.unrolled(false, h)
		best = r.optimum(u, best)
		if h >= r.enough(best) {
			break
		}
	}
	costs := r.costs(best)
	r.result.Bounds = nil
	for _, c := range costs[:r.m.Machine.Costs] {
		r.result.Bounds = append(r.result.Bounds, model.Interval{Lo: c, Hi: c})
	}
	if k := r.lengthIsCost(); k >= 0 {
		r.least = int(costs[k])
	}
	s := r.shortening(best, true)
	s.run(r.least, 0)
	if best = s.best; r.task.Limit == 1 {
		r.deliver(best)
		return
	}
	u = r.unrolled(false, r.length(best))
	r.requireCosts(u, best)
	r.all(r.on(u, u.Off(Query{Goal: true, Busy: true}), r.task.Limit))
}

// lengthIsCost returns the index of a cost that is the number of moves, or -1.
func (r *runs) lengthIsCost() int {
	for k := range r.m.Machine.Costs {
		if !slices.ContainsFunc(r.m.Machine.Moves, func(move model.Move) bool {
			c, known := r.m.Constant(move.Costs[k])
			return !known || c != 1
		}) {
			return k
		}
	}
	return -1
}

// requireCosts requires the costs of a given run.
func (r *runs) requireCosts(u *Unrolling, like model.Solution) {
	costs, sums := r.costs(like), u.Costs()
	for k := range r.m.Machine.Costs {
		u.Require(u.Model.Equal(sums[k], u.Model.Int(costs[k])))
	}
}

// optimum returns the cheapest run in an unrolling, given one that fits.
func (r *runs) optimum(u *Unrolling, best model.Solution) model.Solution {
	sums := u.Costs()
	for _, x := range sums[:r.m.Machine.Costs] {
		u.Model.Objectives = append(u.Model.Objectives, model.Objective{X: x})
	}
	known := r.costs(best)
	u.Require(u.Model.LessEq(sums[0], u.Model.Int(known[0])))
	s := r.on(u, u.Off(Query{Goal: true}), 1)
	s.yield = func(solution model.Solution) bool {
		best = r.cut(u.Run(solution))
		return true
	}
	defer func() {
		r.stats = r.with(s.stats)
		if s.result.Best != nil { // it was stopped before the end
			if run := r.cut(u.Run(s.result.Best)); slices.Compare(r.costs(run), known) < 0 {
				r.keep(run)
			}
		}
	}()
	s.encode()
	s.run()
	u.Model.Objectives = nil
	return best
}

// keep stores the best run so far. The least number of moves also bounds a single cost.
func (r *runs) keep(run model.Solution) {
	r.result.Best = run
	if r.m.Machine.Costs > 1 {
		return // a cheaper run may have more of the later costs
	}
	each := int64(math.MaxInt64)
	for _, move := range r.m.Machine.Moves {
		each = min(each, max(r.m.Bounds(move.Costs[0]).Lo, 0))
	}
	r.result.Bounds = []model.Interval{{Lo: each * int64(r.least), Hi: r.costs(run)[0]}}
}

// costs returns the sums of the costs of a run, and its length last.
func (r *runs) costs(run model.Solution) []int64 {
	n := len(r.m.Vars)
	state := run[:n]
	sums := make([]int64, r.m.Machine.Costs, r.m.Machine.Costs+1)
	for _, move := range run[n:] {
		at := r.m.At(state)
		for k, c := range at.Costs(move) {
			sums[k] += c
		}
		state = at.After(move)
	}
	return append(sums, int64(len(run)-n))
}

// enough returns an upper bound of the length of the shortest cheapest run, if it is cheaper than the given one. The
// cost bounds the moves that cost something. Between two of them no state occurs twice.
func (r *runs) enough(best model.Solution) int {
	costs := r.costs(best)[:r.m.Machine.Costs]
	cost := costs[0]
	if !slices.ContainsFunc(costs[1:], func(c int64) bool { return c > 0 }) {
		cost-- // the first cost must be less
	}
	if cost < 0 {
		return 0
	}
	cheap := r.states(func(move model.Move) bool { return r.m.Bounds(move.Costs[0]).Lo <= 0 })
	least := int64(unbounded)
	for _, move := range r.m.Machine.Moves {
		if lo := r.m.Bounds(move.Costs[0]).Lo; lo > 0 {
			least = min(least, lo)
		}
	}
	paid := cost / least
	if cheap == unbounded || paid >= unbounded/int64(cheap)-1 {
		return r.most
	}
	return min(r.most, int(paid+1)*cheap-1)
}

// shortening looks for shorter runs than a known one.
type shortening struct {
	*runs
	best    model.Solution
	atCosts bool // only runs at the costs of the known one are wanted
	least   int  // no wanted run has fewer moves
	// onProgress, if not nil, is called when the best run or the bound has improved.
	onProgress func(best model.Solution, least int)
}

// shortening begins with a postprocessed run.
func (r *runs) shortening(best model.Solution, atCosts bool) *shortening {
	return &shortening{runs: r, best: best, atCosts: atCosts}
}

// run finds the shortest length by bisection, between the lower bound least and the length of the best run. It returns
// false if a question takes more than budget conflicts (0 is unlimited).
func (s *shortening) run(least int, budget int64) bool {
	s.least = least
	for {
		if s.onProgress != nil {
			s.onProgress(s.best, s.least)
		}
		if s.atCosts {
			s.result.Best = s.best
		}
		length := s.length(s.best)
		if s.least >= length {
			return true
		}
		u := s.unrolled(false, (s.least+length-1)/2)
		if s.atCosts {
			s.requireCosts(u, s.best)
		}
		solution, status := s.ask(u, u.Off(Query{Goal: true, Busy: u.Steps() == s.least}), budget)
		switch status {
		case Unsatisfiable:
			s.least = u.Steps() + 1
		case Satisfiable:
			s.best = s.postprocessed(u.Run(solution))
		default:
			return false
		}
	}
}

const (
	// shorteningBudget bounds the conflicts of each question about shorter runs if any run will do.
	shorteningBudget = 4000
	// shorteningSteps bounds the length of runs that are shortened, and shorteningNodes the size of their
	// formula. Larger ones take long to encode.
	shorteningSteps = 60
	shorteningNodes = 100_000
)

// tried is run for a task that has any run. It looks for a shorter one only if that is quick, and never ends the work.
// It reports whether the run is known to be the shortest.
func (s *shortening) tried(least int) (shortest bool) {
	s.least = least
	length := s.length(s.best)
	if s.least >= length {
		return true
	}
	if length > shorteningSteps || length*s.program.Nodes() > shorteningNodes {
		return false
	}
	var stop error
	defer caught(&stop)
	return s.run(least, shorteningBudget)
}
