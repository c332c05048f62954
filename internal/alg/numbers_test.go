package alg_test

import (
	"slices"
	"testing"

	"nazo/internal/alg"
)

func TestFloor(t *testing.T) {
	for _, c := range []struct{ a, b, div, mod int64 }{
		{7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1},
		{6, 3, 2, 0}, {-6, 3, -2, 0}, {0, -5, 0, 0}, {2, 7, 0, 2}, {-2, 7, -1, 5},
	} {
		if div, mod := alg.FloorDiv(c.a, c.b), alg.FloorMod(c.a, c.b); div != c.div || mod != c.mod {
			t.Errorf("%d by %d: %d rest %d, want %d rest %d", c.a, c.b, div, mod, c.div, c.mod)
		}
	}
}

// TestBelow draws again what would favour small numbers: of 2^64 = 3k+1 numbers it is one.
func TestBelow(t *testing.T) {
	drawn := draws{0, 1, 5, 2}
	var got []uint64
	for range 3 {
		got = append(got, alg.Below(&drawn, 3))
	}
	if want := []uint64{1, 2, 2}; !slices.Equal(got, want) {
		t.Errorf("%d, want %d", got, want)
	}
}

// draws is a source that gives certain numbers.
type draws []uint64

func (d *draws) Uint64() uint64 {
	n := (*d)[0]
	*d = (*d)[1:]
	return n
}

func TestLuby(t *testing.T) {
	var got []int64
	for i := range 15 {
		got = append(got, alg.Luby(i+1))
	}
	if want := []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSplitMix64(t *testing.T) {
	// The first outputs of the generator with seed 0, as its authors publish them.
	for i, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := alg.SplitMix64(uint64(i) * 0x9e3779b97f4a7c15); got != want {
			t.Errorf("output %d: %x, want %x", i, got, want)
		}
	}
}
