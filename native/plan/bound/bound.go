package bound

import (
	"context"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// Bound bounds what is still to be paid in a machine. It never changes, so that
// any number of goroutines may ask it at once.
type Bound struct {
	hopeless bool // no run reaches the goal
	parts    []part
}

// part is an abstraction, or several that are looked at together.
type part interface {
	// least adds to into what is still to be paid; dead if there is no way.
	least(value func(model.VarID) int64, into []int64) (dead bool)
}

// New derives a bound from all transitions of m's machine. Guards, effects, costs
// and the machine's goal are nodes of m. It returns nil if nothing can be
// derived, also because ctx is done.
func New(ctx context.Context, m *model.Model, ts []machine.Transition) *Bound {
	goals := readGoal(m)
	return derive(ctx, m, ts, goals, mattering(m, goals))
}

// derive is New for a goal that was read, and for variables whose effects must be
// understood.
func derive(ctx context.Context, m *model.Model, ts []machine.Transition, goals goal, mattering []bool) *Bound {
	if goals.impossible {
		return &Bound{hopeless: true}
	}
	start := m
	m = widened(m)
	operators := possible(ctx, m, split(ctx, m, ts, mattering))
	if ctx.Err() != nil {
		return nil // some operators may be missing
	}
	if newInvariants(ctx, m, operators).exclude(start, goals) {
		return &Bound{hopeless: true}
	}
	kept := share(ctx, m, operators, abstractions(ctx, m, operators, goals))
	b := &Bound{}
	var alone []*family
	for _, a := range kept {
		switch a := a.(type) {
		case *family:
			a.stuck = findPairs(ctx, m, operators, a)
			if a.errand != nil && !a.errand.informs() {
				a.errand = nil
			}
			alone = append(alone, a)
		case *errand: // the family looks at it
		default:
			b.parts = append(b.parts, a)
		}
	}
	for _, c := range crowds(m, alone) {
		c.settle(ctx, m, operators)
		b.parts = append(b.parts, c)
	}
	if len(b.parts) == 0 || ctx.Err() != nil {
		return nil
	}
	return b
}

// Least bounds what is to be paid from the state with the given values of
// variables: it fills into, which has Machine.Costs + 1 entries. If no run leads
// from there to the goal it returns true, and into means nothing.
func (b *Bound) Least(value func(model.VarID) int64, into []int64) (dead bool) {
	clear(into)
	if b.hopeless {
		return true
	}
	for _, p := range b.parts {
		if p.least(value, into) {
			return true
		}
	}
	return false
}

// mattering says which variables' effects must be understood: those of finds that
// the goal depends on.
func mattering(m *model.Model, g goal) []bool {
	finds := map[int32]bool{}
	for v, c := range g.concerns {
		if c {
			finds[m.Vars[v].Find] = true
		}
	}
	out := make([]bool, len(m.Vars))
	for v := range out {
		out[v] = g.concerns[v] || m.Vars[v].Find >= 0 && finds[m.Vars[v].Find]
	}
	return out
}

// widened lets the machine begin with all states that the bound may be asked about runs from:
// whatever is hidden, for a machine may be played from many deals, and the images of the
// start, for a search may put a state that is symmetric in the place of another.
func widened(m *model.Model) *model.Model {
	out, machine := *m, *m.Machine
	machine.Start = slices.Clone(machine.Start)
	for _, v := range machine.Hidden {
		machine.Start[v] = m.Vars[v].Domain
	}
	start := slices.Clone(machine.Start)
	for _, p := range machine.Symmetries { // a group: the images of images are among them
		for i, to := range p.Vars {
			var images []int64
			for value := range start[i].Each {
				if image, ok := p.Values[i][value]; ok {
					value = image
				}
				images = append(images, value)
			}
			machine.Start[to] = machine.Start[to].Union(model.Values(images...))
		}
	}
	out.Machine = &machine
	return &out
}
