package main

import (
	"nazo/solve"
)

// uniqueCmd asks whether there is exactly one solution.
type uniqueCmd struct {
	puzzleArgs
	engineFlags
	runFlags
	formatFlag
	colorFlag
}

// Run looks for two solutions.
func (c *uniqueCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	if err == nil {
		err = c.drawable(r)
	}
	if err != nil {
		return err
	}
	t, err := team(c.Engine)
	if err != nil {
		return err
	}
	to := c.printer(s, c.drawer(s))
	print := func(ans *outcome) { to.uniqueness(&uniqueness{ans, uniqueVerdictOf(ans.report)}) }
	ans, err := s.ask(r, t, query{Question: c.question(solve.Question{Limit: 2, Seed: int64(c.Seed)})}, print)
	if err != nil {
		return err
	}
	if ans.report.Fault != nil {
		return s.disagree(r, ans)
	}
	print(ans)
	if ans.report.Count > 1 {
		return statusFalse
	}
	return s.status(ans)
}

// uniqueness is the finding of nazo unique.
type uniqueness struct {
	*outcome // two solutions, if there are more than one
	verdict  uniqueVerdict
}

// uniqueVerdict is how many solutions there are, as far as nazo unique asks.
type uniqueVerdict int

const (
	notKnownUnique uniqueVerdict = iota // the search ended before it was known
	noneAtAll
	exactlyOne
	severalAtLeast
)

// uniqueVerdictOf is the verdict of a search for two solutions.
func uniqueVerdictOf(r *solve.Report) uniqueVerdict {
	switch {
	case r.Count > 1:
		return severalAtLeast
	case r.Verdict == solve.NoSolution:
		return noneAtAll
	case r.Exhausted:
		return exactlyOne
	}
	return notKnownUnique
}
