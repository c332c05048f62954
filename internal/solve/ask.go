package solve

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve/parts"
)

// Ask asks the team. It returns at most 0.2 s after ctx ends, but may judge a solution for a second more.
func (s *Session) Ask(ctx context.Context, q Question) *Report {
	start := time.Now()
	task, team := q.task(), s.team
	task.Choices, task.Conflicts = team.ChoicesEach, team.ConflictsEach
	b := &sharedRun{problem: s.problem, question: q}
	var willing, unwilling []*engineRun
	for _, e := range team.Engines {
		w := &engineRun{sharedRun: b, engine: e, task: task, time: team.TimeEach}
		if reason := s.Refusal(ctx, e, q); reason.Kind == model.None {
			w.job, _ = s.open(ctx, e, task.Options)
			willing = append(willing, w)
		} else {
			w.result.Reason = model.Because(reason.Kind, "engine %s can't: %s", e.Name(), reason.Detail)
			unwilling = append(unwilling, w)
		}
	}
	var best *engineRun
	switch {
	case len(willing) == 0:
		best = unwilling[0]
	case team.Mode == Together:
		together(ctx, willing)
		best = bestOf(willing)
	case team.Mode == InTurn:
		for _, w := range willing {
			w.solve(ctx)
			w.rethrow()
		}
		best = bestOf(willing)
	case q.Varied:
		best = race(ctx, willing[:1])
	default:
		best = race(ctx, willing)
	}
	r := best.report()
	r.Elapsed = time.Since(start)
	for _, w := range append(willing, unwilling...) {
		if w.started || len(willing) == 0 || team.Mode != Race {
			r.Attempts = append(r.Attempts, w.attempt())
		}
	}
	r.Fault = b.faultOf(ctx, willing)
	return r
}

func (q Question) task() model.Task {
	return model.Task{
		Options:      model.Options{Within: q.Within, Off: q.Off, AnyObjective: q.AnyObjective || q.Counting != nil && q.Counting.ByLength}, // of all, not only of the best
		SolveOptions: model.SolveOptions{Limit: q.Limit, Cubes: q.Cubes, Seed: q.Seed, Varied: q.Varied, RunOptions: model.RunOptions{MaxMoves: q.MaxMoves, Memory: q.Memory}},
	}
}

// report returns what one engine found as an answer.
func (w *engineRun) report() *Report {
	return &Report{
		Verdict:   w.verdict(),
		Complete:  w.result.Complete,
		Exhausted: w.result.Exhausted,
		Engine:    w.engine.Name(),
		Count:     w.count,
		Answers:   w.answers,
		Bounds:    w.result.Bounds,
		Proof:     w.result.Proof,
		Reason:    w.result.Reason,
		Stats:     w.result.Stats,

		ShorterMayExist: w.result.ShorterMayExist,
	}
}

func (w *engineRun) attempt() *Attempt {
	r := &Attempt{Engine: w.engine.Name(), Verdict: w.verdict(), Result: w.result, Elapsed: w.elapsed}
	if len(w.answers) > 0 {
		r.Answer = w.answers[0]
	}
	return r
}

func (w *engineRun) verdict() Verdict {
	switch {
	case len(w.answers) > 0:
		return Solved
	case w.result.Exhausted:
		return NoSolution
	}
	return Unknown
}

// Attempt is the i-th of n attempts at the whole question, from 1 (a portfolio; Gomes and Selman, Algorithm
// portfolios, 2001). How long a search takes is partly luck, so the first attempt that ends answers. The first attempt
// is what Ask does. In the others the able engines take turns, each alone, with seeds of their own. An attempt depends
// only on the question, the team, i and n. Only the race in the first attempt depends on the clock.
func (s *Session) Attempt(ctx context.Context, q Question, i, n int) *Report {
	team, run := s.team, i-1
	if team.Mode == Race {
		var willing []model.Engine
		for _, e := range team.Engines {
			if s.Refusal(ctx, e, q).Kind == model.None {
				willing = append(willing, e)
			}
		}
		if of := len(willing); of > 0 && (i > 1 || n == of) {
			team.Engines, run = willing[run%of:run%of+1], run/of
		}
	}
	q.Seed = seedOf(q.Seed, run)
	return s.By(team).Ask(ctx, q)
}

