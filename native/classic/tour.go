// Package tour has named searches for one path or cycle through all vertices
// of a graph: the classic ones, each in its own file with its source, so that
// they can be held against each other on the same graphs.
//
// walker.go, walker.go and warnsdorff.go have searches that go through every
// line; warnsdorff.go, tour_restarts.go and factor.go those that find lines where
// the others drown, and may lose some. walker.go is the depth-first search
// that most of them share: a search is then no more than a rule that says
// where a line may go on. tour_job.go estimates the size of such a search.
//
// walker.go and walker.go use it for cycles with a symmetry, and for
// paths of any length whose edges exclude each other.
//
// tour_job.go and tour_job.go find out whether a model is nothing but such a path
// or cycle, and decline others with a reason; tour_job.go answers them.
//
// Memory is linear in the graph, nothing recurses and nothing is allocated
// while a depth-first search runs.
package classic

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// TourSearch is a named search. Searches differ in its fields alone: nothing else asks for their names.
type TourSearch struct {
	Name   string
	About  string // what it does, in one line
	Source string // where it comes from
	// Exhaustive is true if it goes through all lines, so that it can count them
	// and can say that there is none.
	Exhaustive bool
	// Directed is true if it knows directed graphs.
	Directed bool

	// rule says where a line may go on; nil if lines are not drawn by a walker.
	rule func(*walker) rule
	// run searches, and reports whether it went through all lines.
	run func(*run, TourSearch) bool
}

