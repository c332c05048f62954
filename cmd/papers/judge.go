package main

import (
	"fmt"
	"strconv"
	"strings"

	"nazo/judge"
	"nazo/model"
	"nazo/solve"
	"nazo/value"
)

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

// answerOf makes an answer of a printed board: rows separated by "/", each of
// step numbers.
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
