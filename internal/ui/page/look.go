package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"nazo/compile"
	"nazo/dsl"
	"nazo/dsl/diag"
	"nazo/dsl/instance"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/show/draw"
	"nazo/internal/show/picture"
	"nazo/internal/solve"
	"nazo/internal/study/explain"
	"nazo/internal/ui/load"
)

// inspection is what a look has found so far.
type inspection struct {
	table   *table
	emit    func(Event)
	values  []instance.Given
	problem *solve.Problem
	results *results
	report  *solve.Report
	session *solve.Session
}

const mostCounted = 10_000 // bounds the solutions that are enumerated if they can't be counted otherwise

// count counts the solutions, or enumerates up to the bound.
func (l *inspection) count(ctx context.Context) error {
	var known *Count
	l.table.desk.note(func() { known = l.results.count })
	if known == nil {
		if l.session == nil {
			l.session = solve.Open(l.problem, l.table.desk.team)
		}
		r := l.session.Count(ctx, solve.Question{Limit: mostCounted, Keep: 1})
		if r.Fault != nil {
			return bug(r.Fault)
		}
		known = &Count{Text: "at least " + grouped(big.NewInt(int64(r.Count))) + " solutions"}
		switch {
		case r.Total != nil:
			known = &Count{Text: grouped(r.Total) + " solutions", Proved: true}
		case r.Exhausted:
			known = &Count{Text: grouped(big.NewInt(int64(r.Count))) + " solutions", Proved: true}
		}
		if known.Proved || r.Count >= mostCounted {
			l.table.desk.note(func() { l.results.count = known })
		}
		if r.Count == 0 && r.Total == nil {
			return ctx.Err()
		}
	}
	l.emit(Event{Kind: KindCount, Count: known})
	return nil
}

// bug is the problem of a fault of nazo itself.
func bug(fault error) error { return problem("this is a bug in nazo: " + fault.Error()) }

func grouped(n *big.Int) string {
	s := n.String()
	for i := len(s) - 3; i > 0; i -= 3 {
		s = fmt.Sprintf("%s,%s", s[:i], s[i:])
	}
	return s
}

// The stages of a look, in their order.
const (
	stageDiagnostics = "diagnostics"
	stageBoard       = "board"
	stageVerdict     = "verdict"
	stageConflict    = "conflict"
	stageCandidates  = "candidates"
	stageStep        = "step"
	stageCount       = "count"
)

// searching are the stages that search. They come after the others.
var searching = []string{stageVerdict, stageConflict, stageCandidates, stageStep, stageCount}

// look answers, stage by stage, what there is to see of a puzzle.
func (t *table) look(ctx context.Context, emit func(Event)) error {
	q := t.question
	deep := len(q.Stages) == 0 || someOf(searching, q.Stages)
	wanted := func(stage string) bool { return len(q.Stages) == 0 || slices.Contains(q.Stages, stage) }
	l := &inspection{table: t, emit: emit}
	var err error
	if l.values, err = t.givens(ctx); err != nil {
		return err
	}
	if wanted(stageBoard) {
		if err := l.board(ctx); err != nil {
			return err
		}
	}
	if !wanted(stageDiagnostics) && !deep {
		return nil
	}
	if l.problem, err = t.compiled(ctx); err != nil {
		return err
	}
	if wanted(stageDiagnostics) {
		emit(Event{Kind: KindDiagnostics, Diagnostics: diagnostics(q, &t.found, &t.made)})
	}
	if !deep {
		return nil
	}
	l.results = t.desk.about(t.key(l.values))
	if err := l.verdict(ctx, wanted(stageVerdict)); err != nil || l.problem.Moving() {
		return err
	}
	if wanted(stageBoard) {
		l.searches(ctx)
	}
	if l.report.Verdict == solve.NoSolution {
		if wanted(stageConflict) {
			return l.conflict(ctx)
		}
		return nil
	}
	if wanted(stageCandidates) && l.report.Count > 1 && len(l.problem.Model.Objectives) == 0 {
		if err := l.candidates(ctx); err != nil {
			return err
		}
	}
	if wanted(stageStep) {
		if err := l.step(ctx); err != nil {
			return err
		}
	}
	if wanted(stageCount) && l.report.Count > 1 && len(l.problem.Model.Objectives) == 0 {
		return l.count(ctx)
	}
	return nil
}

