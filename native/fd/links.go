package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// addLinks posts links: for each label the edges that are on form a path between its two ends.
// Degrees are posted as sums. An integer for each vertex is the label of the line through it. Both
// ends of an edge that is on have the same label. For each label, linkReach knows where its line can
// go. at guards what holds at a vertex, and guard the rest. It returns false on a conflict.
func (s *store) addLinks(b *model.Links, guard lit, at []lit) bool {
	g := b.Graph
	if !s.joinEdges(g, b.Edges, b.Vertices, at) {
		return false
	}
	for v, own := range b.Labels {
		if s.stop.Load() {
			return true
		}
		most := int64(2)
		if own >= 0 {
			most = 1
			if !s.clause(at[v]^1, b.Vertices[v]) {
				return false
			}
		}
		s.addDegree(exactly, g.Out[v], b.Edges, most, b.Vertices[v], at[v])
	}
	ends := endsOf(b.Labels)
	if len(ends) == 0 {
		for _, l := range b.Vertices {
			if !s.clause(guard^1, l^1) {
				return false
			}
		}
		return true
	}
	label := make([]model.Int, g.Order())
	for v, own := range b.Labels {
		label[v] = s.addLabel(own, int64(len(ends)), b.Vertices[v])
	}
	same := make([]*sameLabel, len(g.Edges))
	for i, e := range g.Edges {
		same[i] = &sameLabel{b.Edges[i], label[e.U], label[e.V], int64(len(ends))}
		s.addSameLabel(same[i], guard)
	}
	s.addAcyclic(g, b.Edges, guard)
	first := int32(len(s.props))
	for l, pair := range ends {
		if s.stop.Load() {
			return true
		}
		s.addLinkReach(b, label, int64(l), pair, guard)
	}
	s.add(nothingToDo{}, model.False, quick) // for the value of vertices without a label
	for _, x := range label {
		if v := &s.ints[x]; v.lo < v.hi {
			v.lost = first + int32(v.base)
		}
	}
	for _, e := range same {
		s.onTrue(s.add(&closedEdge{e, first}, model.True, quick), e.on^1)
	}
	return true
}

// closedEdge wakes the propagators of the labels that an edge could have had, once the edge is off.
type closedEdge struct {
	*sameLabel
	first int32 // the propagator of label 0
}

func (p *closedEdge) propagate(s *store) bool {
	if s.val[p.on] < 0 {
		p.common(s, func(k int64) bool { s.queue.add(p.first + int32(k)); return true })
	}
	return true
}

// nothingToDo is a propagator that does not propagate.
type nothingToDo struct{}

func (nothingToDo) propagate(*store) bool { return true }

// endsOf returns for each label the two vertices that carry it.
func endsOf(labels []int32) (ends [][2]int32) {
	for v, l := range labels {
		for int(l) >= len(ends) {
			ends = append(ends, [2]int32{-1, -1})
		}
		if l >= 0 && ends[l][0] < 0 {
			ends[l][0] = int32(v)
		} else if l >= 0 {
			ends[l][1] = int32(v)
		}
	}
	return ends
}

// addLabel makes the label of a vertex. An end has its own label. A vertex that is off has the label
// after the last.
func (s *store) addLabel(own int32, labels int64, on lit) model.Int {
	switch {
	case own >= 0:
		return s.newInt(model.Range(int64(own), int64(own)))
	case s.val[on] > 0:
		return s.newInt(model.Range(0, labels-1))
	case s.val[on] < 0:
		return s.newInt(model.Range(labels, labels))
	}
	x, none := s.newInt(model.Range(0, labels)), model.Range(labels, labels)
	if s.view[on>>1] != 0 || !s.see(on^1, x, none) {
		s.addMembership(x, []valueSet{{l: on ^ 1, values: none}})
	}
	return x
}

// newInt makes an integer that no node of the model has.
func (s *store) newInt(d model.Domain) model.Int {
	x := model.Int(len(s.ints))
	s.ints = append(s.ints, intVar{})
	s.intWakes = append(s.intWakes, nil)
	s.initInt(x, d, largestBitset)
	return x
}

// sameLabel says that both ends of an edge that is on have the same label. none is the value of
// vertices that are off.
type sameLabel struct {
	on   lit
	x, y model.Int
	none int64
}

func (s *store) addSameLabel(p *sameLabel, guard lit) {
	id := s.add(p, guard, quick)
	s.onTrue(id, p.on)
	s.watch(id, onDomain, p.x, p.y)
}

func (p *sameLabel) propagate(s *store) bool {
	switch {
	case s.val[p.on] < 0:
		return true
	case s.val[p.on] > 0:
		return s.equate(p.x, p.y, 0)
	}
	return !p.common(s, func(int64) bool { return false }) || s.set(p.on^1)
}

