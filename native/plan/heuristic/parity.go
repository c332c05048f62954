package heuristic

import (
	"context"

	"nazo/machine"
	"nazo/model"
)

// Parity is a number of facts that no transition changes from odd to even or back, and that is odd at the start and even wherever the goal is
// met, or the other way round.
type Parity struct {
	Facts []machine.Fact
	Odd   bool // at the start
}

// FindParity finds one of as few facts as it can, by the invariants of [New]; ok is false if none of them alone keeps the goal out of reach.
func FindParity(ctx context.Context, m *model.Model, ts []machine.Transition) (p Parity, ok bool) {
	goals := readGoal(m)
	goals.count(m)
	all := withAllStarts(m)
	operators := relaxedReachable(ctx, all, splitTransitions(ctx, all, ts, relevant(all, goals)))
	if ctx.Err() != nil || goals.unsolvable || len(m.Machine.Hidden) > 0 {
		return p, false
	}
	n := newParityInvariants(ctx, all, operators)
	differ, odd := n.differing(m, goals)
	for i := range 64 {
		if differ>>i&1 == 0 {
			continue
		}
		facts := n.counted(m, i)
		if !ok || len(facts) < len(p.Facts) {
			p, ok = Parity{facts, odd>>i&1 != 0}, true
		}
	}
	return p, ok
}

// count works out truth values of which a sum tells that all of them hold in the goal, or none.
func (g *goal) count(m *model.Model) {
	for _, w := range g.sums {
		open := map[model.VarID]bool{}
		for _, v := range w.vars {
			if _, known := g.domains.of(m, v).Single(); m.Vars[v].Bool && !known {
				open[v] = true
			}
		}
		totals, ok := w.trueCount(m, g.domains, open)
		if !ok || len(open) == 0 {
			continue
		}
		for v := range open {
			switch bounds := totals.Bounds(); {
			case len(totals) == 0:
				g.unsolvable = true
			case bounds.Lo == int64(len(open)):
				g.domains[v] = model.Range(1, 1)
			case bounds.Hi == 0:
				g.domains[v] = model.Range(0, 0)
			}
		}
	}
}

// differing are the invariants that are different at the start and wherever the goal is met, and those that are odd at the start.
func (n *parityInvariants) differing(m *model.Model, g goal) (differ, odd uint64) {
	open := uint64(0) // invariants of which the goal does not decide what they are
	for v := range model.VarID(len(m.Vars)) {
		if n.column[v] < 0 {
			continue
		}
		start, known := m.Machine.Start[v].Single()
		if !known {
			return 0, 0
		}
		odd ^= n.mark(m, v, start)
		end := g.domains.of(m, v)
		first := n.mark(m, v, end.Bounds().Lo)
		for x := range end.Each {
			open |= first ^ n.mark(m, v, x)
		}
		differ ^= n.mark(m, v, start) ^ first
	}
	return differ &^ open, odd
}

// counted are the facts that an invariant counts.
func (n *parityInvariants) counted(m *model.Model, invariant int) (out []machine.Fact) {
	for v := range model.VarID(len(m.Vars)) {
		if n.column[v] < 0 {
			continue
		}
		for x := range m.Vars[v].Domain.Each {
			if n.mark(m, v, x)>>invariant&1 != 0 {
				out = append(out, machine.Fact{Var: v, Value: x})
			}
		}
	}
	return out
}
