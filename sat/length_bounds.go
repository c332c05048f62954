package sat

import (
	"nazo/internal/model"
)

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
