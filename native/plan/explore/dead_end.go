package explore

import (
	"context"

	"nazo/engine"
	"nazo/native/plan/cause"
)

// DeadEnd finds out why there is no run, as [engine.DeadEnder] describes.
func (j *Machine) DeadEnd(ctx context.Context, work int64) (engine.DeadEnd, bool) {
	c, ok := cause.Find(ctx, j.m, work)
	if !ok {
		return engine.DeadEnd{}, false
	}
	return engine.DeadEnd{Vars: c.Vars, Wants: c.Wants(), Irreducible: c.Irreducible}, true
}
