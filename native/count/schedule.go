package count

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// maxSlots bounds the vertices in a frontier. Larger numbers in the mate array are marks.
const maxSlots = 64

// maxMatchedSlots bounds the frontier with a mate array: the number of its matchings has to fit in 63 bits.
const maxMatchedSlots = 34

// maxLabels bounds the labels: marks have eight bits.
const maxLabels = 256 - maxSlots

// maxEdges bounds the edges of a vertex whose degree is counted, since sets of degrees are bits.
const maxEdges = 63

// scheduleStep eliminates a vertex, and those directly after it whose edges the state implies: nothing would merge
// between them.
type scheduleStep struct {
	vertex   int32            // the first one eliminated
	enter    []frontierVertex // vertices that enter the frontier
	edges    []decision
	through  int              // number of vertices of the order that are eliminated after it
	switches []int32          // unknowns beyond the edges, decided after them
	leave    []frontierVertex // vertices that leave the frontier and need a check
	frontier uint64           // slots in use while edges are decided, as bits
	// mayBeIsolated and mayBeInner, with a mate array, are the slots whose vertices may have no edges, or two.
	mayBeIsolated, mayBeInner uint64
	// restOptional is set if no vertex that enters later needs an edge.
	restOptional bool
	after        layout
}

// frontierVertex is a vertex with its slot in the frontier.
type frontierVertex struct {
	vertex int32
	slot   uint8
}

// decision is an edge of an eliminated vertex.
type decision struct {
	edge         int32
	from, to     uint8 // slots, in the direction of an arc
	other        uint8 // slot of the end that stays
	self         uint8 // slot of the eliminated vertex
	left, remain int   // undecided edges after this one: of the other vertex, of the eliminated one
	// may and selfMay, with a mate array, are the kinds of other and self from which an allowed
	// degree is still reachable.
	may, selfMay uint8
	ruled        bool // an automaton reads it
	// skip, with a mate array, is the number of following decisions that are settled once the
	// eliminated vertex takes no more edges, or 0 if an automaton reads one. They can all be left
	// out unless a slot of notIsolated is isolated, and so on for the other kinds.
	skip                          int
	notIsolated, notInner, notEnd uint64
	// own is the edge's bit among excluded edges, or 0. excludes has the bits of the edges that it excludes.
	own, excludes uint64
}

// schedule is a problem laid out along an order: which edges each step decides, which vertices
// enter and leave the frontier, and how the states of each layer are packed.
type schedule struct {
	*Problem
	order      Order
	allowed    []uint64  // degrees of each vertex that the shape allows
	vertexAt   [][]int32 // by step: the vertex at each slot while edges are decided
	steps      []scheduleStep
	start      layout
	exclusion  []bool // by rule: it forbids two edges together
	localRules []Rule // the rules that have automata
	automata   []automaton
	readers    [][]reader // by unknown: the automata that read it
	free       []int32    // unknowns without a rule: each doubles the count
	keyWords   int        // words of a key
	directed   bool

	usesMates bool
	kindBits  uint // with a mate array: the bits of a slot's kind in a key
}

// reader is an automaton that reads an unknown, at some depth of its own order.
type reader struct {
	rule, depth int32
}

