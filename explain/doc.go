// Package explain says why: from which rule instances something follows, step by step to the solution, and which
// contradict each other.
//
// Its unit is the rule instance, a rule with the values of its binders, or a piece of what that says ([model.Piece]).
// What is known are facts about variables of finds. A step is a set of units and what it adds to what is known; its size is how many
// units it takes, which is what makes a step easy or hard (Espasa, Gent, Hoffmann, Jefferson and Lynch, Using small MUSes to explain
// how to solve pen and paper puzzles, 2021).
//
// Steps of one unit come first, by propagation, then by search among what the unit is about (single.go), then those of two units
// that propagation finds (pairs.go). Only where all are at
// rest are sets of several units looked for (larger.go): the opposite of each open fact is refuted with all units, and the units
// that the proof rests on are tried without each other until none can go, as far as counted work shows (shrink.go). way.go puts the steps together, tell.go
// finds out what is to be said of one, and
// contradiction.go makes a contradiction small. mistake.go says which of the facts that are known can't be,
// and from what a fact follows at once; hitting.go proves that no step, or no conflict, takes fewer units; wording.go has the words for facts and units.
// Why there is no solution at all is worth more work: conflict.go.
//
// The engine that refutes is handed in; nothing here knows a puzzle, or how it is drawn.
package explain
