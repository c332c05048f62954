package plan

import (
	"context"
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
	"nazo/internal/model/machine"
)

// tokenGroups evaluates the mutex groups that have the same variables. It reads each variable once.
type tokenGroups struct {
	vars     []model.VarID
	lo       []int64
	placeOf  [][]groupPlace // for each variable, by value minus lo
	groups   []*mutexGroup
	pairwise []pairwiseDistances
	// bits are the places that are single bits of a state, where 1 means a token. plain are the indices
	// of the other variables that may hold a token.
	bits  []bitPlaces
	plain []int32
	// oneTokenEach is true if each group has one token and its nodes are places.
	oneTokenEach bool
}

// groupPlace is a place of a group. The group is -1 where there is none.
type groupPlace struct{ group, place int32 }

// groupsByFind collects the groups that have variables of the same find.
func groupsByFind(m *model.Model, all []*mutexGroup) (out []*tokenGroups) {
	of := map[int32]*tokenGroups{}
	for _, mg := range all {
		find := m.Vars[mg.places[0].v].Find
		tg := of[find]
		if tg == nil {
			tg = &tokenGroups{}
			of[find] = tg
			out = append(out, tg)
		}
		tg.groups = append(tg.groups, mg)
	}
	for _, tg := range out {
		index := map[model.VarID]int{}
		for number, mg := range tg.groups {
			for p, at := range mg.places {
				i, known := index[at.v]
				if !known {
					i = len(tg.vars)
					index[at.v] = i
					b := m.Vars[at.v].Domain.Bounds()
					tg.vars, tg.lo = append(tg.vars, at.v), append(tg.lo, b.Lo)
					tg.placeOf = append(tg.placeOf, slices.Repeat([]groupPlace{{-1, -1}}, int(b.Size())))
				}
				tg.placeOf[i][at.value-tg.lo[i]] = groupPlace{int32(number), int32(p)}
			}
		}
	}
	return out
}

// in returns the groups for states of another layout.
func (tg *tokenGroups) in(layout *machine.Layout) *tokenGroups {
	out := *tg
	out.bits, out.plain = nil, nil
	out.findBits(layout)
	return &out
}

// findBits finds out which places are single bits of states in a layout.
func (tg *tokenGroups) findBits(layout *machine.Layout) {
	for i, v := range tg.vars {
		if value, lasts := layout.Lasting(v); lasts && tg.placeOf[i][value-tg.lo[i]].group < 0 {
			continue // there is never a token
		}
		word, bit, single := layout.Bit(v)
		if !single || tg.placeOf[i][0].group >= 0 {
			tg.plain = append(tg.plain, int32(i))
			continue
		}
		at := slices.IndexFunc(tg.bits, func(b bitPlaces) bool { return b.word == word })
		if at < 0 {
			at = len(tg.bits)
			tg.bits = append(tg.bits, bitPlaces{word: word})
		}
		tg.bits[at].mask |= 1 << bit
		tg.bits[at].place[bit] = tg.placeOf[i][1]
	}
}

func (tg *tokenGroups) estimate(s relaxedState, into []int64) (deadEnd bool) {
	if tg.oneTokenEach {
		if deadEnd, ok := tg.estimateOneTokenEach(s, into); ok {
			return deadEnd
		}
	}
	if len(tg.groups) == 1 {
		var room [64]int32
		return tg.groups[0].estimateAll(tg.tokensOfOne(s, room[:0]), s, into)
	}
	var room [128]groupPlace
	tokens := room[:0]
	for i := range tg.bits {
		b := &tg.bits[i]
		for set := s.words[b.word] & b.mask; set != 0; set &= set - 1 {
			tokens = append(tokens, b.place[bits.TrailingZeros64(set)])
		}
	}
	for _, i := range tg.plain {
		if h := tg.placeOf[i][s.value(tg.vars[i])-tg.lo[i]]; h.group >= 0 {
			tokens = append(tokens, h)
		}
	}
	var list [64]int32
	for i, mg := range tg.groups {
		mine := list[:0]
		for _, h := range tokens {
			if h.group == int32(i) {
				mine = append(mine, h.place)
			}
		}
		if mg.estimateAll(mine, s, into) {
			return true
		}
	}
	return false
}

// tokensOfOne appends the places of the tokens where there is one group.
func (tg *tokenGroups) tokensOfOne(s relaxedState, to []int32) []int32 {
	for i := range tg.bits {
		b := &tg.bits[i]
		for set := s.words[b.word] & b.mask; set != 0; set &= set - 1 {
			to = append(to, b.place[bits.TrailingZeros64(set)].place)
		}
	}
	for _, i := range tg.plain {
		if h := tg.placeOf[i][s.value(tg.vars[i])-tg.lo[i]]; h.group >= 0 {
			to = append(to, h.place)
		}
	}
	return to
}

// estimateAll is estimateTokens with the carrier's own moves. It overwrites tokens.
func (mg *mutexGroup) estimateAll(tokens []int32, s relaxedState, into []int64) (deadEnd bool) {
	if mg.carried != nil {
		mg.carried.addLongest(tokens, s, into)
	}
	return mg.estimateTokens(tokens, s, into)
}

