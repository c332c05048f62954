package fd

import (
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// sameShape says that the figures of two vertices have one shape. What is surely joined to a vertex must be part of its
// figure, and only what may be joined can be. A fit is a map of the plane that takes the first figure to the second: both
// sure parts must come to possible places. No fit is a conflict. A place that no fit needs is not joined.
type sameShape struct {
	b      *model.SameShape
	next   [][]alg.Half
	at     []int32 // the vertex at each place of a rectangle, or -1
	low    [2]int32
	size   [2]int32
	middle int // the fit that was found last, where the search for one begins

	// Scratch: what is surely and possibly joined to each of the two.
	sure, reach [2]figure
	within      figure    // what one fit allows
	apart       figure    // what a sure figure is apart from
	needs       [2][]bool // what all fits need
	useful      [2][]bool
}

// figure is a set of vertices in the order in which they were reached.
type figure struct {
	in   []bool // joined
	list []int32
}

func (f *figure) clear() {
	for _, v := range f.list {
		f.in[v] = false
	}
	f.list = f.list[:0]
}

func (f *figure) add(v int32) {
	if !f.in[v] {
		f.in[v] = true
		f.list = append(f.list, v)
	}
}

// fit maps the first vertex to another, and its surroundings turned.
type fit struct {
	turn int
	to   int32
}

func (s *store) addSameShape(b *model.SameShape, guard lit) {
	n := b.Graph.Order()
	p := &sameShape{b: b, next: b.Graph.Neighbours(), low: b.Places[0]}
	high := b.Places[0]
	for _, place := range b.Places {
		for k := range place {
			p.low[k], high[k] = min(p.low[k], place[k]), max(high[k], place[k])
		}
	}
	p.size = [2]int32{high[0] - p.low[0] + 1, high[1] - p.low[1] + 1}
	p.at = make([]int32, p.size[0]*p.size[1])
	for i := range p.at {
		p.at[i] = -1
	}
	for v, place := range b.Places {
		p.at[(place[0]-p.low[0])*p.size[1]+place[1]-p.low[1]] = int32(v)
	}
	for _, f := range []*figure{&p.sure[0], &p.sure[1], &p.reach[0], &p.reach[1], &p.within, &p.apart} {
		f.in = make([]bool, n)
	}
	p.useful, p.needs = [2][]bool{make([]bool, n), make([]bool, n)}, [2][]bool{make([]bool, n), make([]bool, n)}
	id := s.add(p, guard, slow)
	s.onChange(id, b.Edges...)
}

// image returns the vertex to which a fit maps v, or -1. Back is the map from the second figure to the first.
func (p *sameShape) image(f fit, v int32, back bool) int32 {
	from, to := p.b.Places[p.b.Of[0]], p.b.Places[f.to]
	if back {
		from, to = to, from
	}
	place := p.b.Places[v]
	way := [2]int32{place[0] - from[0], place[1] - from[1]}
	if back {
		way = model.TurnBack(f.turn, way)
	} else {
		way = model.Turn(f.turn, way)
	}
	row, column := to[0]+way[0]-p.low[0], to[1]+way[1]-p.low[1]
	if row < 0 || column < 0 || row >= p.size[0] || column >= p.size[1] {
		return -1
	}
	return p.at[row*p.size[1]+column]
}

// spread fills the figures, given what is known of each edge. Where no edge may be off inside, a figure can't reach
// a vertex that is apart from a sure one, whatever the way.
func (p *sameShape) spread(known func(edge int32) int8) {
	for of, start := range p.b.Of {
		p.apart.clear()
		for k, f := range [2]*figure{&p.sure[of], &p.reach[of]} {
			f.clear()
			if !p.apart.in[start] {
				f.add(start)
			}
			for i := 0; i < len(f.list); i++ {
				for _, h := range p.next[f.list[i]] {
					switch v := known(h.Edge); {
					case k == 0 && v < 0 && p.b.Whole:
						p.apart.add(h.To)
					case !f.in[h.To] && v+int8(k) > 0 && (k == 0 || !p.apart.in[h.To]):
						f.add(h.To)
					}
				}
			}
		}
	}
}

// possible reports whether a vertex may belong to a figure.
func (p *sameShape) possible(of int, v int32) bool {
	return v >= 0 && p.reach[of].in[v] && p.b.InFigure(of, v)
}

// fits reports whether both sure figures come to possible places.
func (p *sameShape) fits(f fit) bool {
	for of := range p.sure {
		for _, v := range p.sure[of].list {
			if !p.reach[of].in[v] || p.b.InFigure(of, v) && !p.possible(1-of, p.image(f, v, of == 1)) {
				return false
			}
		}
	}
	return true
}

// hangsTogether reports whether what a fit allows hangs together, if it has to. It fills p.within.
func (p *sameShape) hangsTogether(f fit, known func(edge int32) int8) bool {
	p.within.clear()
	if p.b.Counted[0] != nil {
		for _, v := range p.reach[0].list {
			if !p.b.InFigure(0, v) || p.possible(1, p.image(f, v, false)) {
				p.within.add(v)
			}
		}
		return true
	}
	p.within.add(p.b.Of[0])
	for i := 0; i < len(p.within.list); i++ {
		for _, h := range p.next[p.within.list[i]] {
			if !p.within.in[h.To] && known(h.Edge) >= 0 && p.possible(1, p.image(f, h.To, false)) && !p.parted(f, p.within.list[i], h.To, known) {
				p.within.add(h.To)
			}
		}
	}
	for _, v := range p.sure[0].list {
		if !p.within.in[v] {
			return false
		}
	}
	for _, v := range p.sure[1].list {
		if p.b.InFigure(1, v) && !p.within.in[p.image(f, v, true)] {
			return false
		}
	}
	return true
}

// parted reports whether the images of two neighbours are neighbours that are known to be apart.
func (p *sameShape) parted(f fit, v, w int32, known func(edge int32) int8) bool {
	if !p.b.Whole {
		return false
	}
	a, b := p.image(f, v, false), p.image(f, w, false)
	for _, h := range p.next[a] {
		if h.To == b {
			return known(h.Edge) < 0
		}
	}
	return false
}

// each calls yield for each fit until it returns false.
func (p *sameShape) each(known func(edge int32) int8, yield func(fit) bool) {
	n := len(p.next) * model.Turns
	first := p.middle
	for i := range n {
		nth := (first + i) % n
		f := fit{nth % model.Turns, int32(nth / model.Turns)}
		if p.possible(1, f.to) && p.fits(f) && p.hangsTogether(f, known) {
			p.middle = nth
			if !yield(f) {
				return
			}
		}
	}
}

// fitting reports whether there is a fit.
func (p *sameShape) fitting(known func(edge int32) int8) (some bool) {
	p.spread(known)
	p.each(known, func(fit) bool {
		some = true
		return false
	})
	return some
}

func (p *sameShape) propagate(s *store) bool {
	known := func(edge int32) int8 { return s.val[p.b.Edges[edge]] }
	if s.probing {
		return p.fitting(known)
	}
	p.spread(known)
	for of := range p.useful {
		clear(p.useful[of])
		clear(p.needs[of])
	}
	some := false
	p.each(known, func(f fit) bool {
		if p.b.Whole {
			p.meet(f, !some)
		}
		some = true
		for _, v := range p.within.list {
			p.useful[0][v] = true
			if w := p.image(f, v, false); w >= 0 {
				p.useful[1][w] = true
			}
		}
		return true
	})
	if !some {
		return false
	}
	for of, f := range p.sure {
		for _, v := range f.list {
			for _, h := range p.next[v] {
				l := p.b.Edges[h.Edge]
				switch {
				case s.val[l] != 0:
				case p.needs[of][h.To]:
					s.set(l)
				case !p.useful[of][h.To] && p.b.InFigure(of, h.To):
					s.set(l ^ 1)
				}
			}
		}
	}
	return true
}

// meet leaves of the needs only what the first, or another, fit needs, too.
func (p *sameShape) meet(f fit, first bool) {
	for of := range p.needs {
		for _, v := range p.sure[1-of].list {
			if w := p.image(f, v, of == 0); p.b.InFigure(1-of, v) && first {
				p.needs[of][w] = true
			}
		}
		for _, w := range p.reach[of].list {
			if v := p.image(f, w, of == 1); p.needs[of][w] && (v < 0 || !p.sure[1-of].in[v] || !p.b.InFigure(1-of, v)) {
				p.needs[of][w] = false
			}
		}
	}
}

// explain gives edges that are on within the sure figures, and edges that are off round the possible ones. It leaves
// out those without which there is no fit either.
func (p *sameShape) explain(s *store, e *explanation) {
	n := len(p.b.Edges)
	value := make([]int8, n)
	var concluded []bool
	for i, l := range p.b.Edges {
		value[i] = s.valAt(l, e.time)
		if e.what.op == holds && e.what.lit()|1 == l|1 {
			value[i] = 1
			if e.what.lit() == l {
				value[i] = -1
			}
			if concluded == nil {
				concluded = make([]bool, n)
			}
			concluded[i] = true
		}
	}
	known := func(edge int32) int8 { return value[edge] }
	if p.fitting(known) {
		panic("fd: same shape can't explain " + e.what.String())
	}
	// Only edges that a figure reaches matter. Others are unknown from here on, since with less a figure may reach further.
	var on, off []int32
	seen := make([]bool, n)
	for of := range p.reach {
		for _, v := range slices.Concat(p.reach[of].list, p.sure[of].list) {
			for _, h := range p.next[v] {
				if seen[h.Edge] || value[h.Edge] == 0 || value[h.Edge] > 0 && !p.sure[of].in[v] {
					continue
				}
				seen[h.Edge] = true
				switch {
				case concluded != nil && concluded[h.Edge]:
				case value[h.Edge] > 0:
					on = append(on, h.Edge)
				default:
					off = append(off, h.Edge)
				}
			}
		}
	}
	for i := range value {
		if !seen[i] {
			value[i] = 0
		}
	}
	for _, edges := range [2][]int32{on, off} {
		for _, edge := range p.needed(edges, value) {
			e.lit(p.b.Edges[edge] ^ sign(value[edge] < 0))
		}
	}
}

// needed leaves out quarters of some edges if there is no fit without them either. Finer reasons cost more than they save.
func (p *sameShape) needed(edges []int32, value []int8) (kept []int32) {
	for some := range slices.Chunk(edges, max(1, len(edges)/4)) {
		before := alg.Map(some, func(edge int32) int8 { return value[edge] })
		for _, edge := range some {
			value[edge] = 0
		}
		if !p.fitting(func(edge int32) int8 { return value[edge] }) {
			continue
		}
		for i, edge := range some {
			value[edge] = before[i]
		}
		kept = append(kept, some...)
	}
	return kept
}
