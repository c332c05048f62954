package page

import (
	"context"
	"fmt"
	"slices"

	"nazo/draw"
	"nazo/judge"
	"nazo/picture"
	"nazo/solve"
)

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

// searching are the stages that search; the others come before.
var searching = []string{stageVerdict, stageConflict, stageCandidates, stageStep, stageCount}

// look answers stage after stage what there is to see of a puzzle.
func (d *Desk) look(ctx context.Context, q Question, emit func(Event)) error {
	deep := len(q.Stages) == 0 || someOf(searching, q.Stages)
	wanted := func(stage string) bool { return len(q.Stages) == 0 || slices.Contains(q.Stages, stage) }
	t, err := d.lay(q)
	if err != nil {
		return err
	}
	defer d.leave(t)
	l := &looked{desk: d, table: t, emit: emit}
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
	l.kept = d.about(t.key(l.values))
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

// svg is a page of a puzzle with sections, "" with none.
func svg(j *judge.Judge, sections ...draw.Section) string {
	if len(sections) == 0 {
		return ""
	}
	return draw.SVG(picture.Title(j), sections)
}

// board draws the puzzle as it is printed, with what may stand where.
func (l *looked) board(ctx context.Context) error {
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
		if rows, cols, ok := sizeOf(g.Value); ok {
			b.Rows, b.Cols = rows, cols
			break
		}
	}
	for _, p := range l.table.spec.Players {
		b.Players = append(b.Players, p.Stmt.Name.Text)
	}
	for i, in := range l.table.instances {
		title := in.Title
		if title == "" {
			title = fmt.Sprintf("instance %d", i+1)
		}
		b.Titles = append(b.Titles, title)
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

// verdict finds out how many solutions there are, unless that is known.
func (l *looked) verdict(ctx context.Context, tell bool) error {
	l.desk.note(func() { l.report = l.kept.report })
	was := l.report != nil
	best := l.problem.Moving() || len(l.problem.Model.Objectives) > 0
	if !was {
		question := solve.Question{Limit: 2}
		if best {
			question.Limit = 1
		}
		l.session = solve.Open(l.problem, l.desk.team)
		l.report = l.session.Ask(ctx, question)
		if l.report.Fault != nil {
			return problem("this is a bug in nazo: " + l.report.Fault.Error())
		}
		if l.report.Complete || l.report.Count > 1 {
			l.desk.note(func() { l.kept.report = l.report })
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
	return nil
}

// drawn draws the solutions of a verdict.
func (l *looked) drawn(v *Verdict) {
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
		v.Text = fmt.Sprintf("%d moves: %s", len(v.Moves), v.Text)
	case len(answers) == 1:
		v.SVG = svg(l.problem.Judge, drawer.Sections(l.problem, answers[0])...)
	default:
		v.SVG = svg(l.problem.Judge, drawer.Both(l.problem, answers[0], answers[1])...)
		for _, at := range picture.Differences(l.problem.Judge, answers[0], answers[1]) {
			v.Differ = append(v.Differ, at.String())
		}
		if v.SVG == "" {
			v.SVG = svg(l.problem.Judge, drawer.Sections(l.problem, answers[0])...)
		}
	}
}
