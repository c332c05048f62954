package count

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Samples are solutions, and their number is right.
func TestSamplesAreSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, o := drawProblem(t)
		want := int64(0)
		for _, n := range brute(p) {
			want += n
		}
		samples, total, err := Sample(context.Background(), p, o, Options{}, 5, 1)
		if err != nil {
			t.Fatal(err)
		}
		if total.Cmp(big.NewInt(want)) != 0 || (len(samples) == 5) != (want > 0) {
			t.Fatalf("%d samples of %v, want %d: %s", len(samples), total, want, describe(p, o))
		}
		for _, sample := range samples {
			set := uint64(0)
			for u, on := range sample {
				if on {
					set |= 1 << u
				}
			}
			if !bruteHolds(p, set) {
				t.Fatalf("%v is no solution: %s", sample, describe(p, o))
			}
		}
	})
}

// Each of the twelve paths from corner to corner of a 3x3 grid comes about as often
// as the others: the sum of squared deviations is within what chance allows.
func TestSamplesAreUniform(t *testing.T) {
	p := gridCorners(leaps(3, 3, rook...))
	const n = 12000
	samples, total, err := Sample(context.Background(), p, greedy(p.Graph), Options{}, n, 7)
	if err != nil || total.Cmp(big.NewInt(12)) != 0 {
		t.Fatal(total, err)
	}
	often := map[string]float64{}
	for _, s := range samples {
		text := ""
		for _, on := range s {
			if on {
				text += "1"
			} else {
				text += "0"
			}
		}
		often[text]++
	}
	chi := 0.0
	for _, k := range often {
		chi += (k - n/12) * (k - n/12) / (n / 12)
	}
	if len(often) != 12 || chi > 31.3 { // 1 in 1000 with 11 degrees of freedom
		t.Errorf("%d different, χ² = %.1f", len(often), chi)
	}
	again, _, err := Sample(context.Background(), p, greedy(p.Graph), Options{Goroutines: 2}, n, 7)
	if err != nil || !slices.EqualFunc(samples, again, slices.Equal) {
		t.Errorf("the same seed gave something else (%v)", err)
	}
}
