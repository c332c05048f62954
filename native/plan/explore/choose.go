package explore

import (
	"fmt"

	"nazo/model"
)

// choose makes the search that the task names, or the one that suits it. It returns nil and the
// reason if the named one does not apply.
func (s *search) choose(m *model.Model) (stepper, string) {
	if len(s.task.Search) > 0 {
		n, _ := named(s.task.Search[0])
		return s.chosen(n)
	}
	if s.task.Limit == 1 && s.task.AsksForAnyRun(m.Machine) {
		return s.anyRun(), ""
	}
	return s.bestRun(), ""
}

// chosen makes a named search, as choose does.
func (s *search) chosen(n Search) (stepper, string) {
	if n.unitCost && !s.unitCost() {
		return nil, fmt.Sprintf("moves cost different amounts, which search %s does not know", n.Name)
	}
	s.setLengthInState(s.task.MaxMoves > 0 && !n.keepsDepth)
	if n.guided {
		s.useHeuristic()
	}
	return n.new(s)
}

// unitCost reports whether the shortest runs are the best.
func (s *search) unitCost() bool { return s.encoding.unitCost || s.task.AnyObjective }

func (s *search) breadthFirst() *breadthFirst {
	b := newBreadthFirst(s)
	b.allShortest = s.task.Limit != 1
	return b
}

func (s *search) bestFirst() *bestFirst {
	b := newBestFirst(s)
	b.allOptimal = s.task.Limit != 1
	return b
}

func (s *search) bidirectional() (stepper, string) {
	b, reason := newBidirectional(s)
	if b == nil {
		return nil, reason
	}
	return b, ""
}

// newGreedy is greedy best-first search.
func newGreedy(s *search) *bestFirst {
	b := newBestFirst(s)
	b.greedy = true
	return b
}

// anyRun is a portfolio of searches for some run: depth-first, breadth-first (bidirectional where
// that applies, and then the others may end at its backward direction) and, if there is a
// heuristic, greedy best-first search. Where there are players, who know what is sensible, half of
// the work is a limited discrepancy search along their preferences.
func (s *search) anyRun() stepper {
	s.useHeuristic()
	plain := s.anyRunUnguided()
	if len(s.specialized.Machine.Players) == 0 {
		return plain
	}
	guided := *s
	guided.prepare()
	guided.setLengthInState(s.task.MaxMoves > 0)
	return newRoundRobin(s.limits, plain, newLimitedDiscrepancy(&guided))
}

// anyRunUnguided is anyRun without players.
func (s *search) anyRunUnguided() *roundRobin {
	s.setLengthInState(false)
	d, g := newDepthFirst(s), (*bestFirst)(nil)
	var others []stepper
	if s.heuristic != nil && s.task.MaxMoves == 0 {
		g = newGreedy(s)
		others = append(others, g)
	}
	b, _ := newBidirectional(s)
	if b == nil {
		return newRoundRobin(s.limits, append(others, s.breadthFirst(), d)...)
	}
	meet := func(goals *direction) {
		d.goals = goals
		if g != nil {
			g.goals = goals
		}
	}
	t := newRoundRobin(s.limits, append(others, b, d)...)
	if s.task.MaxMoves == 0 {
		meet(&b.backward)
		t.dropped = func(dropped stepper) {
			if dropped == stepper(b) {
				meet(nil)
			}
		}
	}
	return t
}

// bestRun is a search for best runs: A* with the heuristic, uniform-cost search without one, or
// breadth-first search where all moves cost the same. There, if one run is asked for and there are
// inverse moves from few goal states, bidirectional search shares the work with A* or replaces
// breadth-first search.
func (s *search) bestRun() stepper {
	unitCost := s.unitCost()
	s.useHeuristic()
	if !unitCost {
		s.leaveOutDeadEnds()
		s.setLengthInState(s.task.MaxMoves > 0)
		if s.task.Limit == 1 && s.task.MaxMoves == 0 && s.canonicalizer == nil {
			s.reachSets = newReachSets(s)
		}
		return s.bestFirst()
	}
	guided := s.heuristic != nil && s.task.MaxMoves == 0
	if s.task.Limit == 1 {
		b, _ := newBidirectional(s)
		switch {
		case b != nil && guided:
			return newRoundRobin(s.limits, b, s.bestFirst())
		case b != nil:
			return b
		}
	}
	if guided {
		return s.bestFirst()
	}
	return s.breadthFirst()
}
