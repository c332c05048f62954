package value

import (
	"math/big"
)

type (
	// Unknown is an integer that depends on variables. It is X if Defined holds, or else none.
	Unknown struct {
		unknown
		X       IntRef
		Defined BoolRef
	}
	// Long is an integer too large for the model's arithmetic: a sum of model integers with
	// coefficients of any size. Base is the base of the digits that it was made of.
	Long struct {
		unknown
		Terms []LongTerm
		Const *big.Int
		Base  int64
		// Defined is the condition that it is a number. Otherwise it is none.
		Defined BoolRef
	}
	// LongTerm is one summand of a Long.
	LongTerm struct {
		Coef *big.Int
		X    IntRef
	}
	// Choice is one of several known values. Exactly one guard of Alts holds. The values are distinct
	// and may include None.
	Choice struct {
		unknown
		Alts []Alternative
		// Index, if Indexed, is the index in Alts of the chosen value.
		Index   IntRef
		Indexed bool
	}
	// Guarded is a collection that contains each member whose guard holds. Guards are not constant
	// false. The members of a set are known and distinct. Those of a list may be unknown.
	Guarded struct {
		unknown
		Members []Alternative
		IsSet   bool
	}
	// Stack is a list of unknown length: the first Size of Slots. The others are Blank, a known value.
	Stack struct {
		unknown
		Size  IntRef
		Slots []Value
		Blank Value
	}
	// Runs is the list of the lengths, or of the lengths and values, of the runs in an unknown line. It
	// can only be compared with a known list.
	Runs struct {
		unknown
		// Line contains the value at each position, None for a gap. In plain runs it is a truth value:
		// whether the position is part of a run.
		Line  []Value
		Plain bool
	}
)

// Alternative is a value and the condition under which it is taken.
type Alternative struct {
	Guard BoolRef
	Value Value
}

// unknown implements the methods of values that are never known.
type unknown struct{}

func (unknown) rank() rank          { return unknownRank }
func (unknown) known() bool         { return false }
func (unknown) text() string        { return "?" }
func (unknown) compare(Value) int   { panic("value: an unknown value has no order") }
func (unknown) key() Key            { panic("value: an unknown value has no key") }
func (unknown) spell([]byte) []byte { panic("value: an unknown value has no key") }

// Partly is a partly known value of a find. It has a value for each part, nil if unknown: whether a member is in a set,
// whether a route takes an edge, whether the ends of an edge are in one part of regions, or an array's value for a key.
type Partly struct {
	unknown
	At *Array
}

// NewPartly returns a value of which some parts are known, in the order of keys.List().
func NewPartly(keys *Set, parts []Value) *Partly {
	return &Partly{At: &Array{Keys: keys, Values: parts}}
}

// Web is a graph of unknown parts: it has for each vertex and edge the condition that it is present.
type Web struct {
	Graph    *Graph
	Vertices []BoolRef
	Edges    []BoolRef // nil: all edges between present vertices
	// Closed is true if an edge requires both its ends.
	Closed bool
	// Whole is true if all edges within a connected component are present, as in regions.
	Whole bool
	// All is true if values outside of the graph are present, too, each by itself.
	All bool
}

// Part is the unknown set of the vertices of a web that are connected with one of some vertices. Conditions for its
// members are made on demand, since its size or a comparison may be cheaper without them.
type Part struct {
	unknown
	Web  *Web
	From []int32 // numbers of vertices, in ascending order
	// Most, if not negative, is the largest relevant number of members. A larger part may lack some
	// members but still has more than Most.
	Most int64
}

// Share is the unknown set of those members of a part that are in a known set.
type Share struct {
	unknown
	Of    Part
	Among *Set
}

// Values mention expressions of a model by references. They are defined here rather than in package
// model: the judge handles only known values and does not depend on models.

// BoolRef is a reference to a boolean node with a sign: the node's index times two, plus one if
// negated. Negation is free, and equal references mean equal truth values.
type BoolRef int32

// The two constants. Node 0 is the constant true.
const (
	TrueRef  BoolRef = 0
	FalseRef BoolRef = 1
)

// ConstRef returns the constant b.
func ConstRef(b bool) BoolRef {
	if b {
		return TrueRef
	}
	return FalseRef
}

// Not returns the negation of b.
func (b BoolRef) Not() BoolRef { return b ^ 1 }

// Negated reports whether b is the negation of its node.
func (b BoolRef) Negated() bool { return b&1 == 1 }

// Node returns the index of the node that b refers to.
func (b BoolRef) Node() int { return int(b >> 1) }

// IntRef is a reference to an integer node: its index.
type IntRef int32
