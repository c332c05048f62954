package lines

import (
	"sync/atomic"

	"nazo/engine"
	"nazo/model"
	"nazo/numbers"
)

// Restarts looks for one solution of links that may leave vertices out, by the
// stages reach, tidy and forced, with another order of labels and ways each
// time it starts again. A good order finds lines at once, a bad one never, so
// many short runs do better than a long one; their lengths are those that Luby,
// Sinclair and Zuckerman (Optimal speedup of Las Vegas algorithms, 1993) prove best.
type Restarts struct {
	work  *Job
	seed  int64
	runs  int
	Stats engine.Stats // the choices of all runs
}

// shortest is how many choices the shortest runs may make.
const shortest = 1000

// NewRestarts prepares the runs for a model; it returns nil where a vertex or an edge has
// to be used, or the board is very large.
func NewRestarts(m *Model, seed int64) *Restarts {
	stages, _ := known([]string{Reach, Tidy, Forced})
	work, err := m.by(stages)
	if err != nil || m.impossible || m.board(0).missing > 0 {
		return nil
	}
	return &Restarts{work: work, seed: seed}
}

// Try runs until so many more choices were made, or stop is set. It returns a
// solution, or nil if it found none, which proves nothing.
func (r *Restarts) Try(most int64, stop *atomic.Bool) model.Solution {
	var solution model.Solution
	for end := r.Stats.Nodes + most; solution == nil && r.Stats.Nodes < end && !stop.Load(); {
		r.runs++
		b := r.work.board(r.seed + int64(r.runs-1)<<32)
		s := newSearch(b, r.work.stages, engine.SolveOptions{}, stop)
		s.most = shortest * numbers.Luby(r.runs)
		s.found = func() bool {
			solution = r.work.solution(b)
			return false
		}
		outcome := s.run()
		r.Stats.Nodes += s.stats.Nodes
		r.Stats.DeadEnds += s.stats.DeadEnds
		if outcome == spaceDone { // no order will do better
			break
		}
	}
	return solution
}
