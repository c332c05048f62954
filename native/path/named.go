package path

import (
	"context"
	"errors"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
	"nazo/native/path/tour"
)

// Supports reports, as a clause that says why not, whether the searches that a task names apply
// to the model.
func Supports(m *model.Model, t engine.Task) error {
	switch {
	case model.Has[model.Links](m):
		return lines.Supports(m, t)
	case model.Has[model.Walk](m):
		return tour.Supports(m, t)
	}
	return errors.New("named searches are for a path, a cycle or links, and the spec finds none")
}

// Solve works on a task by the searches that it names, as [engine.Solver] describes.
func Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	if model.Has[model.Links](m) {
		return lines.Solve(ctx, m, t, yield)
	}
	return tour.Solve(ctx, m, t, yield)
}

// Ladder lists the searches, and those of their combinations that their sources speak of, from
// the plainest on.
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
	return all
}
