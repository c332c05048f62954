package plan

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// Heuristic is an admissible heuristic of a machine: a lower bound on the remaining costs, and dead ends.
// It is immutable, so any number of goroutines may use it.
//
// Let s be a reachable state. If [Heuristic.Estimate] calls s a dead end, no run from s leads to the goal. Otherwise
// every run from s to the goal costs at least the estimate, in each entry by itself: the machine's costs in order, then
// the length. So the estimate may be added entry by entry to the costs so far, and compared lexicographically. It need
// not be consistent: a move may lower it by more than its cost.
//
// Transitions become operators with constant effects where possible. Their abstractions are small enough for tables of
// goal distances: pattern databases (Culberson and Schaeffer 1998, Edelkamp 2001), weighted sums, and tokens of mutex
// groups (Helmert 2009, with any number of tokens), whose distances add up over an assignment to goal places. Pairwise
// distances, dead pairs of tokens and the carrier's own moves add to them. The delete relaxation and parities show
// further dead ends. A saturated cost partitioning makes the estimates additive (Seipp, Keller and Helmert 2017).
type Heuristic struct {
	layout     *machine.Layout
	unsolvable bool // no run reaches the goal
	components []component
	relaxation *relaxation           // nil if there is none
	dead       map[machine.Fact]bool // facts of no state on a run to the goal
}

// component is an abstraction, or several that are evaluated together.
type component interface {
	// estimate adds lower bounds to the entries of into. It returns true for a dead end.
	estimate(s relaxedState, into []int64) (deadEnd bool)
}

// NewHeuristic derives a heuristic from all transitions of m's machine. Guards, effects, costs and the goal
// are nodes of m. States have the given layout. It returns nil if nothing can be derived, or if ctx is done.
func NewHeuristic(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition) *Heuristic {
	goals := readGoal(m)
	return derive(ctx, m, layout, ts, goals, relevant(m, goals))
}

// derive is NewHeuristic with a given goal and the variables whose effects must be exact.
func derive(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition, goals goal, exact []bool) *Heuristic {
	if goals.unsolvable {
		return &Heuristic{layout: layout, unsolvable: true}
	}
	start := m
	m = withAllStarts(m)
	operators := relaxedReachable(ctx, m, splitTransitions(ctx, m, ts, exact))
	if ctx.Err() != nil {
		return nil // some operators may be missing
	}
	if newParityInvariants(ctx, m, operators).exclude(start, goals) {
		return &Heuristic{layout: layout, unsolvable: true}
	}
	partition := partitionCosts(ctx, m, operators, abstractions(ctx, m, operators, goals))
	h := &Heuristic{layout: layout, dead: map[machine.Fact]bool{}}
	var alone []*mutexGroup
	for _, a := range partition {
		switch a := a.(type) {
		case *mutexGroup:
			a.deadPairs = findDeadPairs(ctx, m, operators, a)
			if a.carried != nil && !a.carried.informative() {
				a.carried = nil
			}
			alone = append(alone, a)
			for _, f := range a.deadPlaces(m) {
				h.dead[f] = true
			}
		case *carrierHeuristic: // part of its mutex group
		default:
			h.components = append(h.components, a)
		}
	}
	h.relaxation = newRelaxation(m, layout, operators, goals, alone)
	for _, tg := range groupsByFind(m, alone) {
		tg.addPairwise(ctx, m, operators)
		tg.findBits(layout)
		h.components = append(h.components, tg)
	}
	if len(h.components) == 0 || ctx.Err() != nil {
		return nil
	}
	return h
}

// Estimate fills into, of Machine.Costs + 1 entries, with lower bounds. It returns true for a dead end, and
// then into means nothing.
func (h *Heuristic) Estimate(words machine.State, into []int64) (deadEnd bool) {
	s := relaxedState{h.layout, words}
	clear(into)
	if h.unsolvable {
		return true
	}
	for _, p := range h.components {
		if p.estimate(s, into) {
			return true
		}
	}
	return false
}

// relevant marks the variables whose effects must be exact: the finds that the goal depends on.
func relevant(m *model.Model, g goal) []bool {
	finds := map[int32]bool{}
	for v, c := range g.dependsOn {
		if c {
			finds[m.Vars[v].Find] = true
		}
	}
	out := make([]bool, len(m.Vars))
	for v := range out {
		out[v] = g.dependsOn[v] || m.Vars[v].Find >= 0 && finds[m.Vars[v].Find]
	}
	return out
}

