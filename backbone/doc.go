// Package backbone tells what all solutions of a puzzle have in common, and what each place may have: the backbone of a model, the variables
// that have one value in all solutions (Monasson, Zecchina, Kirkpatrick, Selman, Troyansky, Determining computational complexity from
// characteristic "phase transitions", 1999), and of the others the values that some solution has, with how many solutions each of them
// leaves, up to a cut-off. Authors of sudokus call these true candidates.
//
// One search that learns is asked question after question (engine.Inquiry): is there a solution in which this variable has another value than
// in the one known (Janota, Lynce, Marques-Silva, Algorithms for computing backbones of propositional formulae, 2015), then, one that
// has this value? Each solution answers many questions at once. What was found when the work ends, by its own bounds or with the context, is
// true; it says what is proved and what is not.
//
// [Differ] shows by solutions where all of them differ. The package knows no puzzle; [Places] says of a compiled one what its variables stand for.
package backbone
