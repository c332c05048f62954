package machine

import (
	"math"
	"math/bits"

	"nazo/internal/model"
)

// State has the values of all variables in Layout.Words words.
type State []uint64

// field says where a variable lies. Its value is low plus the bits under mask of the word shifted right. A
// variable that never changes has no bits, and low is its value.
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

// whole reports whether the variable's value is a whole word.
func (f *field) whole() bool { return f.mask == math.MaxUint64 && f.shift == 0 && f.low == 0 }

// Layout says where the variables of a model lie in a state.
type Layout struct {
	m      *model.Model
	fields []field
	words  int
	plain  bool // every variable has a word, which is its value
}

// Packed gives each variable of a machine's model as few bits as it needs, all in one word, the first that has room.
// Variables that never change have none. There is always a word. It is for searches, which store many states.
func Packed(m *model.Model) *Layout { return packed(m, lasting(m)) }

// packed is Packed, given the variables that never change.
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

// Plain gives each variable a word, which is its value. It is faster for playing on from one state.
func Plain(m *model.Model) *Layout {
	fields := make([]field, len(m.Vars))
	for v := range fields {
		fields[v] = field{word: int32(v), mask: math.MaxUint64}
	}
	return &Layout{m: m, fields: fields, words: max(1, len(fields)), plain: true}
}

// Words returns the number of words of a state, at least 1.
func (l *Layout) Words() int { return l.words }

// Pack returns the state with the given values of all variables. Each must be in its variable's domain. What
// follows them is ignored.
func (l *Layout) Pack(values model.Solution) State {
	s := make(State, l.words)
	l.PackInto(s, values)
	return s
}

// PackInto is like Pack, into an existing state.
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

// Bit returns the place of a variable whose value is a single bit.
func (l *Layout) Bit(v model.VarID) (word int, bit uint8, ok bool) {
	f := &l.fields[v]
	return int(f.word), f.shift, f.mask == 1 && f.low == 0
}

// Lasting returns the value of a variable that never changes and has no place in the layout. ok is false for
// other variables.
func (l *Layout) Lasting(v model.VarID) (value int64, ok bool) {
	f := &l.fields[v]
	return f.low, f.mask == 0
}

// test is the condition that the bits of a word under mask equal value.
type test struct {
	word        int32
	mask, value uint64
}

// tests compiles facts to one test for each word. It returns false if they can't all hold.
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
