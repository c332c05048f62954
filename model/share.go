package model

// Nodes are shared (common subexpressions are eliminated by hash-consing): building the same
// expression twice gives the same reference. hash collects what identifies a node (FNV-1a over 64-bit words).
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

func newHash(op hashOp) hash {
	h := hash(14695981039346656037)
	h.add(int64(op))
	return h
}

func (h *hash) add(v int64) {
	x := (uint64(*h) ^ uint64(v)) * 1099511628211
	*h = hash(x ^ x>>29)
}

func hashTerms(op hashOp, terms []Term, constant int64) hash {
	h := newHash(op)
	h.add(constant)
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
