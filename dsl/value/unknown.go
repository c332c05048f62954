package value

import "math/big"

type (
	// Unknown is an integer that depends on variables: X where Defined holds,
	// else none.
	Unknown struct {
		unknown
		X       IntRef
		Defined BoolRef
	}
	// Long is an integer too large for the model's arithmetic: a sum of model
	// integers with coefficients of any size. Base is that of the digits which
	// it was made of.
	Long struct {
		unknown
		Terms []LongTerm
		Const *big.Int
		Base  int64
		// Defined is the condition that it is a number at all, else it is none.
		Defined BoolRef
	}
	// LongTerm is one summand of a Long.
	LongTerm struct {
		Coef *big.Int
		X    IntRef
	}
	// Choice is a known value that depends on variables: exactly one of the
	// guards of Alts holds. Values are distinct and one of them may be None.
	Choice struct {
		unknown
		Alts []Alternative
		// Index, if Indexed, is the place in Alts of the value that is taken.
		Index   IntRef
		Indexed bool
	}
	// Guarded is a collection whose members depend on variables: a member is in
	// it where its guard holds. Guards are not constant false. The values of a
	// set are known and distinct; those of a list may be unknown.
	Guarded struct {
		unknown
		Members []Alternative
		IsSet   bool
	}
	// Stack is a list whose length depends on variables: the first Size of Slots.
	// The others are Blank, a known value.
	Stack struct {
		unknown
		Size  IntRef
		Slots []Value
		Blank Value
	}
	// Runs is the list of the lengths, or of the lengths and values, of the runs
	// in a line that is unknown. It can only be compared with a known list.
	Runs struct {
		unknown
		// Line has the value at each place. In plain runs it is a truth value, whether the place is
		// part of a run. Otherwise it is the value there, None for a gap.
		Line  []Value
		Plain bool
	}
)

// Alternative is a known value and the condition under which it is taken.
type Alternative struct {
	Guard BoolRef
	Value Value
}

func (Unknown) noun() string { return "a number" }
func (Long) noun() string    { return "a number" }
func (Guarded) noun() string { return "a collection" }
func (Stack) noun() string   { return "a list" }
func (Runs) noun() string    { return "a list of runs" }

// unknown has the methods of values that are never known.
type unknown struct{}

func (unknown) rank() rank          { return unknownRank }
func (unknown) noun() string        { return "an unknown value" }
func (unknown) known() bool         { return false }
func (unknown) text() string        { return "?" }
func (unknown) compare(v Value) int { return compareKinds(unknownRank, v) }
func (unknown) key() Key            { panic("value: an unknown value has no key") }
func (unknown) spell([]byte) []byte { panic("value: an unknown value has no key") }

// Partly is a partly known value of a find. It has a value for each part: whether a member is in a
// set, whether a route takes an edge, whether the ends of an edge are in one part of regions, or an
// array's value for a key. Unknown values are nil.
type Partly struct {
	unknown
	At *Array
}

// NewPartly is a value of which some parts are known, in the order of keys.List().
func NewPartly(keys *Set, parts []Value) *Partly {
	return &Partly{At: &Array{Keys: keys, Values: parts}}
}

// Web is what may hang together: for each vertex and edge of a graph the condition under which it is there.
type Web struct {
	Graph    *Graph
	Vertices []BoolRef
	Edges    []BoolRef // nil if all edges are there between vertices that are
	// Closed says that an edge is never there without both its ends.
	Closed bool
	// Whole says that between two vertices that hang together every edge of the graph is there, as in regions.
	Whole bool
	// All says that whatever is no vertex of the graph is there, too, by itself.
	All bool
}

// Part is an unknown set: the vertices of a web that hang together with one of some vertices.
// Conditions for its members are made on demand, since its size, or whether two parts are the same,
// may be found more cheaply.
type Part struct {
	unknown
	Web  *Web
	From []int32 // numbers of vertices, in ascending order
	// Most, if it is not negative, is the largest number of members that matters: where there are more, some
	// may be missing, but still there are more.
	Most int64
}

func (Part) noun() string { return "a collection" }
