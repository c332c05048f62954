package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
)

// problem compiles a request with one of its inputs.
func (s *session) problem(r *request, in instance.Input) (*solve.Problem, error) {
	return s.compile(s.ctx, r.spec, in, compile.Options{Seed: r.seed})
}

// onlyProblem compiles a request without ranges.
func (s *session) onlyProblem(r *request) (*solve.Problem, error) {
	if len(r.swept) > 0 {
		panic("a range of problems, which the verb should have refused")
	}
	return s.problem(r, r.input())
}

// compile makes a problem of a spec and its input. What the judge is asked outside of a search ends with the session.
func (s *session) compile(ctx context.Context, sp *spec, in instance.Input, opt compile.Options) (*solve.Problem, error) {
	s.progress.stage("reading the puzzle")
	p, problems := solve.Compile(ctx, sp.Spec, in, opt)
	if problems.HasErrors() {
		if ctx.Err() != nil {
			s.tellLarge(problems)
			return nil, limited{s.stopReason() + " while reading the puzzle"}
		}
		return nil, problems
	}
	if sp.embedded == "" {
		s.warnings.Merge(problems)
	}
	for _, w := range p.Warnings.All() {
		if large := w.Code == compile.CodeLarge; large && (s.checking || s.errTerminal) || !large && sp.embedded == "" {
			s.warnings.Add(w)
		}
	}
	return p.With(s.late), nil
}

// tellLarge prints which large rule took the time, if reading the puzzle ran out of it.
func (s *session) tellLarge(problems *diag.List) {
	for _, d := range problems.All() {
		if d.Code == "limit-time" && len(d.Notes) > 0 {
			s.warnings.Add(d)
		}
	}
	s.warn()
}

// outcome is a report and the problem that it is about.
type outcome struct {
	spec    *spec
	problem *solve.Problem // nil if there was no time to compile it
	report  *solve.Report
	tried   string // the numbers of a range, or ""
	// together is true if all engines had to answer, and agree.
	together bool
	// whyNot finds out why there is no solution. It is nil if nobody asked for that. The search takes some time, so
	// it first prints waiting output.
	whyNot func() *conflict
	fix    *fix // nil without --fix, or if there is nothing to correct
}

func (o *outcome) engine() string {
	if o.together {
		return "both"
	}
	return o.report.Engine
}

// stats returns those of the engine that answered, or the sum over all engines that had to.
func (o *outcome) stats() model.Stats {
	if !o.together {
		return o.report.Stats
	}
	var sum model.Stats
	for _, r := range o.report.Attempts {
		sum.Add(r.Stats)
	}
	return sum
}

// query is a question, and who else looks at each answer. Its Memory is that of the whole process.
type query struct {
	solve.Question
	// see, if not nil, gets each answer of each engine. Its error ends the search and is the result, except for
	// errEnough.
	see func(o *outcome, engine string, s *judge.Answer) error
	// counting is true if the question is for the number of solutions.
	counting bool
	// instead, if not nil, makes the report in place of the engines: it joins parts, or does one part.
	instead func(ctx context.Context, ans *outcome, opened *solve.Session, q solve.Question) (*solve.Report, error)
	// fit, if not nil, says what is wrong with the question for a problem.
	fit func(s *solve.Session) error
	// more is true if other questions follow, so that the clock still matters after the answer.
	more bool
}