// common calls yield for each label that both ends may have. It reports whether yield never returned
// false.
func (p *sameLabel) common(s *store, yield func(k int64) bool) bool {
	x, y := &s.ints[p.x], &s.ints[p.y]
	for k := max(x.lo, y.lo); k <= min(x.hi, y.hi, p.none-1); k++ {
		if s.has(p.x, k) && s.has(p.y, k) && !yield(k) {
			return false
		}
	}
	return true
}

func (p *sameLabel) explain(s *store, e *explanation) {
	if e.what.op != holds && e.what.op != nothing {
		e.lit(p.on)
		if e.what.int() == p.x {
			e.same(p.y)
		} else {
			e.same(p.x)
		}
		return
	}
	for k := range p.none {
		if !s.hasAt(p.x, k, e.time) {
			e.ne(p.x, k)
		} else {
			e.ne(p.y, k)
		}
	}
}

// linkReach knows where the line of one label can go. A depth-first search from one end among the
// vertices that may have the label finds those that are unreachable, dead ends, or needed.
type linkReach struct {
	g             *alg.Graph
	edges         []lit
	label         []model.Int // of each vertex
	own           int64
	start, target int32

	// Scratch of the depth-first search.
	order, low []int32
	goal       []bool // whether the subtree has the target
	seq        []int32
	fail       bool

	// Scratch of explanations.
	in      []bool  // what was reached
	lacks   []int8  // 1 for vertices that could not have the label, -1 for others, 0 for not looked up
	reached []int32 // in order
	borders [2][]atom
}

func (s *store) addLinkReach(b *model.Links, label []model.Int, own int64, ends [2]int32, guard lit) {
	n := b.Graph.Order()
	p := &linkReach{g: b.Graph, edges: b.Edges, label: label, own: own, start: ends[0], target: ends[1],
		order: make([]int32, n), low: make([]int32, n), goal: make([]bool, n), in: make([]bool, n), lacks: make([]int8, n)}
	s.add(p, guard, slow)
}

func (p *linkReach) propagate(s *store) bool {
	clear(p.order)
	p.seq = p.seq[:0]
	p.fail = false
	p.visit(s, p.start, -1)
	if p.fail {
		return false
	}
	s.noting(0)
	if p.order[p.target] == 0 {
		return false
	}
	for v, x := range p.label {
		if p.order[v] == 0 && !s.remove(x, p.own) {
			return false
		}
	}
	return true
}

// visit searches from v, entered by the edge via.
func (p *linkReach) visit(s *store, v, via int32) {
	first := int32(len(p.seq))
	p.seq = append(p.seq, v)
	p.order[v], p.low[v] = first+1, first+1
	p.goal[v] = v == p.target
	for _, h := range p.g.Out[v] {
		w := h.To
		if h.Edge == via || s.val[p.edges[h.Edge]] < 0 || !s.has(p.label[w], p.own) {
			continue
		}
		if p.order[w] > 0 {
			p.low[v] = min(p.low[v], p.order[w])
			continue
		}
		entered := len(p.seq)
		p.visit(s, w, h.Edge)
		if p.fail {
			return
		}
		p.goal[v] = p.goal[v] || p.goal[w]
		p.low[v] = min(p.low[v], p.low[w])
		if p.low[w] > first && !p.separated(s, v, h, p.seq[entered:]) {
			p.fail = true
			return
		}
	}
}

// separated handles vertices that are reached through v only. Without the target among them, they
// cannot have the label. Otherwise v is needed.
func (p *linkReach) separated(s *store, v int32, h alg.Half, behind []int32) bool {
	if !p.goal[h.To] {
		s.noting(v + 1)
		for _, u := range behind {
			if !s.remove(p.label[u], p.own) {
				return false
			}
		}
		return true
	}
	s.noting(0)
	bridge := p.low[h.To] > p.order[v]
	return s.fix(p.label[v], p.own) && (!bridge || s.set(p.edges[h.Edge]))
}

// explain gives the border of where the line could go: edges that were off, and vertices that could
// not have the label. The note less 1 is the vertex behind which the dead ends lie, or -1.
func (p *linkReach) explain(s *store, e *explanation) {
	began, data := s.noted(e)
	if !p.cut(s, e, began, data-1) && !p.cut(s, e, e.time, data-1) {
		panic("fd: the way of a link can't explain " + e.what.String())
	}
}

