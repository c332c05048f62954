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
	"math/big"

	"nazo/ref"
)

// Value is one of the types of this package. Values are never changed once made.
type Value interface{ value() }

type (
	// None is the absent value.
	None struct{}
	// Bool is a truth value: known if it is ref.True or ref.False.
	Bool ref.Bool
	// Int is a known integer that fits 64 bits.
	Int int64
	// Big is a known integer that does not fit 64 bits.
	Big struct{ *big.Int }
	// Text is a literal text; it only names and prints things.
	Text string
	// Label is a word: an element of an enumeration, or a room letter.
	Label struct {
		Name string
		// Print is how a grid shows it; the name itself for plain labels.
		Print string
		// Rank orders labels of one enumeration as they were declared.
		Rank int
	}
	// Direction is a step on a board.
	Direction struct {
		Name       string
		Print      string // the arrow that a grid shows
		DRow, DCol int
		Rank       int
	}
	// Cell is a place on a board; rows and columns count from 1. Two cells are
	// equal if their rows, columns and kinds of board are.
	Cell struct {
		Board    *Board
		Row, Col int
	}
	// Edge joins two vertices of a graph. An undirected one has its ends in
	// ascending order.
	Edge struct {
		A, B     Value
		Directed bool
	}
	// Tuple is a fixed number of values, of kinds that may differ.
	Tuple []Value
	// List is a sequence of values, known or not, of known length.
	List []Value
	// Unknown is an integer that depends on variables: X where Defined holds,
	// else none.
	Unknown struct {
		X       ref.Int
		Defined ref.Bool
	}
	// Long is an integer too large for the model's arithmetic: a sum of model
	// integers with coefficients of any size. Base is that of the digits which
	// it was made of.
	Long struct {
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
		Alts []Alternative
		// Index, if Indexed, is the place in Alts of the value that is taken.
		Index   ref.Int
		Indexed bool
	}
	// Guarded is a collection whose members depend on variables: a member is in
	// it where its guard holds. Guards are not constant false. The values of a
	// set are known and distinct; those of a list may be unknown.
	Guarded struct {
		Members []Alternative
		IsSet   bool
	}
	// Stack is a list whose length depends on variables: the first Size of Slots.
	// The others are Blank, a known value.
	Stack struct {
		Size  ref.Int
		Slots []Value
		Blank Value
	}
	// Runs is the list of the lengths, or of the lengths and values, of the runs
	// in a line that is unknown. It can only be compared with a known list.
	Runs struct {
		// Line has for each place what stands there: in plain runs a truth value
		// that says whether the place is part of a run, else the value, None for
		// a gap.
		Line  []Value
		Plain bool
	}
	// Range is the known set of the integers Lo..Hi, empty where Hi < Lo.
	Range struct{ Lo, Hi int64 }
)

// Alternative is a known value and the condition under which it is taken.
type Alternative struct {
	Guard ref.Bool
	Value Value
}

func (None) value()      {}
func (Bool) value()      {}
func (Int) value()       {}
func (Big) value()       {}
func (Text) value()      {}
func (Label) value()     {}
func (Direction) value() {}
func (Cell) value()      {}
func (Edge) value()      {}
func (Tuple) value()     {}
func (List) value()      {}
func (Unknown) value()   {}
func (Long) value()      {}
func (Choice) value()    {}
func (Guarded) value()   {}
func (Stack) value()     {}
func (Runs) value()      {}
func (Range) value()     {}
func (*Set) value()      {}
func (*Array) value()    {}
func (*Board) value()    {}
func (*Graph) value()    {}
func (*Route) value()    {}

// True and False are the known truth values.
const (
	True  = Bool(ref.True)
	False = Bool(ref.False)
)

// Of is the known truth value of b.
func Of(b bool) Bool { return Bool(ref.Const(b)) }

// Known says whether v mentions no variable.
func Known(v Value) bool {
	switch v := v.(type) {
	case Bool:
		return v == True || v == False
	case Unknown, Long, Choice, Guarded, Stack, Runs:
		return false
	case Tuple:
		return allKnown(v)
	case List:
		return allKnown(v)
	case Ring:
		return allKnown(v)
	case *Array:
		return v.known
	case *Route:
		return v.Known
	}
	return true
}

func allKnown(vs []Value) bool {
	for _, v := range vs {
		if !Known(v) {
			return false
		}
	}
	return true
}
