package explain

import (
	"reflect"
	"testing"

	"nazo/internal/model"
)

// TestKeeps asks which values sums of numbers leave.
func TestKeeps(t *testing.T) {
	bits := func(values ...int) (out uint32) {
		for _, k := range values {
			out |= 1 << k
		}
		return out
	}
	digits := bits(1, 2, 3, 4, 5, 6, 7, 8, 9)
	for _, c := range []struct {
		total    int64
		distinct bool
		free     []uint32
		want     []uint32 // nil if it can't be made
	}{
		{3, true, []uint32{digits, digits}, []uint32{bits(1, 2), bits(1, 2)}},
		{4, true, []uint32{digits, digits}, []uint32{bits(1, 3), bits(1, 3)}},
		{4, false, []uint32{digits, digits}, []uint32{bits(1, 2, 3), bits(1, 2, 3)}},
		{24, true, []uint32{digits, bits(8, 9), digits}, []uint32{bits(7, 8, 9), bits(8, 9), bits(7, 8, 9)}},
		{10, true, []uint32{bits(5), digits}, nil},
		{10, false, []uint32{bits(5), digits}, []uint32{bits(5), bits(5)}},
		{20, true, []uint32{digits, bits(1, 2), bits(1, 2), digits}, []uint32{bits(8, 9), bits(1, 2), bits(1, 2), bits(8, 9)}},
		{40, true, []uint32{digits, digits}, nil},
		{5, true, []uint32{0, digits}, nil},
	} {
		sum := &markSum{total: c.total, distinct: c.distinct}
		for v := range c.free {
			sum.vars = append(sum.vars, model.VarID(v))
		}
		for range 2 { // the second answer is kept
			keep, ok := sum.keeps(func(v model.VarID) uint32 { return c.free[v] })
			if ok != (c.want != nil) || ok && !reflect.DeepEqual(keep, c.want) {
				t.Errorf("%d of %b: got %b, %v, want %b", c.total, c.free, keep, ok, c.want)
			}
		}
	}
}
