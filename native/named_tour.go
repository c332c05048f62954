package native

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/tour"
)

// tourSearches lists the searches for paths and cycles; each stands alone.
func tourSearches() []Search {
	var all []Search
	for _, s := range tour.Searches() {
		all = append(all, Search{s.Name, s.About, s.Source, "path, cycle", s.Exhaustive})
	}
	return append(all, Search{Default, "switches edges on and off, at the ends of all lines; in a large graph factor finds the first",
		"", "path, cycle", true})
}

// findsWalk says whether a model has a path or a cycle.
func findsWalk(m *model.Model) bool {
	return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool { return isWalk(c.Body) })
}

func supportsNamedTour(m *model.Model, t engine.Task) (ok bool, reason string) {
	if err := tour.Supports(m, t); err != nil {
		return false, err.Error()
	}
	return true, ""
}

// largeTour is from how many variables on the first path or cycle is looked for
// by the search factor, which takes time almost linear in the graph.
const largeTour = 5000

// byFactor is the task of the search factor instead if that may find the one
// solution that a task asks for; ok says whether it may.
func byFactor(m *model.Model, t engine.Task) (factor engine.Task, ok bool) {
	if t.Limit != 1 || len(m.Vars) < largeTour || !findsWalk(m) {
		return t, false
	}
	t.Search = []string{"factor"}
	return t, tour.Supports(m, t) == nil
}

// fewCovers is how often the engine tries the search factor before its own: in
// most graphs with cycles at all the first cover leads to one.
const fewCovers = 3

// tryFactor works on a large task by the search factor; done says that there is
// nothing left for the engine's own search.
func tryFactor(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) (r engine.Result, done bool) {
	factor, ok := byFactor(m, t)
	if !ok {
		return engine.Result{}, false
	}
	r = tour.Try(ctx, m, factor, fewCovers, yield)
	return r, r.Complete || r.Solutions > 0 || ctx.Err() != nil || measure(m).cells > mostCells
}
