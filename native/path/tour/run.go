package tour

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"nazo/engine"
	"nazo/numbers"
)

// Search is a named search. Searches differ in its fields alone: nothing else asks for their names.
type Search struct {
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
	run func(*run, Search) bool
}

// Searches are the searches, from the plainest on.
func Searches() []Search {
	return []Search{
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
			func(r *run, s Search) bool { return r.greedy(s, 1) }},
		{"warnsdorff2", "warnsdorff with ties by the moves of a vertex and of its neighbours; if stuck, by a second look in other orders",
			"Wakabayashi 1986; the second look is Pohl's, 1967", false, true,
			func(w *walker) rule { return newWarnsdorff(w, Index(w.p.Graph)) },
			func(r *run, s Search) bool { return r.greedy(s, r.tries(orders)) }},
		{"restarts", "goes to the vertex of the smallest fixed index from a random direction on; starts again when stuck",
			"Wakabayashi 1986", false, true, nil,
			func(r *run, _ Search) bool { r.restarts(); return false }},
		{"factor", "covers the vertices by short cycles and joins them by exchanging edges",
			"Berge 1958, after Wakabayashi 1986", false, true, nil,
			func(r *run, _ Search) bool { return r.factor() }},
	}
}

// find is the search of a name; an unknown one is a bug.
func find(name string) Search {
	for _, s := range Searches() {
		if s.Name == name {
			return s
		}
	}
	panic("tour: no search is named " + name)
}

// Options vary how a search runs.
type Options struct {
	// Seed draws another order of moves; 0 is the order of the graph.
	Seed int64
	// Tries is after how many covers, trials or orders of moves a search that
	// is not exhaustive gives up; 0 leaves that to the search.
	Tries int
	// Watch, if not nil, is shown the line every so many choices.
	Watch func(engine.Moment)
	Every int64
	// Report, if not nil, is called with the work so far every now and then.
	Report func(Work)
}

// Work is counted work.
type Work struct {
	Choices  int64 // vertices entered after the first of a line
	DeadEnds int64 // choices that were taken back
}

// Result is the answer of a search at its end.
type Result struct {
	Work
	// Exhausted is true if no further line exists.
	Exhausted bool
}

// Run has the named search look for lines. It calls yield for each, in the
// order of its vertices, until yield returns false; the line is only valid
// during the call. No line comes twice, also not in reverse. A search that is
// not exhaustive ends when it has tried what it tries.
func Run(ctx context.Context, p Problem, name string, o Options, yield func(line []int32) bool) Result {
	s := find(name)
	r := &run{p: p.normal(), o: o, yield: yield, order: int32(p.Graph.Order())}
	release := context.AfterFunc(ctx, func() { r.stop.Store(true) })
	defer release()
	if ctx.Err() != nil {
		return Result{}
	}
	if p.Graph.Order() < p.least() {
		return Result{Exhausted: true}
	}
	exhausted := s.run(r, s)
	return Result{r.work, exhausted && !r.ended()}
}

// exhaustive goes through all lines; it returns false if it was stopped.
func (r *run) exhaustive(s Search) bool { return newWalker(r, s).all() }

// run is the state that all searches keep.
type run struct {
	p     Problem
	o     Options
	order int32 // number of vertices
	yield func([]int32) bool
	work  Work
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
		r.o.Watch(engine.Moment{Choices: r.work.Choices, Lines: r.lines[:]})
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
	return numbers.SplitMix64(uint64(u)<<32 | uint64(v))
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
		random(seed).Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

func random(seed int64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0x746f7572)) }
