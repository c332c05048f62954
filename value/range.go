package value

import (
	"cmp"
	"fmt"
	"strconv"
)

// Range is the known set of the integers Lo..Hi, empty where Hi < Lo.
type Range struct{ Lo, Hi int64 }

// longRange is a number of members that no set which is spelt out has.
const longRange = 1 << 28

func (r Range) rank() rank       { return setRank }
func (r Range) noun() string     { return "a set" }
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
	switch s := v.(type) {
	case Range:
		return compareRanges(r, s)
	case *Set:
		return compareSlices(r.upTo(s), s.items)
	}
	return compareKinds(setRank, v)
}

// upTo are no more of the members than it takes to tell the range from a set.
func (r Range) upTo(s *Set) []Value {
	if r.Hi-r.Lo > int64(s.Len()) {
		r.Hi = r.Lo + int64(s.Len())
	}
	return r.elements()
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

func (r Range) key() Key { return spelt(r) }

func (r Range) spell(out []byte) []byte {
	if r.Hi-r.Lo >= longRange { // no set is as large
		out = strconv.AppendInt(append(out, '.'), r.Lo, 10)
		return strconv.AppendInt(append(out, '.'), r.Hi, 10)
	}
	return spellAll(out, r.elements()...)
}
