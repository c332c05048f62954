package bound

import (
	"nazo/model"
)

// projection forgets all but a few variables. Its nodes are their values.
type projection struct {
	vars []model.VarID
	lo   []int64 // the least value of each
	by   []int64 // what a step of its value adds to the number of the node
	g    graph
	room int // for more edges
	// tables has for each entry the distances, nil if they say nothing.
	tables [][]int64
}

// maxNodes bounds the nodes of an abstraction.
const maxNodes = 1 << 20

// project makes the projection onto variables that the goal restricts; nil if it
// is too large.
func project(m *model.Model, operators []operator, goals limits, vars []model.VarID, maxEdges int) *projection {
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
	p.g = graph{nodes: int(nodes), parts: 1}
	for i := range operators {
		o := &operators[i]
		moves := false
		for _, v := range vars {
			moves = moves || o.change(v) != nil
		}
		if moves && !p.edges(m, o, int32(i), 0, 0, 0) {
			return nil
		}
	}
	var targets []int32
	p.each(m, goals, 0, 0, func(node int64) { targets = append(targets, int32(node)) })
	p.g.targets = [][]int32{targets}
	starts := limits{}
	for _, v := range vars {
		starts[v] = m.Machine.Start[v]
	}
	var first []int32
	p.each(m, starts, 0, 0, func(node int64) { first = append(first, int32(node)) })
	p.g.settle(first)
	return p
}

// edges adds the edges of an operator, given what the first i variables are
// before and after it. It returns false if there are too many.
func (p *projection) edges(m *model.Model, o *operator, index int32, i int, from, to int64) bool {
	if i == len(p.vars) {
		if from != to {
			p.g.edges = append(p.g.edges, edge{from: int32(from), to: int32(to), operator: index})
		}
		p.room--
		return p.room >= 0
	}
	v, ok := p.vars[i], true
	for value := range o.was(m, v).Each {
		o.becomes(v, value, func(after int64) {
			ok = ok && p.edges(m, o, index, i+1, from+(value-p.lo[i])*p.by[i], to+(after-p.lo[i])*p.by[i])
		})
		if !ok {
			return false
		}
	}
	return true
}

// each calls yield for the nodes whose values are allowed.
func (p *projection) each(m *model.Model, allowed limits, i int, node int64, yield func(int64)) {
	if i == len(p.vars) {
		yield(node)
		return
	}
	for value := range allowed.of(m, p.vars[i]).Each {
		p.each(m, allowed, i+1, node+(value-p.lo[i])*p.by[i], yield)
	}
}

func (p *projection) graph() *graph { return &p.g }

func (p *projection) know(distances [][][]int64) { p.tables = trimmed(distances) }

func (p *projection) informs() bool { return anything(p.tables) }

func (p *projection) least(value func(model.VarID) int64, into []int64) (dead bool) {
	node := int64(0)
	for i, v := range p.vars {
		node += (value(v) - p.lo[i]) * p.by[i]
	}
	return look(p.tables, node, into)
}

// look adds the distances of a node, and says whether one is infinite.
func look(tables [][]int64, node int64, into []int64) (dead bool) {
	for k, t := range tables {
		if t == nil {
			continue
		}
		d := t[node]
		if d == infinite {
			return true
		}
		into[k] += d
	}
	return false
}
