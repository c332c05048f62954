package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/tsplib"
	"nazo/puzzles"
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
	names := c.Specs
	if len(names) == 0 {
		names = puzzles.Specs()
	}
	t, err := team(c.Engine)
	if err != nil {
		return 0, err
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	var all tally
	worst := statusTrue
	for _, name := range names {
		s, err := a.loadSpec(name)
		if err != nil {
			return 0, err
		}
		examples := compile.Examples(s.Spec)
		if c.Instances {
			examples = append(examples, a.instanceExamples(s, &all)...)
		}
		if len(examples) == 0 {
			a.warn()
			fmt.Fprintf(a.out, "- %s: no examples\n", s.Name)
		}
		for _, e := range examples {
			if a.ctx.Err() != nil {
				return 0, limited{a.stopReason()}
			}
			status, err := a.testExample(s, e, t, &all)
			if err != nil {
				return 0, err
			}
			worst = max(worst, status)
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
func (a *app) testExample(s *spec, e *compile.Example, t solve.Team, all *tally) (int, error) {
	ctx, stop := context.WithTimeout(a.ctx, t.TimeEach)
	defer stop()
	var trial *solve.Trial
	p, err := a.compile(ctx, s, e.Input)
	if err == nil {
		a.warn()
		trial, err = solve.Try(a.ctx, p, t, e)
	}
	if err != nil && errors.As(err, new(limited)) && a.ctx.Err() == nil {
		err = fmt.Errorf("not finished: no model after %s", seconds(t.TimeEach))
	}
	a.progress.clear()
	if err != nil {
		all.failed++
		fmt.Fprintf(a.out, "✗ %s: %s\n%s\n", s.Name, e.Name, indent(err.Error()))
		return statusMistake, a.flush()
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
			text = run.Engine + " not finished: " + run.Reason
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

// expectMark begins the comment that says what to expect of an instance.
const expectMark = "expect:"

// expected is what an instance says of itself: in its first line, or, in a file
// in the format of TSPLIB, in its first comment.
func expected(src *diag.Source) (text string, ok bool) {
	if strings.HasSuffix(src.Name, tsplib.Ending) {
		if table, _ := tsplib.Parse(src); table != nil {
			return strings.CutPrefix(table.Comment, expectMark)
		}
	}
	return strings.CutPrefix(src.Line(1), "# "+expectMark)
}

// instanceExamples makes an example of each instance that comes with a spec
// and says what to expect of it. What can't be read is reported and counts as failed.
func (a *app) instanceExamples(s *spec, all *tally) []*compile.Example {
	var out []*compile.Example
	for _, name := range s.instances() {
		e, err := a.instanceExample(s, name)
		switch {
		case err != nil:
			all.failed++
			fmt.Fprintf(a.out, "✗ %s: %s\n%s\n", s.Name, name, indent(err.Error()))
		case e != nil:
			out = append(out, e)
		}
	}
	return out
}

// instanceExample is nil for an instance that doesn't say what to expect.
func (a *app) instanceExample(s *spec, name string) (*compile.Example, error) {
	src, err := a.instanceSource(s, name)
	if err != nil {
		return nil, err
	}
	instance, err := a.loadInstance(s, name)
	if err != nil {
		return nil, err
	}
	text, ok := expected(src)
	if !ok {
		return nil, nil
	}
	file, err := parseExpectation(name, text)
	if err != nil {
		return nil, err
	}
	return compile.NewExample(name, compile.Input{Instance: instance}, file.Stmts[0].(*dsl.Example), file.Source), nil
}

// parseExpectation reads what an example may expect.
func parseExpectation(name, text string) (*dsl.File, error) {
	src := diag.NewSource(name+" (expect)", "example: expect "+strings.TrimSpace(text))
	file, problems := dsl.Parse(src)
	if problems.HasErrors() {
		return nil, problems
	}
	if len(file.Stmts) != 1 {
		return nil, errors.New(name + ": what to expect should be one line")
	}
	return file, nil
}
