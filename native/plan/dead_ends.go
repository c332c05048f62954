package plan

import (
	"context"
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// relaxation recognises dead ends by the delete relaxation (Bonet and Geffner 2001): variables keep all values that
// they have had. A goal that is unreachable there is unreachable, as with pieces that block each other, and places
// without access. Each token must also reach a goal place of its own by moves that remain possible.
//
// It is immutable. A [DeadEnds] does the work.
type relaxation struct {
	layout *machine.Layout
	// Fact first[i] + k is that vars[i] has its least value plus k.
	vars  []model.VarID
	lo    []int64
	first []int32
	// needs are the operators that need each fact. adds are the facts that each operator adds.
	needs, adds [][]int32
	// unmet counts the facts that each operator still needs in the base state. base are the facts of that state, known
	// marks them, and applied are the operators that it allows. Other states differ little from it.
	unmet   []uint8
	base    []int32 // for each variable
	known   []bool
	applied []int32
	// wanted are sets of facts. The goal needs one fact of each.
	wanted [][]int32
	groups []*mutexGroup
}

const (
	// maxRelaxation bounds the facts that operators need and add, since each state is relaxed by itself.
	maxRelaxation = 1 << 14
	// maxMatched bounds the tokens and the goal places of a group for a matching.
	maxMatched = 64
)

// newRelaxation returns the relaxation of operators from the start of a machine. It returns nil if it is too
// large, or if there are no tokens. Without tokens it would seldom tell more than distances do.
func newRelaxation(m *model.Model, layout *machine.Layout, operators []operator, goals goal, groups []*mutexGroup) *relaxation {
	r := &relaxation{layout: layout, groups: groups}
	if len(groups) == 0 {
		return nil
	}
	size, facts := 0, 0
	index := make([]int32, len(m.Vars)) // the index of each variable in vars, plus 1, or 0
	fact := func(v model.VarID, value int64) int32 {
		b := m.Vars[v].Domain.Bounds()
		if index[v] == 0 {
			r.vars, r.lo, r.first = append(r.vars, v), append(r.lo, b.Lo), append(r.first, int32(facts))
			index[v] = int32(len(r.vars))
			facts += int(b.Size())
		}
		return r.first[index[v]-1] + int32(value-b.Lo)
	}
	needed := make([][]int32, len(operators)) // facts, by operator
	r.adds = make([][]int32, len(operators))
	for i := range operators {
		o := &operators[i]
		for _, p := range o.preconditions {
			if value, single := p.values.Single(); single { // other preconditions are ignored
				needed[i] = append(needed[i], fact(p.v, value))
			}
		}
		for _, e := range o.effects {
			if size += int(e.to.Size()); size > maxRelaxation {
				return nil
			}
			for value := range e.to.Each {
				r.adds[i] = append(r.adds[i], fact(e.v, value))
			}
		}
		if size += len(needed[i]); size > maxRelaxation || len(needed[i]) > 255 {
			return nil
		}
	}
	for v := range model.VarID(len(m.Vars)) {
		values, restricted := goals.domains[v]
		if !restricted || values.Size() > maxRelaxation {
			continue
		}
		var any []int32
		for value := range values.Each {
			any = append(any, fact(v, value))
		}
		r.wanted = append(r.wanted, any)
	}
	if facts > maxRelaxation {
		return nil
	}
	r.needs, r.known = make([][]int32, facts), make([]bool, facts)
	for i, v := range r.vars {
		r.base = append(r.base, r.first[i]+int32(m.Machine.Start[v].Bounds().Lo-r.lo[i]))
		r.known[r.base[i]] = true
	}
	for i, facts := range needed {
		unmet := uint8(0)
		for _, f := range facts {
			r.needs[f] = append(r.needs[f], int32(i))
			if !r.known[f] {
				unmet++
			}
		}
		r.unmet = append(r.unmet, unmet)
		if unmet == 0 {
			r.applied = append(r.applied, int32(i))
		}
	}
	return r
}

// DeadEnds recognises dead ends that [Heuristic.Estimate] misses, as long as that pays. It belongs to one goroutine.
type DeadEnds struct {
	*relaxation
	tested, found int

	unmet   []uint8
	known   []bool
	queue   []int32 // facts
	applied []int32
	ways    tokenWays
}

// The test goes on while one of worthwhile states is a dead end, after the first patience states.
const (
	worthwhile = 8
	patience   = 256
)

// DeadEnds makes what one search needs to recognise dead ends. It returns nil if there is no relaxation.
func (h *Heuristic) DeadEnds() *DeadEnds {
	if h.relaxation == nil {
		return nil
	}
	r := h.relaxation
	return &DeadEnds{relaxation: r, unmet: make([]uint8, len(r.unmet)), known: make([]bool, len(r.known))}
}

// Dead reports whether the state is recognised as a dead end: no run leads from it to the goal. d may be nil.
func (d *DeadEnds) Dead(words machine.State) bool {
	if d == nil || d.tested > patience+worthwhile*d.found {
		return false
	}
	d.tested++
	s := relaxedState{d.layout, words}
	d.relax(s)
	for _, facts := range d.wanted {
		if !slices.ContainsFunc(facts, func(f int32) bool { return d.known[f] }) {
			d.found++
			return true
		}
	}
	for _, mg := range d.groups {
		if !d.ways.suffice(mg, mg.tokens(s), d.applied) {
			d.found++
			return true
		}
	}
	return false
}

// relax computes the operators that are applicable in the relaxation from a state.
func (d *DeadEnds) relax(s relaxedState) {
	copy(d.unmet, d.relaxation.unmet)
	copy(d.known, d.relaxation.known)
	d.queue, d.applied = d.queue[:0], d.applied[:0]
	for i, v := range d.vars {
		f := d.first[i] + int32(s.value(v)-d.lo[i])
		if base := d.base[i]; f != base {
			d.known[base] = false
			for _, o := range d.needs[base] {
				d.unmet[o]++
			}
			d.queue = append(d.queue, f)
			d.known[f] = true
		}
	}
	for _, o := range d.relaxation.applied {
		if d.unmet[o] == 0 {
			d.apply(o)
		}
	}
	for k := 0; k < len(d.queue); k++ {
		for _, o := range d.needs[d.queue[k]] {
			if d.unmet[o]--; d.unmet[o] == 0 {
				d.apply(o)
			}
		}
	}
}

func (d *DeadEnds) apply(o int32) {
	d.applied = append(d.applied, o)
	for _, f := range d.adds[o] {
		if !d.known[f] {
			d.known[f] = true
			d.queue = append(d.queue, f)
		}
	}
}

// tokenWays computes where the tokens of a group may get.
type tokenWays struct {
	head  []int32 // for each place, 1 plus the first move from it, or 0
	moves []struct{ to, next int32 }
	at    []uint64 // for each place, the tokens that may get there
	stack []int32
}

// suffice reports whether each goal place can have a token of its own by these operators alone.
func (w *tokenWays) suffice(mg *mutexGroup, tokens, operators []int32) bool {
	if len(tokens) > maxMatched || len(mg.goalPlaces) > maxMatched {
		return true
	}
	w.head = append(w.head[:0], make([]int32, len(mg.places))...)
	w.at = append(w.at[:0], make([]uint64, len(mg.places))...)
	w.moves = w.moves[:0]
	for _, o := range operators {
		for _, h := range mg.moves[o] {
			w.moves = append(w.moves, struct{ to, next int32 }{h.to, w.head[h.from]})
			w.head[h.from] = int32(len(w.moves))
		}
	}
	for i, p := range tokens {
		w.spread(p, 1<<i)
	}
	var matched [maxMatched]int8 // by token, 1 plus the index of its goal place, or 0
	for i := range mg.goalPlaces {
		var tried uint64
		if !w.match(mg, i, &tried, &matched) {
			return false
		}
	}
	return true
}

// spread records that some tokens may get to a place, and further.
func (w *tokenWays) spread(p int32, tokens uint64) {
	w.at[p] |= tokens
	w.stack = append(w.stack[:0], p)
	for len(w.stack) > 0 {
		p := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		for k := w.head[p]; k > 0; k = w.moves[k-1].next {
			if to := w.moves[k-1].to; w.at[to]|w.at[p] != w.at[to] {
				w.at[to] |= w.at[p]
				w.stack = append(w.stack, to)
			}
		}
	}
}

// match finds a token for a goal place by an augmenting path of the bipartite matching.
func (w *tokenWays) match(mg *mutexGroup, goal int, tried *uint64, matched *[maxMatched]int8) bool {
	for left := w.at[mg.goalPlaces[goal]] &^ *tried; left != 0; left = w.at[mg.goalPlaces[goal]] &^ *tried {
		t := bits.TrailingZeros64(left)
		*tried |= 1 << t
		if matched[t] == 0 || w.match(mg, int(matched[t])-1, tried, matched) {
			matched[t] = int8(goal + 1)
			return true
		}
	}
	return false
}

// deadPairs recognises pairs of tokens that can't both be brought to goal places, given the carrier's value.
// Two crates may block each other although neither is lost alone (a deadlock).
type deadPairs struct {
	places        int
	tracked       model.VarID // the carrier, or -1 if it is not part of the pairs
	trackedLo     int64
	trackedValues int      // the number of its values
	solvable      []uint64 // a bit for each pair of places and value of the carrier
}

const (
	// maxPairs bounds the pairs times the carrier's values, maxPairWork the steps of the regression.
	maxPairs    = 1 << 22
	maxPairWork = 1 << 26
)

// pairStep is the change of two tokens by an operator.
type pairStep struct {
	tracked int32 // the carrier's value before it
	moves   []tokenMove
	stays   []bool // for each place
}

// findDeadPairs searches backward from the goal through all states of two tokens and the carrier, or without
// the carrier if these are too many. It returns nil if there are still too many.
func findDeadPairs(ctx context.Context, m *model.Model, operators []operator, mg *mutexGroup) *deadPairs {
	if mg.carrier >= 0 {
		with := *mg
		with.track(m, mg.carrier)
		if p, ok := regress(ctx, m, operators, &with); ok {
			return p
		}
	}
	without := *mg
	without.tracked, without.trackedLo, without.trackedValues = -1, 0, 1
	p, _ := regress(ctx, m, operators, &without)
	return p
}

// regress computes the dead pairs of a group. They are nil if ctx is done. ok is false if there are too many
// pairs or steps.
func regress(ctx context.Context, m *model.Model, operators []operator, mg *mutexGroup) (*deadPairs, bool) {
	n := len(mg.places)
	p := &deadPairs{places: n, tracked: mg.tracked, trackedLo: mg.trackedLo, trackedValues: int(mg.trackedValues)}
	size := n * n * p.trackedValues
	if len(mg.goalPlaces) < 2 || n > 1<<10 || size > maxPairs {
		return nil, false
	}
	into := mg.stepsInto(m, operators)
	work := 0
	for _, steps := range into {
		work += len(steps) * n * n
	}
	if work > maxPairWork {
		return nil, false
	}
	p.solvable = make([]uint64, (size+63)/64)
	var stack []int32
	reach := func(a, b int32, carrier int32) {
		i := (int(a)*n+int(b))*p.trackedValues + int(carrier)
		if p.solvable[i/64]>>(i%64)&1 == 0 {
			p.solvable[i/64] |= 1 << (i % 64)
			stack = append(stack, int32(i))
		}
	}
	for _, a := range mg.goalPlaces {
		for _, b := range mg.goalPlaces {
			for carrier := range int32(p.trackedValues) {
				if a != b {
					reach(a, b, carrier)
				}
			}
		}
	}
	for count := 0; len(stack) > 0; count++ {
		if count&4095 == 0 && ctx.Err() != nil {
			return nil, true
		}
		i := int(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		a, b := int32(i/p.trackedValues/n), int32(i/p.trackedValues%n)
		for _, s := range into[i%p.trackedValues] {
			s.regress(a, b, reach)
		}
	}
	return p, true
}

// stepsInto returns the steps of all operators, by the carrier's value after them.
func (mg *mutexGroup) stepsInto(m *model.Model, operators []operator) [][]pairStep {
	into := make([][]pairStep, mg.trackedValues)
	for i := range operators {
		o := &operators[i]
		if len(mg.moves[i]) == 0 && (mg.tracked < 0 || o.effectOn(mg.tracked) == nil) {
			continue
		}
		stays := mg.mayStay(m, o)
		mg.eachTracked(m, o, func(before, after int64) {
			at := after - mg.trackedLo
			into[at] = append(into[at], pairStep{int32(before - mg.trackedLo), mg.moves[i], stays})
		})
	}
	return into
}

// regress calls yield for the places where the two tokens may have been before the step.
func (s pairStep) regress(a, b int32, yield func(a, b, carrier int32)) {
	if s.stays[a] && s.stays[b] {
		yield(a, b, s.tracked)
	}
	for i, h := range s.moves {
		if h.to == a && s.stays[b] && h.from != b {
			yield(h.from, b, s.tracked)
		}
		if h.to == b && s.stays[a] && h.from != a {
			yield(a, h.from, s.tracked)
		}
		for j, k := range s.moves {
			if i != j && h.to == a && k.to == b {
				yield(h.from, k.from, s.tracked)
			}
		}
	}
}

// anyDead reports whether two of the tokens are a dead pair.
func (p *deadPairs) anyDead(tokens []int32, s relaxedState) bool {
	carrier := 0
	if p.tracked >= 0 {
		carrier = int(s.value(p.tracked) - p.trackedLo)
	}
	for i, a := range tokens {
		for _, b := range tokens[:i] {
			at := (int(a)*p.places+int(b))*p.trackedValues + carrier
			if p.solvable[at/64]>>(at%64)&1 == 0 {
				return true
			}
		}
	}
	return false
}

// deadPlaces returns the places from which a token can't be brought to a goal place, in a group without spare
// tokens (dead squares in Sokoban). No state on a run to the goal has a token there.
func (mg *mutexGroup) deadPlaces(m *model.Model) []machine.Fact {
	tokens := alg.Count(mg.places, func(at place) bool { return m.Machine.Start[at.v].Contains(at.value) })
	if tokens > len(mg.goalPlaces) || len(mg.tables) == 0 {
		return nil
	}
	var out []machine.Fact
	for p, at := range mg.places {
		known, dead := false, true
		for node := p * int(mg.trackedValues); node < (p+1)*int(mg.trackedValues); node++ {
			if mg.g.reachable[node] {
				goals := len(mg.goalPlaces)
				distances := mg.tables[0].distances[node*goals : (node+1)*goals]
				known, dead = true, dead && !slices.ContainsFunc(distances, func(d int64) bool { return d != infinite })
			}
		}
		if known && dead {
			out = append(out, machine.Fact{Var: at.v, Value: at.value})
		}
	}
	return out
}

// Useful returns the transitions of m's machine that do not always lead to dead ends.
func (h *Heuristic) Useful(m *model.Model, ts []machine.Transition) []machine.Transition {
	if len(h.dead) == 0 {
		return ts
	}
	return slices.DeleteFunc(slices.Clone(ts), func(t machine.Transition) bool {
		return slices.ContainsFunc(t.Effects, func(e model.Effect) bool {
			value, known := e.Constant(m)
			return known && h.dead[machine.Fact{Var: e.Var, Value: value}]
		})
	})
}

// In returns the heuristic for states of another layout.
func (h *Heuristic) In(layout *machine.Layout) *Heuristic {
	out := *h
	out.layout = layout
	out.components = slices.Clone(h.components)
	for i, c := range out.components {
		if tg, ok := c.(*tokenGroups); ok {
			out.components[i] = tg.in(layout)
		}
	}
	if h.relaxation != nil {
		r := *h.relaxation
		r.layout = layout
		out.relaxation = &r
	}
	return &out
}
