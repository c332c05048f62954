package page

import (
	"context"
	"errors"
	"fmt"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/explain"
	"nazo/judge"
	"nazo/native"
	"nazo/picture"
	"nazo/sat"
	"nazo/value"
)

// explainer reasons about the puzzle; nil where nothing can be told, which a note says.
func (l *looked) explainer(ctx context.Context) (*explain.Explainer, error) {
	if l.reasons != nil {
		return l.reasons, nil
	}
	x, err := explain.Open(ctx, l.problem.Problem, native.New())
	if err != nil {
		return nil, err
	}
	l.reasons = x
	return x, nil
}

// conflict says which rule instances contradict each other.
func (l *looked) conflict(ctx context.Context) error {
	x, err := l.explainer(ctx)
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
	l.emit(Event{Kind: KindConflict, Conflict: l.instances(c.Units), Text: text})
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
func (l *looked) instances(units []int32) []Instance {
	x := l.reasons
	out := []Instance{}
	for _, u := range units {
		p := x.ProblemOf(u)
		i := Instance{Rule: p.RuleName(u), Says: x.Says(u), Places: placesOf(l.problem.Judge, x.Places(u))}
		if src, span := p.Where(u); src != nil {
			i.From, i.To = l.inSpec(src, span)
		}
		out = append(out, i)
	}
	return out
}

// inSpec is a place in the text of the spec; nowhere if it is in another text.
func (l *looked) inSpec(src *diag.Source, span diag.Span) (from, to int) {
	if !l.table.question.isSpec(src) {
		return 0, 0
	}
	text := l.table.question.Spec
	return units(text, span.Start), units(text, span.End)
}

// placesOf are the names of places, as the drawing of the puzzle has them.
func placesOf(j *judge.Judge, places []value.Value) []string {
	out := []string{}
	for _, v := range places {
		out = append(out, value.String(picture.Place(j, v)))
	}
	return out
}

// mostFacts is how many facts that a step rests on are named.
const mostFacts = 12

// step tells what follows next from what is known so far.
func (l *looked) step(ctx context.Context) error {
	x, err := l.explainer(ctx)
	if err != nil {
		return l.untold(ctx, err)
	}
	known, err := l.soFar()
	if err != nil {
		return err
	}
	state := x.Begin(known...)
	s := &Step{Places: []string{}, Since: []Instance{}}
	skip, disagree := l.table.question.Skip, false
	end, _ := x.Way(ctx, state, func(step explain.Step) bool {
		worth := x.Worth(step.New, state)
		if len(worth) == 0 {
			return true
		}
		if skip > 0 {
			skip--
			return true
		}
		before := state.Facts[:len(state.Facts)-len(step.New)]
		closer := step
		closer.Units = x.Closer(ctx, before, step)
		s.Text, s.Since = x.Facts(worth), l.instances(closer.Units)
		if step.Size() > 1 {
			since := x.Support(ctx, before, closer, worth...)
			if follows, known := x.ConfirmStep(ctx, sat.New(), closer.Units, since, worth); known && !follows {
				disagree = true
				return false
			}
			s.Known = x.Facts(since[:min(len(since), mostFacts)])
			if more := len(since) - mostFacts; more > 0 {
				s.Known += fmt.Sprintf(" and %d more", more)
			}
		}
		for _, f := range worth {
			if m, ok := x.Meaning(f.Var); ok {
				s.Places = append(s.Places, placesOf(l.problem.Judge, meant(m.Key, m.Member))...)
			}
		}
		s.SVG = svg(l.problem.Judge, picture.Drawer{}.Reasoned(l.problem, x, state.Facts, step.New, step.Units)...)
		return false
	})
	if disagree {
		l.emit(Event{Kind: KindNote, Text: "engine native has a step that does not follow, as engine sat finds; that is a bug in nazo"})
		return nil
	}
	if ctx.Err() != nil && s.Text == "" {
		return ctx.Err()
	}
	if s.Text == "" {
		s.End = map[explain.End]string{explain.Solved: "all is known", explain.Several: "nothing follows: there are several solutions",
			explain.Contradicted: "no solution is so", explain.GivenUp: "not found"}[end]
		if end == explain.Contradicted {
			facts, units, ok := x.Mistake(ctx, state.Facts)
			if ok {
				s.Text, s.Since = x.Facts(facts), l.instances(units)
			}
		}
	}
	l.emit(Event{Kind: KindStep, Step: s})
	return nil
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
func (l *looked) soFar() ([]engine.Fact, error) {
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
	var facts []engine.Fact
	for _, v := range vars {
		facts = append(facts, engine.Fact{Var: v, Value: known[v], Is: true})
	}
	return facts, nil
}
