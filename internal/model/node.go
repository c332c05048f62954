package model

import (
	"encoding/binary"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
)

// Bool is a reference to a boolean node: its index, and a sign; see [Model.Node].
type Bool = value.BoolRef

// The two constants; node 0 is the constant true.
const (
	True  = value.TrueRef
	False = value.FalseRef
)

// Int is a reference to an integer node: its index in [Model.Ints].
type Int = value.IntRef

// BoolNode is one of [Constant], [BoolVar], [And], [Iff], [AtMost], [Exactly], [In]. Arguments have smaller indices
// than their node.
type BoolNode interface{ boolNode() }

type (
	// Constant is the constant true, node 0.
	Constant struct{}
	// BoolVar is the value of a boolean variable.
	BoolVar struct{ Var VarID }
	// And is the conjunction of at least two distinct references in ascending order, without
	// constants or opposites. A disjunction is a negated And of negations.
	And struct{ Args []Bool }
	// Iff is the condition that A and B have the same value; both are positive references.
	Iff struct{ A, B Bool }
	// AtMost is the condition that the sum of the terms is at most Bound.
	AtMost struct {
		Terms []Term
		Bound int64
	}
	// Exactly is the condition that the sum of the terms is Sum. A single term with coefficient 1 is an In instead.
	Exactly struct {
		Terms []Term
		Sum   int64
	}
	// In is the condition that X takes one of Values. These lie within the bounds of X and are neither none nor all
	// of them.
	In struct {
		X      Int
		Values Domain
	}
)

// Node returns the node of b, ignoring its sign. Nodes of variables are not stored, as there may be millions.
func (m *Model) Node(b Bool) BoolNode { return m.BoolNode(b.Node()) }

// BoolNode returns the boolean node with an index.
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

// addFormula adds a boolean node other than a variable and returns its index.
func (m *Model) addFormula(n BoolNode) int32 {
	m.bools = append(m.bools, ^int32(len(m.formulas)))
	m.formulas = append(m.formulas, n)
	return int32(len(m.bools) - 1)
}

// Term is a nonzero coefficient times an integer node. The terms of a sum have distinct nodes in
// ascending order, none a constant or a [Linear].
type Term struct {
	Coef int64
	X    Int
}

// IntNode is one of [IntConst], [IntVar], [ToInt], [Linear], [Product], [Div], [Mod], [Min], [Max], [If],
// [Element]. Each is total: a node is 0 where arithmetic is undefined, and compile guards its use.
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

// hash is FNV-1a over the 64-bit words that identify a node. Nodes are hash-consed: building the same expression
// twice gives the same reference.
type hash uint64

type hashOp int64

const (
	hashAnd hashOp = iota + 1
	hashIff
	hashAtMost
	hashExactly
	hashIn
	hashConst
	hashToInt
	hashLinear
	hashProduct
	hashDiv
	hashMod
	hashMin
	hashMax
	hashIf
	hashElement
)

func newHash(op hashOp, words ...int64) hash {
	h := hash(14695981039346656037)
	h.add(int64(op))
	for _, w := range words {
		h.add(w)
	}
	return h
}

func (h *hash) add(v int64) {
	x := (uint64(*h) ^ uint64(v)) * 1099511628211
	*h = hash(x ^ x>>29)
}

func hashTerms(op hashOp, terms []Term, constant int64) hash {
	h := newHash(op, constant)
	for _, t := range terms {
		h.add(t.Coef)
		h.add(int64(t.X))
	}
	return h
}

func hashInts(op hashOp, xs []Int) hash {
	h := newHash(op)
	for _, x := range xs {
		h.add(int64(x))
	}
	return h
}

func (m *Model) shareBool(h hash, same func(BoolNode) bool, make func() BoolNode) Bool {
	for i := range m.shared.candidates(h) {
		if i&intMark == 0 && same(m.BoolNode(int(i))) {
			return Bool(i << 1)
		}
	}
	i := m.addFormula(make())
	m.shared.add(h, i)
	return Bool(i << 1)
}

func (m *Model) shareInt(h hash, same func(IntNode) bool, make func() IntNode, bounds Interval) Int {
	for i := range m.shared.candidates(h) {
		if i&intMark != 0 && same(m.Ints[i&^intMark]) {
			return Int(i &^ intMark)
		}
	}
	x := m.addInt(make(), bounds)
	m.shared.add(h, int32(x)|intMark)
	return x
}

func (m *Model) addInt(n IntNode, bounds Interval) Int {
	m.Ints = append(m.Ints, n)
	m.bounds = append(m.bounds, bounds)
	return Int(len(m.Ints) - 1)
}

// nodeTable is a hash table of nodes with open addressing, as models may have millions of nodes.
type nodeTable struct {
	slots []nodeSlot // a power of two, at most three quarters in use
	taken int
}

// nodeSlot has a node plus one, 0 if free, and the lower half of the node's hash.
type nodeSlot struct {
	node int32
	hash uint32
}

// intMark is set in the entries for integer nodes.
const intMark = 1 << 30

// candidates yields the nodes whose hash may be h.
func (t *nodeTable) candidates(h hash) func(yield func(node int32) bool) {
	return func(yield func(int32) bool) {
		if t.taken == 0 {
			return
		}
		mask := uint32(len(t.slots) - 1)
		for at := uint32(h) & mask; t.slots[at].node > 0; at = (at + 1) & mask {
			if t.slots[at].hash == uint32(h) && !yield(t.slots[at].node-1) {
				return
			}
		}
	}
}

func (t *nodeTable) add(h hash, node int32) {
	if 4*(t.taken+1) > 3*len(t.slots) {
		old := t.slots
		t.slots = make([]nodeSlot, max(64, 2*len(old)))
		for _, s := range old {
			if s.node > 0 {
				t.put(s)
			}
		}
	}
	t.put(nodeSlot{node + 1, uint32(h)})
	t.taken++
}

func (t *nodeTable) put(s nodeSlot) {
	mask := uint32(len(t.slots) - 1)
	at := s.hash & mask
	for t.slots[at].node > 0 {
		at = (at + 1) & mask
	}
	t.slots[at] = s
}

func (t *nodeTable) clone() nodeTable { return nodeTable{slices.Clone(t.slots), t.taken} }

// key identifies a body. Lists are preceded by their lengths, so different bodies have different keys.
type key []byte

func newKey(kind string) key { return append(append(key{}, kind...), 0) }

// String returns the key for use in maps.
func (k key) String() string { return string(k) }

func (k key) number(v int64) key { return binary.AppendVarint(k, v) }

func (k key) flag(v bool) key {
	if v {
		return append(k, 1)
	}
	return append(k, 0)
}

func (k key) bools(bs ...Bool) key { return appendList(k, bs) }

func (k key) ints(xs ...Int) key { return appendList(k, xs) }

func (k key) labels(vs []int32) key { return appendList(k, vs) }

// appendList distinguishes nil, which has a meaning of its own, from an empty list.
func appendList[T ~int32](k key, list []T) key {
	if list == nil {
		return k.number(-1)
	}
	k = k.number(int64(len(list)))
	for _, v := range list {
		k = k.number(int64(v))
	}
	return k
}

// graph appends vertices and edges. The order in which searches try them is no part of a body's meaning.
func (k key) graph(g *alg.Graph) key {
	k = k.number(int64(g.Order())).flag(g.Directed).number(int64(len(g.Edges)))
	for _, e := range g.Edges {
		k = k.number(int64(e.U)).number(int64(e.V))
	}
	return k
}
