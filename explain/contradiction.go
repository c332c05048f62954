package explain

import (
	"context"
	"slices"

	"nazo/engine"
)

// Contradiction is a set of units that contradict what is known, made small; ok is false if there is none, or the time did
// not suffice to find one. Whole rules go first, then their instances.
func (x *Explainer) Contradiction(ctx context.Context, known []engine.Fact) (units []int32, ok bool) {
	r := x.refute(ctx, known, x.all, nil, unbounded)
	if !r.Refuted {
		return nil, false
	}
	units = r.Units
	units = x.withoutRules(ctx, known, units, x.Effort.Conflicts)
	units, _, _ = x.shrink(ctx, known, units, nil, 2*r.Conflicts+x.Effort.Conflicts, unlimited)
	return units, true
}

// ruleOf is the rule that a unit is an instance of.
func (x *Explainer) ruleOf(u int32) int32 { return x.m.Instances[x.units[u].Instance].Rule }

// rulesOf are the rules of some units, in the order of the spec.
func (x *Explainer) rulesOf(units []int32) (rules []int32) {
	for _, u := range units {
		rules = append(rules, x.ruleOf(u))
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// Support are facts of those known that what a step found first rests on, none of which can go.
func (x *Explainer) Support(ctx context.Context, known []engine.Fact, s Step) []engine.Fact {
	return x.resting(ctx, known, s.Units, []engine.Fact{s.Main.Not()})
}

// resting are facts of those known with which units refute what is supposed; none of them can go.
func (x *Explainer) resting(ctx context.Context, known []engine.Fact, units []int32, supposed []engine.Fact) []engine.Fact {
	support := x.refute(ctx, known, units, supposed, unbounded).Known
	for i := len(support) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if i >= len(support) {
			continue
		}
		less := slices.Delete(slices.Clone(support), i, i+1)
		if r := x.refute(ctx, less, units, supposed, x.Effort.Conflicts); r.Refuted {
			support = r.Known
		}
	}
	return support
}
