// Package play is the referee of games: puzzles that move, played one move at a
// time by persons, by the players of a spec, or by programs outside.
//
// A [Puzzle] is one set up for games, with a [Table] for its machine; a [Game] is one game at it: it knows all
// that is hidden, lists the moves that are possible, makes the one that is chosen
// and notes what has thereby been revealed. Players get a [View], a copy of what
// they may see and nothing else, whoever they are. A [Session] is a game that a
// person plays by typing lines; a [Contest] has several players play the same
// deals.
//
// Every move is made twice, by the model's machine and by the rules of the spec's
// syntax tree, and both must come to the same state.
//
// How a state is drawn, who searches for a solution, and what a command looks
// like is left to others.
package play
