package frontier

import (
	"math"
	"math/bits"
	"nazo/engine"
	"nazo/graph"
)

// Estimate is what a count in some order is expected to take.
type Estimate struct {
	// Layers has one for each step; its Vertex is the first that it eliminates.
	Layers []engine.PlannedLayer
	// Peak is the number of states of the largest layer; infinite if more vertices
	// are open at once than a state can hold.
	Peak  float64
	Total float64 // states of all layers
	// Bits are those of a state's key, in whole words; where nothing is laid out, as
	// many as tell the states of the largest layer apart.
	Bits int
	// Fingerprint is the same for two plans only if parts of the one's count add up with
	// parts of the other's; "" if ctx ended before it was known.
	Fingerprint string
}

// Estimate estimates the layers of a count in the given order.
func (p *Problem) Estimate(o Order) *Estimate {
	return newEstimator(p).estimate(o)
}

// estimator foretells the number of states of a layer. A state of a layer is a
// degree for each open vertex, those chosen so far, and how the path ends among
// them belong together. So the open vertices are multiplied as polynomials, with one
// term for each degree that a vertex may have by now, whose exponents count path ends
// and degrees; the coefficients of the product are weighted with the ways in which
// that number of ends may belong together.
//
// In a bipartite graph each edge has one end of either colour. Where the degrees
// of what is eliminated are known, so is the difference between the degrees of the
// open vertices of the two colours, which often leaves few states.
type estimator struct {
	problem    *Problem
	allowed    []uint64 // degrees of each vertex, as the shape allows them
	neighbours [][]neighbour
	degree     []int32 // edges at each vertex, as neighbours counts them
	decisive   []bool  // by vertex: its last edge is known from the others
	black      []bool  // the second colour class; all false if colours don't help
	limit      int32   // vertices that may be open between two steps
	exact      bool    // colours help: degrees are known but for the ends of a path
	kinds      [][]int32
	terms      [][]term // by kind
	hash       []uint64 // by kind
	ends       pathEnds
	links      []int32 // by vertex: a label, -1 for none
	rules      *ruleStates
	tally      tallySpread
	growth     *growth // nil where it says little: with switches, and where labels lead paths

	ways   *arrangements
	colour [2]map[uint64]*product // by the sum of the hashes of the kinds in it
	layers map[layerKey]float64
}

// neighbour is another vertex and how many chosen edges may lead to it.
type neighbour struct {
	to    int32
	times int32
}

// term is one possible degree of an open vertex.
type term struct{ end, degree int }

// layerKey is what the states of a layer depend on, but for rules.
type layerKey struct {
	white, black uint64
	position     position
}

// position is what is known of a set of eliminated vertices as a whole.
type position struct {
	surplus     int32    // degrees of its black vertices minus those of its white ones
	mustEnd     [2]int32 // vertices that end the path, by colour
	mayEnd      [2]int32 // vertices that may, without those
	half, whole int32    // labels of which one vertex, or both, are eliminated
}

func newEstimator(p *Problem) *estimator {
	e := &estimator{problem: p, allowed: p.allowedDegrees(), limit: maxSlots, layers: map[layerKey]float64{}}
	if p.matched() {
		e.limit = maxMatched
	}
	e.colour = [2]map[uint64]*product{{}, {}}
	e.neighbours, e.degree = neighboursOf(p)
	e.links = make([]int32, len(e.degree))
	e.decisive = make([]bool, len(e.degree))
	for v := range e.links {
		e.links[v], e.decisive[v] = -1, decisive(e.allowed[v])
		if p.Shape == Linked {
			e.links[v] = p.Labels[v]
		}
	}
	e.exact = e.colours()
	e.ends = newPathEnds(p, e.allowed)
	e.ways = newArrangements(p, e.exact)
	e.rules = newRuleStates(p, e.allowed, e.neighbours)
	e.tally = newTallySpread(p, e.exact)
	if p.Unknowns == len(p.Graph.Edges) && p.Shape != Linked {
		e.growth = newGrowth(e.allowed, e.degree)
	}
	e.name()
	return e
}

// neighboursOf lists for each vertex its neighbours and the number of edges.
// Where paths are to be formed two opposite arcs are never chosen both (but for a
// cycle of two), so they count as one.
func neighboursOf(p *Problem) (of [][]neighbour, degree []int32) {
	g := p.Graph
	of, degree = make([][]neighbour, len(g.Out)), make([]int32, len(g.Out))
	for v := range g.Out {
		at := map[int32]int{}
		add := func(list []graph.Half) {
			for _, h := range list {
				i, known := at[h.To]
				switch {
				case !known:
					at[h.To] = len(of[v])
					of[v] = append(of[v], neighbour{h.To, 1})
				case !p.matched():
					of[v][i].times++
				}
			}
		}
		add(g.Out[v])
		if g.Directed {
			add(g.In[v])
		}
		for _, u := range of[v] {
			degree[v] += u.times
		}
	}
	return of, degree
}

