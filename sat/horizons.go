package sat

import (
	"fmt"
	"slices"

	"nazo/internal/model"
)

// A search through horizons decides how far a machine is unrolled. Most horizons allow shorter runs, too, so a
// refutation excludes all shorter lengths.

const (
	// firstBudget is the number of conflicts in the first round, after which a horizon is left for a larger
	// one. Each round has budgetGrowth times as many as the last.
	firstBudget  = 4000
	budgetGrowth = 4
	// openHorizons is the number of horizons that a round leaves open.
	openHorizons = 4
	// likely multiplies the budget for the least number of moves, if that is known. Mostly it is the answer.
	likely = 8
)

// horizonSearch searches runs through growing horizons.
type horizonSearch struct {
	*runs
	parallel bool
	least    int // no run takes fewer steps
}

// first looks for a run. It tries growing horizons, in rounds with growing budgets, since a run is often easier to
// find with some slack. It returns nil if there is no run within w.most steps.
func (w *horizonSearch) first() (*Unrolling, model.Solution) {
	for budget := int64(firstBudget); ; budget *= budgetGrowth {
		u := w.unrolled(w.parallel, w.least)
		if w.parallel { // else most horizons are refuted, and for that the plain order is best
			w.attempt++
		}
		for open := 0; open < openHorizons; {
			solution, status := w.fits(u, budget)
			h := u.Steps()
			switch {
			case status == Satisfiable:
				return u, solution
			case status == Unsatisfiable && (h >= w.most || u.LevelledOff() && u.Goal() == model.False):
				return nil, nil
			case status == Unsatisfiable:
				w.least, open = h+1, 0
			case status == Unknown:
				open++
			}
			if h >= w.most {
				break
			}
			w.extend(u, min(h+1+h/4, w.most))
		}
	}
}

// fits looks for a run in the unrolled steps, or fewer.
func (w *horizonSearch) fits(u *Unrolling, budget int64) (model.Solution, Status) {
	if u.Goal() == model.False {
		return nil, Unsatisfiable
	}
	if h := u.Steps(); h > 0 && h == w.runs.least && !w.parallel {
		budget *= likely
	}
	return w.ask(u, u.Off(Query{Goal: true, Busy: u.Steps() <= w.least && !w.parallel}), budget)
}

// shortest yields the shortest runs.
func (r *runs) shortest() {
	w := &horizonSearch{runs: r, least: r.least}
	u, solution := w.first()
	if solution == nil {
		r.nothingMore()
		return
	}
	s := r.shortening(r.postprocessed(u.Run(solution)), false)
	s.onProgress = r.bestIs
	s.run(w.least, 0)
	if r.task.Limit == 1 {
		r.deliver(s.best)
		return
	}
	u = r.unrolled(false, s.least)
	r.all(r.on(u, u.Off(Query{Goal: true, Busy: true}), r.task.Limit))
}

// bestIs stores the shortest run so far, and the bounds of the length.
func (r *runs) bestIs(run model.Solution, least int) {
	r.result.Best = run
	r.result.Bounds = nil
	for k := range r.m.Machine.Costs {
		c := int64(0)
		if moves := r.m.Machine.Moves; len(moves) > 0 { // else the start meets the goal
			c, _ = r.m.Constant(moves[0].Costs[k])
		}
		r.result.Bounds = append(r.result.Bounds, model.Interval{Lo: c * int64(least), Hi: c * int64(r.length(run))})
	}
}

// cut removes the moves after the goal was met first.
func (r *runs) cut(run model.Solution) model.Solution {
	made, fault := r.replay(run)
	if fault != "" {
		panic("sat: a run breaks off: " + fault)
	}
	return run[:len(r.m.Vars)+made]
}

// length returns the number of moves of a run.
func (r *runs) length(run model.Solution) int { return len(run) - len(r.m.Vars) }

// postprocessed returns a run up to where it first meets the goal. It removes detours, unless they make the run
// cheaper.
func (r *runs) postprocessed(run model.Solution) model.Solution {
	run = r.cut(run)
	if short := r.shortened(run); slices.Compare(r.costs(short), r.costs(run)) < 0 {
		return short
	}
	return run
}

// shortened replaces detours between two states of a run by a move that joins them.
func (r *runs) shortened(run model.Solution) model.Solution {
	n := len(r.m.Vars)
	states, at := []model.Solution{run[:n]}, map[string]int{fmt.Sprint(run[:n]): 0} // the last time of each state
	for t, move := range run[n:] {
		states = append(states, r.m.At(states[t]).After(move))
		at[fmt.Sprint(states[t+1])] = t + 1
	}
	short := slices.Clone(run[:n])
	for t := 0; t < len(states)-1; {
		t = at[fmt.Sprint(states[t])]
		step := r.m.At(states[t])
		next, by := t, int64(0)
		for move := range r.m.Machine.Moves {
			if r.ctx.Err() != nil {
				return run
			}
			if step.Possible(int64(move)) {
				if far, known := at[fmt.Sprint(step.After(int64(move)))]; known && far > next {
					next, by = far, int64(move)
				}
			}
		}
		if next > t {
			short = append(short, by)
		}
		t = next
	}
	return short
}