// withAllStarts adds all states from which searches may begin. A machine is played with many values of the
// hidden variables, and symmetries map the start to others.
func withAllStarts(m *model.Model) *model.Model {
	out, machine := *m, *m.Machine
	machine.Start = slices.Clone(machine.Start)
	for _, v := range machine.Hidden {
		machine.Start[v] = m.Vars[v].Domain
	}
	start := slices.Clone(machine.Start)
	for _, p := range machine.Symmetries { // a group: the images of images are among them
		for i, to := range p.Vars {
			var images []int64
			for value := range start[i].Each {
				if image, ok := p.Values[i][value]; ok {
					value = image
				}
				images = append(images, value)
			}
			machine.Start[to] = machine.Start[to].Union(model.Values(images...))
		}
	}
	out.Machine = &machine
	return &out
}

// relaxedState is a state with its layout.
type relaxedState struct {
	*machine.Layout
	words machine.State
}

func (s relaxedState) value(v model.VarID) int64 { return s.Value(s.words, v) }

// bitPlaces lists the places that are single bits of one word of a state.
type bitPlaces struct {
	word  int
	mask  uint64
	place [64]groupPlace // of each bit
}

// abstraction is a homomorphic image of the state space, small enough for all goal distances.
type abstraction interface {
	component
	space() *abstractSpace
	// setDistances stores the goal distances, by entry and set of targets.
	setDistances(distances [][][]int64)
	// informative reports whether some stored distance is positive.
	informative() bool
}

// abstractions returns the candidates for the cost partitioning. Those that subsume others come first.
func abstractions(ctx context.Context, m *model.Model, operators []operator, g goal) []abstraction {
	var out, carriers []abstraction
	room := maxAllEdges
	add := func(to *[]abstraction, a abstraction) {
		if room -= len(a.space().edges); room >= 0 {
			*to = append(*to, a)
		}
	}
	carried := make([]bool, len(m.Vars)) // the mutex group subsumes a projection onto the variable
	for _, mg := range mutexGroups(ctx, m, operators, g.domains) {
		if ctx.Err() != nil || room <= 0 || !mg.buildSpaces(ctx, m, operators) {
			continue
		}
		add(&out, mg)
		for p, at := range mg.places {
			if m.Vars[at.v].Bool || slices.Contains(mg.goalPlaces, int32(p)) {
				carried[at.v] = true
			}
		}
	}
	markPaired(ctx, m, operators, out)
	for _, a := range out {
		if mg := a.(*mutexGroup); mg.carried != nil && !mg.paired {
			add(&carriers, mg.carried)
		}
	}
	for _, w := range append(g.sums, valueCounts(m, g.domains)...) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if sa := newSumAbstraction(m, operators, w); sa != nil {
			add(&out, sa)
		}
	}
	var plain []model.VarID
	for v := range model.VarID(len(m.Vars)) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if _, limited := g.domains[v]; limited && !carried[v] {
			plain = append(plain, v)
			if p := newProjection(m, operators, g.domains, []model.VarID{v}, maxEdges); p != nil {
				add(&out, p)
			}
		}
	}
	for _, p := range patternDatabases(ctx, m, operators, g.domains, plain) {
		add(&out, p)
	}
	return append(out, carriers...)
}

// markPaired marks the groups for which pairwise distances exceed the sum of single ones somewhere, judged
// by the length of runs.
func markPaired(ctx context.Context, m *model.Model, operators []operator, all []abstraction) {
	alone := alg.Map(all, func(a abstraction) *mutexGroup { return a.(*mutexGroup) })
	for _, tg := range groupsByFind(m, alone) {
		if !tg.pairable() {
			continue
		}
		length := slices.Repeat([][]int64{operatorCosts(operators, m.Machine.Costs)}, len(tg.groups))
		tg.eachPair(ctx, m, operators, length, func(tokenPair) bool {
			for _, mg := range tg.groups {
				mg.paired = true
			}
			return false
		})
	}
}