// cut explains by facts that were known at a time. It returns false if they do not suffice.
func (p *linkReach) cut(s *store, e *explanation, time, hangsOn int32) bool {
	without, withoutEdge := int32(-1), int32(-1)
	switch e.what.op {
	case differsFrom:
		v, away := int32(slices.Index(p.label, e.what.int())), p.start
		if hangsOn == p.start {
			away = p.target
		}
		border, ok := p.border(s, 0, time, v, away, hangsOn, -1)
		e.out = append(e.out, border...)
		return ok
	case holds:
		withoutEdge = int32(slices.Index(p.edges, e.what.lit()))
	case nothing:
	default: // the vertex is needed
		without = int32(slices.Index(p.label, e.what.int()))
	}
	best, ok := p.border(s, 0, time, p.start, p.target, without, withoutEdge)
	if !ok {
		return false
	}
	if other, _ := p.border(s, 1, time, p.target, p.start, without, withoutEdge); len(other) < len(best) {
		best = other
	}
	e.out = append(e.out, best...)
	return true
}

// border returns the border of what from could reach with the label. ok says that this excludes to.
// The border is valid until the next call with the same number, 0 or 1.
// It includes edges between two reached vertices, of which one was reached later. Without these the
// explanation would hold, but three boards took two to four times as many conflicts.
func (p *linkReach) border(s *store, number int, time, from, to, without, withoutEdge int32) (border []atom, ok bool) {
	in, lacks := p.in, p.lacks
	clear(in)
	clear(lacks)
	border = p.borders[number][:0]
	could := func(v int32) bool {
		if lacks[v] == 0 {
			lacks[v] = 1
			if s.hasAt(p.label[v], p.own, time) {
				lacks[v] = -1
			}
		}
		return lacks[v] < 0
	}
	in[from] = true
	reached := append(p.reached[:0], from)
	for i := 0; i < len(reached); i++ {
		for _, h := range p.g.Out[reached[i]] {
			switch {
			case in[h.To] || h.To == without || h.Edge == withoutEdge:
			case s.valAt(p.edges[h.Edge], time) < 0:
				if could(h.To) {
					border = append(border, litAtom(p.edges[h.Edge]^1))
				} else {
					border = append(border, s.sooner(litAtom(p.edges[h.Edge]^1), neAtom(p.label[h.To], p.own)))
				}
			case !could(h.To):
				border = append(border, neAtom(p.label[h.To], p.own))
			default:
				in[h.To] = true
				reached = append(reached, h.To)
			}
		}
	}
	p.reached, p.borders[number] = reached, border
	rest := border[:0]
	for _, a := range border {
		if s.afterRoot(a) {
			rest = append(rest, a)
		}
	}
	return rest, !in[to]
}

// sooner returns the one of two true atoms that became true first.
func (s *store) sooner(a, b atom) atom {
	posA, _ := s.locate(s.plain(a))
	if posB, _ := s.locate(b); posB < posA {
		return b
	}
	return a
}

// afterRoot reports whether a true atom became true after the root level.
func (s *store) afterRoot(a atom) bool {
	pos, _ := s.locate(s.plain(a))
	return pos >= 0
}

// A streamliner (Gomes and Sellmann, Streamlined constraint reasoning, 2004) is a constraint that
// not all solutions meet, but that makes some easier to find. If one solution is enough, the search
// first tries links without needless turns: they use at most two edges of each square. This is an
// ordinary choice that can be refuted, so "no solution" never rests on it.

// mostTurns is the largest number of edges at a vertex where squares are sought.
const mostTurns = 8

// wantsAnyLinks reports whether a task is about finding any one solution with links.
func wantsAnyLinks(m *model.Model, t model.Task) bool {
	return t.Limit == 1 && (t.AnyObjective || len(m.Objectives) == 0) && model.Has[model.Links](m)
}

// addStreamliner says that links use at most two edges of each square where the literal holds.
func (s *store) addStreamliner(b *model.Links, streamliner lit) {
	g := b.Graph
	for u, halves := range g.Out {
		if len(halves) > mostTurns || s.stop.Load() {
			return
		}
		for _, h := range halves {
			for _, k := range halves {
				if h.To >= k.To || int(h.To) < u {
					continue
				}
				for _, over := range g.Out[h.To] {
					// Each square is found from its lowest vertex only.
					if int(over.To) <= u {
						continue
					}
					if i := slices.IndexFunc(g.Out[k.To], func(c alg.Half) bool { return c.To == over.To }); i >= 0 {
						s.addSum(atMost, []weighted{{1, b.Edges[h.Edge]}, {1, b.Edges[k.Edge]},
							{1, b.Edges[over.Edge]}, {1, b.Edges[g.Out[k.To][i].Edge]}}, 2, streamliner, true)
					}
				}
			}
		}
	}
}