// svg draws sections of a puzzle, "" if there are none.
func svg(j *judge.Judge, sections ...draw.Section) string {
	if len(sections) == 0 {
		return ""
	}
	return draw.SVG(draw.Head{Title: picture.Title(j.Spec())}, sections)
}

// board draws the puzzle as it is printed, with the palettes of its places.
func (l *inspection) board(ctx context.Context) error {
	b := &Board{Moving: l.table.spec.Moving()}
	var err error
	if b.Palettes, err = l.table.palettes(ctx); err != nil {
		return err
	}
	if !b.Moving {
		j, problems := judge.New(ctx, l.table.spec, l.values, nil)
		if problems.HasErrors() {
			return problems
		}
		b.SVG = svg(j, picture.Drawer{}.Puzzle(j, l.values, l.table.says)...)
		entries := entriesOf(j)
		l.print(ctx, entries)
		for _, e := range entries {
			b.Finds = append(b.Finds, e.Find)
		}
		for i := range b.Palettes {
			p := &b.Palettes[i]
			p.Start, p.Step, _ = picture.Lattice(j, p.Rows, p.Cols)
		}
	} else if p, err := l.table.compiled(ctx); err != nil {
		return err
	} else if start, err := p.Judge.Begin(); err == nil {
		sections, _ := picture.Drawer{}.Start(p, start, l.table.spec.HiddenNames()...)
		b.SVG = svg(p.Judge, sections...)
	}
	for _, g := range l.values {
		a, ok := g.Value.(*value.Array)
		if ok && a.Board != nil && !a.Board.Points && a.Keys.Len() == a.Board.Rows*a.Board.Cols {
			b.Rows, b.Cols = a.Board.Rows, a.Board.Cols
			break
		}
	}
	for _, p := range l.table.spec.Players {
		b.Players = append(b.Players, p.Stmt.Name.Text)
	}
	for i, in := range l.table.instances {
		b.Titles = append(b.Titles, cmp.Or(in.Title, fmt.Sprintf("instance %d", i+1)))
	}
	if len(b.Titles) < 2 {
		b.Titles = nil
	}
	l.emit(Event{Kind: KindBoard, Board: b})
	if l.table.lent {
		l.emit(Event{Kind: KindNote, Text: "this is the spec's first example: what is drawn makes an instance of it"})
	}
	return nil
}

// verdict finds whether there are no, one or several solutions, unless that is known.
func (l *inspection) verdict(ctx context.Context, tell bool) error {
	l.table.desk.note(func() { l.report = l.results.report })
	was := l.report != nil
	best := l.problem.Moving() || len(l.problem.Model.Objectives) > 0
	if !was {
		question := solve.Question{Limit: 2}
		if best {
			question.Limit = 1
		}
		l.session = solve.Open(l.problem, l.table.desk.team)
		l.report = l.session.Ask(ctx, question)
		if l.report.Fault != nil {
			return bug(l.report.Fault)
		}
		if l.report.Complete || l.report.Count > 1 {
			l.table.desk.note(func() { l.results.report = l.report })
		}
	}
	if !tell {
		return nil
	}
	r := l.report
	v := &Verdict{Seconds: r.Elapsed.Seconds(), Engine: r.Engine, Kept: was}
	switch {
	case r.Verdict == solve.NoSolution:
		v.Solutions, v.Text = "none", "no solution"
	case r.Count > 1:
		v.Solutions, v.Text = "several", "several solutions"
	case best && r.Count == 1 && r.Complete:
		v.Solutions, v.Text = "one", "the best there is, proved"
	case best && r.Count == 1:
		v.Solutions, v.Text = "several", "a solution; whether it is the best is not known"
	case r.Exhausted:
		v.Solutions, v.Text = "one", "exactly one solution"
	case r.Count == 1:
		v.Solutions, v.Text = "unknown", "a solution; whether it is the only one is not known"
	default:
		v.Solutions, v.Text = "unknown", "not known"
	}
	if ended := r.Reason.String(); v.Solutions == "unknown" && ended != "" {
		v.Text += " (" + ended + ")"
	}
	l.drawn(v)
	l.emit(Event{Kind: KindVerdict, Verdict: v})
	if told := l.table.desk.told; told != nil && l.table.question.From != "" {
		if note := told(l.problem, l.table.question.From, r.Answers); note != "" {
			l.emit(Event{Kind: KindNote, Text: note})
		}
	}
	return nil
}

