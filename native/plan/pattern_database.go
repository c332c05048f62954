package plan

import (
	"context"

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
