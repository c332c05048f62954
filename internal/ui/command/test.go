package command

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
	"nazo/dsl/instance"
	"nazo/internal/solve"
	"nazo/puzzles"
)

// tally counts examples. partly counts those that passed although an engine didn't finish.
type tally struct{ passed, partly, failed, unfinished, unread int }

// String returns the summary below the examples.
func (t tally) String() string {
	partly := ""
	if t.partly > 0 {
		partly = fmt.Sprintf(" (%d where an engine did not finish)", t.partly)
	}
	text := fmt.Sprintf("%d passed%s, %d failed, %d not finished", t.passed, partly, t.failed, t.unfinished)
	if t.unread > 0 {
		text += fmt.Sprintf(", %d with mistakes", t.unread)
	}
	return text
}

type testCmd struct {
	limitFlags
	Specs     []string
	Engine    string
	Instances bool
}

// Declare implements [Declarer].
func (c *testCmd) Declare(v *Verb) {
	v.Argument(&c.Specs, "[spec]", "Specs; without any, all that come with nazo.")
	c.Engine = "both"
	v.Flag(&c.Engine, "engine", "sat|native|both", "Who works: sat, native or both.")
	v.Flag(&c.Instances, "instances", "", "Test what the instances that come with the specs say to expect, too.")
	v.Include(&c.limitFlags)
	c.Time = Period(10 * time.Second)
	v.Reword("time", "Time limit of each engine on each example (default: 10s).")
}

