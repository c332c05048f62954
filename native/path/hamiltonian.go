package path

import (
	"slices"

	"nazo/internal/model"
	"nazo/native/classic"
)

// firstBudget is the number of dead ends after which a search for one route restarts in another order.
const firstBudget = 1000

// After this many dead ends in a row a search gives up, if it has delivered few solutions. Where conditions of a puzzle
// leave little choice, a search that learns needs a few hundred conflicts. On open boards it is far slower, so the first
// route is looked for longer.
const (
	patience         = 3_000
	patienceForFirst = 50_000
	fewDelivered     = 100
)

// outcome is how a part of a search ended.
type outcome int

const (
	spaceDone  outcome = iota // nothing is left
	ended                     // the receiver or the context stopped it
	overBudget                // the dead ends were used up
	hopeless                  // there were too many dead ends in a row
)

// Search yields the paths or cycles.
func (b *hamiltonian) Search(d *model.Delivery) (exhausted bool) {
	if b.impossible {
		return true
	}
	if b.lone {
		d.Deliver(b.values())
		return true
	}
	t := b.options
	seed, budget := t.Seed, int64(0)
	if t.Limit == 1 {
		budget = firstBudget
	}
	consistent := b.begin(b.given, seed)
	for {
		switch b.run(d, consistent, budget) {
		case spaceDone:
			return true
		case overBudget:
			budget += budget / 2
			seed++
			b.undo(0)
			b.decisions = b.decisions[:0]
			consistent = b.begin(b.given, seed)
		case hopeless:
			b.gaveUp = true
			return false
		default:
			return false
		}
	}
}

// GaveUp reports whether too many dead ends came in a row.
func (b *hamiltonian) GaveUp() ([]model.Solution, bool) { return b.before, b.gaveUp }

// deliver delivers what is on, and keeps the first few solutions.
func (b *hamiltonian) deliver(d *model.Delivery) bool {
	values := b.values()
	if b.idle = 0; len(b.before) < fewDelivered {
		b.before = append(b.before, slices.Clone(values))
	}
	return d.Deliver(values)
}

// run searches until nothing is left, the receiver stops it, or the budget of dead ends is used up. A budget of 0
// is unlimited.
func (b *hamiltonian) run(d *model.Delivery, consistent bool, budget int64) outcome {
	t, stats := b.options, &d.Result.Stats
	for {
		if d.Stopped() {
			return ended
		}
		edge := int32(-1)
		if consistent {
			if edge = b.choose(); edge < 0 && !b.deliver(d) {
				return ended
			}
		}
		if edge >= 0 {
			stats.Nodes++
			d.Tick()
			if t.Watch != nil && t.WatchEvery > 0 && stats.Nodes%t.WatchEvery == 0 {
				t.Watch(model.Moment{Choices: stats.Nodes, Lines: b.lines()})
			}
			consistent = b.take(edge)
			continue
		}
		if budget > 0 && !consistent {
			if budget--; budget == 0 {
				return overBudget
			}
		}
		var any bool
		if any, consistent = b.backtrack(); !any {
			return spaceDone
		}
		stats.DeadEnds++
		most := int64(patience)
		if t.Limit == 1 {
			most = patienceForFirst
		}
		if b.idle++; b.idle > most && len(b.before) < fewDelivered {
			return hopeless
		}
	}
}

// hamiltonian is a model that is nothing but a path or cycle through known vertices.
type hamiltonian struct {
	*circuit
	w       *classic.Model
	options model.SolveOptions
	given   []forced
	edges   []model.Bool // by edge of the circuit: its literal, or true for edges to the extra vertex
	// vertices maps the circuit's vertices, except the extra ones, to the model's.
	vertices []int32
	// lone is true if the only path is a single vertex.
	lone bool
	// impossible is true if there is no path or cycle.
	impossible bool
	// before has the first few solutions. idle is the number of dead ends since the last one.
	before []model.Solution
	idle   int64
	gaveUp bool
}

// recognizeHamiltonian accepts a path or cycle in which every vertex is known to be on or off, with no condition
// except where a path ends. It returns nil for anything else.
func recognizeHamiltonian(w *classic.Model, o model.SolveOptions) *hamiltonian {
	if slices.ContainsFunc(w.Vertices, func(l model.Bool) bool { return w.Known(l) == 0 }) {
		return nil
	}
	ends, err := w.Ends()
	if err != nil {
		return nil
	}
	return newHamiltonian(w, o, ends)
}

