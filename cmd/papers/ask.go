package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/check"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
	"nazo/native"
	"nazo/puzzles"
	"nazo/sat"
)

// reply is the reply of an engine.
type reply struct {
	Count    int
	Nodes    int64 // choices of a native search
	DeadEnds int64
	// Verdict is "solved", "no solution", or "unknown", which a search says that may lose solutions.
	Verdict solve.Verdict
	// Best is the objective of the first solution, "" without.
	Best  string
	first *judge.Answer
}

// searching is an engine, held to named searches if there are any.
type searching struct {
	model.Engine
	names []string
}

// engineOf reads the name of an engine, as in "sat" or "native:reach+tidy".
func engineOf(name string) (model.Engine, error) {
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
func (s *searching) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
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
	r := solve.Ask(a.ctx, p, solve.Team{Engines: []model.Engine{e}, Mode: solve.InTurn}, q)
	switch {
	case a.ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case r.Fault != nil:
		return nil, fmt.Errorf("%s, %s: %v", spec, instance, r.Fault)
	case r.Reason.Kind == model.Unsupported:
		return nil, fmt.Errorf("%s, %s: %s", spec, instance, r.Reason)
	}
	out := &reply{Count: r.Count, Nodes: r.Stats.Nodes, DeadEnds: r.Stats.DeadEnds, Verdict: r.Verdict}
	if len(r.Answers) > 0 {
		out.first = r.Answers[0]
		out.Best = strings.Join(alg.Map(out.first.Objective, value.String), ", ")
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

// within is the number of choices that a search makes until its first solution, or that it is more than so many.
func (a *answerer) within(spec, instance, search string, most int) (string, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return "", err
	}
	job, err := native.New().Open(a.ctx, p.Model, model.Options{Search: strings.Split(search, "+")})
	if err != nil {
		return "–", nil
	}
	ctx, stop := context.WithCancel(a.ctx)
	defer stop()
	o := model.SolveOptions{Limit: 1, WatchEvery: int64(most), Watch: func(model.Moment) { stop() }}
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
func (a *answerer) estimate(spec, instance, search string, probes int) (model.Estimate, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return model.Estimate{}, err
	}
	job, err := native.New().Open(a.ctx, p.Model, model.Options{Search: []string{search}})
	if err != nil {
		return model.Estimate{}, err
	}
	e, able := job.(model.Estimator)
	if !able {
		return model.Estimate{}, fmt.Errorf("search %s is for no path or cycle", search)
	}
	return e.Estimate(a.ctx, model.EstimateOptions{Probes: probes, Seed: 1})
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

// own are specs that ask what the texts ask and no puzzle page would.
//
//go:embed specs/*.nazo
var own embed.FS

// answerer answers the questions of the template.
type answerer struct {
	ctx  context.Context
	long bool // what takes minutes and gigabytes is answered, too
}

// problem compiles a spec for the instance in text: entries separated by ";", each a
// value as in "rows = 5" or the name of an instance that comes with the spec.
func (a *answerer) problem(spec, text string) (*solve.Problem, error) {
	file, err := parsed(spec)
	if err != nil {
		return nil, err
	}
	checked, problems := check.Check(file, parsed)
	if problems.HasErrors() {
		return nil, problems
	}
	var in instance.Input
	for _, entry := range strings.Split(text, ";") {
		name, text, isValue := strings.Cut(strings.TrimSpace(entry), "=")
		switch {
		case isValue:
			in.Overrides = append(in.Overrides, instance.Override{Name: strings.TrimSpace(name), Text: strings.TrimSpace(text), Origin: "command line"})
		case name != "":
			if in.Instance, err = supplied(checked, spec, name); err != nil {
				return nil, err
			}
		}
	}
	p, problems := solve.Compile(a.ctx, checked, in, compile.Options{})
	if problems.HasErrors() {
		return nil, problems
	}
	return p.With(a.ctx), nil
}

// parsed parses a spec of this program, or one that comes with nazo.
func parsed(name string) (*dsl.File, error) {
	text, ok := puzzles.Spec(name)
	if !ok {
		raw, err := own.ReadFile("specs/" + name + ".nazo")
		if err != nil {
			return nil, fmt.Errorf("there is no spec %s", name)
		}
		text = string(raw)
	}
	file, problems := dsl.Parse(diag.NewSource(name+".nazo", text))
	return file, problems.Err()
}

// supplied is an instance that comes with a spec.
func supplied(s *check.Spec, spec, name string) (*instance.Instance, error) {
	text, ok := puzzles.Instance(spec, name)
	if !ok {
		return nil, fmt.Errorf("%s has no instance %s", spec, name)
	}
	list, err := instance.Instances(s, diag.NewSource(name, text))
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// judge reports whether the rules accept a tour that is printed as a board of step
// numbers: "accepted", or the rule that refuses it.
func (a *answerer) judge(spec, instance, board string) (string, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return "", err
	}
	s, err := answerOf(p, board)
	if err != nil {
		return "", err
	}
	v := p.Judge.Judge(s)
	if v.Err != nil {
		return "", v.Err
	}
	if !v.Accepted {
		return fmt.Sprintf("refused by %q", v.Violations[0].Rule), nil
	}
	return "accepted", nil
}

// answerOf makes an answer of a printed board: rows separated by "/", each of step numbers.
func answerOf(p *solve.Problem, board string) (*judge.Answer, error) {
	shape, ok := p.Judge.Finds[0].Shape.(*judge.RouteShape)
	if !ok {
		return nil, fmt.Errorf("%s finds no path or cycle", p.Name)
	}
	vertices := shape.Graph.Vertices.List()
	line := make([]value.Value, len(vertices))
	fields := strings.Fields(strings.ReplaceAll(board, "/", " "))
	for i, field := range fields {
		k, err := strconv.Atoi(field)
		if err != nil || k < 1 || k > len(line) || len(fields) != len(line) || line[k-1] != nil {
			return nil, fmt.Errorf("step %q: the board should have each of 1 to %d once", field, len(line))
		}
		line[k-1] = vertices[i]
	}
	w := &value.Route{Kind: shape.Kind, Graph: shape.Graph, Known: true, First: line[0],
		Edges: make([]model.Bool, shape.Graph.Size()), Vertices: make([]model.Bool, len(vertices))}
	for i := range w.Edges {
		w.Edges[i] = model.False
	}
	for i := range w.Vertices {
		w.Vertices[i] = model.True
	}
	for i, v := range line {
		next := (i + 1) % len(line)
		if next == 0 && shape.Kind != value.Cycle {
			break
		}
		e := shape.Graph.EdgeIndex(value.MakeEdge(v, line[next], shape.Graph.Directed))
		if e < 0 {
			return nil, fmt.Errorf("no move leads from step %d to step %d", i+1, next+1)
		}
		w.Edges[e] = model.True
	}
	return &judge.Answer{Values: []value.Value{w}}, nil
}

// total counts all solutions by eliminating vertices, along two orders, which must agree.
func (a *answerer) total(spec, instance string) (*big.Int, error) {
	p, err := a.problem(spec, instance)
	if err != nil {
		return nil, err
	}
	team := solve.Team{Engines: []model.Engine{native.New()}}
	r := solve.Count(a.ctx, p, team, solve.Question{Keep: 1, Twice: true, Counting: &solve.Counting{Method: solve.Frontier}})
	switch {
	case a.ctx.Err() != nil:
		return nil, errors.New("interrupted")
	case r.Fault != nil:
		return nil, fmt.Errorf("%s, %s: %v", spec, instance, r.Fault)
	case r.Total == nil:
		return nil, fmt.Errorf("%s, %s: %s", spec, instance, r.Reason)
	}
	return r.Total, nil
}

// longTotal is a number that takes minutes and gigabytes to count: it is counted
// if that is asked for, and else believed.
func (a *answerer) longTotal(spec, instance, written string) (string, error) {
	if !a.long {
		return written, nil
	}
	n, err := a.total(spec, instance)
	if err == nil && n.String() != strings.ReplaceAll(written, ",", "") {
		err = fmt.Errorf("%s, %s: counted are %s, and the document says %s", spec, instance, thousands(n), written)
	}
	return written, err
}
