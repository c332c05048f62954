package fd

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// decision is a choice: an atom that the search imposes first, and its negation later.
type decision struct {
	atom
	helper bool // it is about a helper, so one solution below it suffices
}

// brancher picks choices. Lines to extend come first, then the find with the smallest domain for
// its activity, then helpers.
type brancher struct {
	p      *poster
	groups [2]group // finds, helpers
	activity
	rank   []int32 // tie-break for each variable
	large  []bool  // for each variable whether its larger side comes first
	random *rand.Rand
	lines  []*extender
	exact  [][]lit    // groups of finds of which exactly one holds
	houses []*sumSets // groups of integers that have each of their values once
	// chosen is the variable of the last choice, or -1. last is the variable whose choice led to the
	// last dead end, or -1 while the search learns. It is decided first (last-conflict reasoning:
	// Lecoutre et al. 2009).
	chosen, last int32
	bound        *objectiveBound // nil unless optimizing
	boundP       int32
}

// group is a set of variables with the open ones first. A cell holds the number of open ones.
type group struct {
	vars []int32
	open int32 // the cell
}

func newBrancher(p *poster, seed int64) *brancher {
	n := len(p.m.Vars)
	b := &brancher{p: p, activity: newActivity(p), rank: make([]int32, n), large: make([]bool, n), chosen: -1, last: -1}
	for v := range p.m.Vars {
		g := 0
		if p.m.Vars[v].Find < 0 {
			g = 1
		}
		b.groups[g].vars = append(b.groups[g].vars, int32(v))
		b.rank[v] = int32(v)
		// A find is mostly a set: a member says more than a non-member.
		b.large[v] = p.m.Vars[v].Bool && g == 0
	}
	for g := range b.groups {
		b.groups[g].open = p.s.newCell(int64(len(b.groups[g].vars)))
	}
	b.lines = p.extenders()
	for _, prop := range p.s.props {
		if h, ok := prop.(*sumSets); ok && len(h.sets) == 1 {
			b.houses = append(b.houses, h)
		}
	}
	if seed != 0 {
		b.random = rand.New(rand.NewPCG(uint64(seed), 0x6e61746976652121))
		b.shuffle()
	}
	return b
}

// shuffle draws new tie-breaks and forgets activities.
func (b *brancher) shuffle() {
	for i, j := range b.random.Perm(len(b.rank)) {
		b.rank[i] = int32(j)
	}
	for _, e := range b.lines {
		e.shuffle(b.random)
	}
	b.activity.forget()
	b.last = -1
}

// choose returns the next choice. any is false if everything is decided.
func (b *brancher) choose(s *store) (d decision, any bool) {
	b.chosen = -1
	if s.val[b.p.streamliner] == 0 {
		return decision{atom: litAtom(b.p.streamliner)}, true
	}
	for _, e := range b.lines {
		if l, ok := e.choose(s); ok {
			return decision{atom: litAtom(l)}, true
		}
	}
	if l, v := b.pickOfGroup(s); v >= 0 {
		b.chosen = v
		return decision{atom: litAtom(l)}, true
	}
	for g := range b.groups {
		if v := b.pick(s, &b.groups[g]); v >= 0 {
			if a, w := b.pickPlace(s, v); g == 0 && w >= 0 {
				b.chosen = w
				return decision{atom: a}, true
			}
			b.chosen = v
			return decision{b.split(s, v), g == 1}, true
		}
	}
	return decision{}, false
}

// pick returns the variable of a group to decide, or -1.
func (b *brancher) pick(s *store, g *group) int32 {
	n := int(s.cells[g.open])
	best, bestScore := int32(-1), 0.0
	for i := 0; i < n; {
		v := g.vars[i]
		size := b.size(s, v)
		if size == 1 {
			n--
			g.vars[i], g.vars[n] = g.vars[n], v
			continue
		}
		i++
		score := float64(size) / b.weight[v]
		if v == b.last {
			score = 0
		}
		if best < 0 || score < bestScore || score == bestScore && b.rank[v] < b.rank[best] {
			best, bestScore = v, score
		}
	}
	s.setCell(g.open, int64(n))
	return best
}

