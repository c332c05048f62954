package engine

import (
	"context"
	"slices"

	"nazo/model"
)

// InCubes is an engine that finds only what lies in some cubes, which have no solution in common: of one after the other it has another
// engine find all that is asked for.
func InCubes(of Engine, cubes []Cube) Engine { return &inCubes{of, cubes} }

// inCubes is an engine in cubes.
type inCubes struct {
	Engine
	cubes []Cube
}

// Open takes up a model.
func (e *inCubes) Open(ctx context.Context, m *model.Model, o Options) (Job, error) {
	whole, err := e.Engine.Open(ctx, m, o)
	if err != nil {
		return nil, err
	}
	if m.Machine != nil {
		return nil, Because(Unsupported, "runs lie in no cubes")
	}
	return &cubesJob{Job: whole, engine: e, m: m, options: o, jobs: make([]Once[Job], len(e.cubes))}, nil
}

// cubesJob is a model that is asked for what lies in cubes. Of its job for the whole it only has what that refuses.
type cubesJob struct {
	Job
	engine  *inCubes
	m       *model.Model
	options Options
	jobs    []Once[Job] // for each cube
}

// Solve looks for solutions in each cube. With objectives it looks twice: first for the best solution of each cube, then for others in those that have the
// best of all.
func (j *cubesJob) Solve(ctx context.Context, o SolveOptions, yield func(model.Solution) bool) Result {
	s := &cubesSearch{job: j, ctx: ctx, options: o, yield: yield}
	s.result = Result{Complete: true, Exhausted: true}
	if len(j.m.Objectives) == 0 || j.options.AnyObjective {
		s.each(nil)
		return s.result
	}
	return s.optimize()
}

// cubesSearch is the work on one question.
type cubesSearch struct {
	job     *cubesJob
	ctx     context.Context
	options SolveOptions
	yield   func(model.Solution) bool
	result  Result
}

// each looks for solutions in each cube but those that are left out, until there are enough.
func (s *cubesSearch) each(without []bool) {
	limit := s.options.Limit
	for i := range s.job.jobs {
		if without != nil && without[i] {
			continue
		}
		o := s.options
		o.Limit = max(0, limit-s.result.Solutions)
		r := s.in(i, o, s.yield)
		s.result.Exhausted = s.result.Exhausted && r.Exhausted
		if limit > 0 && s.result.Solutions >= limit {
			s.result.Exhausted = s.result.Exhausted && i == len(s.job.jobs)-1
			return
		}
		if !r.Complete {
			s.result.Complete, s.result.Exhausted, s.result.Reason = false, false, r.Reason
			return
		}
	}
}

// in looks for solutions in a cube.
func (s *cubesSearch) in(i int, o SolveOptions, yield func(model.Solution) bool) Result {
	job, err := s.job.jobs[i].Get(s.ctx, func(ctx context.Context) (Job, error) {
		return s.job.engine.Engine.Open(ctx, s.job.m, s.job.engine.cubes[i].restrict(s.job.options))
	})
	if err != nil {
		return Result{Reason: ReasonOf(err)}
	}
	if tell, before := o.Progress, s.result.Stats; tell != nil {
		o.Progress = func(p Progress) {
			p.Stats.Add(before)
			tell(p)
		}
	}
	r := job.Solve(s.ctx, o, yield)
	s.result.Stats.Add(r.Stats)
	s.result.Solutions += r.Solutions
	return r
}

// optimize looks for the best solutions.
func (s *cubesSearch) optimize() Result {
	o := s.options
	o.Limit = 1
	best, worse := model.Solution(nil), make([]bool, len(s.job.jobs))
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
	for k, o := range s.job.m.Objectives {
		w := worth[k]
		if o.Maximize {
			w = -w
		}
		s.result.Bounds = append(s.result.Bounds, model.Interval{Lo: w, Hi: w})
	}
	if s.options.Limit == 1 {
		s.result.Solutions, s.result.Exhausted = 1, false
		if !s.yield(best) {
			s.result.Complete, s.result.Reason.Kind = false, Stopped
		}
		return s.result
	}
	s.each(worse)
	return s.result
}

// worth has the objectives of a solution, such that the least is the best.
func (s *cubesSearch) worth(v model.Solution) (worth []int64) {
	e := model.Evaluate(s.job.m, v)
	for _, o := range s.job.m.Objectives {
		w := e.Int(o.X)
		if o.Maximize {
			w = -w
		}
		worth = append(worth, w)
	}
	return worth
}
