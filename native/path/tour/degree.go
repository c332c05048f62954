package tour

// degree counts for each vertex the neighbours that are not visited (Kakehi,
// 1970s). A vertex not visited with one such neighbour is a deadlock unless
// the line goes there at once or ends there:
//
//   - With two such vertices the line must go to one of them, with three or
//     more it is lost.
//   - A vertex that leaves a neighbour without any may only be the last but one.
//
// If the end is known it takes the place of one of the two. A closed line ends
// at its start, so the counts around the start are left as they are when the
// line begins, and the start counts as not visited. (Kakehi begins in a corner,
// where the start has one way left after the second vertex. Any other start
// has more, and must all the same be the last.)
type degree struct {
	w      *walker
	ways   []int32
	end    int32 // where the line must end, or -1
	length int   // of a whole line; a closed one has its start twice
	most   int   // how many vertices with one way left may stand
	ones   int   // how many there are, but for the end
}

func newDegree(w *walker) *degree {
	r := &degree{w: w, ways: w.out.degrees(), end: w.p.End, length: int(w.order), most: 2}
	if w.p.Closed {
		r.length++
	}
	if r.end >= 0 || w.p.Closed {
		r.most = 1
	}
	for _, k := range r.ways {
		if k == 1 {
			r.ones++
		}
	}
	if r.end >= 0 && r.ways[r.end] == 1 {
		r.ones--
	}
	return r
}

// counts reports whether a vertex is one of those that are counted in ones.
func (r *degree) counts(u int32) bool { return !r.w.visited[u] && u != r.end }

func (r *degree) enter(v int32) {
	if len(r.w.line) == 1 && r.w.p.Closed {
		if r.ways[v] == 1 {
			r.ones--
		}
		r.end = v
		return
	}
	if r.ways[v] == 1 && v != r.end {
		r.ones--
	}
	for _, u := range r.w.out.of(v) {
		r.ways[u]--
		if r.counts(u) {
			switch r.ways[u] {
			case 1:
				r.ones++
			case 0:
				r.ones--
			}
		}
	}
}

func (r *degree) leave(v int32) {
	if len(r.w.line) == 1 && r.w.p.Closed {
		if r.ways[v] == 1 {
			r.ones++
		}
		r.end = -1
		return
	}
	for _, u := range r.w.out.of(v) {
		if r.counts(u) {
			switch r.ways[u] {
			case 1:
				r.ones--
			case 0:
				r.ones++
			}
		}
		r.ways[u]++
	}
	if r.ways[v] == 1 && v != r.end {
		r.ones++
	}
}

func (r *degree) options(v int32, list []int32) []int32 {
	if r.ones > r.most {
		return list
	}
	for _, u := range r.w.out.of(v) {
		if r.w.free(u) && (r.ones < r.most || r.ways[u] == 1 && u != r.end) && r.allowed(u) || r.isLast(u) {
			list = append(list, u)
		}
	}
	return list
}

// isLast reports whether u is the end of a path, and its turn has come.
func (r *degree) isLast(u int32) bool {
	return u == r.end && !r.w.visited[u] && len(r.w.line) == int(r.w.order)-1
}

// allowed reports whether going to v deadlocks no more vertices than may be.
func (r *degree) allowed(v int32) bool {
	ones := r.ones
	if r.ways[v] == 1 {
		ones--
	}
	for _, u := range r.w.out.of(v) {
		if r.w.visited[u] && u != r.end {
			continue
		}
		switch {
		case r.ways[u] == 1:
			if len(r.w.line)+1 != r.length-1 {
				return false
			}
			if u != r.end {
				ones--
			}
		case r.ways[u] == 2 && u != r.end:
			ones++
		}
	}
	return ones <= r.most
}
