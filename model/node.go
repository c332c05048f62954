package model

import "nazo/ref"

// Bool is a reference to a boolean node: its index, and a sign; see [Model.Node].
type Bool = ref.Bool

// The two constants; node 0 is the constant true.
const (
	True  = ref.True
	False = ref.False
)

// Int is a reference to an integer node: its index in [Model.Ints].
type Int = ref.Int

// BoolNode is one of [Constant], [BoolVar], [And], [Iff], [AtMost], [Exactly], [In].
// Arguments always have smaller indices than the node itself.
type BoolNode interface{ boolNode() }

type (
	// Constant is the constant true, node 0.
	Constant struct{}
	// BoolVar is the value of a boolean variable.
	BoolVar struct{ Var VarID }
	// And is the conjunction of two or more distinct references in ascending
	// order, none constant, none the opposite of another. A disjunction is a
	// negated And of negations.
	And struct{ Args []Bool }
	// Iff is the condition that A and B have the same value; both are positive references.
	Iff struct{ A, B Bool }
	// AtMost is the condition that the sum of the terms is at most Bound.
	AtMost struct {
		Terms []Term
		Bound int64
	}
	// Exactly is the condition that the sum of the terms is Sum. A single term with
	// coefficient 1 is written as In instead.
	Exactly struct {
		Terms []Term
		Sum   int64
	}
	// In is the condition that X takes one of Values, which are within the bounds of X and
	// neither none nor all of its range.
	In struct {
		X      Int
		Values Domain
	}
)

// Node is the node that b refers to, whatever its sign. Most nodes are variables, of which there may be millions: they are
// made of a number each when they are asked for.
func (m *Model) Node(b Bool) BoolNode { return m.BoolNode(b.Node()) }

// BoolNode is the boolean node with an index; that with index 0 is the constant true.
func (m *Model) BoolNode(i int) BoolNode {
	if v := m.bools[i]; v >= 0 {
		return BoolVar{VarID(v)}
	}
	return m.formulas[^m.bools[i]]
}

// BoolCount is the number of boolean nodes.
func (m *Model) BoolCount() int { return len(m.bools) }

// BoolNodes lists the boolean nodes.
func (m *Model) BoolNodes() []BoolNode {
	out := make([]BoolNode, m.BoolCount())
	for i := range out {
		out[i] = m.BoolNode(i)
	}
	return out
}

// addFormula adds a boolean node that is no variable, and returns its index.
func (m *Model) addFormula(n BoolNode) int32 {
	m.bools = append(m.bools, ^int32(len(m.formulas)))
	m.formulas = append(m.formulas, n)
	return int32(len(m.bools) - 1)
}

// Term is a coefficient, never 0, times an integer node. The terms of a sum
// have distinct nodes in ascending order, and none of them is a constant or
// itself a [Linear].
type Term struct {
	Coef int64
	X    Int
}

// IntNode is one of [IntConst], [IntVar], [ToInt], [Linear], [Product], [Div],
// [Mod], [Min], [Max], [If], [Element]. Each is total: where arithmetic has no
// result the node is 0, and compile guards its use.
type IntNode interface{ intNode() }

type (
	// IntConst is a known integer.
	IntConst struct{ Value int64 }
	// IntVar is the value of an integer variable.
	IntVar struct{ Var VarID }
	// ToInt is 1 where B holds, else 0.
	ToInt struct{ B Bool }
	// Linear is Const plus the sum of the terms.
	Linear struct {
		Terms []Term
		Const int64
	}
	// Product is A times B.
	Product struct{ A, B Int }
	// Div is A divided by B, rounded down; 0 where B is 0.
	Div struct{ A, B Int }
	// Mod is A minus B times the floor of A/B, which has the sign of B; 0 where B is 0.
	Mod struct{ A, B Int }
	// Min is the least of one or more arguments.
	Min struct{ Args []Int }
	// Max is the greatest of one or more arguments.
	Max struct{ Args []Int }
	// If is Then where Cond holds, else Else.
	If struct {
		Cond       Bool
		Then, Else Int
	}
	// Element is Items[Index-Base] (the element constraint); 0 where that is out of range.
	Element struct {
		Index Int
		Base  int64
		Items []Int
	}
)

func (Constant) boolNode() {}
func (BoolVar) boolNode()  {}
func (And) boolNode()      {}
func (Iff) boolNode()      {}
func (AtMost) boolNode()   {}
func (Exactly) boolNode()  {}
func (In) boolNode()       {}

func (IntConst) intNode() {}
func (IntVar) intNode()   {}
func (ToInt) intNode()    {}
func (Linear) intNode()   {}
func (Product) intNode()  {}
func (Div) intNode()      {}
func (Mod) intNode()      {}
func (Min) intNode()      {}
func (Max) intNode()      {}
func (If) intNode()       {}
func (Element) intNode()  {}
