package value

import "strings"

// Array has a value, known or not, for each key of a known set.
type Array struct {
	Keys   *Set
	Values []Value // in the order of Keys.List()
	// Board is set if the array was given or made as a grid over a whole board.
	Board    *Board
	allKnown bool
}

// NewArray makes an array; values are in the order of keys.List().
func NewArray(keys *Set, values []Value, board *Board) *Array {
	return &Array{Keys: keys, Values: values, Board: board, allKnown: allKnown(values)}
}

// At is the value for a known key; ok is false if there is no such key.
func (a *Array) At(k Value) (v Value, ok bool) {
	i := a.Keys.Index(k)
	if i < 0 {
		return nil, false
	}
	return a.Values[i], true
}

func (a *Array) rank() rank       { return arrayRank }
func (a *Array) noun() string     { return "an array" }
func (a *Array) known() bool      { return a.allKnown }
func (a *Array) members() []Value { return a.Values }

func (a *Array) text() string {
	parts := make([]string, len(a.Values))
	for i, k := range a.Keys.list {
		parts[i] = String(k) + ": " + String(a.Values[i])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (a *Array) compare(v Value) int {
	b, ok := v.(*Array)
	if !ok {
		return compareKinds(arrayRank, v)
	}
	if c := compareSlices(a.Keys.items, b.Keys.items); c != 0 {
		return c
	}
	for _, k := range a.Keys.items {
		x, _ := a.At(k)
		y, _ := b.At(k)
		if c := Compare(x, y); c != 0 {
			return c
		}
	}
	return 0
}

func (a *Array) key() Key { return spelt(a) }

func (a *Array) spell(out []byte) []byte {
	out = spellAll(out, a.Keys.items...)
	for _, k := range a.Keys.items {
		x, _ := a.At(k)
		out = spellAll(out, x)
	}
	return out
}

func (a *Array) mapped(m Mapping) (Value, bool) {
	keys, okKeys := mapAll(a.Keys.list, m.OfKeys())
	values, okValues := mapAll(a.Values, m)
	if !okKeys || !okValues {
		return nil, false
	}
	moved := NewArray(NewSet(keys...), values, a.Board)
	inOrder := make([]Value, len(values))
	for i, k := range a.Keys.list {
		v, ok := moved.At(k)
		if !ok {
			return nil, false
		}
		inOrder[i] = v
	}
	return NewArray(a.Keys, inOrder, a.Board), true
}
