package path

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/tour"
)

// largeTour is from how many variables on the first path or cycle is looked for
// by the search factor, which takes time almost linear in the graph.
const largeTour = 5000

// Large is a model of one path or cycle of a large graph, of which the search factor may
// find one soon. It is nil for any other.
func Large(m *model.Model, o engine.Options) *tour.Job {
	if len(m.Vars) < largeTour || !model.Has[model.Route](m) {
		return nil
	}
	w, err := tour.Recognize(m, o)
	if err != nil {
		return nil
	}
	j, _ := w.By("factor")
	return j
}

// fewCovers is how often the search factor is tried before any other: in
// most graphs with cycles at all the first cover leads to one.
const fewCovers = 3

// TryLarge looks for solutions of what [Large] gave, which it may give up soon.
func TryLarge(ctx context.Context, j *tour.Job, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	return j.Try(ctx, o, fewCovers, yield)
}
