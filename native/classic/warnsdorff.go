package classic

import (
	"slices"

	"nazo/internal/alg"
)

// warnsdorff goes to the free vertex with the fewest free neighbours (Warnsdorff 1823). Ties go to the smallest
// index (Wakabayashi 1986), or by lookahead to the vertex from which the rule would reach the fewest ways (Pohl
// 1967), or to the first. It never backtracks.
type warnsdorff struct {
	w           *walker
	waysCounter         // of ways out
	index       []int32 // or nil
	ahead       bool    // with lookahead
	rank        []int32 // by place in a list of neighbours: its turn
}

func newWarnsdorff(w *walker, index []int32) *warnsdorff {
	ways := w.out.degrees()
	most := slices.Max(append(slices.Clip(ways), 0))
	return &warnsdorff{w: w, waysCounter: waysCounter{ways, w.in}, index: index, rank: order(int(most), 0)}
}

func (r *warnsdorff) options(v int32, list []int32) []int32 {
	best, least := int32(-1), [3]int32{}
	for i, u := range r.w.out.of(v) {
		if !r.w.free(u) {
			continue
		}
		key := [3]int32{r.ways[u], 0, r.rank[i]}
		if best >= 0 && key[0] > least[0] {
			continue
		}
		if r.ahead {
			key[1] = r.onward(u)
		} else if r.index != nil {
			key[1] = r.index[u]
		}
		if best < 0 || slices.Compare(key[:], least[:]) < 0 {
			best, least = u, key
		}
	}
	if best < 0 {
		return list
	}
	return append(list, best)
}

// onward returns the fewest ways among the neighbours of v.
func (r *warnsdorff) onward(v int32) int32 {
	fewest := r.w.order
	for _, u := range r.w.out.of(v) {
		if !r.w.visited[u] {
			fewest = min(fewest, r.ways[u])
		}
	}
	return fewest
}

// orders is the number of orders of moves in which warnsdorff2 tries each start. On a 1000 by 1000 board about one
// line in four succeeds. On small boards most do.
const orders = 200

// greedy tries a line from each start in each of a number of orders of moves. Starts with the fewest moves come
// first, since most of their lines succeed. It returns false, since it never enumerates all lines.
func (r *run) greedy(s TourSearch, most int) bool {
	w := newWalker(r, s)
	rule := w.rule.(*warnsdorff)
	starts := r.starts(true)
	slices.SortStableFunc(starts, func(a, b int32) int { return int(w.out.degree(a) - w.out.degree(b)) })
	for both := range len(starts) + most - 1 {
		for turn := max(0, both-len(starts)+1); turn <= min(both, most-1); turn++ {
			rule.ahead, rule.rank = turn > 0, order(len(rule.rank), int64(turn))
			if w.from(starts[both-turn]); w.ended() {
				return false
			}
		}
	}
	return false
}

// ReachTour returns the line that a search draws before its first dead end. The search must have a rule, unlike
// restarts and factor.
func ReachTour(p TourProblem, name string) []int32 {
	r := &run{p: p.normal(), order: int32(p.Graph.Order()), yield: func([]int32) bool { return true }}
	w := newWalker(r, find(name))
	w.thorough = false
	for v := r.starts(false)[0]; ; v = w.list[w.next[len(w.next)-1]] {
		if w.push(v); int(w.next[len(w.next)-1]) == len(w.list) {
			return w.line
		}
	}
}

// Successes reports for each start whether ReachTour visits all vertices.
func Successes(g *alg.Graph, name string) []bool {
	out := make([]bool, g.Order())
	for v := range out {
		out[v] = len(ReachTour(TourProblem{Graph: g, Start: int32(v), End: -1}, name)) == len(out)
	}
	return out
}

// degree counts the unvisited neighbours of each vertex (Kakehi, 1970s). An unvisited vertex with
// one such neighbour is a deadlock unless the line goes there at once or ends there:
//
//   - With two such vertices the line must go to one of them. With three or more it is lost.
//   - A vertex whose removal leaves a neighbour without any may only be the last but one.
//
// A known end replaces one of the two. A closed line ends at its start: the counts around the start stay when the
// line begins, and the start counts as unvisited. (Kakehi begins in a corner, where the start has one way left
// after the second vertex. Other starts have more, and still must come last.)
type degree struct {
	w      *walker
	ways   []int32
	end    int32 // where the line must end, or -1
	length int   // of a complete line; a closed one has its start twice
	most   int   // allowed number of vertices with one way left
	ones   int   // their number, except the end
}

func newDegree(w *walker) *degree {
	r := &degree{w: w, ways: w.out.degrees(), end: w.p.End, length: int(w.order), most: 2}
	if w.p.Closed {
		r.length++
	}
	if r.end >= 0 || w.p.Closed {
		r.most = 1
	}
	for _, k := range r.ways {
		if k == 1 {
			r.ones++
		}
	}
	if r.end >= 0 && r.ways[r.end] == 1 {
		r.ones--
	}
	return r
}

// counts reports whether a vertex may be counted in ones.
func (r *degree) counts(u int32) bool { return !r.w.visited[u] && u != r.end }

func (r *degree) enter(v int32) {
	if len(r.w.line) == 1 && r.w.p.Closed {
		if r.ways[v] == 1 {
			r.ones--
		}
		r.end = v
		return
	}
	if r.ways[v] == 1 && v != r.end {
		r.ones--
	}
	for _, u := range r.w.out.of(v) {
		r.ways[u]--
		if r.counts(u) {
			switch r.ways[u] {
			case 1:
				r.ones++
			case 0:
				r.ones--
			}
		}
	}
}

func (r *degree) leave(v int32) {
	if len(r.w.line) == 1 && r.w.p.Closed {
		if r.ways[v] == 1 {
			r.ones++
		}
		r.end = -1
		return
	}
	for _, u := range r.w.out.of(v) {
		if r.counts(u) {
			switch r.ways[u] {
			case 1:
				r.ones--
			case 0:
				r.ones++
			}
		}
		r.ways[u]++
	}
	if r.ways[v] == 1 && v != r.end {
		r.ones++
	}
}

func (r *degree) options(v int32, list []int32) []int32 {
	if r.ones > r.most {
		return list
	}
	for _, u := range r.w.out.of(v) {
		if r.w.free(u) && (r.ones < r.most || r.ways[u] == 1 && u != r.end) && r.allowed(u) || r.isLast(u) {
			list = append(list, u)
		}
	}
	return list
}

// isLast reports whether u is the end of a path and its turn has come.
func (r *degree) isLast(u int32) bool {
	return u == r.end && !r.w.visited[u] && len(r.w.line) == int(r.w.order)-1
}

// allowed reports whether going to v deadlocks no more vertices than allowed.
func (r *degree) allowed(v int32) bool {
	ones := r.ones
	if r.ways[v] == 1 {
		ones--
	}
	for _, u := range r.w.out.of(v) {
		if r.w.visited[u] && u != r.end {
			continue
		}
		switch {
		case r.ways[u] == 1:
			if len(r.w.line)+1 != r.length-1 {
				return false
			}
			if u != r.end {
				ones--
			}
		case r.ways[u] == 2 && u != r.end:
			ones++
		}
	}
	return ones <= r.most
}
