package path

import (
	"errors"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/native/path/lines"
	"nazo/native/path/tour"
)

// Open takes up a model for the searches that the options name. The error says why they don't
// apply, as a clause.
func Open(m *model.Model, o engine.Options) (engine.Job, error) {
	var j engine.Job
	err := errors.New("named searches are for a path, a cycle or links, and the spec finds none")
	switch {
	case model.Has[model.Links](m):
		j, err = lines.Open(m, o)
	case model.Has[model.Route](m):
		j, err = tour.Open(m, o)
	}
	if err != nil {
		return nil, err
	}
	return j, nil
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
