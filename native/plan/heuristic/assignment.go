package heuristic

import "nazo/graph"

// leastAssignment is the value of the linear assignment problem that gives each row a column of
// its own, or a lower bound of it: cost[row][columns[i]] is the distance. There are at least as
// many columns as rows. It is infinite if there is no assignment.
func leastAssignment(cost [][]int64, columns []int32) int64 {
	rows := len(cost)
	if rows == 1 {
		best := int64(infinite)
		for _, c := range columns {
			best = min(best, cost[0][c])
		}
		return best
	}
	byRows, distinct := nearest(cost, columns, false)
	if byRows == infinite || distinct {
		return byRows
	}
	byColumns := int64(0)
	if rows == len(columns) {
		if byColumns, distinct = nearest(cost, columns, true); byColumns == infinite || distinct {
			return byColumns
		}
	}
	if len(columns) > graph.MaxAssignment {
		return max(byRows, byColumns)
	}
	return graph.Assignment(cost, columns)
}

// nearest is the sum of each row's least distance, and whether these are in different columns;
// transposed, of each column's least distance, and whether these are in different rows.
func nearest(cost [][]int64, columns []int32, transposed bool) (sum int64, distinct bool) {
	lines, across := len(cost), len(columns)
	if transposed {
		lines, across = across, lines
	}
	var taken uint64
	distinct = across <= 64
	for line := range lines {
		best, at := int64(infinite), 0
		for i := range across {
			row, column := line, i
			if transposed {
				row, column = i, line
			}
			if d := cost[row][columns[column]]; d < best {
				best, at = d, i
			}
		}
		if best == infinite {
			return infinite, false
		}
		distinct = distinct && taken>>at&1 == 0
		taken |= 1 << (at & 63)
		sum += best
	}
	return sum, distinct
}
