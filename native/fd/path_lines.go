package fd

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// pathLines keeps the lines of a path or cycle: the vertices that edges join, and the edges left at
// each. It reads newly assigned literals of the store, and undoes its log on backtracking.
type pathLines struct {
	g *alg.Graph

	// first has for each literal its first event, and next for each event the following one. With m
	// edges, event i is edge i on, m+i is edge i off, and 2m+v is vertex v on.
	first, next []int32
	log         []logged
	read        int32 // cell: the number of literals read
	validLog    int32 // cell: the valid length of the log

	// parent and size are a union-find by size without path compression, so that it can be undone.
	parent, size []int32
	links        []int32 // for each set the edges that are on in it
	ons          []int32 // for each set the vertices that are on in it
	mate         []int32 // mate array: for each end of a line its other end
	cycles       []int32 // the edges that closed a line

	edges, vertices int32 // that are on
	on              []bool

	// For paths, on each side, which are leaving and entering in a directed graph:
	left [2][]int32 // for each vertex the edges that are not off
	ends [2]int32   // edges that vertices that are on lack
	most int32      // edges at an inner vertex
}

// logged is an event with what is needed to undo it.
type logged struct {
	event        int32
	child        int32 // the set that was joined to another, or -1
	x, y         int32 // the ends of the joined line
	mateX, mateY int32 // their mates before
}

func newPathLines(s *store, b *model.Route) *pathLines {
	n, m := b.Graph.Order(), int32(len(b.Edges))
	p := &pathLines{g: b.Graph, first: make([]int32, len(s.val)), next: make([]int32, 2*int(m)+n),
		read: s.newCell(0), validLog: s.newCell(0),
		parent: make([]int32, n), size: make([]int32, n), links: make([]int32, n), ons: make([]int32, n),
		mate: make([]int32, n), on: make([]bool, n), most: 2}
	for i := range p.first {
		p.first[i] = -1
	}
	when := func(l lit, event int32) { p.next[event], p.first[l] = p.first[l], event }
	for i, l := range b.Edges {
		when(l, int32(i))
		when(l^1, m+int32(i))
	}
	for v, l := range b.Vertices {
		when(l, 2*m+int32(v))
		p.parent[v], p.mate[v], p.size[v] = int32(v), int32(v), 1
	}
	sides := [2][][]alg.Half{b.Graph.Out}
	if b.Graph.Directed {
		p.most, sides[1] = 1, b.Graph.In
	}
	for side, halves := range sides {
		p.left[side] = make([]int32, len(halves))
		for v := range halves {
			p.left[side][v] = int32(len(halves[v]))
		}
	}
	for l := range p.first { // known in presolve, so never assigned
		if s.val[l] > 0 && s.at[l>>1] < 0 {
			p.become(lit(l))
		}
	}
	s.cells[p.validLog] = int64(len(p.log))
	return p
}

// sides lists the edges at a vertex: leaving and, in a directed graph, entering.
func (p *pathLines) sides(v int32) [2][]alg.Half {
	if p.g.Directed {
		return [2][]alg.Half{p.g.Out[v], p.g.In[v]}
	}
	return [2][]alg.Half{p.g.Out[v]}
}

// update follows the store, backwards and forwards. It returns the new events.
func (p *pathLines) update(s *store) (news []logged) {
	valid := int(s.cells[p.validLog])
	for len(p.log) > valid {
		p.undo(p.log[len(p.log)-1])
		p.log = p.log[:len(p.log)-1]
	}
	for _, l := range s.assigned[s.cells[p.read]:] {
		if int(l) < len(p.first) { // literals that are newer mean nothing here
			p.become(l)
		}
	}
	s.setCell(p.read, int64(len(s.assigned)))
	s.setCell(p.validLog, int64(len(p.log)))
	return p.log[valid:]
}

// become processes the events of a literal.
func (p *pathLines) become(l lit) {
	m := int32(len(p.g.Edges))
	for event := p.first[l]; event >= 0; event = p.next[event] {
		e := logged{event: event}
		switch {
		case event < m:
			p.join(&e)
		case event < 2*m:
			p.drop(event-m, -1)
		default:
			v := event - 2*m
			p.vertices++
			p.ons[p.find(v)]++
			p.enter(v, 1)
			p.on[v] = true
		}
		p.log = append(p.log, e)
	}
}

// undo undoes the last event.
func (p *pathLines) undo(e logged) {
	m := int32(len(p.g.Edges))
	switch {
	case e.event < m:
		p.undoJoin(&e)
	case e.event < 2*m:
		p.drop(e.event-m, 1)
	default:
		v := e.event - 2*m
		p.on[v] = false
		p.enter(v, -1)
		p.ons[p.find(v)]--
		p.vertices--
	}
}

func (p *pathLines) find(v int32) int32 {
	for p.parent[v] != v {
		v = p.parent[v]
	}
	return v
}

// join processes an edge that became on.
func (p *pathLines) join(e *logged) {
	uv := &p.g.Edges[e.event]
	p.edges++
	a, b := p.find(uv.U), p.find(uv.V)
	if a == b {
		e.child = -1
		p.links[a]++
		p.cycles = append(p.cycles, e.event)
		return
	}
	if p.size[a] < p.size[b] {
		a, b = b, a
	}
	e.child = b
	p.parent[b] = a
	p.size[a] += p.size[b]
	p.ons[a] += p.ons[b]
	p.links[a] += p.links[b] + 1
	e.x, e.y = p.mate[uv.U], p.mate[uv.V]
	e.mateX, p.mate[e.x] = p.mate[e.x], e.y
	e.mateY, p.mate[e.y] = p.mate[e.y], e.x
}

func (p *pathLines) undoJoin(e *logged) {
	p.edges--
	if e.child < 0 {
		p.links[p.find(p.g.Edges[e.event].U)]--
		p.cycles = p.cycles[:len(p.cycles)-1]
		return
	}
	p.mate[e.y] = e.mateY
	p.mate[e.x] = e.mateX
	b := e.child
	a := p.parent[b]
	p.links[a] -= p.links[b] + 1
	p.ons[a] -= p.ons[b]
	p.size[a] -= p.size[b]
	p.parent[b] = b
}

// drop processes an edge that became off, or undoes that with change 1.
func (p *pathLines) drop(edge, change int32) {
	uv := &p.g.Edges[edge]
	p.leave(0, uv.U, change)
	if p.g.Directed {
		p.leave(1, uv.V, change)
	} else {
		p.leave(0, uv.V, change)
	}
}

// leave changes the number of edges left at a vertex.
func (p *pathLines) leave(side int, v, change int32) {
	before := p.missing(side, v)
	p.left[side][v] += change
	if p.on[v] {
		p.ends[side] += p.missing(side, v) - before
	}
}

// enter processes a vertex that became on, or undoes that with change -1.
func (p *pathLines) enter(v, change int32) {
	p.ends[0] += change * p.missing(0, v)
	if p.g.Directed {
		p.ends[1] += change * p.missing(1, v)
	}
}

// missing returns how many edges a vertex lacks as an inner vertex.
func (p *pathLines) missing(side int, v int32) int32 { return p.most - min(p.most, p.left[side][v]) }
