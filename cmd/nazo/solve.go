package main

import (
	"fmt"
	"strings"

	"nazo/engine"
	"nazo/judge"
	"nazo/solve"
)

// mostAnswers is how many solutions --all finds at most: they are kept, to be
// shown in the end or to be told apart from further ones. Runs are kept with all
// their states, so there are fewer.
const (
	mostAnswers = 100_000
	mostRuns    = 10_000
)

// solveCmd finds a solution, or several.
type solveCmd struct {
	puzzleArgs
	engineFlags
	runFlags
	searchFlags
	formatFlag
	colorFlag
	All   bool   `help:"Find all solutions."`
	Limit amount `placeholder:"N" help:"Find at most so many solutions (default: one)."`

	UpToSymmetry bool `help:"With --all or --limit: show one of those that the spec's symmetry turns into each other."`
	MovesOnly    bool `help:"Of a run, show the moves without what they lead to."`
}

// Run solves the puzzle and shows what was found.
func (c *solveCmd) Run(s *session) error {
	s.limit(c.Time)
	r, err := s.request(c.Spec, c.Args)
	if err != nil {
		return err
	}
	if err := c.runFlags.suit(r); err != nil {
		return err
	}
	s.movesOnly, s.deal = c.MovesOnly, int64(c.Seed)
	q := c.question(solve.Question{Limit: 1, Seed: int64(c.Seed)})
	switch {
	case c.UpToSymmetry && !c.All && c.Limit == 0:
		return mistakef("--up-to-symmetry is for several solutions: add --all or --limit N")
	case c.Limit > 0:
		q.Limit = int(c.Limit)
	case c.All && r.Moving():
		q.Limit = mostRuns
	case c.All:
		q.Limit = mostAnswers
	}
	if c.UpToSymmetry {
		if err := r.needsSymmetry(); err != nil {
			return err
		}
	}
	t, err := s.team(c.engineFlags, c.searchFlags)
	if err != nil {
		return err
	}
	var see func(*outcome, string, *judge.Answer) error
	st := s.newStream(c, r, t, q.Limit)
	if st != nil {
		see, q.Keep = st.see, 1
	}
	print := func(ans *outcome) { s.printSolutions(c, st, ans) }
	ans, err := s.ask(r, t, query{Question: q, see: see}, print)
	if err != nil {
		return err
	}
	if c.UpToSymmetry {
		if err := ans.oneOfEachClass(); err != nil {
			return err
		}
	}
	if ans.report.Fault != nil {
		return s.disagree(r, ans)
	}
	if st != nil {
		st.sum(ans.report)
	}
	if r := ans.report; c.All && c.Limit == 0 && r.Count == q.Limit && !r.Exhausted {
		r.Complete, r.Reason = false, engine.Because(engine.Other, "stopped at %d solutions; --limit N goes further", q.Limit)
	}
	print(ans)
	return s.status(ans)
}

// status is the exit status for a question that has been answered, or not.
func (s *session) status(ans *outcome) exitStatus {
	r := ans.report
	if ans.together && r.Complete {
		for _, run := range r.Runs {
			if !run.Complete {
				s.note("nothing to compare the answer with: engine %s did not finish (%s)", run.Engine, run.Reason)
				return statusLimit
			}
		}
	}
	switch {
	case r.Verdict == solve.NoSolution:
		return statusFalse
	case !r.Complete:
		if r.Reason.Kind != engine.None {
			s.note("%s", r.Reason)
		}
		return statusLimit
	}
	return statusTrue
}

// several says whether more than one solution is asked for.
func (c *solveCmd) several() bool { return c.All && c.Limit == 0 || c.Limit > 1 }

// printSolution shows one solution of several, under its number.
func (s *session) printSolution(p *solve.Problem, number int, found *judge.Answer, color string) {
	fmt.Fprintf(s.out, "solution %d\n%s\n", number, s.drawing(p, found, color))
}

// printSolutions shows the solutions, unless the stream did, and how sure it is
// that there are no more or no better ones.
func (s *session) printSolutions(c *solveCmd, printed *stream, ans *outcome) {
	if c.Format == "json" {
		s.out.Write(reportJSON(ans, true))
		return
	}
	r := ans.report
	if printed == nil {
		if ans.tried != "" && r.Verdict == solve.Solved {
			fmt.Fprintln(s.out, ans.tried)
		}
		for i, found := range r.Answers {
			if c.several() {
				s.printSolution(ans.problem, i+1, found, c.Color)
			} else {
				text := s.drawing(ans.problem, found, c.Color)
				if found.Run != nil && strings.Contains(text, "\n\n") { // what follows is not about the last state
					text += "\n"
				}
				s.out.WriteString(text)
			}
		}
	} else {
		r.Count = printed.printed
	}
	switch {
	case r.Verdict == solve.NoSolution:
		fmt.Fprintln(s.out, "no solution"+c.within())
	case r.Verdict == solve.Unknown:
		fmt.Fprintln(s.out, "no solution found so far")
	default:
		s.out.WriteString(worthText(ans))
	}
	switch {
	case c.UpToSymmetry && len(r.Answers) > 0:
		fmt.Fprintf(s.out, "%s; %d up to symmetry\n", countText(r), len(r.Answers))
	case c.several() && r.Verdict == solve.Solved:
		fmt.Fprintln(s.out, countText(r))
	}
}
