package classic

import "sync/atomic"

// reach is the stage of that name, after pruning (a) of nanopico's article: give
// up when the ends of a later label are no longer connected through empty
// cells, or, which is ours, the head of the current line and its goal.
//
// Where vertices have to be used it also gives up when one of them has fewer
// than two neighbours that could be beside it on a line; the article has no such rule.
//
// What was found stays useful: for each label next leads from every vertex that
// a search came to towards its goal, and is followed again until a line is in
// the way. As pointers only ever lead to vertices that the same search came to
// earlier or that a later one came to, following them ends. Nothing needs to be
// undone when choices are taken back.
type reach struct {
	finder
	next  [][]int32 // for each label and vertex
	every int       // how many choices there are to a test
	count int       // choices since the last
}

func newReach(b *linkBoard, every int) *reach {
	r := &reach{finder: newFinder(len(b.line)), next: make([][]int32, len(b.ends)), every: every, count: every - 1}
	for l := range r.next {
		r.next[l] = make([]int32, len(b.line))
		for v := range r.next[l] {
			r.next[l][v] = none
		}
	}
	return r
}

// holds reports whether all lines can still be drawn, as far as the test tells.
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

// connected reports whether a line can get from a vertex to the goal of its label.
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

// strands reports whether a line that is drawn through v leaves a vertex beside it
// that has to be used and can't be any more.
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

// pocket is the stage of that name, after pruning (c) of nanopico's article: a
// dead end enclosed by a line can be no other's, so detours around it are
// skipped. Stated for graphs: a region of open vertices that has both ends
// of no label beside it will stay empty; if the current line could be made
// shorter by going through such a region, it is given up.
//
// That keeps the links of least total length, if no vertex has to be used.
//
// Regions are looked at where they come to be pockets: beside the last two vertices
// of the current line, and ways through them from these two.
type pocket struct {
	region []int32 // for each vertex the flood that came to it last
	flood  int32
	ends   []int32 // for each end of a label likewise
	queue  []int32
	depth  []int32 // for each of queue the steps from where a way begins
	beside []int32 // for each label how many of its ends the flood came to
	marked []int32 // the labels for which that is not 0
}

func newPocket(b *linkBoard) *pocket {
	n := len(b.line)
	return &pocket{region: make([]int32, n), ends: make([]int32, n), beside: make([]int32, len(b.ends)),
		queue: make([]int32, 0, n), depth: make([]int32, 0, n), marked: make([]int32, 0, len(b.ends))}
}

// holds reports whether the current line makes no such detour at its end.
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

// useless floods the region of v and reports whether it lies between the ends of
// no label. It stops as soon as it knows; a region that it comes to once more
// is one of use, as others are flooded to the end.
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

// shortcut reports whether the region that was flooded last has a way from place i
// of the path to an earlier one of the same line that is shorter than the line.
func (p *pocket) shortcut(b *linkBoard, i, v int32) bool {
	region := p.region[v]
	p.flood++ // numbers vertices of the region anew as they are come to
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

// forced is the stage of that name, after (3) of nanopico's article: a cell
// without which a label can no longer be connected belongs to that label.
// It is done before the first line and whenever one is complete, again and
// again until nothing changes, as what is reserved for one label is closed to
// the others.
//
// The article finds such cells by blocking each; here one way between the ends
// is found, and a sweep along it tells which of its vertices can't be gone around.
type forced struct {
	finder
	next     []int32
	place    []int32 // for each vertex its place on the way
	way      []int32
	reserved []int32 // all vertices that are reserved, in order
	marks    []int32 // how many there were before each time
	stop     *atomic.Bool
}

func newForced(b *linkBoard, stop *atomic.Bool) *forced {
	n := len(b.line)
	f := &forced{finder: newFinder(n), next: make([]int32, n), place: make([]int32, n), way: make([]int32, 0, n),
		reserved: make([]int32, 0, n), marks: make([]int32, 0, len(b.ends)), stop: stop}
	for v := range f.place {
		f.place[v] = none
	}
	return f
}

// reserve gives vertices to the labels that have not begun; it returns false if
// one of them can't be connected.
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

// release takes back what the last reserve did.
func (f *forced) release(b *linkBoard) {
	last := len(f.marks) - 1
	for _, v := range f.reserved[f.marks[last]:] {
		b.owner[v] = none
	}
	f.reserved, f.marks = f.reserved[:f.marks[last]], f.marks[:last]
}

// sweep goes along the way that was found for a label, at each vertex through
// all that hangs on it beside the way, and keeps the farthest vertex of the way
// that was seen. When that is the very next one, there is no way around it.
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

// finder finds shortest ways through what lines left open.
type finder struct {
	seen  []int32 // for each vertex the round in which it was last seen
	round int32
	queue []int32
}

func newFinder(n int) finder {
	return finder{seen: make([]int32, n), queue: make([]int32, 0, n)}
}

// begin forgets what was seen.
func (f *finder) begin() {
	if f.round++; f.round < 0 { // after two thousand million rounds
		clear(f.seen)
		f.round = 1
	}
	f.queue = f.queue[:0]
}

// see puts v into the queue once a round.
func (f *finder) see(v int32) bool {
	if f.seen[v] == f.round {
		return false
	}
	f.seen[v] = f.round
	f.queue = append(f.queue, v)
	return true
}

// find looks for a way from one vertex to another through vertices that are
// free for a label. For each vertex that it comes to, next is then the vertex
// after it on a shortest way to the end. It stops at the vertex from.
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

// Stage tidy, after pruning (b) of nanopico's article: never enter a cell that
// has more than one neighbour of the same line. Lines then have no clumps and
// double back nowhere: each is an induced path, so when the head is near its goal
// it must go there (lines_search.go sees to that).
//
// Of links that need not use every vertex, those of least total length are tidy,
// since a line that touches itself could be cut short; so if there is a solution
// there is a tidy one. Where vertices have to be used all solutions may be lost.

// touches reports whether the current line would touch itself if it were drawn to v.
func (b *linkBoard) touches(v int32) bool {
	label, head, goal := b.label(), b.head(), b.goal()
	for _, h := range b.ways[v] {
		if b.line[h.To] == label && h.To != head && h.To != goal {
			return true
		}
	}
	return false
}
