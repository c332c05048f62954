package lines

import (
	"context"
	"time"

	"nazo/engine"
	"nazo/model"
)

// Figure is the work of a combination of stages until the first solution.
type Figure struct {
	Search []string
	// Found is true if it found a solution, Ended if it found one or
	// nothing was left to search; otherwise it made as many choices as it was
	// allowed, or ran out of time.
	Found, Ended      bool
	Choices, DeadEnds int64
	Time              time.Duration
}

// Measure looks for one solution with a combination of stages and at most so
// many choices, 0 meaning any number. The error says why the search does not apply.
func Measure(ctx context.Context, m *model.Model, search []string, most int64) (Figure, error) {
	j, err := Open(m, engine.Options{Search: search})
	if err != nil {
		return Figure{}, err
	}
	started := time.Now()
	r := j.solve(ctx, engine.SolveOptions{Limit: 1}, most, func(model.Solution) bool { return true })
	ended := r.Complete || ctx.Err() == nil && (most == 0 || r.Stats.Nodes < most)
	return Figure{search, r.Solutions > 0, ended, r.Stats.Nodes, r.Stats.DeadEnds, time.Since(started)}, nil
}