// partitionCosts divides the operators' costs among the abstractions and stores their distances. It returns
// the informative ones.
func partitionCosts(ctx context.Context, m *model.Model, operators []operator, all []abstraction) []abstraction {
	entries := m.Machine.Costs + 1
	start := make(model.Solution, len(m.Vars))
	for v, d := range m.Machine.Start {
		start[v] = d.Bounds().Lo
	}
	plain := machine.Plain(m)
	s := &costPartitioner{ctx: ctx, all: all, start: relaxedState{plain, plain.Pack(start)}}
	costs := make([][]int64, entries)
	best := make([]partitioning, entries)
	for k := range entries {
		costs[k] = operatorCosts(operators, k)
		if same := slices.IndexFunc(costs[:k], func(c []int64) bool { return slices.Equal(c, costs[k]) }); same >= 0 {
			best[k] = best[same]
			continue
		}
		for i, order := range s.orders(costs[k]) {
			if ctx.Err() != nil {
				return nil
			}
			if d := s.saturate(order, costs[k]); i == 0 || d.start > best[k].start {
				best[k] = d
			}
		}
	}
	var kept []abstraction
	for i, a := range all {
		known := make([][][]int64, entries)
		for k := range known {
			known[k] = best[k].distances[i]
		}
		if mg, ok := a.(*mutexGroup); ok && mg.paired {
			mg.pairCosts = make([][]int64, entries)
			for k := range mg.pairCosts {
				mg.pairCosts[k] = best[k].pairCosts[i]
			}
		}
		if a.setDistances(known); a.informative() {
			kept = append(kept, a)
		}
	}
	return kept
}

// costPartitioner computes saturated cost partitionings (Seipp, Keller and Helmert 2017) in several orders.
type costPartitioner struct {
	ctx   context.Context
	all   []abstraction
	start relaxedState // a state at the start. The best order has the greatest estimate for it
}

// partitioning is a saturated cost partitioning, by abstraction.
type partitioning struct {
	distances [][][]int64
	pairCosts [][]int64 // the costs reserved for pairwise distances
	start     int64     // the estimate of the start
}

// saturate lets the abstractions, in order, take their saturated costs from what is left of the costs.
func (s *costPartitioner) saturate(order []int, costs []int64) partitioning {
	d := partitioning{make([][][]int64, len(s.all)), make([][]int64, len(s.all)), 0}
	left := slices.Clone(costs)
	for _, i := range order {
		g := s.all[i].space()
		d.distances[i] = g.distances(s.ctx, left)
		if mg, ok := s.all[i].(*mutexGroup); ok && mg.paired {
			d.pairCosts[i] = mg.takeMoveCosts(left)
		} else {
			g.subtractSaturated(d.distances[i], left)
		}
		d.start += s.startEstimate(i, d.distances[i])
	}
	return d
}

// startEstimate returns the estimate for the start of an abstraction with the given distances.
func (s *costPartitioner) startEstimate(i int, distances [][]int64) int64 {
	s.all[i].setDistances([][][]int64{distances})
	into := []int64{0}
	if s.all[i].estimate(s.start, into) {
		return 0
	}
	return into[0]
}

// orders returns the orders in which abstractions take costs: by their estimate of the start per cost taken,
// and by the estimate alone. Carrier heuristics come last.
func (s *costPartitioner) orders(costs []int64) [][]int {
	byWorth := make([]int, len(s.all))
	worth, value := make([]float64, len(s.all)), make([]float64, len(s.all))
	for i, a := range s.all {
		byWorth[i] = i
		if _, late := a.(*carrierHeuristic); late {
			continue
		}
		g := a.space()
		d := g.distances(s.ctx, costs)
		left := slices.Clone(costs)
		g.subtractSaturated(d, left)
		taken := int64(0)
		for o := range left {
			taken += costs[o] - left[o]
		}
		value[i] = float64(s.startEstimate(i, d))
		worth[i] = value[i] / float64(max(taken, 1))
	}
	byValue := slices.Clone(byWorth)
	slices.SortStableFunc(byWorth, func(i, j int) int { return cmp.Compare(worth[j], worth[i]) })
	slices.SortStableFunc(byValue, func(i, j int) int { return cmp.Compare(value[j], value[i]) })
	if slices.Equal(byWorth, byValue) {
		return [][]int{byWorth}
	}
	return [][]int{byWorth, byValue}
}

// operatorCosts returns the costs of the operators in an entry.
func operatorCosts(operators []operator, entry int) []int64 {
	return alg.Map(operators, func(o operator) int64 { return o.costs[entry] })
}