// pickPlace returns a place of a value in a house, and its variable, if a choice between the places has a better score
// than one between the values of a variable. Else the variable is -1.
func (b *brancher) pickPlace(s *store, than int32) (place atom, v int32) {
	size := int(b.size(s, than))
	if size <= 2 || than == b.last {
		return atom{}, -1
	}
	v = -1
	bestScore := float64(size) / b.weight[than]
	for _, h := range b.houses {
		places, _, fixed := h.look(s)
		for bit, at := range places {
			n := bits.OnesCount32(at)
			if n < 2 || n >= size || fixed>>bit&1 != 0 {
				continue
			}
			heaviest := int32(-1)
			for ; at != 0; at &= at - 1 {
				w := b.ofInt[h.xs[bits.TrailingZeros32(at)]]
				if w >= 0 && b.p.m.Vars[w].Find >= 0 && (heaviest < 0 || b.weight[w] > b.weight[heaviest]) {
					heaviest = w
				}
			}
			if heaviest < 0 {
				continue
			}
			if score := float64(n) / b.weight[heaviest]; score < bestScore {
				bestScore, v, place = score, heaviest, eqAtom(b.p.slots[heaviest], h.low+int64(bit))
			}
		}
	}
	return place, v
}

func (b *brancher) size(s *store, v int32) int64 {
	slot := b.p.slots[v]
	if !b.p.m.Vars[v].Bool {
		return s.size(slot)
	}
	if s.val[slot] != 0 {
		return 1
	}
	return 2
}

// split returns the choice to make about v.
func (b *brancher) split(s *store, v int32) atom {
	slot := b.p.slots[v]
	large := b.large[v]
	if b.random != nil && b.random.IntN(4) == 0 {
		large = !large
	}
	if b.p.m.Vars[v].Bool {
		if !large {
			slot ^= 1
		}
		return litAtom(lit(slot))
	}
	d := &s.ints[slot]
	if d.n == 0 {
		mid := d.lo + (d.hi-d.lo)/2
		if large {
			return geAtom(slot, mid+1)
		}
		return leAtom(slot, mid)
	}
	value := d.lo
	if large {
		value = d.hi
	}
	if b.random != nil {
		value = s.above(d, d.lo+b.random.Int64N(d.hi-d.lo+1))
	}
	return eqAtom(slot, value)
}

// blame records that the last choice led to a dead end from which nothing was learned.
func (b *brancher) blame() {
	if b.chosen >= 0 {
		b.last = b.chosen
	}
}

// refresh reapplies the objective's bound after backtracking.
func (b *brancher) refresh(s *store) {
	if b.bound != nil {
		s.queue.add(b.boundP)
	}
}

// choosable returns the groups of find variables, so that branching on them divides the solutions.
func (p *poster) choosable(groups [][]lit) [][]lit {
	return slices.DeleteFunc(groups, func(group []lit) bool {
		return slices.ContainsFunc(group, func(l lit) bool { return !p.isFind(l) })
	})
}

// isFind reports whether a literal is a variable of a find.
func (p *poster) isFind(l lit) bool {
	if l.Node() >= p.m.BoolCount() {
		return false
	}
	n, ok := p.m.Node(l).(model.BoolVar)
	return ok && p.m.Vars[n.Var].Find >= 0
}

