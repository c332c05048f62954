package explain

import (
	"nazo/engine"
	"nazo/model"
)

// single is a step of one unit that propagation finds; nil if all units are at rest.
func (w *way) single() *Step {
	for len(w.fresh)+len(w.wholes) > 0 {
		from := &w.fresh
		if len(w.fresh) == 0 {
			from = &w.wholes
		}
		u := (*from)[0]
		*from = (*from)[1:]
		w.isFresh[u] = false
		if found, ok := w.reasons.Follow(w.state.Facts, []int32{u}); ok && len(found) > 0 {
			return w.step(found, []int32{u})
		}
	}
	return nil
}

// manyFacts are how many open facts a unit may leave undecided to be tried, one round after the other: the fewer, the sooner there is a
// step, and the fewer questions it takes.
var manyFacts = []int{8, 64, unlimited}

// tryAlone is a step of one unit that propagation overlooks: the opposite of each open fact that the unit is about is tried.
func (w *way) tryAlone() *Step {
	for _, most := range manyFacts {
		for u := w.untried.from(0); u >= 0; u = w.untried.from(u + 1) {
			scope := w.reasons.Scope(u)
			if w.wide(u) {
				w.untried.remove(u)
				continue
			}
			open := w.shown.undecided(u, w.open.about(scope))
			if len(open) > most || w.parted[u] && most != unlimited {
				continue
			}
			w.untried.remove(u)
			if found := w.following([]int32{u}, open, func(s model.Solution) { w.shown.add(u, s) }); len(found) > 0 {
				return w.step(found, []int32{u})
			}
		}
	}
	return nil
}

// following are those of some facts that follow from units and what is known. The solutions that show it of others are told. Where it
// takes long to tell, the rest is left to later steps.
func (w *way) following(units []int32, facts []engine.Fact, shown func(model.Solution)) (out []engine.Fact) {
	for givenUp := 0; len(facts) > 0 && givenUp < mostGivenUp && w.ctx.Err() == nil; {
		f := facts[0]
		r := w.refute(w.ctx, w.state.Facts, units, []engine.Fact{f.Not()}, 2*w.Effort.Conflicts)
		switch {
		case r.Refuted:
			out = append(out, f)
		case r.Solution == nil:
			givenUp++
		case shown != nil:
			shown(r.Solution)
		}
		var rest []engine.Fact
		for _, g := range facts[1:] {
			if r.Solution == nil || g.Holds(r.Solution) { // else the solution shows it of this one, too
				rest = append(rest, g)
			}
		}
		facts = rest
	}
	return out
}

// mostGivenUp is of how many facts it may stay open whether they follow.
const mostGivenUp = 4
