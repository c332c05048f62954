package boards

import "math/rand/v2"

// area is a set of places of a square.
type area struct {
	n  int
	in []bool
}

func newArea(n int) *area { return &area{n, make([]bool, n*n)} }

func (a *area) has(p place) bool { return p.on(a.n) && a.in[p.r*a.n+p.c] }
func (a *area) add(p place)      { a.in[p.r*a.n+p.c] = true }

// beside counts the sides on which a place has one of the area.
func (a *area) beside(p place) (count int) {
	for _, d := range sides {
		if a.has(p.plus(d)) {
			count++
		}
	}
	return count
}

// spread are places no two of which are side by side, and that leave the others in one
// piece: such a place joins no two that hang together, or touch the edge, by corners.
func spread(random *rand.Rand, n int) *area {
	out := newArea(n)
	parent := make([]int, n*n+1) // the last is the edge
	for i := range parent {
		parent[i] = i
	}
	var root func(i int) int
	root = func(i int) int {
		if parent[i] != i {
			parent[i] = root(parent[i])
		}
		return parent[i]
	}
	for _, p := range shuffledPlaces(random, n) {
		if out.beside(p) > 0 {
			continue
		}
		touched := map[int]bool{}
		free, edge := true, false
		for _, d := range round {
			switch q := p.plus(d); {
			case !q.on(n):
				edge = true
			case out.has(q):
				i := root(q.r*n + q.c)
				free = free && !touched[i]
				touched[i] = true
			}
		}
		if edge {
			free = free && !touched[root(n*n)]
			touched[root(n*n)] = true
		}
		if free {
			out.add(p)
			for i := range touched {
				parent[i] = root(p.r*n + p.c)
			}
		}
	}
	return out
}

// inner is an area in one piece, without holes, whose outside is in one piece, too: its
// outline is one loop.
func inner(random *rand.Rand, n int) *area {
	out := newArea(n)
	start := place{n / 2, n / 2}
	out.add(start)
	open := []place{start}
	for len(open) > 0 {
		i := random.IntN(len(open))
		p := open[i]
		open[i] = open[len(open)-1]
		open = open[:len(open)-1]
		for _, d := range sides {
			if q := p.plus(d); q.on(n) && !out.has(q) && random.IntN(4) > 0 && out.stretches(q) == 1 && out.beside(q) == 1 {
				out.add(q)
				open = append(open, q, p)
			}
		}
	}
	return out
}

// stretches counts the stretches of the area round a place.
func (a *area) stretches(p place) (count int) {
	for i, d := range round {
		if a.has(p.plus(d)) && !a.has(p.plus(round[(i+7)%8])) {
			count++
		}
	}
	return count
}
