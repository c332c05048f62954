package fd

import (
	"sync/atomic"
	"testing"

	"nazo/internal/model"
)

// TestProductBack narrows factors by their product, and while probing only reports whether that is possible.
func TestProductBack(t *testing.T) {
	for _, c := range []struct {
		name     string
		a, b, r  model.Interval
		probing  bool
		possible bool
		narrowed model.Interval // a afterwards
	}{
		{"factors", model.Interval{Lo: 0, Hi: 9}, model.Interval{Lo: 2, Hi: 3}, model.Interval{Lo: 6, Hi: 8}, false, true, model.Interval{Lo: 2, Hi: 4}},
		{"probing", model.Interval{Lo: 0, Hi: 9}, model.Interval{Lo: 0, Hi: 9}, model.Interval{Lo: 6, Hi: 8}, true, true, model.Interval{Lo: 0, Hi: 9}},
		{"no factor", model.Interval{Lo: 0, Hi: 0}, model.Interval{Lo: 0, Hi: 9}, model.Interval{Lo: 6, Hi: 8}, false, false, model.Interval{}},
		{"no factor, probing", model.Interval{Lo: 0, Hi: 0}, model.Interval{Lo: 0, Hi: 9}, model.Interval{Lo: 6, Hi: 8}, true, false, model.Interval{}},
	} {
		s := newStore(1, 3, new(atomic.Bool))
		for x, d := range []model.Interval{c.a, c.b, c.r} {
			s.initInt(model.Int(x), model.Range(d.Lo, d.Hi), resultBitset)
		}
		s.probing = c.probing
		if got := productBack(s, &operation{a: 0, b: 1, r: 2}); got != c.possible {
			t.Errorf("%s: possible %t, want %t", c.name, got, c.possible)
		}
		if a := (model.Interval{Lo: s.ints[0].lo, Hi: s.ints[0].hi}); c.possible && a != c.narrowed {
			t.Errorf("%s: the factor is in %v, want %v", c.name, a, c.narrowed)
		}
	}
}
