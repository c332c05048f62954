package bound

import (
	"cmp"
	"context"
	"slices"

	"nazo/compile/model"
)

// abstraction is a view of the machine that forgets almost everything.
type abstraction interface {
	part
	graph() *graph
	// know takes the distances for each entry, to each set of targets.
	know(distances [][][]int64)
	// informs says whether what it knows is ever more than nothing.
	informs() bool
}

// abstractions are all that are tried, those first that others make needless.
func abstractions(ctx context.Context, m *model.Model, operators []operator, g goal) []abstraction {
	var out, errands []abstraction
	room := maxAllEdges
	add := func(to *[]abstraction, a abstraction) {
		if room -= len(a.graph().edges); room >= 0 {
			*to = append(*to, a)
		}
	}
	carried := make([]bool, len(m.Vars)) // a family says as much of it
	for _, f := range families(ctx, m, operators, g.limits) {
		if ctx.Err() != nil || room <= 0 || !f.settle(ctx, m, operators) {
			continue
		}
		add(&out, f)
		for p, at := range f.places {
			if m.Vars[at.v].Bool || slices.Contains(f.wanted, int32(p)) {
				carried[at.v] = true
			}
		}
		if f.errand != nil {
			add(&errands, f.errand)
		}
	}
	setRivals(ctx, m, operators, out)
	for _, w := range append(g.sums, tallies(m, g.limits)...) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if c := count(m, operators, w); c != nil {
			add(&out, c)
		}
	}
	for v := range model.VarID(len(m.Vars)) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if _, limited := g.limits[v]; limited && !carried[v] {
			if p := project(m, operators, g.limits, []model.VarID{v}); p != nil {
				add(&out, p)
			}
		}
	}
	return append(out, errands...)
}

// share gives each abstraction its share of the costs, and leaves those that
// know something then.
func share(ctx context.Context, m *model.Model, operators []operator, all []abstraction) []abstraction {
	entries := m.Machine.Costs + 1
	start := make([]int64, len(m.Vars))
	for v, d := range m.Machine.Start {
		start[v] = d.Bounds().Lo
	}
	costs := make([][]int64, entries)
	for k := range costs {
		costs[k] = costsOf(operators, k)
	}
	known := make([][][][]int64, len(all)) // the distances, by abstraction and entry
	for i, a := range all {
		known[i] = make([][][]int64, entries)
		if f, ok := a.(*family); ok && f.rival {
			f.budget = make([][]int64, entries)
		}
	}
	for k := range entries {
		if same := slices.IndexFunc(costs[:k], func(c []int64) bool { return slices.Equal(c, costs[k]) }); same >= 0 {
			for i := range known {
				known[i][k] = known[i][same]
				if f, ok := all[i].(*family); ok && f.rival {
					f.budget[k] = f.budget[same]
				}
			}
			continue
		}
		left := slices.Clone(costs[k])
		for _, i := range inOrder(ctx, all, start, costs[k]) {
			if ctx.Err() != nil {
				return nil
			}
			g := all[i].graph()
			known[i][k] = g.distances(ctx, left)
			if f, ok := all[i].(*family); ok && f.rival {
				f.budget[k] = f.keepHops(left)
			} else {
				g.take(known[i][k], left)
			}
		}
	}
	var kept []abstraction
	for i, a := range all {
		if a.know(known[i]); a.informs() {
			kept = append(kept, a)
		}
	}
	return kept
}

// costsOf are the costs of operators for an entry.
func costsOf(operators []operator, entry int) []int64 {
	out := make([]int64, len(operators))
	for i, o := range operators {
		out[i] = o.costs[entry]
	}
	return out
}

// setRivals finds out which families' tokens are worth being set against each
// other. What counts is whether they are ever in each other's way, so the length will do.
func setRivals(ctx context.Context, m *model.Model, operators []operator, all []abstraction) {
	var alone []*family
	for _, a := range all {
		alone = append(alone, a.(*family))
	}
	for _, c := range crowds(m, alone) {
		if !c.rivals() {
			continue
		}
		length := slices.Repeat([][]int64{costsOf(operators, m.Machine.Costs)}, len(c.families))
		c.fight(ctx, m, operators, length, func(duel) bool {
			for _, f := range c.families {
				f.rival = true
			}
			return false
		})
	}
}

// keepHops takes all that is left of the costs of hops.
func (f *family) keepHops(left []int64) []int64 {
	budget := make([]int64, len(left))
	for i, hops := range f.moves {
		if len(hops) > 0 {
			budget[i], left[i] = left[i], 0
		}
	}
	return budget
}

// inOrder puts first what bounds the start best for the costs that it takes
// (Seipp, Keller and Helmert: value per stolen costs).
func inOrder(ctx context.Context, all []abstraction, start, costs []int64) []int {
	order := make([]int, len(all))
	worth := make([]float64, len(all))
	for i, a := range all {
		order[i] = i
		if _, late := a.(*errand); late {
			continue // it can do with what others leave
		}
		g := a.graph()
		d := g.distances(ctx, costs)
		left := slices.Clone(costs)
		g.take(d, left)
		taken := int64(0)
		for o := range left {
			taken += costs[o] - left[o]
		}
		a.know([][][]int64{d})
		value := []int64{0}
		if !a.least(func(v model.VarID) int64 { return start[v] }, value) {
			worth[i] = float64(value[0]) / float64(max(taken, 1))
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(worth[j], worth[i]) })
	return order
}

// tallies are the sums that a goal on single variables implies: how many
// variables of a find have each value, where the goal says it of all.
func tallies(m *model.Model, goals limits) []weighing {
	var out []weighing
	for _, vars := range alike(m) {
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
		for _, value := range sortedKeys(values) {
			if n, known := startsWith(m, vars, value); known && n == values[value] {
				continue // nothing is to be learnt from that
			}
			w := weighing{totals: model.Range(values[value], values[value])}
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

// startsWith says how many of the variables have the value at the start, if that
// is known.
func startsWith(m *model.Model, vars []model.VarID, value int64) (n int64, known bool) {
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

func sortedKeys(of map[int64]int64) []int64 {
	keys := make([]int64, 0, len(of))
	for k := range of {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
