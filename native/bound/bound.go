package bound

import (
	"context"

	"nazo/compile/model"
	"nazo/native/packed"
)

// Bound bounds what is still to be paid in a machine. It never changes, so that
// any number of goroutines may ask it at once.
type Bound struct{ entries int }

// New derives a bound from all transitions of m's machine. Guards, effects, costs
// and the machine's goal are nodes of m. It returns nil if nothing can be
// derived, also because ctx is done.
func New(ctx context.Context, m *model.Model, ts []packed.Transition) *Bound {
	return nil
}

// Least bounds what is to be paid from the state with the given values of
// variables: it fills into, which has Machine.Costs + 1 entries. If no run leads
// from there to the goal it returns true, and into means nothing.
func (b *Bound) Least(value func(model.VarID) int64, into []int64) (dead bool) {
	clear(into)
	return false
}
