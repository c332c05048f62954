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

// byFactor is the task of the search factor instead.
func byFactor(t engine.Task) engine.Task {
	t.Search = []string{"factor"}
	return t
}

// Large reports whether a task asks for one path or cycle of a large graph that the search
// factor may find.
func Large(m *model.Model, t engine.Task) bool {
	return t.Limit == 1 && len(m.Vars) >= largeTour && model.Has[model.Walk](m) && tour.Supports(m, byFactor(t)) == nil
}

// fewCovers is how often the search factor is tried before any other: in
// most graphs with cycles at all the first cover leads to one.
const fewCovers = 3

// TryLarge works on a task that [Large] admits, by the search factor, which may give up soon.
func TryLarge(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	return tour.Try(ctx, m, byFactor(t), fewCovers, yield)
}
