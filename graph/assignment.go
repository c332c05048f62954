package graph

import "math"

const (
	// MaxAssignment is the largest number of columns that [Assignment] takes.
	MaxAssignment = 24
	// Unreachable is the cost of what can't be assigned.
	Unreachable = math.MaxInt64
)

// Assignment is the least sum of costs if each row gets a column of its own, where
// cost[row][columns[i]], at least 0, is the cost of the i-th column; Unreachable if there
// is no assignment. There must be at least as many columns as rows, and at most
// MaxAssignment of them. Rows enter one after another by a shortest augmenting path over
// reduced costs (the Hungarian method: Kuhn 1955; Jonker and Volgenant 1987), in time cubic in the number of columns;
// nothing is allocated. Costs other than Unreachable must be less than 2^50.
func Assignment(cost [][]int64, columns []int32) int64 {
	const far = int64(1) << 50 // in the place of Unreachable, so that sums stay sums
	at := func(row, i int) int64 { return min(cost[row][columns[i]], far) }
	var rowPotential, columnPotential [MaxAssignment]int64
	var owner, before [MaxAssignment]int8 // of a column: its row, the column before it on the path
	for i := range columns {
		owner[i] = -1
	}
	for row := range cost {
		var least [MaxAssignment]int64
		var done [MaxAssignment]bool
		for i := range columns {
			least[i], before[i] = Unreachable, -1
		}
		current, from, last := row, int8(-1), -1
		for last < 0 {
			next, step := -1, int64(Unreachable)
			for i := range columns {
				if done[i] {
					continue
				}
				if d := at(current, i) - rowPotential[current] - columnPotential[i]; d < least[i] {
					least[i], before[i] = d, from
				}
				if least[i] < step {
					step, next = least[i], i
				}
			}
			rowPotential[row] += step
			for i := range columns {
				if done[i] {
					rowPotential[owner[i]] += step
					columnPotential[i] -= step
				} else {
					least[i] -= step
				}
			}
			done[next] = true
			if owner[next] < 0 {
				last = next
			} else {
				current, from = int(owner[next]), int8(next)
			}
		}
		for i := last; i >= 0; {
			up := int(before[i])
			if up < 0 {
				owner[i] = int8(row)
			} else {
				owner[i] = owner[up]
			}
			i = up
		}
	}
	sum := int64(0)
	for i := range columns {
		if owner[i] >= 0 {
			d := at(int(owner[i]), i)
			if d == far {
				return Unreachable
			}
			sum += d
		}
	}
	return sum
}
