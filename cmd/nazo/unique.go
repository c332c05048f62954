package main

import (
	"fmt"
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
	s.deal = int64(c.Seed)
	r, err := s.request(c.Spec, c.Args)
	if err == nil {
		err = c.runFlags.suit(r)
	}
	if err != nil {
		return err
	}
	t, err := team(c.Engine)
	if err != nil {
		return err
	}
	print := func(ans *outcome) { s.printUnique(c, ans) }
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

// printUnique says whether there is one solution, and shows two if there are more.
func (s *session) printUnique(c *uniqueCmd, ans *outcome) {
	r := ans.report
	text, value := "not known to be unique", any(nil)
	switch {
	case r.Count > 1:
		text, value = "not unique; two of its solutions are", false
	case r.Verdict == solve.NoSolution:
		text, value = "no solution", false
	case r.Exhausted:
		text, value = "unique", true
	}
	if c.Format == "json" {
		s.out.Write(reportJSON(ans, true, field{"unique", value}))
		return
	}
	if ans.tried != "" {
		fmt.Fprintln(s.out, ans.tried)
	}
	fmt.Fprintln(s.out, text)
	if r.Count > 1 {
		for i, found := range r.Answers {
			head := ""
			if found.Run != nil {
				head = fmt.Sprintf("solution %d\n", i+1)
			}
			fmt.Fprintf(s.out, "\n%s%s", head, s.drawing(ans.problem, found, c.Color))
		}
	}
}
