package frontier

import (
	"context"
	"math"
	"slices"
	"testing"

	"nazo/compile/model"
)

func leaper(rows, cols int, moves ...[2]int) *model.Graph {
	var edges []model.Edge
	for r := range rows {
		for c := range cols {
			for _, m := range moves {
				if y, x := r+m[0], c+m[1]; y >= 0 && y < rows && x >= 0 && x < cols {
					edges = append(edges, model.Edge{U: int32(r*cols + c), V: int32(y*cols + x)})
				}
			}
		}
	}
	return model.NewGraph(rows*cols, edges, false)
}

func knights(rows, cols int) *model.Graph {
	return leaper(rows, cols, [2]int{1, 2}, [2]int{2, 1}, [2]int{1, -2}, [2]int{2, -1})
}

func kings(rows, cols int) *model.Graph {
	return leaper(rows, cols, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 1}, [2]int{1, -1})
}

func grid(rows, cols int) *model.Graph { return leaper(rows, cols, [2]int{0, 1}, [2]int{1, 0}) }

func same(n int, degrees uint64) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = degrees
	}
	return out
}

func hamiltonian(g *model.Graph) *Problem {
	return &Problem{Graph: g, Shape: OneCycle, Degrees: same(len(g.Out), 1<<2), Unknowns: len(g.Edges)}
}

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

func TestPlanOfKnights(t *testing.T) {
	for _, c := range []struct {
		rows, cols, effort int
		peak, total        float64 // at most
	}{
		{6, 6, 30, 1e4, 3e4},
		{6, 6, 0, 1e4, 4e4},
		{8, 8, 30, 3e8, 5e9}, // 2.14e8 states in truth
	} {
		p := hamiltonian(knights(c.rows, c.cols))
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
		apart, other := PlanApart(context.Background(), p, c.effort, 1)
		if other.Total > 10*e.Total {
			t.Errorf("%d x %d: an order apart has %.3g states instead of %.3g", c.rows, c.cols, other.Total, e.Total)
		}
		if !apart.Valid(c.rows*c.cols) || apart[0] != o[len(o)-1] {
			t.Errorf("%d x %d: order apart %v of %v", c.rows, c.cols, apart, o)
		}
	}
}

func TestPlanEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := hamiltonian(knights(8, 8))
	if o, _ := Plan(ctx, p, 1000); !o.Valid(64) {
		t.Errorf("no order: %v", o)
	}
}

// TestPlanKeepsWithinTheLimits plans for graphs whose natural order opens too many
// vertices, and for one that no order suits.
func TestPlanKeepsWithinTheLimits(t *testing.T) {
	var edges []model.Edge // of a wheel
	for v := range int32(40) {
		edges = append(edges, model.Edge{U: 0, V: v + 1}, model.Edge{U: v + 1, V: (v+1)%40 + 1})
	}
	wheel := hamiltonian(model.NewGraph(41, edges, false))
	o, e := Plan(context.Background(), wheel, 0)
	if !o.Valid(41) || e.Peak > 100 {
		t.Errorf("wheel: %v with %g states", o, e.Peak)
	}
	if r, err := Count(context.Background(), wheel, o, Options{}); err != nil || r.Counts[0].Int64() != 40 {
		t.Errorf("wheel: %v, %v", r, err)
	}
	long := hamiltonian(grid(60, 4))
	long.Degrees[0] = 0b101
	if o, e = Plan(context.Background(), long, 0); !o.Valid(240) || e.Peak > 100 {
		t.Errorf("long board: %g states", e.Peak)
	}
	wide := hamiltonian(knights(20, 20))
	if o, e = Plan(context.Background(), wide, 1); !o.Valid(400) || !math.IsInf(e.Peak, 1) {
		t.Errorf("wide board: %g states", e.Peak)
	}
}