// pickOfGroup returns the heaviest literal, and its variable, of the group with the fewest open
// literals. The variable is -1 if no group is open.
func (b *brancher) pickOfGroup(s *store) (lit, int32) {
	var best []lit
	least := 0
	for _, group := range b.exact {
		open := 0
		for _, l := range group {
			if s.val[l] > 0 {
				open = 0
				break
			}
			if s.val[l] == 0 {
				open++
			}
		}
		if open > 0 && (best == nil || open < least) {
			best, least = group, open
		}
	}
	chosen, v := lit(0), int32(-1)
	for _, l := range best {
		if s.val[l] != 0 {
			continue
		}
		w := b.variable(l)
		if v < 0 || b.weight[w] > b.weight[v] || b.weight[w] == b.weight[v] && b.rank[w] < b.rank[v] {
			chosen, v = l, w
		}
	}
	return chosen, v
}

func (b *brancher) variable(l lit) int32 { return int32(b.p.m.Node(l).(model.BoolVar).Var) }

// extender proposes edges of a path or cycle. It extends the line with the fewest possible edges,
// towards the vertex with the fewest edges (Warnsdorff), or by the cheapest edge where costs count.
type extender struct {
	next  [][]alg.Half
	edges []lit
	on    []lit
	costs []int64 // for each edge, or nil
	live  []int32 // the vertices, those with open edges first
	lives int32   // the cell with their number
	open  []int32 // scratch: for each live vertex its open edges
	used  []int32 // scratch: for each live vertex its edges that are on

	vertexRank, edgeRank []int32 // tie-breaks
}

// extenders makes an extender for each unconditional path or cycle whose edges are finds, so that
// branching divides the solutions. For links, and for paths that may leave out vertices, weights
// work better.
func (p *poster) extenders() []*extender {
	var all []*extender
	open := func(l lit) bool { return p.s.val[l] == 0 }
	for _, c := range p.m.Constraints {
		w, ok := c.Body.(model.Route)
		if !ok || p.off[c.Instance] || p.s.val[c.Guard] <= 0 ||
			slices.ContainsFunc(w.Vertices, open) || slices.ContainsFunc(w.Edges, func(l lit) bool { return open(l) && !p.isFind(l) }) {
			continue
		}
		n := w.Graph.Order()
		e := &extender{next: w.Graph.Neighbours(), edges: w.Edges, on: w.Vertices, costs: p.costs,
			live: make([]int32, n), lives: p.s.newCell(int64(n)), open: make([]int32, n), used: make([]int32, n)}
		for v := range e.live {
			e.live[v] = int32(v)
		}
		e.vertexRank, e.edgeRank = slices.Clone(e.live), make([]int32, len(e.edges))
		all = append(all, e)
	}
	return all
}

// shuffle draws new tie-breaks.
func (e *extender) shuffle(random *rand.Rand) {
	for _, ranks := range [][]int32{e.vertexRank, e.edgeRank} {
		for i, j := range random.Perm(len(ranks)) {
			ranks[i] = int32(j)
		}
	}
}

// choose proposes an edge if some line can be extended.
func (e *extender) choose(s *store) (lit, bool) {
	best, bestScore := int32(-1), int32(0)
	n := int(s.cells[e.lives])
	for i := 0; i < n; {
		v := e.live[i]
		e.count(s, v)
		if e.open[v] == 0 {
			n--
			e.live[i], e.live[n] = e.live[n], v
			continue
		}
		i++
		if s.val[e.on[v]] <= 0 {
			continue
		}
		score := e.open[v] - 100*e.used[v]
		if best < 0 || score < bestScore || score == bestScore && e.vertexRank[v] < e.vertexRank[best] {
			best, bestScore = v, score
		}
	}
	s.setCell(e.lives, int64(n))
	if best < 0 {
		return 0, false
	}
	edge, rank, least := lit(-1), int32(0), int64(0)
	for _, h := range e.next[best] {
		if s.val[e.edges[h.Edge]] != 0 {
			continue
		}
		ways := int64(e.open[h.To] - 2*e.used[h.To])
		if e.costs != nil { // the cheapest first
			ways = e.costs[h.Edge]
		}
		if edge < 0 || ways < least || ways == least && e.edgeRank[h.Edge] < rank {
			edge, rank, least = e.edges[h.Edge], e.edgeRank[h.Edge], ways
		}
	}
	return edge, true
}

