package solve

import (
	"context"
	"time"

	"nazo/engine"
)

// Ask puts a question to the team. It ends at most 0.2 s after ctx does, with what is
// known by then; a solution that was found in time may be judged for a second more.
func (s *Session) Ask(ctx context.Context, q Question) *Report {
	start := time.Now()
	task, team := q.task(), s.team
	b := &bench{problem: s.problem, question: q}
	var willing, unwilling []*trial
	for _, e := range team.Engines {
		t := &trial{bench: b, engine: e, task: task, time: team.TimeEach}
		if reason := s.Refusal(ctx, e, q); reason.Kind == engine.None {
			t.job, _ = s.open(ctx, e, task.Options)
			willing = append(willing, t)
		} else {
			t.result.Reason = engine.Because(reason.Kind, "engine %s can't: %s", e.Name(), reason.Detail)
			unwilling = append(unwilling, t)
		}
	}
	var best *trial
	switch {
	case len(willing) == 0:
		best = unwilling[0]
	case team.Mode == Together:
		together(ctx, willing)
		best = bestOf(willing)
	case team.Mode == InTurn:
		for _, t := range willing {
			t.solve(ctx)
			t.rethrow()
		}
		best = bestOf(willing)
	default:
		best = race(ctx, willing)
	}
	r := best.report()
	r.Elapsed = time.Since(start)
	for _, t := range append(willing, unwilling...) {
		if t.started || len(willing) == 0 || team.Mode != Race {
			r.Runs = append(r.Runs, t.run())
		}
	}
	r.Fault = b.faultOf(ctx, willing)
	return r
}

// task is the question as it is put to an engine.
func (q Question) task() engine.Task {
	return engine.Task{
		Options:      engine.Options{AnyObjective: q.Counting != nil && q.Counting.ByLength}, // of all, not only of the best
		SolveOptions: engine.SolveOptions{Limit: q.Limit, Seed: q.Seed, RunOptions: engine.RunOptions{MaxMoves: q.MaxMoves, Memory: q.Memory}},
	}
}

// report makes what one engine found the answer.
func (t *trial) report() *Report {
	return &Report{
		Verdict:   t.verdict(),
		Complete:  t.result.Complete,
		Exhausted: t.result.Exhausted,
		Engine:    t.engine.Name(),
		Count:     t.count,
		Answers:   t.answers,
		Bounds:    t.result.Bounds,
		Reason:    t.result.Reason,
		Stats:     t.result.Stats,

		ShorterMayExist: t.result.ShorterMayExist,
	}
}

func (t *trial) run() *Run {
	r := &Run{Engine: t.engine.Name(), Verdict: t.verdict(), Result: t.result, Elapsed: t.elapsed}
	if len(t.answers) > 0 {
		r.Answer = t.answers[0]
	}
	return r
}

func (t *trial) verdict() Verdict {
	switch {
	case len(t.answers) > 0:
		return Solved
	case t.result.Exhausted:
		return NoSolution
	}
	return Unknown
}
