package value

import (
	"cmp"
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// None is the absent value.
type None struct{}

func (None) rank() rank              { return noneRank }
func (None) known() bool             { return true }
func (None) text() string            { return "none" }
func (None) key() Key                { return Key{rank: noneRank} }
func (None) spell(out []byte) []byte { return out }
func (None) members() []Value        { return nil }
func (None) compare(Value) int       { return 0 }

// IsNone reports whether a value is absent.
func IsNone(v Value) bool {
	_, none := v.(None)
	return none
}

// IsNumber reports whether a value is a known integer.
func IsNumber(v Value) bool {
	switch v.(type) {
	case Int, Big:
		return true
	}
	return false
}

// Bool is a truth value. It is known if it is True or False.
type Bool BoolRef

// True and False are the known truth values.
const (
	True  = Bool(TrueRef)
	False = Bool(FalseRef)
)

// Of returns the known truth value of b.
func Of(b bool) Bool { return Bool(ConstRef(b)) }

func (v Bool) rank() rank  { return boolRank }
func (v Bool) known() bool { return v == True || v == False }

func (v Bool) text() string {
	switch v {
	case True:
		return "true"
	case False:
		return "false"
	}
	return "?"
}

func (v Bool) compare(w Value) int     { return cmp.Compare(w.(Bool), v) } // True is 0, but false sorts first
func (v Bool) key() Key                { return Key{rank: boolRank, a: int64(v)} }
func (v Bool) spell(out []byte) []byte { return strconv.AppendInt(out, int64(v), 10) }

// Text is a literal text, which only names and prints things.
type Text string

func (v Text) rank() rank              { return textRank }
func (v Text) known() bool             { return true }
func (v Text) text() string            { return string(v) }
func (v Text) key() Key                { return Key{rank: textRank, text: string(v)} }
func (v Text) spell(out []byte) []byte { return strconv.AppendQuote(out, string(v)) }
func (v Text) compare(w Value) int     { return cmp.Compare(v, w.(Text)) }

// Int is a known integer that fits 64 bits.
type Int int64

func (n Int) rank() rank              { return numberRank }
func (n Int) known() bool             { return true }
func (n Int) text() string            { return strconv.FormatInt(int64(n), 10) }
func (n Int) key() Key                { return Key{rank: numberRank, a: int64(n)} }
func (n Int) spell(out []byte) []byte { return strconv.AppendInt(out, int64(n), 10) }
func (n Int) compare(v Value) int     { return bigOf(n).Cmp(bigOf(v)) } // one is Big

// Big is a known integer that does not fit 64 bits.
type Big struct{ *big.Int }

func (b Big) rank() rank              { return numberRank }
func (b Big) known() bool             { return true }
func (b Big) text() string            { return b.Int.String() }
func (b Big) key() Key                { return spelt(b) }
func (b Big) spell(out []byte) []byte { return b.Append(out, 10) }
func (b Big) compare(v Value) int     { return b.Cmp(bigOf(v)) }

func bigOf(v Value) *big.Int {
	switch v := v.(type) {
	case Int:
		return big.NewInt(int64(v))
	case Big:
		return v.Int
	}
	panic("value: not a known integer")
}

// FromBig returns the known integer with the value of b.
func FromBig(b *big.Int) Value {
	if b.IsInt64() {
		return Int(b.Int64())
	}
	return Big{b}
}

// BigOf returns the known integer v as a big.Int, which must not be changed. ok is false for other values.
func BigOf(v Value) (b *big.Int, ok bool) {
	switch v.(type) {
	case Int, Big:
		return bigOf(v), true
	}
	return nil, false
}

// Add returns a + b for known integers.
func Add(a, b Value) Value {
	if x, y, ok := smallPair(a, b); ok {
		if s := x + y; (s > x) == (y > 0) {
			return Int(s)
		}
	}
	return FromBig(new(big.Int).Add(bigOf(a), bigOf(b)))
}

// Sub returns a - b for known integers.
func Sub(a, b Value) Value { return Add(a, Neg(b)) }

// Neg returns -a for a known integer.
func Neg(a Value) Value {
	if x, ok := a.(Int); ok && x != -x {
		return -x
	}
	return FromBig(new(big.Int).Neg(bigOf(a)))
}

// Mul returns a * b for known integers.
func Mul(a, b Value) Value {
	if x, y, ok := smallPair(a, b); ok {
		hi, lo := bits.Mul64(uint64(max(x, -x)), uint64(max(y, -y)))
		if hi == 0 && lo>>62 == 0 {
			return Int(x * y)
		}
	}
	return FromBig(new(big.Int).Mul(bigOf(a), bigOf(b)))
}

// Bits returns the length of a known integer in bits.
func Bits(v Value) int { return bigOf(v).BitLen() }

// Div returns a / b rounded down for known integers, or None if b is 0.
func Div(a, b Value) Value {
	q, _, ok := divMod(a, b)
	if !ok {
		return None{}
	}
	return FromBig(q)
}

// Mod returns the remainder of Div, with the sign of b, or None if b is 0.
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
	if r.Sign() != 0 && r.Sign() != d.Sign() { // QuoRem truncates towards zero: round down
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

// Label is a word: an element of an enumeration, or a room letter.
type Label struct {
	Name string
	// Print is its text in a grid. For plain labels it is the name.
	Print string
	// Rank orders the labels of one enumeration by declaration.
	Rank int
}

func (l Label) rank() rank   { return labelRank }
func (l Label) known() bool  { return true }
func (l Label) text() string { return l.Name }

func (l Label) compare(v Value) int {
	m := v.(Label)
	if l.Name == m.Name {
		return 0
	}
	return cmp.Or(cmp.Compare(l.Rank, m.Rank), compareWords(l.Name, m.Name))
}

func (l Label) key() Key                { return Key{rank: labelRank, text: l.Name} }
func (l Label) spell(out []byte) []byte { return strconv.AppendQuote(out, l.Name) }

// compareWords orders words. Numbers come first, by size.
func compareWords(a, b string) int {
	switch n, m := isNumber(a), isNumber(b); {
	case n && m:
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	case n:
		return -1
	case m:
		return 1
	}
	return cmp.Compare(a, b)
}

// isNumber reports whether a word is a decimal number without leading zeros.
func isNumber(word string) bool {
	return word == "0" || word != "" && word[0] != '0' && strings.Trim(word, "0123456789") == ""
}

// Range is the known set of the integers Lo..Hi. It is empty if Hi < Lo.
type Range struct{ Lo, Hi int64 }

// longRange is larger than any expanded set.
const longRange = 1 << 28

func (r Range) rank() rank       { return setRank }
func (r Range) known() bool      { return true }
func (r Range) text() string     { return fmt.Sprintf("%d..%d", r.Lo, r.Hi) }
func (r Range) members() []Value { return r.elements() }

func (r Range) elements() []Value {
	out := make([]Value, 0, max(r.Hi-r.Lo+1, 0))
	for i := r.Lo; i <= r.Hi; i++ {
		out = append(out, Int(i))
	}
	return out
}

func (r Range) compare(v Value) int {
	if s, ok := v.(Range); ok {
		return compareRanges(r, s)
	}
	return compareSlices(r.upTo(v.(*Set)), v.(*Set).items)
}

// upTo returns enough members to compare the range with a set.
func (r Range) upTo(s *Set) []Value {
	if r.Hi-r.Lo > int64(s.Len()) {
		r.Hi = r.Lo + int64(s.Len())
	}
	return r.elements()
}

// compareRanges orders ranges like the sets that they represent.
func compareRanges(a, b Range) int {
	switch emptyA, emptyB := a.Hi < a.Lo, b.Hi < b.Lo; {
	case emptyA && emptyB:
		return 0
	case emptyA:
		return -1
	case emptyB:
		return 1
	}
	return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi))
}

func (r Range) key() Key { return spelt(r) }

func (r Range) spell(out []byte) []byte {
	if r.Hi-r.Lo >= longRange { // no expanded set is as large
		out = strconv.AppendInt(append(out, '.'), r.Lo, 10)
		return strconv.AppendInt(append(out, '.'), r.Hi, 10)
	}
	return spellAll(out, r.elements()...)
}
