package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"nazo/engine"
	"nazo/judge"
	"nazo/model"
	"nazo/native"
	"nazo/sat"
	"nazo/solve"
	"nazo/value"
)

// reply is the reply of an engine.
type reply struct {
	Count    int
	Nodes    int64 // choices of a native search
	DeadEnds int64
	// Verdict is "solved", "no solution", or "unknown", which a search says
	// that may lose solutions.
	Verdict solve.Verdict
	// Best is the objective of the first solution, "" without.
	Best  string
	first *judge.Answer
}

// searching is an engine, held to named searches if there are any.
type searching struct {
	engine.Engine
	names []string
}

// engineOf reads the name of an engine, as in "sat" or "native:reach+tidy".
func engineOf(name string) (engine.Engine, error) {
	kind, search, _ := strings.Cut(name, ":")
	switch {
	case kind == "sat" && search == "":
		return sat.New(), nil
	case kind == "native" && search == "":
		return native.New(), nil
	case kind == "native":
		return &searching{native.New(), strings.Split(search, "+")}, nil
	}
	return nil, fmt.Errorf("there is no engine %s", name)
}

// Open takes up a model for the searches.
func (s *searching) Open(ctx context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	o.Search = s.names
	return s.Engine.Open(ctx, m, o)
}

// ask puts a question to one engine; each is called with every answer.
func (a *answerer) ask(spec, instance, by string, limit int, each func(*solve.Problem, *judge.Answer)) (*reply, error) {
	e, err := engineOf(by)
	if err != nil {
		return nil, err
	}
	p, err := a.problem(spec, instance)
	if err != nil {
		return nil, err
	}
	q := solve.Question{Limit: limit, Keep: 1}
	if each != nil {
		q.Each = func(_ string, s *judge.Answer) { each(p, s) }
	}
	r := solve.Ask(a.ctx, p, solve.Team{Engines: []engine.Engine{e}, Mode: solve.InTurn}, q)
	switch {
	case a.ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case r.Fault != nil:
		return nil, fmt.Errorf("%s, %s: %v", spec, instance, r.Fault)
	case r.Reason.Kind == engine.Unsupported:
		return nil, fmt.Errorf("%s, %s: %s", spec, instance, r.Reason)
	}
	out := &reply{Count: r.Count, Nodes: r.Stats.Nodes, DeadEnds: r.Stats.DeadEnds, Verdict: r.Verdict}
	if len(r.Answers) > 0 {
		out.first = r.Answers[0]
		var terms []string
		for _, v := range out.first.Objective {
			terms = append(terms, value.String(v))
		}
		out.Best = strings.Join(terms, ", ")
	}
	return out, nil
}

// first has an engine look for a solution, or for the best.
func (a *answerer) first(spec, instance, by string) (*reply, error) {
	return a.ask(spec, instance, by, 1, nil)
}

// count has an engine count all solutions, which has to come to an end.
func (a *answerer) count(spec, instance, by string) (*reply, error) {
	return a.ask(spec, instance, by, 0, nil)
}

// upTo has an engine count solutions, but no more than a limit.
func (a *answerer) upTo(limit int, spec, instance, by string) (*reply, error) {
	return a.ask(spec, instance, by, limit, nil)
}

// classes counts the solutions that the spec's symmetry turns not into each other.
func (a *answerer) classes(spec, instance, by string) (int, error) {
	seen := map[string]bool{}
	var bad error
	_, err := a.ask(spec, instance, by, 0, func(p *solve.Problem, s *judge.Answer) {
		form, err := p.Judge.Canonical(s)
		bad = errors.Join(bad, err)
		seen[form] = true
	})
	return len(seen), errors.Join(err, bad)
}

// sweep solves a spec for one number after another until there is a solution.
func (a *answerer) sweep(spec, instance, given string, from, to int, by string) (*reply, error) {
	for k := from; ; k++ {
		r, err := a.first(spec, fmt.Sprintf("%s; %s = %d", instance, given, k), by)
		if err != nil || r.Verdict != solve.NoSolution || k >= to {
			return r, err
		}
	}
}

// smallest lists the boards with a solution of the least area, as in "3×4".
func (a *answerer) smallest(spec, instance string, by string, squares bool, from, to int) (string, error) {
	for area := from; area <= to; area++ {
		var found []string
		for rows := 1; rows*rows <= area; rows++ {
			if area%rows != 0 || squares && rows*rows != area {
				continue
			}
			r, err := a.first(spec, fmt.Sprintf("%s; rows = %d; cols = %d", instance, rows, area/rows), by)
			if err != nil {
				return "", err
			}
			if r.Verdict == solve.Solved {
				found = append(found, fmt.Sprintf("%d×%d", rows, area/rows))
			}
		}
		if len(found) > 0 {
			return strings.Join(found, " and "), nil
		}
	}
	return "none", nil
}

// within is the number of choices that a search makes until its first solution,
// or that it is more than so many.
func (a *answerer) within(spec, instance, search string, most int) (string, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return "", err
	}
	job, err := native.New().Open(a.ctx, p.Model, engine.Options{Search: strings.Split(search, "+")})
	if err != nil {
		return "–", nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	defer stop()
	o := engine.SolveOptions{Limit: 1, WatchEvery: int64(most), Watch: func(engine.Moment) { stop() }}
	r := job.Solve(ctx, o, func(model.Solution) bool { return true })
	switch {
	case a.ctx.Err() != nil:
		return "", errors.New("interrupted")
	case r.Stats.Nodes > int64(most), ctx.Err() != nil: // it may have gone on for a while
		return "> " + thousands(most), nil
	case r.Solutions > 0:
		return thousands(r.Stats.Nodes), nil
	case r.Exhausted:
		return "none", nil
	}
	return "stuck", nil
}

// estimate says how many choices a search would make, from random probes.
func (a *answerer) estimate(spec, instance, search string, probes int) (engine.Estimate, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return engine.Estimate{}, err
	}
	job, err := native.New().Open(a.ctx, p.Model, engine.Options{Search: []string{search}})
	if err != nil {
		return engine.Estimate{}, err
	}
	e, able := job.(engine.Estimator)
	if !able {
		return engine.Estimate{}, fmt.Errorf("search %s is for no path or cycle", search)
	}
	return e.Estimate(a.ctx, engine.EstimateOptions{Probes: probes, Seed: 1})
}

// program is the size of an export.
type program struct{ Variables, Rows int }

// export writes a problem as a linear program with all its subtour constraints
// and measures it; Rows is 0 if it would be too large to write.
func (a *answerer) export(spec, instance string) (program, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return program{}, err
	}
	var out bytes.Buffer
	err = sat.Export(a.ctx, p.Model, sat.LP, &out, sat.ExportOptions{Pieces: sat.BySubtours})
	if errors.Is(err, sat.ErrTooLarge) {
		return program{Variables: len(p.Model.Vars)}, nil
	}
	_, rows, _ := strings.Cut(out.String(), "Subject To")
	rows, binaries, _ := strings.Cut(rows, "Binar")
	return program{strings.Count(binaries, "x"), strings.Count(rows, "=")}, err
}
