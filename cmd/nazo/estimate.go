package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"sync/atomic"

	"nazo/engine"
	"nazo/model"
	"nazo/solve"
)

// estimation is what is said about the size of a search.
type estimation struct {
	Puzzle string
	Search string
	engine.Estimate
	// exact is the number of choices made so far: all of them if ended.
	exact atomic.Int64
	ended atomic.Bool
}

// estimateCmd foretells the work of a search.
type estimateCmd struct {
	puzzleArgs
	formatFlag
	Search string `default:"naive" placeholder:"NAME" help:"The exhaustive search to foretell; nazo list --searches shows them."`
	Probes amount `default:"1000" placeholder:"N" help:"How many random probes to take, after Knuth 1975 (default: 1000)."`
	Seed   seed   `placeholder:"N" help:"Take other probes."`
	Exact  bool   `help:"Also go through the whole search, and count."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
}

// Run estimates how many choices a search makes until it has seen everything, and
// counts them if that is asked for.
func (c *estimateCmd) Run(s *session) error {
	s.limit(c.Time)
	s.deal = int64(c.Seed)
	r, err := s.request(c.Spec, c.Args)
	switch {
	case err != nil:
		return err
	case r.Moving():
		return mistakef("an estimate is for searches for paths, cycles and links, and %s moves; nazo count --states counts its states", r.name)
	case len(r.swept) > 0:
		return mistakef("one search can be estimated, not a range of them")
	}
	by, err := newSearcher(c.Search)
	if err != nil {
		return err
	}
	var p *solve.Problem
	for in := range r.inputs() {
		if p, err = s.compile(s.ctx, r.spec, in); err != nil {
			return err
		}
	}
	e := &estimation{Puzzle: r.Name, Search: by.names[0]}
	job, err := by.Open(s.ctx, p.Model, engine.Options{})
	if err == nil {
		e.Estimate, err = job.(engine.Estimator).Estimate(s.ctx, int(c.Probes), int64(c.Seed))
	}
	switch {
	case err != nil:
		return mistakef("--search %s: %v", c.Search, err)
	case e.Probes == 0 && s.ctx.Err() != nil:
		return limited{s.stopReason()}
	}
	s.warn()
	print := func() { s.printEstimate(c, e) }
	s.known(print)
	if c.Exact {
		e.count(s.ctx, job)
	}
	s.answered()
	print()
	if e.Probes < int(c.Probes) || c.Exact && !e.ended.Load() {
		return limited{s.stopReason()}
	}
	return nil
}

// count has a search go through everything.
func (e *estimation) count(ctx context.Context, j engine.Job) {
	o := engine.SolveOptions{Progress: func(s engine.Stats) { e.exact.Store(s.Nodes) }}
	r := j.Solve(ctx, o, func(model.Solution) bool { return true })
	e.exact.Store(r.Stats.Nodes)
	e.ended.Store(r.Exhausted)
}

func (s *session) printEstimate(c *estimateCmd, e *estimation) {
	if c.Format == "json" {
		s.out.Write(e.json(c.Exact))
		return
	}
	fmt.Fprintf(s.out, "%s: about %s choices, standard error %s (%.1f %%), by %s probes\n", e.Search,
		rounded(e.Mean), rounded(e.StdError), percent(e.StdError, e.Mean), thousands(int64(e.Probes)))
	exact := e.exact.Load()
	switch {
	case c.Exact && e.ended.Load():
		fmt.Fprintf(s.out, "exactly %s choices; the estimate is %+.1f %% off\n", thousands(exact), percent(e.Mean-float64(exact), float64(exact)))
	case c.Exact:
		fmt.Fprintf(s.out, "at least %s choices\n", thousands(exact))
	}
}

// json is one object in a line.
func (e *estimation) json(exact bool) []byte {
	out := struct {
		Puzzle        string  `json:"puzzle"`
		Search        string  `json:"search"`
		Probes        int     `json:"probes"`
		Mean          float64 `json:"mean"`
		StandardError float64 `json:"standard_error"`
		Exact         *int64  `json:"exact,omitempty"`
	}{e.Puzzle, e.Search, e.Probes, e.Mean, e.StdError, nil}
	if n := e.exact.Load(); exact && e.ended.Load() {
		out.Exact = &n
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // names and finite numbers
	}
	return append(text, '\n')
}

// rounded writes an estimate: a whole number as long as one can be read.
func rounded(x float64) string {
	if x < 1e15 {
		return thousands(int64(math.Round(x)))
	}
	return strconv.FormatFloat(x, 'e', 3, 64)
}

func percent(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * part / whole
}