// estimateOneTokenEach is estimate for groups of one token each. If some group has several tokens, it
// returns ok false and adds nothing.
func (tg *tokenGroups) estimateOneTokenEach(s relaxedState, into []int64) (deadEnd, ok bool) {
	var room [maxPairedGroups]int32
	at := room[:len(tg.groups)]
	for i := range at {
		at[i] = -1
	}
	found := 0
	for i, v := range tg.vars {
		if h := tg.placeOf[i][s.value(v)-tg.lo[i]]; h.group >= 0 {
			if at[h.group] >= 0 {
				return false, false
			}
			at[h.group] = h.place
			found++
		}
	}
	if found < len(at) {
		return true, true
	}
	for i, p := range at {
		for _, t := range tg.groups[i].tables {
			d := t.distances[p]
			if d == infinite {
				return true, true
			}
			for _, k := range t.entries {
				into[k] += d
			}
		}
	}
	for i := range tg.pairwise {
		tg.pairwise[i].add(at, into)
	}
	return false, true
}

// carrierHeuristic is the distance of one token together with its carrier. It counts all that the carrier does, not
// only the token's moves. The ways of several tokens may overlap, so the estimate is the maximum over the tokens.
type carrierHeuristic struct {
	distanceTables
	plain, tracking *mutexGroup // the group without and with the carrier's value in the nodes
}

// newCarrierHeuristic makes the heuristic from the group's graph that tracks the carrier.
func newCarrierHeuristic(plain, tracking *mutexGroup) *carrierHeuristic {
	e := &carrierHeuristic{plain: plain, tracking: tracking}
	e.g = tracking.g
	e.g.shares = 1
	e.g.edges = slices.Clone(e.g.edges)
	for i := range e.g.edges {
		e.g.edges[i].share = 0 // also the edges that are free as long as every token is counted
	}
	e.g.targets = [][]int32{slices.Concat(e.g.targets...)}
	return e
}

func (e *carrierHeuristic) setDistances(distances [][][]int64) {
	e.tables = make([][]int64, len(distances))
	for k, d := range distances {
		if positive(d[0], false) { // the mutex group recognises dead ends
			e.tables[k] = d[0]
		}
	}
}

func (e *carrierHeuristic) estimate(s relaxedState, into []int64) (deadEnd bool) {
	e.addLongest(e.plain.tokens(s), s, into)
	return false
}

// addLongest adds the greatest distance of the tokens, which are given by their places.
func (e *carrierHeuristic) addLongest(tokens []int32, s relaxedState, into []int64) {
	if len(tokens) != len(e.plain.goalPlaces) {
		return // some tokens need not move
	}
	carrier := s.value(e.tracking.tracked)
	for k, t := range e.tables {
		if t == nil {
			continue
		}
		longest := int64(0)
		for _, p := range tokens {
			if d := t[e.tracking.node(p, carrier)]; d != infinite {
				longest = max(longest, d)
			}
		}
		into[k] += longest
	}
}

// pairwiseDistances tell how much more two tokens of different groups cost together than alone, as in a
// linear conflict: two tiles in one row that must swap have to go around each other. Each token counts in
// at most one pair, so the pairs add up (Korf and Taylor 1996).
type pairwiseDistances struct {
	entries []int // the entries with these distances
	pairs   []tokenPair
}

// tokenPair is a token of group a and a token of group b.
type tokenPair struct {
	a, b   int32
	places int32   // the number of places of b
	excess []int64 // the additional cost, by the places of both
}

const (
	// maxPairedGroups bounds the groups whose tokens are paired, maxPairNodes the pairs of places of all token pairs.
	maxPairedGroups = 64
	maxPairNodes    = 1 << 20
	// maxPairwiseWork bounds the operators of all token pairs.
	maxPairwiseWork = 1 << 22
)

// pairable reports whether pairwise distances can be computed: each group has one goal place, and nodes are places.
func (tg *tokenGroups) pairable() bool {
	nodes := 0
	for _, mg := range tg.groups {
		if len(mg.goalPlaces) != 1 || mg.tracked >= 0 || mg.g.shares != 1 {
			return false
		}
		nodes += len(mg.places)
	}
	n := len(tg.groups)
	return n > 1 && n <= maxPairedGroups && nodes*nodes <= maxPairNodes && n*n*len(tg.groups[0].moves) <= maxPairwiseWork
}

