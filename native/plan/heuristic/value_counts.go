package heuristic

import (
	"maps"
	"slices"

	"nazo/model"
)

// valueCounts are the sums that a goal on single variables implies: how many variables of a find
// have each value, where the goal fixes them all.
func valueCounts(m *model.Model, goals domains) []weightedSum {
	var out []weightedSum
	for _, vars := range sameDomainVars(m) {
		values := map[int64]int64{}
		for _, v := range vars {
			value, single := goals.of(m, v).Single()
			if !single || m.Vars[v].Domain.Bounds().Size() > maxValues {
				values = nil
				break
			}
			values[value]++
			if m.Vars[v].Bool {
				values[1] += 0
				delete(values, 0)
			}
		}
		if len(vars) < 2 {
			continue
		}
		for _, value := range slices.Sorted(maps.Keys(values)) {
			if n, known := startCount(m, vars, value); known && n == values[value] {
				continue // the start meets it already
			}
			w := weightedSum{totals: model.Range(values[value], values[value])}
			for _, v := range vars {
				b := m.Vars[v].Domain.Bounds()
				weights := make([]int64, b.Size())
				if b.Contains(value) {
					weights[value-b.Lo] = 1
				}
				w.vars, w.weights = append(w.vars, v), append(w.weights, weights)
			}
			out = append(out, w)
		}
	}
	return out
}

// startCount is how many of the variables have the value at the start, if that is known.
func startCount(m *model.Model, vars []model.VarID, value int64) (n int64, known bool) {
	for _, v := range vars {
		start := m.Machine.Start[v]
		if only, single := start.Single(); single && only == value {
			n++
		} else if start.Contains(value) {
			return 0, false
		}
	}
	return n, true
}
