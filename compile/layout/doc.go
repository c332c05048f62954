// Package layout says for finds, states and hidden givens which variables of a model stand for a
// value: it makes them, with the structure of the value as constraints, and reads and
// writes values of solutions.
package layout
