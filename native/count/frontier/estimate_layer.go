package frontier

import "math"

// eliminated is a set of vertices that are eliminated, with what its layer's size
// depends on.
type eliminated struct {
	done   []bool
	seen   []int32 // by vertex: its edges to eliminated vertices
	rules  []float64
	layer  layer
	vertex int32 // the last one
	before *eliminated
	// total and room are those of all layers so far.
	total, room float64
	set         uint64 // a hash of the set
}

// layer is a set of eliminated vertices in short.
type layer struct {
	position position
	kinds    [2]uint64 // by colour: the sum of the hashes of the open vertices' kinds
	open     int32     // open vertices
	decided  int32     // edges that are decided
	rules    float64   // product of the factors of rules
	// room is the number of states for which degrees, path ends and rules leave room,
	// states how many of them there will be.
	room, states float64
}

func (e *estimator) begin() *eliminated {
	return &eliminated{done: make([]bool, len(e.degree)), seen: make([]int32, len(e.degree)), vertex: -1, layer: layer{rules: 1, room: 1, states: 1}}
}

// colourOf is 0 for white and 1 for black vertices.
func (e *estimator) colourOf(v int32) int {
	if e.black[v] {
		return 1
	}
	return 0
}

// leaves says that all edges of v are decided, so that it isn't open any more.
func (e *estimator) leaves(at *eliminated, v int32) bool {
	return at.seen[v] > 0 && at.seen[v] == e.degree[v]
}

// follows says that what becomes of v, which has edges to one more vertex only, is
// known from the state, so that it is eliminated in the same step as the one before.
func (e *estimator) follows(at *eliminated, v int32) bool {
	if at.seen[v] == 0 || !e.decisive[v] || at.before == nil {
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

// after is the layer that follows from eliminating v, too.
func (e *estimator) after(at *eliminated, v int32) layer {
	l := at.layer
	if at.seen[v] > 0 {
		l.kinds[e.colourOf(v)] -= e.hash[e.kinds[v][at.seen[v]]]
	}
	if e.leaves(at, v) {
		e.move(&l.position, at, v)
		return l
	}
	if at.seen[v] > 0 {
		l.open--
	}
	during := at.layer.open
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
			l.open++
			during++
		} else {
			l.kinds[c] -= e.hash[e.kinds[u.to][seen]]
		}
		l.kinds[c] += e.hash[e.kinds[u.to][seen+u.times]]
		if seen+u.times == e.degree[u.to] {
			l.open--
		}
	}
	e.move(&l.position, at, v)
	l.rules = e.rules.after(at, v, e.neighbours[v])
	if during > maxSlots || l.open > e.limit {
		l.room, l.states = math.Inf(1), math.Inf(1)
		return l
	}
	key := layerKey{l.kinds[0], l.kinds[1], l.position}
	states, known := e.layers[key]
	if !known {
		states = e.states(at, v, &l)
		remember(e.layers, key, states, mostLayers)
	}
	l.room = max(1, states*l.rules*e.tally.states(l.decided))
	l.states = l.room
	if e.growth != nil {
		l.states = min(l.room, max(1, at.layer.states*e.growth.factor(at, v, e.neighbours[v])*e.rules.survival(at, v)))
	}
	return l
}

// addTo replaces or adds what is known of the last layer in a sum over layers, when v
// is eliminated, too.
func (e *estimator) addTo(sum, last, next float64, at *eliminated, v int32) float64 {
	switch {
	case e.leaves(at, v):
		return sum
	case e.follows(at, v):
		return sum - last + next
	}
	return sum + next
}

// move adds v to the position.
func (e *estimator) move(p *position, at *eliminated, v int32) {
	c := e.colourOf(v)
	if e.exact {
		d := lowest(e.usual(int(v)))
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
	if label := e.links[v]; label >= 0 {
		if other := e.ends.partner[v]; other >= 0 && at.done[other] {
			p.half--
			p.whole++
		} else {
			p.half++
		}
	}
}

// take is the set with v added, whose layer is known.
func (at *eliminated) take(e *estimator, v int32, l layer) *eliminated {
	next := &eliminated{
		done: append([]bool(nil), at.done...), seen: append([]int32(nil), at.seen...),
		layer: l, vertex: v, before: at, set: at.set ^ mix(uint64(v)<<32),
		total: e.addTo(at.total, at.layer.states, l.states, at, v),
		room:  e.addTo(at.room, at.layer.room, l.room, at, v),
	}
	next.done[v] = true
	for _, u := range e.neighbours[v] {
		next.seen[u.to] += u.times
	}
	next.rules = e.rules.take(at, v, e.neighbours[v])
	return next
}

// release forgets what only the next sets are made of.
func (at *eliminated) release() { at.done, at.seen, at.rules = nil, nil, nil }

// order lists the vertices as they were eliminated.
func (at *eliminated) order() Order {
	var o Order
	for ; at.before != nil; at = at.before {
		o = append(o, at.vertex)
	}
	for i, j := 0, len(o)-1; i < j; i, j = i+1, j-1 {
		o[i], o[j] = o[j], o[i]
	}
	return o
}

// states is the number of states of the layer after v, without those of rules.
func (e *estimator) states(at *eliminated, v int32, l *layer) float64 {
	var sides [2]*product
	for c := range sides {
		known, ok := e.colour[c][l.kinds[c]]
		if !ok {
			known = e.multiply(at, v, c)
			remember(e.colour[c], l.kinds[c], known, mostProducts)
		}
		sides[c] = known
	}
	total := 0.0
	for _, way := range e.ends.ways(l.position) {
		weights := e.ways.of(way.dead, int(l.position.half), int(l.position.whole))
		total += combine(sides[0], sides[1], int(l.position.surplus)+way.shift, weights, e.exact)
	}
	return total
}

// What is remembered of an estimate is forgotten when there is so much of it: planning
// has to be small beside what it plans.
const (
	mostProducts = 1 << 12
	mostLayers   = 1 << 16
)

// remember puts a value into a memory that is emptied when it is full.
func remember[K comparable, V any](memory map[K]V, key K, value V, most int) {
	if len(memory) >= most {
		clear(memory)
	}
	memory[key] = value
}

// multiply is the product of the open vertices of one colour after v.
func (e *estimator) multiply(at *eliminated, v int32, colour int) *product {
	seen := map[int32]int32{}
	for _, u := range e.neighbours[v] {
		seen[u.to] = u.times
	}
	out := one()
	for u, done := range at.done {
		if decided := at.seen[u] + seen[int32(u)]; decided > 0 && !done && int32(u) != v && e.colourOf(int32(u)) == colour {
			out = out.times(e.terms[e.kinds[u][decided]])
		}
	}
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
		for d := range p.degrees + 1 {
			x := p.get(e, d)
			if x == 0 {
				continue
			}
			for _, t := range terms {
				out.at[(e+t.end)*(out.degrees+1)+d+t.degree] += x
			}
		}
	}
	return out
}

// combine sums the states in which the white degrees exceed the black ones by
// surplus, if that is known.
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
