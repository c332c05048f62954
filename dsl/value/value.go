// Package value defines the values of Nazo's expressions, known and unknown.
//
// Known values are integers, truth values, labels, cells, directions, edges, tuples, lists, sets,
// arrays, boards, graphs, shapes and none. Unknown ones depend on variables of a model: a truth value
// that is a model expression, an [Unknown] integer, a [Choice] among known values, a [Guarded]
// collection, and lists and arrays of these. Package compile evaluates expressions over them.
package value

import (
	"cmp"
	"slices"
	"strconv"
)

// Value is one of the types of this package. Values are immutable.
type Value interface {
	// rank is the position of its kind in the order of all values.
	rank() rank
	// known reports whether it depends on no variable.
	known() bool
	// text formats it for messages. Unknown values are "?".
	text() string

	// compare orders it and another value of its rank. Unknown ones have no order.
	compare(Value) int

	// The other methods are for known values only.

	// key is equal for equal values only.
	key() Key
	// spell appends a text that is unique among values of its rank.
	spell([]byte) []byte
}

// A collection has members.
type collection interface{ members() []Value }

// A sequence lists its members in an order of its own.
type sequence interface{ elements() []Value }

// rank is the position of a kind of values in the order of all values.
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

// nouns are the kinds of known values in messages.
var nouns = [unknownRank]string{
	"none", "a truth value", "a number", "a text", "a label", "a direction", "a shape", "a cell", "an edge",
	"a tuple", "a list", "a set", "an array", "a board", "a graph", "a path, cycle or links", "regions",
}

func rankOf(v Value) rank {
	if v == nil {
		return unknownRank
	}
	return v.rank()
}

// Known reports whether v depends on no variable.
func Known(v Value) bool { return v == nil || v.known() }

func allKnown(vs []Value) bool {
	for _, v := range vs {
		if !Known(v) {
			return false
		}
	}
	return true
}

// Kind names the kind of a value in messages: "a number", "a set".
func Kind(v Value) string {
	switch v.(type) {
	case Unknown, Long:
		return "a number"
	case Guarded, Part:
		return "a collection"
	case Figure:
		return nouns[shapeRank]
	case Stack:
		return nouns[listRank]
	case Runs:
		return "a list of runs"
	}
	if r := rankOf(v); r < unknownRank {
		return nouns[r]
	}
	return "an unknown value"
}

// String formats a value for messages: r3c4 for a cell, r3c4-r3c5 for an edge, {1, 2} for a set.
// Unknown values are "?".
func String(v Value) string {
	if v == nil {
		return "?"
	}
	return v.text()
}

// Members returns the elements of a known collection: of a list or tuple, of a set in ascending order,
// the cells of a board, the values of an array, the edges of a path, cycle or links, nothing of none.
// ok is false for values without members.
func Members(v Value) (members []Value, ok bool) {
	c, ok := v.(collection)
	if !ok {
		return nil, false
	}
	return c.members(), true
}

// Elements returns the members of a list, cyclic list, tuple, set or range in its own order. It is nil
// for other values.
func Elements(v Value) []Value {
	if s, ok := v.(sequence); ok {
		return s.elements()
	}
	return nil
}

// Key identifies a known value in a map: equal values have equal keys. Most values are small and need no text.
type Key struct {
	rank rank
	a, b int64
	text string
}

// KeyOf returns the key of a known value.
func KeyOf(v Value) Key { return v.key() }

// ShortKey returns a cheap key for a tuple or list of at most eight numbers, labels, cells or the like.
// ok is false for other values, including a [Ring], which would share the key of its list.
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

// spelt is the key of a value that no numbers identify.
func spelt(v Value) Key { return Key{rank: v.rank(), text: string(Spell(make([]byte, 0, 64), v))} }

// Spell appends a text that identifies a known value: only equal values have the same.
func Spell(out []byte, v Value) []byte { return v.spell(append(out, byte('A'+v.rank()))) }

// spellAll spells values with their count, so that the end of each is unambiguous.
func spellAll(out []byte, vs ...Value) []byte {
	out = strconv.AppendInt(out, int64(len(vs)), 10)
	for _, v := range vs {
		out = Spell(append(out, ' '), v)
	}
	return out
}

