// Package lines draws links line by line, as a person with a pencil would:
// one label after the other, vertex after vertex, in a fixed order of ways. That
// is the search naive; the stages reach, tidy, pocket and forced prune it, alone
// or together. All of them come from an article by nanopico
// (1980s) on joining numbers in a grid, and are stated here for every undirected graph.
//
// It recognizes models that are nothing but links, some vertices and edges of
// which may be known to be on or off (recognize.go), and declines others with a
// reason. It shares nothing with the propagators of package fd, by which the search
// default solves links.
package lines
