package classic

import (
	"slices"
	"sync/atomic"
)

// reach is pruning (a) of nanopico's article: give up when the ends of a later label are no longer connected
// through empty cells. We add the head of the current line and its goal. Where vertices must be used, we also give
// up when one of them has fewer than two possible neighbours on a line.
//
// Results stay useful. For each label, next leads from every vertex that a search visited towards the goal. It is
// followed again until a line is in the way. Pointers only lead to vertices visited earlier in the same search, or
// by a later one, so following them ends. Backtracking undoes nothing.
type reach struct {
	finder
	next  [][]int32 // by label and vertex
	every int       // choices between two tests
	count int       // choices since the last test
}

func newReach(b *linkBoard, every int) *reach {
	r := &reach{finder: newFinder(len(b.line)), next: make([][]int32, len(b.ends)), every: every, count: every - 1}
	for l := range r.next {
		r.next[l] = slices.Repeat([]int32{none}, len(b.line))
	}
	return r
}

// holds reports whether all lines can still be drawn, as far as the test sees.
func (r *reach) holds(b *linkBoard) bool {
	if r.count++; r.count < r.every {
		return true
	}
	r.count = 0
	label := b.label()
	if !b.complete() && !r.connected(b, b.head(), label) {
		return false
	}
	for l := label + 1; int(l) < len(b.ends); l++ {
		if !r.connected(b, b.ends[l][0], l) {
			return false
		}
	}
	if b.missing == 0 {
		return true
	}
	if b.complete() && strands(b, b.head()) {
		return false
	}
	if i := len(b.path) - 2; i >= 0 && b.edges[i+1] >= 0 {
		return !strands(b, b.path[i])
	}
	return true
}

// connected reports whether a line can get from a vertex to its label's goal.
func (r *reach) connected(b *linkBoard, from, label int32) bool {
	next, goal := r.next[label], b.ends[label][1]
	for v := next[from]; v >= 0; v = next[v] {
		if v == goal {
			return true
		}
		if !b.free(v, label) {
			break
		}
	}
	return r.find(b, from, goal, label, next)
}

// strands reports whether a line through v leaves a neighbour that must be used but no longer can be.
func strands(b *linkBoard, v int32) bool {
	for _, h := range b.ways[v] {
		if !b.wantedVertex[h.To] || !b.open(h.To) {
			continue
		}
		beside := 0
		for _, k := range b.ways[h.To] {
			if b.open(k.To) || b.pending(k.To) {
				beside++
			}
		}
		if beside < 2 {
			return true
		}
	}
	return false
}

// pocket is pruning (c) of nanopico's article: skip detours around a dead end that no other line can use. For graphs: a
// region of open vertices that touches both ends of no label stays empty. If the current line could be shortened
// through such a region, give it up. That keeps the links of least total length if no vertex must be used.
//
// It tests the regions beside the last two vertices of the current line, where new pockets appear.
type pocket struct {
	region []int32 // by vertex: the last flood that reached it
	flood  int32
	ends   []int32 // by end of a label: the last flood that reached it
	queue  []int32
	depth  []int32 // by place in queue: steps from the start of a way
	beside []int32 // by label: how many of its ends the flood reached
	marked []int32 // the labels with a positive number
}

func newPocket(b *linkBoard) *pocket {
	n := len(b.line)
	return &pocket{region: make([]int32, n), ends: make([]int32, n), beside: make([]int32, len(b.ends)),
		queue: make([]int32, 0, n), depth: make([]int32, 0, n), marked: make([]int32, 0, len(b.ends))}
}

// holds reports whether the current line has no such detour at its end.
func (p *pocket) holds(b *linkBoard) bool {
	if p.flood > 1<<30 {
		clear(p.region)
		clear(p.ends)
		p.flood = 0
	}
	before := p.flood // floods of this call have greater numbers
	for i := len(b.path) - 1; i >= int(b.first[b.label()]) && i >= len(b.path)-2; i-- {
		for _, h := range b.ways[b.path[i]] {
			if !b.open(h.To) || p.region[h.To] > before {
				continue
			}
			if p.useless(b, h.To, before) && p.shortcut(b, int32(i), h.To) {
				return false
			}
		}
	}
	return true
}

// useless floods the region of v. It reports whether the region touches both ends of no label. It stops as soon as
// that is decided. A region reached a second time is useful, since useless ones are flooded completely.
func (p *pocket) useless(b *linkBoard, v, before int32) bool {
	p.flood++
	p.queue = append(p.queue[:0], v)
	p.region[v] = p.flood
	for _, l := range p.marked {
		p.beside[l] = 0
	}
	p.marked = p.marked[:0]
	for i := 0; i < len(p.queue); i++ {
		for _, h := range b.ways[p.queue[i]] {
			w := h.To
			if b.open(w) {
				switch r := p.region[w]; {
				case r == p.flood:
				case r > before:
					return false
				default:
					p.region[w] = p.flood
					p.queue = append(p.queue, w)
				}
				continue
			}
			if p.ends[w] == p.flood || !b.pending(w) {
				continue
			}
			p.ends[w] = p.flood
			l := b.line[w]
			if p.beside[l]++; p.beside[l] == 2 {
				return false
			}
			p.marked = append(p.marked, l)
		}
	}
	return true
}