// newSchedule lays out the problem. It fails if the frontier becomes too wide, a rule has too many states or ctx ends.
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
func (s *scheduleStep) precomputeSkips(readers [][]reader) {
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

// reachableKinds returns the set of kinds from which a vertex with that many undecided edges can reach an allowed
// degree.
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

// layer returns the layout of the states before a step, ready for use. It is not safe for concurrent use.
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

// scheduler makes the steps of a schedule, one after another.
type scheduler struct {
	*schedule
	incident    [][]int32 // by vertex: its edges
	undecided   []int     // by vertex: number of undecided edges
	slot        []int     // by vertex; -1 before it enters the frontier
	hasLeft     []bool
	decided     []bool  // by edge
	owner       []int32 // by slot: its vertex
	frontier    uint64  // slots in use
	neededLater int     // vertices that enter later and need an edge
}

func newScheduler(sched *schedule) *scheduler {
	g := sched.Graph
	n := g.Order()
	b := &scheduler{schedule: sched, incident: make([][]int32, n), undecided: make([]int, n), slot: make([]int, n),
		hasLeft: make([]bool, n), decided: make([]bool, len(g.Edges)), owner: make([]int32, maxSlots)}
	for i, e := range g.Edges {
		b.incident[e.U] = append(b.incident[e.U], int32(i))
		b.incident[e.V] = append(b.incident[e.V], int32(i))
		b.undecided[e.U]++
		b.undecided[e.V]++
	}
	for v := range n {
		b.slot[v] = -1
		if sched.allowed[v]&1 == 0 {
			b.neededLater++
		}
	}
	return b
}

// makeSteps makes the steps. Each vertex has a slot while it is in the frontier.
func (sched *schedule) makeSteps(o Order) error {
	b := newScheduler(sched)
	for i := 0; i < len(o); {
		if b.hasLeft[o[i]] {
			i++
			continue
		}
		s := scheduleStep{vertex: o[i]}
		for {
			if err := b.eliminate(&s, o[i]); err != nil {
				return err
			}
			i++
			for i < len(o) && b.undecided[o[i]] == 0 && b.slot[o[i]] >= 0 {
				i++ // it leaves with this step
			}
			if i == len(o) || !b.joinsStep(o[i]) {
				break
			}
		}
		s.through = i
		if err := b.finish(&s); err != nil {
			return err
		}
	}
	return nil
}

// joinsStep reports whether a vertex is eliminated in the same step as the one before: the state implies its edges,
// so nothing would merge.
func (b *scheduler) joinsStep(v int32) bool {
	if b.slot[v] < 0 || !lastEdgeForced(b.allowed[v]) {
		return false
	}
	other, room := int32(-1), maxSlots-bits.OnesCount64(b.frontier)
	for _, e := range b.incident[v] {
		if b.decided[e] {
			continue
		}
		u := b.opposite(e, v)
		if other >= 0 && u != other {
			return false
		}
		if other = u; b.slot[u] < 0 && room == 0 {
			return false
		}
	}
	return true
}

// admit brings a vertex into the frontier, if it isn't there.
func (b *scheduler) admit(s *scheduleStep, v int32) error {
	if b.slot[v] >= 0 {
		return nil
	}
	k := bits.TrailingZeros64(^b.frontier)
	if k >= maxSlots {
		return fmt.Errorf("frontier: more than %d vertices are in the frontier at once", maxSlots)
	}
	if b.allowed[v]&1 == 0 {
		b.neededLater--
	}
	b.frontier |= 1 << k
	b.slot[v], b.owner[k] = k, v
	s.enter = append(s.enter, frontierVertex{v, uint8(k)})
	return nil
}

// eliminate adds the decisions of a vertex to a step.
func (b *scheduler) eliminate(s *scheduleStep, v int32) error {
	if err := b.admit(s, v); err != nil {
		return err
	}
	var edges []int32
	for _, e := range b.incident[v] {
		if b.decided[e] {
			continue
		}
		edges = append(edges, e)
		if err := b.admit(s, b.opposite(e, v)); err != nil {
			return err
		}
	}
	// Edges with the least choice at their other end are decided first.
	slices.SortStableFunc(edges, func(e, f int32) int { return b.undecided[b.opposite(e, v)] - b.undecided[b.opposite(f, v)] })
	for _, e := range edges {
		ends, other := b.Graph.Edges[e], b.opposite(e, v)
		b.decided[e] = true
		b.undecided[v]--
		b.undecided[other]--
		s.edges = append(s.edges, decision{edge: e,
			from: uint8(b.slot[ends.U]), to: uint8(b.slot[ends.V]), other: uint8(b.slot[other]), self: uint8(b.slot[v]),
			left: b.undecided[other], remain: b.undecided[v],
			may: b.reachableKinds(other, b.undecided[other]), selfMay: b.reachableKinds(v, b.undecided[v])})
	}
	return nil
}

// opposite returns the other end of an edge of v.
func (b *scheduler) opposite(e, v int32) int32 { return b.Graph.Edges[e].U + b.Graph.Edges[e].V - v }

// finish takes the vertices without undecided edges out of the frontier, and adds the step.
func (b *scheduler) finish(s *scheduleStep) error {
	s.frontier = b.frontier
	s.restOptional = b.neededLater == 0
	for rest := b.frontier; rest != 0; rest &= rest - 1 {
		k := bits.TrailingZeros64(rest)
		w := b.owner[k]
		s.mayBeIsolated |= b.allowed[w] & 1 << k
		s.mayBeInner |= b.allowed[w] >> 2 & 1 << k
		if b.undecided[w] == 0 {
			// With a mate array, the decision on a vertex's last edge has checked its degree.
			if !b.usesMates || b.Shape == OnePath || len(b.incident[w]) == 0 {
				s.leave = append(s.leave, frontierVertex{w, uint8(k)})
			}
			b.hasLeft[w] = true
			b.frontier &^= 1 << k
		}
	}
	if b.usesMates && bits.OnesCount64(b.frontier) > maxMatchedSlots {
		return fmt.Errorf("frontier: more than %d vertices are in the frontier at once", maxMatchedSlots)
	}
	s.after.frontier = b.frontier
	b.steps = append(b.steps, *s)
	b.vertexAt = append(b.vertexAt, append([]int32(nil), b.owner...))
	return nil
}

// Where edges may cross, many rules exclude pairs of edges. Automata would remember the chosen edges, but only the
// excluded ones matter. So an undecided edge has a bit in state.excluded once an edge that may exclude it is
// decided. Bits are allotted as slots are. The bit of an edge is irrelevant, and not in the key, once an end of it
// takes no more edges.

// mostExcluded bounds the edges with a bit at once. Rules about others have automata.
const mostExcluded = 60

// noBit stands for the bit of an edge without one.
const noBit = -1

// makeExclusions gives edges their bits, and sets aside the rules that need automata.
func (sched *schedule) makeExclusions() {
	place := make([]int, sched.Unknowns)
	at := 0
	for _, s := range sched.steps {
		for _, d := range s.edges {
			place[d.edge] = at
			at++
		}
	}
	type pair struct{ rule, later int32 }
	pairs := make([][]pair, sched.Unknowns) // by the edge that is decided first
	forms := map[model.Bool]bool{}
	var of *model.Model // the model of forms
	sched.exclusion = make([]bool, len(sched.Rules))
	local := make([]bool, len(sched.Rules))
	for i, r := range sched.Rules {
		if r.Model != of {
			of = r.Model
			clear(forms)
		}
		if sched.exclusion[i] = sched.isExclusion(r, forms); !sched.exclusion[i] {
			local[i] = true
			continue
		}
		first, later := r.Unknowns[0], r.Unknowns[1]
		if place[first] > place[later] {
			first, later = later, first
		}
		pairs[first] = append(pairs[first], pair{int32(i), later})
	}
	bit := make([]int, sched.Unknowns)
	given := make([]bool, sched.Unknowns)
	for e := range bit {
		bit[e] = noBit
	}
	var holder [64]int32
	used := uint64(0)
	for i := range sched.steps {
		s := &sched.steps[i]
		for j := range s.edges {
			d := &s.edges[j]
			if bit[d.edge] != noBit {
				d.own = 1 << bit[d.edge]
			}
			for _, p := range pairs[d.edge] {
				if k := bits.TrailingZeros64(^used); !given[p.later] && k < mostExcluded {
					bit[p.later], holder[k] = k, p.later
					used |= 1 << k
				}
				given[p.later] = true
				if bit[p.later] == noBit {
					local[p.rule] = true
					continue
				}
				d.excludes |= 1 << bit[p.later]
			}
		}
		for _, d := range s.edges {
			used &^= d.own
		}
		s.after.setExcluded(sched, sched.vertexAt[i], used, &holder)
	}
	for i, r := range sched.Rules {
		if local[i] {
			sched.localRules = append(sched.localRules, r)
		}
	}
}

// isExclusion reports whether a rule says that at most one of two edges is chosen. forms caches the verdicts on
// conditions.
func (sched *schedule) isExclusion(r Rule, forms map[model.Bool]bool) bool {
	if len(r.Unknowns) != 2 || int(r.Unknowns[1]) >= len(sched.Graph.Edges) {
		return false
	}
	is, known := forms[r.Holds]
	if !known {
		is = true
		for both := range 4 {
			values := model.Solution{int64(both & 1), int64(both >> 1)}
			is = is && model.Evaluate(r.Model, values).Bool(r.Holds) == (both != 3)
		}
		forms[r.Holds] = is
	}
	return is
}

// exclusionLayout describes the bits of excluded edges after a step.
type exclusionLayout struct {
	field  field
	used   uint64
	atSlot []exclusionsAt // in the order of slots, only those with edges
}

// exclusionsAt lists the edges with bits at a slot. They are irrelevant once its vertex has full edges.
type exclusionsAt struct {
	slot, full uint8
	edges      uint64
}

func (l *layout) setExcluded(sched *schedule, vertexAt []int32, used uint64, holder *[64]int32) {
	x := &l.excluded
	x.used = used
	for rest := l.frontier; rest != 0; rest &= rest - 1 {
		slot := bits.TrailingZeros64(rest)
		v := vertexAt[slot]
		at := exclusionsAt{slot: uint8(slot), full: uint8(bits.Len64(sched.allowed[v]) - 1)}
		for some := used; some != 0; some &= some - 1 {
			k := bits.TrailingZeros64(some)
			if e := sched.Graph.Edges[holder[k]]; e.U == v || e.V == v {
				at.edges |= 1 << k
			}
		}
		if at.edges != 0 {
			x.atSlot = append(x.atSlot, at)
		}
	}
}

// relevant returns the excluded edges that still restrict a continuation.
func (x *exclusionLayout) relevant(sched *schedule, s *frontierState) uint64 {
	left := s.excluded & x.used
	if left == 0 {
		return 0
	}
	for i := range x.atSlot {
		at := &x.atSlot[i]
		if sched.usesMates && s.inner>>(at.slot&63)&1 != 0 || !sched.usesMates && s.degree[at.slot&63] >= at.full {
			left &^= at.edges
		}
	}
	return left
}
