package value

import "slices"

// Set is a known set, kept in the order in which its members were first met:
// reading order for cells. Equality and keys do not depend on that order.
type Set struct {
	list  []Value // in the order of making
	items []Value // in ascending order
	index map[Key]int32
	// board, instead of the index, says that the members are all its places in
	// reading order.
	board *Board
}

// BoardSet is the set of all places of a board, always the same one.
func BoardSet(b *Board) *Set {
	if made := b.places.Load(); made != nil {
		return made
	}
	cells := b.newCells()
	b.places.CompareAndSwap(nil, &Set{list: cells, items: cells, board: b})
	return b.places.Load()
}

// CellIndex is the place in List of the cell, of a board of that kind, at a row
// and column; -1 if it is no member.
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

// NewSet makes a set of known values; repeats are dropped, and so is None.
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

// Len is the number of members.
func (s *Set) Len() int { return len(s.list) }

// List has the members in the order in which they were met; read only.
func (s *Set) List() []Value { return s.list }

// Sorted has the members in ascending order; read only.
func (s *Set) Sorted() []Value { return s.items }

// Contains reports whether the known value v is a member.
func (s *Set) Contains(v Value) bool {
	return s.Index(v) >= 0
}

// Index is the place of v in List, or -1.
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

// Filter is the set of the members that pass.
func (s *Set) Filter(pass func(Value) bool) *Set {
	var out []Value
	for _, v := range s.list {
		if pass(v) {
			out = append(out, v)
		}
	}
	return NewSet(out...)
}

func (s *Set) rank() rank              { return setRank }
func (s *Set) noun() string            { return "a set" }
func (s *Set) known() bool             { return true }
func (s *Set) text() string            { return "{" + join(s.list) + "}" }
func (s *Set) members() []Value        { return s.items }
func (s *Set) elements() []Value       { return s.list }
func (s *Set) key() Key                { return spelt(s) }
func (s *Set) spell(out []byte) []byte { return spellAll(out, s.items...) }

func (s *Set) compare(v Value) int {
	switch t := v.(type) {
	case *Set:
		return compareSlices(s.items, t.items)
	case Range:
		return compareSlices(s.items, t.upTo(s))
	}
	return compareKinds(setRank, v)
}

func (s *Set) mapped(m Mapping) (Value, bool) {
	members, ok := mapAll(s.list, m)
	return NewSet(members...), ok
}
