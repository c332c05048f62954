package frontier

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// maxSlots bounds the open vertices of a layer: marks are numbers from maxSlots on.
const maxSlots = 64

// maxMatched bounds them where ends of paths are matched: the number of matchings
// has to fit in 63 bits.
const maxMatched = 34

// maxLabels bounds the labels: marks have eight bits.
const maxLabels = 256 - maxSlots

// maxEdges bounds the edges of a vertex where they are counted: degrees are bits.
const maxEdges = 63

// step is the elimination of a vertex, of those after it in the order that follow
// from it, and of those that are left without undecided edges.
type step struct {
	vertex   int32     // the first
	enter    []entrant // vertices that come in
	edges    []decision
	switches []int32   // unknowns beyond the edges that are decided after them
	retire   []entrant // vertices that leave, and have to be looked at
	during   uint64    // slots open while edges are decided, as bits
	// mayNone and mayInner, where ends are matched, are those whose vertices may be
	// without edges, or have two.
	mayNone, mayInner uint64
	// restOff says that no vertex that is not in yet needs an edge.
	restOff bool
	after   layout
}

// entrant is a vertex with the slot that it has while it is open.
type entrant struct {
	vertex int32
	slot   uint8
}

// decision is an edge of an eliminated vertex.
type decision struct {
	edge         int32
	from, to     uint8 // slots; of an arc in its direction
	other        uint8 // the slot that is not the eliminated vertex's
	self         uint8 // the slot that is
	left, remain int   // undecided edges after this one: of the other vertex, of the eliminated one
	// may and selfMay say, where ends are matched, for which kinds those can still get
	// a degree that they may have.
	may, selfMay uint8
	ruled        bool // a rule concerns it
	// Where ends are matched, skip is the number of decisions from this one on that are
	// known once the eliminated vertex takes no more edges: those of its edges, or 0 if
	// a rule concerns one. Then no slot must be of a kind of which it is here.
	skip                      int
	notNone, notInner, notEnd uint64
}

// course is a problem laid out along an order.
type course struct {
	*Problem
	allowed  []uint64  // degrees of each vertex, as the shape allows them
	vertexAt [][]int32 // by step: the vertex at each slot while edges are decided
	steps    []step
	start    layout
	rules    []automaton
	touches  [][]touch // by unknown: the rules that it concerns
	idle     []int32   // unknowns that nothing concerns: each doubles the number
	words    int       // of a key
	directed bool

	// Of shapes whose state is a matching of path ends: the bits that the kind of a
	// slot takes in a key.
	isMatched bool
	kindBits  uint
}

// touch is the place of an unknown in the order in which a rule reads its unknowns.
type touch struct {
	rule  int32
	depth int32
}

// newCourse lays out the problem. It fails if the order opens too many vertices at
// once, a rule has too many states or ctx ends.
func newCourse(ctx context.Context, p *Problem, o Order) (*course, error) {
	if err := checkProblem(p, o); err != nil {
		return nil, err
	}
	c := &course{Problem: p, allowed: p.allowedDegrees(), start: layout{joined: []field{{}}}}
	c.directed, c.isMatched = p.Graph.Directed, p.matched()
	c.kindBits = uint(bits.Len(uint(c.matchedKinds() - 1)))
	if err := c.laySteps(o); err != nil {
		return nil, err
	}
	if err := c.layRules(ctx); err != nil {
		return nil, err
	}
	for i := range c.steps {
		c.steps[i].foresee(c.touches)
	}
	return c, c.layKeys()
}

