package heuristic

import (
	"nazo/model"
)

// projection is an abstraction onto a few variables. Its nodes are their valuations.
type projection struct {
	vars []model.VarID
	lo   []int64 // the least value of each
	by   []int64 // the place value of the variable in the number of a node
	g    abstractSpace
	room int // how many more edges there may be
	// tables has for each entry the goal distances, nil if they add nothing.
	tables [][]int64
}

// maxNodes bounds the nodes of an abstraction.
const maxNodes = 1 << 20

// newProjection makes the projection onto variables that the goal restricts; nil if it is too
// large.
func newProjection(m *model.Model, operators []operator, goals domains, vars []model.VarID, maxEdges int) *projection {
	p := &projection{vars: vars, room: maxEdges}
	nodes := int64(1)
	for _, v := range vars {
		b := m.Vars[v].Domain.Bounds()
		if b.Size() > maxValues || nodes > maxNodes/b.Size() {
			return nil
		}
		p.lo, p.by = append(p.lo, b.Lo), append(p.by, nodes)
		nodes *= b.Size()
	}
	p.g = abstractSpace{nodes: int(nodes), parts: 1}
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

// addEdges adds the edges of an operator, given the values of the first i variables before and
// after it. It returns false if there are too many.
func (p *projection) addEdges(m *model.Model, o *operator, index int32, i int, from, to int64) bool {
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

// each calls yield for the nodes whose values are allowed.
func (p *projection) each(m *model.Model, allowed domains, i int, node int64, yield func(int64)) {
	if i == len(p.vars) {
		yield(node)
		return
	}
	for value := range allowed.of(m, p.vars[i]).Each {
		p.each(m, allowed, i+1, node+(value-p.lo[i])*p.by[i], yield)
	}
}

func (p *projection) space() *abstractSpace { return &p.g }

func (p *projection) setDistances(distances [][][]int64) { p.tables = informativeTables(distances) }

func (p *projection) informative() bool { return anyTable(p.tables) }

func (p *projection) estimate(s state, into []int64) (deadEnd bool) {
	node := int64(0)
	for i, v := range p.vars {
		node += (s.value(v) - p.lo[i]) * p.by[i]
	}
	return lookUp(p.tables, node, into)
}
