package value

import (
	"math/big"

	"nazo/ref"
)

type (
	// Unknown is an integer that depends on variables: X where Defined holds,
	// else none.
	Unknown struct {
		unknown
		X       ref.Int
		Defined ref.Bool
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
		Defined ref.Bool
	}
	// LongTerm is one summand of a Long.
	LongTerm struct {
		Coef *big.Int
		X    ref.Int
	}
	// Choice is a known value that depends on variables: exactly one of the
	// guards of Alts holds. Values are distinct and one of them may be None.
	Choice struct {
		unknown
		Alts []Alternative
		// Index, if Indexed, is the place in Alts of the value that is taken.
		Index   ref.Int
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
		Size  ref.Int
		Slots []Value
		Blank Value
	}
	// Runs is the list of the lengths, or of the lengths and values, of the runs
	// in a line that is unknown. It can only be compared with a known list.
	Runs struct {
		unknown
		// Line has for each place what stands there: in plain runs a truth value
		// that reports whether the place is part of a run, else the value, None for
		// a gap.
		Line  []Value
		Plain bool
	}
)

// Alternative is a known value and the condition under which it is taken.
type Alternative struct {
	Guard ref.Bool
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
