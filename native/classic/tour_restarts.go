package classic

import (
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
)

// restarter draws lines by a fixed index and chance (Wakabayashi 1986). From the end of the line it tries the moves
// in turn, from a random one on. It takes the free vertex with the smallest index, the last among equals. When
// stuck, it starts again.
type restarter struct {
	next    [][]int32 // by vertex: the ends of its moves, -1 for a move off the board
	index   []int32
	visited []bool
	line    []int32
	end     int32
	random  *rand.Rand
}

func newRestarter(next [][]int32, end int32, seed int64) *restarter {
	r := &restarter{next: next, index: make([]int32, len(next)), visited: make([]bool, len(next)),
		line: make([]int32, 0, len(next)), end: end, random: tourRandom(seed)}
	moves := func(v int32) (k int32) {
		for _, u := range next[v] {
			if u >= 0 {
				k++
			}
		}
		return k
	}
	for v := range next {
		r.index[v] = 100 * moves(int32(v))
		for _, u := range next[v] {
			if u >= 0 {
				r.index[v] += moves(u)
			}
		}
	}
	return r
}

// begin starts a new line.
func (r *restarter) begin(start int32) {
	for _, v := range r.line {
		r.visited[v] = false
	}
	r.line = append(r.line[:0], start)
	r.visited[start] = true
}

// extend adds a vertex. It returns false if stuck.
func (r *restarter) extend() bool {
	next := r.next[r.line[len(r.line)-1]]
	if len(next) == 0 {
		return false
	}
	first := r.random.IntN(len(next))
	best := int32(-1)
	for i := range next {
		u := next[(first+i)%len(next)]
		if u < 0 || r.visited[u] || u == r.end && len(r.line) < len(r.visited)-1 {
			continue
		}
		if best < 0 || r.index[u] <= r.index[best] {
			best = u
		}
	}
	if best < 0 {
		return false
	}
	r.visited[best] = true
	r.line = append(r.line, best)
	return true
}

// mostRestarts limits the lines that are tried.
const mostRestarts = 100_000

// restarts tries lines from the start, or from random starts.
func (r *run) restarts() {
	d := newRestarter(lists(r.p.Graph), r.p.End, r.o.Seed)
	starts := r.starts(true)
	for range r.tries(mostRestarts) {
		if len(starts) == 0 {
			return
		}
		start := starts[d.random.IntN(len(starts))]
		for d.begin(start); !r.ended() && d.extend(); {
			r.step(d.line)
		}
		if r.ended() {
			return
		}
		if len(d.line) == int(r.order) && (!r.p.Closed || slices.Contains(d.next[d.line[len(d.line)-1]], start)) {
			if r.deliverNew(d.line); r.done {
				return
			}
		}
		r.work.DeadEnds += int64(len(d.line) - 1)
	}
}

// lists returns the neighbours of each vertex.
func lists(g *alg.Graph) [][]int32 {
	all := tourNeighbours(g.Out, 0)
	out := make([][]int32, g.Order())
	for v := range out {
		out[v] = all.of(int32(v))
	}
	return out
}

// DirectionHistogram counts how many of a number of restarts reach each length: index k counts lines of k vertices.
// A negative start draws one for each restart. The seed decides all draws. Every vertex of the board has the same
// directions, and -1 marks one that leads off the board. It counts when a direction is drawn, as in Wakabayashi's
// program.
func DirectionHistogram(next [][]int32, start int32, restarts int, seed int64) []int {
	out := make([]int, len(next)+1)
	d := newRestarter(next, -1, seed)
	for range restarts {
		s := start
		if s < 0 {
			s = d.random.Int32N(int32(len(next)))
		}
		for d.begin(s); d.extend(); {
		}
		out[len(d.line)]++
	}
	return out
}
