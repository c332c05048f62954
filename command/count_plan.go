package command

import (
	"fmt"
	"math"

	"nazo/engine"
	"nazo/judge"
	"nazo/solve"
	"nazo/value"
)

// planCount says what a count by eliminating vertices would take, and counts
// nothing.
func (s *session) planCount(c *countCmd, r *request, t solve.Team) error {
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	q := c.question(solve.Question{Seed: int64(c.Seed), Counting: c.counting(s)})
	q.Memory = statesWithin(c.Memory, p)
	plan, by, reason := solve.Open(p, t).Plan(s.ctx, q)
	if reason != nil {
		return mistakef("--plan: %v", reason)
	}
	s.warn()
	s.progress.stage("looking for an order of the count")
	f := plan.Forecast(s.ctx)
	s.answered()
	s.progress.clear()
	switch {
	case s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case f == nil:
		return mistakef("--plan: engine %s doesn't say beforehand what a count takes", by)
	}
	c.printer(s, c.drawer(s)).plan(&countPlan{f, p, r.Name})
	return nil
}

// countPlan is the forecast of a count by eliminating vertices.
type countPlan struct {
	*engine.Forecast
	problem *solve.Problem
	puzzle  string
}

// beyond reports that no time and memory would be enough for a count.
func beyond(plan *engine.Forecast) bool { return math.IsInf(plan.Peak, 1) }

// needs says what a count would need that isn't taken up.
func needs(plan *engine.Forecast) string {
	if beyond(plan) {
		return fmt.Sprintf("it would have up to %d vertices open at once, more than a state can hold", widest(plan))
	}
	return fmt.Sprintf("it would go through about %s states%s, %s at once (%s), and take about %s", roughly(plan.Total), doubt(plan), roughly(plan.Peak), size(plan.Memory), longTime(plan.Work))
}

// doubt says how many states there may be, if that is not known well.
func doubt(plan *engine.Forecast) string {
	const little = 1.25
	if plan.Doubt < little {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", roughly(plan.Total/plan.Doubt), roughly(plan.Total*plan.Doubt))
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
	case reason.Kind == engine.OutOfReach && p.plan.Work <= solve.MostWork(c.partsOfCount()):
		return fmt.Sprintf("counting by eliminating vertices is only begun if it is asked for by --method frontier: %s", needs(p.plan))
	case reason.Kind == engine.OutOfReach:
		return tooMuch(p.plan, c.partsOfCount())
	case reason.Kind == engine.MemoryLimit && p.feasible:
		given := "; --memory N allows more than it does now"
		if c.Memory > 0 {
			given = fmt.Sprintf(", and --memory %s, of which the program itself takes some %s, is too little even for its parts",
				size(float64(c.Memory)), size(float64(LeastMemory)))
		}
		return fmt.Sprintf("%s: counting by eliminating vertices takes about %s at once%s", reason, size(p.plan.Memory), given)
	}
	return reason.String()
}

// tooMuch says why a count in so many parts is not begun, or at once if there are 0.
func tooMuch(plan *engine.Forecast, parts int) string {
	text := "counting by eliminating vertices is out of reach: " + needs(plan)
	switch most := longTime(solve.MostWork(parts)); {
	case beyond(plan):
	case parts > 0:
		text += fmt.Sprintf(" (parts are begun of counts of up to %s)", most)
	default:
		text += fmt.Sprintf(" (counts of up to %s are begun, others within --time)", most)
	}
	return text
}

// vertexName is the spec's name of a vertex, if only one find has a graph; else
// its number.
func vertexName(p *solve.Problem, v int32) string {
	var names []value.Value
	graphs := 0
	for _, f := range p.Judge.Finds {
		if s, ok := f.Shape.(*judge.RouteShape); ok {
			names = s.Graph.Vertices.List()
			graphs++
		}
	}
	if graphs != 1 || int(v) >= len(names) {
		return fmt.Sprint(v)
	}
	return value.String(names[v])
}

// noteForecast notes what a count is expected to take, if that is long.
func (s *session) noteForecast(c *countCmd, p planned) {
	what, seconds := "counting by eliminating vertices", p.plan.Seconds
	if share := c.Part.path; len(share) > 0 {
		what, seconds = "counting this part", seconds/float64(share[0].Of)
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
