package tour

// feasible is naive with a test (Kakehi, 1970s): every vertex not visited must
// still be next to another such or to the end of the line. Kakehi tested the
// whole board at once, held in 64 bits. Here the vertices not visited are
// counted around each vertex: only a neighbour of the end of the line can have
// come to depend on it, and then the line must go there at once.
type feasible struct {
	w *walker
	// ways has for each vertex from how many not visited it can be reached.
	ways []int32
}

func newFeasible(w *walker) *feasible { return &feasible{w, w.in.degrees()} }

func (r *feasible) enter(v int32) {
	for _, u := range r.w.out.of(v) {
		r.ways[u]--
	}
}

func (r *feasible) leave(v int32) {
	for _, u := range r.w.out.of(v) {
		r.ways[u]++
	}
}

func (r *feasible) options(v int32, list []int32) []int32 {
	urgent, last := 0, int32(-1)
	for _, u := range r.w.out.of(v) {
		if !r.w.visited[u] && r.ways[u] == 0 {
			urgent++
			last = u
		}
	}
	switch {
	case urgent > 1 || urgent == 1 && !r.w.free(last):
		return list
	case urgent == 1:
		return append(list, last)
	}
	for _, u := range r.w.out.of(v) {
		if r.w.free(u) {
			list = append(list, u)
		}
	}
	return list
}
