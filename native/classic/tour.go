// Package classic searches models that are nothing but one path, one cycle or links. A [Recognizer] finds out whether
// a model is one of these. It propagates known values, keeps the remaining constraints as clauses on edges and
// vertices, and refuses a model with a reason if anything else is left.
//
// The searches have names from old texts, each with its source: Hamiltonian paths and cycles, links drawn line by
// line, and round trips of least cost. They compete on the same models, and some serve the engine's own search. The
// package shares no code with the propagators of package fd.
package classic

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// TourSearch is a named search for Hamiltonian paths and cycles. Most are rules for one depth-first search,
// [walker]. Searches differ only in these fields. No code asks for a name. Memory is linear in the graph, and the
// depth-first search neither recurses nor allocates.
type TourSearch struct {
	Name   string
	About  string // one line
	Source string // where it comes from
	// Exhaustive is true if it enumerates all lines. Then it can count them, or prove that there are none.
	Exhaustive bool
	// Directed is true if it accepts directed graphs.
	Directed bool

	// rule says where a line may go on. It is nil for searches without a walker.
	rule func(*walker) rule
	// run searches, and reports whether it enumerated all lines.
	run func(*run, TourSearch) bool
}

// TourSearches lists the searches, the plainest first.
func TourSearches() []TourSearch {
	return []TourSearch{
		{"naive", "goes on in a fixed order of moves and takes back what leads nowhere",
			"Wakabayashi 1986, after Wirth", true, true,
			func(w *walker) rule { return naive{w} }, (*run).exhaustive},
		{"feasible", "naive, and leaves no vertex behind that nothing leads to any more",
			"Kakehi, 1970s", true, true,
			func(w *walker) rule { return newFeasible(w) }, (*run).exhaustive},
		{"degree", "counts the ways that are left at each vertex and goes where only one is",
			"Kakehi, 1970s", true, false,
			func(w *walker) rule { return newDegree(w) }, (*run).exhaustive},
		{"warnsdorff", "goes where the fewest ways lead on, ties in fixed order; takes nothing back",
			"Warnsdorff 1823", false, true,
			func(w *walker) rule { return newWarnsdorff(w, nil) },
			func(r *run, s TourSearch) bool { return r.greedy(s, 1) }},
		{"warnsdorff2", "warnsdorff with ties by the moves of a vertex and of its neighbours; if stuck, by a second look in other orders",
			"Wakabayashi 1986; the second look is Pohl's, 1967", false, true,
			func(w *walker) rule { return newWarnsdorff(w, Index(w.p.Graph)) },
			func(r *run, s TourSearch) bool { return r.greedy(s, r.tries(orders)) }},
		{"restarts", "goes to the vertex of the smallest fixed index from a random direction on; starts again when stuck",
			"Wakabayashi 1986", false, true, nil,
			func(r *run, _ TourSearch) bool { r.restarts(); return false }},
		{"factor", "covers the vertices by short cycles and joins them by exchanging edges",
			"Berge 1958, after Wakabayashi 1986", false, true, nil,
			func(r *run, _ TourSearch) bool { return r.factor() }},
	}
}

// find returns the search of a name, which must exist.
func find(name string) TourSearch {
	for _, s := range TourSearches() {
		if s.Name == name {
			return s
		}
	}
	panic("tour: no search is named " + name)
}

// TourOptions vary how a search runs.
type TourOptions struct {
	// Seed shuffles the order of moves. 0 keeps the graph's order.
	Seed int64
	// Tries limits the covers, restarts or orders of moves of a search that is not exhaustive. 0 is
	// the search's own limit.
	Tries int
	// Watch, if not nil, sees the line at each multiple of Every choices.
	Watch func(model.Moment)
	Every int64
	// Report, if not nil, gets the work so far at intervals.
	Report func(TourWork)
}

// TourWork counts work.
type TourWork struct {
	Choices  int64 // vertices entered after the first of a line
	DeadEnds int64 // choices that were taken back
}

// TourResult is the outcome of a search.
type TourResult struct {
	TourWork
	// Exhausted is true if no further line exists.
	Exhausted bool
}

// RunTour runs the named search. It calls yield for each line, a list of vertices, until yield returns false. The
// line is only valid during the call. No line comes twice, nor reversed. A search that is not exhaustive ends when
// its tries are used up.
func RunTour(ctx context.Context, p TourProblem, name string, o TourOptions, yield func(line []int32) bool) TourResult {
	s := find(name)
	r := &run{p: p.normal(), o: o, yield: yield, order: int32(p.Graph.Order())}
	release := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer release()
	if ctx.Err() != nil {
		return TourResult{}
	}
	if p.Graph.Order() < p.least() {
		return TourResult{Exhausted: true}
	}
	exhausted := s.run(r, s)
	return TourResult{r.work, exhausted && !r.ended()}
}

// exhaustive enumerates all lines. It returns false if stopped.
func (r *run) exhaustive(s TourSearch) bool { return newWalker(r, s).all() }

// run is the state that all searches share.
type run struct {
	p     TourProblem
	o     TourOptions
	order int32 // number of vertices
	yield func([]int32) bool
	work  TourWork
	stop  atomic.Bool // set when the context ends
	done  bool        // set when yield returned false
	seen  map[uint64]bool
	lines [1][]int32 // scratch for Watch
}

func (r *run) ended() bool { return r.done || r.stop.Load() }

// tries returns the number of tries, given the search's own limit.
func (r *run) tries(most int) int {
	if r.o.Tries > 0 {
		return r.o.Tries
	}
	return most
}

