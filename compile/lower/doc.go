// Package lower computes with values, known or not, as expressions of a spec do: sums and
// comparisons, sets and lists, lookups and choices, and what functions of the library mean for
// unknown arguments. What is known folds to values; what depends on variables becomes
// nodes of a model, and what no node can say constraints with helpers that stand for them.
//
// It evaluates no expression and knows no name, rule or find of a spec: that is package
// compile's work. A node of the syntax is here only the place that a diagnostic is about.
package lower
