// Package heuristic has an admissible heuristic for machines: a lower bound on what is
// still to be paid from a state, and dead ends, which are states from which no run leads
// to the goal. It is derived from the transitions and the goal, and knows nothing of what
// they are about. The searches that use it are in package explore.
//
// # What is promised
//
// Let s be a state that runs may reach. If [Heuristic.Estimate] calls s a dead end, no run
// from s leads to the goal. Otherwise every run from s to the goal, not just the best,
// costs at least as much as the estimate, in each entry by itself: the sums of the
// machine's costs in their order, and as the last entry the length. So the estimate is not
// greater than the costs of any run in the lexicographic order, either, and may be added to
// what has been paid so far, entry by entry, before comparing. The heuristic is admissible
// but need not be consistent: a move may lower the estimate by more than the move costs.
//
// # How
//
// A transition becomes operators (operator.go) whose effects are constants wherever
// a few more known values achieve that. From these come abstractions, which are so small
// that all their goal distances can be tabulated (abstract_space.go, abstract_space.go):
//
//   - projections onto one variable or several, which are pattern databases
//     (pattern_database.go, pattern_database.go; Culberson and Schaeffer 1998, Edelkamp 2001),
//   - weighted sums: how many things are left (goal.go, goal.go),
//   - the tokens of a mutex group (mutex_group.go; Helmert 2009, here with any number of
//     tokens): crates, tiles of one number, whatever is carried from place to place and never
//     becomes more. Each goal place is reached by a token of its own, so distances add up
//     over an assignment of tokens to places (mutex_group.go).
//
// More is known of tokens: places that are dead ends for one (dead_ends.go), pairs of tokens that are
// dead ends (dead_ends.go), pairwise distances, of which linear conflicts are a case (token_groups.go), and what
// the carrier of a token has to do besides moving it (token_groups.go).
//
// What can't happen even if nothing were ever lost is a dead end, too: pieces that hold each other
// fast, and places to which no way opens (dead_ends.go). That is looked at in states that are
// expanded, as long as enough of them turn out to be dead.
//
// A goal that differs from the start in a sum modulo 2 which no operator changes is
// unreachable (parity.go).
//
// The estimates are added up without counting any cost twice: a saturated cost partitioning
// (heuristic.go; Seipp, Keller and Helmert: A comparison of cost partitioning
// algorithms for optimal classical planning, 2017).
package plan

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// Heuristic is an admissible heuristic for a machine: it never exceeds what is still to be paid.
// It is immutable, so any number of goroutines may use it at once.
type Heuristic struct {
	layout     *machine.Layout
	unsolvable bool // no run reaches the goal
	components []component
	relaxation *relaxation           // nil if there is none
	dead       map[machine.Fact]bool // what no state on a run to the goal has
}

// component is an abstraction, or several that are evaluated together.
type component interface {
	// estimate adds lower bounds on what is still to be paid to the entries of into. It returns
	// true if the state is a dead end.
	estimate(s relaxedState, into []int64) (deadEnd bool)
}

// NewHeuristic derives a heuristic from all transitions of m's machine. Guards, effects, costs and the
// machine's goal are nodes of m; states have the given layout. It returns nil if nothing can be
// derived, also because ctx is done.
func NewHeuristic(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition) *Heuristic {
	goals := readGoal(m)
	return derive(ctx, m, layout, ts, goals, relevant(m, goals))
}

// derive is New for a goal that was read, and for the variables for which relevant is true.
func derive(ctx context.Context, m *model.Model, layout *machine.Layout, ts []machine.Transition, goals goal, mattering []bool) *Heuristic {
	if goals.unsolvable {
		return &Heuristic{layout: layout, unsolvable: true}
	}
	start := m
	m = withAllStarts(m)
	operators := relaxedReachable(ctx, m, splitTransitions(ctx, m, ts, mattering))
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
		case *carrierHeuristic: // its mutex group adds it (token_groups.go)
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

// Estimate computes lower bounds on what is to be paid from a state: it fills into, which has
// Machine.Costs + 1 entries. It returns true if the state is a dead end, from which no run leads
// to the goal; then into means nothing.
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

// relevant is true for the variables whose effects must be known exactly: those of finds that
// the goal depends on.
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

// withAllStarts is the machine with the starts of all runs about which the heuristic may be
// asked: whatever is hidden, for a machine may be played from many deals, and the images of the
// start, for a search may replace a state by one that is symmetric to it.
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

// relaxedState is a state, and where its variables lie.
type relaxedState struct {
	*machine.Layout
	words machine.State
}

func (s relaxedState) value(v model.VarID) int64 { return s.Value(s.words, v) }

// bitPlaces finds the tokens among the single bits of a word of packed states.
type bitPlaces struct {
	word  int
	mask  uint64
	place [64]groupPlace // of each bit
}

// abstraction is a homomorphic image of the state space that is small enough to know all its
// goal distances.
type abstraction interface {
	component
	space() *abstractSpace
	// setDistances stores the goal distances, by entry and set of targets.
	setDistances(distances [][][]int64)
	// informative reports whether some distance that was stored is positive.
	informative() bool
}

// abstractions are the candidates for the cost partitioning, those first that make others
// superfluous.
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

// markPaired finds the groups for which pairwise distances exceed the sum of the single ones
// somewhere. For that it suffices to look at the length of runs.
func markPaired(ctx context.Context, m *model.Model, operators []operator, all []abstraction) {
	var alone []*mutexGroup
	for _, a := range all {
		alone = append(alone, a.(*mutexGroup))
	}
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

// partitionCosts divides the operators' costs among the abstractions, stores the distances under
// these costs, and returns the abstractions that are informative then.
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

// costPartitioner computes saturated cost partitionings (Seipp, Keller and Helmert 2017) in
// several orders.
type costPartitioner struct {
	ctx   context.Context
	all   []abstraction
	start relaxedState // a state at the start, for which the best order is chosen
}

// partitioning is a saturated cost partitioning: what each abstraction gets.
type partitioning struct {
	distances [][][]int64
	pairCosts [][]int64 // the costs that groups with pairwise distances keep
	start     int64     // the estimate of the start
}

// saturate has the abstractions, in the given order, take their saturated costs from what those
// before them left.
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

// startEstimate is the estimate of an abstraction with the given distances for the start.
func (s *costPartitioner) startEstimate(i int, distances [][]int64) int64 {
	s.all[i].setDistances([][][]int64{distances})
	into := []int64{0}
	if s.all[i].estimate(s.start, into) {
		return 0
	}
	return into[0]
}

// orders are the orders in which abstractions take from the costs: by estimate of the start per
// cost that is taken (Seipp, Keller and Helmert 2017: value per stolen costs), and by the
// estimate alone. Carrier heuristics come last.
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

// operatorCosts are the costs of the operators in an entry.
func operatorCosts(operators []operator, entry int) []int64 {
	out := make([]int64, len(operators))
	for i, o := range operators {
		out[i] = o.costs[entry]
	}
	return out
}
