package machine

import (
	"math"
	"math/bits"

	"nazo/internal/model"
)

// State is a value for every variable, as a [Layout] has them: Layout.Words words.
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

// whole reports whether the variable has a word of its own, and its value is that
// word.
func (f *field) whole() bool { return f.mask == math.MaxUint64 && f.shift == 0 && f.low == 0 }

func wholeWord(word int32) field { return field{word: word, mask: math.MaxUint64} }

// Layout says where the variables of a model lie in a state.
type Layout struct {
	m      *model.Model
	fields []field
	words  int
	plain  bool // every variable has a word, which is its value
}

// Packed gives each variable of a machine's model as few bits as it needs, none
// across two words, in the first word that has room; variables that never change have
// none. There is always a word. It is for searches, which keep many states.
func Packed(m *model.Model) *Layout { return packed(m, lasting(m)) }

// packed returns the layout in which the variables that last have no bits.
func packed(m *model.Model, lasts []bool) *Layout {
	fields := make([]field, len(m.Vars))
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
	return &Layout{m: m, fields: fields, words: len(free)}
}

// Plain gives each variable a word, which is its value. It is for playing on and on
// from one state, which is faster so.
func Plain(m *model.Model) *Layout {
	fields := make([]field, len(m.Vars))
	for v := range fields {
		fields[v] = wholeWord(int32(v))
	}
	return &Layout{m: m, fields: fields, words: max(1, len(fields)), plain: true}
}

// Words returns the number of words of a state, at least 1.
func (l *Layout) Words() int { return l.words }

// Pack returns the state of the values of all variables; what follows them is ignored.
// Each value must be one of its variable's domain.
func (l *Layout) Pack(values model.Solution) State {
	s := make(State, l.words)
	l.PackInto(s, values)
	return s
}

// PackInto is as Pack, into a state that is there.
func (l *Layout) PackInto(s State, values model.Solution) {
	for v := range l.fields {
		l.fields[v].put(s, values[v])
	}
}

// Unpack returns the values of all variables.
func (l *Layout) Unpack(s State) model.Solution {
	values := make(model.Solution, len(l.fields))
	for v := range l.fields {
		values[v] = l.fields[v].get(s)
	}
	return values
}

// Value returns the value of one variable.
func (l *Layout) Value(s State, v model.VarID) int64 { return l.fields[v].get(s) }

// Set gives a variable a value of its domain.
func (l *Layout) Set(s State, v model.VarID, value int64) { l.fields[v].put(s, value) }

// Bit returns where a variable lies that is a single bit, which is its value.
func (l *Layout) Bit(v model.VarID) (word int, bit uint8, ok bool) {
	f := &l.fields[v]
	return int(f.word), f.shift, f.mask == 1 && f.low == 0
}

// Lasting returns the value of a variable that never changes, if it is one and the layout
// has no place for it.
func (l *Layout) Lasting(v model.VarID) (value int64, ok bool) {
	f := &l.fields[v]
	return f.low, f.mask == 0
}

// test is the condition that the bits of a word under mask are value.
type test struct {
	word        int32
	mask, value uint64
}

// tests returns the facts, one test for each word. It returns false if one of them
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
