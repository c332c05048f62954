package explore

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// replay finds the moves of a run from its states in a table: the cheapest from each to the
// next. With canonical states it begins with a start whose canonical state is the first and
// follows the canonical states. It returns nil if the limits end that, or if a declared symmetry
// turns out to be wrong.
func (s *search) replay(states []machine.State) model.Solution {
	words := s.program.Words()
	var at machine.State
	_ = s.program.Starts(s.ctx, s.task.Options, func(start machine.State) bool {
		if s.isKeptAs(start, states[0][:words]) {
			at = slices.Clone(start)
		}
		return at == nil
	})
	if at == nil {
		s.pollContext()
		s.stopped()
		return nil
	}
	out := s.program.Unpack(at)
	next := make(machine.State, words)
	for _, want := range states[1:] {
		if s.reachSets != nil {
			moves := s.reachSets.between(at, want)
			if moves == nil && s.stopped() {
				return nil
			}
			for _, move := range moves {
				out = append(out, int64(move))
			}
			copy(at, want)
			continue
		}
		move := int32(-1)
		var least lexCost
		s.program.Each(at, s.expandScratch, func(m int32, to machine.State, costs []int64) bool {
			cost, ok := s.encoding.encode(costs)
			if ok && (move < 0 || cost < least) && s.isKeptAs(to, want[:words]) {
				move, least = m, cost
				copy(next, to)
			}
			return true
		})
		if move < 0 {
			if s.canonicalizer != nil { // it was only checked in some states
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
	if s.canonicalizer != nil && !s.won(at) {
		s.stop(notSymmetric("the image of a goal is none"))
		return nil
	}
	return out
}

// isKeptAs reports whether the tables have a state as kept.
func (s *search) isKeptAs(state, kept machine.State) bool {
	if s.canonicalizer != nil {
		state = s.canonicalizer.canonical(state)
	}
	return slices.Equal(state, kept)
}
