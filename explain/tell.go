package explain

import (
	"context"

	"nazo/dsl/diag"
	"nazo/engine"
	"nazo/value"
)

// Told is a step with what is to be said of it.
type Told struct {
	Step
	// Closer are its units as closely as they can be told ([Explainer.Closer]).
	Closer []int32
	// Since are known facts on which what it finds rests ([Explainer.Support]); of a step of one unit they are only asked for on demand.
	Since []engine.Fact
	// Checked says that another engine finds, too, that what is told follows from Closer and Since; Refuted that it finds a solution where it does
	// not, which is a bug. Neither is asked of a step of one unit.
	Checked, Refuted bool
}

// Tell finds out what is to be said of some of what a step finds, where some facts were known before it. Of a step of several units, and with
// since of any, these are the facts that it rests on; of one of several another engine is asked whether it is so.
func (x *Explainer) Tell(ctx context.Context, by engine.Engine, before []engine.Fact, s Step, found []engine.Fact, since bool) Told {
	t := Told{Step: s, Closer: x.Closer(ctx, before, s)}
	if several := s.Size() > 1; several || since {
		closer := s
		closer.Units = t.Closer
		t.Since = x.Support(ctx, before, closer, found...)
		if several {
			follows, known := x.ConfirmStep(ctx, by, t.Closer, t.Since, found)
			t.Checked, t.Refuted = follows, known && !follows
		}
	}
	return t
}

// Cause is what there is to say of a unit.
type Cause struct {
	Rule string
	// Text says which instance it is, and Says what it says by itself ([Explainer.Says]); Sentence, or Part of a piece, are that in its rule's words,
	// if it has any.
	Text, Says, Sentence, Part string
	// Places are the cells and edges that it is about; none for what is about everything.
	Places []value.Value
	// Source and Span are where its rule is; Source is nil if that is nowhere.
	Source *diag.Source
	Span   diag.Span
}

// Cause is what there is to say of a unit.
func (x *Explainer) Cause(u int32) Cause {
	p := x.ProblemOf(u)
	c := Cause{Rule: p.RuleName(u), Text: x.Unit(u), Says: x.Says(u), Places: x.Places(u)}
	c.Source, c.Span = p.Where(u)
	if says, _, part := x.Piece(u); part {
		c.Part = says
	} else {
		c.Sentence = p.Sentence(u)
	}
	return c
}
