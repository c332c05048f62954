// Package explore searches the states of a machine for runs to its goal: any
// run, the best ones, their number, or all there is to be seen.
//
// solve.go chooses the search; breadth.go, best.go (A*, uniform cost, greedy), depth.go,
// deepening.go, bidirectional.go and discrepancy.go (by the preferences of a player,
// preference.go) are the searches, each in pieces of work of a given size, so that two
// of them can take turns (turns.go). They keep
// the states that they have met in a table of packed states (table.go), whose memory
// is accounted for (limits.go). What a run has cost is one number that compares as
// the costs do, in order of importance (tariff.go). A run is found again from the
// states on its way (replay.go); all best runs are the ways through the states along which
// costs and length add up exactly (ways.go).
//
// States are run by package packed, bounds on what is still to be paid
// come from package bound. Nothing here knows what a move means.
package explore
