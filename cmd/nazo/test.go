package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/puzzles"
	"nazo/solve"
)

// tally counts the examples that were tested.
type tally struct{ passed, failed, unfinished int }

func (a *app) test(c *testCmd) (int, error) {
	names := c.Specs
	if len(names) == 0 {
		names = puzzles.Specs()
	}
	t := team(c.Engine)
	t.Mode, t.TimeEach = solve.InTurn, c.Time
	var all tally
	worst := statusTrue
	for _, name := range names {
		s, err := a.loadSpec(name)
		if err != nil {
			return 0, err
		}
		examples := compile.Examples(s.Spec)
		if c.Instances {
			more, err := a.instanceExamples(s)
			if err != nil {
				return 0, err
			}
			examples = append(examples, more...)
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
	fmt.Fprintf(a.out, "%d passed, %d failed, %d not finished\n", all.passed, all.failed, all.unfinished)
	return worst, nil
}

// testExample runs one example and prints a line for it. An example fails if
// anything it expects is not so, if the engines disagree, or if none of them
// has found out in its time.
func (a *app) testExample(s *spec, e *compile.Example, t solve.Team, all *tally) (int, error) {
	ctx, stop := context.WithTimeout(a.ctx, t.TimeEach)
	defer stop()
	mark, status := "✓", statusTrue
	var details []string
	p, err := a.compile(ctx, s, e.Input)
	if err != nil {
		return 0, err
	}
	trial, err := solve.Try(a.ctx, p, t, e)
	if err != nil {
		return 0, err
	}
	switch {
	case trial.Fault != nil:
		mark, status = "✗", statusDisagree
		details = append(details, trial.Fault.Error())
	case trial.Passed():
	case trial.Decided():
		mark, status = "✗", statusFalse
	default:
		mark, status = "?", statusFalse
	}
	for _, f := range trial.Findings {
		if f.Met {
			continue
		}
		text := "expected " + e.Source.Slice(f.Expectation.Span) + ", found " + f.Got
		if !f.Decided {
			text = "not finished: " + e.Source.Slice(f.Expectation.Span)
		}
		details = append(details, text)
	}
	switch mark {
	case "✓":
		all.passed++
	case "✗":
		all.failed++
	default:
		all.unfinished++
	}
	a.progress.clear()
	fmt.Fprintf(a.out, "%s %s: %s  (%s)\n", mark, s.name, e.Name, runsText(trial.Report))
	for _, d := range details {
		fmt.Fprintf(a.out, "    %s\n", d)
	}
	return status, a.out.Flush()
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
const expectMark = "# expect:"

// instanceExamples makes an example of each instance that comes with a spec
// and says what to expect of it.
func (a *app) instanceExamples(s *spec) ([]*compile.Example, error) {
	var out []*compile.Example
	for _, name := range s.instances() {
		src, err := a.instanceSource(s, name)
		if err != nil {
			return nil, err
		}
		instances, problems := dsl.ParseInstances(src)
		if problems.HasErrors() {
			return nil, problems
		}
		text, ok := strings.CutPrefix(src.Line(1), expectMark)
		if !ok || len(instances) == 0 {
			continue
		}
		stmt, problem := parseExpectation(name, text)
		if problem != nil {
			return nil, problem
		}
		out = append(out, compile.NewExample(name, compile.Input{Instance: instances[0]}, stmt.Stmts[0].(*dsl.Example), stmt.Source))
	}
	return out, nil
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
