package main

import "testing"

// There is room for garbage, half of what is in hand, whatever else the runtime has.
func TestHubLimit(t *testing.T) {
	for _, c := range []struct{ live, rest, want int64 }{
		{10 << 20, 20 << 20, smallHub},
		{52 << 20, 30 << 20, 108 << 20},
		{200 << 20, 30 << 20, 330 << 20},
	} {
		if got := hubLimit(c.live, c.rest); got != c.want {
			t.Errorf("%d bytes in hand and %d else: %d, want %d", c.live, c.rest, got, c.want)
		}
	}
}
