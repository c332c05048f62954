package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/judge"
	"nazo/internal/model"
	"nazo/internal/show/picture"
	"nazo/internal/study/explain"
	"nazo/native"
	"nazo/sat"
)

// walk is the way to the solution as far as it was told. Whoever asks for one step more has the search go on from there.
type walk struct {
	from  string // what was known when it began, as the page has it
	x     *explain.Explainer
	state *explain.State
	ahead *explain.Walk
	held  *taken       // a step that was taken, but not told yet
	ended *explain.End // how the way ended, once that is known
	told  []*Step      // the last has an end if there are no more
	wrong bool         // a step does not follow, as engine sat finds
}

// mostFacts is how many facts that a step rests on are named.
const mostFacts = 12

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
		w = &walk{from: q.From, x: x, state: x.Begin(known...)}
		w.ahead = x.Walk(ctx, w.state)
	}
	n := max(0, q.Skip)
	for len(w.told) <= n && !w.over() {
		if w.next(ctx, l); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	l.table.walk = w
	last := len(w.told) - 1
	if w.wrong && n >= last {
		l.emit(Event{Kind: KindNote, Text: "engine native has a step that does not follow, as engine sat finds; that is a bug in nazo"})
		return nil
	}
	l.emit(Event{Kind: KindStep, Step: w.told[min(n, last)]})
	return nil
}

// over reports whether no more steps are told.
func (w *walk) over() bool { return w.wrong || len(w.told) > 0 && w.told[len(w.told)-1].End != "" }

// taken is a step that was taken and is to be told: what is worth saying of it, and how many facts were known before and after.
type taken struct {
	explain.Step
	worth         []model.Fact
	before, after int
}

// take takes the next step that says something; it is nil at the end of the way.
func (w *walk) take(ctx context.Context) (*taken, explain.End) {
	if t := w.held; t != nil {
		w.held = nil
		return t, 0
	}
	if w.ended != nil {
		return nil, *w.ended
	}
	for {
		step, end := w.ahead.Next(ctx)
		if step == nil {
			w.ended = &end
			return nil, end
		}
		if worth := w.x.Worth(step.New, w.state); len(worth) > 0 {
			after := len(w.state.Facts)
			return &taken{*step, worth, after - len(step.New), after}, 0
		}
	}
}

// next tells the next step that says something, or how the way ends. The first is all that instances of one rule say by themselves, each without any
// other: clues, mostly, of which there are many.
func (w *walk) next(ctx context.Context, l *looked) {
	x := w.x
	out := &Step{Places: []string{}, Since: []Instance{}}
	t, end := w.take(ctx)
	if t == nil {
		w.end(ctx, l, out, end)
		w.told = append(w.told, out)
		return
	}
	told := x.Tell(ctx, sat.New(), w.state.Facts[:t.before], t.Step, t.worth, false)
	w.wrong = told.Refuted
	closer, worth, fresh, units, after := slices.Clip(told.Closer), slices.Clip(t.worth), slices.Clip(t.New), slices.Clip(t.Units), t.after
	for first := len(w.told) == 0 && w.alone(ctx, t); first; {
		more, _ := w.take(ctx)
		if more == nil {
			break
		}
		if !w.alone(ctx, more) || x.Cause(more.Units[0]).Rule != x.Cause(t.Units[0]).Rule {
			w.held = more
			break
		}
		closer, worth = append(closer, x.Closer(ctx, w.state.Facts[:more.before], more.Step)...), append(worth, more.worth...)
		fresh, units, after = append(fresh, more.New...), append(units, more.Units...), more.after
	}
	out.Text, out.Since = x.Facts(worth), l.instances(x, closer)
	if len(told.Since) > 0 {
		out.Known = x.Facts(told.Since[:min(len(told.Since), mostFacts)])
		if more := len(told.Since) - mostFacts; more > 0 {
			out.Known += fmt.Sprintf(" and %d more", more)
		}
	}
	for _, f := range worth {
		if m, ok := x.Meaning(f.Var); ok {
			out.Places = append(out.Places, placesOf(l.problem.Judge, meant(m.Key, m.Member))...)
		}
	}
	out.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, x, w.state.Facts[:after], fresh, units)...)
	w.told = append(w.told, out)
}

// alone reports whether a step is what one rule instance says, whatever else is known.
func (w *walk) alone(ctx context.Context, t *taken) bool {
	return t.Size() == 1 && len(w.x.Support(ctx, w.state.Facts[:t.before], t.Step, t.worth...)) == 0
}

// end tells why there are no more steps.
func (w *walk) end(ctx context.Context, l *looked, out *Step, end explain.End) {
	out.End = map[explain.End]string{explain.Solved: "all is known", explain.Several: "nothing follows: there are several solutions",
		explain.Contradicted: "no solution is so", explain.GivenUp: "not found"}[end]
	if end != explain.Contradicted {
		return
	}
	if facts, units, ok := w.x.Mistake(ctx, w.state.Facts); ok {
		out.Text, out.Since = w.x.Facts(facts), l.instances(w.x, units)
	}
}

// conflict says which rule instances contradict each other.
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

// instances says which rule instances, or parts of a structure, some units are.
func (l *looked) instances(x *explain.Explainer, units []int32) []Instance {
	out := []Instance{}
	for _, u := range units {
		c := x.Cause(u)
		i := Instance{Rule: c.Rule, Says: c.Says, Places: placesOf(l.problem.Judge, c.Places)}
		i.From, i.To = l.table.question.inSpec(c.Source, c.Span)
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

// meant are the place, or places, that something is about.
func meant(key, member value.Value) (out []value.Value) {
	if member != nil {
		return []value.Value{member}
	}
	if key != nil {
		out = append(out, key)
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
	more := false
	tell := func(u int32) {
		if more = len(out) == mostInstances; more {
			return
		}
		one := Instance{Rule: p.RuleName(u), Says: cmp.Or(p.Says(u), p.RuleName(u)), Places: placesOf(p.Judge, p.Places(u))}
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
