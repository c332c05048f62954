package check

// graphLibrary: graphs and their parts.
var graphLibrary = []builtin{
	{"orthogonal", []string{"(b: known board): graph of cell"}, "cells that share a side"},
	{"king", []string{"(b: known board): graph of cell"}, "cells that share a side or a corner"},
	{"leaper", []string{"(b: known board, across: known int, along: known int): graph of cell", "(b: known board, steps: known coll of (int, int)): graph of cell"},
		"cells that are a leap apart: (1, 2) is the knight's; or one of several"},
	{"lattice", []string{"(b: known board): graph of cell"}, "the corners of the cells and the sides between them"},
	{"complete", []string{"(s: known coll of V): graph of V"}, "an edge between any two"},
	{"sightlines", []string{"(g: known grid of T): graph of cell"}, "clues that see each other along a row or column"},
	{"within", []string{"(g: known graph of V, s: known coll of V): graph of V"}, "what a graph has within a set of vertices"},
	{"graph", []string{"(vertices: known coll of V, edges: known coll of (V, V)): graph of V", "(vertices: known coll of V, edges: known coll of coll of V): graph of V"},
		"a graph of one's own"},
	{"digraph", []string{"(vertices: known coll of V, arcs: known coll of (V, V)): graph of V"}, "a graph whose edges have a direction"},
	{"vertices", []string{"(g: known graph of V): set of V"}, "its vertices"},
	{"edges", []string{"(g: known graph of V): set of edge of V"}, "its edges"},
	{"edge", []string{"(a: V, b: V): edge of V"}, "the edge between two vertices"},
	{"neighbors", []string{"(g: known graph of V, v: V): set of V", "(g: known graph of V, s: coll of V): set of V"},
		"the vertices next to one, or next to a set and outside of it"},
	{"incident", []string{"(g: known graph of V, v: V): set of edge of V"}, "the edges at a vertex"},
	{"border", []string{"(g: known graph of V, s: coll of V): set of edge of V"}, "the edges that leave a set"},
	{"sides", []string{"(c: cell): set of edge of cell"}, "the four edges of the lattice around a cell"},
	{"along", []string{"(s: coll of V): set of edge of V"}, "the edges between consecutive elements"},
	{"crossings", []string{"(g: known graph of V): list of set of edge of V"}, "the pairs of edges that cross"},
}
