package frontier

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// maxSlots bounds the vertices in a frontier: marks are numbers from maxSlots on.
const maxSlots = 64

// maxMatchedSlots bounds the frontier where there is a mate array: the number of its matchings
// has to fit in 63 bits.
const maxMatchedSlots = 34

// maxLabels bounds the labels: marks have eight bits.
const maxLabels = 256 - maxSlots

// maxEdges bounds the edges of a vertex where they are counted: degrees are bits.
const maxEdges = 63

// step is the elimination of a vertex, and of those after it in the order whose edges follow
// from the state: no states would be merged between them.
type step struct {
	vertex   int32            // the first one eliminated
	enter    []frontierVertex // vertices that enter the frontier
	edges    []decision
	through  int              // how many vertices of the order are eliminated after it
	switches []int32          // unknowns beyond the edges, decided after them
	leave    []frontierVertex // vertices that leave the frontier and have to be checked
	frontier uint64           // slots in use while edges are decided, as bits
	// mayBeIsolated and mayBeInner, where there is a mate array, are the slots whose vertices
	// may have no edges, or two.
	mayBeIsolated, mayBeInner uint64
	// restOptional is set if no vertex that enters later needs an edge.
	restOptional bool
	after        layout
}

// frontierVertex is a vertex with the slot that it has while it is in the frontier.
type frontierVertex struct {
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
	// may and selfMay, where there is a mate array, have the kinds of the two vertices from
	// which they can still get a degree that they may have.
	may, selfMay uint8
	ruled        bool // an automaton reads it
	// skip, where there is a mate array, is the number of decisions from this one on that are
	// settled once the eliminated vertex takes no more edges, or 0 if an automaton reads one of
	// them. Leaving out all these edges is allowed unless a slot is isolated and in notIsolated,
	// and so on for the other kinds.
	skip                          int
	notIsolated, notInner, notEnd uint64
	// own is the edge's bit among excluded edges, 0 if it has none, and excludes has those of the edges that it excludes.
	own, excludes uint64
}

// schedule is a problem laid out along an order: which edges each step decides, which vertices
// enter and leave the frontier, and how the states of each layer are machine.
type schedule struct {
	*Problem
	order      Order
	allowed    []uint64  // degrees of each vertex, as the shape allows them
	vertexAt   [][]int32 // by step: the vertex at each slot while edges are decided
	steps      []step
	start      layout
	exclusion  []bool // by rule: it says of two edges that they exclude each other
	localRules []Rule // those that have automata; the others are exclusions of edges
	automata   []automaton
	readers    [][]reader // by unknown: the automata that read it
	free       []int32    // unknowns without a rule: each doubles the number
	keyWords   int        // of a key
	directed   bool

	// Where there is a mate array: the bits that the kind of a slot takes in a key.
	usesMates bool
	kindBits  uint
}

// reader is an automaton that reads an unknown, at some depth of its own order.
type reader struct {
	rule  int32
	depth int32
}

// newSchedule lays out the problem. It fails if the frontier becomes too wide, a rule has too
// many states or ctx ends.
func newSchedule(ctx context.Context, p *Problem, o Order) (*schedule, error) {
	if err := checkProblem(p, o); err != nil {
		return nil, err
	}
	sched := &schedule{Problem: p, order: o, allowed: p.allowedDegrees(), start: layout{connectivity: []field{{}}}}
	sched.directed, sched.usesMates = p.Graph.Directed, p.usesMates()
	sched.kindBits = uint(bits.Len(uint(sched.mateKinds() - 1)))
	if err := sched.makeSteps(o); err != nil {
		return nil, err
	}
	sched.makeExclusions()
	if err := sched.makeAutomata(ctx); err != nil {
		return nil, err
	}
	for i := range sched.steps {
		sched.steps[i].precomputeSkips(sched.readers)
	}
	return sched, sched.makeLayouts()
}

func checkProblem(p *Problem, o Order) error {
	n := p.Graph.Order()
	if len(p.Degrees) != n || len(o) != n {
		return fmt.Errorf("frontier: %d degrees and an order of %d for %d vertices", len(p.Degrees), len(o), n)
	}
	if !p.usesMates() {
		for v := range n {
			if p.Graph.Degree(int32(v)) > maxEdges {
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

// precomputeSkips prepares the shortcut for an eliminated vertex that takes no more edges.
func (s *step) precomputeSkips(readers [][]reader) {
	for j := len(s.edges) - 1; j >= 0; j-- {
		d := &s.edges[j]
		d.ruled = len(readers[d.edge]) > 0
		last := j+1 == len(s.edges) || s.edges[j+1].self != d.self
		if d.ruled || !last && s.edges[j+1].skip == 0 {
			continue
		}
		d.skip = 1
		if !last {
			rest := s.edges[j+1]
			d.skip, d.notIsolated, d.notInner, d.notEnd = rest.skip+1, rest.notIsolated, rest.notInner, rest.notEnd
		}
		bit := uint64(1) << d.other
		if d.may&mayBeIsolated == 0 {
			d.notIsolated |= bit
		}
		if d.may&mayBeInner == 0 {
			d.notInner |= bit
		}
		if d.may&mayBeEnd == 0 {
			d.notEnd |= bit
		}
	}
}

// reachableKinds is the set of kinds from which a vertex with so many undecided edges can still
// get a degree that it may have.
func (sched *schedule) reachableKinds(v int32, left int) uint8 {
	degrees := [3]int{0, 2, 1} // of isolated, inner, end
	if sched.Shape == Linked && sched.Labels[v] >= 0 {
		degrees = [3]int{0, 1, 0}
	}
	may := uint8(0)
	for kind, d := range degrees {
		if sched.allowed[v]>>d&degreesUpTo(left) != 0 {
			may |= 1 << kind
		}
	}
	return may
}

// layer is the layout of the states before a step, ready for use. It is called by one worker at
// a time.
func (sched *schedule) layer(number int) *layout {
	l := &sched.start
	if number > 0 {
		l = &sched.steps[number-1].after
	}
	if sched.usesMates && l.masks == nil {
		l.masks = newMasks(l, sched.kindBits)
	}
	return l
}

// forget drops what is only needed while a layer is worked on, and would be much for all layers.
func (sched *schedule) forget(number int) {
	if number > 0 {
		sched.steps[number-1].after.masks = nil
	}
}
