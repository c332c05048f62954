package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"nazo/compile"
	"nazo/compile/model"
	"nazo/dsl/diag"
	"nazo/native"
	"nazo/sat"
	"nazo/solve"
)

// team is who works for --engine.
func team(engine string) solve.Team {
	switch engine {
	case "sat":
		return solve.Team{Engines: []model.Solver{sat.New()}}
	case "native":
		return solve.Team{Engines: []model.Solver{native.New()}}
	case "both":
		return solve.Team{Engines: []model.Solver{sat.New(), native.New()}, Mode: solve.Together}
	}
	return solve.Team{Engines: []model.Solver{native.New(), sat.New()}, Mode: solve.Race}
}

// compile makes a problem of a spec and its input.
func (a *app) compile(ctx context.Context, s *spec, in compile.Input) (*compile.Problem, error) {
	p, problems := compile.Compile(ctx, s.Spec, in, compile.Options{})
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return nil, limited{a.stopReason() + " while reading the puzzle"}
		}
		return nil, problems
	}
	if s.embedded == "" {
		a.warn(problems)
		a.warn(p.Warnings)
	}
	return p, nil
}

// outcome is what came of a question: a report, and the problem that it is about.
type outcome struct {
	spec    *spec
	problem *compile.Problem // nil if there was no time to compile it
	report  *solve.Report
	tried   string // which numbers of a range these are
	// together says that all engines were to answer, and agree.
	together bool
}

// engine is who answered.
func (o *outcome) engine() string {
	if o.together {
		return "both"
	}
	return o.report.Engine
}

// stats are those of the engine that answered, or the sum of all that had to.
func (o *outcome) stats() model.Stats {
	if !o.together {
		return o.report.Stats
	}
	var sum model.Stats
	for _, r := range o.report.Runs {
		sum.Variables += r.Stats.Variables
		sum.Clauses += r.Stats.Clauses
		sum.Solves += r.Stats.Solves
		sum.Conflicts += r.Stats.Conflicts
		sum.Cuts += r.Stats.Cuts
		sum.Nodes += r.Stats.Nodes
		sum.DeadEnds += r.Stats.DeadEnds
		sum.Propagations += r.Stats.Propagations
	}
	return sum
}

// ask solves what a request stands for: of a range of numbers, the first that
// has a solution. Should the clock end the program before, print is given what
// is known so far.
func (a *app) ask(r *request, t solve.Team, q solve.Question, print func(*outcome)) (*outcome, error) {
	ans := &outcome{spec: r.spec, together: t.Mode == solve.Together}
	var mu sync.Mutex
	found := map[string][]*compile.Answer{}
	count := map[string]int{}
	a.known(func() {
		mu.Lock()
		defer mu.Unlock()
		rep := &solve.Report{Verdict: solve.Unknown, Reason: a.stopReason(), Elapsed: time.Since(a.start)}
		for _, e := range t.Engines {
			if n := count[e.Name()]; n > rep.Count {
				rep.Verdict, rep.Engine, rep.Count, rep.Answers = solve.Solved, e.Name(), n, found[e.Name()]
			}
		}
		print(&outcome{ans.spec, ans.problem, rep, ans.tried, ans.together})
	})
	q.Progress = a.progress.report
	q.Each = func(engine string, s *compile.Answer) {
		mu.Lock()
		defer mu.Unlock()
		count[engine]++
		if q.Keep == 0 || len(found[engine]) < q.Keep {
			found[engine] = append(found[engine], s)
		}
	}
	for in := range r.inputs() {
		p, err := a.compile(a.ctx, r.spec, in)
		if late := (limited{}); errors.As(err, &late) {
			ans.report = &solve.Report{Verdict: solve.Unknown, Reason: late.text, Elapsed: time.Since(a.start)}
			break
		}
		if err != nil {
			return nil, err
		}
		mu.Lock()
		ans.problem, ans.tried = p, r.tried(in)
		mu.Unlock()
		ans.report = solve.Ask(a.ctx, p, t, q)
		if a.ctx.Err() != nil && !ans.report.Complete {
			ans.report.Reason = a.stopReason()
		}
		if ans.report.Verdict != solve.NoSolution || ans.report.Fault != nil {
			break
		}
	}
	a.answered()
	a.progress.clear()
	if len(r.swept) > 0 && ans.report.Verdict == solve.NoSolution {
		ans.tried = ""
	}
	return ans, nil
}

// hasCode tells whether a diagnostic of that code is in the list.
func hasCode(problems *diag.List, code string) bool {
	for _, d := range problems.All() {
		if d.Code == code {
			return true
		}
	}
	return false
}
