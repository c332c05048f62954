package command

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/solve"
)

// estimation is the report of nazo estimate.
type estimation struct {
	Puzzle string `json:"puzzle"`
	Search string `json:"search"`
	model.Estimate
	Exact *int64 `json:"exact,omitempty"`
	// exact counts the choices so far. They are all choices if ended is true.
	exact atomic.Int64
	ended atomic.Bool
	// counted is true with --exact.
	counted bool
}

func (e *estimation) fill() {
	if n := e.exact.Load(); e.counted && e.ended.Load() {
		e.Exact = &n
	}
}

const usualEstimate = "naive"

type estimateCmd struct {
	puzzleFlags
	plainFormatFlag
	Search string
	Probes Amount
	Exact  bool
}

// Declare implements [Declarer].
func (c *estimateCmd) Declare(v *Verb) {
	v.Include(&c.puzzleFlags, &c.plainFormatFlag)
	v.Flag(&c.Search, "search", "NAME", "The exhaustive search to estimate; nazo list --searches shows them (default: naive).")
	v.CompleteFlag("search", searchNames)
	c.Probes = 1000
	v.Flag(&c.Probes, "probes", "N", "How many random probes to take, after Knuth 1975 (default: 1000).")
	v.Reword("seed", "Take other random probes (default: 0).")
	v.Flag(&c.Exact, "exact", "", "Also go through the whole search, and count.")
}

// Run estimates how many choices an exhaustive search makes. With --exact it counts them, too.
func (c *estimateCmd) Run(s *session) error {
	r, err := c.open(s)
	switch {
	case err != nil:
		return err
	case r.Moving():
		return mistakef("%s moves: nazo estimate is for searches for paths, cycles and links; nazo count --states counts states", r.name)
	}
	by, err := newSearcher(cmp.Or(c.Search, usualEstimate))
	if err != nil {
		return err
	}
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	e := &estimation{Puzzle: r.Name, Search: by.names[0], counted: c.Exact}
	job, err := by.Open(s.ctx, p.Model, model.Options{})
	if err == nil {
		e.Estimate, err = job.(model.Estimator).Estimate(s.ctx, model.EstimateOptions{Probes: int(c.Probes), Seed: int64(c.Seed), Progress: func(n int) {
			s.progress.say(func() string { return share(int64(n), int64(c.Probes), "probes") })
		}})
	}
	switch {
	case err != nil:
		if c.Search == "" {
			return mistakef("%s: nazo estimate is for searches for paths, cycles and links; %v", r.name, err)
		}
		return mistakef("--search %s: %v", c.Search, err)
	case e.Probes == 0 && s.ctx.Err() != nil:
		return limited{s.stopReason()}
	}
	s.warn()
	to := c.printer(s, colorFlag{}.drawer(s))
	print := func() { to.print(e) }
	s.known(print)
	if c.Exact {
		e.count(s.ctx, job, func(n int64) {
			s.progress.say(func() string {
				return fmt.Sprintf("%s of about %s choices%s", Thousands(n), roughly(e.Mean), inHundred(float64(n), e.Mean))
			})
		})
	}
	s.answered()
	print()
	if e.Probes < int(c.Probes) || c.Exact && !e.ended.Load() {
		return limited{s.stopReason()}
	}
	return nil
}

// count runs a whole search, and reports its progress.
func (e *estimation) count(ctx context.Context, j model.Job, tell func(choices int64)) {
	o := model.SolveOptions{Progress: func(s model.Progress) {
		e.exact.Store(s.Nodes)
		tell(s.Nodes)
	}}
	r := j.Solve(ctx, o, func(model.Solution) bool { return true })
	e.exact.Store(r.Stats.Nodes)
	e.ended.Store(r.Exhausted)
}

// planCount forecasts a count by eliminating vertices, without counting.
func (s *session) planCount(c *countCmd, r *request, t solve.Team) error {
	p, err := s.onlyProblem(r)
	if err != nil {
		return err
	}
	q := c.question(solve.Question{Counting: c.counting(s)})
	q.Memory = statesWithin(c.Memory, p)
	plan, by, reason := solve.Open(p, t).Plan(s.ctx, q)
	if reason != nil {
		return mistakef("--plan: %v", reason)
	}
	s.warn()
	s.progress.stage("looking for an order of the count")
	f := plan.Forecast(s.ctx)
	s.answered()
	switch {
	case s.ctx.Err() != nil:
		return limited{s.stopReason()}
	case f == nil:
		return mistakef("--plan: engine %s can't forecast a count", by)
	}
	c.printer(s, c.drawer(s)).print(&countPlan{Forecast: f, problem: p, Puzzle: r.Name})
	return nil
}

