package count

import "math"

// mostLayerBits bounds the logarithm of the states of a layer, as layerBits estimates it, for
// which an elimination order is searched for at all.
const mostLayerBits = 128

// tooWide reports whether the frontier gets far too wide (the pathwidth of the constraint graph is
// large) along each of three simple orders of the unknowns: their own, breadth first and depth first. A search for an order improves on a
// poor one, but not by so much, and takes longer than what it is to save.
func tooWide(conditions []condition, unknowns int) bool {
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
	return layerBits(conditions, with, natural) > mostLayerBits &&
		layerBits(conditions, with, traversalOrder(conditions, with, false)) > mostLayerBits &&
		layerBits(conditions, with, traversalOrder(conditions, with, true)) > mostLayerBits
}

// traversalOrder lists the unknowns in the order of a search from neighbour to neighbour,
// breadth first or depth first. Unknowns of the same condition are neighbours.
func traversalOrder(conditions []condition, with [][]int32, deep bool) []int32 {
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

// layerBits is the largest logarithm of the number of states while unknowns are decided in an
// order: that of the counts of all open conditions, or the number of the unknowns that are in
// open conditions, whichever is less.
func layerBits(conditions []condition, with [][]int32, order []int32) float64 {
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
				open[x]++ // not counted as open for x so far
			}
		}
		if open[x] > 0 {
			seen++
		}
		most = max(most, min(counted, float64(seen)))
	}
	return most
}
