package main

import (
	"fmt"

	"nazo/solve"
)

func (a *app) count(c *countCmd) (int, error) {
	a.limit(c.Time)
	r, err := a.request(c.Spec, c.Args)
	if err != nil {
		return 0, err
	}
	if c.Limit < 0 {
		return 0, mistakef("--limit %d: a number of solutions is not negative", c.Limit)
	}
	print := func(ans *outcome) { a.printCount(c, ans) }
	ans, err := a.ask(r, team(c.Engine), solve.Question{Limit: c.Limit, Keep: 1, Seed: c.Seed}, print)
	if err != nil {
		return 0, err
	}
	if ans.report.Fault != nil {
		return a.disagree(r, ans), nil
	}
	print(ans)
	return a.status(ans), nil
}

func (a *app) printCount(c *countCmd, ans *outcome) {
	if c.Format == "json" {
		a.out.Write(reportJSON(ans, false, field{"count", ans.report.Count}))
		return
	}
	if ans.tried != "" {
		fmt.Fprintln(a.out, ans.tried)
	}
	r := ans.report
	if r.Exhausted {
		fmt.Fprintln(a.out, r.Count)
	} else {
		fmt.Fprintln(a.out, "at least", r.Count)
	}
	if len(r.Answers) > 0 && len(r.Answers[0].Objective) > 0 {
		fmt.Fprintln(a.out, objectiveText(r))
	}
}

func (a *app) unique(c *uniqueCmd) (int, error) {
	a.limit(c.Time)
	r, err := a.request(c.Spec, c.Args)
	if err != nil {
		return 0, err
	}
	print := func(ans *outcome) { a.printUnique(c, ans) }
	ans, err := a.ask(r, team(c.Engine), solve.Question{Limit: 2, Seed: c.Seed}, print)
	if err != nil {
		return 0, err
	}
	if ans.report.Fault != nil {
		return a.disagree(r, ans), nil
	}
	print(ans)
	if ans.report.Count > 1 {
		return statusFalse, nil
	}
	return a.status(ans), nil
}

// printUnique says whether there is one solution, and shows two if there are more.
func (a *app) printUnique(c *uniqueCmd, ans *outcome) {
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
		a.out.Write(reportJSON(ans, true, field{"unique", value}))
		return
	}
	if ans.tried != "" {
		fmt.Fprintln(a.out, ans.tried)
	}
	fmt.Fprintln(a.out, text)
	if r.Count > 1 {
		for _, s := range r.Answers {
			fmt.Fprintf(a.out, "\n%s", a.drawing(ans.problem, s, c.Color))
		}
	}
}
