package explore

import (
	"slices"

	"nazo/machine"
	"nazo/model"
)

// reachSets fold strolls into the moves that follow them. Strolls are the moves that change one
// variable only, the same for all of them, and cost nothing of what matters most. A run is a stroll, a
// deed, a stroll, a deed …, so it is enough to keep the states after deeds, and to find from
// each of them the cheapest stroll to every value of the variable: its reach set. This is the way in which
// programs for Sokoban treat the man (Junghanns and Schaeffer 1997), but loses none of the costs of
// strolls.
type reachSets struct {
	s        *search
	variable model.VarID
	low      int64
	strolls  [][]stroll       // by the value before
	deeds    *machine.Program // of the same states as that of the search
	avoids   bool             // some states are forbidden

	// The reach set at hand; by value of the variable, less low.
	cost    []lexCost
	seen    []int64 // the round in which the value was reached
	from    []int32 // the value before, or -1
	move    []int32 // and the move from there
	round   int64
	reached []int32 // the values, in the order in which they were first reached
	queue   []int32 // values to go on from
	waiting []bool  // for each value whether it is in the queue
	at      machine.State

	strollScratch, deedScratch *machine.Scratch
}

// stroll is a transition that does nothing but give the variable a value.
type stroll struct {
	needs machine.Requirement
	to    int32 // less low
	move  int32
	cost  lexCost
}

// maxReach bounds the values of a variable that strolls change.
const maxReach = 1 << 16

// newReachSets is nil for a machine without strolls, and if the goal may be reached by one.
func newReachSets(s *search) *reachSets {
	v, ok := strolled(s.compiled)
	if !ok {
		return nil
	}
	bounds := s.specialized.Vars[v].Domain.Bounds()
	size := bounds.Hi - bounds.Lo + 1
	if !s.reserve(size * (8 + 8 + 4 + 4 + 4 + 1)) {
		return nil
	}
	r := &reachSets{s: s, variable: v, low: bounds.Lo, strolls: make([][]stroll, size),
		avoids: s.specialized.Machine.Never != model.False,
		cost:   make([]lexCost, size), seen: make([]int64, size), from: make([]int32, size), move: make([]int32, size),
		waiting: make([]bool, size), at: make(machine.State, s.program.Words())}
	compiler := s.program.Compiler(s.specialized)
	var deeds []machine.Transition
	for _, t := range shuffled(s.transitions, s.task.Seed) {
		if !isStroll(s.specialized, &t, v) || !r.addStroll(compiler, &t) {
			deeds = append(deeds, t)
		}
	}
	r.deeds = machine.Assemble(s.program.Layout, s.specialized, deeds)
	r.strollScratch, r.deedScratch = s.program.NewScratch(), r.deeds.NewScratch()
	return r
}

// addStroll adds a stroll for each value before it; it returns false if the costs are too large.
func (r *reachSets) addStroll(c *machine.Compiler, t *machine.Transition) bool {
	costs := make([]int64, len(t.Costs))
	for i, x := range t.Costs {
		costs[i], _ = r.s.specialized.Constant(x)
	}
	cost, ok := r.s.encoding.encode(costs)
	if !ok {
		return false
	}
	to, _ := r.s.specialized.Constant(t.Effects[0].X)
	needs, possible := c.Requirement(t.Needs, t.Guard)
	if !possible {
		return true
	}
	before := r.s.specialized.Vars[r.variable].Domain
	if value, needed := t.Needed(r.variable); needed {
		before = model.Range(value, value)
	}
	for value := range before.Each {
		at := &r.strolls[value-r.low]
		*at = append(*at, stroll{needs, int32(to - r.low), t.Move, cost})
	}
	return true
}

// strolled is the variable that most strolls change, if there are any, and if the goal does not depend on it.
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

// isStroll reports whether a transition does nothing but give a variable a certain value, at certain costs
// that are nothing of what matters most.
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

// fill finds the reach set of a state; it returns false if the limits end that.
func (r *reachSets) fill(state machine.State) bool {
	r.round++
	r.reached, r.queue = r.reached[:0], r.queue[:0]
	copy(r.at, state)
	r.reach(r.index(state), 0, -1, -1)
	for k := 0; k < len(r.queue); k++ {
		from := r.queue[k]
		r.waiting[from] = false
		if r.s.stopped() || !r.strollsFrom(from) {
			return false
		}
	}
	return true
}

// strollsFrom goes on from a value that was reached.
func (r *reachSets) strollsFrom(from int32) bool {
	r.put(from)
	for i := range r.strolls[from] {
		t := &r.strolls[from][i]
		cost, ok := r.s.encoding.add(r.cost[from], t.cost)
		if r.seen[t.to] == r.round && cost >= r.cost[t.to] || !t.needs.Met(r.at, r.strollScratch) {
			continue
		}
		if !ok {
			r.s.stop(costOverflow)
			return false
		}
		if r.avoids {
			forbidden := r.s.program.Forbidden(r.put(t.to), r.strollScratch)
			if r.put(from); forbidden {
				continue
			}
		}
		r.s.stats.Moves++
		r.reach(t.to, cost, from, t.move)
	}
	return true
}

// reach notes a stroll to a value, the cheapest that is known.
func (r *reachSets) reach(to int32, cost lexCost, from, move int32) {
	if r.seen[to] != r.round {
		r.seen[to] = r.round
		r.reached = append(r.reached, to)
	}
	r.cost[to], r.from[to], r.move[to] = cost, from, move
	if !r.waiting[to] {
		r.waiting[to] = true
		r.queue = append(r.queue, to)
	}
}

// eachDeed calls visit for each deed after a stroll from a state, with the next state and the cost of
// both, until it returns false. Value is that of the variable after the stroll, less low. The next state is only valid during the call.
func (r *reachSets) eachDeed(state machine.State, visit func(value, move int32, next machine.State, cost lexCost) bool) {
	if !r.fill(state) {
		return
	}
	for _, value := range r.reached {
		ok := r.deeds.Each(r.put(value), r.deedScratch, func(move int32, next machine.State, costs []int64) bool {
			cost, ok := r.sum(r.cost[value], costs)
			return ok && visit(value, move, next, cost)
		})
		if !ok {
			return
		}
	}
}

// sum adds the costs of one more move.
func (r *reachSets) sum(cost lexCost, costs []int64) (lexCost, bool) {
	r.s.stats.Moves++
	more, ok := r.s.encoding.encode(costs)
	if ok {
		cost, ok = r.s.encoding.add(cost, more)
	}
	if !ok {
		r.s.stop(costOverflow)
	}
	return cost, ok
}

// put is the state at hand with another value of the variable.
func (r *reachSets) put(value int32) machine.State {
	r.s.program.Set(r.at, r.variable, int64(value)+r.low)
	return r.at
}

func (r *reachSets) index(state machine.State) int32 {
	return int32(r.s.program.Value(state, r.variable) - r.low)
}

// between are the moves from a state to another that is kept: the cheapest stroll and deed. It is
// empty if there are none, or if the limits end that.
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
	for ; r.from[last] >= 0; last = r.from[last] {
		moves = append(moves, r.move[last])
	}
	slices.Reverse(moves)
	return moves
}