// countPlan is the forecast of a count by eliminating vertices.
type countPlan struct {
	*model.Forecast `json:"-"`
	problem         *solve.Problem
	Puzzle          string        `json:"puzzle"`
	Feasible        bool          `json:"feasible"`
	Reason          string        `json:"reason,omitempty"` // why it is not feasible
	States          *float64      `json:"states"`
	Peak            *float64      `json:"states_at_once"`
	Memory          *float64      `json:"bytes"`
	Parts           *float64      `json:"parts"`
	Seconds         *float64      `json:"seconds"`
	Widest          int           `json:"open_at_once"` // vertices
	CPU             *float64      `json:"processor_seconds"`
	Doubt           float64       `json:"doubt,omitempty"` // the factor by which the number of states may be off
	Layers          []layerReport `json:"layers"`
}

type layerReport struct {
	Vertex   string   `json:"vertex"`
	Frontier int      `json:"frontier"`
	States   *float64 `json:"states"` // null if the frontier is too wide for a state
}

func (p *countPlan) fill() {
	f := p.Forecast
	p.Feasible, p.Widest, p.Doubt = f.Work <= solve.MostWork(0), widest(f), math.Round(100*f.Doubt)/100
	p.States, p.Peak, p.Memory, p.Seconds, p.CPU = finite(f.Total), finite(f.Peak), finite(f.Memory), finite(f.Seconds), finite(f.Processor)
	if !beyond(f) {
		p.Parts = finite(float64(f.Parts))
	}
	if !p.Feasible {
		p.Reason = needs(f)
	}
	p.Layers = []layerReport{}
	for _, l := range f.Layers {
		p.Layers = append(p.Layers, layerReport{vertexName(p.problem, l.Vertex), l.Frontier, finite(l.States)})
	}
}

// beyond reports whether a count is out of reach with any time and memory.
func beyond(plan *model.Forecast) bool { return math.IsInf(plan.Peak, 1) }

// needs says what a count would need.
func needs(plan *model.Forecast) string {
	if beyond(plan) {
		return fmt.Sprintf("it would have up to %d vertices open at once, more than a state can hold", widest(plan))
	}
	return fmt.Sprintf("it would go through about %s states%s, %s at once (%s), and take about %s", roughly(plan.Total), doubt(plan), roughly(plan.Peak), size(plan.Memory), longTime(plan.Work))
}

// doubt gives the range of the number of states, if it is not known well.
func doubt(plan *model.Forecast) string {
	const little = 1.25
	if plan.Doubt < little {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", roughly(plan.Total/plan.Doubt), roughly(plan.Total*plan.Doubt))
}

func widest(plan *model.Forecast) int {
	most := 0
	for _, l := range plan.Layers {
		most = max(most, l.Frontier)
	}
	return most
}

// planned is a forecast, and whether the count was begun.
type planned struct {
	plan     *model.Forecast
	feasible bool
}

// refusal says why a count by eliminating vertices was not begun, or why it ended.
func (p planned) refusal(c *countCmd, reason model.Reason) string {
	switch {
	case reason.Kind == model.OutOfReach && p.plan.Work <= solve.MostWork(c.partsOfCount()):
		return fmt.Sprintf("counting by eliminating vertices needs --method frontier here: %s", needs(p.plan))
	case reason.Kind == model.OutOfReach:
		return tooMuch(p.plan, c.partsOfCount())
	case reason.Kind == model.MemoryLimit && p.feasible:
		given := "; --memory N allows more than it does now"
		if c.Memory > 0 {
			given = fmt.Sprintf(", and --memory %s, of which the program itself takes some %s, is too little even for its parts",
				size(float64(c.Memory)), size(float64(LeastMemory)))
		}
		return fmt.Sprintf("%s: counting by eliminating vertices takes about %s at once%s", reason, size(p.plan.Memory), given)
	}
	return reason.String()
}

// tooMuch says why a count in so many parts is not begun. 0 parts stand for a whole count.
func tooMuch(plan *model.Forecast, parts int) string {
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

// vertexName returns the spec's name of a vertex if only one find has a graph, or else its number.
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

// patience is how long a count runs before its forecast is printed.
const patience = 3 * time.Second

// noteUnless prints a forecast after some time, unless stop is called before. Many counts end at once, since
// solutions are enumerated at the same time.
func (s *session) noteUnless(forecast string) (stop func()) {
	waiting := time.AfterFunc(patience, func() {
		if s.ctx.Err() == nil {
			s.note("%s", forecast)
		}
	})
	return func() { waiting.Stop() }
}

// forecast says what a count will take, if that is long. It is "" for a short count, and for one that is not begun.
func (p planned) forecast(c *countCmd) string {
	what, seconds := "counting by eliminating vertices", p.plan.Seconds
	if share := c.Part.path; len(share) > 0 {
		what, seconds = "counting this part", seconds/float64(share[0].Of)
	}
	if !p.feasible || seconds < 10 {
		return ""
	}
	memory := " and " + size(p.plan.Memory)
	if p.plan.Parts > 1 {
		memory = ", divided to fit into the memory allowed; undivided it takes " + size(p.plan.Memory)
	}
	return fmt.Sprintf("%s takes about %s%s (--plan tells more)", what, longTime(seconds), memory)
}
