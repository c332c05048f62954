package explain

import (
	"context"
	"slices"

	"nazo/compile"
	"nazo/dsl/diag"
	"nazo/dsl/value"
	"nazo/internal/model"
)

// Told is a step with what is to be said of it.
type Told struct {
	Step
	// Closer are its units as closely as they can be told ([Explainer.Closer]).
	Closer []int32
	// Since are known facts on which what it finds rests ([Explainer.Support]); of a step of one unit they are only asked for on demand.
	Since []model.Fact
	// Checked says that another engine finds, too, that what is told follows from Closer and Since; Refuted that it finds a solution where it does
	// not, which is a bug. Neither is asked of a step of one unit.
	Checked, Refuted bool
}

// Tell finds out what is to be said of some of what a step finds, where some facts were known before it. Of a step of several units, and with
// since of any, these are the facts that it rests on; of one of several another engine is asked whether it is so.
func (x *Explainer) Tell(ctx context.Context, by model.Engine, before []model.Fact, s Step, found []model.Fact, since bool) Told {
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
		c.Sentence = p.SentenceBy(u, x.namesOf().Of)
	}
	return c
}

// Closer are the units of a step with a fine piece in the place of each whole for which one does: all that is new follows from them, too, and what
// was known. A step may have them for its units when Support is asked.
func (x *Explainer) Closer(ctx context.Context, known []model.Fact, s Step) []int32 {
	units := s.Units
	most := 2*s.Search + x.Effort.Conflicts
	refuted := func(units []int32, f model.Fact) model.Reply {
		return x.reasons.Ask(ctx, model.Query{Known: known, On: units, Supposed: []model.Fact{f.Not()}, Conflicts: most})
	}
	for _, u := range s.Units {
		pieces := x.pieces[u]
		if len(pieces) == 0 {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(units), func(v int32) bool { return v == u })
		for _, p := range refuted(slices.Concat(others, pieces), s.Main).Units {
			if !slices.Contains(pieces, p) {
				continue
			}
			with := slices.Sorted(slices.Values(append(slices.Clone(others), p)))
			if !slices.ContainsFunc(s.New, func(f model.Fact) bool { return !refuted(with, f).Refuted }) {
				units = with
				break
			}
		}
	}
	return units
}

// ProblemOf is the problem that has a unit as an instance of its model.
func (x *Explainer) ProblemOf(int32) *compile.Problem { return x.Problem }

// mostConfirming is how many conflicts and calls of its solver engine sat may take to confirm a conflict, and mostConfirmingStep a
// step: there are many of these.
const mostConfirming, mostConfirmingStep = 20_000, 400

// mostLoaded is how many variables and constraints another engine may be given to confirm the steps of one way, in all: where that is used up,
// steps stay unconfirmed, so that long ways on large boards are not for the most part checks.
const mostLoaded = 10_000_000

// confirmer is another engine that confirms steps. It makes one formula for all of them, in which each unit has a switch.
type confirmer struct {
	of       *model.Model
	job      model.Refuter
	switches []model.VarID // for each instance, or -1
}

// confirmer is made when it is first needed, and when units are first told more closely; nil if the engine can't be one.
func (x *Explainer) confirmer(ctx context.Context, e model.Engine) *confirmer {
	m := x.m
	if x.confirms == nil || x.confirms.of != m {
		switched, switches := m.Switched()
		job, err := e.Open(ctx, switched, model.Options{AnyObjective: true})
		refuter, ok := job.(model.Refuter)
		if err != nil || !ok {
			return nil
		}
		x.confirms = &confirmer{m, refuter, switches}
	}
	return x.confirms
}

// Confirm asks an engine whether there is no solution if only some units are on; known is false if it came to no end
// within counted work. It is asked once, so what it is given is not kept.
func (x *Explainer) Confirm(ctx context.Context, e model.Engine, units []int32) (refuted, known bool) {
	o := model.Options{AnyObjective: true}
	for _, u := range x.fine {
		if !slices.Contains(units, u) {
			o.Off = append(o.Off, u)
		}
	}
	job, err := e.Open(ctx, x.m, o)
	if err != nil {
		return false, false
	}
	r := job.Solve(ctx, model.SolveOptions{Limit: 1, Conflicts: mostConfirming}, func(model.Solution) bool { return true })
	return r.Exhausted && r.Solutions == 0, r.Complete
}

// ConfirmStep asks an engine whether all of some facts follow from units and what else is said to be known, and nothing else; known is false if
// it came to no end within counted work. Later steps should be asked of the same engine.
func (x *Explainer) ConfirmStep(ctx context.Context, e model.Engine, units []int32, since, found []model.Fact) (follows, known bool) {
	c := x.confirmer(ctx, e)
	if c == nil {
		return false, false
	}
	if x.loaded += int64(len(c.of.Vars) + len(c.of.Constraints)); x.loaded > mostLoaded {
		return false, false
	}
	all := slices.Clone(since)
	for u, v := range c.switches {
		if v >= 0 {
			all = append(all, model.Fact{Var: v, Value: 1, Is: slices.Contains(units, int32(u))})
		}
	}
	opposites := make([]model.Fact, len(found))
	for i, f := range found {
		opposites[i] = f.Not()
	}
	if follows, known = c.job.Refute(ctx, all, opposites, mostConfirmingStep); !known {
		x.loaded += mostLoaded / 10 // further steps would most likely take as much in vain
	}
	return follows, known
}

// ConfirmInference asks an engine whether an inference of a chain follows from what it cites; known is
// false if it came to no end within counted work, or cites bounds, which can't be asked about.
func (x *Explainer) ConfirmInference(ctx context.Context, e model.Engine, c Chain, i int) (follows, known bool) {
	in := &c[i]
	if in.Kind == Supposes || in.Tried {
		return false, false
	}
	claims, ok := factsOf(in.Claims)
	since := slices.Clone(in.Since)
	for _, j := range in.From {
		used, all := factsOf(c[j].Claims)
		since, ok = append(since, used...), ok && all
	}
	if !ok {
		return false, false
	}
	if in.Kind == Contradicts {
		claims = nil
	}
	return x.ConfirmStep(ctx, e, slices.Concat(in.Units, in.Also, in.Rest), since, claims)
}

// factsOf are claims as facts; ok is false if some are bounds.
func factsOf(claims []Claim) (facts []model.Fact, ok bool) {
	for _, c := range claims {
		if c.Op > model.LinkIsNot {
			return nil, false
		}
		facts = append(facts, model.Fact{Var: c.Var, Value: c.Value, Is: c.Op == model.LinkIs})
	}
	return facts, true
}
