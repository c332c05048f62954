package native

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/tour"
)

// Estimate is what random probes say about the number of choices that a named
// search makes if it goes through the whole of its tree (Knuth 1975).
type Estimate struct {
	Search   string
	Probes   int
	Mean     float64
	StdError float64 // standard error of the mean
}

// EstimateTree probes the tree of the search that the task names, naive if it names
// none; the task's seed decides all draws. It fails, with a clause that says
// why, if the search does not apply or is not exhaustive. It does fewer probes
// than asked for if the context ends.
func EstimateTree(ctx context.Context, m *model.Model, t engine.Task, probes int) (Estimate, error) {
	if len(t.Search) == 0 {
		t.Search = []string{"naive"}
	}
	e, err := tour.EstimateModel(ctx, m, t, probes)
	return Estimate{t.Search[0], e.Probes, e.Mean, e.StdError}, err
}
