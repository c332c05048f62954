package count

import (
	"context"
	"math"
	"runtime"
	"slices"
	"testing"

	"nazo/internal/alg"
	"nazo/internal/testkit"
)

func TestValid(t *testing.T) {
	for _, c := range []struct {
		order Order
		n     int
		valid bool
	}{
		{nil, 0, true},
		{Order{1, 0, 2}, 3, true},
		{Order{1, 0}, 3, false},
		{Order{1, 1, 2}, 3, false},
		{Order{0, 1, 3}, 3, false},
		{Order{0, -1, 2}, 3, false},
	} {
		if got := c.order.Valid(c.n); got != c.valid {
			t.Errorf("%v.Valid(%d) = %v", c.order, c.n, got)
		}
	}
}

// TestPlanWithin has a plan make no more estimates than it may, but for those of one step, and no worse order with more.
func TestPlanWithin(t *testing.T) {
	t.Parallel()
	p := cycles(leaps(6, 6, knight...))
	natural := p.Estimate(Order(numbered(36))).Total
	last := natural
	for _, most := range []int64{0, 100, 3000, 100_000} {
		pl := newPlanner(p)
		pl.most = most
		pl.search(t.Context(), 0, -1)
		if pl.tried > most+36 {
			t.Errorf("%d estimates of %d", pl.tried, most)
		}
		o, e := PlanWithin(t.Context(), p, most)
		if !o.Valid(36) || e.Total > last || !slices.Equal(o, pl.best) {
			t.Errorf("with %d estimates the order %v, of %g states after %g", most, o, e.Total, last)
		}
		last = e.Total
	}
	if last > natural/2 {
		t.Errorf("%g states at first, %g in the end", natural, last)
	}
}

// A brief plan makes no more estimates than it may, but for those of one step, and is the same each time.
func TestPlanBriefly(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	p := clued(10, 0.8)
	for variant := range 2 {
		o, e := PlanBriefly(t.Context(), p, variant)
		again, _ := PlanBriefly(t.Context(), p, variant)
		if !o.Valid(100) || !slices.Equal(o, again) || e.Total <= 1 || e.Fingerprint == "" {
			t.Errorf("variant %d: %v and %v, with %g states", variant, o, again, e.Total)
		}
	}
	pl := newPlanner(p)
	pl.most = int64(briefReads / pl.estimator.meanReads())
	if pl.search(t.Context(), 0, -1); pl.tried > pl.most+100 || pl.tried < pl.most/2 {
		t.Errorf("%d estimates of %d", pl.tried, pl.most)
	}
}

// numbered lists the vertices in their own order.
func numbered(n int) []int32 {
	o := make([]int32, n)
	for v := range o {
		o[v] = int32(v)
	}
	return o
}

func TestPlanOfKnights(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	for _, c := range []struct {
		rows, cols, effort int
		peak, total        float64 // at most
	}{
		{6, 6, 30, 1e4, 3e4},
		{6, 6, 0, 1e4, 4e4},
		{8, 8, 30, 3e8, 5e9}, // 2.14e8 states in truth
	} {
		if c.rows == 8 && !testkit.Thorough() {
			continue
		}
		p := cycles(leaps(c.rows, c.cols, knight...))
		o, e := Plan(context.Background(), p, c.effort)
		if !o.Valid(c.rows * c.cols) {
			t.Fatalf("%d x %d: no order: %v", c.rows, c.cols, o)
		}
		if e.Bits != 64 {
			t.Errorf("%d x %d: keys of %d bits", c.rows, c.cols, e.Bits)
		}
		if e.Peak > c.peak || e.Total > c.total || e.Peak < 1 {
			t.Errorf("%d x %d: %.3g states in the largest layer, %.3g in all", c.rows, c.cols, e.Peak, e.Total)
		}
		if c.rows == 8 {
			continue // it would take too long
		}
		again, _ := Plan(context.Background(), p, c.effort)
		if !slices.Equal(o, again) {
			t.Errorf("%d x %d: another order the second time", c.rows, c.cols)
		}
		variant, other := PlanVariant(context.Background(), p, c.effort, 1)
		if other.Total > 10*e.Total {
			t.Errorf("%d x %d: another order has %.3g states instead of %.3g", c.rows, c.cols, other.Total, e.Total)
		}
		if !variant.Valid(c.rows*c.cols) || variant[0] != o[len(o)-1] {
			t.Errorf("%d x %d: variant %v of order %v", c.rows, c.cols, variant, o)
		}
	}
}

func TestPlanEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := cycles(leaps(8, 8, knight...))
	if o, _ := Plan(ctx, p, 1000); !o.Valid(64) {
		t.Errorf("no order: %v", o)
	}
}

// TestPlanKeepsWithinTheLimits plans for graphs whose natural order opens too many
// vertices, and for one that no order suits.
func TestPlanKeepsWithinTheLimits(t *testing.T) {
	t.Parallel()
	testkit.SkipRace(t)
	var edges []alg.Edge // of a wheel
	for v := range int32(40) {
		edges = append(edges, alg.Edge{U: 0, V: v + 1}, alg.Edge{U: v + 1, V: (v+1)%40 + 1})
	}
	wheel := cycles(alg.NewGraph(41, edges, false))
	o, e := Plan(context.Background(), wheel, 0)
	if !o.Valid(41) || e.Peak > 100 {
		t.Errorf("wheel: %v with %g states", o, e.Peak)
	}
	if r, err := Count(context.Background(), wheel, o, Options{}); err != nil || r.Counts[0].Int64() != 40 {
		t.Errorf("wheel: %v, %v", r, err)
	}
	long := cycles(leaps(60, 4, rook...))
	long.Degrees[0] = 0b101
	if o, e = Plan(context.Background(), long, 0); !o.Valid(240) || e.Peak > 100 {
		t.Errorf("long board: %g states", e.Peak)
	}
	wide := cycles(leaps(20, 20, knight...))
	if o, e = Plan(context.Background(), wide, 1); !o.Valid(400) || !math.IsInf(e.Peak, 1) {
		t.Errorf("wide board: %g states", e.Peak)
	}
}

// An estimator says the same whatever it remembers, and so does one of its own for another processor: on one processor the same order
// is found as on several.
func TestPlanOnSeveralProcessors(t *testing.T) {
	for _, p := range []*Problem{cycles(leaps(5, 6, knight...)), clued(4, 0.5), plain(leaps(4, 4, king...), Forest, 0b1111)} {
		var orders []Order
		var tried []int64
		for _, n := range []int{1, 3} {
			func() {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
				pl := newPlanner(p)
				pl.search(t.Context(), 16, -1)
				orders, tried = append(orders, pl.best), append(tried, pl.tried)
				if n == 1 != (pl.forks == nil) {
					t.Errorf("%d estimators of their own on %d processors", len(pl.forks), n)
				}
			}()
		}
		if !slices.Equal(orders[0], orders[1]) || tried[0] != tried[1] {
			t.Errorf("%v on one processor, %v on three, after %d and %d estimates", orders[0], orders[1], tried[0], tried[1])
		}
	}
}
