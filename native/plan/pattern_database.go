package plan

import (
	"context"
	"math"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

const (
	// maxPatternNodes bounds the nodes of projections onto several variables, maxPatternEdges their
	// edges. They are small because the search itself may be short.
	maxPatternNodes = 1 << 12
	maxPatternEdges = 1 << 16
)

// patternDatabases returns projections onto several variables (Culberson and Schaeffer 1998; Edelkamp 2001 for
// planning). A pattern groups variables that the goal restricts with others on which their operators depend.
func patternDatabases(ctx context.Context, m *model.Model, operators []operator, goals domains, vars []model.VarID) []*pattern {
	var out []*pattern
	for len(vars) > 0 && ctx.Err() == nil {
		var group []model.VarID
		nodes := int64(1)
		for len(vars) > 0 {
			size := m.Vars[vars[0]].Domain.Bounds().Size()
			if nodes > maxPatternNodes/size {
				break
			}
			nodes *= size
			group, vars = append(group, vars[0]), vars[1:]
		}
		if len(group) == 0 { // it exceeds the limit by itself
			vars = vars[1:]
			continue
		}
		group = enlargePattern(m, operators, group, nodes)
		if len(group) < 2 {
			continue
		}
		if p := newProjection(m, operators, goals, group, maxPatternEdges); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// enlargePattern adds to a pattern the variables that occur in the preconditions of most operators that change
// it, as long as there is room.
func enlargePattern(m *model.Model, operators []operator, group []model.VarID, nodes int64) []model.VarID {
	in := make([]bool, len(m.Vars))
	for _, v := range group {
		in[v] = true
	}
	for {
		needed := make([]int, len(m.Vars))
		for i := range operators {
			o := &operators[i]
			for _, c := range o.effects {
				if in[c.v] {
					for _, l := range o.preconditions {
						needed[l.v]++
					}
					break
				}
			}
		}
		best := model.VarID(-1)
		for v := range model.VarID(len(m.Vars)) {
			fits := m.Vars[v].Domain.Bounds().Size() <= maxPatternNodes/nodes
			if !in[v] && fits && needed[v] > 0 && (best < 0 || needed[v] > needed[best]) {
				best = v
			}
		}
		if best < 0 {
			return group
		}
		in[best] = true
		group = append(group, best)
		nodes *= m.Vars[best].Domain.Bounds().Size()
	}
}

// pattern is an abstraction onto a few variables. Its nodes are their valuations.
type pattern struct {
	distanceTables
	vars []model.VarID
	lo   []int64 // the least value of each variable
	by   []int64 // its place value in the number of a node
	room int     // how many more edges there may be
}

// maxNodes bounds the nodes of an abstraction.
const maxNodes = 1 << 20

// newProjection makes the projection onto variables that the goal restricts. It returns nil if it is too large.
func newProjection(m *model.Model, operators []operator, goals domains, vars []model.VarID, maxEdges int) *pattern {
	p := &pattern{vars: vars, room: maxEdges}
	nodes := int64(1)
	for _, v := range vars {
		b := m.Vars[v].Domain.Bounds()
		if b.Size() > maxValues || nodes > maxNodes/b.Size() {
			return nil
		}
		p.lo, p.by = append(p.lo, b.Lo), append(p.by, nodes)
		nodes *= b.Size()
	}
	p.g = abstractSpace{nodes: int(nodes), shares: 1}
	for i := range operators {
		o := &operators[i]
		moves := false
		for _, v := range vars {
			moves = moves || o.effectOn(v) != nil
		}
		if moves && !p.addEdges(m, o, int32(i), 0, 0, 0) {
			return nil
		}
	}
	var targets []int32
	p.each(m, goals, 0, 0, func(node int64) { targets = append(targets, int32(node)) })
	p.g.targets = [][]int32{targets}
	starts := domains{}
	for _, v := range vars {
		starts[v] = m.Machine.Start[v]
	}
	var first []int32
	p.each(m, starts, 0, 0, func(node int64) { first = append(first, int32(node)) })
	p.g.prune(first)
	return p
}

// addEdges adds the edges of an operator, given the values of the first i variables before and after it. It
// returns false if there are too many.
func (p *pattern) addEdges(m *model.Model, o *operator, index int32, i int, from, to int64) bool {
	if i == len(p.vars) {
		if from != to {
			p.g.edges = append(p.g.edges, edge{from: int32(from), to: int32(to), operator: index})
		}
		p.room--
		return p.room >= 0
	}
	v, ok := p.vars[i], true
	for value := range o.domainBefore(m, v).Each {
		o.eachValueAfter(v, value, func(after int64) {
			ok = ok && p.addEdges(m, o, index, i+1, from+(value-p.lo[i])*p.by[i], to+(after-p.lo[i])*p.by[i])
		})
		if !ok {
			return false
		}
	}
	return true
}

// each calls yield for the nodes with allowed values, given the values of the first i variables.
func (p *pattern) each(m *model.Model, allowed domains, i int, node int64, yield func(int64)) {
	if i == len(p.vars) {
		yield(node)
		return
	}
	for value := range allowed.of(m, p.vars[i]).Each {
		p.each(m, allowed, i+1, node+(value-p.lo[i])*p.by[i], yield)
	}
}

func (p *pattern) estimate(s relaxedState, into []int64) (deadEnd bool) {
	node := int64(0)
	for i, v := range p.vars {
		node += (s.value(v) - p.lo[i]) * p.by[i]
	}
	return p.lookUp(node, into)
}

// infinite is the distance of an abstract state from which no goal can be reached.
const infinite = alg.Unreachable

// abstractSpace is the state space of an abstraction, a weighted graph. Its nodes are the abstract states, its
// edges the effects of operators there.
type abstractSpace struct {
	nodes int
	edges []edge
	// targets are sets of nodes where the goal may hold, one set for each part of the goal.
	targets [][]int32
	// shares is the number of edges of one operator that a run may take at once, in different parts. They
	// divide the operator's cost among themselves.
	shares int32

	// reachable is true for the nodes that runs may reach. The edges into node v are edges[first[v]:first[v+1]].
	reachable []bool
	first     []int32
}

// edge is a transition of an abstraction, by an operator. share is the index of its share of the operator's
// cost, or free.
type edge struct{ from, to, operator, share int32 }

const free = -1

const (
	// maxEdges bounds the edges of one abstraction, maxAllEdges those of all abstractions.
	maxEdges    = 1 << 20
	maxAllEdges = 1 << 22
)

// prune removes the edges that can't be reached from the nodes of the start. It sorts the others by their heads.
func (g *abstractSpace) prune(starts []int32) {
	g.reachable = g.reached(starts)
	rest := slices.DeleteFunc(g.edges, func(e edge) bool { return !g.reachable[e.from] })
	first, order := groupBy(g.nodes, len(rest), func(i int) int32 { return rest[i].to })
	g.first, g.edges = first, make([]edge, len(rest))
	for at, i := range order {
		g.edges[at] = rest[i]
	}
}

// groupBy sorts 0, …, n-1 by keys below the given number (counting sort). The ones with key k are
// order[first[k]:first[k+1]].
func groupBy(keys, n int, key func(i int) int32) (first, order []int32) {
	first = make([]int32, keys+1)
	for i := range n {
		first[key(i)+1]++
	}
	for k := range keys {
		first[k+1] += first[k]
	}
	order = make([]int32, n)
	at := slices.Clone(first)
	for i := range n {
		k := key(i)
		order[at[k]] = int32(i)
		at[k]++
	}
	return first, order
}

// shareOfCost returns the cost of an edge with the given share if its operator has the given cost.
func (g *abstractSpace) shareOfCost(cost int64, part int32) int64 {
	if part == free {
		return 0
	}
	parts := int64(g.shares)
	share := cost / parts
	if int64(part) < cost%parts {
		share++
	}
	return share
}

// subtractSaturated subtracts from costs the saturated costs: the least costs of the operators that leave
// the distances as they are (Seipp, Keller and Helmert 2017).
func (g *abstractSpace) subtractSaturated(distances [][]int64, costs []int64) {
	needs := make([]int64, len(costs)*int(g.shares))
	for _, e := range g.edges {
		if e.share == free {
			continue
		}
		i := int(e.operator)*int(g.shares) + int(e.share)
		for _, d := range distances {
			if d[e.from] != infinite && d[e.to] != infinite {
				needs[i] = max(needs[i], d[e.from]-d[e.to])
			}
		}
	}
	for i, n := range needs {
		costs[i/int(g.shares)] -= n
	}
}

// reached marks the nodes that can be reached from the given ones.
func (g *abstractSpace) reached(from []int32) []bool {
	first, order := groupBy(g.nodes, len(g.edges), func(i int) int32 { return g.edges[i].from })
	seen := make([]bool, g.nodes)
	stack := slices.Clone(from)
	for len(stack) > 0 {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		for _, i := range order[first[v]:first[v+1]] {
			stack = append(stack, g.edges[i].to)
		}
	}
	return seen
}

// distances returns the goal distances of all reachable nodes for each set of targets, given the costs of the
// operators (Dijkstra 1959, backward). Other nodes have 0. The result means nothing if ctx is done.
func (g *abstractSpace) distances(ctx context.Context, costs []int64) [][]int64 {
	out := make([][]int64, len(g.targets))
	for i, targets := range g.targets {
		out[i] = g.distancesTo(ctx, targets, costs)
	}
	return out
}

func (g *abstractSpace) distancesTo(ctx context.Context, targets []int32, costs []int64) []int64 {
	distance := slices.Repeat([]int64{infinite}, g.nodes)
	q := newOpenList(&limits{memory: math.MaxInt64})
	reach := func(v int32, d int64) {
		if d < distance[v] {
			distance[v] = d
			q.push(entry{priority{f: lexCost(d)}, v})
		}
	}
	for _, v := range targets {
		reach(v, 0)
	}
	for count := 0; q.size > 0; count++ {
		if count&4095 == 0 && ctx.Err() != nil {
			break
		}
		at := q.pop()
		d := int64(at.f)
		if d > distance[at.id] {
			continue
		}
		for _, e := range g.edges[g.first[at.id]:g.first[at.id+1]] {
			cost := int64(0)
			if e.share != free {
				cost = g.shareOfCost(costs[e.operator], e.share)
			}
			reach(e.from, d+cost)
		}
	}
	for v, live := range g.reachable {
		if !live {
			distance[v] = 0
		}
	}
	return distance
}

// positive reports whether some distance is not 0. Infinite ones count only with deadEnds.
func positive(distance []int64, deadEnds bool) bool {
	return slices.ContainsFunc(distance, func(d int64) bool { return d != 0 && (d != infinite || deadEnds) })
}

// distanceTables is an abstract space with the distances to its first set of targets, a table for each entry
// of the costs. A table is nil if it adds nothing to the others.
type distanceTables struct {
	g      abstractSpace
	tables [][]int64
}

func (t *distanceTables) space() *abstractSpace { return &t.g }

func (t *distanceTables) setDistances(distances [][][]int64) {
	t.tables = make([][]int64, len(distances))
	for k, d := range distances {
		if positive(d[0], k == 0) { // a distance that is infinite for one entry is infinite for all
			t.tables[k] = d[0]
		}
	}
}

func (t *distanceTables) informative() bool {
	return slices.ContainsFunc(t.tables, func(table []int64) bool { return table != nil })
}

// lookUp adds the distances of a node to the entries, and reports whether one is infinite.
func (t *distanceTables) lookUp(node int64, into []int64) (deadEnd bool) {
	for k, table := range t.tables {
		if table == nil {
			continue
		}
		d := table[node]
		if d == infinite {
			return true
		}
		into[k] += d
	}
	return false
}
