package command

import (
	"encoding/json"
	"math"
	"strings"

	"nazo/answer"
	"nazo/solve"
)

func (j *jsonPrinter) count(c *counted) {
	r := c.report
	fields := []field{{"count", c.total}}
	if c.modulo > 0 {
		fields = append(fields, field{"modulo", c.modulo})
	}
	if how := r.Counted; how != nil {
		fields = append(fields, field{"method", solve.Frontier}, field{"enumerated", how.Listed})
		if how.Twice {
			fields = append(fields, field{"two_orders_agree", true}, field{"enumerated_parts", how.Cells})
		}
		fields = append(fields, field{"judged", r.Count})
	}
	fields = append(fields, lengthFields(c.lengths)...)
	if c.objectiveIgnored {
		fields = append(fields, field{"objective_ignored", true})
	}
	if c.classes != nil {
		fields = append(fields, field{"up_to_symmetry", len(c.classes.seen)}, field{"representatives", representatives(c.problem, c.classes)})
	}
	if c.differ != nil {
		fields = append(fields, field{"differ", differences(c.differ)})
	}
	j.report(c.outcome, false, fields...)
}

// lengthFields are a table by length, if there is one.
func lengthFields(l lengths) []field {
	list := l.list()
	if len(list) == 0 {
		return nil
	}
	out := []field{{"by_length", list}}
	if l.complete {
		out = append(out, field{"shortest", list[0].Length}, field{"longest", list[len(list)-1].Length})
	}
	return out
}

// representatives has one solution of each class.
func representatives(p *solve.Problem, c *classes) []json.RawMessage {
	out := []json.RawMessage{}
	for _, s := range c.shown {
		out = append(out, answer.AppendAnswer(nil, p.Judge, s))
	}
	return out
}

// differ is an entry of the histogram for programs.
type differ struct {
	Step      int `json:"step"`
	Solutions int `json:"solutions"`
}

// differences has the steps at which any solution first differs.
func differences(d *divergence) []differ {
	out := []differ{}
	for k, n := range d.steps {
		if n > 0 {
			out = append(out, differ{k, n})
		}
	}
	return out
}

func (j *jsonPrinter) survey(s *survey) {
	out := struct {
		Puzzle     string          `json:"puzzle"`
		Complete   bool            `json:"complete"`
		States     int64           `json:"states"`
		Goals      int64           `json:"goals"`
		DeadEnds   *int64          `json:"dead_ends"` // null if it is not known
		ByDistance []int64         `json:"by_distance"`
		ByGoal     []int64         `json:"goals_by_distance"`
		Reason     string          `json:"reason,omitempty"`
		Stats      json.RawMessage `json:"stats"`
	}{Puzzle: s.puzzle, Complete: s.Complete, States: total(s.ByDistance), Goals: total(s.Goals),
		ByDistance: append([]int64{}, s.ByDistance...), ByGoal: append([]int64{}, s.Goals...), Reason: s.Reason.String()}
	if s.DeadEnds >= 0 {
		out.DeadEnds = &s.DeadEnds
	}
	out.Stats = appendStats(nil, s.elapsed, s.Stats)
	j.object(out)
}

func (j *jsonPrinter) plan(plan *countPlan) {
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
		CPU      *float64 `json:"processor_seconds"`
		Doubt    float64  `json:"doubt,omitempty"` // the factor by which states may be fewer or more
		Layers   []layer  `json:"layers"`
	}{plan.puzzle, plan.Work <= solve.MostWork(0), "", finite(plan.Total), finite(plan.Peak), finite(plan.Memory), finite(float64(plan.Parts)),
		finite(plan.Seconds), widest(plan.Forecast), finite(plan.Processor), math.Round(100*plan.Doubt) / 100, []layer{}}
	if beyond(plan.Forecast) {
		out.Parts = nil
	}
	if !out.Feasible {
		out.Reason = needs(plan.Forecast)
	}
	for _, l := range plan.Layers {
		out.Layers = append(out.Layers, layer{vertexName(plan.problem, l.Vertex), l.Frontier, finite(l.States)})
	}
	j.object(out)
}

// finite is a whole number for JSON; nil if it is infinite.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) {
		return nil
	}
	x = math.Ceil(x)
	return &x
}

func (j *jsonPrinter) sum(s *partSum) {
	puzzle, instance, _ := strings.Cut(s.title, " ")
	fields := []field{{"puzzle", puzzle}, {"instance", instance}, {"complete", true}, {"parts", s.parts}}
	if s.Modulo > 0 {
		fields = append(fields, field{"modulo", s.Modulo})
	}
	fields = append(fields, field{"count", s.Count})
	fields = append(fields, lengthFields(s.lengths())...)
	j.out.Write(append(appendFields([]byte{'{'}, fields...), "}\n"...))
}

func (j *jsonPrinter) estimation(e *estimation) {
	out := struct {
		Puzzle        string  `json:"puzzle"`
		Search        string  `json:"search"`
		Probes        int     `json:"probes"`
		Mean          float64 `json:"mean"`
		StandardError float64 `json:"standard_error"`
		Exact         *int64  `json:"exact,omitempty"`
	}{e.Puzzle, e.Search, e.Probes, e.Mean, e.StdError, nil}
	if n := e.exact.Load(); e.counted && e.ended.Load() {
		out.Exact = &n
	}
	j.object(out)
}
