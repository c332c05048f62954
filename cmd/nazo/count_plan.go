package main

import (
	"encoding/json"
	"fmt"

	"nazo/compile"
	"nazo/compile/model"
	"nazo/compile/value"
	"nazo/solve"
)

// planCount says what a count by eliminating vertices would take, and counts
// nothing.
func (a *app) planCount(c *countCmd, r *request, t solve.Team) (int, error) {
	var p *compile.Problem
	var err error
	for in := range r.inputs() {
		if p, err = a.compile(a.ctx, r.spec, in); err != nil {
			return 0, err
		}
	}
	q := c.question(solve.Question{Seed: int64(c.Seed), Counting: c.counting(a, false)})
	counter, reason := solve.CounterOf(p, t, q)
	if counter == nil {
		return 0, mistakef("--plan: %s", reason)
	}
	planner, ok := counter.(model.CountPlanner)
	if !ok {
		return 0, mistakef("--plan: engine %s doesn't say beforehand what a count takes", counter.Name())
	}
	a.warn()
	plan, reason := planner.PlanCount(a.ctx, p.Model, model.Task{Memory: int64(c.Memory), Counting: q.Counting})
	a.answered()
	a.progress.clear()
	switch {
	case a.ctx.Err() != nil:
		return 0, limited{a.stopReason()}
	case reason != "":
		return 0, mistakef("--plan: %s", reason)
	}
	if c.Format == "json" {
		a.out.Write(planJSON(r.Name, p, plan))
	} else {
		a.out.WriteString(planText(p, plan))
	}
	return statusTrue, nil
}

// planText is a plan for people: a line for each layer, then the whole.
func planText(p *compile.Problem, plan model.CountPlan) string {
	rows := [][]string{{"layer", "vertex", "frontier", "states"}}
	for i, l := range plan.Layers {
		rows = append(rows, []string{fmt.Sprint(i + 1), vertexName(p, l.Vertex), fmt.Sprint(l.Frontier), rounded(l.States)})
	}
	text := alignColumns(rows, 0)
	text += fmt.Sprintf("about %s states, %s at once, in %s", rounded(plan.Total), rounded(plan.Peak), size(float64(plan.Memory)))
	if plan.Parts > 1 {
		text += fmt.Sprintf(": in %d parts, one after another", plan.Parts)
	}
	text += "\n"
	if solve.Feasible(plan.Seconds) {
		return text + "about " + longTime(plan.Seconds) + "\n"
	}
	return text + fmt.Sprintf("not feasible: it would take about %s; counts of up to %s are begun\n", longTime(plan.Seconds), longTime(solve.MostSeconds))
}

// vertexName is what the spec calls a vertex, if only one find has a graph; else
// its number.
func vertexName(p *compile.Problem, v int32) string {
	var names []value.Value
	graphs := 0
	for _, f := range p.Finds {
		if g := f.Shape().Graph; g != nil {
			names = g.Vertices.List()
			graphs++
		}
	}
	if graphs != 1 || int(v) >= len(names) {
		return fmt.Sprint(v)
	}
	return value.String(names[v])
}

// planJSON is a plan for programs: one object.
func planJSON(puzzle string, p *compile.Problem, plan model.CountPlan) []byte {
	type layer struct {
		Vertex   string  `json:"vertex"`
		Frontier int     `json:"frontier"`
		States   float64 `json:"states"`
	}
	out := struct {
		Puzzle   string  `json:"puzzle"`
		Feasible bool    `json:"feasible"`
		States   float64 `json:"states"`
		Peak     float64 `json:"states_at_once"`
		Memory   int64   `json:"bytes"`
		Parts    int     `json:"parts"`
		Seconds  float64 `json:"seconds"`
		Layers   []layer `json:"layers"`
	}{puzzle, solve.Feasible(plan.Seconds), plan.Total, plan.Peak, plan.Memory, plan.Parts, plan.Seconds, []layer{}}
	for _, l := range plan.Layers {
		out.Layers = append(out.Layers, layer{vertexName(p, l.Vertex), l.Frontier, l.States})
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and finite numbers
	}
	return append(text, '\n')
}

// foretell tells of a count that takes its time, or isn't taken up.
func (a *app) foretell(plan model.CountPlan, feasible bool) {
	switch {
	case !feasible:
		a.note("counting by eliminating vertices would take about %s and %s states (--plan tells more)", longTime(plan.Seconds), rounded(plan.Total))
	case plan.Seconds >= 10:
		a.note("counting by eliminating vertices takes about %s and %s (--plan tells more)", longTime(plan.Seconds), size(float64(plan.Memory)))
	}
}
