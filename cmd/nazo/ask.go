package main

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"sync"
	"time"

	"nazo/compile"
	"nazo/engine"
	"nazo/judge"
	"nazo/native"
	"nazo/sat"
	"nazo/solve"
)

// team is who works for --engine.
func team(name string) (solve.Team, error) {
	switch name {
	case "auto":
		return solve.Team{Engines: []engine.Engine{native.New(), sat.New()}, Mode: solve.Race}, nil
	case "sat":
		return solve.Team{Engines: []engine.Engine{sat.New()}}, nil
	case "native":
		return solve.Team{Engines: []engine.Engine{native.New()}}, nil
	case "both":
		return solve.Team{Engines: []engine.Engine{sat.New(), native.New()}, Mode: solve.Together}, nil
	}
	if command, ok := strings.CutPrefix(name, "dimacs:"); ok {
		return outside(command)
	}
	return solve.Team{}, mistakef("there is no engine `%s`; --engine must be one of auto, sat, native, both, dimacs:COMMAND", shorten(name))
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
	return solve.Team{Engines: []engine.Engine{sat.External(command)}}, nil
}

// team is who works for --engine and --search.
func (s *session) team(e engineFlags, f searchFlags) (solve.Team, error) {
	switch {
	case f.Search == "" && f.Watch.on:
		return solve.Team{}, mistakef("--watch shows a search that has a name: add --search NAME; nazo list --searches shows those that there are")
	case f.Base < 2 || f.Base > 36:
		return solve.Team{}, mistakef("--base %d: a base is in 2..36", f.Base)
	case f.Search == "":
		return team(e.Engine)
	case e.Engine != "auto" && e.Engine != "native":
		return solve.Team{}, mistakef("--search is for engine native, not for --engine %s", e.Engine)
	}
	by, err := newSearcher(f.Search)
	if err != nil {
		return solve.Team{}, err
	}
	by.watch = s.newWatcher(f.Watch, int(f.Base))
	return solve.Team{Engines: []engine.Engine{by}}, nil
}

// compile makes a problem of a spec and its input.
func (s *session) compile(ctx context.Context, sp *spec, in compile.Input) (*solve.Problem, error) {
	p, problems := solve.Compile(ctx, sp.Spec, in, compile.Options{Seed: s.deal})
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return nil, limited{s.stopReason() + " while reading the puzzle"}
		}
		return nil, problems
	}
	if sp.embedded == "" {
		s.warnings.Merge(problems)
		s.warnings.Merge(p.Warnings)
	}
	return p, nil
}

// outcome is what came of a question: a report, and the problem that it is about.
type outcome struct {
	spec    *spec
	problem *solve.Problem // nil if there was no time to compile it
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
func (o *outcome) stats() engine.Stats {
	if !o.together {
		return o.report.Stats
	}
	var sum engine.Stats
	for _, r := range o.report.Runs {
		sum.Add(r.Stats)
	}
	return sum
}

// query is a question, and who else looks at each answer. Its Memory is that of the
// whole process.
type query struct {
	solve.Question
	// see, if not nil, is shown every answer of each engine; an error of it ends
	// the search, and is what comes of it, but for errEnough.
	see func(o *outcome, engine string, s *judge.Answer) error
	// counting says that the number of all solutions is asked for.
	counting bool
	// fit, if not nil, says what is wrong with the question for a problem.
	fit func(s *solve.Session) error
}

// tidings are what the engines have told so far of the problem at hand.
type tidings struct {
	mu      sync.Mutex
	closed  bool // the clock has come first: nothing counts any more
	found   map[string][]*judge.Answer
	count   map[string]int
	ended   *solve.Report // of the first engine that has finished
	refused error         // why whoever looks at the answers wants no more
}

// report is what is known if the work ends now.
func (n *tidings) report(t solve.Team, reason engine.Reason, elapsed time.Duration) *solve.Report {
	if n.ended != nil {
		return n.ended
	}
	rep := &solve.Report{Verdict: solve.Unknown, Reason: reason, Elapsed: elapsed}
	for _, e := range t.Engines {
		if found := n.count[e.Name()]; found > rep.Count {
			rep.Verdict, rep.Engine, rep.Count, rep.Answers = solve.Solved, e.Name(), found, n.found[e.Name()]
		}
	}
	return rep
}

// listen has a question tell what its engines find; enough ends the search.
func (n *tidings) listen(q *query, ans *outcome, enough func()) {
	keep, see := q.Keep, q.see
	q.Ended = func(r *solve.Report) {
		n.mu.Lock()
		defer n.mu.Unlock()
		if r.Complete && n.ended == nil {
			n.ended = r
		}
	}
	q.Each = func(engine string, s *judge.Answer) {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.closed {
			return
		}
		n.count[engine]++
		if keep == 0 || len(n.found[engine]) < keep {
			n.found[engine] = append(n.found[engine], s)
		}
		if see != nil && n.refused == nil {
			if n.refused = see(ans, engine, s); n.refused != nil {
				enough()
			}
		}
	}
}

// ask solves what a request stands for: of a range of numbers, the first that
// has a solution. Should the clock end the program before, print is given what
// is known so far.
func (s *session) ask(r *request, t solve.Team, q query, print func(*outcome)) (*outcome, error) {
	ans := &outcome{spec: r.spec, together: t.Mode == solve.Together}
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	news := &tidings{found: map[string][]*judge.Answer{}, count: map[string]int{}}
	s.known(func() {
		news.mu.Lock()
		defer news.mu.Unlock()
		news.closed = true
		rep := news.report(t, engine.Ended(s.ctx), time.Since(s.start))
		if ans.together && rep == news.ended {
			s.note("nothing to compare the answer with: only engine %s has finished", rep.Engine)
		}
		print(&outcome{ans.spec, ans.problem, rep, ans.tried, ans.together})
	})
	news.listen(&q, ans, stop)
	q.Progress = s.progress.report
	for in := range r.inputs() {
		p, err := s.compile(s.ctx, r.spec, in)
		if late := (limited{}); errors.As(err, &late) {
			ans.report = &solve.Report{Verdict: solve.Unknown, Reason: engine.Reason{Kind: engine.Other, Detail: late.text}, Elapsed: time.Since(s.start)}
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
		news.mu.Lock()
		ans.problem, ans.tried, news.ended = p, r.tried(in), nil
		news.mu.Unlock()
		work := opened.Ask
		if q.counting {
			work = opened.Count
		}
		asked := q.Question
		asked.Memory = statesWithin(memory(q.Memory), p)
		ans.report = work(ctx, asked)
		if news.refused != nil && !errors.Is(news.refused, errEnough) {
			return nil, news.refused
		}
		if s.ctx.Err() != nil && !ans.report.Complete {
			ans.report.Reason = engine.Ended(s.ctx)
		}
		if ans.report.Verdict != solve.NoSolution || ans.report.Fault != nil {
			break
		}
	}
	s.answered()
	s.progress.clear()
	if len(r.swept) > 0 && ans.report.Verdict == solve.NoSolution {
		ans.tried = ""
	}
	return ans, nil
}

// begin tells named searches which problem comes next, and how many solutions are
// asked for; the error says that they are not for that.
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
