package explore

import (
	"context"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
)

// workSlice is the number of states that a search expands between two looks at its result.
const workSlice = 1 << 16

// Solve searches as [engine.Job] describes; choose.go has the searches. The same machine, options
// and seed give the same runs in the same order. Where any run will do, the shortest is looked for
// all the same if that is little more work, unless the task says that none is better (shorten.go).
// States that are symmetric by the machine's declaration are merged if one run is asked for.
func (j *Machine) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	l := newLimits(ctx, o.Memory, o.Progress)
	defer l.close()
	var r engine.Result
	if s := j.search(ctx, o, l); s != nil {
		r = s.solve(j.m, yield)
	}
	if l.reason.Kind != engine.None {
		r.Complete, r.Exhausted, r.Reason = false, false, l.reason
	}
	r.Stats = l.stats
	return r
}

// search compiles the machine for a search; nil, and the limits have the reason, if it can't.
func (j *Machine) search(ctx context.Context, o engine.SolveOptions, l *limits) *search {
	if reason := j.suits(o); reason.Kind != engine.None {
		l.stop(reason)
		return nil
	}
	return newSearch(ctx, j, engine.Task{Options: j.options, SolveOptions: o}, l)
}

// solve leaves it to its caller to look whether the limits ended it.
func (s *search) solve(m *model.Model, yield func(model.Solution) bool) engine.Result {
	one := s.task.Limit == 1
	if one {
		if fault := s.useSymmetries(m); fault != "" {
			s.stop(notSymmetric(fault))
			return engine.Result{}
		}
	}
	held := s.used
	work, reason := s.choose(m)
	if work == nil {
		s.decline(reason)
		return engine.Result{}
	}
	defer work.close()
	result := running
	for result == running {
		result = work.step(workSlice)
	}
	switch {
	case result == stopped:
		return s.incumbentResult(work)
	case result == exhausted:
		return engine.Result{Complete: true, Exhausted: true}
	case !one:
		return s.list(work, yield)
	}
	run := work.replay(work.run())
	if run == nil {
		return engine.Result{}
	}
	r := engine.Result{Complete: true, Solutions: 1, Bounds: s.proved(work), ShorterMayExist: !s.isShortest(work)}
	if r.ShorterMayExist && len(s.task.Search) == 0 && !s.task.AnyObjective {
		work.close()
		s.used = held // what the work has kept is no longer needed
		run, r.ShorterMayExist = s.shorten(run)
	}
	if !yield(run) {
		s.stop(engine.Reason{Kind: engine.Stopped})
	}
	return r
}

// useSymmetries has symmetric states merged, if there are any. It returns what is wrong with the
// declared symmetries, or "".
func (s *search) useSymmetries(m *model.Model) string {
	g := newCanonicalizer(s, m)
	if g == nil {
		return ""
	}
	before := s.stats
	if fault := g.check(m); fault != "" {
		return fault
	}
	s.stats = before
	s.canonicalizer = g
	return ""
}

// list yields all best runs.
func (s *search) list(work stepper, yield func(model.Solution) bool) engine.Result {
	w := s.optimalRuns(work)
	if w == nil {
		return engine.Result{}
	}
	r := engine.Result{Bounds: s.proved(work)}
	r.Exhausted = w.each(func(run model.Solution) bool {
		r.Solutions++
		if !yield(run) {
			s.stop(engine.Reason{Kind: engine.Stopped})
			return false
		}
		return s.task.Limit == 0 || r.Solutions < s.task.Limit
	})
	if s.task.AnyObjective && r.Exhausted {
		s.stop(engine.Reason{Kind: engine.Lossy, Detail: "of runs that need not be the best only the best are listed"})
	}
	r.Complete = true
	return r
}

// optimalRuns are the best runs that a finished search found; nil if the limits end that.
func (s *search) optimalRuns(work stepper) *optimalRuns {
	switch work := work.(type) {
	case *breadthFirst:
		return newOptimalRuns(s, work, true)
	case *bestFirst:
		return newOptimalRuns(s, work, false)
	}
	panic("explore: the search knows one run only")
}

// proved are the costs of best runs; nil if there are none, or any run will do.
func (s *search) proved(work stepper) []model.Interval {
	if s.encoding.dimensions == 0 || s.task.AnyObjective {
		return nil
	}
	costs := s.costs(work.replay(work.run()))
	if costs == nil {
		return nil
	}
	var out []model.Interval
	for _, c := range costs[:s.encoding.dimensions] {
		out = append(out, model.Interval{Lo: c, Hi: c})
	}
	return out
}

// costs are those of a run, with its length last; nil if there is none.
func (s *search) costs(run model.Solution) []int64 {
	if run == nil {
		return nil
	}
	out := make([]int64, s.encoding.dimensions, s.encoding.dimensions+1)
	at, next := s.program.Pack(run), make(machine.State, s.program.Words())
	for _, move := range run[len(s.specialized.Vars):] {
		costs, _ := s.program.Apply(at, int32(move), next, s.expandScratch)
		for i, c := range costs {
			out[i] += c
		}
		at, next = next, at
	}
	return append(out, int64(len(run)-len(s.specialized.Vars)))
}
