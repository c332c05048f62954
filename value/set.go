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

// BoardSet is the set of all places of a board.
func BoardSet(b *Board) *Set {
	cells := b.Cells()
	return &Set{list: cells, items: cells, board: b}
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

// Contains says whether the known value v is a member.
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

// Array has a value, known or not, for each key of a known set.
type Array struct {
	Keys   *Set
	Values []Value // in the order of Keys.List()
	// Board is set if the array was given or made as a grid over a whole board.
	Board *Board
	known bool
}

// NewArray makes an array; values are in the order of keys.List().
func NewArray(keys *Set, values []Value, board *Board) *Array {
	return &Array{Keys: keys, Values: values, Board: board, known: allKnown(values)}
}

// At is the value for a known key; ok is false if there is no such key.
func (a *Array) At(k Value) (v Value, ok bool) {
	i := a.Keys.Index(k)
	if i < 0 {
		return nil, false
	}
	return a.Values[i], true
}

// Members are what is in a known collection: the elements of a list or tuple, those
// of a set in ascending order, the cells of a board, the values of an array, the edges
// of a path, cycle or links; of none nothing. ok is false for what has no members.
func Members(v Value) (members []Value, ok bool) {
	switch v := v.(type) {
	case None:
		return nil, true
	case *Set:
		return v.items, true
	case *Array:
		return v.Values, true
	case *Board:
		return v.Cells(), true
	case *Route:
		return v.EdgesOn(), true
	case List, Ring, Tuple, Range:
		return Elements(v), true
	}
	return nil, false
}
