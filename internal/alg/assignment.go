package alg

import "math"

const (
	// MaxAssignment is the largest number of columns that [Assignment] takes.
	MaxAssignment = 24
	// Unreachable is the cost of a forbidden pair.
	Unreachable = math.MaxInt64
)

// Assignment returns the least total cost of giving each row a column of its own, or Unreachable. The costs of row
// i are costs[rows[i]:rows[i]+columns], each at least 0 and either Unreachable or below 2^50. There must be at
// least as many columns as rows, and at most MaxAssignment.
//
// It is the Hungarian method (Kuhn 1955; Jonker and Volgenant 1987). Reducing rows and columns by their least costs
// assigns most rows. The others enter by shortest augmenting paths over reduced costs. Time is cubic in the
// columns, and nothing is allocated.
func Assignment(costs []int64, rows []int32, columns int) int64 {
	const far = int64(1) << 50 // replaces Unreachable, so that sums don't overflow
	var rowPotential, columnPotential [MaxAssignment]int64
	var owner, before [MaxAssignment]int8 // by column: its row, and the column before it on the path
	for i := range columns {
		owner[i] = -1
	}
	if len(rows) == columns { // otherwise no potential may exceed that of an unused column
		for i := range columns {
			columnPotential[i] = far
			for _, first := range rows {
				columnPotential[i] = min(columnPotential[i], costs[int(first)+i])
			}
		}
	}
	var open uint32 // the rows without a column
	for row, first := range rows {
		best, at := int64(Unreachable), 0
		for i, cost := range costs[first:][:columns] {
			d := min(cost, far) - columnPotential[i]
			if d < best || d == best && owner[at] >= 0 {
				best, at = d, i
			}
		}
		if rowPotential[row] = best; owner[at] < 0 {
			owner[at] = int8(row)
		} else {
			open |= 1 << row
		}
	}
	for row := range rows {
		if open>>row&1 == 0 {
			continue
		}
		var least [MaxAssignment]int64
		var done [MaxAssignment]bool
		for i := range columns {
			least[i], before[i] = Unreachable, -1
		}
		current, from, last := row, int8(-1), -1
		for last < 0 {
			next, step := -1, int64(Unreachable)
			for i, cost := range costs[rows[current]:][:columns] {
				if done[i] {
					continue
				}
				if d := min(cost, far) - rowPotential[current] - columnPotential[i]; d < least[i] {
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
			cost := costs[int(rows[owner[i]])+i]
			if cost >= far {
				return Unreachable
			}
			sum += cost
		}
	}
	return sum
}
