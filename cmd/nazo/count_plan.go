package main

import (
	"encoding/json"
	"fmt"
	"math"

	"nazo/engine"
	"nazo/solve"
	"nazo/value"
)

// planCount says what a count by eliminating vertices would take, and counts
// nothing.
func (s *session) planCount(c *countCmd, r *request, t solve.Team) error {
	var p *solve.Problem
	var err error
	for in := range r.inputs() {
		if p, err = s.compile(s.ctx, r.spec, in); err != nil {
			return err
		}
	}
	q := c.question(solve.Question{Seed: int64(c.Seed), Counting: c.counting(s)})
	q.Memory = statesWithin(c.Memory, p)
	plan, by, reason := solve.Open(p, t).Plan(s.ctx, q)
	if reason != nil {
		return mistakef("--plan: %v", reason)
	}
	s.warn()
	f := plan.Forecast(s.ctx)
	s.answered()
	s.progress.clear()
	switch {
	case s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case f == nil:
		return mistakef("--plan: engine %s doesn't say beforehand what a count takes", by)
	}
	if c.Format == "json" {
		s.out.Write(planJSON(r.Name, p, f))
	} else {
		s.out.WriteString(planText(p, f))
	}
	return nil
}

// outOfReach is what is said of a count that is not begun.
var outOfReach = engine.Reason{Kind: engine.OutOfReach}.String()

// planText is a plan for people: a line for each layer, then the whole.
func planText(p *solve.Problem, plan *engine.Forecast) string {
	rows := [][]string{{"layer", "vertex", "frontier", "states"}}
	for i, l := range plan.Layers {
		states := "too many"
		if !math.IsInf(l.States, 1) {
			states = rounded(l.States)
		}
		rows = append(rows, []string{fmt.Sprint(i + 1), vertexName(p, l.Vertex), fmt.Sprint(l.Frontier), states})
	}
	text := alignColumns(rows, 0)
	if beyond(plan) {
		return text + outOfReach + ": " + needs(plan) + "\n"
	}
	text += fmt.Sprintf("about %s states, %s at once, in %s", roughly(plan.Total), roughly(plan.Peak), size(plan.Memory))
	if plan.Parts > 1 {
		text += fmt.Sprintf(": in %s parts, one after another", roughly(float64(plan.Parts)))
	}
	text += "\n"
	if solve.Feasible(plan.Seconds) {
		return text + "about " + longTime(plan.Seconds) + "\n"
	}
	return text + fmt.Sprintf("%s: it would take about %s; counts of up to %s are begun, others within --time\n", outOfReach, longTime(plan.Seconds), longTime(solve.MostSeconds))
}

// beyond says that no time and memory would be enough for a count.
func beyond(plan *engine.Forecast) bool { return math.IsInf(plan.Peak, 1) }

// needs says what a count would need that isn't taken up.
func needs(plan *engine.Forecast) string {
	if beyond(plan) {
		return fmt.Sprintf("it would have up to %d vertices open at once, more than a state can hold", widest(plan))
	}
	return fmt.Sprintf("it would go through about %s states, %s at once (%s), and take about %s", roughly(plan.Total), roughly(plan.Peak), size(plan.Memory), longTime(plan.Seconds))
}

// widest is the largest number of vertices that are open at once.
func widest(plan *engine.Forecast) int {
	most := 0
	for _, l := range plan.Layers {
		most = max(most, l.Frontier)
	}
	return most
}

// planned is a plan, and whether the count was taken up.
type planned struct {
	plan     *engine.Forecast
	feasible bool
}

