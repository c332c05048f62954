package command

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

// String is the summary below the examples.
func (t tally) String() string {
	partly := ""
	if t.partly > 0 {
		partly = fmt.Sprintf(" (%d where an engine did not finish)", t.partly)
	}
	return fmt.Sprintf("%d passed%s, %d failed, %d not finished", t.passed, partly, t.failed, t.unfinished)
}

// testCmd runs the examples of specs.
type testCmd struct {
	Specs     []string `arg:"" optional:"" name:"spec" help:"Specs; without any, all that come with nazo."`
	Engine    string   `enum:"sat,native,both" default:"both" help:"Who works: sat, native or both."`
	Time      period   `default:"10s" placeholder:"DURATION" help:"Time for each example and engine (default: 10s)."`
	Seed      seed     `placeholder:"N" help:"Shuffle what is shuffled by this seed."`
	Instances bool     `help:"Test what the instances that come with the specs say to expect, too."`
	memoryFlag
}

// Run tests each example and prints a line for it, and then how many passed.
func (c *testCmd) Run(s *session) error {
	s.limit(0)
	s.bound(c.Memory)
	t, err := team(c.Engine)
	if err != nil {
		return err
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	rehearsals, err := s.rehearse(c, t.TimeEach)
	if err != nil {
		return err
	}
	s.warn()
	var all tally
	worst := statusTrue
	done, examples := 0, 0
	for _, r := range rehearsals {
		examples += len(r.examples)
	}
	for _, r := range rehearsals {
		if len(r.examples) == 0 {
			fmt.Fprintf(s.out, "- %s: no examples\n", r.spec.Name)
		}
		for i := range r.examples {
			if s.ctx.Err() != nil {
				return limited{s.stopReason()}
			}
			s.progress.step("examples", done, examples)
			s.progress.stage(r.spec.Name)
			done++
			status, err := s.testExample(r.spec, r.examples[i], t, &all)
			if err != nil {
				return err
			}
			worst = max(worst, status)
			r.examples[i].problem = nil // it may be large
		}
	}
	s.answered()
	if all.failed > 0 {
		worst = max(worst, statusFalse)
	}
	fmt.Fprintln(s.out, all)
	return worst
}

// testExample runs one example and prints a line for it. An example fails if
// anything it expects is not so, if the engines disagree, or if none of them
// has found out in its time.
func (s *session) testExample(sp *spec, e rehearsed, t solve.Team, all *tally) (exitStatus, error) {
	if e.problem == nil {
		all.unfinished++
		fmt.Fprintf(s.out, "? %s: %s\n%s\n", sp.Name, e.Name, indent("not finished: no model after "+seconds(t.TimeEach)))
		return statusFalse, s.flush()
	}
	trial, err := solve.Try(s.ctx, e.problem, t, e.Example)
	s.progress.clear()
	if err != nil { // a mistake that only a solution shows
		return 0, err
	}
	mark, status := judgeTrial(trial, all)
	fmt.Fprintf(s.out, "%s %s: %s  (%s)\n", mark, sp.Name, e.Name, runsText(trial.Report))
	for _, wrong := range trial.Wrong() {
		fmt.Fprintln(s.out, indent(wrong))
	}
	if status == statusFalse && trial.Verdict == solve.NoSolution && !e.problem.Moving() {
		if why := s.conflict(e.problem); why != nil {
			fmt.Fprintln(s.out, indent(why.text()))
		}
	}
	return status, s.flush()
}

// judgeTrial counts a trial and returns its mark and exit status.
func judgeTrial(t *solve.Trial, all *tally) (mark string, status exitStatus) {
	switch {
	case t.Fault != nil:
		all.failed++
		return "✗", statusDisagree
	case t.Passed():
		all.passed++
		if slices.ContainsFunc(t.Report.Attempts, func(r *solve.Attempt) bool { return !r.Complete }) {
			all.partly++
		}
		return "✓", statusTrue
	case t.Failed():
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
	for _, run := range r.Attempts {
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