// Run tests the examples, prints a line for each, and then a summary.
func (c *testCmd) Run(s *session) error {
	s.limit(0)
	s.bound(c.Memory)
	t, err := team(c.Engine)
	if err != nil {
		return err
	}
	t.Mode, t.TimeEach = solve.InTurn, time.Duration(c.Time)
	var all tally
	rehearsals, mistakes, err := s.rehearse(c, t.TimeEach, &all)
	if err != nil {
		return err
	}
	s.warn()
	worst := StatusTrue
	if mistakes.HasErrors() {
		s.progress.erase()
		s.list(mistakes)
		worst = StatusMistake
	}
	done, examples := 0, 0
	for _, r := range rehearsals {
		examples += len(r.examples)
	}
	for _, r := range rehearsals {
		if len(r.examples) == 0 && all.unread == 0 {
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
		worst = max(worst, StatusFalse)
	}
	fmt.Fprintln(s.out, all)
	return worst
}

// testExample runs one example and prints a line for it. It fails if an expectation is wrong, the engines disagree, or
// none of them finishes in time.
func (s *session) testExample(sp *spec, e rehearsed, t solve.Team, all *tally) (Status, error) {
	if e.problem == nil {
		all.unfinished++
		fmt.Fprintf(s.out, "? %s: %s\n%s\n", sp.Name, e.Name, indent("not finished: no model after "+seconds(t.TimeEach)))
		return StatusFalse, s.flush()
	}
	trial, err := solve.Try(s.ctx, e.problem, t, e.Example)
	s.progress.clear()
	if err != nil { // a mistake that shows only in a solution
		return 0, err
	}
	mark, status := judgeTrial(trial, all)
	fmt.Fprintf(s.out, "%s %s: %s  (%s)\n", mark, sp.Name, e.Name, runsText(trial.Report))
	for _, wrong := range trial.Wrong() {
		fmt.Fprintln(s.out, indent(wrong))
	}
	if status == StatusFalse && trial.Verdict == solve.NoSolution && !e.problem.Moving() {
		if why := s.conflict(e.problem); why != nil {
			fmt.Fprintln(s.out, indent(why.text()))
		}
	}
	return status, s.flush()
}

// judgeTrial counts a trial and returns its mark and exit status.
func judgeTrial(t *solve.Trial, all *tally) (mark string, status Status) {
	switch {
	case t.Fault != nil:
		all.failed++
		return "✗", StatusDisagree
	case t.Passed():
		all.passed++
		if slices.ContainsFunc(t.Report.Attempts, func(r *solve.Attempt) bool { return !r.Complete }) {
			all.partly++
		}
		return "✓", StatusTrue
	case t.Failed():
		all.failed++
		return "✗", StatusFalse
	}
	all.unfinished++
	return "?", StatusFalse
}

func indent(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n    ")
}

// runsText says how long each engine took, or why it did not finish.
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

// rehearsal is a spec with its compiled examples.
type rehearsal struct {
	spec     *spec
	examples []rehearsed
}

// rehearsed is an example and its problem, or nil if there was no time to compile it.
type rehearsed struct {
	*compile.Example
	problem *solve.Problem
}

// rehearse reads and compiles all specs and examples before any is tested. If a spec has mistakes, the error has the
// mistakes of all. Otherwise it counts and leaves out examples with mistakes, which the list has.
func (s *session) rehearse(c *testCmd, timeEach time.Duration, all *tally) ([]rehearsal, *diag.List, error) {
	names := c.Specs
	if len(names) == 0 {
		names = puzzles.Specs()
	}
	var out []rehearsal
	unfit, mistakes := false, &diag.List{}
	for i, name := range names {
		s.progress.step("specs", i, len(names))
		sp, unread, err := s.loadRest(name)
		if err := collect(mistakes, err); err != nil {
			return nil, nil, err
		}
		if err != nil {
			unfit = true
			continue
		}
		mistakes.Merge(unread)
		all.unread += sp.left
		examples, err := s.examplesOf(sp, name)
		if err := collect(mistakes, err); err != nil {
			return nil, nil, err
		}
		unfit = unfit || err != nil
		if c.Instances {
			before := mistakes.Len()
			more, err := s.instanceExamples(sp, mistakes)
			if err != nil {
				return nil, nil, err
			}
			unfit = unfit || mistakes.Len() > before
			examples = append(examples, more...)
		}
		r := rehearsal{spec: sp}
		for _, e := range examples {
			p, err := s.compileExample(sp, e, c.Seed, timeEach)
			if err := collect(mistakes, err); err != nil {
				return nil, nil, err
			}
			if err != nil {
				all.unread++
				continue
			}
			r.examples = append(r.examples, rehearsed{e, p})
		}
		out = append(out, r)
	}
	if unfit {
		return nil, nil, mistakes
	}
	return out, mistakes, nil
}

// examplesOf returns the examples of a spec. For a link it is the link's board, on which the engines only have to agree.
func (s *session) examplesOf(sp *spec, name string) ([]*compile.Example, error) {
	if !isLink(name) {
		return compile.Examples(sp.Spec), nil
	}
	board, err := s.loadInstance(sp, name)
	if err != nil {
		return nil, err
	}
	return []*compile.Example{{Name: linkName, Input: instance.Input{Instance: board}, Source: board.Source, Span: board.Span()}}, nil
}

// collect adds an error to a list if it consists of diagnostics. It returns other errors.
func collect(mistakes *diag.List, err error) error {
	if problems, ok := errors.AsType[*diag.List](err); ok {
		mistakes.Merge(problems)
		return nil
	}
	return err
}

// compileExample compiles an example. It returns nil if there was no time for that.
func (s *session) compileExample(sp *spec, e *compile.Example, shuffled seed, most time.Duration) (*solve.Problem, error) {
	ctx, stop := context.WithTimeout(s.ctx, most)
	defer stop()
	p, err := s.compile(ctx, sp, e.Input, compile.Options{Seed: int64(shuffled)})
	switch {
	case errors.As(err, new(limited)) && s.ctx.Err() == nil:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return p, solve.Expectable(p.With(ctx), e)
}

// expectMark begins the comment with the expectation.
const expectMark = "expect:"

// expected returns the expectation in an instance file: its first line, or the first comment of a TSPLIB file.
func expected(src *diag.Source) (text string, ok bool) {
	if strings.HasSuffix(src.Name, instance.TSPLIBEnding) {
		if table, _ := instance.ParseTSPLIB(src); table != nil {
			return strings.CutPrefix(table.Comment, expectMark)
		}
	}
	return strings.CutPrefix(src.Line(1), "# "+expectMark)
}

// instanceExamples returns an example for each instance that comes with a spec and has an expectation. It adds
// mistakes in instances to the list.
func (s *session) instanceExamples(sp *spec, mistakes *diag.List) ([]*compile.Example, error) {
	var out []*compile.Example
	for _, name := range sp.instances() {
		e, err := s.instanceExample(sp, name)
		if err := collect(mistakes, err); err != nil {
			return nil, err
		}
		if e != nil {
			out = append(out, e)
		}
	}
	return out, nil
}

// instanceExample returns nil for an instance without an expectation.
func (s *session) instanceExample(sp *spec, name string) (*compile.Example, error) {
	src, err := s.instanceSource(sp, name)
	if err != nil {
		return nil, err
	}
	inst, err := s.loadInstance(sp, name)
	if err != nil {
		return nil, err
	}
	text, ok := expected(src)
	if !ok {
		return nil, nil
	}
	file, problems := dsl.Parse(diag.NewSource(name+" (expect)", "example: expect "+strings.TrimSpace(text)))
	switch {
	case problems.HasErrors():
		return nil, problems
	case len(file.Stmts) != 1:
		return nil, errors.New(name + ": what to expect should be one line")
	}
	return compile.NewExample(name, instance.Input{Instance: inst}, file.Stmts[0].(*dsl.Example), file.Source), nil
}
