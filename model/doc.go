// Package model is the finite-domain model that every engine reads.
//
// A [Model] has variables with finite domains, expressions over them (shared
// nodes of a directed acyclic graph), constraints, objectives and a note of
// where each constraint came from. Finds keep their structure: "a cycle in this
// graph", "a connected set" are constraints of their own, and an engine picks
// the encoding or the search that suits it.
//
// The package knows nothing of syntax, boards or clauses. Compiling a spec into
// a model is package compile's work; turning variables back into boards is too.
package model