// any yields one run. Moves that don't interfere share a step, since fewer steps are easier. Then it looks for a
// shorter run, with little more work. The result tells whether one may exist.
func (r *runs) any() {
	w := &horizonSearch{runs: r, least: r.least}
	if r.task.MaxMoves == 0 && UnrollParallel(r.m) {
		w.parallel, w.least = true, 0
	}
	u, solution := w.first()
	if solution != nil && w.parallel {
		if _, fault := r.replay(u.Run(solution)); fault != "" { // a state within a step is forbidden
			w = &horizonSearch{runs: r, least: r.least}
			u, solution = w.first()
		}
	}
	if solution == nil {
		r.nothingMore()
		return
	}
	s := r.shortening(r.postprocessed(u.Run(solution)), false)
	r.result.ShorterMayExist = r.task.AnyObjective || !s.tried(max(r.least, w.least))
	r.deliver(s.best)
}

// byLength yields all runs, the shortest first.
func (r *runs) byLength() {
	u := r.unrolled(false, 0)
	for {
		limit := r.task.Limit
		if limit > 0 {
			limit -= r.result.Solutions
		}
		if !r.all(r.on(u, u.Off(Query{Goal: true, Busy: true, First: true}), limit)) {
			return
		}
		if u.Steps() >= r.most {
			r.nothingMore()
			return
		}
		r.extend(u, u.Steps()+1)
	}
}

// The lengths of runs are bounded before the search if some sum falls with every move, such as the pegs that are
// left. Then its range is an upper bound. If it falls by at most one, it is also a lower bound.

// measureBudget bounds the conflicts of each question about a measure.
const measureBudget = 1000

// boundLength narrows least and most for the question.
func (r *runs) boundLength() {
	if r.task.MaxMoves > 0 {
		r.most = min(r.most, r.task.MaxMoves)
	}
	if !r.task.AnyObjective || r.task.Limit == 1 { // runs need not return to a state
		r.most = min(r.most, r.states(func(model.Move) bool { return true })-1)
	}
}

// measureLength narrows least and most by sums that fall with every move, for all questions.
func (r *runs) measureLength() {
	states := r.program.States()
	for f := range r.m.Finds {
		for _, sign := range []int64{1, -1} {
			r.measure(states, r.m.Finds[f].Vars, sign)
		}
	}
}

// states bounds the number of states that some moves can reach from one.
func (r *runs) states(by func(model.Move) bool) int {
	written := make([]bool, len(r.m.Vars))
	for _, move := range r.m.Machine.Moves {
		if by(move) {
			for _, e := range move.Effects {
				written[e.Var] = true
			}
		}
	}
	n := int64(1)
	for v, w := range written {
		if w {
			size := r.m.Vars[v].Domain.Size()
			if size > unbounded/n {
				return unbounded
			}
			n *= size
		}
	}
	return int(n)
}

// measure checks whether a sum of some variables, times the sign, falls with every move. If so, its range bounds
// the number of moves from above. If it never falls by more than one, the range bounds it from below.
func (r *runs) measure(states *UnrolledStates, vars []model.VarID, sign int64) {
	var start, all model.Interval
	for _, v := range vars {
		s, d := r.m.Machine.Start[v].Bounds(), r.m.Vars[v].Domain.Bounds()
		start.Lo, start.Hi = start.Lo+s.Lo, start.Hi+s.Hi
		all.Lo, all.Hi = all.Lo+d.Lo, all.Hi+d.Hi
		if all.Hi-all.Lo > unbounded {
			return
		}
	}
	if sign < 0 {
		start, all = model.Interval{Lo: -start.Hi, Hi: -start.Lo}, model.Interval{Lo: -all.Hi, Hi: -all.Lo}
	}
	measure := states.Measure(vars, sign)
	if !measure.Changes {
		return
	}
	falls, creeps := r.impossible(states, measure.MayNotDecrease), r.impossible(states, measure.MayDropMore)
	if !falls && !creeps {
		return
	}
	end := r.atGoal(states, measure.Sum, all)
	if falls {
		r.most = min(r.most, int(start.Hi-end.Lo))
	}
	if creeps {
		r.least = max(r.least, int(start.Lo-end.Hi))
	}
}

// impossible reports whether a condition is known to hold in no state.
func (r *runs) impossible(states *UnrolledStates, b model.Bool) bool {
	_, status := r.inState(states, b)
	return status == Unsatisfiable
}

// inState looks for a state in which a condition holds.
func (r *runs) inState(states *UnrolledStates, b model.Bool) (model.Solution, Status) {
	s := &search{ctx: r.ctx, m: states.Model, task: model.Task{Options: model.Options{Off: states.Only(b)}, SolveOptions: model.SolveOptions{Limit: 1}}, by: r.searcher()}
	return r.one(s, measureBudget)
}

// climbs bounds the distance from the first sum in which the range of a sum at the goal is searched.
const climbs = 4

// atGoal returns the range of the sum in states that meet the goal. It is empty if there is no such state.
func (r *runs) atGoal(states *UnrolledStates, sum model.Int, all model.Interval) model.Interval {
	m := states.Model
	solution, status := r.inState(states, states.Goal)
	switch status {
	case Unknown:
		return all
	case Unsatisfiable:
		return model.Interval{Lo: all.Hi + 1, Hi: all.Lo - 1}
	}
	first := model.Evaluate(m, solution).Int(sum)
	greatest := func(sign, otherwise int64) int64 { // of sign * sum
		for most := first; ; most = model.Evaluate(m, solution).Int(sum) {
			solution, status = r.inState(states, m.And(states.Goal, m.Less(m.Int(sign*most), m.Scale(sign, sum))))
			switch {
			case status == Unsatisfiable:
				return sign * most
			case status == Unknown || sign*(most-first) > climbs:
				return otherwise
			}
		}
	}
	hi := greatest(1, all.Hi)
	return model.Interval{Lo: -greatest(-1, -all.Lo), Hi: hi}
}
