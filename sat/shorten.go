package sat

import (
	"nazo/model"
	"nazo/sat/unroll"
)

// shortening looks for shorter runs than one that is known, between the lengths that are
// ruled out and its own.
type shortening struct {
	*runs
	best model.Solution
	// atCosts is true if only runs at the costs of the known one count, which are the least.
	atCosts bool
	least   int // no run that counts has fewer moves
	// told, if not nil, is called with what is known, whenever that is more.
	told func(best model.Solution, least int)
}

// shortening begins with a run that was postprocessed.
func (r *runs) shortening(best model.Solution, atCosts bool) *shortening {
	return &shortening{runs: r, best: best, atCosts: atCosts}
}

// run halves what lies between least, which no run that counts has fewer moves than, and the
// length of the best, until nothing does. A question that takes more than budget conflicts
// ends it before, and run returns false; 0 is no bound.
func (s *shortening) run(least int, budget int64) bool {
	s.least = least
	for {
		if s.told != nil {
			s.told(s.best, s.least)
		}
		if s.atCosts {
			s.result.Best = s.best
		}
		length := s.length(s.best)
		if s.least >= length {
			return true
		}
		u := s.unrolled(false, (s.least+length-1)/2)
		if s.atCosts {
			s.requireCosts(u, s.best)
		}
		solution, status := s.ask(u, u.Off(unroll.Question{Goal: true, Busy: u.Steps() == s.least}), budget)
		switch status {
		case Unsatisfiable:
			s.least = u.Steps() + 1
		case Satisfiable:
			s.best = s.postprocessed(u.Run(solution))
		default:
			return false
		}
	}
}

const (
	// shorteningBudget bounds the conflicts for each question about shorter runs where any
	// run will do.
	shorteningBudget = 4000
	// shorteningSteps bounds the length of the runs for which they are asked, and
	// shorteningNodes what stands for them: it takes long to write larger ones out.
	shorteningSteps = 60
	shorteningNodes = 100_000
)

// tried is run for one who has a run already, and asks for a shorter one only if that
// is soon told: it never ends the work. It reports whether the run is known to be the shortest.
func (s *shortening) tried(least int) (shortest bool) {
	s.least = least
	length := s.length(s.best)
	if s.least >= length {
		return true
	}
	if length > shorteningSteps || length*s.program.Nodes() > shorteningNodes {
		return false
	}
	defer func() {
		if thrown := recover(); thrown != nil {
			if _, isStop := thrown.(stopped); !isStop {
				panic(thrown)
			}
			shortest = false
		}
	}()
	return s.run(least, shorteningBudget)
}
