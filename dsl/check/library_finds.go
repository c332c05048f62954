package check

// findLibrary: what can be asked of paths, cycles, links and other finds. A walk
// is a path, a cycle or links.
var findLibrary = []builtin{
	{"covers", []string{"(w: open walk of V, s: open set of V): bool"}, "it visits every vertex of a set"},
	{"visits", []string{"(w: open walk of V): set of V"}, "the vertices that it visits"},
	{"length", []string{"(w: open walk of _): int"}, "how many edges it has"},
	{"step", []string{"(w: open walk of V): array V to int?"}, "for each vertex its number along a path, from 1"},
	{"starts_at", []string{"(w: open walk of V, v: V): bool"}, "its first vertex is v"},
	{"ends_at", []string{"(w: open walk of V, v: V): bool"}, "its last vertex is v"},
	{"degree", []string{"(w: open walk of V, v: V): int", "(s: open set of edge of V, v: V): int"}, "how many of its edges meet in v"},
	{"connected", []string{"(s: open set of cell): bool", "(s: open set of V, g: known graph of V): bool", "(s: open set of V, e: open set of edge of V): bool"},
		"a set hangs together: by the sides of its cells, in a graph, or by edges"},
	{"acyclic", []string{"(e: open set of edge of _): bool", "(w: open walk of _): bool"}, "the edges close no ring"},
	{"inverse", []string{"(p: open array K to T): array T to K"}, "of a permutation: which key has a value"},
}
