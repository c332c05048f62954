package value

import (
	"cmp"
	"math/big"
	"math/bits"
	"strconv"
)

// Int is a known integer that fits 64 bits.
type Int int64

func (n Int) rank() rank              { return numberRank }
func (n Int) noun() string            { return "a number" }
func (n Int) known() bool             { return true }
func (n Int) text() string            { return strconv.FormatInt(int64(n), 10) }
func (n Int) key() Key                { return Key{rank: numberRank, a: int64(n)} }
func (n Int) spell(out []byte) []byte { return strconv.AppendInt(out, int64(n), 10) }

func (n Int) compare(v Value) int {
	switch m := v.(type) {
	case Int:
		return cmp.Compare(n, m)
	case Big:
		return bigOf(n).Cmp(m.Int)
	}
	return compareKinds(numberRank, v)
}

// Big is a known integer that does not fit 64 bits.
type Big struct{ *big.Int }

func (b Big) rank() rank              { return numberRank }
func (b Big) noun() string            { return "a number" }
func (b Big) known() bool             { return true }
func (b Big) text() string            { return b.Int.String() }
func (b Big) key() Key                { return spelt(b) }
func (b Big) spell(out []byte) []byte { return b.Append(out, 10) }

func (b Big) compare(v Value) int {
	if v, ok := BigOf(v); ok {
		return b.Cmp(v)
	}
	return compareKinds(numberRank, v)
}

func bigOf(v Value) *big.Int {
	switch v := v.(type) {
	case Int:
		return big.NewInt(int64(v))
	case Big:
		return v.Int
	}
	panic("value: not a known integer")
}

// FromBig is the known integer of that size.
func FromBig(b *big.Int) Value {
	if b.IsInt64() {
		return Int(b.Int64())
	}
	return Big{b}
}

// BigOf is the known integer v as a big one; ok is false for other values. It
// must not be changed.
func BigOf(v Value) (b *big.Int, ok bool) {
	switch v.(type) {
	case Int, Big:
		return bigOf(v), true
	}
	return nil, false
}

// Add is a + b for known integers.
func Add(a, b Value) Value {
	if x, y, ok := smallPair(a, b); ok {
		if s := x + y; (s > x) == (y > 0) {
			return Int(s)
		}
	}
	return FromBig(new(big.Int).Add(bigOf(a), bigOf(b)))
}

// Sub is a - b for known integers.
func Sub(a, b Value) Value { return Add(a, Neg(b)) }

// Neg is -a for a known integer.
func Neg(a Value) Value {
	if x, ok := a.(Int); ok && x != -x {
		return -x
	}
	return FromBig(new(big.Int).Neg(bigOf(a)))
}

// Mul is a * b for known integers.
func Mul(a, b Value) Value {
	if x, y, ok := smallPair(a, b); ok {
		hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y)))
		if hi == 0 && lo>>62 == 0 {
			return Int(x * y)
		}
	}
	return FromBig(new(big.Int).Mul(bigOf(a), bigOf(b)))
}

// Bits is the length of a known integer in bits.
func Bits(v Value) int { return bigOf(v).BitLen() }

// Div is a / b rounded down for known integers, None where b is 0.
func Div(a, b Value) Value {
	q, _, ok := divMod(a, b)
	if !ok {
		return None{}
	}
	return FromBig(q)
}

// Mod is the remainder of Div, with the sign of b, None where b is 0.
func Mod(a, b Value) Value {
	_, r, ok := divMod(a, b)
	if !ok {
		return None{}
	}
	return FromBig(r)
}

func divMod(a, b Value) (q, r *big.Int, ok bool) {
	d := bigOf(b)
	if d.Sign() == 0 {
		return nil, nil, false
	}
	q, r = new(big.Int).QuoRem(bigOf(a), d, new(big.Int))
	if r.Sign() != 0 && r.Sign() != d.Sign() { // truncated towards zero: round down
		q.Sub(q, big.NewInt(1))
		r.Add(r, d)
	}
	return q, r, true
}

func smallPair(a, b Value) (x, y Int, ok bool) {
	x, okX := a.(Int)
	y, okY := b.(Int)
	return x, y, okX && okY
}
