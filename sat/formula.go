package sat

import (
	"context"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// formula is a model encoded for all that may be asked of it. It does not change, so searches can
// begin from it at once: each adds its cuts and bounds to a copy.
type formula struct {
	e          *encoder
	objectives []*objective // in order of importance
}

// newFormula encodes a model, of which only what lies in some cubes is asked for, nil for all; spelt says that "at most one" is always said in clauses. The error is a [engine.Reason].
func newFormula(ctx context.Context, m *model.Model, o engine.Options, cubes []engine.Cube, spelt bool) (f *formula, err error) {
	defer caught(&err)
	f = &formula{e: newEncoder(ctx, m)}
	f.e.spelt = spelt
	f.e.encode(o, cubes)
	if !o.AnyObjective {
		f.objectives = f.e.objectives()
	}
	f.e.propagate()
	return f, nil
}

// begin is what a search works with: what it adds, and learns of objectives, is its own.
func (f *formula) begin(ctx context.Context) *formula {
	e := *f.e
	e.builder = e.fork(ctx)
	own := &formula{e: &e}
	for _, o := range f.objectives {
		o := *o
		if o.trip != nil {
			trip := *o.trip
			o.trip = &trip
		}
		own.objectives = append(own.objectives, &o)
	}
	return own
}

// fork is a copy of a builder. Clauses are shared as long as the copy has none of its own.
func (b *builder) fork(ctx context.Context) *builder {
	c := *b
	c.ctx = ctx
	c.value, c.stamp, c.fresh = slices.Clone(b.value), slices.Clone(b.stamp), slices.Clone(b.fresh)
	c.lits, c.ends, c.sums = slices.Clip(b.lits), slices.Clip(b.ends), slices.Clip(b.sums)
	c.shared = true
	return &c
}
