package graph

import (
	"math/rand/v2"
	"testing"
)

func TestAssignment(t *testing.T) {
	const no = Unreachable
	for _, c := range []struct {
		name    string
		cost    [][]int64
		columns []int32
		want    int64
	}{
		{"no rows", nil, nil, 0},
		{"the nearest columns", [][]int64{{1, 5}, {5, 1}}, []int32{0, 1}, 2},
		{"both want the same column", [][]int64{{1, 4}, {1, 9}}, []int32{0, 1}, 5},
		{"more columns than rows", [][]int64{{7, 3, 2}}, []int32{0, 1, 2}, 2},
		{"a column twice, another left out", [][]int64{{1, 0}, {2, 0}}, []int32{0, 0}, 3},
		{"a detour around what can't be reached", [][]int64{{no, 3}, {1, 1}}, []int32{0, 1}, 4},
		{"no assignment", [][]int64{{no, 3}, {no, 1}}, []int32{0, 1}, no},
	} {
		if got := Assignment(c.cost, c.columns); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// TestAssignmentAgainstAll holds the least assignment of random matrices against all assignments.
func TestAssignmentAgainstAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	values := []int64{0, 1, 2, 3, 7, 20, Unreachable}
	for range 2000 {
		rows := 1 + random.IntN(5)
		columns := make([]int32, rows+random.IntN(2))
		for i := range columns {
			columns[i] = int32(i)
		}
		cost := make([][]int64, rows)
		for i := range cost {
			for range columns {
				cost[i] = append(cost[i], values[random.IntN(len(values))])
			}
		}
		if got, want := Assignment(cost, columns), leastOfAll(cost, make([]bool, len(columns))); got != want {
			t.Fatalf("%v: %d, want %d", cost, got, want)
		}
	}
}

func leastOfAll(cost [][]int64, taken []bool) int64 {
	if len(cost) == 0 {
		return 0
	}
	best := int64(Unreachable)
	for c, d := range cost[0] {
		if taken[c] || d == Unreachable {
			continue
		}
		taken[c] = true
		if rest := leastOfAll(cost[1:], taken); rest != Unreachable {
			best = min(best, d+rest)
		}
		taken[c] = false
	}
	return best
}
