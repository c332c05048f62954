package bound

import (
	"cmp"
	"context"
	"slices"

	"nazo/model"
)

// share gives each abstraction its share of the costs, and leaves those that
// know something then.
func share(ctx context.Context, m *model.Model, operators []operator, all []abstraction) []abstraction {
	entries := m.Machine.Costs + 1
	s := &sharer{ctx: ctx, all: all, start: make([]int64, len(m.Vars))}
	for v, d := range m.Machine.Start {
		s.start[v] = d.Bounds().Lo
	}
	costs := make([][]int64, entries)
	best := make([]division, entries)
	for k := range entries {
		costs[k] = costsOf(operators, k)
		if same := slices.IndexFunc(costs[:k], func(c []int64) bool { return slices.Equal(c, costs[k]) }); same >= 0 {
			best[k] = best[same]
			continue
		}
		for i, order := range s.orders(costs[k]) {
			if ctx.Err() != nil {
				return nil
			}
			if d := s.divide(order, costs[k]); i == 0 || d.bound > best[k].bound {
				best[k] = d
			}
		}
	}
	var kept []abstraction
	for i, a := range all {
		known := make([][][]int64, entries)
		for k := range known {
			known[k] = best[k].distances[i]
		}
		if f, ok := a.(*family); ok && f.rival {
			f.budget = make([][]int64, entries)
			for k := range f.budget {
				f.budget[k] = best[k].budgets[i]
			}
		}
		if a.know(known); a.informs() {
			kept = append(kept, a)
		}
	}
	return kept
}

// sharer divides costs among abstractions.
type sharer struct {
	ctx   context.Context
	all   []abstraction
	start []int64 // a state at the start
}

// division is what comes out, by abstraction.
type division struct {
	distances [][][]int64
	budgets   [][]int64 // of rivals
	bound     int64     // of the start
}

// divide lets the abstractions take what they need, in turn.
func (s *sharer) divide(order []int, costs []int64) division {
	d := division{make([][][]int64, len(s.all)), make([][]int64, len(s.all)), 0}
	left := slices.Clone(costs)
	for _, i := range order {
		g := s.all[i].graph()
		d.distances[i] = g.distances(s.ctx, left)
		if f, ok := s.all[i].(*family); ok && f.rival {
			d.budgets[i] = f.keepHops(left)
		} else {
			g.take(d.distances[i], left)
		}
		d.bound += s.value(i, d.distances[i])
	}
	return d
}

// value is what an abstraction with the given distances says of the start.
func (s *sharer) value(i int, distances [][]int64) int64 {
	s.all[i].know([][][]int64{distances})
	into := []int64{0}
	if s.all[i].least(func(v model.VarID) int64 { return s.start[v] }, into) {
		return 0
	}
	return into[0]
}

// orders are those in which abstractions may take from the costs: first what bounds the
// start best for what it takes, or what bounds it best (Seipp, Keller and Helmert: value per
// stolen costs). Errands can do with what others leave.
func (s *sharer) orders(costs []int64) [][]int {
	byWorth := make([]int, len(s.all))
	worth, value := make([]float64, len(s.all)), make([]float64, len(s.all))
	for i, a := range s.all {
		byWorth[i] = i
		if _, late := a.(*errand); late {
			continue
		}
		g := a.graph()
		d := g.distances(s.ctx, costs)
		left := slices.Clone(costs)
		g.take(d, left)
		taken := int64(0)
		for o := range left {
			taken += costs[o] - left[o]
		}
		value[i] = float64(s.value(i, d))
		worth[i] = value[i] / float64(max(taken, 1))
	}
	byValue := slices.Clone(byWorth)
	slices.SortStableFunc(byWorth, func(i, j int) int { return cmp.Compare(worth[j], worth[i]) })
	slices.SortStableFunc(byValue, func(i, j int) int { return cmp.Compare(value[j], value[i]) })
	if slices.Equal(byWorth, byValue) {
		return [][]int{byWorth}
	}
	return [][]int{byWorth, byValue}
}

// costsOf are the costs of operators for an entry.
func costsOf(operators []operator, entry int) []int64 {
	out := make([]int64, len(operators))
	for i, o := range operators {
		out[i] = o.costs[entry]
	}
	return out
}
