package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/model"
	"nazo/native"
	"nazo/solve"
)

// searcher is engine native held to searches that have a name, and perhaps
// watched at its work.
type searcher struct {
	engine.Engine
	names []string
	watch *watcher // nil: unwatched
}

// Name is that of the searches, as in "native:reach+tidy".
func (s *searcher) Name() string { return s.Engine.Name() + ":" + strings.Join(s.names, "+") }

// Open takes up a model for the searches.
func (s *searcher) Open(ctx context.Context, m *model.Model, o engine.Options) (engine.Job, error) {
	o.Search = s.names
	j, err := s.Engine.Open(ctx, m, o)
	if err != nil {
		return nil, err
	}
	return &searching{j, s.watch}, nil
}

// searching is a model at which named searches are at work, and perhaps watched. They visit
// each solution, so it can't count.
type searching struct {
	engine.Job
	watch *watcher
}

// Solve has the searches work.
func (s *searching) Solve(ctx context.Context, o engine.SolveOptions, yield func(model.Solution) bool) engine.Result {
	if s.watch != nil {
		o.Watch, o.WatchEvery = s.watch.show, s.watch.every
	}
	return s.Job.Solve(ctx, o, yield)
}

// Estimate probes the tree of the searches.
func (s *searching) Estimate(ctx context.Context, o engine.EstimateOptions) (engine.Estimate, error) {
	e, ok := s.Job.(engine.Estimator)
	if !ok {
		return engine.Estimate{}, errNoTree
	}
	return e.Estimate(ctx, o)
}

// applies is an error if the searches are not for what the spec finds, or the question asks.
func (s *searcher) applies(ctx context.Context, opened *solve.Session, p *solve.Problem, q solve.Question) error {
	if reason := opened.Refusal(ctx, s, q); reason.Kind != engine.None {
		return mistakef("--search %s: %s", strings.Join(s.names, ","), reason)
	}
	if s.watch != nil && p.Moving() {
		return mistakef("--watch draws paths, cycles and links; a puzzle that moves has none")
	}
	return nil
}

// exhaustive reports whether the searches lose no solution.
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
	s := &searcher{Engine: native.New()}
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
			searchers = append(searchers, &searcher{Engine: native.New(), names: names})
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
func (s *session) listSearches() {
	rows := [][]string{}
	for _, search := range native.Searches() {
		how := "exhaustive"
		if !search.Exhaustive {
			how = "may lose solutions"
		}
		about := search.About
		if search.Source != "" {
			about += " (" + search.Source + ")"
		}
		rows = append(rows, []string{search.Name, search.For, how, about})
	}
	s.out.WriteString(alignColumns(rows, len(rows[0])))
}
