package page

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"
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
	from  map[string]Marks // what the solver drew when it began
	story *explain.Story
	begin []model.Fact // the same as facts
	steps []*explain.StoryStep
	shown []*Step  // the last one has an End if there are no more
	notes []string // what was told since the last one shown, and has no marks
}

// step answers with the next step from what is drawn, or with one of the steps after that.
func (l *inspection) step(ctx context.Context) error {
	q := l.table.question
	w := l.table.walk
	l.table.walk = nil // it is lost if ctx ends in a step
	if w == nil || !reflect.DeepEqual(w.from, q.Marks) {
		all, err := l.marked(ctx)
		if err != nil {
			return err
		}
		known := l.facts(all)
		if w == nil || !w.goOn(q.Marks, known) {
			x, err := l.explainer(ctx)
			if err != nil {
				return l.unexplained(ctx, err)
			}
			w = &walk{from: q.Marks, begin: known, story: x.Story(ctx, known...)}
		}
	}
	n := max(0, q.Skip)
	for len(w.shown) <= n && !w.over() {
		if w.next(ctx, l); ctx.Err() != nil {
			l.table.reasons = nil
			return ctx.Err()
		}
	}
	l.table.walk = w
	l.emit(Event{Kind: KindStep, Step: w.shown[min(n, len(w.shown)-1)]})
	return nil
}

// explainer returns that of the puzzle. It is opened once. It is lost with a step that ends too soon.
func (l *inspection) explainer(ctx context.Context) (*explain.Explainer, error) {
	t := l.table
	if t.reasons == nil {
		x, err := explain.Open(ctx, l.problem.Problem, l.table.desk.engine)
		if err != nil {
			return nil, err
		}
		t.reasons = x
	}
	return t.reasons, nil
}

// goOn makes the walk begin after the steps that it showed, if the solver drew just these. It reports whether that is so.
func (w *walk) goOn(marks map[string]Marks, known []model.Fact) bool {
	now := map[model.Fact]bool{}
	for _, f := range known {
		now[f] = true
	}
	told := map[model.Fact]bool{}
	for i, f := range w.story.Written {
		if told[f] = true; i >= w.story.Given && !now[f] {
			return false
		}
	}
	// Areas that are excluded are not told as they are drawn, so they are no facts that were told.
	if w.over() || len(w.steps) == 0 || slices.ContainsFunc(known, func(f model.Fact) bool { return !told[f] }) {
		return false
	}
	w.from, w.begin, w.shown = marks, known, nil
	return true
}

// facts returns what is drawn as facts about the model.
func (l *inspection) facts(all []*drawn) []model.Fact {
	values := make([]value.Value, len(l.problem.Finds))
	for _, d := range all {
		values[d.index] = d.soFar()
	}
	vars, known, ok := l.problem.EncodeFinds(values)
	if !ok {
		return nil // nothing that marks say is without a place
	}
	facts := alg.Map(vars, func(v model.VarID) model.Fact { return model.Fact{Var: v, Value: known[v], Is: true} })
	return slices.Concat(facts, l.excluded(all), l.atLeast(all))
}

// atLeast returns which numbers of bridges can't be, as more are drawn already.
func (l *inspection) atLeast(all []*drawn) (facts []model.Fact) {
	words := explain.WordsOf(l.problem.Problem)
	for _, d := range all {
		if d.Gesture != gestureBridge || d.empty() {
			continue
		}
		for i, v := range l.problem.Model.Vars {
			id := model.VarID(i)
			meaning, ok := words.Meaning(id)
			if v.Bool || v.Find < 0 || !ok || meaning.Key == nil || words.Find(id) != d.Name {
				continue
			}
			drawn, ok := d.marks.Known[d.keys[placeName(meaning.Key)][0]].(value.Int)
			for k := range v.Domain.Each {
				if n, number := meaning.Values(k).(value.Int); ok && number && n < drawn {
					facts = append(facts, model.Fact{Var: id, Value: k})
				}
			}
		}
	}
	return facts
}

