package explain

import (
	"context"
	"slices"

	"nazo/engine"
)

// Contradiction is a set of units that contradict what is known, made small; ok is false if there is none, or the time did
// not suffice to find one. Whole rules go first, then their instances.
func (x *Explainer) Contradiction(ctx context.Context, known []engine.Fact) (units []int32, ok bool) {
	r := x.refute(ctx, known, x.all, nil, engine.Unlimited)
	if !r.Refuted {
		return nil, false
	}
	units = r.Units
	units = x.withoutRules(ctx, known, units, x.Effort.Conflicts)
	units, _ = x.shrinkWell(ctx, engine.Question{Known: known, On: units, Conflicts: 2*r.Conflicts + x.Effort.Conflicts})
	return units, true
}

// ruleOf is the rule that a unit is an instance of.
func (x *Explainer) ruleOf(u int32) int32 { return x.m.Instances[u].Rule }

// rulesOf are the rules of some units, in the order of the spec.
func (x *Explainer) rulesOf(units []int32) (rules []int32) {
	for _, u := range units {
		rules = append(rules, x.ruleOf(u))
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// Support are facts of those known, in their order, from which, with a step's units, each of some facts follows that the step finds. For one
// fact none of them can go, as far as little work shows; for several they are what each of these needs, together.
func (x *Explainer) Support(ctx context.Context, known []engine.Fact, s Step, found ...engine.Fact) []engine.Fact {
	aside := x.beside(ctx)
	if x.fine != nil && slices.Max(s.Units) >= int32(len(x.m.Instances)) {
		fine := *aside
		fine.reasons = x.fine.asked
		aside = &fine
	}
	in := map[engine.Fact]bool{}
	var support []engine.Fact
	for _, f := range found {
		supposed := []engine.Fact{f.Not()}
		if len(support) > 0 && aside.refute(ctx, support, s.Units, supposed, 0).Refuted {
			continue
		}
		from := known
		if s.ground != nil && f == s.ground.of && slices.Equal(s.Units, s.ground.units) {
			from = s.ground.known
		}
		for _, g := range aside.resting(ctx, from, s.Units, supposed) {
			in[g] = true
		}
		support = slices.DeleteFunc(slices.Clone(known), func(g engine.Fact) bool { return !in[g] })
	}
	return support
}

// beside is an explainer of the same problem that learns for itself: what is asked of it leaves the way as it is, and with the way what
// is known grows, while here it differs from question to question.
func (x *Explainer) beside(ctx context.Context) *Explainer {
	if x.aside == nil {
		reasons, err := x.again(ctx)
		if err != nil { // ctx has ended
			return x
		}
		aside := *x
		aside.reasons, aside.cores = reasons, map[engine.Fact]candidate{}
		x.aside = &aside
	}
	return x.aside
}

// resting are facts of those known with which units refute what is supposed; none of them can go, as far as little work shows.
func (x *Explainer) resting(ctx context.Context, known []engine.Fact, units []int32, supposed []engine.Fact) []engine.Fact {
	support, most := known, int64(0)
	r := x.refute(ctx, known, units, supposed, mostRetraced)
	if !r.Refuted {
		return known
	}
	if support = r.Known; r.Conflicts > 0 {
		most = x.Effort.Conflicts
	}
	for i := len(support) - 1; i >= 0 && ctx.Err() == nil; i-- {
		if i >= len(support) {
			continue
		}
		less := slices.Delete(slices.Clone(support), i, i+1)
		if r := x.ask(ctx, engine.Question{Known: less, On: units, Supposed: supposed, Conflicts: most, Near: true}); r.Refuted {
			support = r.Known
		}
	}
	return support
}

// mostRetraced is how many conflicts it may take to refute once more what was refuted.
const mostRetraced = 100
