package machine

import (
	"math/bits"

	"nazo/model"
)

// State is a value for every variable, packed: Program.Words words.
type State []uint64

// field is where a variable lies: its value is low plus the bits under mask in a
// word that was shifted right. A variable that never changes has no bits, and low is
// its value.
type field struct {
	word  int32
	shift uint8
	mask  uint64
	low   int64
}

func (f *field) get(s State) int64 { return f.low + int64(s[f.word]>>f.shift&f.mask) }

func (f *field) put(s State, value int64) {
	s[f.word] = s[f.word]&^(f.mask<<f.shift) | (uint64(value-f.low)&f.mask)<<f.shift
}

// layout gives each variable a field, none across two words, in the first word
// that has room. There is always a word.
func layout(m *model.Model) (fields []field, words int) {
	lasts := lasting(m)
	fields = make([]field, len(m.Vars))
	free := []int{64}
	for v, of := range m.Vars {
		if lasts[v] {
			fields[v].low = m.Machine.Start[v].Bounds().Lo
			continue
		}
		b := of.Domain.Bounds()
		width := bits.Len64(uint64(b.Hi) - uint64(b.Lo))
		w := 0
		for w < len(free) && free[w] < width {
			w++
		}
		if w == len(free) {
			free = append(free, 64)
		}
		fields[v] = field{word: int32(w), shift: uint8(64-free[w]) & 63, mask: 1<<width - 1, low: b.Lo}
		free[w] -= width
	}
	return fields, len(free)
}

// test says that the bits of a word under mask are value.
type test struct {
	word        int32
	mask, value uint64
}

// tests are the facts, one test for each word. It returns false if one of them
// can't be.
func tests(fields []field, facts []Fact) ([]test, bool) {
	var out []test
	for _, fact := range facts {
		f := &fields[fact.Var]
		digit := uint64(fact.Value - f.low)
		if digit > f.mask {
			return nil, false
		}
		if f.mask == 0 {
			continue
		}
		i := 0
		for i < len(out) && out[i].word != f.word {
			i++
		}
		if i == len(out) {
			out = append(out, test{word: f.word})
		}
		if out[i].mask>>f.shift&f.mask != 0 && out[i].value>>f.shift&f.mask != digit {
			return nil, false // two values of one variable
		}
		out[i].mask |= f.mask << f.shift
		out[i].value |= digit << f.shift
	}
	return out, true
}

func holdAll(tests []test, s State) bool {
	for i := range tests {
		if t := &tests[i]; s[t.word]&t.mask != t.value {
			return false
		}
	}
	return true
}
