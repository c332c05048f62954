package tour

import "math/rand/v2"

// factor finds cycles in two steps (Berge 1958, after Wakabayashi 1986): it
// covers all vertices by disjoint cycles, a 2-factor, and joins two cycles
// wherever two consecutive vertices of one are next to two consecutive ones of
// the other, until one is left. Covering is a matching (cover.go), so a graph
// without a cover has no cycle, and that is proved. Joining may get stuck; then
// cycles are bent a little, and after a while another cover is tried. A path
// is found as a cycle through extra vertices (closing.go).
//
// In a graph that is directed, or not bipartite, an undirected edge may be
// covered in both directions, as a cycle of two vertices, which joining
// dissolves as any other.
type factor struct {
	g      *ring
	links  [][2]int32 // for each vertex its neighbours on its cycle: before and after it if directed
	cycle  []int32    // union-find: for each vertex one towards the name of its cycle
	cycles int
	random *rand.Rand
}

// ring is a graph in which a cycle through all vertices is looked for.
type ring struct {
	out, in  adjacency
	directed bool
	colour   []int8 // 1 or -1 for each vertex if it is bipartite and undirected, else nil
}

func (g *ring) order() int { return len(g.out.first) - 1 }

// mostCovers is after how many covers the search gives up.
const mostCovers = 300

// factor tries one cover after the other; it returns true if it proved that
// there is no line.
func (r *run) factor() bool {
	if r.order == 1 { // only a path can be so short
		r.deliver([]int32{0})
		return true
	}
	g, possible := r.ring()
	if !possible {
		return true
	}
	line := make([]int32, 0, g.order())
	for attempt := range r.tries(mostCovers) {
		f := &factor{g: g, random: random(r.o.Seed + int64(attempt) + 1)}
		if !f.cover(r, attempt > 0 || r.o.Seed != 0) {
			return !r.stop.Load()
		}
		f.name()
		if f.join(r); r.ended() {
			return false
		}
		if f.cycles > 1 {
			r.work.DeadEnds++
			continue
		}
		if r.deliverNew(r.open(f.walk(line[:0]))); r.done {
			return false
		}
	}
	return false
}

// walk lists the vertices of the only cycle in order.
func (f *factor) walk(line []int32) []int32 {
	v, from := int32(0), f.links[0][0]
	for range f.links {
		line = append(line, v)
		l := f.links[v]
		next := l[1]
		if !f.g.directed && l[1] == from {
			next = l[0]
		}
		v, from = next, v
	}
	return line
}

// name tells the cycles apart.
func (f *factor) name() {
	if f.cycle == nil {
		f.cycle = make([]int32, len(f.links))
	}
	for v := range f.cycle {
		f.cycle[v] = -1
	}
	f.cycles = 0
	for v := range f.links {
		if f.cycle[v] >= 0 {
			continue
		}
		f.cycles++
		from := f.links[v][0]
		for u := int32(v); f.cycle[u] < 0; {
			f.cycle[u] = int32(v)
			l := f.links[u]
			next := l[1]
			if !f.g.directed && l[1] == from {
				next = l[0]
			}
			u, from = next, u
		}
	}
}

// of is the name of the cycle of v.
func (f *factor) of(v int32) int32 {
	for f.cycle[v] != v {
		f.cycle[v] = f.cycle[f.cycle[v]]
		v = f.cycle[v]
	}
	return v
}