// seedOf returns the seed of an engine's run. Run 0 has that of the question, and no other is 0, the plain order.
func seedOf(seed int64, run int) int64 {
	if run == 0 {
		return seed
	}
	return max(int64(alg.SplitMix64(alg.SplitMix64(uint64(seed))+uint64(run))>>1), 1)
}

// Raced reports what Ask would, given ended attempts, whose answers it judges again. A disagreement is a fault.
func (s *Session) Raced(ctx context.Context, q Question, attempts []Found) (first *Report) {
	for _, f := range attempts {
		r := s.Joined(ctx, q, []Found{f}, false)
		if first == nil {
			first = r
		}
		if r.Fault != nil || r.Reason.Kind != model.None {
			return r
		}
		if first != r {
			first.Stats.Add(r.Stats)
			if first.Fault = s.between(q, first, r); first.Fault != nil {
				return first
			}
		}
	}
	return first
}

// between returns the fault of two complete and judged reports that contradict each other, or nil.
func (s *Session) between(q Question, a, b *Report) *Fault {
	j := s.problem.Judge
	if len(a.Answers) > 0 && len(b.Answers) > 0 && s.problem.Objectives > 0 && !q.task().AnyObjective {
		switch c := j.CompareObjectives(a.Answers[0], b.Answers[0]); {
		case c < 0:
			return &Fault{Kind: Worse, Engine: a.Engine, Against: b.Engine, Answer: b.Answers[0]}
		case c > 0:
			return &Fault{Kind: Worse, Engine: b.Engine, Against: a.Engine, Answer: a.Answers[0]}
		}
	}
	if f := missed(a, b); f != nil {
		return f
	}
	return missed(b, a)
}

// missed returns the fault of a report that claims all answers where another has one more, or nil.
func missed(r, other *Report) *Fault {
	if !r.Exhausted {
		return nil
	}
	known := map[string]bool{}
	for _, a := range r.Answers {
		known[textOf(a.Values)] = true
	}
	for _, a := range other.Answers {
		if !known[textOf(a.Values)] {
			return &Fault{Kind: Missed, Engine: r.Engine, Against: other.Engine, Answer: a}
		}
	}
	if other.Count > r.Count {
		return &Fault{Kind: Different, Engine: r.Engine, Against: other.Engine}
	}
	return nil
}

// together runs all workers side by side to their ends.
func together(ctx context.Context, workers []*engineRun) {
	var all sync.WaitGroup
	for _, w := range workers {
		all.Go(func() { w.solve(ctx) })
	}
	all.Wait()
	for _, w := range workers {
		w.rethrow()
	}
}

// race is a parallel portfolio. It starts the first engine, and the others after a head start. The first complete or
// full one wins and stops the others. Without one, the engine that came farthest wins.
func race(ctx context.Context, workers []*engineRun) *engineRun {
	if len(workers) == 1 {
		workers[0].solve(ctx)
		workers[0].rethrow()
		return workers[0]
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan *engineRun)
	start := func(w *engineRun) {
		go func() {
			w.solve(ctx)
			done <- w
		}()
	}
	start(workers[0])
	waiting, running := workers[1:], 1
	headStart := time.NewTimer(max(HeadStart, HeadStartFactor*workers[0].problem.took))
	defer headStart.Stop()
	follow := func() {
		for _, w := range waiting {
			start(w)
			running++
		}
		waiting = nil
	}
	var winner *engineRun
	for running > 0 {
		select {
		case <-headStart.C:
			if winner == nil {
				follow()
			}
		case w := <-done:
			running--
			if winner == nil && (w.result.Complete || w.fault != nil || w.crash != nil || w.full()) {
				winner = w
				stop()
			} else if winner == nil && ctx.Err() == nil {
				follow()
			}
		}
	}
	for _, w := range workers {
		w.rethrow()
	}
	if winner == nil {
		winner = bestOf(workers)
	}
	return winner
}

// full reports whether the engine reached the given bound on memory. That ends a race, as the others ignore the bound.
func (w *engineRun) full() bool {
	return w.task.Memory > 0 && w.result.Reason.Kind == model.MemoryLimit
}

// bestOf returns the first worker that came farthest: to the end, to a better objective, to more solutions.
func bestOf(workers []*engineRun) *engineRun {
	return slices.MinFunc(workers, func(a, b *engineRun) int {
		return cmp.Or(
			compareBools(b.result.Complete, a.result.Complete),
			compareBools(len(b.answers) > 0, len(a.answers) > 0),
			a.order(b),
			compareBools(a.result.ShorterMayExist, b.result.ShorterMayExist),
			cmp.Compare(b.count, a.count),
		)
	})
}

