// Package cause finds out why no run of a machine leads to its goal: which variables matter, and which part of the goal can't be had.
//
// A state is looked at with few variables only (a projection); each of the others may have any value of its domain, and another one
// at each moment. What may happen then is more than what may happen in truth, so a part of the goal that can't be had there can't be had at
// all, whatever the other variables are. The variables are found by refinement (counterexample-guided abstraction refinement: Clarke,
// Grumberg, Jha, Lu, Veith 2000; for planning Seipp and Helmert 2013): as long as the projection has a run to the goal, that run is
// followed in truth, and the variables are added because of which it breaks off. In the end each is left out in turn, to see whether it is needed,
// and then each may begin with any value, to see whether it matters what it begins with.
//
// All work is counted, so the same machine has the same cause everywhere.
package cause
