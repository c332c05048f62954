// Package ref has the references by which values mention expressions of a model. They
// stand apart from package model so that who only handles known values, as the judge
// does, need not know that there are models.
package ref

// Bool is a reference to a boolean node with a sign: the node's index times
// two, plus one if it is negated. Negation is therefore free, and equal
// references mean equal truth values.
type Bool int32

// The two constants; node 0 is the constant true.
const (
	True  Bool = 0
	False Bool = 1
)

// Const is the constant b.
func Const(b bool) Bool {
	if b {
		return True
	}
	return False
}

// Not is the negation of b.
func (b Bool) Not() Bool { return b ^ 1 }

// Negated reports whether b is the negation of its node.
func (b Bool) Negated() bool { return b&1 == 1 }

// Node is the index of the node that b refers to.
func (b Bool) Node() int { return int(b >> 1) }

// Int is a reference to an integer node: its index.
type Int int32
