package page

import (
	"cmp"
	"context"
	"errors"
	"unicode/utf8"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/study/explain"
)

// walk is the part of an explanation that was shown. A question for one more step continues it.
type walk struct {
	from  string // what was known at the start, as the page has it
	story *explain.Story
	begin []model.Fact // the same as facts
	steps []*explain.StoryStep
	shown []*Step // the last one has an End if there are no more
}

// step answers with the next step from what is known, or with one of the steps after that.
func (l *inspection) step(ctx context.Context) error {
	q := l.table.question
	w := l.table.walk
	l.table.walk = nil // it is lost if ctx ends in a step
	if w == nil || w.from != q.From {
		known, err := l.soFar()
		if err != nil {
			return err
		}
		x, err := explain.Open(ctx, l.problem.Problem, l.table.desk.engine)
		if err != nil {
			return l.unexplained(ctx, err)
		}
		w = &walk{from: q.From, begin: known, story: x.Story(ctx, known...)}
	}
	n := max(0, q.Skip)
	for len(w.shown) <= n && !w.over() {
		if w.next(ctx, l); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	l.table.walk = w
	l.emit(Event{Kind: KindStep, Step: w.shown[min(n, len(w.shown)-1)]})
	return nil
}

func (w *walk) over() bool { return len(w.shown) > 0 && w.shown[len(w.shown)-1].End != "" }

// longText bounds the characters of a step in one paragraph. A longer one has a line for each inference.
const longText = 200

func (w *walk) next(ctx context.Context, l *inspection) {
	s := w.story
	if len(w.shown) == 0 && s.Finished(ctx, w.begin) {
		w.shown = append(w.shown, w.end(ctx, l, explain.Solved))
		return
	}
	step, end := s.Next(ctx)
	if step == nil {
		w.shown = append(w.shown, w.end(ctx, l, end))
		return
	}
	one := s.OneReason(step)
	hints := s.Hints(one)
	out := &Step{Text: s.Text(step), Technique: step.Technique, Hints: hints[:], Look: placesOf(l.problem.Judge, s.LookAt(one)), Since: l.instances(s.Explainer, step.Chain.Units()),
		Places: placesOf(l.problem.Judge, s.Found(step))}
	if utf8.RuneCountInString(out.Text) > longText {
		head, lines := s.Lines(step, false)
		out.Head = head
		for _, line := range lines {
			out.Lines = append(out.Lines, Line{line.Depth, line.Text})
		}
	}
	if given := s.Given - len(w.begin); len(w.shown) == 0 && given > 0 {
		out.Given = diag.Count(given, "value") + " given."
	}
	out.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, s.Explainer, s.Written, step.Facts, step.Chain.Units())...)
	w.steps, w.shown = append(w.steps, step), append(w.shown, out)
}

// end says why there are no more steps, and what is wrong if there is no solution.
func (w *walk) end(ctx context.Context, l *inspection, end explain.End) *Step {
	out := &Step{Places: []string{}, Since: []Instance{}, End: map[explain.End]string{explain.Solved: "all is known", explain.Several: "nothing follows: there are several solutions",
		explain.Contradicted: "no solution is so", explain.GivenUp: "not found"}[end]}
	if len(w.steps) > 0 {
		out.Text = w.story.Summary(w.steps)
	}
	if end != explain.Contradicted {
		return out
	}
	if m := w.story.Mistake(ctx, w.begin); m != nil {
		out.Text, out.Since = w.story.Wrong(m), l.instances(w.story.Explainer, m.Units)
		if m.Step != nil {
			out.Places = placesOf(l.problem.Judge, w.story.Found(m.Step))
		}
	}
	return out
}

func (l *inspection) conflict(ctx context.Context) error {
	x, err := explain.Open(ctx, l.problem.Problem, l.table.desk.engine)
	if err != nil {
		return l.unexplained(ctx, err)
	}
	c, ok := x.Conflict(ctx, nil, x.UsualWork())
	if !ok {
		return ctx.Err()
	}
	text := "these contradict each other"
	switch {
	case c.Smallest:
		text += ", and no fewer do"
	case c.Irreducible:
		text += "; without any one of them they don't"
	}
	l.emit(Event{Kind: KindConflict, Conflict: l.instances(x, c.Units), Text: text})
	return nil
}

// unexplained answers with a note that there are no reasons, unless ctx is over.
func (l *inspection) unexplained(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	l.emit(Event{Kind: KindNote, Text: "no reasons: " + err.Error()})
	return nil
}

// instances describes units of the problem: rules with their bindings, or parts of a structure.
func (l *inspection) instances(x *explain.Explainer, units []int32) []Instance {
	out := []Instance{}
	for _, u := range units {
		i := Instance{Rule: x.Problem.RuleName(u), Says: x.Says(u), Places: placesOf(l.problem.Judge, x.Places(u))}
		i.From, i.To = l.table.question.inSpec(x.Problem.Where(u))
		out = append(out, i)
	}
	return out
}

// inSpec returns a place in the text of the spec, or nowhere if it is in another text.
func (q Question) inSpec(src *diag.Source, span diag.Span) (from, to int) {
	if src == nil || !q.isSpec(src) {
		return 0, 0
	}
	return units(q.Spec, span.Start), units(q.Spec, span.End)
}

// placesOf returns the names of places in the drawing of the puzzle.
func placesOf(j *judge.Judge, places []value.Value) []string {
	out := []string{}
	out = append(out, alg.Map(places, func(v value.Value) string { return value.String(picture.Place(j, v)) })...)
	return out
}

func (l *inspection) soFar() ([]model.Fact, error) {
	text := l.table.question.From
	if text == "" {
		return nil, nil
	}
	values, problems := picture.ReadSoFar(diag.NewSource("from", text), l.problem.Judge, l.problem.Givens)
	if problems.HasErrors() {
		return nil, problems
	}
	vars, known, ok := l.problem.EncodeFinds(values)
	if !ok {
		return nil, errors.New("what is known so far has no place here")
	}
	return alg.Map(vars, func(v model.VarID) model.Fact { return model.Fact{Var: v, Value: known[v], Is: true} }), nil
}

const mostInstances = 2_000 // bounds the instances of rules in one answer

// rules answers with the instances of the rule at a place of the spec, or those about a place of the board.
func (t *table) rules(ctx context.Context, emit func(Event)) error {
	q := t.question
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	e := Event{Kind: KindInstances, Instances: []Instance{}}
	names := p.Names()
	at := bytesAt(q.Spec, q.At)
	units := p.Model.Units()
	if q.Place != "" {
		units = t.unitsAbout(q.Place)
	}
	for _, u := range units {
		src, span := p.Where(u)
		if src == nil || span.Len() == 0 || q.Place == "" && (!q.isSpec(src) || at < span.Start || at > span.End) {
			continue
		}
		if len(e.Instances) == mostInstances {
			e.Text = "and more"
			break
		}
		one := Instance{Rule: p.RuleName(u), Says: cmp.Or(p.Says(u, names.Of), p.RuleName(u)), Places: placesOf(p.Judge, p.Places(u))}
		one.From, one.To = q.inSpec(src, span)
		e.Instances = append(e.Instances, one)
	}
	emit(e)
	return nil
}
