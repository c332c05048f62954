package solve

import (
	"context"
	"slices"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/parts"
	"nazo/value"
)

// Part is the session for a part of what a question asks about a problem that stands still: each engine of the team finds what lies in its
// cubes only. By is the engine that splits, which need not be one of the team. The error is a [engine.Reason], or that of ctx.
func (s *Session) Part(ctx context.Context, by engine.Engine, q Question, part parts.Path) (*Session, error) {
	cubes := []engine.Cube{nil}
	for _, share := range part {
		var err error
		if cubes, err = engine.Share(ctx, by, s.problem.Model, q.task().Options, cubes, share.Number, share.Of); err != nil {
			return nil, err
		}
	}
	t := s.team
	t.Engines = slices.Clone(t.Engines)
	for i, e := range t.Engines {
		t.Engines[i] = engine.InCubes(e, cubes)
	}
	return s.By(t), nil
}

// Found is what a part found.
type Found struct {
	Answers   [][]value.Value // those that it kept, by their values
	Count     int             // how many there are
	Exhausted bool            // there are no others
	Engine    string
	Stats     engine.Stats
}

// Joined is what Ask reports if parts found all that it would have found. Each answer is judged again, and none may be there twice; that is a fault. With
// objectives those of the best parts count. It ends with ctx.
func (s *Session) Joined(ctx context.Context, q Question, found []Found) *Report {
	start := time.Now()
	r := &Report{Verdict: Unknown, Exhausted: true}
	defer func() { r.Elapsed = time.Since(start) }()
	j := s.problem.Judge.With(ctx)
	seen := map[string]bool{}
	for _, f := range found {
		if r.Engine == "" {
			r.Engine = f.Engine
		}
		r.Stats.Add(f.Stats)
		r.Exhausted = r.Exhausted && f.Exhausted
		var answers []*judge.Answer
		for _, values := range f.Answers {
			a, err := j.Answer(values)
			var verdict judge.Verdict
			if err == nil {
				verdict = j.Judge(a)
				err = verdict.Err
			}
			if err != nil {
				r.Exhausted, r.Reason = false, unjudgedBecause(err)
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
		if len(answers) > 0 && len(r.Answers) > 0 && s.problem.Objectives > 0 && !q.task().AnyObjective {
			switch c := j.CompareObjectives(answers[0], r.Answers[0]); {
			case c > 0:
				continue
			case c < 0:
				r.Count, r.Answers = 0, nil
			}
		}
		r.Count += f.Count
		r.Answers = append(r.Answers, answers...)
	}
	if q.Limit > 0 && r.Count >= q.Limit { // the other parts may not be there
		r.Count, r.Exhausted, r.Complete = q.Limit, false, true
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

// textOf tells answers apart.
func textOf(values []value.Value) string {
	var text []byte
	for _, v := range values {
		text = append(append(text, value.String(v)...), 0)
	}
	return string(text)
}
