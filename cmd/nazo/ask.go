package main

import (
	"context"
	"errors"
	"os/exec"
	"strings"
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
func team(engine string) (solve.Team, error) {
	switch engine {
	case "auto":
		return solve.Team{Engines: []model.Solver{native.New(), sat.New()}, Mode: solve.Race}, nil
	case "sat":
		return solve.Team{Engines: []model.Solver{sat.New()}}, nil
	case "native":
		return solve.Team{Engines: []model.Solver{native.New()}}, nil
	case "both":
		return solve.Team{Engines: []model.Solver{sat.New(), native.New()}, Mode: solve.Together}, nil
	}
	if command, ok := strings.CutPrefix(engine, "dimacs:"); ok {
		return outside(command)
	}
	return solve.Team{}, mistakef("there is no engine `%s`; --engine must be one of auto, sat, native, both, dimacs:COMMAND", shorten(engine))
}

// outside is a SAT solver that runs as a process of its own.
func outside(command string) (solve.Team, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return solve.Team{}, mistakef("--engine dimacs: names no command; dimacs:minisat would")
	}
	if _, err := exec.LookPath(words[0]); err != nil {
		return solve.Team{}, mistakef("--engine dimacs:%s: there is no program `%s`", shorten(command), shorten(words[0]))
	}
	return solve.Team{Engines: []model.Solver{sat.External(command)}}, nil
}

// team is who works for --engine and --search.
func (a *app) team(e engineFlags, s searchFlags) (solve.Team, error) {
	switch {
	case s.Search == "" && s.Watch.on:
		return solve.Team{}, mistakef("--watch shows a search that has a name: add --search NAME; nazo list --searches shows those that there are")
	case s.Base < 2 || s.Base > 36:
		return solve.Team{}, mistakef("--base %d: a base is in 2..36", s.Base)
	case s.Search == "":
		return team(e.Engine)
	case e.Engine != "auto" && e.Engine != "native":
		return solve.Team{}, mistakef("--search is for engine native, not for --engine %s", e.Engine)
	}
	by, err := newSearcher(s.Search)
	if err != nil {
		return solve.Team{}, err
	}
	by.watch = a.newWatcher(s.Watch, int(s.Base))
	return solve.Team{Engines: []model.Solver{by}}, nil
}

// compile makes a problem of a spec and its input.
func (a *app) compile(ctx context.Context, s *spec, in compile.Input) (*compile.Problem, error) {
	p, problems := compile.Compile(ctx, s.Spec, in, compile.Options{Seed: a.deal})
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return nil, limited{a.stopReason() + " while reading the puzzle"}
		}
		return nil, problems
	}
	if s.embedded == "" {
		a.warnings.Merge(problems)
		a.warnings.Merge(p.Warnings)
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
		sum.States += r.Stats.States
		sum.Moves += r.Stats.Moves
		sum.Horizon = max(sum.Horizon, r.Stats.Horizon)
	}
	return sum
}

// query is a question, and who else looks at each answer.
type query struct {
	solve.Question
	// see, if not nil, is shown every answer of each engine; an error of it ends
	// the search, and is what comes of it, but for errEnough.
	see func(o *outcome, engine string, s *compile.Answer) error
	// counting says that the number of all solutions is enough.
	counting bool
	// fit, if not nil, says what is wrong with the question for a problem.
	fit func(p *compile.Problem) error
}

// ask solves what a request stands for: of a range of numbers, the first that
// has a solution. Should the clock end the program before, print is given what
// is known so far.
func (a *app) ask(r *request, t solve.Team, q query, print func(*outcome)) (*outcome, error) {
	ans := &outcome{spec: r.spec, together: t.Mode == solve.Together}
	ctx, stop := context.WithCancel(a.ctx)
	defer stop()
	var mu sync.Mutex
	var refused error
	over := false // the clock has come first
	found := map[string][]*compile.Answer{}
	count := map[string]int{}
	var ended *solve.Report // of the first engine that has finished
	a.known(func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
		rep := &solve.Report{Verdict: solve.Unknown, Reason: a.stopReason(), Elapsed: time.Since(a.start)}
		for _, e := range t.Engines {
			if n := count[e.Name()]; n > rep.Count {
				rep.Verdict, rep.Engine, rep.Count, rep.Answers = solve.Solved, e.Name(), n, found[e.Name()]
			}
		}
		if ended != nil {
			rep = ended
			if ans.together {
				a.note("nothing to compare the answer with: only engine %s has finished", rep.Engine)
			}
		}
		print(&outcome{ans.spec, ans.problem, rep, ans.tried, ans.together})
	})
	q.Ended = func(r *solve.Report) {
		mu.Lock()
		defer mu.Unlock()
		if r.Complete && ended == nil {
			ended = r
		}
	}
	q.Progress = a.progress.report
	q.Each = func(engine string, s *compile.Answer) {
		mu.Lock()
		defer mu.Unlock()
		if over {
			return
		}
		count[engine]++
		if q.Keep == 0 || len(found[engine]) < q.Keep {
			found[engine] = append(found[engine], s)
		}
		if q.see != nil && refused == nil {
			if refused = q.see(ans, engine, s); refused != nil {
				stop()
			}
		}
	}
	for in := range r.inputs() {
		p, err := a.compile(a.ctx, r.spec, in)
		if late := (limited{}); errors.As(err, &late) {
			ans.report = &solve.Report{Verdict: solve.Unknown, Reason: late.text, Elapsed: time.Since(a.start)}
			break
		}
		if err == nil {
			err = begin(t, p, q.Limit)
		}
		if err == nil && q.fit != nil {
			err = q.fit(p)
		}
		if err != nil {
			return nil, err
		}
		a.warn()
		mu.Lock()
		ans.problem, ans.tried, ended = p, r.tried(in), nil
		mu.Unlock()
		work := solve.Ask
		if q.counting {
			work = solve.Count
		}
		ans.report = work(ctx, p, t, q.Question)
		if refused != nil && !errors.Is(refused, errEnough) {
			return nil, refused
		}
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

// begin tells named searches which problem comes next, and how many solutions are
// asked for; the error says that they are not for that.
func begin(t solve.Team, p *compile.Problem, limit int) error {
	for _, e := range t.Engines {
		s, ok := e.(*searcher)
		if !ok {
			continue
		}
		if err := s.applies(p, limit); err != nil {
			return err
		}
		if s.watch != nil {
			s.watch.begin(p)
		}
	}
	return nil
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
