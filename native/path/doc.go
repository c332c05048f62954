// Package path searches models that are nothing but one path, one cycle or links, on bare
// arrays: nothing else needs to be watched while they grow.
//
// What presolve of package fd leaves of a model is taken up by [Recognize], as package shape recognizes it.
// hamiltonian_recognize.go knows paths and cycles through all vertices, circuit.go searches them by
// switching edges on and off, the ends of lines first (bucket_queue.go).
// trip_recognize.go adds what their edges cost; trip_search.go then finds the cheapest by branch and
// bound, with what package trip knows of round trips.
// simple_path_recognize.go knows any simple paths in which pairs of edges exclude each other,
// simple_path.go extends them, for the best of them with bounds, and automorphism.go says
// where it need not begin.
//
// Searches with names are in the packages tour, for paths and cycles through all vertices, and
// lines, for links; search_by_name.go chooses between them. Of these, two serve without being asked for:
// factor.go has the first path in a large graph found, links.go draws any links line by line for the
// search of package fd.
package path
