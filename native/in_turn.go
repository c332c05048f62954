package native

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// inTurn looks for solutions in one cube of a task after the other, as each search that knows of no cubes has to. With objectives it looks twice: first for
// the best solution of each cube, then for others in those that have the best of all.
func (j *still) inTurn(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	s := &turns{ctx: ctx, m: j.m, options: o, yield: yield, result: engine.Result{Complete: true, Exhausted: true}}
	s.options.Cubes = nil
	for _, cube := range o.Cubes {
		within := j.options
		within.Within = slices.Concat(within.Within, cube)
		s.jobs = append(s.jobs, openStill(j.m, within))
	}
	if len(j.m.Objectives) == 0 || j.options.AnyObjective {
		s.each(nil)
		return s.result
	}
	return s.optimize()
}

// turns is the work on one question.
type turns struct {
	ctx     context.Context
	m       *model.Model
	options engine.SolveOptions
	yield   func(model.Solution) bool
	jobs    []*still // for each cube
	result  engine.Result
}

// each looks for solutions in each cube but those that are left out, until there are enough.
func (s *turns) each(without []bool) {
	limit := s.options.Limit
	for i := range s.jobs {
		if without != nil && without[i] {
			continue
		}
		o := s.options
		o.Limit = max(0, limit-s.result.Solutions)
		r := s.in(i, o, s.yield)
		s.result.Exhausted = s.result.Exhausted && r.Exhausted
		if limit > 0 && s.result.Solutions >= limit {
			s.result.Exhausted = s.result.Exhausted && i == len(s.jobs)-1
			return
		}
		if !r.Complete {
			s.result.Complete, s.result.Exhausted, s.result.Reason = false, false, r.Reason
			return
		}
	}
}

// in looks for solutions in a cube.
func (s *turns) in(i int, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	if tell, before := o.Progress, s.result.Stats; tell != nil {
		o.Progress = func(p engine.Progress) {
			p.Stats.Add(before)
			tell(p)
		}
	}
	r := s.jobs[i].Solve(s.ctx, o, yield)
	s.result.Stats.Add(r.Stats)
	s.result.Solutions += r.Solutions
	return r
}

// optimize looks for the best solutions.
func (s *turns) optimize() engine.Result {
	o := s.options
	o.Limit = 1
	best, worse := model.Solution(nil), make([]bool, len(s.jobs))
	var worth []int64
	for i := range worse {
		var found model.Solution
		r := s.in(i, o, func(v model.Solution) bool { found = slices.Clone(v); return true })
		if found == nil {
			found = r.Best
		}
		if found == nil {
			worse[i] = true
		} else if w := s.worth(found); best == nil || slices.Compare(w, worth) < 0 {
			best, worth = found, w
			for k := range i {
				worse[k] = true
			}
		} else {
			worse[i] = slices.Compare(w, worth) > 0
		}
		if !r.Complete {
			s.result.Complete, s.result.Exhausted, s.result.Reason, s.result.Solutions, s.result.Best = false, false, r.Reason, 0, best
			return s.result
		}
	}
	s.result.Solutions = 0
	if best == nil {
		return s.result
	}
	for k, o := range s.m.Objectives {
		w := worth[k]
		if o.Maximize {
			w = -w
		}
		s.result.Bounds = append(s.result.Bounds, model.Interval{Lo: w, Hi: w})
	}
	if s.options.Limit == 1 {
		s.result.Solutions, s.result.Exhausted = 1, false
		if !s.yield(best) {
			s.result.Complete, s.result.Reason.Kind = false, engine.Stopped
		}
		return s.result
	}
	s.each(worse)
	return s.result
}

// worth has the objectives of a solution, such that the least is the best.
func (s *turns) worth(v model.Solution) (worth []int64) {
	e := model.Evaluate(s.m, v)
	for _, o := range s.m.Objectives {
		w := e.Int(o.X)
		if o.Maximize {
			w = -w
		}
		worth = append(worth, w)
	}
	return worth
}