// spellInts spells numbers separated by commas.
func spellInts(out []byte, numbers ...int) []byte {
	for i, n := range numbers {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return out
}

// Scalar reports whether v is known and not a collection. Such values are equal in the language exactly
// if their keys are.
func Scalar(v Value) bool {
	switch v := v.(type) {
	case None, Int, Big, Text, Label, Direction, Shape, Cell, Edge:
		return true
	case Bool:
		return v.known()
	}
	return false
}

// Compare orders known values: by kind first, then integers by size, cells by row and column,
// directions clockwise from north, labels by declaration and name, edges, tuples and collections by
// their parts. It defines the equality of the language.
func Compare(a, b Value) int {
	switch a := a.(type) { // Most values are of one of these types, and need no ranks.
	case Int:
		if b, ok := b.(Int); ok {
			return cmp.Compare(a, b)
		}
	case Cell:
		if _, ok := b.(Cell); ok {
			return a.compare(b)
		}
	case Tuple:
		if b, ok := b.(Tuple); ok {
			return compareSlices(a, b)
		}
	}
	if c := cmp.Compare(rankOf(a), rankOf(b)); c != 0 {
		return c
	}
	return a.compare(b)
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

// Mapping maps values to values of the same kind.
type Mapping interface {
	// Apply returns the image of a known value. ok is false if it has none.
	Apply(v Value) (image Value, ok bool)
	// OfKeys returns the mapping for the keys of an array. It maps places but no other values.
	OfKeys() Mapping
	// TurnsArcs reports whether the arcs of a route are reversed.
	TurnsArcs() bool
}

// A composite contains values. Its image is made of their images.
type composite interface {
	mapped(m Mapping) (image Value, ok bool)
}

// MapWithin returns the image of a known composite value, made of the images of its parts. ok is false
// if it has none. consists is false for all other values.
func MapWithin(v Value, m Mapping) (image Value, ok, consists bool) {
	c, consists := v.(composite)
	if !consists {
		return v, true, false
	}
	image, ok = c.mapped(m)
	return image, ok, true
}

// mapAll returns the images of some values. ok is false if one has none.
func mapAll(vs []Value, m Mapping) (images []Value, ok bool) {
	images = make([]Value, len(vs))
	for i, v := range vs {
		if images[i], ok = m.Apply(v); !ok {
			return nil, false
		}
	}
	return images, true
}

// Collection is a known finite set that may be implicit: a *Set or a Range.
type Collection interface {
	Len() int
	List() []Value // in the order of the set
	Contains(Value) bool
}

// Len returns the number of members.
func (r Range) Len() int { return int(max(r.Hi-r.Lo+1, 0)) }

// List returns the members in ascending order.
func (r Range) List() []Value { return Elements(r) }

// Contains reports whether v is an integer in the range.
func (r Range) Contains(v Value) bool {
	i, ok := v.(Int)
	return ok && r.Lo <= int64(i) && int64(i) <= r.Hi
}

// Difference is a part in which two values of one kind differ.
type Difference struct {
	// Of is the kind of At.
	Of DifferenceKind
	At Value
	// A and B are the values of that part. They are truth values unless At is a key or nil.
	A, B Value
}

// DifferenceKind is the kind of a part in which two values differ.
type DifferenceKind uint8

// The kinds of parts.
const (
	Whole    DifferenceKind = iota // the values themselves; At is nil
	AtKey                          // a key of arrays
	Element                        // a member of one set, or an edge of one route
	Together                       // an edge whose ends are in one part of one partition
)

// Differences returns the differences between two known values, in the order of their keys.
func Differences(a, b Value) (out []Difference) {
	switch a := a.(type) {
	case *Array:
		b, ok := b.(*Array)
		if !ok || !Equal(a.Keys, b.Keys) {
			break
		}
		for i, k := range a.Keys.List() {
			if !Equal(a.Values[i], b.Values[i]) {
				out = append(out, Difference{AtKey, k, a.Values[i], b.Values[i]})
			}
		}
		return out
	case *Set:
		b, ok := b.(*Set)
		if !ok {
			break
		}
		for _, v := range NewSet(slices.Concat(a.List(), b.List())...).Sorted() {
			if in := a.Contains(v); in != b.Contains(v) {
				out = append(out, Difference{Element, v, Of(in), Of(!in)})
			}
		}
		return out
	case *Route:
		if b, ok := b.(*Route); ok && a.Graph.Size() == b.Graph.Size() {
			if out = differentEdges(Element, a.Graph, a.Edges, b.Edges); out != nil {
				return out
			}
		}
	case *Regions:
		if b, ok := b.(*Regions); ok && a.Graph.Size() == b.Graph.Size() {
			return differentEdges(Together, a.Graph, a.Same, b.Same)
		}
	}
	if Equal(a, b) {
		return nil
	}
	return []Difference{{A: a, B: b}}
}

func differentEdges(kind DifferenceKind, g *Graph, a, b []BoolRef) (out []Difference) {
	for i := range a {
		if a[i] != b[i] {
			out = append(out, Difference{kind, g.Edge(i), Bool(a[i]), Bool(b[i])})
		}
	}
	return out
}

// Variation is a part in which several values of one kind are not all equal, with its distinct values, ascending.
type Variation struct {
	Of     DifferenceKind
	At     Value // nil if Of is Whole
	Values []Value
}

// Variations returns the variations between known values of one kind, in the order of their keys. Those
// of two values are their differences.
func Variations(all ...Value) (out []Variation) {
	type place struct {
		of DifferenceKind
		at Key
	}
	index := map[place]int{}
	for _, other := range all[min(1, len(all)):] {
		for _, d := range Differences(all[0], other) {
			p := place{of: d.Of}
			if d.At != nil {
				p.at = KeyOf(d.At)
			}
			i, met := index[p]
			if !met {
				i = len(out)
				index[p] = i
				out = append(out, Variation{d.Of, d.At, []Value{d.A}})
			}
			if has := func(v Value) bool { return Equal(v, d.B) }; !slices.ContainsFunc(out[i].Values, has) {
				out[i].Values = append(out[i].Values, d.B)
			}
		}
	}
	for _, v := range out {
		slices.SortFunc(v.Values, Compare)
	}
	slices.SortStableFunc(out, func(a, b Variation) int {
		if a.At == nil || b.At == nil || a.Of != b.Of {
			return int(a.Of) - int(b.Of)
		}
		return Compare(a.At, b.At)
	})
	return out
}