func checkProblem(p *Problem, o Order) error {
	n := p.Graph.Order()
	if len(p.Degrees) != n || len(o) != n {
		return fmt.Errorf("frontier: %d degrees and an order of %d for %d vertices", len(p.Degrees), len(o), n)
	}
	if !p.matched() {
		for v, out := range p.Graph.Out {
			edges := len(out)
			if p.Graph.Directed {
				edges += len(p.Graph.In[v])
			}
			if edges > maxEdges {
				return fmt.Errorf("frontier: a vertex has more than %d edges", maxEdges)
			}
		}
	}
	if !o.Valid(n) {
		return fmt.Errorf("frontier: the order is no permutation of the vertices")
	}
	if p.Shape == Linked && slices.Max(append(slices.Clip(p.Labels), -1)) >= maxLabels {
		return fmt.Errorf("frontier: more than %d labels", maxLabels)
	}
	if p.Graph.Directed && p.Shape == Linked {
		return fmt.Errorf("frontier: links in a directed graph")
	}
	return nil
}

// allowedDegrees are the degrees of each vertex, as the shape allows them.
func (p *Problem) allowedDegrees() []uint64 {
	allowed := make([]uint64, len(p.Degrees))
	mustEnd := 0
	for v := range allowed {
		allowed[v] = p.Degrees[v] & p.shapeDegrees(v)
		if allowed[v] == 0b010 {
			mustEnd++
		}
	}
	if p.Shape == OnePath && mustEnd >= 2 { // those are the ends
		for v, degrees := range allowed {
			if degrees != 0b010 {
				allowed[v] &^= 0b010
			}
		}
	}
	return allowed
}

// shapeDegrees are the degrees that the shape leaves to a vertex.
func (p *Problem) shapeDegrees(v int) uint64 {
	switch {
	case p.Shape == OneCycle:
		return 0b101
	case p.Shape == OnePath && p.barred(v):
		return 0b101
	case p.Shape == OnePath && (onlyOne(p.First, v) || onlyOne(p.Last, v)):
		return 0b010
	case p.Shape == OnePath:
		return 0b111
	case p.Shape == Linked && p.Labels[v] >= 0:
		return 0b010
	case p.Shape == Linked:
		return 0b101
	}
	return ^uint64(0)
}

// barred says that no path may end at a vertex.
func (p *Problem) barred(v int) bool {
	return p.First != nil && p.Last != nil && !p.First[v] && !p.Last[v]
}

// onlyOne says that v alone is in the set.
func onlyOne(set []bool, v int) bool {
	return set != nil && set[v] && !slices.Contains(set[:v], true) && !slices.Contains(set[v+1:], true)
}

// matched says that the state of the shape is a matching of path ends.
func (p *Problem) matched() bool {
	return p.Shape == OneCycle || p.Shape == OnePath || p.Shape == Linked
}

// foresee notes what follows for the edges of a vertex that takes no more of them.
func (s *step) foresee(touches [][]touch) {
	for j := len(s.edges) - 1; j >= 0; j-- {
		d := &s.edges[j]
		d.ruled = len(touches[d.edge]) > 0
		last := j+1 == len(s.edges) || s.edges[j+1].self != d.self
		if d.ruled || !last && s.edges[j+1].skip == 0 {
			continue
		}
		d.skip = 1
		if !last {
			rest := s.edges[j+1]
			d.skip, d.notNone, d.notInner, d.notEnd = rest.skip+1, rest.notNone, rest.notInner, rest.notEnd
		}
		bit := uint64(1) << d.other
		if d.may&mayBeNone == 0 {
			d.notNone |= bit
		}
		if d.may&mayBeInner == 0 {
			d.notInner |= bit
		}
		if d.may&mayBeEnd == 0 {
			d.notEnd |= bit
		}
	}
}

// mayBe says for which kinds a vertex with so many undecided edges can still get a
// degree that it may have.
func (c *course) mayBe(v int32, left int) uint8 {
	degrees := [3]int{0, 2, 1} // of none, inner, end
	if c.Shape == Linked && c.Labels[v] >= 0 {
		degrees = [3]int{0, 1, 0}
	}
	may := uint8(0)
	for kind, d := range degrees {
		if c.allowed[v]>>d&reach(left) != 0 {
			may |= 1 << kind
		}
	}
	return may
}

// reach are the degrees that so many undecided edges can add, as bits.
func reach(left int) uint64 {
	if left >= 63 {
		return ^uint64(0)
	}
	return 1<<(left+1) - 1
}
