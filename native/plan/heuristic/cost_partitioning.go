package heuristic

import (
	"cmp"
	"context"
	"slices"

	"nazo/machine"
	"nazo/model"
)

// partitionCosts divides the operators' costs among the abstractions, stores the distances under
// these costs, and returns the abstractions that are informative then.
func partitionCosts(ctx context.Context, m *model.Model, operators []operator, all []abstraction) []abstraction {
	entries := m.Machine.Costs + 1
	start := make(model.Solution, len(m.Vars))
	for v, d := range m.Machine.Start {
		start[v] = d.Bounds().Lo
	}
	plain := machine.Plain(m)
	s := &costPartitioner{ctx: ctx, all: all, start: state{plain, plain.Pack(start)}}
	costs := make([][]int64, entries)
	best := make([]partitioning, entries)
	for k := range entries {
		costs[k] = operatorCosts(operators, k)
		if same := slices.IndexFunc(costs[:k], func(c []int64) bool { return slices.Equal(c, costs[k]) }); same >= 0 {
			best[k] = best[same]
			continue
		}
		for i, order := range s.orders(costs[k]) {
			if ctx.Err() != nil {
				return nil
			}
			if d := s.saturate(order, costs[k]); i == 0 || d.start > best[k].start {
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
		if mg, ok := a.(*mutexGroup); ok && mg.paired {
			mg.pairCosts = make([][]int64, entries)
			for k := range mg.pairCosts {
				mg.pairCosts[k] = best[k].pairCosts[i]
			}
		}
		if a.setDistances(known); a.informative() {
			kept = append(kept, a)
		}
	}
	return kept
}

// costPartitioner computes saturated cost partitionings (Seipp, Keller and Helmert 2017) in
// several orders.
type costPartitioner struct {
	ctx   context.Context
	all   []abstraction
	start state // a state at the start, for which the best order is chosen
}

// partitioning is a saturated cost partitioning: what each abstraction gets.
type partitioning struct {
	distances [][][]int64
	pairCosts [][]int64 // the costs that groups with pairwise distances keep
	start     int64     // the estimate of the start
}

// saturate has the abstractions, in the given order, take their saturated costs from what those
// before them left.
func (s *costPartitioner) saturate(order []int, costs []int64) partitioning {
	d := partitioning{make([][][]int64, len(s.all)), make([][]int64, len(s.all)), 0}
	left := slices.Clone(costs)
	for _, i := range order {
		g := s.all[i].space()
		d.distances[i] = g.distances(s.ctx, left)
		if mg, ok := s.all[i].(*mutexGroup); ok && mg.paired {
			d.pairCosts[i] = mg.takeMoveCosts(left)
		} else {
			g.subtractSaturated(d.distances[i], left)
		}
		d.start += s.startEstimate(i, d.distances[i])
	}
	return d
}

// startEstimate is the estimate of an abstraction with the given distances for the start.
func (s *costPartitioner) startEstimate(i int, distances [][]int64) int64 {
	s.all[i].setDistances([][][]int64{distances})
	into := []int64{0}
	if s.all[i].estimate(s.start, into) {
		return 0
	}
	return into[0]
}

// orders are the orders in which abstractions take from the costs: by estimate of the start per
// cost that is taken (Seipp, Keller and Helmert 2017: value per stolen costs), and by the
// estimate alone. Carrier heuristics come last.
func (s *costPartitioner) orders(costs []int64) [][]int {
	byWorth := make([]int, len(s.all))
	worth, value := make([]float64, len(s.all)), make([]float64, len(s.all))
	for i, a := range s.all {
		byWorth[i] = i
		if _, late := a.(*carrierHeuristic); late {
			continue
		}
		g := a.space()
		d := g.distances(s.ctx, costs)
		left := slices.Clone(costs)
		g.subtractSaturated(d, left)
		taken := int64(0)
		for o := range left {
			taken += costs[o] - left[o]
		}
		value[i] = float64(s.startEstimate(i, d))
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

// operatorCosts are the costs of the operators in an entry.
func operatorCosts(operators []operator, entry int) []int64 {
	out := make([]int64, len(operators))
	for i, o := range operators {
		out[i] = o.costs[entry]
	}
	return out
}
