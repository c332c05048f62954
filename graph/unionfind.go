package graph

// UnionFind keeps disjoint sets of vertices, with path halving (Tarjan and van Leeuwen 1984). For
// each vertex it has another of the same set; a set's representative has itself.
type UnionFind []int32

// NewUnionFind makes a set of its own for each of the vertices 0 .. n-1.
func NewUnionFind(n int) UnionFind {
	u := make(UnionFind, n)
	u.Reset()
	return u
}

// Reset has each vertex in a set of its own again.
func (u UnionFind) Reset() {
	for i := range u {
		u[i] = int32(i)
	}
}

// Find is the representative of the set of v.
func (u UnionFind) Find(v int32) int32 {
	for u[v] != v {
		u[v] = u[u[v]]
		v = u[v]
	}
	return v
}

// Join unites the sets of a and b under the representative of a and reports whether they were separate.
func (u UnionFind) Join(a, b int32) bool {
	a, b = u.Find(a), u.Find(b)
	u[b] = a
	return a != b
}
