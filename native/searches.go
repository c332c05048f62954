package native

import (
	"context"
	"fmt"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
	"nazo/native/path/tour"
	"nazo/native/plan/explore"
)

// Search is a named search, which [engine.Task.Search] can ask for.
type Search struct {
	Name, About string
	// Source is the text that the search comes from, "" if it is our own.
	Source string
	// For says what it finds: "path, cycle", "links" or "run".
	For string
	// Exhaustive says that it loses no solution, so that it may count and say
	// that there is none.
	Exhaustive bool
}

// Default is the name of the search that the engine uses of its own accord.
const Default = "default"

// Searches lists the named searches of the engine, those for paths and cycles
// first, those for runs last, in the order of their sources.
func Searches() []Search {
	return slices.Concat(tourSearches(), linkSearches(), runSearches())
}

// asksByName says whether a task asks for more than the engine's own search.
func asksByName(t engine.Task) bool {
	return len(t.Search) > 0 && !slices.Equal(t.Search, []string{Default})
}

// supportsNamed says whether the searches that a task names apply to the model,
// and if not, why.
func supportsNamed(m *model.Model, t engine.Task) (ok bool, reason string) {
	switch {
	case slices.Contains(t.Search, Default):
		return false, fmt.Sprintf("search %s stands alone", Default)
	case findsLinks(m):
		return supportsNamedLinks(m, t)
	case findsWalk(m):
		return supportsNamedTour(m, t)
	}
	return false, "named searches are for a path, a cycle or links, and the spec finds none"
}

// solveNamed works on a task that [supportsNamed] admits.
func solveNamed(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	if findsLinks(m) {
		return namedLinks(ctx, m, t, yield)
	}
	return tour.Solve(ctx, m, t, yield)
}

// Ladder lists the searches, and those of their combinations that their sources
// speak of, from the plainest on. What a search is for decides which of them
// apply to a model; [Default] is the last and always does.
func Ladder() [][]string {
	var all [][]string
	for _, s := range tour.Searches() {
		all = append(all, []string{s.Name})
	}
	for _, names := range lines.Ladder() {
		if len(names) > 1 || !slices.ContainsFunc(all, func(o []string) bool { return slices.Equal(o, names) }) {
			all = append(all, names)
		}
	}
	for _, s := range explore.Searches() {
		all = append(all, []string{s.Name})
	}
	return append(all, []string{Default})
}
