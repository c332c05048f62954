// Package value has the values of Nazo's expressions, known and unknown alike.
//
// Known values are integers, truth values, labels, cells, directions, edges,
// tuples, lists, sets, arrays, boards, graphs, shapes and none. Unknown ones
// mention variables of a model: a truth value that is a model expression, an
// [Unknown] integer, a [Choice] among known values, a [Guarded] collection, and
// lists and arrays of these. Evaluating expressions over them is package
// compile's work.
package value

import (
	"cmp"
	"strconv"
)

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

// Members are the elements of a known collection: of a list or tuple, of a set in ascending order,
// the cells of a board, the values of an array, the edges of a path, cycle or links, nothing of
// none. ok is false for values without members.
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

// Key identifies a known value in a map: equal values have equal keys. Small
// values, which are almost all, need no text.
type Key struct {
	rank rank
	a, b int64
	text string
}

// KeyOf is the key of a known value.
func KeyOf(v Value) Key { return v.key() }

// ShortKey is a key, quickly made, of a tuple or list of at most eight numbers, labels, cells or
// the like. ok is false for anything else, also for a [Ring], which is more than its list.
func ShortKey(v Value) (key Key, ok bool) {
	var parts []Value
	switch v := v.(type) {
	case Tuple:
		parts = v
	case List:
		parts = v
	default:
		return Key{}, false
	}
	if len(parts) > 8 {
		return Key{}, false
	}
	for _, p := range parts {
		switch p.(type) {
		case Int, Label, Cell, Direction, Bool, None:
			if !Known(p) {
				return Key{}, false
			}
		default:
			return Key{}, false
		}
	}
	return v.key(), true
}

// spelt is the key of a value of which no number tells what it is.
func spelt(v Value) Key { return Key{rank: v.rank(), text: string(Spell(make([]byte, 0, 64), v))} }

// Spell appends to out a spelling of a known value that no value has which is
// not equal to it.
func Spell(out []byte, v Value) []byte {
	return v.spell(append(out, byte('A'+v.rank())))
}

// spellAll spells values so that where each ends, and how many there are, shows.
func spellAll(out []byte, vs ...Value) []byte {
	out = strconv.AppendInt(out, int64(len(vs)), 10)
	for _, v := range vs {
		out = Spell(append(out, ' '), v)
	}
	return out
}

// spellInts spells numbers with commas between them.
func spellInts(out []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return out
}

// Scalar reports whether v is known and no collection: such values are equal, in the language,
// exactly if their keys are.
func Scalar(v Value) bool {
	switch v := v.(type) {
	case None, Int, Big, Text, Label, Direction, Shape, Cell, Edge:
		return true
	case Bool:
		return v.known()
	}
	return false
}

// Compare orders known values: by kind first, then integers by size, cells by
// row and column, directions clockwise from north, labels as declared and then
// by name, edges, tuples and collections by their parts. Equal values compare
// as 0. It defines the equality of the language.
func Compare(a, b Value) int {
	if a == nil {
		return compareKinds(unknownRank, b)
	}
	return a.compare(b)
}

// compareKinds compares a value with one of another kind.
func compareKinds(a rank, b Value) int {
	if c := cmp.Compare(a, rankOf(b)); c != 0 {
		return c
	}
	panic("value: an unknown value has no order")
}

// Equal reports whether two known values are the same.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

func compareSlices(a, b []Value) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if c := Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Mapping turns values into others: cells into cells, numbers into numbers.
type Mapping interface {
	// Apply is the image of a known value; ok is false if it has none.
	Apply(v Value) (image Value, ok bool)
	// OfKeys is the mapping for the keys of an array: its places, but none of its values.
	OfKeys() Mapping
	// TurnsArcs reports whether the arcs of a route turn round.
	TurnsArcs() bool
}

// A composite has values within it, whose images make its own.
type composite interface {
	mapped(m Mapping) (image Value, ok bool)
}

// MapWithin is the image of a known value that consists of others, made of their images. ok is
// false if it has none. consists is false for all other values.
func MapWithin(v Value, m Mapping) (image Value, ok, consists bool) {
	c, consists := v.(composite)
	if !consists {
		return v, true, false
	}
	image, ok = c.mapped(m)
	return image, ok, true
}

// mapAll are the images of some values; ok is false if one has none.
func mapAll(vs []Value, m Mapping) (images []Value, ok bool) {
	images = make([]Value, len(vs))
	for i, v := range vs {
		if images[i], ok = m.Apply(v); !ok {
			return nil, false
		}
	}
	return images, true
}

// Collection is a known finite set that need not be spelt out: a *Set or a Range.
type Collection interface {
	Len() int
	List() []Value // in the order of the set
	Contains(Value) bool
}

// Len is the number of members.
func (r Range) Len() int { return int(max(r.Hi-r.Lo+1, 0)) }

// List has the members in ascending order.
func (r Range) List() []Value { return Elements(r) }

// Contains reports whether v is a whole number of the range.
func (r Range) Contains(v Value) bool {
	i, ok := v.(Int)
	return ok && r.Lo <= int64(i) && int64(i) <= r.Hi
}
