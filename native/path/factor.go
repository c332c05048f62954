package path

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/tour"
	"nazo/native/shape"
)

// largeTour is from how many variables on the first path or cycle is looked for
// by the search factor, which takes time almost linear in the graph.
const largeTour = 5000

// MayBeLarge reports whether a model has a path or cycle, no objective that matters, and so many
// variables that it is worth its while to be recognized for [Large].
func MayBeLarge(m *model.Model, o engine.Options) bool {
	return len(m.Vars) >= largeTour && (o.AnyObjective || len(m.Objectives) == 0) && model.Has[model.Route](m)
}

// Large is a path or cycle of a large graph, of which the search factor may
// find one soon. It is nil if s, what the model was recognized as, is anything else or nil.
func Large(s *shape.Model) *tour.Job {
	if s == nil {
		return nil
	}
	w, err := tour.Of(s)
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
