package model

import (
	"context"
	"testing"
)

// ruler splits the numbers of a variable, of which each cube has those of some intervals.
type ruler struct {
	Job
	splits int
}

func (r *ruler) Split(_ context.Context, cubes []Cube, n int) (parts []Cube, err error) {
	r.splits++
	if cubes == nil {
		cubes = []Cube{{Within{Values: Range(1, 5000)}}}
	}
	for i, c := range cubes {
		b := c[0].Values.Bounds()
		share := int64(max(1, (n+i)/len(cubes)-1)) // fewer than asked for
		for k := range share {
			lo, hi := b.Lo+(b.Hi-b.Lo+1)*k/share, b.Lo+(b.Hi-b.Lo+1)*(k+1)/share-1
			if lo <= hi {
				parts = append(parts, Cube{{Values: Range(lo, hi)}})
			}
		}
	}
	return parts, nil
}

// TestShare: however many shares there are, also of a share, each of the cubes that a split makes is in one of them.
func TestShare(t *testing.T) {
	for _, test := range []struct{ n, again, splits int }{{2, 1, 1}, {5, 2, 1}, {64, 3, 1}, {64, 7, 2}, {65, 1, 1}, {300, 1, 2}, {1000, 2, 2}} {
		seen := map[int64]int{}
		for i := 1; i <= test.n; i++ {
			for k := 1; k <= test.again; k++ {
				r := &ruler{}
				cubes, err := Share(t.Context(), r, nil, i, test.n)
				if err == nil {
					cubes, err = Share(t.Context(), r, cubes, k, test.again)
				}
				if err != nil || cubes == nil || r.splits > test.splits {
					t.Fatalf("part %d/%d,%d/%d: %v, %v, %d splits", i, test.n, k, test.again, cubes, err, r.splits)
				}
				for _, c := range cubes {
					for v := range c[0].Values.Each {
						seen[v]++
					}
				}
			}
		}
		for v, n := range seen {
			if n != 1 {
				t.Errorf("%d parts, each in %d: %d is in %d of them", test.n, test.again, v, n)
			}
		}
		if len(seen) != 5000 {
			t.Errorf("%d parts, each in %d: they have %d of 5000", test.n, test.again, len(seen))
		}
	}
}
