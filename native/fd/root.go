package fd

import (
	"context"
	"sync/atomic"

	"nazo/engine"
	"nazo/model"
)

// Root is what presolve found out about a model: what follows from all constraints but paths and
// cycles, as far as propagation shows it. It does not change, so it serves all questions about
// the model, also at once. Specialised searches are told by it what is known of literals and
// variables; [Root.Search] goes on from it with the search of this package.
type Root struct {
	m       *model.Model
	options engine.Options
	slots   []model.Int // for each variable its literal or integer

	val   []int8   // for each literal of the model 1 true, -1 false, 0 open
	known []bool   // for each integer whether it has its domain
	ints  []intVar // the domains
	words []uint64 // and their bits
	// impossible says that presolve came upon a conflict.
	impossible bool
}

// Presolve posts and propagates a model that [Supports] admits, as far as the options leave it on.
// The error is that of ctx if it ends before that is done.
func Presolve(ctx context.Context, m *model.Model, o engine.Options) (*Root, error) {
	var stop atomic.Bool
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	defer release()
	p := newPoster(m, o, &stop)
	literals := len(p.s.val)
	possible := p.restrict(o.Within) && p.post(false) && p.s.propagate()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return &Root{m: m, options: o, slots: p.slots, val: p.s.val[:literals], known: p.known, ints: p.s.ints[:len(p.known)],
		words: p.s.words, impossible: !possible}, nil
}

// Impossible reports whether presolve has shown that there is no solution.
func (r *Root) Impossible() bool { return r.impossible }

// Model is the model.
func (r *Root) Model() *model.Model { return r.m }

// Objectives are the objectives that matter.
func (r *Root) Objectives() []model.Objective {
	if r.options.AnyObjective {
		return nil
	}
	return r.m.Objectives
}

// Value is 1 if a literal holds, -1 if it does not, and 0 if it is open.
func (r *Root) Value(l model.Bool) int8 { return r.val[l] }

// Fixed reports whether a variable has one value left.
func (r *Root) Fixed(v model.VarID) bool {
	slot := r.slots[v]
	if r.m.Vars[v].Bool {
		return r.val[slot] != 0
	}
	return r.ints[slot].lo == r.ints[slot].hi
}

// Solution has the values of all variables that are fixed. Of the others, truth values are 0
// and numbers the least that they may be.
func (r *Root) Solution() model.Solution { return solution(r.m, r.slots, r.val, r.ints) }
