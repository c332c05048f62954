package heuristic

import (
	"context"
	"slices"

	"nazo/model"
)

// pairwiseDistances are how much more two tokens of different groups cost together than each
// alone, as in a linear conflict: two tiles in one row that must change their order have to go
// around each other. They add up because every token counts in at most one pair (Korf and Taylor
// 1996: pairwise distances).
type pairwiseDistances struct {
	entries []int // the entries with these distances
	pairs   []tokenPair
}

// tokenPair is about the tokens of two groups.
type tokenPair struct {
	a, b   int32
	places int32   // the number of those of b
	excess []int64 // how much more both cost, by the places of both
}

const (
	// maxPairedGroups bounds the groups whose tokens are paired, maxPairNodes the pairs of
	// places of all token pairs.
	maxPairedGroups = 64
	maxPairNodes    = 1 << 20
	// maxPairwiseWork bounds the operators that are looked at for all token pairs.
	maxPairwiseWork = 1 << 22
)

// pairable reports whether pairwise distances can be computed: each group has one goal place,
// and nodes are places.
func (tg *tokenGroups) pairable() bool {
	nodes := 0
	for _, mg := range tg.groups {
		if len(mg.goalPlaces) != 1 || mg.tracked >= 0 || mg.g.parts != 1 {
			return false
		}
		nodes += len(mg.places)
	}
	n := len(tg.groups)
	return n > 1 && n <= maxPairedGroups && nodes*nodes <= maxPairNodes && n*n*len(tg.groups[0].moves) <= maxPairwiseWork
}

// eachPair calls yield for the token pairs that are informative until it returns false, given
// the costs of the operators for each group.
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

// addPairwise computes the pairwise distances within the costs that the groups kept, and chooses
// how the groups are evaluated.
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
		budgets := make([][]int64, len(tg.groups))
		for i, mg := range tg.groups {
			budgets[i] = mg.pairCosts[k]
		}
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

// takeMoveCosts takes all that is left of the costs of operators that move tokens.
func (mg *mutexGroup) takeMoveCosts(left []int64) []int64 {
	budget := make([]int64, len(left))
	for i, moves := range mg.moves {
		if len(moves) > 0 {
			budget[i], left[i] = left[i], 0
		}
	}
	return budget
}

// pairSpace is the space of one token of each group. Moves of the first token, of the second and
// of both at once are the operators 3k, 3k+1 and 3k+2.
func pairSpace(a, b *mutexGroup, aStays, bStays [][]bool) *abstractSpace {
	n := int32(len(b.places))
	g := &abstractSpace{nodes: len(a.places) * int(n), parts: 1}
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
			if a.places[p].v != b.places[q].v { // two tokens are never in the same place
				starts = append(starts, p*n+q)
			}
		}
	}
	g.prune(starts)
	return g
}

// add adds the excess of pairs that have no token in common, chosen greedily.
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
