package explore

import (
	"context"
	"slices"

	"nazo/engine"
)

// Survey visits all states as [engine.Surveyor] describes. DeadEnds is -1 if memory does not allow to find out, or if moves
// lead on beyond MaxMoves.
func (j *Machine) Survey(ctx context.Context, o engine.SurveyOptions) engine.Survey {
	l := newLimits(ctx, o.Memory, o.Progress)
	defer l.close()
	var v engine.Survey
	task := engine.Task{Options: j.options, SolveOptions: engine.SolveOptions{RunOptions: o.RunOptions}}
	if s := newSearch(ctx, j, task, l); s != nil {
		v = s.survey()
	}
	v.Complete, v.Reason, v.Stats = l.reason.Kind == engine.None, l.reason, l.stats
	return v
}

func (s *search) survey() engine.Survey {
	b := newBreadthFirst(s)
	defer b.close()
	b.pastGoals = true
	edges := &edges{limits: s.limits}
	b.onEdge = edges.add
	result := running
	for result == running {
		result = b.step(workSlice)
	}
	out := engine.Survey{DeadEnds: -1}
	for d, first := range b.layers {
		next := b.table.count
		if d+1 < len(b.layers) {
			next = b.layers[d+1]
		}
		if next > first {
			out.ByDistance, out.Goals = append(out.ByDistance, int64(next-first)), append(out.Goals, 0)
		}
	}
	for _, id := range b.goals {
		out.Goals[b.distance(id)]++
	}
	all := b.cursor == b.table.count // MaxMoves left none out
	if result == exhausted && all && !edges.dropped {
		out.DeadEnds = edges.deadEnds(int(b.table.count), b.goals)
	}
	return out
}

// edges are the moves among all states, in the order in which states are expanded.
type edges struct {
	limits   *limits
	from, to []int32
	dropped  bool // there was no memory for them
}

// add adds a move, as long as a quarter of the memory suffices.
func (e *edges) add(from, to int32) bool {
	if e.dropped || from == to {
		return true
	}
	if len(e.to) == cap(e.to) {
		grown := max(4096, 2*cap(e.to))
		if int64(grown)*16 > e.limits.memory/4 { // as much again is needed to look at them backward
			e.limits.free(int64(cap(e.to)) * 8)
			e.dropped, e.from, e.to = true, nil, nil
			return true
		}
		if !e.limits.reserve(int64(grown-cap(e.to)) * 8) {
			return false
		}
		e.from = append(make([]int32, 0, grown), e.from...)
		e.to = append(make([]int32, 0, grown), e.to...)
	}
	e.from, e.to = append(e.from, from), append(e.to, to)
	return true
}

// deadEnds is the number of states from which no goal can be reached, or -1 if
// the limits end the count, or memory does not allow it.
func (e *edges) deadEnds(states int, goals []int32) int64 {
	l := e.limits
	if l.used+int64(states)*(4+4+4+1)+int64(len(e.to))*4 > l.memory {
		return -1
	}
	// The moves are sorted by the state that they lead to: these are where those of each state
	// begin.
	first := make([]int32, states+1)
	for _, to := range e.to {
		if l.stopped() {
			return -1
		}
		first[to+1]++
	}
	for i := range states {
		first[i+1] += first[i]
	}
	before := make([]int32, len(e.to))
	place := slices.Clone(first)
	for i, to := range e.to {
		if l.stopped() {
			return -1
		}
		before[place[to]] = e.from[i]
		place[to]++
	}
	alive := make([]bool, states)
	queue := append(make([]int32, 0, states), goals...)
	for _, id := range goals {
		alive[id] = true
	}
	for k := 0; k < len(queue); k++ {
		if l.stopped() {
			return -1
		}
		for _, from := range before[first[queue[k]]:first[queue[k]+1]] {
			if !alive[from] {
				alive[from] = true
				queue = append(queue, from)
			}
		}
	}
	return int64(states - len(queue))
}
