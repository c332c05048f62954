package count

import (
	"slices"
	"testing"
)

// TestVariantIsNoWorseThanBackwards: rules between edges that are far apart make most orders much worse than the best, and
// that one backwards is about as good.
func TestVariantIsNoWorseThanBackwards(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int32{{4, 5}, {3, 10}} {
		rows, cols := size[0], size[1]
		p := plain(leaps(int(rows), int(cols), knight...), OneCycle, 1|1<<2)
		turn := func(a, b, c int32) int32 { // to which side, seen from a to b, c is
			return (b/cols-a/cols)*(c%cols-a%cols) - (b%cols-a%cols)*(c/cols-a/cols)
		}
		for i, e := range p.Graph.Edges {
			for j, f := range p.Graph.Edges[:i] {
				if turn(e.U, e.V, f.U)*turn(e.U, e.V, f.V) < 0 && turn(f.U, f.V, e.U)*turn(f.U, f.V, e.V) < 0 {
					p.Rules = append(p.Rules, atMost([]int32{int32(j), int32(i)}, 1))
				}
			}
		}
		best, _ := Plan(t.Context(), p, 1)
		slices.Reverse(best)
		variant, _ := PlanVariant(t.Context(), p, 1, 1)
		e := newEstimator(p)
		if got, most := e.estimate(variant).Total, e.estimate(best).Total; got > most {
			t.Errorf("%d×%d: variant %v has %.3g states, the best order backwards %.3g", rows, cols, variant, got, most)
		}
	}
}
