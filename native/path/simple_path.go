package path

import (
	"math/rand/v2"
	"slices"

	"nazo/internal/model"
	"nazo/native/classic"
	"nazo/native/fd"
)

// pathSearch enumerates the simple paths of an undirected graph in which some pairs of edges exclude each other. It
// extends a path from its head, and tries each vertex as the start.
//
// For the best path it keeps two bounds on the number of edges that can follow. One is half of what the degrees
// ahead allow. The other is the number of cliques of mutually exclusive edges that still have a free edge. Where
// many edges are missing, it recounts both for what the head can still reach.
type pathSearch struct {
	next     [][]pathStep // by vertex
	excludes [][]int32    // by edge: the edges that can't go with it
	ends     [][2]int32   // by edge: its vertices
	clique   []int32      // by edge: its clique

	visited []bool
	blocked []int32 // by edge: how many reasons forbid it
	avail   []int32 // by vertex: its edges that are not blocked
	alive   []int32 // by clique: its edges that are not blocked
	slots   int32   // sum of min(2, avail) over the unvisited vertices
	cliques int32   // number of cliques that are alive

	edges    []int32 // of the path so far
	start    int32
	worth    int64
	edgeGain []int64 // what each edge adds to the worth
	nodeGain []int64 // what each vertex adds
	maxGain  int64   // bound on what an edge with its far end can add

	reached, counted []int64 // scratch, by vertex and by clique: the round that saw it
	round            int64
	todo             []int32

	alike          []int32 // if not nil: start only at vertices that represent their orbit
	bounded        bool    // only paths worth at least least are wanted
	least          int64
	found          func() bool // receives the current path, and reports whether to continue
	pause          func() bool // reports whether to stop; called at every choice
	steps, returns int64
}

// pathStep is an edge seen from one of its ends.
type pathStep struct{ to, edge int32 }

func newPathSearch(order int, ends [][2]int32, excludes [][]int32) *pathSearch {
	g := &pathSearch{ends: ends, excludes: excludes, next: make([][]pathStep, order), visited: make([]bool, order),
		blocked: make([]int32, len(ends)), avail: make([]int32, order),
		edgeGain: make([]int64, len(ends)), nodeGain: make([]int64, order)}
	for e, uv := range ends {
		g.next[uv[0]] = append(g.next[uv[0]], pathStep{uv[1], int32(e)})
		g.next[uv[1]] = append(g.next[uv[1]], pathStep{uv[0], int32(e)})
	}
	for v := range g.avail {
		g.avail[v] = int32(len(g.next[v]))
		g.slots += min(2, g.avail[v])
	}
	g.cover()
	return g
}

// cover divides the edges greedily into cliques of mutually exclusive edges.
func (g *pathSearch) cover() {
	g.clique = slices.Repeat([]int32{-1}, len(g.ends))
	with := make([]int32, len(g.ends)) // by edge: how many members of the current clique it excludes
	for e := range g.ends {
		if g.clique[e] >= 0 {
			continue
		}
		id := int32(len(g.alive))
		clear(with)
		size := int32(0)
		join := func(f int32) {
			g.clique[f] = id
			size++
			for _, o := range g.excludes[f] {
				with[o]++
			}
		}
		join(int32(e))
		for {
			best, most := int32(-1), -1
			for _, f := range g.excludes[e] {
				if g.clique[f] < 0 && with[f] == size {
					if n := len(g.excludes[f]); n > most {
						best, most = f, n
					}
				}
			}
			if best < 0 {
				break
			}
			join(best)
		}
		g.alive = append(g.alive, size)
		g.cliques++
	}
	g.reached, g.counted = make([]int64, len(g.next)), make([]int64, len(g.alive))
}

// search enumerates all paths. It returns false if stopped.
func (g *pathSearch) search() bool {
	for v := range g.next {
		if g.alike != nil && g.alike[v] != int32(v) {
			continue
		}
		g.start = int32(v)
		g.worth += g.nodeGain[v]
		g.enter(g.start)
		ok := g.extend(g.start)
		g.leave(g.start)
		g.worth -= g.nodeGain[v]
		if !ok {
			return false
		}
	}
	return true
}

// extend reports the path that ends at head, and all its extensions.
func (g *pathSearch) extend(head int32) bool {
	// A path is found from both ends. It counts from the lower one.
	if g.start <= head && (!g.bounded || g.worth >= g.least) && !g.found() {
		return false
	}
	if g.bounded && g.pruned(head) {
		return true
	}
	for _, h := range g.next[head] {
		if g.blocked[h.edge] > 0 || g.visited[h.to] {
			continue
		}
		g.steps++
		if g.pause() {
			return false
		}
		gain := g.edgeGain[h.edge] + g.nodeGain[h.to]
		g.worth += gain
		g.edges = append(g.edges, h.edge)
		g.enter(h.to)
		g.pass(head, h.edge)
		ok := g.extend(h.to)
		g.unpass(head, h.edge)
		g.leave(h.to)
		g.edges = g.edges[:len(g.edges)-1]
		g.worth -= gain
		g.returns++
		if !ok {
			return false
		}
	}
	return true
}

