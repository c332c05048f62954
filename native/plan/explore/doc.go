// Package explore searches the state space of a machine, forward from its starts, for runs to its
// goal: any run, the best ones, their number, or a survey of all states.
//
// choose.go chooses among the searches that searches.go lists. They are breadth-first search
// (breadth_first.go), best-first search, which is A*, uniform-cost or greedy (best_first.go),
// depth-first search with restarts (depth_first.go), IDA* with a transposition table (ida_star.go),
// bidirectional search (bidirectional.go) and limited discrepancy search along the preferences of
// a player (limited_discrepancy.go, preference.go). Each works step by step, so that several can
// form a round-robin portfolio (round_robin.go).
//
// States are packed by package machine and kept in a table (table.go), whose memory is accounted
// for (limits.go). Costs are compared lexicographically, as one number (lexicographic_cost.go), which takes four
// bytes a state where that is enough (cost_column.go). The open list is a bucket queue (open_list.go). The
// admissible heuristic comes from package heuristic.
//
// A run is replayed from the states on its way (replay.go), also the incumbent when the limits end a
// search (incumbent.go); after any run a shorter one is looked for (shorten.go). All optimal runs are
// the ways along which cost and length add up exactly (optimal_runs.go), from which they are also
// counted (count.go). survey.go visits all states. symmetry_reduction.go merges states that a declared
// symmetry maps to each other, and checks the declaration. reach_set.go keeps no states for moves that
// only walk. inverse_moves.go is regression, the inverse
// of moves, with the invariants that implied_facts.go proves.
package explore
