package count

import (
	"math"
	"slices"

	"nazo/internal/alg"
)

// prefix is the beginning of an order: the vertices eliminated so far, and all that the size of their layer depends on.
type prefix struct {
	done   []bool
	seen   []int32 // by vertex: its edges to eliminated vertices
	rules  []float64
	layer  layer
	vertex int32 // the last vertex
	before *prefix
	// total and bound are the sums of states and bounds over all layers so far.
	total, bound float64
	set          uint64 // a hash of the set of vertices
}

// layer sums up a prefix for the estimate of its states.
type layer struct {
	stats    prefixStats
	kinds    [2]uint64 // by colour: sum of the hashes of the kinds in the frontier
	frontier int32     // number of vertices in the frontier
	decided  int32     // number of decided edges
	rules    float64   // product of the factors of rules
	// bound is the number of states that degrees, path ends and rules allow. states is the estimate.
	bound, states float64
}

func (e *estimator) emptyPrefix() *prefix {
	return &prefix{done: make([]bool, len(e.degree)), seen: make([]int32, len(e.degree)), vertex: -1, layer: layer{rules: 1, bound: 1, states: 1}}
}

// colourOf returns 0 for white and 1 for black vertices.
func (e *estimator) colourOf(v int32) int {
	if e.black[v] {
		return 1
	}
	return 0
}

// hasLeft reports whether all edges of v are decided, so that it has left the frontier.
func (e *estimator) hasLeft(at *prefix, v int32) bool {
	return at.seen[v] > 0 && at.seen[v] == e.degree[v]
}

// joinsStep reports whether v is eliminated in the same step as the vertex before. Its open edges then go to one
// vertex, and the state implies which are chosen.
func (e *estimator) joinsStep(at *prefix, v int32) bool {
	if at.seen[v] == 0 || !e.lastEdgeForced[v] || at.before == nil {
		return false
	}
	left := e.degree[v] - at.seen[v]
	for _, u := range e.neighbours[v] {
		if !at.done[u.to] {
			return u.times == left
		}
	}
	return true
}

// layerAfter returns the layer after v is also eliminated.
func (e *estimator) layerAfter(at *prefix, v int32) layer {
	l := at.layer
	if at.seen[v] > 0 {
		l.kinds[e.colourOf(v)] -= e.hash[e.kinds[v][at.seen[v]]]
	}
	if e.hasLeft(at, v) {
		e.updateStats(&l.stats, at, v)
		return l
	}
	if at.seen[v] > 0 {
		l.frontier--
	}
	during := at.layer.frontier
	if at.seen[v] == 0 {
		during++
	}
	for _, u := range e.neighbours[v] {
		if at.done[u.to] {
			continue
		}
		l.decided += u.times
		c, seen := e.colourOf(u.to), at.seen[u.to]
		if seen == 0 {
			l.frontier++
			during++
		} else {
			l.kinds[c] -= e.hash[e.kinds[u.to][seen]]
		}
		l.kinds[c] += e.hash[e.kinds[u.to][seen+u.times]]
		if seen+u.times == e.degree[u.to] {
			l.frontier--
		}
	}
	e.updateStats(&l.stats, at, v)
	l.rules = e.rules.after(at, v, e.neighbours[v])
	if during > maxSlots || l.frontier > e.limit {
		l.bound, l.states = math.Inf(1), math.Inf(1)
		return l
	}
	key := layerKey{l.kinds[0], l.kinds[1], l.stats}
	states, known := e.layers[key]
	if !known {
		states = e.boundOf(at, v, &l)
		remember(e.layers, key, states, mostLayers)
	}
	l.bound = max(1, states*l.rules*min(e.weights.most, 1+e.weights.step*float64(l.decided)))
	l.states = l.bound
	if e.branching != nil {
		l.states = min(l.bound, max(1, at.layer.states*e.branching.factor(at, v, e.neighbours[v])*e.rules.survival(at, v)))
	}
	return l
}

