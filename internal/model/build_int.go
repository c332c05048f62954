package model

import (
	"cmp"
	"slices"

	"nazo/internal/alg"
)

// MaxMagnitude bounds the integers of a model. At 2^53, sums and products in engines stay far from overflow.
const MaxMagnitude = 1 << 53

// Representable reports whether no value of x, nor of its operands, can exceed [MaxMagnitude]. Builders of
// expressions check each result before using it. Bounds beyond are clipped, so nothing wraps.
func (m *Model) Representable(x Int) bool {
	b := m.bounds[x]
	return -MaxMagnitude <= b.Lo && b.Hi <= MaxMagnitude
}

// Int is a known integer.
func (m *Model) Int(v int64) Int {
	h := newHash(hashConst, v)
	return m.shareInt(h, func(n IntNode) bool { return n == IntNode(IntConst{v}) },
		func() IntNode { return IntConst{v} }, Interval{v, v})
}

// IntVar is the node of an integer variable.
func (m *Model) IntVar(v VarID) Int {
	if m.varNode[v] < 0 {
		var x Int
		if c, single := m.Vars[v].Domain.Single(); single {
			x = m.Int(c)
		} else {
			x = m.addInt(IntVar{v}, m.Vars[v].Domain.Bounds())
		}
		m.varNode[v] = int32(x)
	}
	return Int(m.varNode[v])
}

// ToInt is 1 where b holds, else 0.
func (m *Model) ToInt(b Bool) Int {
	switch {
	case b == True:
		return m.Int(1)
	case b == False:
		return m.Int(0)
	case b.Negated(): // 1 - the positive reference, so that sums share terms
		return m.Plus(m.Int(1), m.Scale(-1, m.ToInt(b.Not())))
	}
	return m.shareEqual(newHash(hashToInt, int64(b)), ToInt{b}, Interval{0, 1})
}

// Constant returns the value of a node that is a known integer.
func (m *Model) Constant(x Int) (int64, bool) {
	c, ok := m.Ints[x].(IntConst)
	return c.Value, ok
}

// Sum is the sum of any terms. Coefficients may be 0 and nodes may repeat.
func (m *Model) Sum(terms ...Term) Int {
	var flat []Term
	var constant int64
	for _, t := range terms {
		inner, c := m.linear(t.X)
		constant = clampAdd(constant, clampMul(t.Coef, c))
		flat = append(flat, alg.Map(inner, func(i Term) Term { return Term{clampMul(t.Coef, i.Coef), i.X} })...)
	}
	slices.SortStableFunc(flat, func(a, b Term) int { return cmp.Compare(a.X, b.X) })
	merged := flat[:0]
	for _, t := range flat {
		if n := len(merged); n > 0 && merged[n-1].X == t.X {
			merged[n-1].Coef = clampAdd(merged[n-1].Coef, t.Coef)
		} else {
			merged = append(merged, t)
		}
	}
	merged = slices.DeleteFunc(merged, func(t Term) bool { return t.Coef == 0 })
	if len(merged) == 0 {
		return m.Int(constant)
	}
	if constant == 0 && len(merged) == 1 && merged[0].Coef == 1 {
		return merged[0].X
	}
	bounds := Interval{constant, constant}
	for _, t := range merged {
		bounds = addBounds(bounds, mulBounds(Interval{t.Coef, t.Coef}, m.bounds[t.X]))
	}
	h := hashTerms(hashLinear, merged, constant)
	return m.shareInt(h, func(n IntNode) bool {
		l, ok := n.(Linear)
		return ok && l.Const == constant && slices.Equal(l.Terms, merged)
	}, func() IntNode { return Linear{merged, constant} }, bounds)
}

// Plus is a + b.
func (m *Model) Plus(a, b Int) Int { return m.Sum(Term{1, a}, Term{1, b}) }

// Minus is a - b.
func (m *Model) Minus(a, b Int) Int { return m.Sum(Term{1, a}, Term{-1, b}) }

// Scale is k times x.
func (m *Model) Scale(k int64, x Int) Int { return m.Sum(Term{k, x}) }

// linear splits x into terms and a constant.
func (m *Model) linear(x Int) ([]Term, int64) {
	switch n := m.Ints[x].(type) {
	case IntConst:
		return nil, n.Value
	case Linear:
		return n.Terms, n.Const
	}
	return []Term{{1, x}}, 0
}

// Product is a * b.
func (m *Model) Product(a, b Int) Int {
	if c, ok := m.Constant(a); ok {
		return m.Scale(c, b)
	}
	if c, ok := m.Constant(b); ok {
		return m.Scale(c, a)
	}
	a, b = min(a, b), max(a, b)
	bounds := mulBounds(m.bounds[a], m.bounds[b])
	if a == b {
		bounds.Lo = max(bounds.Lo, 0)
	}
	return m.binary(hashProduct, Product{a, b}, a, b, bounds)
}

