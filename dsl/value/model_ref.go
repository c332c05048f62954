package value

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
