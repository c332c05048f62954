package classic

import (
	"context"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// rule tells a walker where a line may go on.
type rule interface {
	// enter and leave update the rule when a vertex joins the end of the line or leaves it.
	enter(v int32)
	leave(v int32)
	// options appends to list the vertices that may follow v, the end of the line, in the order to try.
	options(v int32, list []int32) []int32
}

// walker is a depth-first search. It extends a line by the options of a rule, and backtracks.
type walker struct {
	*run
	rule    rule
	out, in adjacency
	visited []bool
	line    []int32
	// begins and next have, for each vertex of the line, where its options begin in list and the next one to try.
	list         []int32
	begins, next []int32
	// spent marks vertices at which no new line ends, since those lines are known in reverse.
	spent []bool
	// thorough is true if all lines are wanted, each once.
	thorough bool
}

// newBareWalker makes a walker without a rule.
func newBareWalker(r *run) *walker {
	n := r.p.Graph.Order()
	w := &walker{run: r, out: tourNeighbours(r.p.Graph.Out, r.o.Seed), visited: make([]bool, n), spent: make([]bool, n),
		line: make([]int32, 0, n), begins: make([]int32, 0, n), next: make([]int32, 0, n)}
	w.in = w.out
	if r.p.Graph.Directed {
		w.in = tourNeighbours(r.p.Graph.In, r.o.Seed)
	}
	return w
}

// newWalker makes the walker of a search with a rule.
func newWalker(r *run, s TourSearch) *walker {
	if s.rule == nil {
		panic("tour: search " + s.Name + " has no rule")
	}
	w := newBareWalker(r)
	w.thorough = s.Exhaustive
	w.rule = s.rule(w)
	return w
}

// all enumerates all lines. It returns false if stopped.
func (w *walker) all() bool {
	for _, s := range w.starts(false) {
		w.from(s)
		if w.ended() {
			return false
		}
		w.spent[s] = w.reversible() && !w.p.Closed
	}
	return true
}

// reversible reports whether each line is met in both directions.
func (w *walker) reversible() bool { return !w.p.Graph.Directed && (w.p.Closed || w.p.Start < 0) }

// from enumerates the lines from one start.
func (w *walker) from(start int32) {
	w.push(start)
	for len(w.line) > 0 && !w.ended() {
		d := len(w.line) - 1
		if w.next[d] == int32(len(w.list)) {
			w.pop()
			continue
		}
		v := w.list[w.next[d]]
		w.next[d]++
		w.push(v)
		w.step(w.line)
		if len(w.line) == int(w.order) {
			w.complete(v)
		}
	}
}

// complete yields a line through all vertices if it is a solution.
func (w *walker) complete(last int32) {
	if w.thorough && w.spent[last] || w.p.Closed && !w.out.has(last, w.line[0]) {
		return
	}
	if w.thorough {
		w.deliver(w.line)
	} else {
		w.deliverNew(w.line)
	}
}

// push appends v to the line.
func (w *walker) push(v int32) {
	w.visited[v] = true
	w.line = append(w.line, v)
	w.rule.enter(v)
	begin := int32(len(w.list))
	w.begins = append(w.begins, begin)
	w.next = append(w.next, begin)
	if len(w.line) < int(w.order) {
		w.list = w.rule.options(v, w.list)
		// A cycle uses two edges at its start, so the last one need not be tried.
		if len(w.line) == 1 && w.thorough && w.p.Closed && w.reversible() && len(w.list) > 0 {
			w.list = w.list[:len(w.list)-1]
		}
	} else if w.order == 1 {
		w.complete(v)
	}
}

// pop removes the end of the line.
func (w *walker) pop() {
	d := len(w.line) - 1
	v := w.line[d]
	w.rule.leave(v)
	w.visited[v] = false
	w.list = w.list[:w.begins[d]]
	w.line, w.begins, w.next = w.line[:d], w.begins[:d], w.next[:d]
	if d > 0 {
		w.work.DeadEnds++
	}
	if d == 1 && w.p.Closed && w.reversible() {
		w.spent[v] = true
	}
}

// free reports whether the line may go to v: it is unvisited and not reserved as the end.
func (w *walker) free(v int32) bool {
	return !w.visited[v] && (v != w.p.End || len(w.line) == int(w.order)-1)
}

// naive is plain backtracking: the moves in fixed order, to any free vertex (Wakabayashi 1986, after Wirth 1976).
type naive struct{ w *walker }

func (naive) enter(int32) {}
func (naive) leave(int32) {}

func (r naive) options(v int32, list []int32) []int32 {
	for _, u := range r.w.out.of(v) {
		if r.w.free(u) {
			list = append(list, u)
		}
	}
	return list
}

// waysCounter counts for each vertex its unvisited neighbours.
type waysCounter struct {
	ways []int32
	at   adjacency // by vertex: the vertices that count it
}

func (c *waysCounter) enter(v int32) {
	for _, u := range c.at.of(v) {
		c.ways[u]--
	}
}

func (c *waysCounter) leave(v int32) {
	for _, u := range c.at.of(v) {
		c.ways[u]++
	}
}

// feasible is naive with a test (Kakehi, 1970s): every unvisited vertex must be adjacent to another one, or to the
// end of the line. Kakehi tested the whole board in 64 bits. Here counters do. Only a neighbour of the end can have
// lost its last unvisited neighbour, and then the line must go there at once.
type feasible struct {
	w           *walker
	waysCounter // of ways in
}

func newFeasible(w *walker) *feasible { return &feasible{w, waysCounter{w.in.degrees(), w.out}} }

func (r *feasible) options(v int32, list []int32) []int32 {
	urgent, last := 0, int32(-1)
	for _, u := range r.w.out.of(v) {
		if !r.w.visited[u] && r.ways[u] == 0 {
			urgent++
			last = u
		}
	}
	switch {
	case urgent > 1 || urgent == 1 && !r.w.free(last):
		return list
	case urgent == 1:
		return append(list, last)
	}
	return naive{r.w}.options(v, list)
}

// exclusive is the rule for paths of any length in which no two edges exclude each other, such as paths that must
// not cross themselves.
type exclusive struct {
	w        *walker
	excludes [][]int32 // by edge: the edges that it excludes
	blocked  []int32   // by edge: how many edges of the line exclude it
	returns  int64     // number of lines that an allowed edge leads back to the start
}

// PathTree counts the backtrack tree of the paths from a vertex in which no two edges exclude each other. excludes
// lists the excluded edges of each. Paths counts those with at least one edge. Returns counts those that can return
// to the start by an allowed edge, also back over their only edge (Knuth 1975 counts both as nodes). The context
// may end it early.
func PathTree(ctx context.Context, g *alg.Graph, excludes [][]int32, start int32) (paths, returns int64) {
	w, rule := newExclusive(g, excludes)
	release := context.AfterFunc(ctx, func() { w.stop.Store(true) })
	defer release()
	w.from(start)
	return w.work.Choices, rule.returns
}

// EstimatePathTree estimates the paths that PathTree counts, summed over the starts.
func EstimatePathTree(ctx context.Context, g *alg.Graph, excludes [][]int32, starts []int32, probes int, seed int64) model.Estimate {
	w, _ := newExclusive(g, excludes)
	return w.estimate(ctx, starts, model.EstimateOptions{Probes: probes, Seed: seed})
}

func newExclusive(g *alg.Graph, excludes [][]int32) (*walker, *exclusive) {
	w := newBareWalker(&run{p: TourProblem{Graph: g, Start: -1, End: -1}, order: int32(g.Order()), yield: func([]int32) bool { return true }})
	rule := &exclusive{w: w, excludes: excludes, blocked: make([]int32, len(g.Edges))}
	w.rule, w.thorough = rule, true
	return w, rule
}

// last returns the last edge of the line.
func (r *exclusive) last() int32 {
	line := r.w.line
	return r.edge(line[len(line)-2], line[len(line)-1])
}

// edge returns the edge from u to v, or -1.
func (r *exclusive) edge(u, v int32) int32 {
	for _, h := range r.w.p.Graph.Out[u] {
		if h.To == v {
			return h.Edge
		}
	}
	return -1
}

func (r *exclusive) enter(v int32) {
	if len(r.w.line) == 1 {
		return
	}
	for _, e := range r.excludes[r.last()] {
		r.blocked[e]++
	}
	if e := r.edge(v, r.w.line[0]); e >= 0 && r.blocked[e] == 0 {
		r.returns++
	}
}

func (r *exclusive) leave(int32) {
	if len(r.w.line) == 1 {
		return
	}
	for _, e := range r.excludes[r.last()] {
		r.blocked[e]--
	}
}

func (r *exclusive) options(v int32, list []int32) []int32 {
	for _, h := range r.w.p.Graph.Out[v] {
		if !r.w.visited[h.To] && r.blocked[h.Edge] == 0 {
			list = append(list, h.To)
		}
	}
	return list
}

// Divergence is a histogram of the step at which each line first differs from the one before (Kakehi, 1970s). It
// shows how far a depth-first search backtracks.
type Divergence struct {
	// Steps counts at index k, from 1, the lines that first differ at step k. The first line counts at index 0.
	Steps []int64

	last []int32
}

// Add counts a line.
func (d *Divergence) Add(line []int32) {
	if d.Steps == nil {
		d.Steps = make([]int64, len(line)+1)
		d.last = append(d.last, line...)
		d.Steps[0]++
		return
	}
	k := 0
	for k < len(line) && line[k] == d.last[k] {
		k++
	}
	copy(d.last[k:], line[k:])
	d.Steps[min(k+1, len(line))]++
}
