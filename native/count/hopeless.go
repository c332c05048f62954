package count

import "math"

// mostBits bounds the logarithm of the states in a layer, roughly foretold, up to which
// an order is searched for at all.
const mostBits = 128

// outOfReach says that conditions leave far too many states along each of three simple orders
// of their unknowns: as they are, by layers and by branches. A search for an order makes
// up for a poor one, but not for so much, and takes longer than what it is to save.
func outOfReach(conditions []condition, unknowns int) bool {
	with := make([][]int32, unknowns) // conditions by unknown
	for i, c := range conditions {
		for _, x := range c.Unknowns {
			with[x] = append(with[x], int32(i))
		}
	}
	natural := make([]int32, unknowns)
	for x := range natural {
		natural[x] = int32(x)
	}
	return stateBits(conditions, with, natural) > mostBits &&
		stateBits(conditions, with, walked(conditions, with, false)) > mostBits &&
		stateBits(conditions, with, walked(conditions, with, true)) > mostBits
}

// walked lists the unknowns from neighbour to neighbour, which share a condition: the
// nearest first, or deep first.
func walked(conditions []condition, with [][]int32, deep bool) []int32 {
	seen, used := make([]bool, len(with)), make([]bool, len(conditions))
	var out, waiting []int32
	for start := range int32(len(with)) {
		waiting = append(waiting, start)
		for len(waiting) > 0 {
			at := 0
			if deep {
				at = len(waiting) - 1
			}
			x := waiting[at]
			if deep {
				waiting = waiting[:at]
			} else {
				waiting = waiting[1:]
			}
			if seen[x] {
				continue
			}
			seen[x] = true
			out = append(out, x)
			for _, c := range with[x] {
				if !used[c] {
					used[c] = true
					waiting = append(waiting, conditions[c].Unknowns...)
				}
			}
		}
	}
	return out
}

// stateBits is the largest logarithm of the number of states while unknowns are decided in an
// order: as many as the open conditions may count, or as the unknowns that they see have
// values.
func stateBits(conditions []condition, with [][]int32, order []int32) float64 {
	decided, open := make([]int, len(conditions)), make([]int, len(with)) // open conditions by unknown
	done := make([]bool, len(with))
	most, counted, seen := 0.0, 0.0, 0
	bits := func(c int32) float64 {
		n := len(conditions[c].Unknowns)
		return math.Log2(float64(min(decided[c], n-decided[c]) + 1))
	}
	for _, x := range order {
		done[x] = true
		for _, c := range with[x] {
			counted -= bits(c)
			decided[c]++
			counted += bits(c)
			if of := conditions[c].Unknowns; decided[c] < len(of) {
				open[x]++
			} else {
				for _, y := range of {
					if open[y]--; y != x && open[y] == 0 {
						seen--
					}
				}
				open[x]++ // it was not counted as open for x
			}
		}
		if open[x] > 0 {
			seen++
		}
		most = max(most, min(counted, float64(seen)))
	}
	return most
}
