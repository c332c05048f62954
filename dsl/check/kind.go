package check

import "slices"

// Kind is the outermost form of a type.
type Kind uint8

// The kinds. Bad is what an expression with a mistake has: it goes with
// everything, so that one mistake is reported once. Never is the type of what
// is not there: the elements of {} and, optional, none.
const (
	Bad Kind = iota
	Never
	Int
	Bool
	Text
	Label
	Direction
	Shape
	Cell
	Edge  // Elem: its ends
	Tuple // Parts
	List  // Elem; a stack is a list
	Set   // Elem
	Array // Keys, Elem; a grid is an array whose key is a cell
	Board
	Graph   // Elem: its vertices
	Route   // Elem: its vertices; a path, cycle or links that are found
	Regions // Elem: the vertices of its graph; parts that are found
	Union   // Parts: alternatives of different kinds, as in grid of {wall "#"} or 0..4
)

// noun is the singular and the plural of a word for values.
type noun struct{ one, many string }

// kinds has for each kind what is the same for all its types.
var kinds = [...]kindRow{
	Bad:       {noun: noun{"something", "things"}},
	Never:     {noun: noun{"nothing", "nothing"}},
	Int:       {noun: noun{"a number", "numbers"}, word: "int"},
	Bool:      {noun: noun{"true or false", "truth values"}, word: "bool"},
	Text:      {noun: noun{"a text", "texts"}, word: "text"},
	Label:     {noun: noun{"a label", "labels"}, word: "label"},
	Direction: {noun: noun{"a direction", "directions"}, word: "direction"},
	Shape:     {noun: noun{"a shape", "shapes"}, word: "shape"},
	Cell:      {noun: noun{"a cell", "cells"}, word: "cell"},
	Edge:      {noun: noun{"an edge", "edges"}, word: "edge", of: true},
	Tuple:     {noun: noun{"a tuple", "tuples"}},
	List:      {noun: noun{"a list", "lists"}},
	Set:       {noun: noun{"a set", "sets"}},
	Array:     {noun: noun{"an array", "arrays"}},
	Board:     {noun: noun{"a board", "boards"}},
	Graph:     {noun: noun{"a graph", "graphs"}, word: "graph", of: true},
	Route:     {noun: noun{"a path, cycle or links", "paths"}, word: "route", of: true, whole: true},
	Regions:   {noun: noun{"regions", "regions"}, word: "regions", of: true, whole: true},
	Union:     {noun: noun{"one of several things", "several things"}},
}

// kindRow is a row of kinds.
type kindRow struct {
	noun
	// word stands for the kind in signatures of the library, as "cell" does; if of, the
	// type of its elements follows, as in "graph of A".
	word string
	of   bool
	// whole is true if its values are only found, each as a whole that has rules of its
	// own: none is given, part of another domain or equal to another in the language, and
	// no function of one is a table.
	whole bool
}

// isWhole reports whether values of the type are only found, each as a whole.
func (t *Type) isWhole() bool { return kinds[t.Kind].whole }

// kindOf is the kind that a word of signatures stands for; ok is false if there is none.
func kindOf(word string) (k Kind, ok bool) {
	i := slices.IndexFunc(kinds[:], func(k kindRow) bool { return k.word == word })
	return Kind(max(i, 0)), i >= 0
}
