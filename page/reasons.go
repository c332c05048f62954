package page

import (
	"context"
	"errors"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/explain"
	"nazo/judge"
	"nazo/native"
	"nazo/picture"
	"nazo/value"
)

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
