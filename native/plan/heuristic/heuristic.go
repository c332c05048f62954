package heuristic

import (
	"context"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// Heuristic is an admissible heuristic for a machine: it never exceeds what is still to be paid.
// It is immutable, so any number of goroutines may use it at once.
type Heuristic struct {
	layout     *machine.Layout
	unsolvable bool // no run reaches the goal
	components []component
	relaxation *relaxation           // nil if there is none
	dead       map[machine.Fact]bool // what no state on a run to the goal has
}

// component is an abstraction, or several that are evaluated together.
type component interface {
	// estimate adds lower bounds on what is still to be paid to the entries of into. It returns
	// true if the state is a dead end.
	estimate(s state, into []int64) (deadEnd bool)
}

// New derives a heuristic from all transitions of m's machine. Guards, effects, costs and the
// machine's goal are nodes of m; states have the given layout. It returns nil if nothing can be
// derived, also because ctx is done.
func New(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition) *Heuristic {
	goals := readGoal(m)
	return derive(ctx, m, layout, ts, goals, relevant(m, goals))
}

// derive is New for a goal that was read, and for the variables for which relevant is true.
func derive(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition, goals goal, mattering []bool) *Heuristic {
	if goals.unsolvable {
		return &Heuristic{layout: layout, unsolvable: true}
	}
	start := m
	m = withAllStarts(m)
	operators := relaxedReachable(ctx, m, splitTransitions(ctx, m, ts, mattering))
	if ctx.Err() != nil {
		return nil // some operators may be missing
	}
	if newParityInvariants(ctx, m, operators).exclude(start, goals) {
		return &Heuristic{layout: layout, unsolvable: true}
	}
	kept := partitionCosts(ctx, m, operators, abstractions(ctx, m, operators, goals))
	h := &Heuristic{layout: layout, dead: map[machine.Fact]bool{}}
	var alone []*mutexGroup
	for _, a := range kept {
		switch a := a.(type) {
		case *mutexGroup:
			a.deadPairs = findDeadPairs(ctx, m, operators, a)
			if a.carried != nil && !a.carried.informative() {
				a.carried = nil
			}
			alone = append(alone, a)
			for _, f := range a.deadPlaces(m) {
				h.dead[f] = true
			}
		case *carrierHeuristic: // its mutex group adds it (token_groups.go)
		default:
			h.components = append(h.components, a)
		}
	}
	h.relaxation = newRelaxation(m, layout, operators, goals, alone)
	for _, tg := range groupsByFind(m, alone) {
		tg.addPairwise(ctx, m, operators)
		tg.findBits(layout)
		h.components = append(h.components, tg)
	}
	if len(h.components) == 0 || ctx.Err() != nil {
		return nil
	}
	return h
}

// Estimate computes lower bounds on what is to be paid from a state: it fills into, which has
// Machine.Costs + 1 entries. It returns true if the state is a dead end, from which no run leads
// to the goal; then into means nothing.
func (h *Heuristic) Estimate(words machine.State, into []int64) (deadEnd bool) {
	s := state{h.layout, words}
	clear(into)
	if h.unsolvable {
		return true
	}
	for _, p := range h.components {
		if p.estimate(s, into) {
			return true
		}
	}
	return false
}

// relevant is true for the variables whose effects must be known exactly: those of finds that
// the goal depends on.
func relevant(m *model.Model, g goal) []bool {
	finds := map[int32]bool{}
	for v, c := range g.dependsOn {
		if c {
			finds[m.Vars[v].Find] = true
		}
	}
	out := make([]bool, len(m.Vars))
	for v := range out {
		out[v] = g.dependsOn[v] || m.Vars[v].Find >= 0 && finds[m.Vars[v].Find]
	}
	return out
}

// withAllStarts is the machine with the starts of all runs about which the heuristic may be
// asked: whatever is hidden, for a machine may be played from many deals, and the images of the
// start, for a search may replace a state by one that is symmetric to it.
func withAllStarts(m *model.Model) *model.Model {
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