func (l *inspection) drawn(v *Verdict) {
	drawer := picture.Drawer{}
	answers := l.report.Answers
	switch {
	case len(answers) == 0:
	case answers[0].Run != nil:
		sections := drawer.Sections(l.problem, answers[0])
		if len(sections) > 0 {
			v.SVG = svg(l.problem.Judge, sections[len(sections)-1:]...)
		}
		for _, step := range answers[0].Run.Steps {
			v.Moves = append(v.Moves, step.Move.String())
		}
		v.Text = diag.Count(len(v.Moves), "move") + ": " + v.Text
	case len(answers) == 1:
		v.SVG = svg(l.problem.Judge, drawer.Sections(l.problem, answers[0])...)
	default:
		v.SVG = svg(l.problem.Judge, drawer.Both(l.problem, answers[0], answers[1])...)
		for _, at := range picture.Differences(l.problem.Judge, answers[0], answers[1]) {
			v.Differ = append(v.Differ, Differing{at.String(), at.Place()})
		}
		if v.SVG == "" {
			v.SVG = svg(l.problem.Judge, drawer.Sections(l.problem, answers[0])...)
		}
	}
}

const cutoff = 10 // bounds the solutions that are counted for each candidate

// open has what is open in a puzzle with several solutions.
type open struct {
	Candidates
	answers []*judge.Answer // they show where solutions differ
}

// candidates answers with the values of each open place, their solutions, and where solutions differ.
func (l *inspection) candidates(ctx context.Context) error {
	var found *open
	l.table.desk.note(func() { found = l.results.open })
	if found == nil {
		d, err := explain.Differ(ctx, ctx, l.problem, l.table.desk.engine, explain.BackboneOptions{Cutoff: cutoff, Work: l.table.desk.Work, Alike: explain.Alike(l.problem.Problem)})
		switch {
		case err != nil:
			return l.unexplained(ctx, err)
		case d.Report.Fault != nil:
			return bug(d.Report.Fault)
		}
		found = l.open(d)
		if ctx.Err() == nil {
			l.table.desk.note(func() { l.results.open = found })
		}
	}
	out := found.Candidates
	if all := found.answers; len(all) > 1 {
		out.SVG = svg(l.problem.Judge, picture.Drawer{}.Both(l.problem, all[0], all[1:]...)...)
	}
	l.emit(Event{Kind: KindCandidates, Candidates: &out})
	return nil
}