// order compares best answers by cost, then runs by length. It is negative if w's is better.
func (w *engineRun) order(other *engineRun) int {
	if len(w.answers) == 0 || len(other.answers) == 0 || w.task.AnyObjective {
		return 0
	}
	a, b := w.answers[0], other.answers[0]
	c := w.problem.Judge.CompareObjectives(a, b)
	if c == 0 && a.Run != nil {
		c = cmp.Compare(len(a.Run.Steps), len(b.Run.Steps))
	}
	return c
}

func (w *engineRun) optimizes() bool {
	m := w.problem.Model
	if m.Machine != nil {
		return !w.task.AsksForAnyRun(m.Machine)
	}
	return w.problem.Objectives > 0 && !w.task.AnyObjective
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// Part restricts a question about a problem without moves to a part: to cubes, which engine by makes. If by is of the
// team, its job is shared. The error is a [model.Reason] or that of ctx.
func (s *Session) Part(ctx context.Context, by model.Engine, q Question, part parts.Path) (Question, error) {
	for _, e := range s.team.Engines {
		if e.Name() == by.Name() {
			by = e
		}
	}
	job, err := s.open(ctx, by, q.task().Options)
	if err != nil {
		return q, err
	}
	splitter, ok := job.(model.Splitter)
	if !ok {
		return q, model.Because(model.Unsupported, "engine %s can't split its search", by.Name())
	}
	for _, share := range part {
		if q.Cubes, err = model.Share(ctx, splitter, q.Cubes, share.Number, share.Of); err != nil {
			return q, err
		}
	}
	return q, nil
}

// Found is what a part found.
type Found struct {
	Answers   [][]value.Value // those kept, by their values
	Count     int             // of solutions
	Exhausted bool            // there are no others
	Engine    string
	Stats     model.Stats
}

// Joined reports what Ask would, given what complete parts found. It judges each answer again. Duplicates are a fault.
// With objectives, only the best parts count. If parts are missing, the report is complete only if enough was found
// without objectives. It ends with ctx.
func (s *Session) Joined(ctx context.Context, q Question, found []Found, lacking bool) *Report {
	start := time.Now()
	r := &Report{Verdict: Unknown, Exhausted: !lacking}
	best := s.problem.Objectives > 0 && !q.task().AnyObjective
	defer func() { r.Elapsed = time.Since(start) }()
	seen := map[string]bool{}
	for _, f := range found {
		if r.Engine == "" {
			r.Engine = f.Engine
		}
		r.Stats.Add(f.Stats)
		r.Exhausted = r.Exhausted && f.Exhausted
		var answers []*judge.Answer
		for _, values := range f.Answers {
			a, verdict := s.problem.JudgeValues(ctx, values)
			if verdict.Err != nil {
				r.Exhausted, r.Reason = false, unjudgedBecause(verdict.Err)
				return r
			}
			key := textOf(values)
			switch {
			case !verdict.Accepted:
				r.Fault = &Fault{Kind: Refused, Engine: f.Engine, Answer: a, Violations: verdict.Violations}
				return r
			case seen[key]:
				r.Fault = &Fault{Kind: Repeated, Engine: f.Engine, Answer: a}
				return r
			}
			seen[key] = true
			answers = append(answers, a)
		}
		if best && len(answers) > 0 && len(r.Answers) > 0 {
			switch c := s.problem.Judge.CompareObjectives(answers[0], r.Answers[0]); {
			case c > 0:
				continue
			case c < 0:
				r.Count, r.Answers = 0, nil
			}
		}
		r.Count += f.Count
		r.Answers = append(r.Answers, answers...)
	}
	if q.Limit > 0 && r.Count >= q.Limit {
		r.Count, r.Exhausted, r.Complete = q.Limit, false, !lacking || !best
		r.Answers = r.Answers[:min(len(r.Answers), q.Limit)]
	}
	if q.Keep > 0 {
		r.Answers = r.Answers[:min(len(r.Answers), q.Keep)]
	}
	r.Complete = r.Complete || r.Exhausted
	switch {
	case r.Count > 0:
		r.Verdict = Solved
	case r.Exhausted:
		r.Verdict = NoSolution
	}
	return r
}

func textOf(values []value.Value) string {
	var text []byte
	for _, v := range values {
		text = append(append(text, value.String(v)...), 0)
	}
	return string(text)
}