// refusal says why there is no count by eliminating vertices: it was not begun, or it ended
// for a reason.
func (p planned) refusal(c *countCmd, reason engine.Reason) string {
	switch {
	case reason.Kind == engine.OutOfReach && solve.Feasible(p.plan.Seconds):
		return fmt.Sprintf("counting by eliminating vertices is only begun if it is asked for by --method frontier: %s", needs(p.plan))
	case reason.Kind == engine.OutOfReach:
		text := "counting by eliminating vertices is out of reach: " + needs(p.plan)
		if !beyond(p.plan) {
			text += fmt.Sprintf(" (counts of up to %s are begun, others within --time)", longTime(solve.MostSeconds))
		}
		return text
	case reason.Kind == engine.MemoryLimit && p.feasible:
		given := "; --memory N allows more than it does now"
		if c.Memory > 0 {
			given = ", and --memory " + size(float64(c.Memory)) + " is too little even for its parts"
		}
		return fmt.Sprintf("%s: counting by eliminating vertices takes about %s at once%s", reason, size(p.plan.Memory), given)
	}
	return reason.String()
}

// vertexName is what the spec calls a vertex, if only one find has a graph; else
// its number.
func vertexName(p *solve.Problem, v int32) string {
	var names []value.Value
	graphs := 0
	for _, f := range p.Judge.Finds {
		if g := f.Shape.Graph; g != nil {
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
func planJSON(puzzle string, p *solve.Problem, plan *engine.Forecast) []byte {
	type layer struct {
		Vertex   string   `json:"vertex"`
		Frontier int      `json:"frontier"`
		States   *float64 `json:"states"` // null if they are too many for a state to hold
	}
	out := struct {
		Puzzle   string   `json:"puzzle"`
		Feasible bool     `json:"feasible"`
		Reason   string   `json:"reason,omitempty"` // why it isn't
		States   *float64 `json:"states"`
		Peak     *float64 `json:"states_at_once"`
		Memory   *float64 `json:"bytes"`
		Parts    *float64 `json:"parts"`
		Seconds  *float64 `json:"seconds"`
		Widest   int      `json:"open_at_once"` // vertices
		Layers   []layer  `json:"layers"`
	}{puzzle, solve.Feasible(plan.Seconds), "", finite(plan.Total), finite(plan.Peak), finite(plan.Memory), finite(float64(plan.Parts)),
		finite(plan.Seconds), widest(plan), []layer{}}
	if beyond(plan) {
		out.Parts = nil
	}
	if !out.Feasible {
		out.Reason = needs(plan)
	}
	for _, l := range plan.Layers {
		out.Layers = append(out.Layers, layer{vertexName(p, l.Vertex), l.Frontier, finite(l.States)})
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and finite numbers
	}
	return append(text, '\n')
}

// finite is a whole number for JSON; nil if it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	x = math.Ceil(x)
	return &x
}

// foretell tells of a count that takes its time.
func (s *session) foretell(c *countCmd, p planned) {
	what, seconds := "counting by eliminating vertices", p.plan.Seconds
	if c.Part.of > 1 {
		what, seconds = "counting this part", seconds/float64(c.Part.of)
	}
	if !p.feasible || seconds < 10 || s.ctx.Err() != nil {
		return // if it isn't taken up, the refusal tells
	}
	memory := " and " + size(p.plan.Memory)
	if p.plan.Parts > 1 {
		memory = ", divided to fit into the memory allowed; undivided it takes " + size(p.plan.Memory)
	}
	s.note("%s takes about %s%s (--plan tells more)", what, longTime(seconds), memory)
}

// roughly writes a large number with two digits that count, and in words.
func roughly(x float64) string {
	if x < 100 {
		return fmt.Sprintf("%.0f", x)
	}
	last := math.Pow(10, math.Floor(math.Log10(x))-1)
	x = math.Round(x/last) * last
	names := []string{"million", "billion", "trillion"}
	switch power := int(math.Floor(math.Log10(x * (1 + 1e-9)))); {
	case power < 6:
		return thousands(int64(math.Round(x)))
	case power < 15:
		return fmt.Sprintf("%.3g %s", x/math.Pow(1000, float64(power/3)), names[power/3-2])
	default:
		return fmt.Sprintf("%.2g·10^%d", x/math.Pow(10, float64(power)), power)
	}
}
