package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/model"
	"nazo/native"
)

// searcher is engine native held to searches that have a name, and perhaps
// watched at its work.
type searcher struct {
	engine.Solver
	names []string
	watch *watcher // nil: unwatched
}

// Name is that of the searches, as in "native:reach+tidy".
func (s *searcher) Name() string { return s.Solver.Name() + ":" + strings.Join(s.names, "+") }

// Supports says whether the searches apply to the model.
func (s *searcher) Supports(m *model.Model, t engine.Task) (ok bool, reason string) {
	t.Search = s.names
	return s.Solver.Supports(m, t)
}

// Solve has the searches work on the task.
func (s *searcher) Solve(ctx context.Context, m *model.Model, t engine.Task, yield func(model.Solution) bool) engine.Result {
	t.Search = s.names
	if s.watch != nil {
		t.Watch, t.WatchEvery = s.watch.show, s.watch.every
	}
	return s.Solver.Solve(ctx, m, t, yield)
}

// applies is an error if the searches are not for what the spec finds.
func (s *searcher) applies(p *compile.Problem, limit int) error {
	if ok, reason := s.Supports(p.Model, engine.Task{Limit: limit}); !ok {
		return mistakef("--search %s: %s", strings.Join(s.names, ","), reason)
	}
	if s.watch != nil && p.Moving() {
		return mistakef("--watch draws paths, cycles and links; a puzzle that moves has none")
	}
	return nil
}

// exhaustive says whether the searches lose no solution.
func (s *searcher) exhaustive() bool { return len(s.lossy()) == 0 }

// lossy are those of the searches that may lose solutions.
func (s *searcher) lossy() []string {
	var out []string
	for _, known := range native.Searches() {
		if !known.Exhaustive && slices.Contains(s.names, known.Name) && !slices.Contains(out, known.Name) {
			out = append(out, known.Name)
		}
	}
	return out
}

// newSearcher takes a list of searches that work together.
func newSearcher(list string) (*searcher, error) {
	s := &searcher{Solver: native.New()}
	var known []string
	for _, search := range native.Searches() {
		known = append(known, search.Name)
	}
	for _, name := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == '+' }) {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			hint := "nazo list --searches shows those that there are"
			if near := diag.Nearest(name, known); near != "" {
				hint = fmt.Sprintf("did you mean `%s`?", near)
			}
			return nil, mistakef("there is no search named `%s`; %s", shorten(name), hint)
		}
		s.names = append(s.names, name)
	}
	if len(s.names) == 0 {
		return nil, mistakef("--search names no search; nazo list --searches shows those that there are")
	}
	return s, nil
}

// searchersOf are those that "all" or a list of searches stands for, each on
// its own; + puts some together.
func searchersOf(list string) (searchers []*searcher, all bool, err error) {
	if list == "all" {
		for _, names := range native.Ladder() {
			searchers = append(searchers, &searcher{Solver: native.New(), names: names})
		}
		return searchers, true, nil
	}
	for _, names := range strings.Split(list, ",") {
		s, err := newSearcher(names)
		if err != nil {
			return nil, false, err
		}
		searchers = append(searchers, s)
	}
	return searchers, false, nil
}

// listSearches prints the searches that have a name.
func (a *app) listSearches() {
	rows := [][]string{}
	for _, s := range native.Searches() {
		how := "exhaustive"
		if !s.Exhaustive {
			how = "may lose solutions"
		}
		about := s.About
		if s.Source != "" {
			about += " (" + s.Source + ")"
		}
		rows = append(rows, []string{s.Name, s.For, how, about})
	}
	a.out.WriteString(alignColumns(rows, len(rows[0])))
}