// eachPair calls yield for the informative token pairs until it returns false, given the costs of the
// operators for each group.
func (tg *tokenGroups) eachPair(ctx context.Context, m *model.Model, operators []operator, costs [][]int64, yield func(tokenPair) bool) {
	survives := make([][][]bool, len(tg.groups)) // by group, and by operator if it moves a token
	for i, mg := range tg.groups {
		survives[i] = make([][]bool, len(operators))
		for k := range operators {
			if slices.ContainsFunc(tg.groups, func(mg *mutexGroup) bool { return len(mg.moves[k]) > 0 }) {
				survives[i][k] = mg.mayStay(m, &operators[k])
			}
		}
	}
	alone := make([][]int64, len(tg.groups))
	for i, mg := range tg.groups {
		alone[i] = mg.g.distancesTo(ctx, mg.g.targets[0], costs[i])
	}
	for b, second := range tg.groups {
		for a, first := range tg.groups[:b] {
			if ctx.Err() != nil {
				return
			}
			g := pairSpace(first, second, survives[a], survives[b])
			both := make([]int64, 3*len(operators))
			for k := range operators {
				both[3*k], both[3*k+1], both[3*k+2] = costs[a][k], costs[b][k], costs[a][k]+costs[b][k]
			}
			together := g.distancesTo(ctx, g.targets[0], both)
			next := tokenPair{a: int32(a), b: int32(b), places: int32(len(second.places)), excess: make([]int64, g.nodes)}
			any := false
			for node, cost := range together {
				p, q := alone[a][node/len(second.places)], alone[b][node%len(second.places)]
				if !g.reachable[node] || cost == infinite || p == infinite || q == infinite {
					continue
				}
				next.excess[node] = cost - p - q
				any = any || cost > p+q
			}
			if any && !yield(next) {
				return
			}
		}
	}
}

// addPairwise computes the pairwise distances within the costs reserved for them, and chooses how the groups
// are evaluated.
func (tg *tokenGroups) addPairwise(ctx context.Context, m *model.Model, operators []operator) {
	if !tg.pairable() {
		return
	}
	tg.oneTokenEach = !slices.ContainsFunc(tg.groups, func(mg *mutexGroup) bool { return mg.carried != nil })
	if slices.ContainsFunc(tg.groups, func(mg *mutexGroup) bool { return !mg.paired }) {
		return
	}
	done := make([]bool, m.Machine.Costs+1)
	for k := range done {
		if done[k] {
			continue
		}
		var entries []int
		budgets := alg.Map(tg.groups, func(mg *mutexGroup) []int64 { return mg.pairCosts[k] })
		for other := k; other < len(done); other++ {
			if !slices.ContainsFunc(tg.groups, func(mg *mutexGroup) bool { return !slices.Equal(mg.pairCosts[k], mg.pairCosts[other]) }) {
				entries, done[other] = append(entries, other), true
			}
		}
		d := pairwiseDistances{entries: entries}
		tg.eachPair(ctx, m, operators, budgets, func(next tokenPair) bool {
			d.pairs = append(d.pairs, next)
			return true
		})
		if len(d.pairs) > 0 {
			tg.pairwise = append(tg.pairwise, d)
		}
	}
}

// takeMoveCosts takes all that is left of the costs of the operators that move tokens.
func (mg *mutexGroup) takeMoveCosts(left []int64) []int64 {
	budget := make([]int64, len(left))
	for i, moves := range mg.moves {
		if len(moves) > 0 {
			budget[i], left[i] = left[i], 0
		}
	}
	return budget
}

// pairSpace returns the space of one token of each group. Operators 3k, 3k+1 and 3k+2 move the first token,
// the second, and both at once.
func pairSpace(a, b *mutexGroup, aStays, bStays [][]bool) *abstractSpace {
	n := int32(len(b.places))
	g := &abstractSpace{nodes: len(a.places) * int(n), shares: 1}
	size := 0
	for k := range a.moves {
		size += len(a.moves[k])*(len(b.places)+len(b.moves[k])) + len(b.moves[k])*len(a.places)
	}
	g.edges = make([]edge, 0, size)
	for k := range a.moves {
		operator := int32(3 * k)
		for _, h := range a.moves[k] {
			for q := range n {
				if bStays[k][q] {
					g.edges = append(g.edges, edge{h.from*n + q, h.to*n + q, operator, 0})
				}
			}
			for _, i := range b.moves[k] {
				g.edges = append(g.edges, edge{h.from*n + i.from, h.to*n + i.to, operator + 2, 0})
			}
		}
		for _, i := range b.moves[k] {
			for p := range int32(len(a.places)) {
				if aStays[k][p] {
					g.edges = append(g.edges, edge{p*n + i.from, p*n + i.to, operator + 1, 0})
				}
			}
		}
	}
	g.targets = [][]int32{{a.goalPlaces[0]*n + b.goalPlaces[0]}}
	var starts []int32
	for p := range int32(len(a.places)) {
		for q := range n {
			if a.places[p].v != b.places[q].v { // two tokens never share a place
				starts = append(starts, p*n+q)
			}
		}
	}
	g.prune(starts)
	return g
}

// add adds the excess of pairs without common tokens, chosen greedily.
func (d *pairwiseDistances) add(places []int32, into []int64) {
	var done uint64
	sum := int64(0)
	for i := range d.pairs {
		p := &d.pairs[i]
		if (done>>p.a|done>>p.b)&1 != 0 {
			continue
		}
		if e := p.excess[places[p.a]*p.places+places[p.b]]; e > 0 {
			done |= 1<<p.a | 1<<p.b
			sum += e
		}
	}
	for _, k := range d.entries {
		into[k] += sum
	}
}