// newHamiltonian numbers the vertices that are on, and closes a path to a cycle.
func newHamiltonian(w *classic.Model, o model.SolveOptions, ends []int32) *hamiltonian {
	number := make([]int32, len(w.Vertices))
	var vertices []int32
	for v, l := range w.Vertices {
		number[v] = -1
		if w.Known(l) > 0 {
			number[v] = int32(len(vertices))
			vertices = append(vertices, int32(v))
		}
	}
	n := int32(len(vertices))
	b := &hamiltonian{w: w, options: o, circuit: newCircuit(int(n), w.Graph.Directed), vertices: vertices, impossible: w.Impossible}
	for i, e := range w.Graph.Edges {
		u, v, l := number[e.U], number[e.V], w.Edges[i]
		if u < 0 || v < 0 {
			continue
		}
		k := b.join(u, v, l)
		if s := w.Known(l); s != 0 {
			b.given = append(b.given, forced{k, s > 0})
		}
	}
	var colour []int8 // by vertex of the circuit
	excess := 0
	for v, c := range w.Graph.TwoColouring() {
		if number[v] >= 0 {
			colour = append(colour, c)
			excess += int(c)
		}
	}
	if w.Closed {
		b.impossible = b.impossible || n == 0 || excess != 0
	} else {
		b.impossible = b.impossible || n == 0 || excess < -1 || excess > 1
		b.lone = n == 1 && !w.Graph.Directed
		first := int32(len(b.ends))
		b.closePath(n, colour, excess)
		for _, v := range ends {
			b.endAt(number[v], first)
		}
	}
	return b
}

// join adds an edge with its literal.
func (b *hamiltonian) join(u, v int32, l model.Bool) int32 {
	b.edges = append(b.edges, l)
	return b.addEdge(u, v)
}

// closePath turns paths through n vertices into cycles through an extra vertex that is joined to all. A bipartite
// path with equally many vertices of both colours ends in both. It gets two extra vertices, one for each end.
// Otherwise both ends have the majority colour.
func (b *hamiltonian) closePath(n int32, colour []int8, excess int) {
	extra := b.addVertex()
	if b.ports == 2 {
		for v := range n {
			b.join(extra, v, model.True)
			b.join(v, extra, model.True)
		}
		return
	}
	other := extra
	if colour != nil && excess == 0 {
		other = b.addVertex()
		b.given = append(b.given, forced{b.join(extra, other, model.True), true})
	}
	for v := range n {
		switch {
		case colour == nil || excess != 0 && int(colour[v]) == excess || excess == 0 && colour[v] > 0:
			b.join(extra, v, model.True)
		case excess == 0:
			b.join(other, v, model.True)
		}
	}
}

// endAt forces a path to end at a vertex. The edges from first on lead to extra vertices.
func (b *hamiltonian) endAt(v, first int32) {
	found := false
	for _, e := range b.at[v] {
		if e >= first {
			b.given = append(b.given, forced{e, true})
			found = true
		}
	}
	b.impossible = b.impossible || !found // no end has its colour
}

// values completes the known values by the circuit's edges.
func (b *hamiltonian) values() model.Solution {
	values := b.w.Base()
	for e, l := range b.edges {
		b.w.Assign(values, l, b.state[e] > 0)
	}
	return values
}

// lines returns the pieces drawn so far, in the model's numbers. Several pieces grow together.
func (b *hamiltonian) lines() [][]int32 {
	n := int32(len(b.vertices))
	next := make([][]int32, n)
	entered := make([]bool, n)
	for e, state := range b.state {
		u, v := b.ends[e][0]/b.ports, b.ends[e][1]/b.ports
		if state <= 0 || u >= n || v >= n {
			continue
		}
		next[u] = append(next[u], v)
		if b.ports == 1 {
			next[v] = append(next[v], u)
		} else {
			entered[v] = true
		}
	}
	var out [][]int32
	seen := make([]bool, n)
	for v := range n {
		if seen[v] || len(next[v]) != 1 || entered[v] { // no piece begins here
			continue
		}
		var line []int32
		for u := v; u >= 0; {
			seen[u] = true
			line = append(line, b.vertices[u])
			to := int32(-1)
			for _, x := range next[u] {
				if !seen[x] {
					to = x
				}
			}
			u = to
		}
		out = append(out, line)
	}
	return out
}
