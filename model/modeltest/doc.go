// Package modeltest is what tests of engines share: random small models, an
// exhaustive search that says what their solutions are, graphs, and a table of
// models whose number of solutions is known. It is imported by tests only.
package modeltest
