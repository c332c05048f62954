package path

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/native/classic"
)

// roundTrip is a path or cycle through known vertices with an objective that sums costs of edges. A few clauses on
// edges may come with it.
type roundTrip struct {
	*hamiltonian
	objective model.Objective
	cost      []int64 // by edge of the circuit; negated to maximise
	offset    int64   // objective value without edges
	sign      int64   // -1 to maximise
	clauses   []edgeClause

	d     *model.Delivery
	bound *classic.TripBound
	scale int64   // the unit of the bound is 1/scale of a cost
	limit int64   // the largest cost of interest, in units of the bound
	tour  []int32 // the best round trip so far
	all   bool    // list all round trips within the limit instead of improving
}

// edgeClause is a clause on edges of the circuit.
type edgeClause struct {
	rule  classic.ClauseRule
	edges []forced
}

// tripScale is the scale for small costs.
const tripScale = 1 << 12

// recognizeTrip accepts a path or cycle through known vertices with an objective that sums edges. It returns nil
// for anything else.
func recognizeTrip(w *classic.Model, objective model.Objective, o model.SolveOptions) *roundTrip {
	if slices.ContainsFunc(w.Vertices, func(l model.Bool) bool { return w.Known(l) == 0 }) {
		return nil
	}
	ends, err := w.Ends()
	t := &roundTrip{hamiltonian: newHamiltonian(w, o, ends), objective: objective, sign: 1}
	of := make(map[model.Bool]forced, 2*len(t.edges))
	for e, l := range t.edges {
		if w.Known(l) == 0 {
			of[l], of[l.Not()] = forced{int32(e), true}, forced{int32(e), false}
		}
	}
	if err != nil && !t.restrict(of) || !t.weigh(of) {
		return nil
	}
	return t
}

// restrict takes over the clauses. It returns false if one mentions anything but edges.
func (t *roundTrip) restrict(of map[model.Bool]forced) bool {
	for _, c := range t.w.Clauses {
		clause := edgeClause{rule: c.Rule}
		for _, l := range c.Lits {
			f, isEdge := of[l]
			if !isEdge {
				return false
			}
			clause.edges = append(clause.edges, f)
		}
		t.clauses = append(t.clauses, clause)
	}
	return true
}

// weigh reads the objective. It returns false if it mentions anything but edges, or if costs are too large.
func (t *roundTrip) weigh(of map[model.Bool]forced) (ok bool) {
	if t.objective.Maximize {
		t.sign = -1
	}
	if t.cost, t.offset, ok = weightsOf(t.w, t.objective, of, len(t.edges)); !ok {
		return false
	}
	for e := range t.cost {
		t.cost[e] *= t.sign
	}
	most := int64(1)
	for _, c := range t.cost {
		most = max(most, c, -c)
	}
	t.scale = tripScale
	for t.scale > 1 && most > classic.MaxCost/t.scale {
		t.scale /= 2
	}
	return most <= classic.MaxCost/t.scale && len(t.at) <= classic.MaxOrder
}

// weightsOf reads an objective as a constant and n weights of edges or vertices. It reports false if the objective
// mentions anything else.
func weightsOf(w *classic.Model, o model.Objective, of map[model.Bool]forced, n int) (weights []int64, constant int64, ok bool) {
	terms := []model.Term{{Coef: 1, X: o.X}}
	if sum, ok := w.Ints[o.X].(model.Linear); ok {
		terms, constant = sum.Terms, sum.Const
	}
	weights = make([]int64, n)
	for _, term := range terms {
		n, ok := w.Ints[term.X].(model.ToInt)
		if !ok {
			return nil, 0, false
		}
		f, isOpen := of[n.B]
		switch known := w.Known(n.B); {
		case known > 0:
			constant += term.Coef
		case known == 0 && !isOpen:
			return nil, 0, false
		case known == 0 && f.on:
			weights[f.edge] += term.Coef
		case known == 0:
			constant += term.Coef
			weights[f.edge] -= term.Coef
		}
	}
	return weights, constant, true
}