// usual is the degree of a vertex if it ends no path.
func (e *estimator) usual(v int) uint64 {
	allowed := e.allowed[v]
	if e.problem.Shape == OnePath && allowed&^(1<<1) != 0 {
		return allowed &^ (1 << 1)
	}
	return allowed
}

// colours finds the colour classes and says whether they help.
func (e *estimator) colours() bool {
	n := len(e.degree)
	e.black = make([]bool, n)
	for v := range n {
		if bits.OnesCount64(e.usual(v)) != 1 {
			return false
		}
	}
	seen := make([]bool, n)
	for start := range n {
		if seen[start] {
			continue
		}
		seen[start] = true
		queue := []int32{int32(start)}
		for len(queue) > 0 {
			v := queue[0]
			queue = queue[1:]
			for _, u := range e.neighbours[v] {
				if !seen[u.to] {
					seen[u.to] = true
					e.black[u.to] = !e.black[v]
					queue = append(queue, u.to)
				} else if e.black[u.to] == e.black[v] {
					clear(e.black)
					return false
				}
			}
		}
	}
	return true
}

// name gives each vertex, by the number of its edges that are decided, a kind;
// vertices of the same kind have the same terms.
func (e *estimator) name() {
	type situation struct {
		allowed       uint64
		decided, open int32
	}
	known := map[situation]int32{}
	e.kinds = make([][]int32, len(e.degree))
	for v, degree := range e.degree {
		e.kinds[v] = make([]int32, degree+1)
		for decided := int32(1); decided <= degree; decided++ {
			s := situation{e.allowed[v], decided, degree - decided}
			kind, ok := known[s]
			if !ok {
				kind = int32(len(e.terms))
				known[s] = kind
				terms := e.termsOf(s.allowed, s.decided, s.open)
				if s.open == 0 {
					terms = []term{{}} // it is gone
					if e.exact {
						terms[0].degree = int(lowest(e.usual(v)))
					}
				}
				e.terms = append(e.terms, terms)
				e.hash = append(e.hash, mix(uint64(kind)+1))
			}
			e.kinds[v][decided] = kind
		}
	}
}

// termsOf lists the degrees that a vertex may have by now. Degrees after which the
// same further ones are allowed are one state, and one term, unless they are
// needed: in paths, and where the colours' difference is known. In other shapes an end
// is a vertex that has a component.
func (e *estimator) termsOf(allowed uint64, decided, open int32) []term {
	var terms []term
	shape, matched := e.problem.Shape, e.problem.matched()
	type like struct {
		left    uint64
		touched bool
	}
	known := map[like]int{}
	within := uint64(1)<<min(open+1, 63) - 1
	for d := 0; d <= min(int(decided), 63); d++ {
		left := allowed >> d & within
		if left == 0 {
			continue
		}
		if e.exact || matched {
			t := term{degree: d}
			if matched && d == 1 {
				t.end = 1
			}
			if !e.exact {
				t.degree = 0
			}
			terms = append(terms, t)
			continue
		}
		key := like{left, shape == Joined && d > 0}
		i, ok := known[key]
		if !ok {
			i = len(terms)
			known[key] = i
			terms = append(terms, term{})
		}
		if shape != AnyEdges && d > 0 {
			terms[i].end = 1
		}
	}
	return terms
}

// mix spreads numbers over all bits (the finalizer of splitmix64, by Steele, Lea
// and Flood).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// estimate walks through the order.
func (e *estimator) estimate(o Order) *Estimate {
	out := &Estimate{Layers: make([]engine.PlannedLayer, 0, len(o))}
	at := e.begin()
	for _, v := range o {
		next := e.after(at, v)
		switch planned := (engine.PlannedLayer{Vertex: v, Frontier: int(next.open), States: next.states}); {
		case e.leaves(at, v):
		case e.follows(at, v):
			last := &out.Layers[len(out.Layers)-1]
			last.Frontier, last.States = planned.Frontier, planned.States
		default:
			out.Layers = append(out.Layers, planned)
		}
		taken := at.take(e, v, next)
		at.release()
		at = taken
	}
	for _, l := range out.Layers {
		out.Peak = max(out.Peak, l.States)
		out.Total += l.States
	}
	if !math.IsInf(out.Peak, 1) {
		out.Bits = int(math.Ceil(math.Log2(out.Peak + 1)))
	}
	return out
}