// addLayer extends a sum over layers by the next layer, after v is eliminated. next is added, or replaces last if
// both belong to one step.
func (e *estimator) addLayer(sum, last, next float64, at *prefix, v int32) float64 {
	switch {
	case e.hasLeft(at, v):
		return sum
	case e.joinsStep(at, v):
		return sum - last + next
	}
	return sum + next
}

// updateStats adds v to the statistics of a prefix.
func (e *estimator) updateStats(p *prefixStats, at *prefix, v int32) {
	c := e.colourOf(v)
	if e.bipartite {
		d := lowest(e.innerDegrees(int(v)))
		if c == 1 {
			p.surplus += d
		} else {
			p.surplus -= d
		}
	}
	switch e.ends.of[v] {
	case mustEnd:
		p.mustEnd[c]++
	case mayEnd:
		p.mayEnd[c] = min(p.mayEnd[c]+1, 2)
	}
	if label := e.labels[v]; label >= 0 {
		if other := e.ends.partner[v]; other >= 0 && at.done[other] {
			p.half--
			p.whole++
		} else {
			p.half++
		}
	}
}

// extend returns the prefix with v added, whose layer is l.
func (at *prefix) extend(e *estimator, v int32, l layer) *prefix {
	next := &prefix{
		done: append([]bool(nil), at.done...), seen: append([]int32(nil), at.seen...),
		layer: l, vertex: v, before: at, set: at.set ^ alg.SplitMix64(uint64(v)<<32),
		total: e.addLayer(at.total, at.layer.states, l.states, at, v),
		bound: e.addLayer(at.bound, at.layer.bound, l.bound, at, v),
	}
	next.done[v] = true
	for _, u := range e.neighbours[v] {
		next.seen[u.to] += u.times
	}
	next.rules = e.rules.take(at, v, e.neighbours[v])
	return next
}

// drop releases the parts that are only needed to extend the prefix.
func (at *prefix) drop() { at.done, at.seen, at.rules = nil, nil, nil }

// order lists the vertices of the prefix.
func (at *prefix) order() (o Order) {
	for ; at.before != nil; at = at.before {
		o = append(o, at.vertex)
	}
	slices.Reverse(o)
	return o
}

// boundOf returns the number of states of the layer after v, before rules are considered.
func (e *estimator) boundOf(at *prefix, v int32, l *layer) float64 {
	var sides [2]*product
	for c := range sides {
		known, ok := e.products[l.kinds[c]]
		if !ok {
			known = e.productOf(e.frontierKinds(at, v, c), l.kinds[c])
		}
		sides[c] = known
	}
	total := 0.0
	for _, way := range e.ends.placements(l.stats) {
		weights := e.connectivity.of(way.dead, int(l.stats.half), int(l.stats.whole))
		total += combine(sides[0], sides[1], int(l.stats.surplus)+way.shift, weights, e.bipartite)
	}
	return total
}

// These bound the caches of an estimator, since planning must be cheap compared to the count.
const (
	mostProducts = 1 << 12
	mostLayers   = 1 << 16
)

// remember adds a value to a cache, and empties the cache first if it is full.
func remember[K comparable, V any](cache map[K]V, key K, value V, most int) {
	if len(cache) >= most {
		clear(cache)
	}
	cache[key] = value
}

// frontierKinds lists the kinds of the frontier's vertices of one colour after v, ascending.
func (e *estimator) frontierKinds(at *prefix, v int32, colour int) []int32 {
	kinds := make([]int32, 0, maxSlots)
	for u, decided := range at.seen {
		if at.done[u] || int32(u) == v || e.colourOf(int32(u)) != colour {
			continue
		}
		for _, next := range e.neighbours[v] {
			if next.to == int32(u) {
				decided += next.times
			}
		}
		if decided > 0 {
			kinds = append(kinds, e.kinds[u][decided])
		}
	}
	slices.Sort(kinds)
	return kinds
}

