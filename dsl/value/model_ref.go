package value

// References are how values mention expressions of a model. They stand here, apart from package
// model: the judge handles known values only and need not know that there are models.

// BoolRef is a reference to a boolean node with a sign: the node's index times
// two, plus one if it is negated. Negation is therefore free, and equal
// references mean equal truth values.
type BoolRef int32

// The two constants; node 0 is the constant true.
const (
	TrueRef  BoolRef = 0
	FalseRef BoolRef = 1
)

// ConstRef is the constant b.
func ConstRef(b bool) BoolRef {
	if b {
		return TrueRef
	}
	return FalseRef
}

// Not is the negation of b.
func (b BoolRef) Not() BoolRef { return b ^ 1 }

// Negated reports whether b is the negation of its node.
func (b BoolRef) Negated() bool { return b&1 == 1 }

// Node is the index of the node that b refers to.
func (b BoolRef) Node() int { return int(b >> 1) }

// IntRef is a reference to an integer node: its index.
type IntRef int32
