package value

import (
	"slices"
	"strings"

	"nazo/internal/alg"
)

// Set is a known set. It keeps the order of insertion, such as reading order for cells. Equality and
// keys do not depend on that order.
type Set struct {
	list  []Value // in the order of insertion
	items []Value // in ascending order
	index map[Key]int32
	// board replaces the index if the members are all its places in reading order.
	board *Board
}

// BoardSet returns the set of all places of a board. It is made once per board.
func BoardSet(b *Board) *Set {
	if made := b.places.Load(); made != nil {
		return made
	}
	cells := b.newCells()
	b.places.CompareAndSwap(nil, &Set{list: cells, items: cells, board: b})
	return b.places.Load()
}

// CellIndex returns the index in List of the cell at a row and column of a board of the same kind, or
// -1.
func (s *Set) CellIndex(b *Board, row, col int) int {
	if s.board == nil {
		if i, ok := s.index[cellKey(b, row, col)]; ok {
			return int(i)
		}
		return -1
	}
	if s.board.kind() != b.kind() || !s.board.Has(row, col) {
		return -1
	}
	return (row-1)*s.board.Cols + col - 1
}

// NewSet makes a set of known values. It drops repeats and None.
func NewSet(vs ...Value) *Set {
	s := &Set{index: make(map[Key]int32, len(vs)), list: make([]Value, 0, len(vs))}
	sorted := true
	for _, v := range vs {
		if _, absent := v.(None); absent {
			continue
		}
		k := KeyOf(v)
		if _, repeated := s.index[k]; repeated {
			continue
		}
		if n := len(s.list); sorted && n > 0 && Compare(s.list[n-1], v) > 0 {
			sorted = false
		}
		s.index[k] = int32(len(s.list))
		s.list = append(s.list, v)
	}
	s.items = s.list
	if !sorted {
		s.items = slices.Clone(s.list)
		slices.SortFunc(s.items, Compare)
	}
	return s
}

// Len returns the number of members.
func (s *Set) Len() int { return len(s.list) }

// List returns the members in the order of insertion. It is read only.
func (s *Set) List() []Value { return s.list }

// Sorted returns the members in ascending order. It is read only.
func (s *Set) Sorted() []Value { return s.items }

// Contains reports whether the known value v is a member.
func (s *Set) Contains(v Value) bool { return s.Index(v) >= 0 }

// Index returns the index of v in List, or -1.
func (s *Set) Index(v Value) int {
	if s.board != nil {
		if c, ok := v.(Cell); ok {
			return s.CellIndex(c.Board, c.Row, c.Col)
		}
		return -1
	}
	if i, ok := s.index[KeyOf(v)]; ok {
		return int(i)
	}
	return -1
}

// Filter returns the set of the members that pass.
func (s *Set) Filter(pass func(Value) bool) *Set {
	return NewSet(alg.Filter(s.list, pass)...)
}

func (s *Set) rank() rank              { return setRank }
func (s *Set) known() bool             { return true }
func (s *Set) text() string            { return "{" + join(s.list) + "}" }
func (s *Set) members() []Value        { return s.items }
func (s *Set) elements() []Value       { return s.list }
func (s *Set) key() Key                { return spelt(s) }
func (s *Set) spell(out []byte) []byte { return spellAll(out, s.items...) }

func (s *Set) compare(v Value) int {
	if r, ok := v.(Range); ok {
		return compareSlices(s.items, r.upTo(s))
	}
	return compareSlices(s.items, v.(*Set).items)
}

func (s *Set) mapped(m Mapping) (Value, bool) {
	members, ok := mapAll(s.list, m)
	return NewSet(members...), ok
}

// Tuple is a fixed number of values of possibly different kinds.
type Tuple []Value

func (v Tuple) rank() rank              { return tupleRank }
func (v Tuple) known() bool             { return allKnown(v) }
func (v Tuple) text() string            { return "(" + join(v) + ")" }
func (v Tuple) compare(w Value) int     { return compareSlices(v, w.(Tuple)) }
func (v Tuple) key() Key                { return spelt(v) }
func (v Tuple) spell(out []byte) []byte { return spellAll(out, v...) }
func (v Tuple) members() []Value        { return v }
func (v Tuple) elements() []Value       { return v }

func (v Tuple) mapped(m Mapping) (Value, bool) {
	parts, ok := mapAll(v, m)
	return Tuple(parts), ok
}

// List is a sequence of values, known or not, of known length.
type List []Value

func (v List) rank() rank              { return listRank }
func (v List) known() bool             { return allKnown(v) }
func (v List) text() string            { return "[" + join(v) + "]" }
func (v List) compare(w Value) int     { return compareSlices(v, Elements(w)) }
func (v List) key() Key                { return spelt(v) }
func (v List) spell(out []byte) []byte { return spellAll(out, v...) }
func (v List) members() []Value        { return v }
func (v List) elements() []Value       { return v }

func (v List) mapped(m Mapping) (Value, bool) {
	parts, ok := mapAll(v, m)
	return List(parts), ok
}

// Ring is a cyclic list, such as the eight cells around a cell.
type Ring []Value

func (v Ring) rank() rank              { return listRank }
func (v Ring) known() bool             { return allKnown(v) }
func (v Ring) text() string            { return "[" + join(v) + "]" }
func (v Ring) compare(w Value) int     { return compareSlices(v, Elements(w)) }
func (v Ring) key() Key                { return spelt(v) }
func (v Ring) spell(out []byte) []byte { return spellAll(out, v...) }
func (v Ring) members() []Value        { return v }
func (v Ring) elements() []Value       { return v }

func join(vs []Value) string { return strings.Join(alg.Map(vs, String), ", ") }

// Array maps the keys of a known set to values, known or not.
type Array struct {
	Keys   *Set
	Values []Value // in the order of Keys.List()
	// Board is set if the array is a grid over a whole board.
	Board    *Board
	allKnown bool
}

// NewArray makes an array. values are in the order of keys.List().
func NewArray(keys *Set, values []Value, board *Board) *Array {
	return &Array{Keys: keys, Values: values, Board: board, allKnown: allKnown(values)}
}

// At returns the value at a known key. ok is false if there is no such key.
func (a *Array) At(k Value) (v Value, ok bool) {
	i := a.Keys.Index(k)
	if i < 0 {
		return nil, false
	}
	return a.Values[i], true
}

func (a *Array) rank() rank       { return arrayRank }
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
	b := v.(*Array)
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
