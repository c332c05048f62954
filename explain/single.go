package explain

import (
	"nazo/engine"
	"nazo/model"
)

// single is a step of one unit that propagation finds; nil if all units are at rest.
func (w *way) single() *Step {
	for len(w.fresh) > 0 {
		u := w.fresh[0]
		w.fresh = w.fresh[1:]
		w.isFresh[u] = false
		if found, ok := w.reasons.Follow(w.state.Facts, []int32{u}); ok && len(found) > 0 {
			return w.step(found, []int32{u})
		}
	}
	return nil
}

// tryAlone is a step of one unit that propagation overlooks: the opposite of each open fact that the unit is about is tried.
func (w *way) tryAlone() *Step {
	var byVar map[model.VarID][]engine.Fact
	for u, untried := range w.untried {
		if !untried || len(w.reasons.Scope(int32(u))) > w.Effort.Alone {
			continue
		}
		w.untried[u] = false
		if byVar == nil {
			byVar = factsByVar(w.open)
		}
		var open []engine.Fact
		for _, v := range w.reasons.Scope(int32(u)) {
			open = append(open, byVar[v]...)
		}
		if len(open) == 0 {
			continue
		}
		if found := w.following([]int32{int32(u)}, open); len(found) > 0 {
			return w.step(found, []int32{int32(u)})
		}
	}
	return nil
}

func factsByVar(facts []engine.Fact) map[model.VarID][]engine.Fact {
	out := map[model.VarID][]engine.Fact{}
	for _, f := range facts {
		out[f.Var] = append(out[f.Var], f)
	}
	return out
}

// following are those of some facts that follow from units and what is known.
func (w *way) following(units []int32, facts []engine.Fact) (out []engine.Fact) {
	for len(facts) > 0 && w.ctx.Err() == nil {
		f := facts[0]
		r := w.refute(w.ctx, w.state.Facts, units, []engine.Fact{f.Not()}, 2*w.Effort.Conflicts)
		if r.Refuted {
			out = append(out, f)
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
