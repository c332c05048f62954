package explore

import (
	"nazo/engine"
	"nazo/model"
)

// This file looks for the shortest run after any was found, where that is not much
// more work: the shortest are the best, but often far harder to find.

const (
	// proofMoves is the number of moves that are tried for a shorter run, beyond a quarter
	// of those that it took to find the first.
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

// shorten searches for a shorter run than one that was found, and returns the better one, and
// whether a shorter one may exist. If time or memory is used up, only this search ends, not the
// task, which has its run.
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
	if s.reason.Kind != engine.Other { // a wrong symmetry must be told
		s.reason = engine.Reason{}
	}
	return run, open
}

// upTo is a search for a shortest run of at most so many moves.
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
