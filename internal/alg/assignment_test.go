package alg

import (
	"math/rand/v2"
	"testing"
)

func TestAssignment(t *testing.T) {
	const no = Unreachable
	for _, c := range []struct {
		name string
		cost [][]int64
		want int64
	}{
		{"no rows", nil, 0},
		{"the nearest columns", [][]int64{{1, 5}, {5, 1}}, 2},
		{"both want the same column", [][]int64{{1, 4}, {1, 9}}, 5},
		{"more columns than rows", [][]int64{{7, 3, 2}}, 2},
		{"a dear column is left out", [][]int64{{9, 1, 1}, {9, 0, 0}}, 1},
		{"a row leaves its column to another", [][]int64{{0, 1, 5}, {0, 5, 5}, {5, 0, 1}}, 2},
		{"a detour around what can't be reached", [][]int64{{no, 3}, {1, 1}}, 4},
		{"no assignment", [][]int64{{no, 3}, {no, 1}}, no},
	} {
		if got := assign(c.cost); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// assign is Assignment for the rows of a matrix.
func assign(cost [][]int64) int64 {
	var costs []int64
	var rows []int32
	columns := 0
	for _, row := range cost {
		rows, columns = append(rows, int32(len(costs))), len(row)
		costs = append(costs, row...)
	}
	return Assignment(costs, rows, columns)
}

// TestAssignmentAgainstAll holds the least assignment of random matrices against all assignments.
func TestAssignmentAgainstAll(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	values := []int64{0, 1, 2, 3, 7, 20, Unreachable}
	for range 5000 {
		rows := 1 + random.IntN(5)
		columns := rows + random.IntN(3)
		cost := make([][]int64, rows)
		for i := range cost {
			for range columns {
				cost[i] = append(cost[i], values[random.IntN(len(values))])
			}
		}
		if got, want := assign(cost), leastOfAll(cost, make([]bool, columns)); got != want {
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
