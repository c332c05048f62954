package solve

import (
	"context"
	"time"

	"nazo/engine"
	"nazo/judge"
	"nazo/parts"
	"nazo/value"
)

// Part is a question for a part of what it asks about a problem that stands still: for what lies in some cubes, which by makes. It need not be of the
// team, but what it finds out about the problem serves the question, too, if it is. The error is a [engine.Reason], or that of ctx.
func (s *Session) Part(ctx context.Context, by engine.Engine, q Question, part parts.Path) (Question, error) {
	for _, e := range s.team.Engines {
		if e.Name() == by.Name() {
			by = e
		}
	}
	job, err := s.open(ctx, by, q.task().Options)
	if err != nil {
		return q, err
	}
	splitter, ok := job.(engine.Splitter)
	if !ok {
		return q, engine.Because(engine.Unsupported, "engine %s can't split its search", by.Name())
	}
	for _, share := range part {
		if q.Cubes, err = engine.Share(ctx, splitter, q.Cubes, share.Number, share.Of); err != nil {
			return q, err
		}
	}
	return q, nil
}

// Found is what a part found.
type Found struct {
	Answers   [][]value.Value // those that it kept, by their values
	Count     int             // how many there are
	Exhausted bool            // there are no others
	Engine    string
	Stats     engine.Stats
}

// Joined is what Ask reports if parts found all that it would have found, each of which came to its end. Each answer is judged again, and none may be there
// twice; that is a fault. With objectives those of the best parts count. If some parts are lacking it is complete only where enough was found: not
// with objectives, as what is lacking may be better. It ends with ctx.
func (s *Session) Joined(ctx context.Context, q Question, found []Found, lacking bool) *Report {
	start := time.Now()
	r := &Report{Verdict: Unknown, Exhausted: !lacking}
	best := s.problem.Objectives > 0 && !q.task().AnyObjective
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
		if best && len(answers) > 0 && len(r.Answers) > 0 {
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

// textOf tells answers apart.
func textOf(values []value.Value) string {
	var text []byte
	for _, v := range values {
		text = append(append(text, value.String(v)...), 0)
	}
	return string(text)
}