// excluded returns which areas can't be the value of a key, as they contradict what is drawn.
func (l *inspection) excluded(all []*drawn) (facts []model.Fact) {
	words := explain.WordsOf(l.problem.Problem)
	for i, v := range l.problem.Model.Vars {
		id := model.VarID(i)
		if v.Bool || v.Find < 0 {
			continue
		}
		at := slices.IndexFunc(all, func(d *drawn) bool { return d.area != nil && !d.empty() && d.Name == words.Find(id) })
		meaning, ok := words.Meaning(id)
		if at < 0 || !ok || meaning.Key == nil {
			continue
		}
		for k := range v.Domain.Each {
			if s, ok := meaning.Values(k).(*value.Set); ok && all[at].contradicts(s) {
				facts = append(facts, model.Fact{Var: id, Value: k})
			}
		}
	}
	return facts
}

func (w *walk) over() bool { return len(w.shown) > 0 && w.shown[len(w.shown)-1].End != "" }

// longText bounds the characters of a step in one paragraph, beside a board.
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
	out := &Step{Text: s.Text(step), Technique: step.Technique, Hints: hints[:], Look: placesOf(l.problem.Judge, s.LookAt(one)), Since: l.instances(s.Words, step.Chain.Units()),
		Places: placesOf(l.problem.Judge, s.Found(step)), Draw: l.draws(ctx, s, step)}
	if texts, lines := s.Lay(step, longText, false); len(texts)+len(lines) > 1 && (len(step.Chain) > 1 || utf8.RuneCountInString(out.Text) > longText) {
		out.Head = texts[0]
		for _, text := range texts[1:] {
			out.Lines = append(out.Lines, Line{0, text})
		}
		for _, line := range lines {
			out.Lines = append(out.Lines, Line{line.Depth, line.Text})
		}
	} else {
		out.Text = strings.Join(texts, " ")
	}
	if given := s.Given - len(w.begin); len(w.shown) == 0 && given > 0 {
		out.Given = diag.Count(given, "value") + " given."
	}
	out.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, s.Explainer, s.Written, step.Facts, step.Chain.Units())...)
	w.steps = append(w.steps, step)
	if w.from != nil && len(out.Draw) == 0 && len(w.notes) < mostNotes { // a solver sees nothing of it
		w.notes = append(w.notes, out.Text)
		w.next(ctx, l)
		return
	}
	if notes := strings.Join(w.notes, " "); notes != "" {
		for len(notes) > longNotes && len(w.notes) > 1 {
			w.notes = w.notes[1:]
			notes = "… " + strings.Join(w.notes, " ")
		}
		out.Text = notes + " " + out.Text
		out.Hints[len(out.Hints)-1] = out.Text
		w.notes = nil
	}
	w.shown = append(w.shown, out)
}

// mostNotes bounds the notes before a step, and longNotes the bytes of those that are told.
const (
	mostNotes = 300
	longNotes = 600
)

// end says why there are no more steps, and what is wrong if there is no solution.
func (w *walk) end(ctx context.Context, l *inspection, end explain.End) *Step {
	out := &Step{Places: []string{}, Since: []Instance{}, End: map[explain.End]string{explain.Solved: "all is known", explain.Several: "nothing follows: there are several solutions",
		explain.Contradicted: "no solution is so", explain.GivenUp: "not found"}[end]}
	if len(w.steps) > 0 {
		out.Text = w.story.Summary(w.steps)
	}
	if end == explain.Solved {
		out.Draw = l.untold(ctx, w.story)
	}
	if end != explain.Contradicted {
		return out
	}
	if m := w.story.Mistake(ctx, w.begin); m != nil {
		out.Head, out.Text, out.Since = w.story.WrongHead(m), w.story.Wrong(m), l.instances(w.story.Words, m.Units)
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
	l.emit(Event{Kind: KindConflict, Conflict: l.instances(x.Words, c.Units), Text: text})
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
func (l *inspection) instances(x *explain.Words, units []int32) []Instance {
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
