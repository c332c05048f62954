package command

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"nazo/dsl/diag"
	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/sat"
)

// searcher is engine native with named searches, which may be watched.
type searcher struct {
	model.Engine
	names []string
	watch *watcher // nil: unwatched
}

// Name lists the searches, as in "native:reach+tidy".
func (s *searcher) Name() string { return s.Engine.Name() + ":" + strings.Join(s.names, "+") }

// Open opens a model for the searches.
func (s *searcher) Open(ctx context.Context, m *model.Model, o model.Options) (model.Job, error) {
	o.Search = s.names
	j, err := s.Engine.Open(ctx, m, o)
	if err != nil {
		return nil, err
	}
	return &searching{j, s.watch}, nil
}

// searching is a model opened by named searches. They visit each solution, so it can't count.
type searching struct {
	model.Job
	watch *watcher
}

// Solve runs the searches.
func (s *searching) Solve(ctx context.Context, o model.SolveOptions, yield func(model.Solution) bool) model.Result {
	if s.watch != nil {
		o.Watch, o.WatchEvery = s.watch.show, s.watch.every
	}
	return s.Job.Solve(ctx, o, yield)
}

// Estimate probes the tree of the searches.
func (s *searching) Estimate(ctx context.Context, o model.EstimateOptions) (model.Estimate, error) {
	e, ok := s.Job.(model.Estimator)
	if !ok {
		return model.Estimate{}, errNoTree
	}
	return e.Estimate(ctx, o)
}

// applies returns an error if the searches don't suit the problem or the question.
func (s *searcher) applies(ctx context.Context, opened *solve.Session, p *solve.Problem, q solve.Question) error {
	if reason := opened.Refusal(ctx, s, q); reason.Kind != model.None {
		return mistakef("--search %s: %s", strings.Join(s.names, ","), reason)
	}
	if s.watch != nil && p.Moving() {
		return mistakef("--watch draws paths, cycles and links; a puzzle that moves has none")
	}
	return nil
}

// lossy returns those of the searches that may lose solutions.
func (s *searcher) lossy() (out []string) {
	for _, known := range native.Searches() {
		if !known.Exhaustive && slices.Contains(s.names, known.Name) && !slices.Contains(out, known.Name) {
			out = append(out, known.Name)
		}
	}
	return out
}

// newSearcher reads a list of searches that work together.
func newSearcher(list string) (*searcher, error) {
	s := &searcher{Engine: native.New()}
	known := alg.Map(native.Searches(), func(search native.Search) string { return search.Name })
	for _, name := range strings.FieldsFunc(list, func(c rune) bool { return c == ',' || c == '+' }) {
		name = strings.TrimSpace(name)
		if !slices.Contains(known, name) {
			hint := "nazo list --searches shows all searches"
			if near := diag.Nearest(name, known); near != "" {
				hint = fmt.Sprintf("did you mean `%s`?", near)
			}
			return nil, mistakef("there is no search named `%s`; %s", Shorten(name), hint)
		}
		s.names = append(s.names, name)
	}
	if len(s.names) == 0 {
		return nil, mistakef("--search names no search; nazo list --searches shows all searches")
	}
	return s, nil
}

// searchersOf returns the searches that "all" or a list names, each on its own. A + joins several into one.
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

// team returns the engines of --engine.
func team(name string) (solve.Team, error) {
	if command, ok := strings.CutPrefix(name, "dimacs:"); ok { // a SAT solver in a process of its own
		words := strings.Fields(command)
		if len(words) == 0 {
			return solve.Team{}, mistakef("--engine dimacs: names no command; write it like dimacs:minisat")
		}
		if _, err := exec.LookPath(words[0]); err != nil {
			return solve.Team{}, mistakef("--engine dimacs:%s: there is no program `%s`", Shorten(command), Shorten(words[0]))
		}
		return solve.Team{Engines: []model.Engine{sat.External(command)}}, nil
	}
	if t, err := load.Team(name); err == nil && name != "" {
		return t, nil
	}
	return solve.Team{}, mistakef("there is no engine `%s`; --engine must be one of auto, sat, native, both, dimacs:COMMAND", Shorten(name))
}

// team returns the engines of --engine and --search.
func (s *session) team(engine string, f searchFlags) (solve.Team, error) {
	switch {
	case f.Search == "" && f.Watch.on:
		return solve.Team{}, mistakef("--watch shows a named search: add --search NAME; nazo list --searches shows all searches")
	case f.Base < 2 || f.Base > 36:
		return solve.Team{}, mistakef("--base %d: expected 2 to 36", f.Base)
	case f.Search == "":
		return team(engine)
	case engine != "auto" && engine != "native":
		return solve.Team{}, mistakef("--search is for engine native, not for --engine %s", engine)
	}
	by, err := newSearcher(f.Search)
	if err != nil {
		return solve.Team{}, err
	}
	by.watch = s.newWatcher(f.Watch, int(f.Base))
	return solve.Team{Engines: []model.Engine{by}}, nil
}

// watchEvery is the default number of choices between two drawings.
const watchEvery = 100_000

// watchFlag is --watch or --watch=N.
type watchFlag struct {
	on       bool
	every    int64
	explicit bool // N was given
}

// Without is the value of the flag without a number.
func (w *watchFlag) Without() string { return "on" }

// Decode reads the value.
func (w *watchFlag) Decode(text string) error {
	*w = watchFlag{on: true, every: watchEvery}
	if text == w.Without() {
		return nil
	}
	n, err := strconv.ParseInt(strings.ReplaceAll(text, ",", ""), 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no number of choices", text)
	}
	w.every, w.explicit = n, true
	return nil
}

// watcher draws the state of a search: over the last drawing on a terminal, below it elsewhere.
type watcher struct {
	to      io.Writer
	every   int64
	base    int
	inPlace bool

	moments *picture.Moments
	height  int // lines of the last drawing
}

// newWatcher returns nil if nothing is watched, or nobody sees it.
func (s *session) newWatcher(f watchFlag, base int) *watcher {
	terminal := s.errTerminal
	if !f.on || !terminal && !f.explicit {
		return nil
	}
	s.progress.end() // the watcher needs the screen
	to := s.errs
	if v, ok := to.(visible); ok { // the watcher moves the cursor
		to = v.to
	}
	return &watcher{to: to, every: f.every, base: base, inPlace: terminal}
}

func (w *watcher) begin(p *solve.Problem) {
	w.moments = nil
	if m, ok := picture.NewMoments(p, w.base); ok {
		w.moments = m
	}
}

func (w *watcher) show(t model.Moment) {
	if w.moments == nil {
		return
	}
	section := w.moments.Section(t)
	text := fmt.Sprintf("%s choices\n%s", Thousands(t.Choices), draw.Text(section.Items, section.Options))
	if w.inPlace && w.height > 0 {
		fmt.Fprintf(w.to, "\x1b[%dA\x1b[J", w.height)
	}
	w.height = strings.Count(text, "\n")
	w.to.Write(Visible([]byte(text), ""))
}
