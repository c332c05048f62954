package command

import (
	"nazo/explain"
	"nazo/native"
)

// rateCmd tells how hard a puzzle is for people.
type rateCmd struct {
	puzzleArgs
	memoryFlag
	plainFormatFlag
	partsFlags
	manyFlags
	Time period `placeholder:"DURATION" help:"Stop after this time, such as 10s, and rate the way so far (default: no limit)."`
	Seed seed   `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
}

func (c *rateCmd) puzzle() puzzleArgs { return c.puzzleArgs }
func (c *rateCmd) terms() terms       { return terms{c.Time, c.Seed, c.manyFlags, c.any()} }
func (c *rateCmd) alone() string      { return "" }

// Run rates.
func (c *rateCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.share(c.Memory))
	return s.pose(c, c.printer(s, colorFlag{}.drawer(s)))
}

func (c *rateCmd) answer(s *session, r *request, to printer) error {
	if err := c.ofSeveral(); err != nil {
		return err
	}
	switch {
	case r.Moving():
		return mistakef("%s moves: how hard it is can be told of puzzles that stand still", r.name)
	case len(r.swept) > 0:
		return mistakef("how hard it is can be told of one puzzle, not of a range of them")
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	s.warn()
	s.progress.stage("looking for steps")
	rating, err := explain.Rate(s.ctx, p.Problem, native.New(), explain.Usual())
	s.answered()
	if err != nil {
		if s.ctx.Err() != nil {
			return limited{s.stopReason()}
		}
		return mistakef("%s: %v", r.name, err)
	}
	s.progress.clear()
	to.rating(&rated{r.name, p.Objectives > 0, rating})
	switch rating.End {
	case explain.Solved:
		return nil
	case explain.GivenUp:
		return limited{s.stopReason()}
	}
	return statusFalse
}

// rated is how hard a puzzle is.
type rated struct {
	puzzle string
	best   bool // something is minimised or maximised, which plays no part
	explain.Rating
}

// end says how the way to the solution ended.
func (r *rated) end() string {
	if r.best && r.End == explain.Several {
		return "several solutions, the best is not looked for"
	}
	return ends[r.End]
}

// ends says how a way to the solution ended.
var ends = map[explain.End]string{explain.Solved: "solved", explain.Several: "several solutions", explain.Contradicted: "no solution", explain.GivenUp: "not known"}