// step counts a choice.
func (r *run) step(line []int32) {
	r.work.Choices++
	if r.o.Watch != nil && r.o.Every > 0 && r.work.Choices%r.o.Every == 0 {
		r.lines[0] = line
		r.o.Watch(model.Moment{Choices: r.work.Choices, Lines: r.lines[:]})
	}
	if r.o.Report != nil && r.work.Choices%256 == 0 {
		r.o.Report(r.work)
	}
}

// deliver yields a line.
func (r *run) deliver(line []int32) { r.done = !r.yield(line) }

// deliverNew yields a line unless the hash of its edges was seen before.
func (r *run) deliverNew(line []int32) bool {
	if r.seen == nil {
		r.seen = map[uint64]bool{}
	}
	h := uint64(0)
	for i, v := range line {
		if i > 0 {
			h += r.edgeHash(line[i-1], v)
		} else if r.p.Closed {
			h += r.edgeHash(line[len(line)-1], v)
		}
	}
	if r.seen[h] {
		return false
	}
	r.seen[h] = true
	r.deliver(line)
	return true
}

func (r *run) edgeHash(u, v int32) uint64 {
	if !r.p.Graph.Directed && u > v {
		u, v = v, u
	}
	return alg.SplitMix64(uint64(u)<<32 | uint64(v))
}

// starts returns the vertices to start from. A cycle needs one, unless every is set.
func (r *run) starts(every bool) []int32 {
	all := []int32{r.p.Start}
	if r.p.Start < 0 && r.p.Closed && !every {
		all[0] = 0
	} else if r.p.Start < 0 {
		all = order(int(r.order), 0)
	}
	if r.order == 1 {
		return all
	}
	return slices.DeleteFunc(all, func(v int32) bool { return v == r.p.End })
}

// order returns 0 .. n-1, shuffled by a seed that is not 0.
func order(n int, seed int64) []int32 {
	out := make([]int32, n)
	for i := range out {
		out[i] = int32(i)
	}
	if seed != 0 {
		tourRandom(seed).Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func tourRandom(seed int64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0x746f7572)) }

// TourProblem asks for the Hamiltonian paths or cycles of a graph.
type TourProblem struct {
	Graph *alg.Graph
	// Closed asks for cycles instead of paths.
	Closed bool
	// Start and End are the ends of a path, or -1 if open. In an undirected graph their order does not matter, and a
	// path equals its reverse. For a cycle, Start is only where a search begins, and End must be -1.
	Start, End int32
}

// normal makes the only known end of an undirected path its start.
func (p TourProblem) normal() TourProblem {
	if !p.Graph.Directed && p.Start < 0 {
		p.Start, p.End = p.End, -1
	}
	return p
}

// least returns the least number of vertices of a line.
func (p TourProblem) least() int {
	switch {
	case !p.Closed:
		return 1
	case p.Graph.Directed:
		return 2
	}
	return 3
}

// Valid reports whether a line is a solution, whichever search found it.
func (p TourProblem) Valid(line []int32) bool {
	n := p.Graph.Order()
	if len(line) != n || n < p.least() {
		return false
	}
	seen := make([]bool, n)
	for i, v := range line {
		if seen[v] || i > 0 && !p.joined(line[i-1], v) {
			return false
		}
		seen[v] = true
	}
	first, last := line[0], line[n-1]
	if p.Closed {
		return p.joined(last, first)
	}
	fits := func(a, b int32) bool { return (p.Start < 0 || p.Start == a) && (p.End < 0 || p.End == b) }
	return fits(first, last) || !p.Graph.Directed && fits(last, first)
}

func (p TourProblem) joined(u, v int32) bool {
	return slices.ContainsFunc(p.Graph.Out[u], func(h alg.Half) bool { return h.To == v })
}

// adjacency lists the neighbours of all vertices in one array.
type adjacency struct {
	first []int32 // by vertex: where its neighbours begin; one more for the end
	to    []int32
}

// tourNeighbours lists the far ends of edges in order. A seed other than 0 shuffles the places, in the same way for
// all vertices of one degree.
func tourNeighbours(halves [][]alg.Half, seed int64) adjacency {
	total := 0
	for _, h := range halves {
		total += len(h)
	}
	a := adjacency{make([]int32, len(halves)+1), make([]int32, 0, total)}
	places := map[int][]int32{}
	for v, list := range halves {
		if seed == 0 {
			a.to = append(a.to, alg.Map(list, func(h alg.Half) int32 { return h.To })...)
		} else {
			if places[len(list)] == nil {
				places[len(list)] = order(len(list), seed)
			}
			a.to = append(a.to, alg.Map(places[len(list)], func(i int32) int32 { return list[i].To })...)
		}
		a.first[v+1] = int32(len(a.to))
	}
	return a
}

func (a *adjacency) of(v int32) []int32   { return a.to[a.first[v]:a.first[v+1]] }
func (a *adjacency) degree(v int32) int32 { return a.first[v+1] - a.first[v] }

// degrees returns the number of neighbours of each vertex.
func (a *adjacency) degrees() []int32 {
	out := make([]int32, len(a.first)-1)
	for v := range out {
		out[v] = a.degree(int32(v))
	}
	return out
}

func (a *adjacency) has(u, v int32) bool { return slices.Contains(a.of(u), v) }

// TourMoves returns the number of moves from each vertex.
func TourMoves(g *alg.Graph) []int32 {
	out := make([]int32, g.Order())
	for v, halves := range g.Out {
		out[v] = int32(len(halves))
	}
	return out
}

// Index returns the two-level index of each vertex in hundredths: its number of moves, plus 0.01 times the sum over
// its neighbours (Wakabayashi 1986).
func Index(g *alg.Graph) []int32 {
	out := TourMoves(g)
	for v, halves := range g.Out {
		out[v] *= 100
		for _, h := range halves {
			out[v] += int32(len(g.Out[h.To]))
		}
	}
	return out
}

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
