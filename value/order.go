package value

import (
	"cmp"
	"math/big"
	"strings"
)

// Compare orders known values: by kind first, then integers by size, cells by
// row and column, directions clockwise from north, labels as declared and then
// by name, edges, tuples and collections by their parts. Equal values compare
// as 0. It defines the equality of the language.
func Compare(a, b Value) int {
	if c := cmp.Compare(kindRank(a), kindRank(b)); c != 0 {
		return c
	}
	switch a := a.(type) {
	case None:
		return 0
	case Bool:
		return cmp.Compare(b.(Bool), a) // true is ref.Bool 0; false sorts first
	case Int, Big:
		return compareInts(a, b)
	case Text:
		return cmp.Compare(a, b.(Text))
	case Label:
		b := b.(Label)
		if a.Name == b.Name {
			return 0
		}
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), compareWords(a.Name, b.Name))
	case Direction:
		return cmp.Compare(a.Rank, b.(Direction).Rank)
	case Cell:
		b := b.(Cell)
		return cmp.Or(cmp.Compare(a.Board.kind(), b.Board.kind()), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	case Edge:
		b := b.(Edge)
		return cmp.Or(Compare(a.A, b.A), Compare(a.B, b.B), compareBools(a.Directed, b.Directed))
	case Tuple:
		return compareSlices(a, b.(Tuple))
	case List, Ring:
		return compareSlices(Elements(a), Elements(b))
	case *Set, Range:
		if r, ok := a.(Range); ok {
			if s, ok := b.(Range); ok {
				return compareRanges(r, s)
			}
		}
		return compareSlices(sortedElements(a, b), sortedElements(b, a))
	case *Array:
		return compareArrays(a, b.(*Array))
	case *Board:
		b := b.(*Board)
		return cmp.Or(cmp.Compare(a.kind(), b.kind()), cmp.Compare(a.Rows, b.Rows), cmp.Compare(a.Cols, b.Cols))
	case *Graph:
		b := b.(*Graph)
		return cmp.Or(Compare(a.Vertices, b.Vertices), compareBools(a.Directed, b.Directed), compareSlices(a.EdgeList(), b.EdgeList()))
	case *Route:
		b := b.(*Route)
		return cmp.Or(compareSlices(a.trueVertices(), b.trueVertices()), compareSlices(a.trueEdges(), b.trueEdges()))
	}
	panic("value: an unknown value has no order")
}

// Equal says whether two known values are the same.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

const cellRank = 6

func kindRank(v Value) int {
	switch v.(type) {
	case None:
		return 0
	case Bool:
		return 1
	case Int, Big:
		return 2
	case Text:
		return 3
	case Label:
		return 4
	case Direction:
		return 5
	case Cell:
		return cellRank
	case Edge:
		return 7
	case Tuple:
		return 8
	case List, Ring:
		return 9
	case *Set, Range:
		return 10
	case *Array:
		return 11
	case *Board:
		return 12
	case *Graph:
		return 13
	case *Route:
		return 14
	}
	return 15
}

func compareInts(a, b Value) int {
	x, okX := a.(Int)
	y, okY := b.(Int)
	if okX && okY {
		return cmp.Compare(x, y)
	}
	return bigOf(a).Cmp(bigOf(b))
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

func compareSlices(a, b []Value) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if c := Compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func compareArrays(a, b *Array) int {
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

// sortedElements are the members of a set in ascending order; of a range no more
// than it takes to tell it from the set other.
func sortedElements(v, other Value) []Value {
	switch v := v.(type) {
	case *Set:
		return v.items
	case Range:
		if s, ok := other.(*Set); ok && v.Hi-v.Lo > int64(s.Len()) {
			v.Hi = v.Lo + int64(s.Len())
		}
		return Elements(v)
	}
	return Elements(v)
}

// compareRanges orders ranges as the sets that they are.
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

// Elements are the members of a list, cyclic list, tuple, set or range, in its
// order. It is nil for other values.
func Elements(v Value) []Value {
	switch v := v.(type) {
	case List:
		return v
	case Ring:
		return v
	case Tuple:
		return v
	case *Set:
		return v.list
	case Range:
		out := make([]Value, 0, max(v.Hi-v.Lo+1, 0))
		for i := v.Lo; i <= v.Hi; i++ {
			out = append(out, Int(i))
		}
		return out
	}
	return nil
}

// compareWords orders words that are numbers by their size, before all others.
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

// isNumber reports whether a word has only digits, the first of them not 0 unless it is alone.
func isNumber(word string) bool {
	return word == "0" || word != "" && word[0] != '0' && strings.Trim(word, "0123456789") == ""
}