// count counts the open edges of a vertex and those that are on.
func (e *extender) count(s *store, v int32) {
	e.open[v], e.used[v] = 0, 0
	for _, h := range e.next[v] {
		switch s.val[e.edges[h.Edge]] {
		case 0:
			e.open[v]++
		case 1:
			e.used[v]++
		}
	}
}

// activity counts how often variables were involved in conflicts, recent ones most (VSIDS:
// Moskewicz et al., Chaff, 2001). The domain size divided by it replaces dom/wdeg (Boussemart et
// al. 2004).
type activity struct {
	weight        []float64 // for each variable
	by            float64   // what a conflict adds
	ofNode, ofInt []int32   // for each node of a literal, and each integer, its variable or -1
}

func newActivity(p *poster) activity {
	v := activity{weight: make([]float64, len(p.m.Vars)), by: 1, ofNode: make([]int32, len(p.s.at)), ofInt: make([]int32, len(p.s.ints))}
	for i := range v.ofNode {
		v.ofNode[i] = -1
	}
	for i := range v.ofInt {
		v.ofInt[i] = -1
	}
	for i, slot := range p.slots {
		v.weight[i] = 1
		if p.m.Vars[i].Bool {
			v.ofNode[slot>>1] = int32(i)
		} else {
			v.ofInt[slot] = int32(i)
		}
	}
	return v
}

func (v *activity) forget() {
	v.by = 1
	for i := range v.weight {
		v.weight[i] = 1
	}
}

// bump records that an atom was involved in a conflict.
func (v *activity) bump(a atom) {
	i := int32(-1)
	if a.op != holds {
		i = v.ofInt[a.x]
	} else if node := int(a.x >> 1); node < len(v.ofNode) {
		i = v.ofNode[node]
	}
	if i >= 0 {
		v.weight[i] += v.by
	}
}

// decay reduces the weight of past conflicts.
func (v *activity) decay() {
	v.by /= 0.95
	if v.by > 1e100 {
		v.by *= 1e-100
		for i := range v.weight {
			v.weight[i] *= 1e-100
		}
	}
}

const (
	widestProbe   = 16        // wider integers are not probed
	probingEffort = 1_000_000 // total propagator runs for probing
)

// probe removes the values of finds that fail at once, to a fixpoint (singleton consistency:
// Debruyne and Bessière 1997). It returns false if nothing is left or the search must stop.
func (r *search) probe() bool {
	if !r.s.propagate() {
		return false
	}
	limit := r.s.propagations + probingEffort
	for again := true; again; {
		again = false
		for v, slot := range r.p.slots {
			if r.m.Vars[v].Find < 0 {
				continue
			}
			for _, a := range r.sides(v, slot) {
				if r.d.Stopped() || !r.s.propagate() {
					return false
				}
				if r.s.propagations > limit {
					return true
				}
				if !r.refuted(a) {
					continue
				}
				again = true
				if !r.s.impose(a.not()) || !r.s.propagate() {
					return false
				}
			}
		}
	}
	return !r.d.Stopped()
}

// sides returns the choices that fix a variable.
func (r *search) sides(v int, slot model.Int) []atom {
	if r.m.Vars[v].Bool {
		if r.s.val[slot] != 0 {
			return nil
		}
		return []atom{litAtom(lit(slot)), litAtom(lit(slot ^ 1))}
	}
	size := r.s.size(slot)
	if size < 2 || size > widestProbe || r.s.ints[slot].n == 0 {
		return nil
	}
	var all []atom
	r.s.each(slot, func(k int64) bool {
		all = append(all, eqAtom(slot, k))
		return true
	})
	return all
}

// refuted reports whether a choice leads to a conflict at once.
func (r *search) refuted(a atom) bool {
	r.s.push()
	defer r.s.pop()
	return !r.s.impose(a) || !r.s.propagate()
}