// worthwhile is the number of missing edges from which reachableBound pays.
const worthwhile = 5

// pruned reports whether no extension from head can be worth enough (branch and bound).
func (g *pathSearch) pruned(head int32) bool {
	missing := g.least - g.worth
	return missing > g.maxGain*g.lengthBound(head) || missing > worthwhile*g.maxGain && missing > g.maxGain*g.reachableBound(head)
}

// lengthBound bounds the number of edges that can follow.
func (g *pathSearch) lengthBound(head int32) int64 {
	return int64(min((g.slots+min(1, g.avail[head]))/2, g.cliques))
}

// reachableBound is lengthBound restricted to the edges that the head can reach.
func (g *pathSearch) reachableBound(head int32) int64 {
	g.round++
	todo := append(g.todo[:0], head)
	slots, cliques := min(1, g.avail[head]), int32(0)
	g.reached[head] = g.round
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, h := range g.next[v] {
			if g.blocked[h.edge] > 0 {
				continue
			}
			if c := g.clique[h.edge]; g.counted[c] != g.round {
				g.counted[c] = g.round
				cliques++
			}
			if g.reached[h.to] != g.round {
				g.reached[h.to] = g.round
				slots += min(2, g.avail[h.to])
				todo = append(todo, h.to)
			}
		}
	}
	g.todo = todo
	return int64(min(slots/2, cliques))
}

// enter makes v the head.
func (g *pathSearch) enter(v int32) {
	g.visited[v] = true
	g.slots -= min(2, g.avail[v])
}

func (g *pathSearch) leave(v int32) {
	g.slots += min(2, g.avail[v])
	g.visited[v] = false
}

// pass blocks the edges that become unusable when the path leaves v by an edge: the other edges at v, and the edges
// that this one excludes.
func (g *pathSearch) pass(v, edge int32) {
	for _, h := range g.next[v] {
		g.block(h.edge)
	}
	for _, e := range g.excludes[edge] {
		g.block(e)
	}
}

func (g *pathSearch) unpass(v, edge int32) {
	for _, e := range g.excludes[edge] {
		g.unblock(e)
	}
	for _, h := range g.next[v] {
		g.unblock(h.edge)
	}
}

func (g *pathSearch) block(e int32) {
	if g.blocked[e]++; g.blocked[e] > 1 {
		return
	}
	for _, v := range g.ends[e] {
		if g.avail[v]--; g.avail[v] < 2 && !g.visited[v] {
			g.slots--
		}
	}
	if g.alive[g.clique[e]]--; g.alive[g.clique[e]] == 0 {
		g.cliques--
	}
}

func (g *pathSearch) unblock(e int32) {
	if g.blocked[e]--; g.blocked[e] > 0 {
		return
	}
	for _, v := range g.ends[e] {
		if g.avail[v]++; g.avail[v] <= 2 && !g.visited[v] {
			g.slots++
		}
	}
	if g.alive[g.clique[e]]++; g.alive[g.clique[e]] == 1 {
		g.cliques++
	}
}

// freePath is a model of one path that may leave out vertices. Besides pairs of exclusive edges, it has at most one
// objective that sums edges and vertices.
type freePath struct {
	persistent
	*pathSearch
	w         *classic.Model
	options   model.SolveOptions
	optimal   bool // there is an objective
	objective model.Objective
	vertices  []int32      // maps the search's vertices to the graph's
	links     []int32      // maps the search's edges to the graph's
	offset    int64        // objective value of an empty path
	sign      int64        // -1 to minimise
	optimizer fd.Optimizer // another search for the best path, or nil
	named     bool         // vertices belong to finds, so paths of one vertex differ
}

// recognizeFreePath accepts a path of which no edge and no vertex is known to be on, with at most one objective. It
// returns nil for anything else.
func recognizeFreePath(w *classic.Model, objectives []model.Objective, o model.SolveOptions) *freePath {
	if w.Impossible || w.Closed || w.Graph.Directed || len(objectives) > 1 {
		return nil
	}
	of := map[model.Bool]forced{} // by literal: its edge, or vertex from len(w.Edges) on
	for i, l := range slices.Concat(w.Edges, w.Vertices) {
		switch w.Known(l) {
		case 1:
			return nil
		case 0:
			of[l], of[l.Not()] = forced{int32(i), true}, forced{int32(i), false}
		}
	}
	f := newFreePath(w)
	if f == nil || len(f.vertices) == 0 || len(objectives) == 1 && !f.weigh(objectives[0], of) {
		return nil
	}
	if f.options, f.optimal = o, len(objectives) > 0; f.optimal {
		f.objective = objectives[0]
	}
	return f
}

