package page

import (
	"cmp"
	"context"
	"errors"
	"unicode/utf8"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/study/explain"
	"nazo/native"
)

// walk is the way to the solution as far as it was told. Whoever asks for one step more has the story go on from there.
type walk struct {
	from  string // what was known when it began, as the page has it
	story *explain.Story
	begin []model.Fact // that, as facts
	steps []*explain.StoryStep
	told  []*Step // the last has an end if there are no more
}

// step tells what follows next from what is known so far, or after so many steps more.
func (l *looked) step(ctx context.Context) error {
	q := l.table.question
	w := l.table.walk
	l.table.walk = nil // it is lost if ctx ends within it
	if w == nil || w.from != q.From {
		known, err := l.soFar()
		if err != nil {
			return err
		}
		x, err := explain.Open(ctx, l.problem.Problem, native.New())
		if err != nil {
			return l.untold(ctx, err)
		}
		w = &walk{from: q.From, begin: known, story: x.Story(ctx, known...)}
	}
	n := max(0, q.Skip)
	for len(w.told) <= n && !w.over() {
		if w.next(ctx, l); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	l.table.walk = w
	l.emit(Event{Kind: KindStep, Step: w.told[min(n, len(w.told)-1)]})
	return nil
}

// over reports whether no more steps are told.
func (w *walk) over() bool { return len(w.told) > 0 && w.told[len(w.told)-1].End != "" }

// longText is how many characters of a step are one paragraph: of a longer one each inference is a line.
const longText = 200

// next tells the next step, or how the way ends.
func (w *walk) next(ctx context.Context, l *looked) {
	s := w.story
	if len(w.told) == 0 && s.Finished(ctx, w.begin) {
		w.told = append(w.told, w.end(ctx, l, explain.Solved))
		return
	}
	step, end := s.Next(ctx)
	if step == nil {
		w.told = append(w.told, w.end(ctx, l, end))
		return
	}
	hints := s.Hints(step)
	out := &Step{Text: s.Text(step), Technique: step.Technique, Hints: hints[:], Look: placesOf(l.problem.Judge, s.LookAt(step)), Since: l.instances(s.Explainer, step.Chain.Units()),
		Places: placesOf(l.problem.Judge, s.Found(step))}
	if utf8.RuneCountInString(out.Text) > longText {
		head, lines := s.Lines(step, false)
		out.Head = head
		for _, line := range lines {
			out.Lines = append(out.Lines, Line{line.Depth, line.Text})
		}
	}
	if given := s.Given - len(w.begin); len(w.told) == 0 && given > 0 {
		out.Given = diag.Count(given, "value") + " given."
	}
	out.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, s.Explainer, s.Written, step.Facts, step.Chain.Units())...)
	w.steps, w.told = append(w.steps, step), append(w.told, out)
}

// end tells why there are no more steps, and what is wrong where there is no solution.
func (w *walk) end(ctx context.Context, l *looked, end explain.End) *Step {
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

// conflict says which rules contradict each other, and where.
func (l *looked) conflict(ctx context.Context) error {
	x, err := explain.Open(ctx, l.problem.Problem, native.New())
	if err != nil {
		return l.untold(ctx, err)
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

// untold is the answer where no reasons can be told: a note, unless the time is over.
func (l *looked) untold(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	l.emit(Event{Kind: KindNote, Text: "no reasons: " + err.Error()})
	return nil
}

// instances says what some units say, and where: rules with what they bind, or parts of a structure.
func (l *looked) instances(x *explain.Explainer, units []int32) []Instance {
	out := []Instance{}
	for _, u := range units {
		i := Instance{Rule: x.Problem.RuleName(u), Says: x.Says(u), Places: placesOf(l.problem.Judge, x.Places(u))}
		i.From, i.To = l.table.question.inSpec(x.Problem.Where(u))
		out = append(out, i)
	}
	return out
}

// inSpec is a place in the text of the spec; nowhere if it is in another text.
func (q Question) inSpec(src *diag.Source, span diag.Span) (from, to int) {
	if src == nil || !q.isSpec(src) {
		return 0, 0
	}
	return units(q.Spec, span.Start), units(q.Spec, span.End)
}

// placesOf are the names of places, as the drawing of the puzzle has them.
func placesOf(j *judge.Judge, places []value.Value) []string {
	out := []string{}
	for _, v := range places {
		out = append(out, value.String(picture.Place(j, v)))
	}
	return out
}

// soFar are the facts that the person has found so far.
func (l *looked) soFar() ([]model.Fact, error) {
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
	var facts []model.Fact
	for _, v := range vars {
		facts = append(facts, model.Fact{Var: v, Value: known[v], Is: true})
	}
	return facts, nil
}

// mostInstances is how many instances of rules are told of at once.
const mostInstances = 2_000

// rules tells the instances of the rule at a place of the spec, or those that are about a place of the board.
func (d *Desk) rules(ctx context.Context, q Question, emit func(Event)) error {
	t, err := d.lay(q)
	if err != nil {
		return err
	}
	defer d.leave(t)
	p, err := t.compiled(ctx)
	if err != nil {
		return err
	}
	out := []Instance{}
	more, names := false, p.Names()
	tell := func(u int32) {
		if more = len(out) == mostInstances; more {
			return
		}
		one := Instance{Rule: p.RuleName(u), Says: cmp.Or(p.Says(u, names.Of), p.RuleName(u)), Places: placesOf(p.Judge, p.Places(u))}
		one.From, one.To = q.inSpec(p.Where(u))
		out = append(out, one)
	}
	at := bytesAt(q.Spec, q.At)
	units := p.Model.Units()
	if q.Place != "" {
		units = t.unitsAbout(q.Place)
	}
	for _, u := range units {
		src, span := p.Where(u)
		if more || src == nil || span.Len() == 0 || q.Place == "" && (!q.isSpec(src) || at < span.Start || at > span.End) {
			continue
		}
		tell(u)
	}
	e := Event{Kind: KindInstances, Instances: out}
	if more {
		e.Text = "and more"
	}
	emit(e)
	return nil
}
