// Package count counts the solutions of a model without visiting each, and draws some of them at
// random: it writes the model as a problem of choosing edges of a graph, which package frontier
// counts by eliminating vertices, and turns what is chosen back into solutions of the model.
// docs/counting.md has the view from outside.
//
// eliminate.go has the whole way. lower.go writes numbers as truth values, simplify.go
// substitutes variables by what they are known to mean until nothing changes, structure.go finds
// the constraint that is about a graph as a whole, and edge_variables.go its edges. If there is
// none, constraint_graph.go makes a graph of the conditions, whose vertices are chosen in
// vertex_candidates.go; frontier_width.go refuses where that is hopeless. What else must hold
// becomes rules (rules.go, rule_class.go, merge_rules.go) and weights (weights.go).
// single_vertex.go counts the paths of one vertex, which have no edge. decode.go is the way
// back.
//
// The package searches for nothing and knows none of the engine's searches.
package count
