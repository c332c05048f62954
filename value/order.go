package value

import "cmp"

// Compare orders known values: by kind first, then integers by size, cells by
// row and column, directions clockwise from north, labels as declared and then
// by name, edges, tuples and collections by their parts. Equal values compare
// as 0. It defines the equality of the language.
func Compare(a, b Value) int {
	if a == nil {
		return compareKinds(unknownRank, b)
	}
	return a.compare(b)
}

// compareKinds compares a value with one of another kind.
func compareKinds(a rank, b Value) int {
	if c := cmp.Compare(a, rankOf(b)); c != 0 {
		return c
	}
	panic("value: an unknown value has no order")
}

// Equal reports whether two known values are the same.
func Equal(a, b Value) bool { return Compare(a, b) == 0 }

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
