package explain

import (
	"cmp"
	"context"
	"slices"

	"nazo/engine"
)

// ask asks, and counts the question.
func (x *Explainer) ask(ctx context.Context, q engine.Question) engine.Reply {
	x.asked++
	r := x.reasons.Ask(ctx, q)
	if x.worked += 100 + r.Propagations; x.enough != nil && x.worked > x.Effort.Work {
		x.enough()
	}
	return r
}

// refute looks for a solution of some units.
func (x *Explainer) refute(ctx context.Context, known []engine.Fact, units []int32, supposed []engine.Fact, conflicts int64) engine.Reply {
	return x.ask(ctx, engine.Question{Known: known, On: units, Supposed: supposed, Conflicts: conflicts})
}

// withoutPieces are units without the pieces of a whole that is one of them: they say nothing beside it.
func (x *Explainer) withoutPieces(units []int32, whole int32) []int32 {
	if !x.parted[whole] {
		return units
	}
	return slices.DeleteFunc(slices.Clone(units), func(u int32) bool { return u != whole && x.m.Whole(u) == whole })
}

// shrink are units of those of a question, which refute what is supposed, none of which can go (a minimal unsatisfiable subset, by deletion). Those that
// are about the most go first, as what is local is easier to see. Conflicts is how many the last refutation met.
// It ends, and least is false, once so many units as the limit can't go. A unit counts as one that can't where a question about
// the others was given up, so more may be left than need be: [Explainer.Conflict] verifies that, steps, mistakes and reasons don't.
func (x *Explainer) shrink(ctx context.Context, q engine.Question, limit int) (units []int32, conflicts int64, least bool) {
	refute := func(units []int32) engine.Reply {
		q.On = units
		return x.ask(ctx, q)
	}
	units = q.On
	for { // a proof from fewer units often does with still fewer
		r := refute(units)
		if !r.Refuted {
			break
		}
		conflicts = r.Conflicts
		if len(r.Units) >= len(units) {
			break
		}
		units = r.Units
	}
	order := slices.Clone(units)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(len(x.reasons.Scope(b)), len(x.reasons.Scope(a))) })
	stay := 0
	for _, u := range order {
		i := slices.Index(units, u)
		if i < 0 {
			continue
		}
		if stay >= limit || ctx.Err() != nil {
			return units, conflicts, false
		}
		if r := refute(slices.Delete(slices.Clone(units), i, i+1)); r.Refuted {
			units, conflicts = r.Units, r.Conflicts
		} else {
			stay++
			units = x.withoutPieces(units, u)
		}
	}
	return units, conflicts, true
}

// shrinkWell first has units go without which a refutation is found near, and then, of more than a few, those without which one is found anywhere:
// that takes most of the time.
func (x *Explainer) shrinkWell(ctx context.Context, q engine.Question) (units []int32, conflicts int64) {
	q.Near = true
	q.On, conflicts, _ = x.shrink(ctx, q, unlimited)
	return x.shrinkFar(ctx, q, conflicts)
}

// shrinkFar does the second half of that. So many conflicts were met for the units.
func (x *Explainer) shrinkFar(ctx context.Context, q engine.Question, met int64) (units []int32, conflicts int64) {
	if len(q.On) <= fewUnits {
		return q.On, met
	}
	q.Near, q.Conflicts = false, 2*met+x.Effort.Conflicts*int64(min(len(q.On), manyUnits))/2
	units, conflicts, _ = x.shrink(ctx, q, unlimited)
	return units, conflicts
}

// fewUnits is how many units need not become fewer at any price.
const fewUnits = 3

// manyUnits is how many add to the work: it takes long to look for each of more, and nobody sees these as a whole.
const manyUnits = 20

// wide reports whether so much matters for a unit that facts are not tried with it one by one.
func (x *Explainer) wide(u int32) bool { return x.reasons.Span(u) > x.Effort.Alone }
