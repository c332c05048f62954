// Package explore searches the states of a machine for runs to its goal: any
// run, the best ones, their number, or all there is to be seen.
//
// solve.go chooses among the searches of names.go; breadth.go, best.go (A*,
// uniform cost, greedy), depth.go, deepening.go, bidirectional.go and discrepancy.go
// (by the preferences of a player, preference.go) are the searches, each in pieces
// of work of a given size, so that several can take turns (turns.go). They keep the
// states that they have met in a table of packed states (table.go), whose memory is
// accounted for (limits.go). What a run has cost is one number that compares as the
// costs do, in order of importance (tariff.go). A run is found again from the states
// on its way (replay.go), also the best one known when the limits end a search
// (incumbent.go); all best runs are the ways through the states along
// which costs and length add up exactly (ways.go), from which they are also counted
// (count.go). survey.go looks at all states; symmetric.go merges those that a
// declared symmetry maps to each other, and checks the declaration; reverse.go
// takes moves back, with what implied.go can prove about the states that can be
// reached.
//
// States are run by package machine; the admissible heuristic, which bounds what is still
// to be paid, comes from package heuristic. Nothing here knows what a move means.
package explore