// newFreePath collects the open graph and its pairs of exclusive edges. It returns nil if there are other conditions.
func newFreePath(w *classic.Model) *freePath {
	f := &freePath{w: w}
	number := make([]int32, len(w.Vertices))
	for v, l := range w.Vertices {
		number[v] = -1
		if w.Known(l) == 0 {
			number[v] = int32(len(f.vertices))
			f.vertices = append(f.vertices, int32(v))
			n := w.Node(l).(model.BoolVar)
			f.named = f.named || w.Vars[n.Var].Find >= 0
		}
	}
	var ends [][2]int32
	edgeOf := map[model.Bool]int32{}
	for i, l := range w.Edges {
		if e := w.Graph.Edges[i]; w.Known(l) == 0 {
			edgeOf[l] = int32(len(ends))
			ends = append(ends, [2]int32{number[e.U], number[e.V]})
			f.links = append(f.links, int32(i))
		}
	}
	excludes := make([][]int32, len(ends))
	for _, c := range w.Clauses {
		if c.Rule != classic.NotAll || len(c.Lits) != 2 {
			return nil
		}
		a, isEdge := edgeOf[c.Lits[0]]
		b, both := edgeOf[c.Lits[1]]
		if !isEdge || !both {
			return nil
		}
		excludes[a], excludes[b] = append(excludes[a], b), append(excludes[b], a)
	}
	for e := range excludes {
		slices.Sort(excludes[e])
		excludes[e] = slices.Compact(excludes[e])
	}
	f.pathSearch = newPathSearch(len(f.vertices), ends, excludes)
	return f
}

// weigh reads the objective. It returns false if it mentions other things.
func (f *freePath) weigh(o model.Objective, of map[model.Bool]forced) bool {
	f.sign = -1
	if o.Maximize {
		f.sign = 1
	}
	gains, offset, ok := weightsOf(f.w, o, of, len(f.w.Edges)+len(f.w.Vertices))
	if !ok {
		return false
	}
	f.offset = offset
	for k, v := range f.vertices {
		f.nodeGain[k] = f.sign * gains[len(f.w.Edges)+int(v)]
	}
	for k, e := range f.links {
		f.edgeGain[k] = f.sign * gains[e]
		uv := f.ends[k]
		f.maxGain = max(f.maxGain, f.edgeGain[k]+max(f.nodeGain[uv[0]], f.nodeGain[uv[1]]))
	}
	return true
}

// values completes the known values by the current path.
func (f *freePath) values() model.Solution {
	values := f.w.Base()
	put := func(l model.Bool) { f.w.Assign(values, l, true) }
	put(f.w.Vertices[f.vertices[f.start]])
	for _, e := range f.edges {
		put(f.w.Edges[f.links[e]])
		put(f.w.Vertices[f.vertices[f.ends[e][0]]])
		put(f.w.Vertices[f.vertices[f.ends[e][1]]])
	}
	return values
}

// Search yields the paths.
func (f *freePath) Search(d *model.Delivery) (exhausted bool) {
	t := f.options
	if t.Seed != 0 {
		random := rand.New(rand.NewPCG(uint64(t.Seed), 0x67726f777468))
		for _, steps := range f.next {
			random.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
		}
	}
	f.pause = func() bool {
		d.Result.Stats.Nodes, d.Result.Stats.DeadEnds = f.steps, f.returns
		d.Tick()
		return d.Stopped()
	}
	if f.optimal {
		done := f.best(d)
		switch {
		case !done:
			return false
		case d.Result.Best == nil:
			return true
		case t.Limit == 1:
			d.Deliver(d.Result.Best)
			return false
		}
	}
	lone := false
	f.found = func() bool {
		if f.optimal && f.worth != f.least {
			return true
		}
		if len(f.edges) == 0 && !f.named {
			if lone {
				return true
			}
			lone = true
		}
		return d.Deliver(f.values())
	}
	return f.search()
}

const (
	// askEvery is the number of choices between two calls of the optimizer. propagationsPerStep is the
	// number of propagations of package fd that take as long as one choice.
	askEvery            = 1 << 14
	propagationsPerStep = 2
)

// best finds the best path and sets its worth as the least of interest. It returns false if stopped.
func (f *freePath) best(d *model.Delivery) (done bool) {
	r := &d.Result
	most := f.maxGain*min(int64(len(f.vertices)), int64(f.cliques)) + max(0, slices.Max(f.nodeGain))
	bounds := func(lo, hi int64) {
		if f.sign < 0 {
			lo, hi = -hi, -lo
		}
		r.Bounds = []model.Interval{{Lo: lo + f.offset, Hi: hi + f.offset}}
	}
	var best int64
	f.found = func() bool {
		r.Best, best = f.values(), f.worth
		f.bounded, f.least = true, f.worth+1
		bounds(best, most)
		return true
	}
	f.alike = f.orbits()
	pause, settled := f.pause, false
	f.pause = func() bool {
		if f.optimizer == nil || f.steps%askEvery != 0 {
			return pause()
		}
		var better model.Solution
		better, settled = f.optimizer.Improve(f.steps*propagationsPerStep, r.Best)
		if better != nil {
			r.Best, best = better, f.sign*(model.Evaluate(f.w.Model, better).Int(f.objective.X)-f.offset)
			f.bounded, f.least = true, best+1
			bounds(best, most)
		}
		return settled || pause()
	}
	done = f.search() || settled
	f.alike, f.pause = nil, pause
	if done && r.Best != nil {
		bounds(best, best)
		f.least = best
	}
	return done
}
