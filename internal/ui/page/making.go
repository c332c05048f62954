package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/compose"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
	"nazo/native"
	"nazo/sat"
)

// Making says what kind of board the page wants.
type Making struct {
	Symmetry string `json:"symmetry,omitempty"` // none, half-turn or mirror
	// Fewest and Most bound the number of clues. Without Fewest no clue can go.
	Fewest int `json:"fewest,omitempty"`
	Most   int `json:"most,omitempty"`
	// Level is a word such as hard. Without it any level will do.
	Level string `json:"level,omitempty"`
	// Keep keeps what is printed on the board, and makes the rest. With Givens, only these stay, as they are on the board.
	Keep   bool     `json:"keep,omitempty"`
	Givens []string `json:"givens,omitempty"`
}

// Offer is an instance that the page may take over, and what is known of it.
type Offer struct {
	Text   string `json:"text"` // for the person
	Change Change `json:"change"`
}

const (
	mostTried       = 500 // instances begun for a new board
	mostCorrections = 8
	// progressPause is the time between two signs of progress.
	progressPause = 250 * time.Millisecond
)

// stillOnly returns why no board can be made for the spec, or nil.
func (t *table) stillOnly() error {
	switch {
	case t.spec.Moving():
		return problem("this puzzle moves: only boards of puzzles that stand still can be made here")
	case len(t.spec.Objectives) > 0:
		return problem("this puzzle asks for a best solution, and several may be best: no board with exactly one solution can be made")
	}
	return nil
}

// make answers with a new board that has exactly one solution. The board on the table is its model.
func (t *table) make(ctx context.Context, emit func(Event)) error {
	if err := t.stillOnly(); err != nil {
		return err
	}
	q := t.question
	o := compose.Order{Spec: t.spec, Size: compose.Size{Rows: q.Rows, Cols: q.Cols}, Symmetry: compose.Symmetry(cmp.Or(q.Making.Symmetry, "none")),
		Fewest: q.Making.Fewest, Most: q.Making.Most, Seed: q.Seed, Engine: native.New(), Tries: mostTried}
	o.Team, _ = load.Team("both")
	if !slices.Contains([]compose.Symmetry{"none", "half-turn", "mirror"}, o.Symmetry) {
		return problem("there is no symmetry `" + q.Making.Symmetry + "`")
	}
	if q.Making.Level != "" {
		var ok bool
		if o.Easiest, o.Hardest, ok = explain.LevelRange(q.Making.Level); !ok {
			return problem("there is no level `" + q.Making.Level + "`")
		}
	}
	if o.Keep = q.Making.Givens; q.Making.Keep || len(o.Keep) > 0 {
		o.Drawn = &t.input
	}
	o.Models = append(o.Models, t.input)
	for _, e := range compile.Examples(t.spec) {
		o.Models = append(o.Models, e.Input)
	}
	progress := newProgress(emit)
	rate := compose.Grading(native.New(), o.Hardest > 0)
	o.Rate = func(ctx context.Context, p *solve.Problem) (compose.Grade, error) {
		g, err := rate(ctx, p)
		progress.add(err == nil)
		return g, err
	}
	maker, err := compose.NewMaker(ctx, o)
	if err != nil {
		return unmade(ctx, err)
	}
	stop := progress.start(ctx)
	made, err := maker.Make(ctx, 0, 1)
	stop()
	if err != nil {
		return unmade(ctx, err)
	}
	text := diag.Count(made.Clues, "clue") + ", exactly one solution"
	if made.Unrated == "" {
		text += fmt.Sprintf(", %s (%.1f)", explain.Level(made.Rating), made.Rating)
	}
	change := t.renewing(made.Problem.Givens)
	if o.Drawn != nil {
		change = t.replacing(made.Problem.Givens)
	}
	emit(Event{Kind: KindOffer, Offer: &Offer{Text: text + ".", Change: *change}})
	return nil
}

// unmade says why there is no board, unless ctx is over.
func unmade(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var list *diag.List
	if errors.As(err, &list) {
		return err
	}
	return problem(err.Error())
}

// draft returns the draft of the board on the table.
func (t *table) draft(ctx context.Context) (*compose.Draft, error) {
	if err := t.stillOnly(); err != nil {
		return nil, err
	}
	d, problems := compose.NewDraft(ctx, t.spec, t.input, compile.Options{})
	return d, problems.Err()
}

// offer offers the board with other values of the draft's parts.
func (t *table) offer(ctx context.Context, d *compose.Draft, o []value.Value, text string, emit func(Event)) error {
	all, problems := d.With(ctx, o)
	if problems.HasErrors() {
		return problems
	}
	emit(Event{Kind: KindOffer, Offer: &Offer{Text: text, Change: *t.replacing(all)}})
	return nil
}