// Div is a / b rounded down, and 0 where b is 0.
func (m *Model) Div(a, b Int) Int {
	x, okA := m.Constant(a)
	y, okB := m.Constant(b)
	switch {
	case okB && y == 0:
		return m.Int(0)
	case okB && y == 1:
		return a
	case okA && okB:
		return m.Int(alg.FloorDiv(x, y))
	}
	r, d := m.bounds[a], m.bounds[b]
	bounds := Interval{min(r.Lo, -r.Hi, 0), max(r.Hi, -r.Lo, 0)}
	if d.Lo > 0 { // the usual case: quotients lie between those of the corners
		bounds.Lo = min(alg.FloorDiv(r.Lo, d.Lo), alg.FloorDiv(r.Lo, d.Hi))
		bounds.Hi = max(alg.FloorDiv(r.Hi, d.Lo), alg.FloorDiv(r.Hi, d.Hi))
	}
	return m.binary(hashDiv, Div{a, b}, a, b, bounds)
}

// Mod is the remainder of a / b, and 0 where b is 0.
func (m *Model) Mod(a, b Int) Int {
	x, okA := m.Constant(a)
	y, okB := m.Constant(b)
	switch {
	case okB && y == 0:
		return m.Int(0)
	case okA && okB:
		return m.Int(alg.FloorMod(x, y))
	case okB && y > 0 && m.bounds[a].Lo >= 0 && m.bounds[a].Hi < y:
		return a
	}
	d := m.bounds[b]
	return m.binary(hashMod, Mod{a, b}, a, b, Interval{min(d.Lo+1, 0), max(d.Hi-1, 0)})
}

func (m *Model) binary(op hashOp, node IntNode, a, b Int, bounds Interval) Int {
	if bounds.Lo == bounds.Hi {
		return m.Int(bounds.Lo)
	}
	return m.shareEqual(newHash(op, int64(a), int64(b)), node, bounds)
}

func (m *Model) shareEqual(h hash, node IntNode, bounds Interval) Int {
	return m.shareInt(h, func(n IntNode) bool { return n == node }, func() IntNode { return node }, bounds)
}

// Min is the least of one or more nodes.
func (m *Model) Min(xs ...Int) Int {
	return m.extremum(hashMin, xs, func(a, b int64) int64 { return min(a, b) }, func(xs []Int) IntNode { return Min{xs} })
}

// Max is the greatest of one or more nodes.
func (m *Model) Max(xs ...Int) Int {
	return m.extremum(hashMax, xs, func(a, b int64) int64 { return max(a, b) }, func(xs []Int) IntNode { return Max{xs} })
}

// extremum sorts the arguments and drops repeats. pick is min or max.
func (m *Model) extremum(op hashOp, xs []Int, pick func(a, b int64) int64, node func([]Int) IntNode) Int {
	xs = slices.Clone(xs)
	xs = alg.Set(xs)
	bounds := m.bounds[xs[0]]
	for _, x := range xs[1:] {
		bounds = Interval{pick(bounds.Lo, m.bounds[x].Lo), pick(bounds.Hi, m.bounds[x].Hi)}
	}
	switch {
	case bounds.Lo == bounds.Hi:
		return m.Int(bounds.Lo)
	case len(xs) == 1:
		return xs[0]
	}
	return m.shareInt(hashInts(op, xs), func(n IntNode) bool {
		switch e := n.(type) {
		case Min:
			return op == hashMin && slices.Equal(e.Args, xs)
		case Max:
			return op == hashMax && slices.Equal(e.Args, xs)
		}
		return false
	}, func() IntNode { return node(xs) }, bounds)
}

// Abs is the magnitude of x.
func (m *Model) Abs(x Int) Int {
	if m.bounds[x].Lo >= 0 {
		return x
	}
	return m.Max(x, m.Scale(-1, x), m.Int(0))
}

// If is a where cond holds, else b.
func (m *Model) If(cond Bool, a, b Int) Int {
	switch {
	case cond == True || a == b:
		return a
	case cond == False:
		return b
	case cond.Negated():
		cond, a, b = cond.Not(), b, a
	}
	if x, ok := m.Constant(a); ok {
		if y, ok := m.Constant(b); ok {
			return m.Sum(Term{1, m.Int(y)}, Term{clampAdd(x, -y), m.ToInt(cond)})
		}
	}
	return m.shareEqual(newHash(hashIf, int64(cond), int64(a), int64(b)), If{cond, a, b}, m.bounds[a].Hull(m.bounds[b]))
}

// Element is items[index-base], or 0 where that is out of range.
func (m *Model) Element(index Int, base int64, items []Int) Int {
	r := m.bounds[index]
	lo, hi := max(r.Lo-base, 0), min(r.Hi-base, int64(len(items))-1)
	outside := r.Lo < base || r.Hi-base >= int64(len(items))
	if lo > hi {
		return m.Int(0)
	}
	if lo == hi && !outside {
		return items[lo]
	}
	items = slices.Clone(items[lo : hi+1])
	base += lo
	bounds := m.bounds[items[0]]
	same := true
	for _, x := range items {
		bounds = bounds.Hull(m.bounds[x])
		same = same && x == items[0]
	}
	if outside {
		bounds = bounds.Hull(Interval{0, 0})
	} else if same {
		return items[0]
	}
	h := hashInts(hashElement, items)
	h.add(int64(index))
	h.add(base)
	return m.shareInt(h, func(n IntNode) bool {
		e, ok := n.(Element)
		return ok && e.Index == index && e.Base == base && slices.Equal(e.Items, items)
	}, func() IntNode { return Element{index, base, items} }, bounds)
}
