package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/solve"
)

// tally counts the examples that were tested; partly are those that passed although
// an engine didn't finish.
type tally struct{ passed, partly, failed, unfinished int }

func (t tally) String() string {
	partly := ""
	if t.partly > 0 {
		partly = fmt.Sprintf(" (%d where an engine did not finish)", t.partly)
	}
	return fmt.Sprintf("%d passed%s, %d failed, %d not finished", t.passed, partly, t.failed, t.unfinished)
}

func (a *app) test(c *testCmd) (int, error) {
	a.limit(0)
	a.deal = int64(c.Seed)
	t, err := team(c.Engine)
	if err != nil {
		return 0, err
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	rehearsals, err := a.rehearse(c, t.TimeEach)
	if err != nil {
		return 0, err
	}
	a.warn()
	var all tally
	worst := statusTrue
	for _, r := range rehearsals {
		if len(r.examples) == 0 {
			fmt.Fprintf(a.out, "- %s: no examples\n", r.spec.Name)
		}
		for i := range r.examples {
			if a.ctx.Err() != nil {
				return 0, limited{a.stopReason()}
			}
			status, err := a.testExample(r.spec, r.examples[i], t, &all)
			if err != nil {
				return 0, err
			}
			worst = max(worst, status)
			r.examples[i].problem = nil // it may be large
		}
	}
	a.answered()
	if all.failed > 0 {
		worst = max(worst, statusFalse)
	}
	fmt.Fprintln(a.out, all)
	return worst, nil
}

// testExample runs one example and prints a line for it. An example fails if
// anything it expects is not so, if the engines disagree, or if none of them
// has found out in its time.
func (a *app) testExample(s *spec, e rehearsed, t solve.Team, all *tally) (int, error) {
	if e.problem == nil {
		all.unfinished++
		fmt.Fprintf(a.out, "? %s: %s\n%s\n", s.Name, e.Name, indent("not finished: no model after "+seconds(t.TimeEach)))
		return statusFalse, a.flush()
	}
	trial, err := solve.Try(a.ctx, e.problem, t, e.Example)
	a.progress.clear()
	if err != nil { // a mistake that only a solution shows
		return 0, err
	}
	mark, status := judgeTrial(trial, all)
	fmt.Fprintf(a.out, "%s %s: %s  (%s)\n", mark, s.Name, e.Name, runsText(trial.Report))
	if trial.Fault != nil {
		fmt.Fprintln(a.out, indent(trial.Fault.Error()))
	}
	for _, f := range trial.Findings {
		switch what := e.Source.Slice(f.Expectation.Span); {
		case !f.Decided:
			fmt.Fprintln(a.out, indent("not finished: "+what))
		case !f.Met:
			fmt.Fprintln(a.out, indent("expected "+what+", found "+f.Got))
		}
	}
	return status, a.flush()
}

// judgeTrial counts a trial and returns its mark and exit status.
func judgeTrial(t *solve.Trial, all *tally) (mark string, status int) {
	switch {
	case t.Fault != nil:
		all.failed++
		return "✗", statusDisagree
	case t.Passed():
		all.passed++
		if slices.ContainsFunc(t.Report.Runs, func(r *solve.Run) bool { return !r.Complete }) {
			all.partly++
		}
		return "✓", statusTrue
	case t.Decided():
		all.failed++
		return "✗", statusFalse
	}
	all.unfinished++
	return "?", statusFalse
}

// indent sets lines in.
func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}

// runsText says how long each engine took, or that it didn't finish.
func runsText(r *solve.Report) string {
	var parts []string
	for _, run := range r.Runs {
		text := run.Engine + " " + seconds(run.Elapsed)
		if !run.Complete {
			text = run.Engine + " not finished: " + run.Reason.String()
		}
		parts = append(parts, text)
	}
	if r.Counted != nil {
		parts = append(parts, "counted "+seconds(r.Counted.Elapsed))
	}
	return strings.Join(parts, ", ")
}

// seconds writes a time with the digits that mean something.
func seconds(d time.Duration) string {
	switch {
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.1f ms", d.Seconds()*1000)
	case d < time.Second:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1000)
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
