// Package count counts the solutions of a model without visiting each, and draws some of
// them at random: it writes the model as a problem of choosing edges of a graph, which
// package frontier counts by eliminating vertices, and turns what is chosen back into
// solutions of the model. docs/counting.md says what comes of that.
//
// eliminate.go has the whole way. lower.go writes numbers as truth values, simplify.go puts
// in what variables are known to mean, structure.go finds the constraint that is about a
// graph as a whole; if there is none, constraint_graph.go draws a graph of the conditions.
// What else must hold becomes rules (rules.go, rule_class.go, merge_rules.go) and weights
// (tally.go). single_vertex.go counts the paths of one vertex, which have no edge. decode.go
// is the way back.
//
// The package searches for nothing and knows none of the engine's searches.
package count
