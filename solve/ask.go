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
	task.Choices, task.Conflicts = team.ChoicesEach, team.ConflictsEach
	b := &bench{problem: s.problem, question: q}
	var willing, unwilling []*worker
	for _, e := range team.Engines {
		w := &worker{bench: b, engine: e, task: task, time: team.TimeEach}
		if reason := s.Refusal(ctx, e, q); reason.Kind == engine.None {
			w.job, _ = s.open(ctx, e, task.Options)
			willing = append(willing, w)
		} else {
			w.result.Reason = engine.Because(reason.Kind, "engine %s can't: %s", e.Name(), reason.Detail)
			unwilling = append(unwilling, w)
		}
	}
	var best *worker
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

// task is the question as it is put to an engine.
func (q Question) task() engine.Task {
	return engine.Task{
		Options:      engine.Options{Within: q.Within, Off: q.Off, AnyObjective: q.AnyObjective || q.Counting != nil && q.Counting.ByLength}, // of all, not only of the best
		SolveOptions: engine.SolveOptions{Limit: q.Limit, Cubes: q.Cubes, Seed: q.Seed, Varied: q.Varied, RunOptions: engine.RunOptions{MaxMoves: q.MaxMoves, Memory: q.Memory}},
	}
}

// report makes what one engine found the answer.
func (w *worker) report() *Report {
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

func (w *worker) attempt() *Attempt {
	r := &Attempt{Engine: w.engine.Name(), Verdict: w.verdict(), Result: w.result, Elapsed: w.elapsed}
	if len(w.answers) > 0 {
		r.Answer = w.answers[0]
	}
	return r
}

func (w *worker) verdict() Verdict {
	switch {
	case len(w.answers) > 0:
		return Solved
	case w.result.Exhausted:
		return NoSolution
	}
	return Unknown
}
