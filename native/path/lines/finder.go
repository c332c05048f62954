package lines

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
func (f *finder) find(b *board, from, to, label int32, next []int32) bool {
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