// graph returns the circuit with its costs. A vertex with separate ways in and out becomes two vertices, joined by
// an edge of every round trip.
func (t *roundTrip) graph() *classic.TripGraph {
	g := &classic.TripGraph{Order: len(t.at), Ends: t.ends[:len(t.ends):len(t.ends)], Cost: make([]int64, len(t.ends))}
	for e, c := range t.cost {
		g.Cost[e] = c * t.scale
	}
	if t.ports == 2 {
		for v := range t.order {
			g.Ends, g.Cost = append(g.Ends, [2]int32{2 * v, 2*v + 1}), append(g.Cost, 0)
		}
	}
	return g
}

// unlimited exceeds the cost of any round trip.
const unlimited = int64(1) << 60

var (
	// rootPace is the effort for potentials at the root, and nodePace the effort at each node.
	rootPace = classic.TripPace{Rounds: 1000, Patience: 15, Step: 64}
	nodePace = classic.TripPace{Rounds: 40, Patience: 10, Step: 32}
)

// Search finds the cheapest path or cycle by branch and bound. 1-trees show which edges must be on or off to beat
// the best so far. The search branches on the others. If more solutions are wanted, a second search lists those of
// the same cost.
func (t *roundTrip) Search(d *model.Delivery) (exhausted bool) {
	t.d = d
	switch {
	case t.impossible:
		return true
	case t.lone:
		d.Result.Bounds = []model.Interval{{Lo: t.offset, Hi: t.offset}}
		d.Deliver(t.values())
		return true
	case !t.begin(t.given, t.options.Seed) || !t.conclude():
		return true
	}
	start := int32(len(t.trail))
	t.limit = unlimited
	d.Result.Bounds = []model.Interval{t.w.Bounds(t.objective.X)}
	g := t.graph()
	t.bound = classic.NewTripBound(g)
	if edges := classic.GoodTrip(g, t.state, t.options.Seed, 100+3*g.Order, d.Stopped); t.fits(edges) {
		t.improve(edges)
	}
	if !t.explore(rootPace) {
		return false
	}
	if t.tour == nil {
		d.Result.Bounds = nil
		return true
	}
	worth := t.worth(t.limit + t.scale)
	d.Result.Bounds = []model.Interval{{Lo: worth, Hi: worth}}
	if t.options.Limit == 1 {
		d.Deliver(d.Result.Best)
		return false
	}
	t.undo(start)
	t.limit += t.scale
	t.all = true
	return t.explore(rootPace)
}

// worth converts a cost in units of the bound to the objective, rounded up.
func (t *roundTrip) worth(cost int64) int64 { return t.offset - t.sign*alg.FloorDiv(-cost, t.scale) }

// explore searches the remaining space. It returns false if stopped.
func (t *roundTrip) explore(pace classic.TripPace) bool {
	root := pace == rootPace
	for {
		if t.count == t.order {
			return t.arrive()
		}
		t.bound.Load(t.state)
		least := t.bound.Raise(t.limit, pace, t.d.Stopped)
		if t.d.Stopped() {
			return false
		}
		if root && least < unlimited {
			t.note(least, true)
		}
		if tour := t.bound.Tour(); !t.all && t.fits(tour) && least <= t.limit {
			t.improve(tour)
		}
		if least > t.limit {
			return true
		}
		changes := t.bound.Changes(t.d.Stopped)
		if t.d.Stopped() {
			return false
		}
		before := len(t.trail)
		for _, c := range changes {
			if least+c.Cost > t.limit {
				t.todo = append(t.todo, forced{c.Edge, c.In})
			}
		}
		if !t.propagate() || !t.conclude() {
			return true
		}
		if len(t.trail) == before {
			return t.branch(t.choose(changes))
		}
		pace = nodePace
	}
}

// branch tries an edge on and off. Potentials stay as they are, since any are valid.
func (t *roundTrip) branch(choice forced) bool {
	length := int32(len(t.trail))
	for range 2 {
		t.d.Result.Stats.Nodes++
		t.d.Tick()
		t.todo = append(t.todo, choice)
		if t.propagate() && t.conclude() && !t.explore(nodePace) {
			return false
		}
		t.d.Result.Stats.DeadEnds++
		t.undo(length)
		choice.on = !choice.on
	}
	return true
}

