// Package value has the values of Nazo's expressions, known and unknown alike.
//
// Known values are integers, truth values, labels, cells, directions, edges,
// tuples, lists, sets, arrays, boards, graphs, shapes and none. Unknown ones
// mention variables of a model: a truth value that is a model expression, an
// [Unknown] integer, a [Choice] among known values, a [Guarded] collection, and
// lists and arrays of these. Evaluating expressions over them is package
// compile's work.
package value

// Value is one of the types of this package, each of which has a file, or shares
// one with its like. Values are never changed once made.
type Value interface {
	// rank is the place of its kind among all.
	rank() rank
	// noun names what it is, for messages: "a number".
	noun() string
	// known reports whether it mentions no variable.
	known() bool
	// text shows it as messages do; "?" if it is unknown.
	text() string

	// compare orders it and another value; two unknown ones have no order.
	compare(Value) int

	// The other methods are for known values only.

	// key is the same for equal values, and for no others.
	key() Key
	// spell appends what tells it from the others of its rank.
	spell([]byte) []byte
}

// A collection has members.
type collection interface{ members() []Value }

// A sequence has an order in which it lists its members, if only that of its making.
type sequence interface{ elements() []Value }

// rank is the place of a kind of values in their order.
type rank int8

const (
	noneRank rank = iota
	boolRank
	numberRank
	textRank
	labelRank
	directionRank
	shapeRank
	cellRank
	edgeRank
	tupleRank
	listRank
	setRank
	arrayRank
	boardRank
	graphRank
	routeRank
	regionsRank
	unknownRank
)

func rankOf(v Value) rank {
	if v == nil {
		return unknownRank
	}
	return v.rank()
}

// Known reports whether v mentions no variable.
func Known(v Value) bool { return v == nil || v.known() }

func allKnown(vs []Value) bool {
	for _, v := range vs {
		if !Known(v) {
			return false
		}
	}
	return true
}

// Kind names what a value is, for messages: "a number", "a set".
func Kind(v Value) string {
	if v == nil {
		return "an unknown value"
	}
	return v.noun()
}

// String shows a value as messages do: r3c4 for a cell, r3c4-r3c5 for an edge,
// {1, 2} for a set. Unknown values are shown as "?".
func String(v Value) string {
	if v == nil {
		return "?"
	}
	return v.text()
}

// Members are what is in a known collection: the elements of a list or tuple, those
// of a set in ascending order, the cells of a board, the values of an array, the edges
// of a path, cycle or links; of none nothing. ok is false for what has no members.
func Members(v Value) (members []Value, ok bool) {
	c, ok := v.(collection)
	if !ok {
		return nil, false
	}
	return c.members(), true
}

// Elements are the members of a list, cyclic list, tuple, set or range, in its
// order. It is nil for other values.
func Elements(v Value) []Value {
	if s, ok := v.(sequence); ok {
		return s.elements()
	}
	return nil
}
