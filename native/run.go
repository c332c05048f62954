package native

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/native/plan/explore"
)

var _ engine.Surveyor = (*Engine)(nil)

// runSearches lists the searches for runs; each stands alone.
func runSearches() []Search {
	var all []Search
	for _, s := range explore.Searches() {
		all = append(all, Search{s.Name, s.About, s.Source, "run", s.Exhaustive})
	}
	return append(all, Search{Default, "depth, breadth, greedy and, by players, discrepancy in turns for some run; astar, bidirectional, breadth or uniform for the best",
		"", "run", true})
}

// runTask is a task as package explore knows it, to which no name stands for its
// own choice.
func runTask(t engine.Task) engine.Task {
	if !asksByName(t) {
		t.Search = nil
	}
	return t
}

func supportsRuns(m *model.Model, t engine.Task) (ok bool, reason string) {
	if err := explore.Supports(m, runTask(t)); err != nil {
		return false, err.Error()
	}
	return true, ""
}

// Survey visits the states of a machine as [engine.Surveyor] describes.
func (*Engine) Survey(ctx context.Context, m *model.Model, t engine.Task) engine.Survey {
	return explore.Survey(ctx, m, t)
}