// choose returns the branching decision. If a vertex has too many edges in the 1-tree, it keeps the one that is
// cheapest to replace.
func (t *roundTrip) choose(changes []classic.TripChange) forced {
	best, class, least := int32(-1), -1, int64(0)
	for _, c := range changes {
		of := 0
		if c.In {
			of = 1
		}
		if c.In && t.bound.Degree(t.ends[c.Edge][0])+t.bound.Degree(t.ends[c.Edge][1]) > 4 {
			of = 2
		}
		if of > class || of == class && c.Cost < least {
			best, class, least = c.Edge, of, c.Cost
		}
	}
	return forced{best, true}
}

// arrive accepts the round trip formed by the edges that are on.
func (t *roundTrip) arrive() bool {
	var edges []int32
	cost := int64(0)
	for e, s := range t.state {
		if s > 0 {
			edges = append(edges, int32(e))
			cost += t.cost[e]
		}
	}
	switch {
	case cost*t.scale > t.limit:
		return true
	case t.all:
		return t.d.Deliver(t.values())
	}
	t.improve(edges)
	return true
}

// improve stores a better round trip and tightens the limit.
func (t *roundTrip) improve(edges []int32) {
	t.tour = edges
	cost := int64(0)
	values := t.w.Base()
	for _, e := range edges {
		if int(e) < len(t.edges) {
			cost += t.cost[e]
			t.w.Assign(values, t.edges[e], true)
		}
	}
	t.limit = (cost - 1) * t.scale
	t.d.Result.Best = values
	t.note(cost*t.scale, false)
}

// note reports a lower bound, or the cost of the best round trip.
func (t *roundTrip) note(cost int64, isLeast bool) {
	b := &t.d.Result.Bounds[0]
	switch worth := t.worth(cost); {
	case isLeast && t.sign > 0:
		b.Lo = max(b.Lo, min(worth, b.Hi))
	case isLeast:
		b.Hi = min(b.Hi, max(worth, b.Lo))
	case t.sign > 0:
		b.Hi = worth
	default:
		b.Lo = worth
	}
}

// fits reports whether edges form a round trip that meets all clauses.
func (t *roundTrip) fits(tour []int32) bool {
	if tour == nil {
		return false
	}
	on := slices.Repeat([]int8{-1}, len(t.state))
	for _, e := range tour {
		if int(e) < len(on) {
			on[e] = 1
		}
	}
	return !slices.ContainsFunc(t.clauses, func(c edgeClause) bool {
		_, ok := c.conclusions(on, nil)
		return !ok
	})
}

// conclude propagates the clauses. It returns false on a contradiction.
func (t *roundTrip) conclude() bool {
	for before := -1; before < len(t.trail); {
		before = len(t.trail)
		for _, c := range t.clauses {
			todo, ok := c.conclusions(t.state, t.todo)
			t.todo = todo
			if !ok {
				t.todo = t.todo[:0]
				return false
			}
		}
		if !t.propagate() {
			return false
		}
	}
	return true
}

// conclusions propagates one clause. It returns false if the clause is violated.
func (c edgeClause) conclusions(state []int8, todo []forced) ([]forced, bool) {
	on, off := 0, 0
	for _, f := range c.edges {
		switch holds := state[f.edge] > 0 == f.on; {
		case state[f.edge] == 0:
		case holds:
			on++
		default:
			off++
		}
	}
	n := len(c.edges)
	var decided, holds bool // whether the other literals are determined, and to what
	switch c.rule {
	case classic.NotAll:
		if on == n {
			return todo, false
		}
		decided, holds = on == n-1 && off == 0, false
	default:
		if on > 1 || c.rule == classic.ExactlyOne && off == n {
			return todo, false
		}
		decided, holds = on == 1 || c.rule == classic.ExactlyOne && off == n-1, on == 0
	}
	if decided && on+off < n {
		for _, f := range c.edges {
			if state[f.edge] == 0 {
				todo = append(todo, forced{f.edge, f.on == holds})
			}
		}
	}
	return todo, true
}
