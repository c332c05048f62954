package classic

import (
	"context"
	"time"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// LinkFigure is the work of a combination of searches up to the first solution.
type LinkFigure struct {
	Search []string
	// Found is true if it found a solution. Ended is true if it did, or if nothing was left to
	// search.
	Found, Ended      bool
	Choices, DeadEnds int64
	Time              time.Duration
}

// MeasureLinks looks for one solution with a combination of searches and at most a number of
// choices; 0 is unlimited. The error says why the search does not apply.
func MeasureLinks(ctx context.Context, m *model.Model, search []string, most int64) (LinkFigure, error) {
	j, err := OpenLinks(m, model.Options{Search: search})
	if err != nil {
		return LinkFigure{}, err
	}
	started := time.Now()
	r := j.solve(ctx, model.SolveOptions{Limit: 1}, most, func(model.Solution) bool { return true })
	ended := r.Complete || ctx.Err() == nil && (most == 0 || r.Stats.Nodes < most)
	return LinkFigure{search, r.Solutions > 0, ended, r.Stats.Nodes, r.Stats.DeadEnds, time.Since(started)}, nil
}

// RestartHistogram counts how many of a number of restarts reach each length: index k counts lines
// of k vertices, as [DirectionHistogram].
func RestartHistogram(g *alg.Graph, start int32, restarts int, seed int64) []int {
	return DirectionHistogram(lists(g), start, restarts, seed)
}

// OtherRule is the refusal because of a rule.
const OtherRule = otherRule
