package explore

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/machine"
	"nazo/model"
)

// slice is the number of states that a search expands before others may have
// their turn.
const slice = 1 << 16

// Solve searches as [engine.Job] describes. The same machine, options and seed give the same runs in the same order.
//
// Where any run will do, the shortest is wanted all the same if that is soon told, unless
// the task says that none is better (shorten.go). A search in depth takes turns with one in breadth, and, if
// there is a bound, a greedy one; that in breadth is bidirectional where that applies,
// and the others may meet the states that it has found to lead to the goal. If the spec
// has players, a search by their preferences takes turns with all these. For best runs
// there is A* with the bound, which without one is uniform cost, or breadth where all
// moves cost the same; there, if one run is asked for and the moves can be taken back
// from few goals, a bidirectional search takes turns with A* or stands in the place of
// breadth.
// States that are symmetric by the machine's declaration are merged if one run is
// asked for.
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

// search compiles the machine for a search, or says why it can't.
func (j *Machine) search(ctx context.Context, o engine.SolveOptions, l *limits) *search {
	if reason := j.suits(o); reason.Kind != engine.None {
		l.stop(reason)
		return nil
	}
	return newSearch(ctx, j.m, engine.Task{Options: j.options, SolveOptions: o}, l)
}

// solve leaves to its caller to see whether the limits ended it.
func (s *search) solve(m *model.Model, yield func(model.Solution) bool) engine.Result {
	one := s.task.Limit == 1
	if one {
		if fault := s.merge(m); fault != "" {
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
		result = work.step(slice)
	}
	switch {
	case result == stopped:
		return s.unfinished(work)
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

// merge has symmetric states merged, if there are any. It returns what is wrong with
// the declared symmetries, or "".
func (s *search) merge(m *model.Model) string {
	g := newMerger(s, m)
	if g == nil {
		return ""
	}
	before := s.stats
	if fault := g.check(m); fault != "" {
		return fault
	}
	s.stats = before
	s.merger = g
	return ""
}

// list yields all best runs.
func (s *search) list(work stepper, yield func(model.Solution) bool) engine.Result {
	w := s.ways(work)
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

// ways are the best runs that a finished search found; nil if the limits end that.
func (s *search) ways(work stepper) *ways {
	switch work := work.(type) {
	case *breadth:
		return newWays(s, work, true)
	case *best:
		return newWays(s, work, false)
	}
	panic("explore: the search knows one run only")
}

// proved are the costs of best runs; nil if there are none, or any run will do.
func (s *search) proved(work stepper) []model.Interval {
	if s.tariff.costs == 0 || s.task.AnyObjective {
		return nil
	}
	costs := s.costs(work.replay(work.run()))
	if costs == nil {
		return nil
	}
	var out []model.Interval
	for _, c := range costs[:s.tariff.costs] {
		out = append(out, model.Interval{Lo: c, Hi: c})
	}
	return out
}

// costs are those of a run, with its length last; nil if there is none.
func (s *search) costs(run model.Solution) []int64 {
	if run == nil {
		return nil
	}
	out := make([]int64, s.tariff.costs, s.tariff.costs+1)
	at, next := s.p.Pack(run), make(machine.State, s.p.Words())
	for _, move := range run[len(s.to.Vars):] {
		costs, _ := s.p.Apply(at, int32(move), next, s.outer)
		for i, c := range costs {
			out[i] += c
		}
		at, next = next, at
	}
	return append(out, int64(len(run)-len(s.to.Vars)))
}

// choose makes the search that the task names, or the one that suits it. It returns
// nil and the reason if the named one does not apply.
func (s *search) choose(m *model.Model) (stepper, string) {
	anyRun := s.task.AsksForAnyRun(m.Machine)
	name := ""
	if len(s.task.Search) > 0 {
		name = s.task.Search[0]
	} else if s.task.Limit == 1 && anyRun {
		return s.anyRun(), ""
	}
	flat := s.tariff.flat || s.task.AnyObjective
	s.withLengths(s.task.MaxMoves > 0 && !slices.Contains([]string{"breadth", "bidirectional", "depth"}, name))
	switch name {
	case "breadth":
		if !flat {
			return nil, "moves cost different amounts, which search breadth does not know"
		}
		return s.breadth(), ""
	case "bidirectional":
		if !flat {
			return nil, "moves cost different amounts, which search bidirectional does not know"
		}
		b, reason := newBidirectional(s)
		if b == nil {
			return nil, reason
		}
		return b, ""
	case "depth":
		s.useBound()
		return newDepth(s), ""
	case "deepening":
		s.useBound()
		return newDeepening(s), ""
	case "uniform":
		return s.best(), ""
	case "astar":
		s.useBound()
		return s.best(), ""
	case "greedy":
		s.useBound()
		b := newBest(s)
		b.greedy = true
		return b, ""
	case "discrepancy":
		s.useBound()
		return newDiscrepancy(s), ""
	}
	return s.bestRun(flat), ""
}

func (s *search) breadth() *breadth {
	b := newBreadth(s)
	b.all = s.task.Limit != 1
	return b
}

func (s *search) best() *best {
	b := newBest(s)
	b.all = s.task.Limit != 1
	return b
}

// anyRun is a search for some run. Where there are players, who know what is
// sensible, half of the work goes by their preferences.
func (s *search) anyRun() stepper {
	s.useBound()
	plain := s.anyRunUnguided()
	if len(s.to.Machine.Players) == 0 {
		return plain
	}
	guided := *s
	guided.prepare()
	guided.withLengths(s.task.MaxMoves > 0)
	return newTurns(s.limits, plain, newDiscrepancy(&guided))
}

func (s *search) anyRunUnguided() *turns {
	s.withLengths(false)
	d, g := newDepth(s), (*best)(nil)
	var others []stepper
	if s.bound != nil && s.task.MaxMoves == 0 {
		g = newBest(s)
		g.greedy = true
		others = append(others, g)
	}
	b, _ := newBidirectional(s)
	if b == nil {
		return newTurns(s.limits, append(others, s.breadth(), d)...)
	}
	meet := func(goals *side) {
		d.goals = goals
		if g != nil {
			g.goals = goals
		}
	}
	t := newTurns(s.limits, append(others, b, d)...)
	if s.task.MaxMoves == 0 {
		meet(&b.backward)
		t.dropped = func(dropped stepper) {
			if dropped == stepper(b) {
				meet(nil)
			}
		}
	}
	return t
}

// bestRun is a search for best runs.
func (s *search) bestRun(flat bool) stepper {
	if flat {
		s.withLengths(false)
	}
	s.useBound()
	if !flat {
		return s.best()
	}
	guided := s.bound != nil && s.task.MaxMoves == 0
	if s.task.Limit == 1 {
		b, _ := newBidirectional(s)
		switch {
		case b != nil && guided:
			return newTurns(s.limits, b, s.best())
		case b != nil:
			return b
		}
	}
	if guided {
		return s.best()
	}
	return s.breadth()
}
