package explore

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// replay finds the moves of a run from the states that tables have of it: the cheapest
// from each to the next. Where symmetric states are merged it begins with a start
// whose least image is the first state and goes where the least images say. It
// returns nil if the limits end that, or if a declared symmetry turns out to be wrong.
func (s *search) replay(states []machine.State) model.Solution {
	words := s.p.Words()
	var at machine.State
	_ = s.p.Starts(s.ctx, s.task.Options, func(start machine.State) bool {
		if s.merged(start, states[0][:words]) {
			at = slices.Clone(start)
		}
		return at == nil
	})
	if at == nil {
		s.look()
		s.stopped()
		return nil
	}
	out := s.p.Unpack(at)
	next := make(machine.State, words)
	for _, want := range states[1:] {
		move := int32(-1)
		var least price
		s.p.Each(at, s.outer, func(m int32, to machine.State, costs []int64) bool {
			cost, ok := s.tariff.of(costs)
			if ok && (move < 0 || cost < least) && s.merged(to, want[:words]) {
				move, least = m, cost
				copy(next, to)
			}
			return true
		})
		if move < 0 {
			if s.merger != nil { // it was only checked in some states
				s.stop(notSymmetric("a run of images is no run"))
			}
			if s.stopped() {
				return nil
			}
			panic("explore: a run has no move from a state to the next")
		}
		out = append(out, int64(move))
		copy(at, next)
	}
	if s.merger != nil && !s.won(at) {
		s.stop(notSymmetric("the image of a goal is none"))
		return nil
	}
	return out
}

// merged says whether a state is kept as the other.
func (s *search) merged(state, kept machine.State) bool {
	if s.merger != nil {
		state = s.merger.least(state)
	}
	return slices.Equal(state, kept)
}
