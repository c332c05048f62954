package command

import (
	"time"

	"nazo/engine"
	"nazo/native"
	"nazo/solve"
)

// countStates visits all states that a puzzle can come to, and counts them.
func (s *session) countStates(c *countCmd, r *request) error {
	switch {
	case !r.Moving():
		return mistakef("--states is for puzzles that move, and %s stands still", r.name)
	case c.Engine != "auto" && c.Engine != "native":
		return mistakef("--states visits states, which only engine native does, not %s", shorten(c.Engine))
	case c.Search != "" || c.Limit > 0 || c.UpToSymmetry || c.WhereTheyDiffer:
		return mistakef("--states counts states, all of them: --search, --limit, --up-to-symmetry and --where-they-differ are about solutions")
	case len(r.swept) > 0:
		return mistakef("the states of one puzzle can be counted, not of a range of them")
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	s.warn()
	e := native.New()
	job, _ := e.Open(s.ctx, p.Model, engine.Options{})
	surveyor, able := job.(engine.Surveyor)
	if !able {
		return mistakef("no engine can count states")
	}
	start := time.Now()
	found := surveyor.Survey(s.ctx, engine.SurveyOptions{
		RunOptions: engine.RunOptions{MaxMoves: int(c.Moves), Memory: statesWithin(c.Memory, p)},
		Progress:   func(p engine.Progress) { s.progress.report(solve.Progress{Engine: e.Name(), Progress: p}) },
	})
	s.answered()
	s.progress.clear()
	if !found.Complete && s.ctx.Err() != nil {
		found.Reason = engine.Ended(s.ctx)
	}
	c.printer(s, c.drawer(s)).survey(&survey{found, r.Name, int(c.Moves), time.Since(start)})
	if !found.Complete {
		return limited{found.Reason.String()}
	}
	return nil
}

// survey is a census of a puzzle's states.
type survey struct {
	engine.Survey
	puzzle   string
	maxMoves int // that were made at most; 0 is no bound
	elapsed  time.Duration
}