// TourSearches are the searches, from the plainest on.
func TourSearches() []TourSearch {
	return []TourSearch{
		{"naive", "goes on in a fixed order of moves and takes back what leads nowhere",
			"Wakabayashi 1986, after Wirth", true, true,
			func(w *walker) rule { return &naive{w} }, (*run).exhaustive},
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

// find is the search of a name; an unknown one is a bug.
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
	// Seed draws another order of moves; 0 is the order of the graph.
	Seed int64
	// Tries is after how many covers, trials or orders of moves a search that
	// is not exhaustive gives up; 0 leaves that to the search.
	Tries int
	// Watch, if not nil, is shown the line every so many choices.
	Watch func(model.Moment)
	Every int64
	// Report, if not nil, is called with the work so far every now and then.
	Report func(TourWork)
}

// TourWork is counted work.
type TourWork struct {
	Choices  int64 // vertices entered after the first of a line
	DeadEnds int64 // choices that were taken back
}

// TourResult is the answer of a search at its end.
type TourResult struct {
	TourWork
	// Exhausted is true if no further line exists.
	Exhausted bool
}

// RunTour has the named search look for lines. It calls yield for each, in the
// order of its vertices, until yield returns false; the line is only valid
// during the call. No line comes twice, also not in reverse. A search that is
// not exhaustive ends when it has tried what it tries.
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

// exhaustive goes through all lines; it returns false if it was stopped.
func (r *run) exhaustive(s TourSearch) bool { return newWalker(r, s).all() }

// run is the state that all searches keep.
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

// tries is how often to try if the search itself would so often.
func (r *run) tries(most int) int {
	if r.o.Tries > 0 {
		return r.o.Tries
	}
	return most
}

// step counts a choice that led to a line.
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
func (r *run) deliver(line []int32) {
	if !r.yield(line) {
		r.done = true
	}
}

// deliverNew yields a line unless it has come before, by a hash of its edges.
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

// starts are the vertices from which lines are looked for: one for a cycle,
// which passes through it, unless every start is asked for.
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

// order is 0 .. n-1, or a permutation of these drawn from a seed that is not 0.
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

// TourProblem asks for the lines through all vertices of a graph, each once.
type TourProblem struct {
	Graph *alg.Graph
	// Closed asks for cycles instead of paths.
	Closed bool
	// Start and End are where a path begins and ends, or -1 if that is open. In
	// an undirected graph they are its two ends in any order, and a path and its
	// reverse are one line. For a cycle Start is only where a search begins,
	// and End must be -1.
	Start, End int32
}

// normal puts the one known end of an undirected path first.
func (p TourProblem) normal() TourProblem {
	if !p.Graph.Directed && p.Start < 0 {
		p.Start, p.End = p.End, -1
	}
	return p
}

// least is the fewest vertices that a line has.
func (p TourProblem) least() int {
	switch {
	case !p.Closed:
		return 1
	case p.Graph.Directed:
		return 2
	}
	return 3
}

// Valid reports whether a line is an answer, whichever search it comes from.
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

// adjacency has the neighbours of each vertex in one array.
type adjacency struct {
	first []int32 // for each vertex where its neighbours begin, and the end
	to    []int32
}

// tourNeighbours are the vertices at the far ends, each in its place, or in an
// order of places drawn from a seed that is not 0, the same for all vertices
// with so many.
func tourNeighbours(halves [][]alg.Half, seed int64) adjacency {
	total := 0
	for _, h := range halves {
		total += len(h)
	}
	a := adjacency{make([]int32, len(halves)+1), make([]int32, 0, total)}
	places := map[int][]int32{}
	for v, list := range halves {
		if seed == 0 {
			for _, h := range list {
				a.to = append(a.to, h.To)
			}
		} else {
			if places[len(list)] == nil {
				places[len(list)] = order(len(list), seed)
			}
			for _, i := range places[len(list)] {
				a.to = append(a.to, list[i].To)
			}
		}
		a.first[v+1] = int32(len(a.to))
	}
	return a
}

// adjacent has for n vertices those to which lists of edges lead, seen from U, from V or from both.
func adjacent(n int, fromU, fromV bool, edges [][]alg.Edge) adjacency {
	a := adjacency{first: make([]int32, n+1)}
	each := func(see func(from, to int32)) {
		for _, list := range edges {
			for _, e := range list {
				if fromU {
					see(e.U, e.V)
				}
				if fromV {
					see(e.V, e.U)
				}
			}
		}
	}
	each(func(from, _ int32) { a.first[from+1]++ })
	for v := range n {
		a.first[v+1] += a.first[v]
	}
	a.to = make([]int32, a.first[n])
	placed := slices.Clone(a.first)
	each(func(from, to int32) {
		a.to[placed[from]] = to
		placed[from]++
	})
	return a
}

// twoColouring is [alg.Graph.TwoColouring] of what is adjacent in both directions.
func (a *adjacency) twoColouring() []int8 {
	colour := make([]int8, len(a.first)-1)
	var todo []int32
	for start := range colour {
		if colour[start] != 0 {
			continue
		}
		colour[start] = 1
		todo = append(todo[:0], int32(start))
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, to := range a.of(v) {
				switch colour[to] {
				case 0:
					colour[to] = -colour[v]
					todo = append(todo, to)
				case colour[v]:
					return nil
				}
			}
		}
	}
	return colour
}

func (a *adjacency) of(v int32) []int32   { return a.to[a.first[v]:a.first[v+1]] }
func (a *adjacency) degree(v int32) int32 { return a.first[v+1] - a.first[v] }

// degrees has the number of neighbours of each vertex.
func (a *adjacency) degrees() []int32 {
	out := make([]int32, len(a.first)-1)
	for v := range out {
		out[v] = a.degree(int32(v))
	}
	return out
}

// has reports whether v is a neighbour of u.
func (a *adjacency) has(u, v int32) bool { return slices.Contains(a.of(u), v) }

// TourMoves is the number of moves of each vertex.
func TourMoves(g *alg.Graph) []int32 {
	out := make([]int32, g.Order())
	for v, halves := range g.Out {
		out[v] = int32(len(halves))
	}
	return out
}

// Index is the two-level index of each vertex in hundredths: the number of its
// moves, and 0.01 times the sum of those of its neighbours (Wakabayashi 1986).
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
