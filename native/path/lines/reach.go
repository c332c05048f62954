package lines

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

func newReach(b *board, every int) *reach {
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
func (r *reach) holds(b *board) bool {
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
func (r *reach) connected(b *board, from, label int32) bool {
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
func strands(b *board, v int32) bool {
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