// shortcut reports whether a way through the last flooded region leads from place i of the path to an earlier one,
// shorter than the line does.
func (p *pocket) shortcut(b *linkBoard, i, v int32) bool {
	region := p.region[v]
	p.flood++ // renumbers the vertices of the region
	p.queue, p.depth = p.queue[:0], p.depth[:0]
	from := b.path[i]
	for k, depth := -1, int32(0); ; {
		for _, h := range b.ways[from] {
			w := h.To
			if p.region[w] == region && b.open(w) {
				p.region[w] = p.flood
				p.queue, p.depth = append(p.queue, w), append(p.depth, depth+1)
			} else if depth > 0 && b.drawn(w) && b.at[w]+depth+1 < i {
				return true
			}
		}
		if k++; k == len(p.queue) {
			return false
		}
		from, depth = p.queue[k], p.depth[k]
	}
}

// forced is step (3) of nanopico's article: a cell without which a label is disconnected belongs to that label. It
// runs before the first line and after each line, to a fixpoint, since a reserved cell is closed to other labels.
//
// The article blocks each cell in turn. Here one way between the ends is found, and a sweep along it finds the
// vertices that can't be bypassed.
type forced struct {
	finder
	next     []int32
	place    []int32 // by vertex: its place on the way, or none
	way      []int32
	reserved []int32 // all reserved vertices, in order
	marks    []int32 // how many were reserved before each call
	stop     *atomic.Bool
}

func newForced(b *linkBoard, stop *atomic.Bool) *forced {
	n := len(b.line)
	f := &forced{finder: newFinder(n), next: make([]int32, n), place: slices.Repeat([]int32{none}, n), way: make([]int32, 0, n),
		reserved: make([]int32, 0, n), marks: make([]int32, 0, len(b.ends)), stop: stop}
	return f
}

// reserve reserves vertices for the labels that have not begun. It returns false if one can't be connected.
func (f *forced) reserve(b *linkBoard) bool {
	f.marks = append(f.marks, int32(len(f.reserved)))
	for before := none; before != len(f.reserved); {
		before = len(f.reserved)
		for l := b.label() + 1; int(l) < len(b.ends); l++ {
			if f.stop.Load() {
				return true
			}
			if !f.find(b, b.ends[l][0], b.ends[l][1], l, f.next) {
				return false
			}
			f.sweep(b, l)
		}
	}
	return true
}

// release undoes the last reserve.
func (f *forced) release(b *linkBoard) {
	last := len(f.marks) - 1
	for _, v := range f.reserved[f.marks[last]:] {
		b.owner[v] = none
	}
	f.reserved, f.marks = f.reserved[:f.marks[last]], f.marks[:last]
}

// sweep follows the way found for a label, and at each vertex explores the free vertices beside the way. It keeps
// the farthest vertex of the way that it saw. If that is the very next one, it can't be bypassed.
func (f *forced) sweep(b *linkBoard, label int32) {
	goal := b.ends[label][1]
	f.way = f.way[:0]
	for v := b.ends[label][0]; ; v = f.next[v] {
		f.place[v] = int32(len(f.way))
		f.way = append(f.way, v)
		if v == goal {
			break
		}
	}
	f.begin()
	last, far, done := len(f.way)-1, 0, 0
	for i := 0; i < last; i++ {
		f.see(f.way[i])
		for ; done < len(f.queue); done++ {
			for _, h := range b.ways[f.queue[done]] {
				if place := f.place[h.To]; place >= 0 {
					far = max(far, int(place))
				} else if b.free(h.To, label) {
					f.see(h.To)
				}
			}
		}
		if v := f.way[i+1]; far == i+1 && far < last && b.owner[v] < 0 {
			b.owner[v] = label
			f.reserved = append(f.reserved, v)
		}
	}
	for _, v := range f.way {
		f.place[v] = none
	}
}

// finder finds shortest ways through open vertices.
type finder struct {
	seen  []int32 // by vertex: the last round that saw it
	round int32
	queue []int32
}

func newFinder(n int) finder { return finder{seen: make([]int32, n), queue: make([]int32, 0, n)} }

// begin starts a new round.
func (f *finder) begin() {
	if f.round++; f.round < 0 { // after two billion rounds
		clear(f.seen)
		f.round = 1
	}
	f.queue = f.queue[:0]
}

// see queues v once a round.
func (f *finder) see(v int32) bool {
	if f.seen[v] == f.round {
		return false
	}
	f.seen[v] = f.round
	f.queue = append(f.queue, v)
	return true
}

// find searches a way between two vertices through those that are free for a label. For each visited vertex, next
// is the following one on a shortest way to the end. It stops at from.
func (f *finder) find(b *linkBoard, from, to, label int32, next []int32) bool {
	f.begin()
	f.see(to)
	for i := 0; i < len(f.queue); i++ {
		v := f.queue[i]
		for _, h := range b.ways[v] {
			if h.To == from {
				next[from] = v
				return true
			}
			if b.free(h.To, label) && f.see(h.To) {
				next[h.To] = v
			}
		}
	}
	return false
}

// Search tidy is pruning (b) of nanopico's article: never enter a cell that has another neighbour of the same line.
// Each line is then an induced path, and a head next to its goal must go there.
//
// If vertices may stay unused, links of least total length are tidy, since a line that touches itself could be
// shortened. So if there is a solution, there is a tidy one. If vertices must be used, all solutions may be lost.

// touches reports whether the current line would touch itself at v.
func (b *linkBoard) touches(v int32) bool {
	label, head, goal := b.label(), b.head(), b.goal()
	for _, h := range b.ways[v] {
		if b.line[h.To] == label && h.To != head && h.To != goal {
			return true
		}
	}
	return false
}
