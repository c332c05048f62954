package explore

import (
	"context"

	"nazo/engine"
	"nazo/native/plan/cause"
	"nazo/native/plan/heuristic"
)

// DeadEnd finds out why there is no run, as [engine.DeadEnder] describes. A parity is preferred to a cause for which all variables are looked at.
func (j *Machine) DeadEnd(ctx context.Context, work int64) (engine.DeadEnd, bool) {
	c, found := cause.Find(ctx, j.m, work)
	out := engine.DeadEnd{Vars: c.Vars, Reduced: c.Reduced}
	if found {
		out.Wants = c.Wants()
	}
	if found && c.Seen < len(j.m.Vars) {
		return out, true
	}
	if compiled, err := j.compile(ctx); err == nil {
		if p, ok := heuristic.FindParity(ctx, compiled.specialized, compiled.transitions); ok {
			out = engine.DeadEnd{Odd: p.Odd}
			for _, f := range p.Facts {
				out.Parity = append(out.Parity, engine.Fact{Var: f.Var, Value: f.Value, Is: true})
			}
			return out, true
		}
	}
	return out, found
}
