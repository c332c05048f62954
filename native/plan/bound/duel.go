package bound

import (
	"context"
	"slices"

	"nazo/model"
)

// duels say how much more two tokens that are told apart cost together than each
// alone: two tiles in one row that must change their order have to go around each other.
// Every token takes part in one duel at most (Korf and Taylor 1996: pairwise distances),
// so duels add up.
type duels struct {
	entries []int // the entries that they are for
	pairs   []duel
}

// duel is about the tokens of two families of a crowd.
type duel struct {
	a, b   int32
	places int32   // of b
	excess []int64 // by the places of both
}

const (
	// maxRivals bounds the families whose tokens are set against each other,
	// maxDuelNodes the pairs of places of all duels.
	maxRivals    = 64
	maxDuelNodes = 1 << 20
	// maxDuelWork bounds the operators that are looked at for all duels.
	maxDuelWork = 1 << 22
)

// rivals says whether the tokens of a crowd can be set against each other: each
// family has one token, and its distances don't tell anything else apart.
func (c *crowd) rivals() bool {
	nodes := 0
	for _, f := range c.families {
		if len(f.wanted) != 1 || f.mover >= 0 || f.g.parts != 1 {
			return false
		}
		nodes += len(f.places)
	}
	n := len(c.families)
	return n > 1 && n <= maxRivals && nodes*nodes <= maxDuelNodes && n*n*len(c.families[0].moves) <= maxDuelWork
}

// fight calls yield for the duels that there are until it returns false, given what hops
// of each family cost.
func (c *crowd) fight(ctx context.Context, m *model.Model, operators []operator, costs [][]int64, yield func(duel) bool) {
	stays := make([][][]bool, len(c.families)) // by family, and by operator if it has hops
	for i, f := range c.families {
		stays[i] = make([][]bool, len(operators))
		for k := range operators {
			if slices.ContainsFunc(c.families, func(g *family) bool { return len(g.moves[k]) > 0 }) {
				stays[i][k] = f.stays(m, &operators[k])
			}
		}
	}
	alone := make([][]int64, len(c.families))
	for i, f := range c.families {
		alone[i] = f.g.distancesTo(ctx, f.g.targets[0], costs[i])
	}
	for b, second := range c.families {
		for a, first := range c.families[:b] {
			if ctx.Err() != nil {
				return
			}
			g := duelGraph(first, second, stays[a], stays[b])
			both := make([]int64, 3*len(operators))
			for k := range operators {
				both[3*k], both[3*k+1], both[3*k+2] = costs[a][k], costs[b][k], costs[a][k]+costs[b][k]
			}
			together := g.distancesTo(ctx, g.targets[0], both)
			next := duel{a: int32(a), b: int32(b), places: int32(len(second.places)), excess: make([]int64, g.nodes)}
			any := false
			for node, cost := range together {
				p, q := alone[a][node/len(second.places)], alone[b][node%len(second.places)]
				if !g.live[node] || cost == infinite || p == infinite || q == infinite {
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

// settle finds the duels of a crowd within the budgets of its families, and how
// it is best looked at.
func (c *crowd) settle(ctx context.Context, m *model.Model, operators []operator) {
	if !c.rivals() {
		return
	}
	c.single = !slices.ContainsFunc(c.families, func(f *family) bool { return f.errand != nil })
	if slices.ContainsFunc(c.families, func(f *family) bool { return !f.rival }) {
		return
	}
	done := make([]bool, m.Machine.Costs+1)
	for k := range done {
		if done[k] {
			continue
		}
		var entries []int
		budgets := make([][]int64, len(c.families))
		for i, f := range c.families {
			budgets[i] = f.budget[k]
		}
		for other := k; other < len(done); other++ {
			if !slices.ContainsFunc(c.families, func(f *family) bool { return !slices.Equal(f.budget[k], f.budget[other]) }) {
				entries, done[other] = append(entries, other), true
			}
		}
		d := duels{entries: entries}
		c.fight(ctx, m, operators, budgets, func(next duel) bool {
			d.pairs = append(d.pairs, next)
			return true
		})
		if len(d.pairs) > 0 {
			c.duels = append(c.duels, d)
		}
	}
}

// keepHops takes all that is left of the costs of hops.
func (f *family) keepHops(left []int64) []int64 {
	budget := make([]int64, len(left))
	for i, hops := range f.moves {
		if len(hops) > 0 {
			budget[i], left[i] = left[i], 0
		}
	}
	return budget
}

// duelGraph is the graph of one token of each family. Hops of the first, of the second
// and of both at once are as three operators.
func duelGraph(a, b *family, aStays, bStays [][]bool) *graph {
	n := int32(len(b.places))
	g := &graph{nodes: len(a.places) * int(n), parts: 1}
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
	g.targets = [][]int32{{a.wanted[0]*n + b.wanted[0]}}
	var starts []int32
	for p := range int32(len(a.places)) {
		for q := range n {
			if a.places[p].v != b.places[q].v { // two tokens are never in the same place
				starts = append(starts, p*n+q)
			}
		}
	}
	g.settle(starts)
	return g
}

// add adds the excess of duels that have no token in common.
func (d *duels) add(places []int32, into []int64) {
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
