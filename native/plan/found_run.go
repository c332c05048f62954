package plan

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// replay finds the moves of a run from its states: the cheapest from each to the next. If states are
// canonical, it follows them from a start that the first one stands for. It returns nil if the limits end
// that, or if a declared symmetry turns out to be wrong.
func (s *search) replay(states []machine.State) model.Solution {
	if len(states) == 0 {
		return nil
	}
	words := s.program.Words()
	var at machine.State
	_ = s.program.Starts(s.ctx, s.task.Options, func(start machine.State) bool {
		if s.isStoredAs(start, states[0][:words]) {
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
			out = append(out, alg.Map(moves, func(move int32) int64 { return int64(move) })...)
			copy(at, want)
			continue
		}
		move := int32(-1)
		var least lexCost
		s.program.Each(at, s.expandScratch, func(m int32, to machine.State, costs []int64) bool {
			cost, ok := s.encoding.encode(costs)
			if ok && (move < 0 || cost < least) && s.isStoredAs(to, want[:words]) {
				move, least = m, cost
				copy(next, to)
			}
			return true
		})
		if move < 0 {
			if s.canonicalizer != nil { // only some states were checked
				s.stop(notSymmetric("a run of images is no run"))
			}
			if s.stopped() {
				return nil
			}
			panic("plan: a run has no move from a state to the next")
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

// isStoredAs reports whether the tables store a state as stored.
func (s *search) isStoredAs(state, stored machine.State) bool {
	if s.canonicalizer != nil {
		state = s.canonicalizer.canonical(state)
	}
	return slices.Equal(state, stored)
}

const (
	// proofMoves is the number of moves tried for a shorter run, beyond a quarter of those that found the first.
	proofMoves = 1 << 20
	// proofSlice is the number of states between two looks at that limit.
	proofSlice = 1 << 10
)

// isShortest reports whether a finished search has a shortest run among those of the same cost.
func (s *search) isShortest(work stepper) bool {
	switch work := work.(type) {
	case *roundRobin:
		return s.isShortest(work.winner)
	case *depthFirst, *limitedDiscrepancy:
		return len(work.run()) == 1
	case *bestFirst:
		if work.greedy {
			return len(work.run()) == 1
		}
	}
	return !s.task.AnyObjective
}

// shorten searches for a shorter run, if that is little more work. It returns the better run, and whether a
// shorter one may exist. If time or memory is used up, only this search ends. The task has its run.
func (s *search) shorten(run model.Solution) (model.Solution, bool) {
	allowed := s.stats.Moves + s.stats.Moves/4 + proofMoves
	length := len(run) - len(s.specialized.Vars)
	shorter := s.upTo(max(length-1, 1))
	defer shorter.close()
	result := running
	for result == running && s.stats.Moves < allowed {
		result = shorter.step(proofSlice)
	}
	open := true
	switch result {
	case exhausted:
		open = false
	case found:
		if better := shorter.replay(shorter.run()); better != nil {
			run, open = better, false
		}
	}
	if s.reason.Kind != model.Other { // a wrong symmetry must be reported
		s.reason = model.Reason{}
	}
	return run, open
}

// upTo returns a search for a shortest run of at most the given number of moves.
func (s *search) upTo(most int) stepper {
	other := *s
	other.task.MaxMoves = most
	other.prepare()
	if b, _ := newBidirectional(&other); b != nil {
		return b
	}
	if other.heuristic == nil {
		return other.breadthFirst()
	}
	b := newBestFirst(&other)
	b.maxCost = lexCost(most)
	return b
}