// productOf returns the product of the polynomials of ascending kinds, whose hashes have that sum. The product of
// all but the last is mostly known from other layers. The order is fixed, so rounding is, too.
func (e *estimator) productOf(kinds []int32, sum uint64) *product {
	if len(kinds) == 0 {
		return one()
	}
	if known, ok := e.products[sum]; ok {
		return known
	}
	last := kinds[len(kinds)-1]
	out := e.productOf(kinds[:len(kinds)-1], sum-e.hash[last]).times(e.terms[last])
	remember(e.products, sum, out, mostProducts)
	return out
}

// product is a polynomial in the number of path ends and the sum of degrees.
type product struct {
	ends, degrees int // highest exponents
	at            []float64
}

func one() *product { return &product{at: []float64{1}} }

func (p *product) get(ends, degrees int) float64 { return p.at[ends*(p.degrees+1)+degrees] }

func (p *product) times(terms []term) *product {
	end, degree := 0, 0
	for _, t := range terms {
		end, degree = max(end, t.end), max(degree, t.degree)
	}
	out := &product{ends: p.ends + end, degrees: p.degrees + degree}
	out.at = make([]float64, (out.ends+1)*(out.degrees+1))
	for e := range p.ends + 1 {
		from := p.at[e*(p.degrees+1):][:p.degrees+1]
		for _, t := range terms {
			to := out.at[(e+t.end)*(out.degrees+1)+t.degree:][:len(from)]
			for d, x := range from {
				to[d] += x
			}
		}
	}
	return out
}

// combine sums the states in which the white degrees exceed the black ones by surplus, if that is known. weights
// has the number of connections for each number of ends.
func combine(white, black *product, surplus int, weights []float64, known bool) float64 {
	total := 0.0
	for d := range black.degrees + 1 {
		at := 0
		if known {
			at = d + surplus
			if at < 0 || at > white.degrees {
				continue
			}
		}
		for w := range white.ends + 1 {
			x := white.get(w, at)
			if x == 0 {
				continue
			}
			sum := 0.0
			for b := range black.ends + 1 {
				sum += black.get(b, d) * weights[w+b]
			}
			total += x * sum
		}
	}
	return total
}

// endRole says whether a path may end at a vertex.
type endRole uint8

const (
	noEnd endRole = iota
	mayEnd
	mustEnd
)

// pathEnds describes where a path or links may end.
type pathEnds struct {
	path    bool
	of      []endRole
	partner []int32 // by vertex: the other vertex with its label, or -1
	must    int32   // number of known ends
}

// endPlacement says how the path's ends may lie among the eliminated vertices.
type endPlacement struct {
	dead  int // ends among them
	shift int // added to the surplus of white degrees
}

func newPathEnds(p *Problem, allowed []uint64) pathEnds {
	n := len(p.Degrees)
	e := pathEnds{path: p.Shape == OnePath, of: make([]endRole, n), partner: make([]int32, n)}
	first := map[int32]int32{}
	for v := range n {
		e.partner[v] = -1
		if p.Shape == Linked && p.Labels[v] >= 0 {
			if u, ok := first[p.Labels[v]]; ok {
				e.partner[v], e.partner[u] = u, int32(v)
			} else {
				first[p.Labels[v]] = int32(v)
			}
		}
		if !e.path || allowed[v]&(1<<1) == 0 {
			continue
		}
		e.of[v] = mayEnd
		if allowed[v] == 1<<1 {
			e.of[v] = mustEnd
			e.must++
		}
	}
	return e
}

// placements lists the ways in which the path's ends may lie among the eliminated vertices, whether or not the path
// can be completed.
func (e *pathEnds) placements(p prefixStats) []endPlacement {
	if !e.path {
		return []endPlacement{{}}
	}
	free := max(2-e.must, 0)
	var out []endPlacement
	for white := int32(0); white <= min(free, p.mayEnd[0]); white++ {
		for black := int32(0); black <= min(free-white, p.mayEnd[1]); black++ {
			// The surplus already has degree 1 for a known end.
			out = append(out, endPlacement{int(p.mustEnd[0] + p.mustEnd[1] + white + black), int(white - black)})
		}
	}
	return out
}
