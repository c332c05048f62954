package plan

import (
	"slices"

	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// reachSets fold strolls into the moves that follow (macro moves). A stroll changes only one variable, the same for all
// strolls, and has no first cost. Other moves are deeds. A run alternates strolls and deeds. So only the states after
// deeds are stored. From each, the cheapest stroll to every value of the variable is computed: its reach set. Sokoban
// programs treat the man like this (Junghanns and Schaeffer 1997). Here strolls have costs.
type reachSets struct {
	s         *search
	variable  model.VarID
	low       int64
	strolls   [][]stroll // by the value before, minus low
	deeds     [][]deed   // those that need a value of the variable, by that value minus low
	freeDeeds []deed     // those that need none
	// avoids is true if some states are forbidden, guarded if some stroll needs more than facts.
	avoids, guarded bool

	// The current reach set.
	round   uint64
	at      machine.State
	places  []reachedPlace // by value, minus low
	reached []int32        // the values, in the order in which they were reached first
	queue   []int32        // values that strolls may go on from

	scratch *machine.Scratch
}

// stroll is a transition that only gives the variable a value.
type stroll struct {
	needs machine.Requirement // except for the value before
	to    int32               // minus low
	move  int32
	cost  lexCost
}

// deed is any other transition.
type deed struct {
	machine.Step // whose needs leave out the value of the variable
	move         int32
	cost         lexCost // -1 if it depends on the state
}

// reachedPlace is a value of the variable in the current reach set.
type reachedPlace struct {
	round      uint64  // the last round that reached the value
	cost       lexCost // the least known cost
	from, move int32   // the value before, or -1, and the move from there
	waiting    bool    // it is in the queue
}

// maxReach bounds the values of the variable.
const maxReach = 1 << 16

// newReachSets returns nil if there are no strolls, or if a stroll may reach the goal.
func newReachSets(s *search) *reachSets {
	v, ok := strolled(s.compiled)
	if !ok {
		return nil
	}
	bounds := s.specialized.Vars[v].Domain.Bounds()
	size := bounds.Hi - bounds.Lo + 1
	if !s.reserve(size * (32 + 4 + 4)) {
		return nil
	}
	r := &reachSets{s: s, variable: v, low: bounds.Lo, strolls: make([][]stroll, size), deeds: make([][]deed, size),
		avoids: s.specialized.Machine.Never != model.False,
		places: make([]reachedPlace, size), at: make(machine.State, s.program.Words()), scratch: s.program.NewScratch()}
	compiler := s.program.Compiler(s.specialized)
	for _, t := range shuffled(s.transitions, s.task.Seed) {
		if !isStroll(s.specialized, &t, v) || !r.addStroll(compiler, t) {
			r.addDeed(compiler, t)
		}
	}
	return r
}

// addStroll adds a stroll for each value before it. It returns false if the costs are too large.
func (r *reachSets) addStroll(c *machine.Compiler, t machine.Transition) bool {
	cost, known := r.knownCost(&t)
	if !known {
		return false
	}
	to, _ := r.s.specialized.Constant(t.Effects[0].X)
	before := r.s.specialized.Vars[r.variable].Domain
	if value, needed := r.takeNeeded(&t); needed {
		before = model.Range(value, value)
	}
	needs, possible := c.Requirement(t.Needs, t.Guard)
	if !possible {
		return true
	}
	r.guarded = r.guarded || needs.Guarded()
	for value := range before.Each {
		at := &r.strolls[value-r.low]
		*at = append(*at, stroll{needs, int32(to - r.low), t.Move, cost})
	}
	return true
}

func (r *reachSets) addDeed(c *machine.Compiler, t machine.Transition) {
	cost, known := r.knownCost(&t)
	if !known {
		cost = -1
	}
	at := &r.freeDeeds
	if value, needed := r.takeNeeded(&t); needed {
		at = &r.deeds[value-r.low]
	}
	if step, possible := c.Step(&t); possible {
		*at = append(*at, deed{step, t.Move, cost})
	}
}

// knownCost returns the cost of a transition. known is false if it depends on the state, or is too large.
func (r *reachSets) knownCost(t *machine.Transition) (cost lexCost, known bool) {
	costs := make([]int64, len(t.Costs))
	for i, x := range t.Costs {
		if costs[i], known = r.s.specialized.Constant(x); !known {
			return 0, false
		}
	}
	return r.s.encoding.encode(costs)
}

// takeNeeded removes the value of the variable from what a transition needs.
func (r *reachSets) takeNeeded(t *machine.Transition) (value int64, needed bool) {
	value, needed = t.Needed(r.variable)
	t.Needs = slices.DeleteFunc(slices.Clone(t.Needs), func(f machine.Fact) bool { return f.Var == r.variable })
	return value, needed
}

// strolled returns the variable that most strolls change. ok is false if there are none, or the goal depends on
// the variable.
func strolled(c *compiled) (variable model.VarID, ok bool) {
	m := c.specialized
	if c.encoding.dimensions == 0 {
		return 0, false
	}
	count := make([]int, len(m.Vars))
	for i := range c.transitions {
		if t := &c.transitions[i]; len(t.Effects) == 1 && isStroll(m, t, t.Effects[0].Var) {
			count[t.Effects[0].Var]++
		}
	}
	for _, v := range m.VarsBelow([]model.Bool{m.Machine.Goal}, nil) {
		count[v] = 0
	}
	most := 0
	for v, n := range count {
		if n > most && !m.Vars[v].Bool && m.Vars[v].Domain.Size() <= maxReach {
			variable, most = model.VarID(v), n
		}
	}
	return variable, most > 0 && most < len(c.transitions)
}

// isStroll reports whether a transition only gives a variable a certain value, at known costs of which the first is 0.
func isStroll(m *model.Model, t *machine.Transition, v model.VarID) bool {
	if len(t.Effects) != 1 || t.Effects[0].Var != v || m.Vars[v].Bool {
		return false
	}
	if _, known := m.Constant(t.Effects[0].X); !known {
		return false
	}
	for i, x := range t.Costs {
		if cost, known := m.Constant(x); !known || i == 0 && cost != 0 {
			return false
		}
	}
	return true
}

// fill computes the reach set of a state. It returns false if the limits end that.
func (r *reachSets) fill(state machine.State) bool {
	r.round++
	r.reached, r.queue = r.reached[:0], r.queue[:0]
	copy(r.at, state)
	r.reach(int32(r.s.program.Value(state, r.variable)-r.low), 0, -1, -1)
	for k := 0; k < len(r.queue); k++ {
		from := r.queue[k]
		r.places[from].waiting = false
		if k&1023 == 0 && r.s.stopped() || !r.strollsFrom(from) {
			return false
		}
	}
	return true
}

// strollsFrom takes all strolls from a reached value.
func (r *reachSets) strollsFrom(from int32) bool {
	if r.guarded {
		r.put(from)
	}
	here := r.places[from].cost
	strolls := r.strolls[from]
	for i := range strolls {
		t := &strolls[i]
		cost, ok := r.s.encoding.add(here, t.cost)
		if to := &r.places[t.to]; to.round == r.round && cost >= to.cost || !t.needs.Facts(r.at) || !t.needs.Guard(r.at, r.scratch) {
			continue
		}
		if !ok {
			r.s.stop(costOverflow)
			return false
		}
		if r.avoids {
			forbidden := r.s.program.Forbidden(r.put(t.to), r.scratch)
			if r.put(from); forbidden {
				continue
			}
		}
		r.s.stats.Moves++
		r.reach(t.to, cost, from, t.move)
	}
	return true
}

// reach records the cheapest known stroll to a value.
func (r *reachSets) reach(to int32, cost lexCost, from, move int32) {
	p := &r.places[to]
	if p.round != r.round {
		p.round = r.round
		r.reached = append(r.reached, to)
	}
	p.cost, p.from, p.move = cost, from, move
	if !p.waiting {
		p.waiting = true
		r.queue = append(r.queue, to)
	}
}

// eachDeed calls visit for each deed after a stroll from a state until it returns false. visit gets the next state,
// valid only during the call, and the cost of both. value is the variable's value after the stroll, minus low.
func (r *reachSets) eachDeed(state machine.State, visit func(value, move int32, next machine.State, cost lexCost) bool) {
	if !r.fill(state) {
		return
	}
	for _, value := range r.reached {
		if !r.deedsAt(value, r.deeds[value], visit) || !r.deedsAt(value, r.freeDeeds, visit) {
			return
		}
	}
}

// deedsAt is eachDeed for the given deeds at one value.
func (r *reachSets) deedsAt(value int32, deeds []deed, visit func(value, move int32, next machine.State, cost lexCost) bool) bool {
	for i := range deeds {
		d := &deeds[i]
		if !d.Facts(r.at) {
			continue
		}
		here := r.put(value)
		if !d.Guard(here, r.scratch) {
			continue
		}
		next, costs := d.Take(here, r.scratch)
		if r.avoids && r.s.program.Forbidden(next, r.scratch) {
			continue
		}
		cost, ok := r.sum(r.places[value].cost, d.cost, costs)
		if !ok || !visit(value, d.move, next, cost) {
			return false
		}
	}
	return true
}

// sum adds the cost of one more move. If it is -1, it is computed from the move's costs.
func (r *reachSets) sum(cost, more lexCost, costs []int64) (lexCost, bool) {
	r.s.stats.Moves++
	ok := true
	if more < 0 {
		more, ok = r.s.encoding.encode(costs)
	}
	if ok {
		cost, ok = r.s.encoding.add(cost, more)
	}
	if !ok {
		r.s.stop(costOverflow)
	}
	return cost, ok
}

// put returns the current state with another value of the variable.
func (r *reachSets) put(value int32) machine.State {
	r.s.program.Set(r.at, r.variable, int64(value)+r.low)
	return r.at
}

// between returns the moves from a stored state to the next: the cheapest stroll and deed. It returns nil if
// there are none, or if the limits end that.
func (r *reachSets) between(state, want machine.State) (moves []int32) {
	least, last, deed := lexCost(-1), int32(-1), int32(-1)
	r.eachDeed(state, func(value, move int32, next machine.State, cost lexCost) bool {
		if (least < 0 || cost < least) && slices.Equal(next, want) {
			least, last, deed = cost, value, move
		}
		return true
	})
	if least < 0 {
		return nil
	}
	moves = append(moves, deed)
	for ; r.places[last].from >= 0; last = r.places[last].from {
		moves = append(moves, r.places[last].move)
	}
	slices.Reverse(moves)
	return moves
}

// canonicalizer does symmetry reduction by canonical states (Emerson and Sistla 1996): the least image under
// the declared symmetries represents an orbit.
type canonicalizer struct {
	s               *search
	symmetries      []*machine.Symmetry
	image, smallest machine.State
}

// newCanonicalizer compiles the declared symmetries. It returns nil if there are none, or if
// variables have too many values.
func newCanonicalizer(s *search, m *model.Model) *canonicalizer {
	g := &canonicalizer{s: s, image: make(machine.State, s.program.Words()), smallest: make(machine.State, s.program.Words())}
	for i := range m.Machine.Symmetries {
		y, ok := s.program.Symmetry(&m.Machine.Symmetries[i])
		if !ok {
			return nil
		}
		g.symmetries = append(g.symmetries, y)
	}
	if len(g.symmetries) == 0 {
		return nil
	}
	return g
}

// canonical returns the least image of a state. It is valid until the next call.
func (g *canonicalizer) canonical(state machine.State) machine.State {
	copy(g.smallest, state)
	for _, y := range g.symmetries {
		if y.Less(state, g.smallest, g.image) {
			g.image, g.smallest = g.smallest, g.image
		}
	}
	return g.smallest
}

const (
	// checkedStates is the number of states on which a declared symmetry is checked. checkedWork bounds
	// its product with the number of symmetries.
	checkedStates = 300
	checkedWork   = 20_000
)

// check tests the declared symmetries on the first reachable states. The image must meet the goal if the state does,
// and its moves must lead to the images of the state's successors at the same costs. It returns what is wrong, or "".
func (g *canonicalizer) check(m *model.Model) string {
	b := newBreadthFirst(g.s)
	defer b.close()
	b.pastGoals = true
	wanted := int32(max(8, min(checkedStates, checkedWork/len(g.symmetries))))
	for b.table.count < wanted && b.step(1) == running {
	}
	for id := int32(0); id < min(b.table.count, wanted) && !g.s.stopped(); id++ {
		state := b.table.at(id)
		for i, y := range g.symmetries {
			if fault := g.checkState(state, y); fault != "" {
				return m.Machine.Symmetries[i].Name + " " + fault
			}
		}
	}
	return ""
}

// checkState returns the fault of a symmetry in one state, or "".
func (g *canonicalizer) checkState(state machine.State, y *machine.Symmetry) string {
	s, image := g.s, make(machine.State, len(state))
	if !y.Image(state, image) || s.program.Forbidden(image, s.testScratch) {
		return "maps a state to none"
	}
	if s.won(state) != s.won(image) {
		return "does not keep the goal"
	}
	there, ok := g.successors(state, y)
	here, _ := g.successors(image, nil)
	if !ok || !slices.EqualFunc(there, here, slices.Equal) {
		return "does not keep the moves"
	}
	return ""
}

// successors returns the states after one move, or their images under y. Each is followed by its cost. They
// are sorted and distinct. ok is false if one has no image.
func (g *canonicalizer) successors(state machine.State, y *machine.Symmetry) (out []machine.State, ok bool) {
	ok = true
	g.s.expand(state, func(_ int32, next machine.State, cost lexCost) bool {
		image := slices.Clone(next)
		if y != nil {
			ok = y.Image(next, image) && ok
		}
		out = append(out, append(image, uint64(cost)))
		return true
	})
	slices.SortFunc(out, func(a, b machine.State) int { return slices.Compare(a, b) })
	return slices.CompactFunc(out, slices.Equal), ok
}
