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
	}
	setRivals(ctx, m, operators, out)
	for _, a := range out {
		if f := a.(*family); f.errand != nil && !f.rival {
			add(&errands, f.errand)
		}
	}
	for _, w := range append(g.sums, tallies(m, g.limits)...) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if c := count(m, operators, w); c != nil {
			add(&out, c)
		}
	}
	var plain []model.VarID
	for v := range model.VarID(len(m.Vars)) {
		if ctx.Err() != nil || room <= 0 {
			break
		}
		if _, limited := g.limits[v]; limited && !carried[v] {
			plain = append(plain, v)
			if p := project(m, operators, g.limits, []model.VarID{v}, maxEdges); p != nil {
				add(&out, p)
			}
		}
	}
	for _, p := range patterns(ctx, m, operators, g.limits, plain) {
		add(&out, p)
	}
	return append(out, errands...)
}

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