// ask solves what a request stands for. Of a range of numbers it solves the first that has a solution. If time runs
// out before, print gets what is known so far.
func (s *session) ask(r *request, t solve.Team, q query, print func(*outcome)) (*outcome, error) {
	ans := &outcome{spec: r.spec, together: t.Mode == solve.Together}
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	sofar := &progress{found: map[string][]*judge.Answer{}, count: map[string]int{}}
	s.known(func() {
		sofar.mu.Lock()
		defer sofar.mu.Unlock()
		sofar.closed = true
		rep := sofar.report(t, model.Ended(s.ctx), time.Since(s.start))
		if ans.together && rep == sofar.ended {
			s.note("nothing to compare the answer with: only engine %s has finished", rep.Engine)
		}
		print(&outcome{spec: ans.spec, problem: ans.problem, report: rep, tried: ans.tried, together: ans.together})
	})
	sofar.listen(&q, ans, stop)
	q.Progress = s.progress.report
	for in := range r.inputs() {
		p, err := s.problem(r, in)
		if late := (limited{}); errors.As(err, &late) {
			ans.report = &solve.Report{Verdict: solve.Unknown, Reason: model.Reason{Kind: model.Other, Detail: late.text}, Elapsed: time.Since(s.start)}
			break
		}
		opened := solve.Open(p, t)
		if err == nil {
			err = begin(s.ctx, opened, t, p, q.Question)
		}
		if err == nil && q.fit != nil {
			err = q.fit(opened)
		}
		if err != nil {
			return nil, err
		}
		s.warn()
		sofar.mu.Lock()
		ans.problem, ans.tried, sofar.ended = p, r.tried(in), nil
		sofar.mu.Unlock()
		s.progress.stage(strings.TrimSpace("searching " + ans.tried))
		work := opened.Ask
		if q.counting {
			work = opened.Count
		}
		asked := q.Question
		asked.Memory = statesWithin(Memory(q.Memory), p)
		if q.instead == nil {
			ans.report = work(ctx, asked)
		} else if ans.report, err = q.instead(ctx, ans, opened, asked); err != nil {
			return nil, err
		}
		if sofar.refused != nil && !errors.Is(sofar.refused, errEnough) {
			return nil, sofar.refused
		}
		if s.ctx.Err() != nil && !ans.report.Complete {
			ans.report.Reason = model.Ended(s.ctx)
		}
		if ans.report.Verdict != solve.NoSolution || ans.report.Fault != nil {
			break
		}
	}
	if !q.more {
		s.answered()
	}
	s.progress.clear()
	if len(r.swept) > 0 && !q.counting && ans.report.Verdict == solve.NoSolution {
		ans.tried = ""
	}
	return ans, nil
}

// begin prepares named searches for the next problem. It returns an error if they don't suit it.
func begin(ctx context.Context, opened *solve.Session, t solve.Team, p *solve.Problem, q solve.Question) error {
	for _, e := range t.Engines {
		s, ok := e.(*searcher)
		if !ok {
			continue
		}
		if err := s.applies(ctx, opened, p, q); err != nil {
			return err
		}
		if s.watch != nil {
			s.watch.begin(p)
		}
	}
	return nil
}

// work says which engine answered and how much work it took, for the end of a line. It is "" without an answer.
func (o *outcome) work() string {
	who, stats := o.engine(), o.stats()
	if r := o.report; r.Counted != nil {
		who, stats = r.CountedBy, r.Counted.Stats
	}
	if who == "" {
		return ""
	}
	text := ", " + who
	if done := workDone(0, stats, nil); done != "" {
		text += ": " + done
	}
	return text
}

// disagree reports a disagreement loudly, with all that is needed to reproduce it. It is a bug, never the user's
// mistake.
func (s *session) disagree(r *request, ans *outcome) Status {
	s.progress.clear()
	f := ans.report.Fault
	var out strings.Builder
	fmt.Fprintf(&out, "nazo: DISAGREEMENT: %v\n\nThis is a bug in nazo: trust none of its answers to this puzzle. Please report it with\n", f)
	fmt.Fprintf(&out, "  the spec      %s\n", r.File.Source.Name)
	if r.instance != nil {
		title := r.instance.Source.Name
		if r.instance.Title != "" {
			title += ", " + r.instance.Title
		}
		fmt.Fprintf(&out, "  the instance  %s\n", title)
	}
	for _, o := range r.overrides {
		fmt.Fprintf(&out, "  the value     %s=%s\n", o.Name, o.Text)
	}
	if ans.tried != "" {
		fmt.Fprintf(&out, "  where         %s\n", ans.tried)
	}
	if f.Answer != nil {
		fmt.Fprintf(&out, "  the answer    %s\n", picture.AppendAnswer(nil, ans.problem.Judge, f.Answer))
	}
	for _, rule := range f.Rules {
		fmt.Fprintf(&out, "  the rule      %s\n", rule)
	}
	if f.Answer != nil {
		for _, text := range picture.Broken(ans.problem.Problem, ans.problem.Judge, f.Answer, judge.Verdict{Violations: f.Violations}) {
			fmt.Fprintf(&out, "  broken        %s\n", text)
		}
	}
	fmt.Fprint(s.errs, out.String())
	return StatusDisagree
}
