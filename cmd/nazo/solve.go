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

func (a *app) solve(c *solveCmd) (int, error) {
	a.limit(c.Time)
	r, err := a.request(c.Spec, c.Args)
	if err != nil {
		return 0, err
	}
	if err := c.runFlags.suit(r); err != nil {
		return 0, err
	}
	a.movesOnly, a.deal = c.MovesOnly, int64(c.Seed)
	q := c.question(solve.Question{Limit: 1, Seed: int64(c.Seed)})
	switch {
	case c.UpToSymmetry && !c.All && c.Limit == 0:
		return 0, mistakef("--up-to-symmetry is for several solutions: add --all or --limit N")
	case c.Limit > 0:
		q.Limit = int(c.Limit)
	case c.All && r.Moving():
		q.Limit = mostRuns
	case c.All:
		q.Limit = mostAnswers
	}
	if c.UpToSymmetry {
		if err := r.needsSymmetry(); err != nil {
			return 0, err
		}
	}
	t, err := a.team(c.engineFlags, c.searchFlags)
	if err != nil {
		return 0, err
	}
	var see func(*outcome, string, *judge.Answer) error
	s := a.newStream(c, r, t, q.Limit)
	if s != nil {
		see, q.Keep = s.see, 1
	}
	print := func(ans *outcome) { a.printSolutions(c, s, ans) }
	ans, err := a.ask(r, t, query{Question: q, see: see}, print)
	if err != nil {
		return 0, err
	}
	if c.UpToSymmetry {
		if err := ans.oneOfEachClass(); err != nil {
			return 0, err
		}
	}
	if ans.report.Fault != nil {
		return a.disagree(r, ans), nil
	}
	if s != nil {
		s.sum(ans.report)
	}
	if r := ans.report; c.All && c.Limit == 0 && r.Count == q.Limit && !r.Exhausted {
		r.Complete, r.Reason = false, engine.Because(engine.Other, "stopped at %d solutions; --limit N goes further", q.Limit)
	}
	print(ans)
	return a.status(ans), nil
}

// status is the exit status for a question that has been answered, or not.
func (a *app) status(ans *outcome) int {
	r := ans.report
	if ans.together && r.Complete {
		for _, run := range r.Runs {
			if !run.Complete {
				a.note("nothing to compare the answer with: engine %s did not finish (%s)", run.Engine, run.Reason)
				return statusLimit
			}
		}
	}
	switch {
	case r.Verdict == solve.NoSolution:
		return statusFalse
	case !r.Complete:
		if r.Reason.Kind != engine.None {
			a.note("%s", r.Reason)
		}
		return statusLimit
	}
	return statusTrue
}

// several says whether more than one solution is asked for.
func (c *solveCmd) several() bool { return c.All && c.Limit == 0 || c.Limit > 1 }

// printSolution shows one solution of several, under its number.
func (a *app) printSolution(p *solve.Problem, number int, s *judge.Answer, color string) {
	fmt.Fprintf(a.out, "solution %d\n%s\n", number, a.drawing(p, s, color))
}

// printSolutions shows the solutions, unless the stream did, and how sure it is
// that there are no more or no better ones.
func (a *app) printSolutions(c *solveCmd, printed *stream, ans *outcome) {
	if c.Format == "json" {
		a.out.Write(reportJSON(ans, true))
		return
	}
	r := ans.report
	if printed == nil {
		if ans.tried != "" && r.Verdict == solve.Solved {
			fmt.Fprintln(a.out, ans.tried)
		}
		for i, s := range r.Answers {
			if c.several() {
				a.printSolution(ans.problem, i+1, s, c.Color)
			} else {
				text := a.drawing(ans.problem, s, c.Color)
				if s.Run != nil && strings.Contains(text, "\n\n") { // what follows is not about the last state
					text += "\n"
				}
				a.out.WriteString(text)
			}
		}
	} else {
		r.Count = printed.printed
	}
	switch {
	case r.Verdict == solve.NoSolution:
		fmt.Fprintln(a.out, "no solution"+c.within())
	case r.Verdict == solve.Unknown:
		fmt.Fprintln(a.out, "no solution found so far")
	default:
		a.out.WriteString(worthText(ans))
	}
	switch {
	case c.UpToSymmetry && len(r.Answers) > 0:
		fmt.Fprintf(a.out, "%s; %d up to symmetry\n", countText(r), len(r.Answers))
	case c.several() && r.Verdict == solve.Solved:
		fmt.Fprintln(a.out, countText(r))
	}
}