// minimize answers with the board without the clues that can go.
func (t *table) minimize(ctx context.Context, emit func(Event)) error {
	d, err := t.draft(ctx)
	if err != nil {
		return err
	}
	stop := newProgress(emit).start(ctx)
	kept, err := compose.Minimize(ctx, compose.Request{Draft: d, Engine: native.New(), Keep: compose.Symmetry(cmp.Or(t.question.Making.Symmetry, "none")), Seed: t.question.Seed, Elements: true})
	stop()
	switch {
	case kept == nil:
		return unmade(ctx, err)
	case kept.Before == kept.After && kept.Irreducible:
		emit(Event{Kind: KindNote, Text: "No clue can go: without any of them there are several solutions."})
		return nil
	}
	text := fmt.Sprintf("%d of %s are enough", kept.After, diag.Count(kept.Before, "clue"))
	if !kept.Irreducible {
		text += ", and more may be able to go"
	}
	return t.offer(ctx, kept.Draft, kept.Values, text+".", emit)
}

// rate answers how hard the board is for people.
func (t *table) rate(ctx context.Context, emit func(Event)) error {
	if err := t.stillOnly(); err != nil {
		return err
	}
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	stop := newProgress(emit).start(ctx)
	r, err := explain.Rate(ctx, p.Problem, native.New(), explain.Usual())
	stop()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return problem(err.Error())
	case r.End == explain.Contradicted:
		return problem("there is no solution")
	case r.End == explain.Several:
		return problem("there are several solutions: a level is that of the way to the only one")
	case r.End == explain.GivenUp:
		return problem("the way to the solution takes too long to find")
	}
	n := 0
	for _, some := range r.Steps {
		n += some
	}
	text := fmt.Sprintf("%s (%.1f): %s", capital(r.Level), r.Number, diag.Count(n, "step"))
	if r.Technique != "" {
		text += fmt.Sprintf(", the hardest is step %d (%s)", r.At, r.Technique)
	}
	emit(Event{Kind: KindNote, Text: text + "."})
	return nil
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// correct answers with boards that differ from this one by few clues and have exactly one solution.
func (t *table) correct(ctx context.Context, emit func(Event)) error {
	d, err := t.draft(ctx)
	if err != nil {
		return err
	}
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	stop := newProgress(emit).start(ctx)
	defer stop()
	report := solve.Open(p, t.desk.team).Ask(ctx, solve.Question{Limit: 2})
	switch {
	case report.Fault != nil:
		return bug(report.Fault)
	case report.Count == 1 && report.Exhausted:
		stop()
		emit(Event{Kind: KindNote, Text: "Nothing needs repair: there is exactly one solution."})
		return nil
	case report.Count < 2 && report.Verdict != solve.NoSolution:
		return cmp.Or(ctx.Err(), error(problem("how many solutions there are is not known")))
	}
	found, err := compose.Correct(ctx, compose.CorrectionRequest{Draft: d, Engine: native.New(), Checker: sat.New(), Several: report.Count > 1, Most: mostCorrections})
	stop()
	if found == nil || len(found.All) == 0 {
		return unmade(ctx, cmp.Or(err, error(problem("no way was found to change a few clues so that one solution is left"))))
	}
	for _, c := range found.All {
		var lines []string
		for _, change := range c.Changes {
			lines = append(lines, picture.ChangeText(change))
		}
		text := strings.Join(lines, " and ")
		if !c.Unique {
			text += " (there are several solutions then)"
		}
		if err := t.offer(ctx, d, c.Values, text, emit); err != nil {
			return err
		}
	}
	return nil
}

// progress tells from time to time that work goes on.
type progress struct {
	mu    sync.Mutex
	emit  func(Event)
	tried int
	ended bool
}

func newProgress(emit func(Event)) *progress { return &progress{emit: emit} }

// add counts one board that was tried.
func (p *progress) add(tried bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if tried {
		p.tried++
	}
}

// start emits progress until stop is called or ctx ends. After stop nothing is emitted.
func (p *progress) start(ctx context.Context) (stop func()) {
	begun := time.Now()
	ticker := time.NewTicker(progressPause)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-done:
				return
			case <-ticker.C:
			}
			p.mu.Lock()
			if !p.ended && ctx.Err() == nil {
				text := fmt.Sprintf("%d s", int(time.Since(begun).Seconds()))
				if p.tried > 0 {
					text = diag.Count(p.tried, "board") + " tried, " + text
				}
				p.emit(Event{Kind: KindProgress, Text: text})
			}
			p.mu.Unlock()
		}
	}()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if !p.ended {
			p.ended = true
			ticker.Stop()
			close(done)
		}
	}
}
