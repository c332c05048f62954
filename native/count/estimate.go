package count

import (
	"math"
	"math/bits"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Estimate is the forecast of a count along some order.
type Estimate struct {
	// Layers has one layer for each step. Its Vertex is the first that the step eliminates.
	Layers []model.PlannedLayer
	// Peak is the number of states in the largest layer. It is infinite if the frontier is wider than a state can hold.
	Peak  float64
	Total float64 // states of all layers
	// Doubt is the factor by which Total may be too small or too large, or 0 if unknown.
	Doubt float64
	// Processor is the processor time of the count on this machine, in seconds, or 0 without measurements.
	Processor float64
	// Bits is the size of a state's key, in whole words. Without a schedule it is the logarithm of Peak.
	Bits int
	// Fingerprint is equal for two plans only if parts of their counts add up. It is "" if ctx ended first.
	Fingerprint string

	bounds []float64 // by layer: bound on the states
}

// Estimate estimates the layers of a count in the given order.
func (p *Problem) Estimate(o Order) *Estimate { return newEstimator(p).estimate(o) }

// estimator estimates the states of each layer. A state has a degree for each frontier vertex, and the connections
// of path ends. So the frontier vertices are multiplied as polynomials, with one term per possible degree and
// exponents for path ends and degrees. Coefficients of the product are weighted with the number of ways to connect
// so many ends. In a bipartite graph each edge has one end of either colour. If the degrees of eliminated vertices
// are known, so is the difference of degrees between the colours, which often leaves few states.
type estimator struct {
	problem        *Problem
	allowed        []uint64 // degrees of each vertex that the shape allows
	neighbours     [][]neighbour
	degree         []int32 // by vertex: number of edges, as neighbours counts them
	lastEdgeForced []bool  // by vertex: the others determine its last edge
	black          []bool  // the second colour class; all false unless bipartite
	limit          int32   // the widest frontier between two steps
	bipartite      bool    // there are two colour classes, and degrees are known except at path ends
	kinds          [][]int32
	terms          [][]term // by kind
	hash           []uint64 // by kind
	ends           pathEnds
	labels         []int32 // by vertex: a label, -1 for none
	rules          *ruleFactors
	weights        weightSpread
	branching      branching // nil where it says little: with switches, and where labels lead paths

	connectivity *connectivityCounts
	products     map[uint64]*product // by the sum of the hashes of their kinds
	layers       map[layerKey]float64
}

// neighbour is another vertex, with the greatest number of chosen edges that lead to it.
type neighbour struct {
	to, times int32
}

// term is one possible degree of a frontier vertex. end is 1 for a path end.
type term struct{ end, degree int }

// layerKey determines the states of a layer before rules are considered.
type layerKey struct {
	white, black uint64
	stats        prefixStats
}

// prefixStats sums up the eliminated vertices.
type prefixStats struct {
	surplus     int32    // degrees of its black vertices minus those of its white ones
	mustEnd     [2]int32 // vertices that must be ends of the path, by colour
	mayEnd      [2]int32 // vertices that may be ends but need not, by colour
	half, whole int32    // labels with one eliminated vertex, and with both
}

func newEstimator(p *Problem) *estimator {
	e := &estimator{problem: p, allowed: p.allowedDegrees(), limit: maxSlots, layers: map[layerKey]float64{}}
	if p.usesMates() {
		e.limit = maxMatchedSlots
	}
	e.products = map[uint64]*product{}
	e.neighbours, e.degree = neighboursOf(p)
	e.labels = make([]int32, len(e.degree))
	e.lastEdgeForced = make([]bool, len(e.degree))
	for v := range e.labels {
		e.labels[v], e.lastEdgeForced[v] = -1, lastEdgeForced(e.allowed[v])
		if p.Shape == Linked {
			e.labels[v] = p.Labels[v]
		}
	}
	e.bipartite = e.twoColour()
	e.ends = newPathEnds(p, e.allowed)
	e.connectivity = newConnectivityCounts(p, e.bipartite)
	e.rules = newRuleFactors(p, e.allowed, e.neighbours)
	e.weights = newWeightSpread(p, e.bipartite)
	if p.Unknowns == len(p.Graph.Edges) && p.Shape != Linked {
		e.branching = newBranching(e.allowed, e.degree)
	}
	e.nameKinds()
	return e
}

// fork returns an estimator for another processor, with caches of its own. Results don't depend on caches.
func (e *estimator) fork() *estimator {
	out, connectivity, rules := *e, *e.connectivity, *e.rules
	out.layers, out.products = map[layerKey]float64{}, map[uint64]*product{}
	connectivity.known = map[[3]int][]float64{}
	rules.known, rules.shares = map[ruleSituation]float64{}, map[decidedRule]float64{}
	out.connectivity, out.rules = &connectivity, &rules
	return &out
}

// neighboursOf lists the neighbours of each vertex and counts its edges. Opposite arcs count as one in paths, where
// both are never chosen (except a cycle of two).
func neighboursOf(p *Problem) (of [][]neighbour, degree []int32) {
	g := p.Graph
	of, degree = make([][]neighbour, len(g.Out)), make([]int32, len(g.Out))
	for v := range g.Out {
		at := map[int32]int{}
		add := func(list []alg.Half) {
			for _, h := range list {
				i, known := at[h.To]
				switch {
				case !known:
					at[h.To] = len(of[v])
					of[v] = append(of[v], neighbour{h.To, 1})
				case !p.usesMates():
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

// innerDegrees returns the degrees of a vertex that is no path end.
func (e *estimator) innerDegrees(v int) uint64 {
	allowed := e.allowed[v]
	if e.problem.Shape == OnePath && allowed&^(1<<1) != 0 {
		return allowed &^ (1 << 1)
	}
	return allowed
}

// twoColour finds the colour classes and reports whether they are useful.
func (e *estimator) twoColour() bool {
	n := len(e.degree)
	e.black = make([]bool, n)
	for v := range n {
		if bits.OnesCount64(e.innerDegrees(v)) != 1 {
			return false
		}
	}
	colour := e.problem.Graph.TwoColouring()
	for v, c := range colour {
		e.black[v] = c < 0
	}
	return colour != nil
}

// nameKinds assigns a kind to each vertex and number of decided edges. Equal kinds have the same terms.
func (e *estimator) nameKinds() {
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
					terms = []term{{}} // the vertex has left the frontier
					if e.bipartite {
						terms[0].degree = int(lowest(e.innerDegrees(v)))
					}
				}
				e.terms = append(e.terms, terms)
				e.hash = append(e.hash, alg.SplitMix64(uint64(kind)+1))
			}
			e.kinds[v][decided] = kind
		}
	}
}

// termsOf lists the possible degrees of a vertex. Degrees with the same possible continuations are one term, except
// in paths, and where the difference of colours is known. In shapes without paths, an end is a vertex that belongs
// to a component.
func (e *estimator) termsOf(allowed uint64, decided, open int32) (terms []term) {
	shape, matched := e.problem.Shape, e.problem.usesMates()
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
		if e.bipartite || matched {
			t := term{}
			if matched && d == 1 {
				t.end = 1
			}
			if e.bipartite {
				t.degree = d
			}
			terms = append(terms, t)
			continue
		}
		key := like{left, shape == Connected && d > 0}
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

// estimate estimates the layers along the order.
func (e *estimator) estimate(o Order) *Estimate {
	out := &Estimate{Layers: make([]model.PlannedLayer, 0, len(o))}
	at := e.emptyPrefix()
	for _, v := range o {
		next := e.layerAfter(at, v)
		switch planned := (model.PlannedLayer{Vertex: v, Frontier: int(next.frontier), States: next.states}); {
		case e.hasLeft(at, v):
		case e.joinsStep(at, v):
			last := &out.Layers[len(out.Layers)-1]
			last.Frontier, last.States = planned.Frontier, planned.States
			out.bounds[len(out.bounds)-1] = next.bound
		default:
			out.Layers, out.bounds = append(out.Layers, planned), append(out.bounds, next.bound)
		}
		taken := at.extend(e, v, next)
		at.drop()
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