// open returns a difference of solutions in the words of a page.
func (l *inspection) open(d *explain.Difference) *open {
	out := &open{Candidates{Places: []Candidate{}, Differ: []Differing{}, Complete: d.Decided, Agree: d.Whole(), Ended: d.Reason.String(), Equal: []Equal{}, EqualDecided: d.EqualDecided}, d.Report.Answers}
	for _, group := range explain.EqualPlaces(l.problem.Problem, d.BackboneResult) {
		out.Equal = append(out.Equal, Equal{explain.EqualText(group), alg.Map(group, func(p explain.Place) string { return value.String(p.Key) })})
	}
	if len(out.answers) > 1 {
		for _, at := range picture.Differences(l.problem.Judge, out.answers...) {
			out.Differ = append(out.Differ, Differing{at.String(), at.Place()})
		}
	}
	for _, p := range explain.Places(l.problem.Problem, d.BackboneResult) {
		if p.Same {
			continue
		}
		for _, c := range p.Candidates {
			if c.Out() || c.Solutions == 0 {
				continue
			}
			one := Candidate{Find: p.Find, Solutions: c.Solutions, More: !c.Exact}
			switch {
			case p.Member != nil:
				if one.Place, one.Value = value.String(p.Member), "in"; c.Value == 0 {
					one.Value = "out"
				}
			case p.Key != nil:
				one.Place, one.Value = value.String(p.Key), value.String(p.Values(c.Value))
			default:
				one.Value = value.String(p.Values(c.Value))
			}
			out.Places = append(out.Places, one)
		}
	}
	return out
}

// results has findings about a puzzle. They hold while only comments, pictures, examples and links change.
type results struct {
	key      string
	report   *solve.Report // for the verdict
	count    *Count
	open     *open
	level    string   // how hard the puzzle is, "" until that is known
	sought   bool     // a check has searched for the best answer
	searches []string // those that can be watched, nil until asked for
}

// mostKept bounds the puzzles whose results are kept. After an undone edit the verdict is there at once.
const mostKept = 16

// key returns a text of all that the solutions of a puzzle depend on.
func (t *table) key(values []instance.Given) string {
	var b strings.Builder
	for _, s := range t.spec.Stmts {
		switch s.Stmt.(type) {
		case *dsl.Show, *dsl.Example, *dsl.Link, *dsl.Puzzle, *dsl.Prose:
			continue
		}
		span := s.Stmt.Span()
		b.WriteString(dsl.Essence(s.Source.Slice(span)))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	b.WriteString(instance.Text(t.spec, values))
	return b.String()
}

// about returns the kept results about a puzzle, or makes room for new ones.
func (d *Desk) about(key string) *results {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, r := range d.kept {
		if r.key == key {
			return r
		}
	}
	r := &results{key: key}
	if d.kept = append(d.kept, r); len(d.kept) > mostKept {
		d.kept = d.kept[1:]
	}
	return r
}

// note reads or changes kept results.
func (d *Desk) note(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

const exampleTime = 5 * time.Second // bounds the work of each engine on an example

// examples tries the examples of a spec with both engines, one after the other.
func (d *Desk) examples(ctx context.Context, q Question, emit func(Event)) error {
	q.Instance = ""
	t, err := d.lay(q)
	if err != nil {
		return err
	}
	defer d.leave(t)
	team, err := load.Team("both")
	if err != nil {
		return err
	}
	team.Mode, team.TimeEach = solve.InTurn, exampleTime
	for i, e := range compile.Examples(t.spec) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		out := Example{Name: e.Name, Index: i, From: units(q.Spec, e.Span.Start), To: units(q.Spec, e.Span.End)}
		if err := out.try(ctx, t, e, team); err != nil {
			return err
		}
		emit(Event{Kind: KindExample, Example: &out})
	}
	return nil
}

func (out *Example) try(ctx context.Context, t *table, e *compile.Example, team solve.Team) error {
	p, problems := solve.Compile(ctx, t.spec, e.Input, compile.Options{})
	if problems.HasErrors() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		out.Known, out.Text = true, problems.All()[0].Message
		return nil
	}
	trial, err := solve.Try(ctx, p, team, e)
	var mistake *diag.List
	switch {
	case errors.As(err, &mistake):
		out.Known, out.Text = true, mistake.All()[0].Message
		return nil
	case err != nil:
		return err
	}
	out.Pass = trial.Passed()
	out.Known, out.Text = out.Pass || trial.Failed(), strings.Join(trial.Wrong(), "; ")
	return nil
}
