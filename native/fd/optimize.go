package fd

import (
	"cmp"
	"math"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// objectiveBound demands that an objective is better than the best value known.
type objectiveBound struct {
	x        model.Int
	maximize bool
	active   bool
	bound    int64 // the value must be at least, or at most, this
}

func (p *objectiveBound) propagate(s *store) bool {
	switch {
	case !p.active:
		return true
	case p.maximize:
		return s.setLo(p.x, p.bound)
	}
	return s.setHi(p.x, p.bound)
}

// explain gives nothing, since the bound holds by itself and only tightens.
func (p *objectiveBound) explain(*store, *explanation) {}

// optimize finds the best value of each objective in turn by branch and bound, with the earlier
// ones held at their best. Then it yields the solutions that have all of them.
func (r *search) optimize() {
	if !r.s.propagate() {
		r.exhausted = true
		return
	}
	r.d.Result.Bounds = make([]model.Interval, len(r.m.Objectives))
	for i, o := range r.m.Objectives {
		r.d.Result.Bounds[i] = model.Interval{Lo: r.s.ints[o.X].lo, Hi: r.s.ints[o.X].hi}
	}
	var best model.Solution
	var worth []int64 // the objectives of best
	improve := func(s model.Solution) {
		best, worth, r.d.Result.Best = s, r.worthOf(s), s
	}
	if r.by.Guess != nil {
		if s := r.by.Guess.Try(10 * r.interval); s != nil {
			improve(s)
		}
	}
	for i, o := range r.m.Objectives {
		r.b.prefer(o)
		// The bound holds under an assumption, so that what is learned from it ends with it.
		better := r.s.newLit()
		r.b.bound = &objectiveBound{x: o.X, maximize: o.Maximize}
		r.b.boundP = r.s.add(r.b.bound, better, quick)
		r.assumed = append(r.assumed[:0], better)
		if best != nil {
			r.tighten(i, worth[i])
		}
		r.allHelpers = true
		ended := r.restarting(func(values model.Solution) bool {
			improve(values)
			r.tighten(i, worth[i])
			return true
		}, func() bool {
			better, proved := r.by.Optimizer.Improve(r.s.propagations, best)
			if better != nil {
				improve(better)
				if len(r.m.Objectives) == 1 {
					r.tighten(i, worth[i])
				}
			}
			return proved
		})
		if ended == settled {
			r.settle(best)
			return
		}
		r.b.bound.active, r.allHelpers = false, false
		r.retreat(0)
		r.assumed = r.assumed[:0]
		if ended != spaceDone && ended != refuted {
			return
		}
		if best == nil {
			r.exhausted, r.d.Result.Bounds = true, nil
			return
		}
		r.d.Result.Bounds[i] = model.Interval{Lo: worth[i], Hi: worth[i]}
		r.s.cause = reason{by: byChoice}
		r.s.set(better ^ 1)
		if !r.s.fix(o.X, worth[i]) || !r.s.propagate() {
			panic("fd: the best value of an objective contradicts the root")
		}
		if r.d.Stopped() {
			return
		}
	}
	if r.task.Limit == 1 {
		r.d.Deliver(best)
		return
	}
	r.b.bound = nil
	if r.restarting(r.d.Deliver, nil) == spaceDone {
		r.exhausted = true
	}
}

// worthOf returns the values of the objectives in a solution.
func (r *search) worthOf(s model.Solution) []int64 {
	var worth []int64
	e := model.Evaluate(r.m, s)
	for _, o := range r.m.Objectives {
		worth = append(worth, e.Int(o.X))
	}
	return worth
}

// settle ends the search with the proven best solution, or nil if there is none.
func (r *search) settle(best model.Solution) {
	if best == nil {
		r.exhausted, r.d.Result.Bounds = true, nil
		return
	}
	for i, worth := range r.worthOf(best) {
		r.d.Result.Bounds[i] = model.Interval{Lo: worth, Hi: worth}
	}
	r.d.Deliver(best)
}

// restarting runs the search with restarts until it ends. Before each restart it asks isSettled,
// unless nil, and stops if the answer is yes.
func (r *search) restarting(found func(model.Solution) bool, isSettled func() bool) outcome {
	for i := 1; ; i++ {
		if o := r.run(r.interval*alg.Luby(i), found); o != overBudget {
			return o
		}
		if r.by.Optimizer != nil && isSettled != nil && isSettled() {
			return settled
		}
		if r.d.Stopped() {
			return cancelled
		}
		if !r.restart(i) {
			if r.d.Stopped() {
				return cancelled
			}
			return spaceDone
		}
	}
}

// tighten demands a better value of the objective, and records the bound.
func (r *search) tighten(i int, value int64) {
	b := r.b.bound
	b.active = true
	if b.maximize {
		b.bound = value + 1
		r.d.Result.Bounds[i].Lo = value
	} else {
		b.bound = value - 1
		r.d.Result.Bounds[i].Hi = value
	}
	r.b.refresh(r.s)
}

// prefer makes the brancher try values first that are good for the objective.
func (b *brancher) prefer(o model.Objective) {
	terms := []model.Term{{Coef: 1, X: o.X}}
	if l, ok := b.p.m.Ints[o.X].(model.Linear); ok {
		terms = l.Terms
	}
	for _, t := range terms {
		up := (t.Coef > 0) == o.Maximize
		switch n := b.p.m.Ints[t.X].(type) {
		case model.IntVar:
			b.large[n.Var] = up
		case model.ToInt:
			if v, ok := b.p.m.Node(n.B).(model.BoolVar); ok {
				b.large[v.Var] = up != n.B.Negated()
			}
		}
	}
}

// costBound bounds the cost of a cycle from below. Each vertex has two edges, and each edge two
// vertices. So a cycle costs at least half the sum of the two cheapest edges at each vertex.
type costBound struct {
	w      *model.Route
	x      model.Int
	cost   []int64 // for each edge, not negative
	offset int64
}

// addCosts posts the bound if an objective sums the costs of the only cycle. Branching then prefers
// cheap edges.
func (p *poster) addCosts(o model.Objective) {
	w := only[model.Route](p)
	if w == nil || !w.Closed || w.Graph.Directed {
		return
	}
	cost, offset, ok := p.edgeCosts(o, w.Edges)
	if !ok {
		return
	}
	id := p.s.add(&costBound{w: w, x: o.X, cost: cost, offset: offset}, model.True, middling)
	p.s.onChange(id, w.Edges...)
	p.s.onTrue(id, w.Vertices...)
	if p.costs == nil {
		p.costs = cost
	}
}

// edgeCosts returns the cost of each edge in an objective, and the constant. ok is false if there is
// another term or a negative cost.
func (p *poster) edgeCosts(o model.Objective, edges []lit) (cost []int64, offset int64, ok bool) {
	n, ok := p.m.Ints[o.X].(model.Linear)
	if !ok {
		return nil, 0, false
	}
	edgeOf := map[lit]int{}
	for i, l := range edges {
		edgeOf[l] = i
	}
	cost = make([]int64, len(edges))
	for _, t := range n.Terms {
		to, isBool := p.m.Ints[t.X].(model.ToInt)
		i, isEdge := edgeOf[to.B]
		if !isBool || !isEdge || t.Coef < 0 {
			return nil, 0, false
		}
		cost[i] = t.Coef
	}
	return cost, n.Const, true
}

// explain adds vertices whose bound is better than at the root, until they cost enough.
func (p *costBound) explain(s *store, e *explanation) {
	type gain struct{ v, amount int64 }
	root := s.levels[0].pos()
	need := 2*(e.what.v-p.offset) - 1
	var gains []gain
	for v := range p.w.Vertices {
		before := p.atVertex(s, int32(v), root)
		need -= before
		if more := p.atVertex(s, int32(v), e.time) - before; more > 0 {
			gains = append(gains, gain{int64(v), more})
		}
	}
	slices.SortStableFunc(gains, func(a, b gain) int { return cmp.Compare(b.amount, a.amount) })
	for _, g := range gains {
		if need <= 0 {
			break
		}
		need -= g.amount
		e.lit(p.w.Vertices[g.v])
		for _, h := range p.w.Graph.Out[g.v] {
			e.truth(s, p.w.Edges[h.Edge])
		}
	}
}

// atVertex returns the least cost of two edges at a vertex at a time, or 0 if it may be off.
func (p *costBound) atVertex(s *store, v, time int32) int64 {
	if s.valAt(p.w.Vertices[v], time) <= 0 {
		return 0
	}
	const none = int64(-1)
	first, second, used, total := none, none, 0, int64(0) // the cheapest open edges
	for _, h := range p.w.Graph.Out[v] {
		c := p.cost[h.Edge]
		switch s.valAt(p.w.Edges[h.Edge], time) {
		case 1:
			used++
			total += c
		case 0:
			if first == none || c < first {
				first, second = c, first
			} else if second == none || c < second {
				second = c
			}
		}
	}
	if used < 2 && first != none {
		total += first
	}
	if used < 1 && second != none {
		total += second
	}
	return total
}

func (p *costBound) propagate(s *store) bool {
	total := int64(0)
	now := s.now()
	for v := range p.w.Vertices {
		total += p.atVertex(s, int32(v), now)
	}
	return s.setLo(p.x, p.offset+(total+1)/2)
}

// linkCost bounds the cost of links from below. Each line costs its edges that are on and at least the
// cheapest way between its two tips. An edge that would make every line too expensive is off.
type linkCost struct {
	b      *model.Links
	x      model.Int
	cost   []int64 // for each edge, not negative
	offset int64
	ends   [][2]int32 // for each label

	tips  [][2]int32 // for each label the tips of its line from either end
	best  []int64    // for each label the cost of a cheapest way between the tips
	away  [2][]int64 // for each label and vertex the cost from either tip
	owner []int32    // for each vertex the label whose line is on it, or -1
	ring  []int32    // queue of vertices
	inIt  []bool     // whether a vertex is in the ring
}

const unreachable = math.MaxInt64 / 4

// addLinkCosts posts the bound if an objective sums the costs of the only links.
func (p *poster) addLinkCosts(o model.Objective) {
	links := only[model.Links](p)
	if links == nil {
		return
	}
	cost, offset, ok := p.edgeCosts(o, links.Edges)
	if !ok {
		return
	}
	n := links.Graph.Order()
	b := &linkCost{b: links, x: o.X, cost: cost, offset: offset,
		owner: make([]int32, n), ring: make([]int32, n), inIt: make([]bool, n)}
	b.ends = endsOf(links.Labels)
	b.tips, b.best = make([][2]int32, len(b.ends)), make([]int64, len(b.ends))
	for side := range b.away {
		b.away[side] = make([]int64, n*len(b.ends))
	}
	id := p.s.add(b, model.True, slow)
	p.s.onChange(id, links.Edges...)
	p.s.watch(id, onBounds, o.X)
}

func (p *linkCost) concerns() ([]lit, []model.Int) {
	return slices.Concat(p.b.Edges, p.b.Vertices), []model.Int{p.x}
}

func (p *linkCost) propagate(s *store) bool {
	total := p.offset + p.follow(s)
	for l, tips := range p.tips {
		if tips[0] == tips[1] {
			continue
		}
		for side := range tips {
			p.spread(s, int32(l), side)
		}
		p.best[l] = p.from(0, int32(l))[tips[1]]
		if p.best[l] >= unreachable {
			return false
		}
		total += p.best[l]
	}
	if !s.setLo(p.x, total) {
		return false
	}
	slack := s.ints[p.x].hi - total
	for i, e := range p.b.Graph.Edges {
		if l := p.b.Edges[i]; s.val[l] == 0 && !p.affordable(e, p.cost[i], slack) && !s.set(l^1) {
			return false
		}
	}
	return true
}

// from returns the cost from a tip to each vertex.
func (p *linkCost) from(side int, label int32) []int64 {
	n := len(p.owner)
	return p.away[side][int(label)*n : (int(label)+1)*n]
}

// follow finds the tips of all lines and returns their cost so far. A complete line has one tip.
func (p *linkCost) follow(s *store) int64 {
	for v := range p.owner {
		p.owner[v] = -1
	}
	total := int64(0)
	for l, ends := range p.ends {
		for side, v := range ends {
			p.owner[v] = int32(l)
			for via := int32(-1); ; {
				next := alg.Half{To: -1}
				for _, h := range p.b.Graph.Out[v] {
					if h.Edge != via && s.val[p.b.Edges[h.Edge]] > 0 {
						next = h
					}
				}
				if next.To < 0 || p.owner[next.To] >= 0 && next.To != ends[1] {
					break
				}
				total += p.cost[next.Edge]
				v, via = next.To, next.Edge
				p.owner[v] = int32(l)
			}
			p.tips[l][side] = v
			if side == 0 && v == ends[1] {
				p.tips[l] = [2]int32{v, v}
				break
			}
		}
	}
	return total
}

// spread finds the costs from a tip to all vertices. A vertex is visited again if a cheaper way to it
// is found.
func (p *linkCost) spread(s *store, label int32, side int) {
	cost := p.from(side, label)
	for v := range cost {
		cost[v] = unreachable
	}
	start, goal := p.tips[label][side], p.tips[label][1-side]
	cost[start] = 0
	p.ring[0] = start
	for first, waiting := 0, 1; waiting > 0; waiting-- {
		v := p.ring[first]
		if first++; first == len(p.ring) {
			first = 0
		}
		p.inIt[v] = false
		if v == goal {
			continue
		}
		for _, h := range p.b.Graph.Out[v] {
			w, c := h.To, cost[v]+p.cost[h.Edge]
			if c >= cost[w] || s.val[p.b.Edges[h.Edge]] < 0 || s.val[p.b.Vertices[w]] < 0 || p.owner[w] >= 0 && w != goal {
				continue
			}
			cost[w] = c
			if !p.inIt[w] {
				p.inIt[w] = true
				p.ring[(first+waiting-1)%len(p.ring)] = w
				waiting++
			}
		}
	}
}

// affordable reports whether some line can use an edge for at most slack more than its cheapest way.
func (p *linkCost) affordable(e alg.Edge, cost, slack int64) bool {
	for l, tips := range p.tips {
		if tips[0] == tips[1] {
			continue
		}
		a, b := p.from(0, int32(l)), p.from(1, int32(l))
		if min(a[e.U]+b[e.V], a[e.V]+b[e.U])+cost-p.best[l] <= slack {
			return true
		}
	}
	return false
}
