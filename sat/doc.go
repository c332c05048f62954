// Package sat answers questions about models by SAT: it turns a
// [model.Model] into clauses, has a SAT solver look for assignments, and reads
// solutions from them. It offers an [engine.Engine].
//
// It leaves syntax, boards and the comparison of engines to others, and the
// search itself to an [Oracle], which is gophersat (gophersat.go is the only
// file that knows its terms) or an outside solver (outside.go). [Export] writes
// the formula for whoever wants to search himself.
//
// # From model to clauses
//
// An encoder makes literals for boolean nodes and representations for integer
// nodes when something asks for them. An integer has up to three: direct (a
// literal for each value), order (a literal for each "at least"), binary (bits),
// chosen by its domain and by how it is used, and tied together where it has
// several. A builder keeps the clauses in normal form: it drops what is true,
// leaves out what is false and propagates units, since gophersat wants that.
// A job encodes its model once (formula.go); each search adds cuts, blocked
// solutions and bounds to a copy of its own.
//
// Routes, links, connected and acyclic sets are encoded by their degrees only.
// That they are in one piece, or without cycles, is checked on each assignment;
// where it fails, clauses are added that exclude the like (cuts.go), and the
// search goes on. Cuts hold in all solutions and carry the constraint's guard.
// An export, which no one can add cuts to, says the same by numbered levels
// (levels.go) or a constraint for every set (subtours.go).
//
// A formula that gophersat has searched for a while in vain is simplified (package simplify), and
// the search begins anew; assignments are mapped back (staged.go). Variables that cuts, bounds and blocking
// clauses may mention stay (kept.go).
//
// # From assignments to answers
//
// Every assignment is held against the whole model by [model.Evaluate] before
// anyone sees it; a violation is a bug of this package, and a panic. To find
// further solutions the values of the finds are blocked, never those of
// helpers. Objectives are bounded from outside: by clauses that ask for better
// until there is nothing better; the length of a round trip also from below, by
// trees (roundtrip.go). Where any one solution will do, the pieces of a
// route are joined, and hints are tried that may lose solutions; neither is ever
// used to count, to optimise or to conclude that there is no solution.
//
// # Machines
//
// A machine is unrolled to a horizon (package unroll), and the still model that
// this gives is answered as any other (runs.go). The horizon is swept (sweep.go): it
// grows in rounds, with a budget of conflicts for each, until there is a run that
// fits; from above, and from below by horizons that are proved too short, the
// shortest length is then closed in. Other costs are minimised at a horizon, which
// grows until no longer run can be cheaper (cheapest.go). Where one run will do,
// moves that don't interfere share a step.
//
// That there is no run is concluded only where lengths are bounded: by the task, by
// a sum that falls with every move, by the number of states (longest.go), or where
// steps make nothing new possible. Else the sweep goes on until time or room end.
//
// # Stopping, and several searches at once
//
// gophersat can't be interrupted, and keeps a buffer in a package variable, so
// that two searches in one process corrupt each other. So a search runs in a
// goroutine of its own, behind a lock of this package, and we watch the context. To
// leave a search we return at once and have the solver write a certificate, into a
// channel that is closed: what it learns next makes it panic, which ends the goroutine
// and frees the lock (interrupt.go). A search that is not left pays nothing for that. Until
// its next conflict, which is rarely a millisecond away, a search that was left still
// holds the lock, and other searches wait for it as they wait for any other.
// Loading, too, happens in a goroutine that is left behind if need be; encoding looks
// at the context itself.
package sat
