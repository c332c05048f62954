package command

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"nazo/engine"
	"nazo/model"
)

// estimation is an estimate of the size of a search.
type estimation struct {
	Puzzle string
	Search string
	engine.Estimate
	// exact is the number of choices made so far: all of them if ended.
	exact atomic.Int64
	ended atomic.Bool
	// counted is true if the choices are counted, too.
	counted bool
}

// usualEstimate is the search that is estimated if none is named.
const usualEstimate = "naive"

// estimateCmd estimates the work of a search.
type estimateCmd struct {
	onePuzzleArgs
	plainFormatFlag
	memoryFlag
	Search string `placeholder:"NAME" help:"The exhaustive search to estimate; nazo list --searches shows them (default: naive)."`
	Probes amount `default:"1000" placeholder:"N" help:"How many random probes to take, after Knuth 1975 (default: 1000)."`
	Seed   seed   `placeholder:"N" help:"Take other probes."`
	Exact  bool   `help:"Also go through the whole search, and count."`
	Time   period `placeholder:"DURATION" help:"Stop after this time, such as 10s (default: no limit)."`
}

// Run estimates how many choices a search makes until it has seen everything, and
// counts them if that is asked for.
func (c *estimateCmd) Run(s *session) error {
	s.limit(c.Time)
	s.bound(c.Memory)
	r, err := s.request(c.Spec, c.Args, c.Seed)
	switch {
	case err != nil:
		return err
	case r.Moving():
		return mistakef("an estimate is for searches for paths, cycles and links, and %s moves; nazo count --states counts its states", r.name)
	case len(r.swept) > 0:
		return mistakef("one search can be estimated, not a range of them")
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
	job, err := by.Open(s.ctx, p.Model, engine.Options{})
	if err == nil {
		e.Estimate, err = job.(engine.Estimator).Estimate(s.ctx, engine.EstimateOptions{Probes: int(c.Probes), Seed: int64(c.Seed), Progress: func(n int) {
			s.progress.say(func() string { return share(int64(n), int64(c.Probes), "probes") })
		}})
	}
	switch {
	case err != nil:
		if c.Search == "" {
			return mistakef("%s: the work of searches for paths, cycles and links can be estimated; %v", r.name, err)
		}
		return mistakef("--search %s: %v", c.Search, err)
	case e.Probes == 0 && s.ctx.Err() != nil:
		return limited{s.stopReason()}
	}
	s.warn()
	to := c.printer(s, colorFlag{}.drawer(s))
	print := func() { to.estimation(e) }
	s.known(print)
	if c.Exact {
		e.count(s.ctx, job, func(n int64) {
			s.progress.say(func() string {
				return fmt.Sprintf("%s of about %s choices%s", thousands(n), roughly(e.Mean), inHundred(float64(n), e.Mean))
			})
		})
	}
	s.answered()
	s.progress.clear()
	print()
	if e.Probes < int(c.Probes) || c.Exact && !e.ended.Load() {
		return limited{s.stopReason()}
	}
	return nil
}

// count has a search go through everything, and tells how far it has come.
func (e *estimation) count(ctx context.Context, j engine.Job, tell func(choices int64)) {
	o := engine.SolveOptions{Progress: func(s engine.Progress) {
		e.exact.Store(s.Nodes)
		tell(s.Nodes)
	}}
	r := j.Solve(ctx, o, func(model.Solution) bool { return true })
	e.exact.Store(r.Stats.Nodes)
	e.ended.Store(r.Exhausted)
}
