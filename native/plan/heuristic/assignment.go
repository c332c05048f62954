package heuristic

// maxAssigned is the largest number of tokens for which the assignment problem is solved
// exactly.
const maxAssigned = 24

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
	byRows, distinct := nearestColumns(cost, columns)
	if byRows == infinite || distinct {
		return byRows
	}
	byColumns := int64(0)
	if rows == len(columns) {
		if byColumns, distinct = nearestRows(cost, columns); byColumns == infinite || distinct {
			return byColumns
		}
	}
	if len(columns) > maxAssigned {
		return max(byRows, byColumns)
	}
	return hungarian(cost, columns)
}

// nearestColumns is the sum of each row's least distance, and whether these are in different
// columns.
func nearestColumns(cost [][]int64, columns []int32) (sum int64, distinct bool) {
	var taken uint64
	distinct = len(columns) <= 64
	for _, row := range cost {
		best, at := int64(infinite), 0
		for i, c := range columns {
			if row[c] < best {
				best, at = row[c], i
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

// nearestRows is the sum of each column's least distance, and whether these are in different
// rows.
func nearestRows(cost [][]int64, columns []int32) (sum int64, distinct bool) {
	var taken uint64
	distinct = len(cost) <= 64
	for _, c := range columns {
		best, at := int64(infinite), 0
		for i, row := range cost {
			if row[c] < best {
				best, at = row[c], i
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

// hungarian is the least sum: rows enter one after another by a shortest
// augmenting path over reduced distances (Kuhn 1955; Jonker and Volgenant 1987).
func hungarian(cost [][]int64, columns []int32) int64 {
	const far = int64(1) << 50 // in the place of infinite, so that sums stay sums
	at := func(row, i int) int64 { return min(cost[row][columns[i]], far) }
	var rowPrice, columnPrice [maxAssigned]int64
	var owner, before [maxAssigned]int8 // of a column: its row, the column before it on the path
	for i := range columns {
		owner[i] = -1
	}
	for row := range cost {
		var least [maxAssigned]int64
		var done [maxAssigned]bool
		for i := range columns {
			least[i], before[i] = infinite, -1
		}
		current, from, last := row, int8(-1), -1
		for last < 0 {
			next, step := -1, int64(infinite)
			for i := range columns {
				if done[i] {
					continue
				}
				if d := at(current, i) - rowPrice[current] - columnPrice[i]; d < least[i] {
					least[i], before[i] = d, from
				}
				if least[i] < step {
					step, next = least[i], i
				}
			}
			rowPrice[row] += step
			for i := range columns {
				if done[i] {
					rowPrice[owner[i]] += step
					columnPrice[i] -= step
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
				return infinite
			}
			sum += d
		}
	}
	return sum
}
