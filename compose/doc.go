// Package compose makes puzzles for a spec: it finds which clues of an instance can go ([Minimize], [Least]), and new instances with
// exactly one solution ([Make]), and what to add or change where there are several or none ([Correct]).
//
// It knows no puzzle. The parts of the givens, the clue of each cell and the like (givens.Part), stand as variables of one model
// (compile.Options.Seek), so that one search which learns (engine.Inquiry) answers with which of them there is one solution only. Where
// a spec's givens shape the board so that this can't be, each candidate is compiled by itself.
package compose
