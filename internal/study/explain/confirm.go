package explain

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// mostConfirming bounds the conflicts and solver calls with which engine sat confirms a conflict.
// mostConfirmingStep bounds a step, of which there are many.
const mostConfirming, mostConfirmingStep = 20_000, 400

// mostLoaded bounds the variables and constraints that another engine loads to confirm the steps of one way. Later
// steps stay unconfirmed, so long ways on large boards do not spend most of their time on checks.
const mostLoaded = 10_000_000

// confirmer is another engine that confirms steps. All steps share one formula in which each unit has a switch.
type confirmer struct {
	of       *model.Model
	job      model.Refuter
	switches []model.VarID // for each instance, or -1
}

// confirmer makes the confirmer when it is first needed, and again when units are split. It returns nil if the
// engine can't be one.
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

// Confirm asks an engine whether some units alone have no solution. known is false if it did not end within
// counted work. The formula is not kept.
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

// ConfirmStep asks an engine whether facts follow from units and known facts alone. known is false if it did not
// end within counted work. Ask the same engine about later steps.
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

// ConfirmInference asks an engine whether an inference of a chain follows from what it cites. known is false if it
// did not end within counted work, or if it cites bounds, which can't be asked about.
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

// factsOf turns claims into facts. ok is false if some are bounds.
func factsOf(claims []Claim) (facts []model.Fact, ok bool) {
	for _, c := range claims {
		if c.Op > model.LinkIsNot {
			return nil, false
		}
		facts = append(facts, model.Fact{Var: c.Var, Value: c.Value, Is: c.Op == model.LinkIs})
	}
	return facts, true
}
