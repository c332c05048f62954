package explain

import (
	"cmp"
	"context"
	"slices"

	"nazo/engine"
)

// refute looks for a solution of some units, and counts the question.
func (x *Explainer) refute(ctx context.Context, known []engine.Fact, units []int32, supposed []engine.Fact, conflicts int64) engine.Reply {
	x.asked++
	return x.reasons.Ask(ctx, engine.Question{Known: known, On: units, Supposed: supposed, Conflicts: conflicts})
}

// withoutPieces are units without the pieces of a whole that is one of them: they say nothing beside it.
func (x *Explainer) withoutPieces(units []int32, whole int32) []int32 {
	if !x.parted[whole] {
		return units
	}
	return slices.DeleteFunc(slices.Clone(units), func(u int32) bool { return u != whole && x.m.Whole(u) == whole })
}

// shrink are units of those given, which refute what is supposed, none of which can go (a minimal unsatisfiable subset, by deletion). Those that
// are about the most go first, as what is local is easier to see. Most is how many conflicts a
// refutation may meet, and conflicts how many the last one met. It ends, and least is false, once so many units as the limit can't go.
func (x *Explainer) shrink(ctx context.Context, known []engine.Fact, units []int32, supposed []engine.Fact, most int64, limit int) (less []int32, conflicts int64, least bool) {
	for { // a proof from fewer units often does with still fewer
		r := x.refute(ctx, known, units, supposed, most)
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
		less := slices.Delete(slices.Clone(units), i, i+1)
		if r := x.refute(ctx, known, less, supposed, most); r.Refuted {
			units, conflicts = r.Units, r.Conflicts
		} else {
			stay++
			units = x.withoutPieces(units, u)
		}
	}
	return units, conflicts, true
}
