package plan

import (
	"maps"
	"slices"

	"nazo/internal/model"
)

// goal describes all states that meet the goal.
type goal struct {
	unsolvable bool
	domains    domains
	sums       []weightedSum
	// dependsOn is true for the variables that occur in the goal.
	dependsOn []bool
}

// weightedSum is a sum with a weight for each value of each variable, and the totals that meet the goal.
type weightedSum struct {
	vars    []model.VarID // each once
	weights [][]int64     // for each variable, by value minus the least of its domain
	totals  model.Domain
}

// readGoal takes the goal apart into conditions on single variables and on sums.
func readGoal(m *model.Model) goal {
	g := goal{domains: domains{}, dependsOn: make([]bool, len(m.Vars))}
	g.domains.restrictTo(m, m.Machine.Goal, func(b model.Bool) {
		if w, ok := weightedSumOf(m, b); ok {
			g.sums = append(g.sums, w)
		}
	})
	g.unsolvable = m.Machine.Goal == model.False
	for _, d := range g.domains {
		g.unsolvable = g.unsolvable || len(d) == 0
	}
	for _, v := range m.VarsBelow([]model.Bool{m.Machine.Goal}, nil) {
		g.dependsOn[v] = true
	}
	return g
}

// weightedSumOf reads a condition on a sum.
func weightedSumOf(m *model.Model, b model.Bool) (w weightedSum, ok bool) {
	var terms []model.Term
	var constant int64
	var totals model.Domain
	switch n := m.Node(b).(type) {
	case model.AtMost:
		terms, totals = n.Terms, model.Range(-magnitude, n.Bound)
	case model.Exactly:
		terms, totals = n.Terms, model.Range(n.Sum, n.Sum)
	case model.In:
		sum, linear := m.Ints[n.X].(model.Linear)
		if !linear {
			return w, false
		}
		terms, constant, totals = sum.Terms, sum.Const, n.Values
	default:
		return w, false
	}
	if b.Negated() {
		totals = model.Range(-magnitude, magnitude).Minus(totals)
	}
	for _, i := range totals {
		w.totals = append(w.totals, model.Interval{Lo: i.Lo - constant, Hi: i.Hi - constant})
	}
	for _, t := range terms {
		v, offset, factor, simple := variableOf(m, t.X)
		if !simple {
			return w, false
		}
		b := m.Vars[v].Domain.Bounds()
		if b.Size() > maxValues || max(t.Coef, -t.Coef) > magnitude/maxValues {
			return w, false
		}
		at := slices.Index(w.vars, v)
		if at < 0 {
			at = len(w.vars)
			w.vars, w.weights = append(w.vars, v), append(w.weights, make([]int64, b.Size()))
		}
		for i := range w.weights[at] {
			w.weights[at][i] += t.Coef * (offset + factor*(b.Lo+int64(i)))
		}
	}
	return w, true
}

// variableOf returns the single variable v such that x = offset + factor * v. simple is false if x has another form.
func variableOf(m *model.Model, x model.Int) (v model.VarID, offset, factor int64, simple bool) {
	switch n := m.Ints[x].(type) {
	case model.IntVar:
		return n.Var, 0, 1, true
	case model.ToInt:
		if b, ok := m.Node(n.B).(model.BoolVar); ok {
			if n.B.Negated() {
				return b.Var, 1, -1, true
			}
			return b.Var, 0, 1, true
		}
	case model.If:
		b, isVar := m.Node(n.Cond).(model.BoolVar)
		then, known1 := m.Constant(n.Then)
		other, known2 := m.Constant(n.Else)
		if isVar && known1 && known2 {
			if n.Cond.Negated() {
				then, other = other, then
			}
			return b.Var, other, then - other, true
		}
	}
	return 0, 0, 0, false
}

const (
	// magnitude exceeds all totals that are looked at.
	magnitude = 1 << 40
	// maxValues is the largest range of a variable whose values an abstraction distinguishes.
	maxValues = 1 << 16
)

// valueCounts returns the sums that a goal on single variables implies. If the goal fixes all variables of a
// find, they count the variables with each value.
func valueCounts(m *model.Model, goals domains) (out []weightedSum) {
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

// startCount returns how many of the variables have the value at the start, if that is known.
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

// sumAbstraction maps a state to a weighted sum, such as how many things are left. Its nodes are the totals.
type sumAbstraction struct {
	weightedSum
	distanceTables
	at   map[model.VarID]int // the index of each variable in vars
	lo   []int64             // the least value of each
	base int64               // the least total
}

// newSumAbstraction makes the abstraction of a sum. It returns nil if it is too large.
func newSumAbstraction(m *model.Model, operators []operator, w weightedSum) *sumAbstraction {
	sa := &sumAbstraction{weightedSum: w, at: map[model.VarID]int{}}
	top := int64(0)
	for i, v := range w.vars {
		sa.at[v] = i
		sa.lo = append(sa.lo, m.Vars[v].Domain.Bounds().Lo)
		least, most := weightRange(w.weights[i], sa.lo[i], m.Vars[v].Domain)
		sa.base += least
		top += most
	}
	nodes := top - sa.base + 1
	if nodes > maxValues {
		return nil
	}
	sa.g = abstractSpace{nodes: int(nodes), shares: 1}
	for i := range operators {
		if !sa.addEdges(m, &operators[i], int32(i)) {
			return nil
		}
	}
	var targets []int32
	for total := range w.totals.Intersect(model.Range(sa.base, top)).Each {
		targets = append(targets, int32(total-sa.base))
	}
	sa.g.targets = [][]int32{targets}
	least, most := int64(0), int64(0)
	for i, v := range w.vars {
		a, b := weightRange(w.weights[i], sa.lo[i], m.Machine.Start[v])
		least += a
		most += b
	}
	var starts []int32
	for total := least; total <= most; total++ {
		starts = append(starts, int32(total-sa.base))
	}
	sa.g.prune(starts)
	return sa
}

// weightRange returns the least and the greatest weight of some values.
func weightRange(weights []int64, lo int64, values model.Domain) (least, most int64) {
	least, most = infinite, -infinite
	for value := range values.Each {
		least, most = min(least, weights[value-lo]), max(most, weights[value-lo])
	}
	return least, most
}

// addEdges adds the edges of an operator, given bounds of the total before it and of its change. It returns
// false if there are too many edges.
func (sa *sumAbstraction) addEdges(m *model.Model, o *operator, index int32) bool {
	least, most := sa.base, sa.base+int64(sa.g.nodes)-1 // bounds of the total before
	for _, l := range o.preconditions {
		if i, ok := sa.at[l.v]; ok {
			a, b := weightRange(sa.weights[i], sa.lo[i], m.Vars[l.v].Domain)
			least, most = least-a, most-b
			a, b = weightRange(sa.weights[i], sa.lo[i], l.values)
			least, most = least+a, most+b
		}
	}
	down, up := int64(0), int64(0) // bounds of the change
	for _, change := range o.effects {
		i, ok := sa.at[change.v]
		if !ok {
			continue
		}
		a, b := int64(infinite), int64(-infinite)
		for value := range o.domainBefore(m, change.v).Each {
			o.eachValueAfter(change.v, value, func(after int64) {
				by := sa.weights[i][after-sa.lo[i]] - sa.weights[i][value-sa.lo[i]]
				a, b = min(a, by), max(b, by)
			})
		}
		down += a
		up += b
	}
	for total := least; total <= most; total++ {
		for by := down; by <= up; by++ {
			to := total - sa.base + by
			if by == 0 || to < 0 || to >= int64(sa.g.nodes) {
				continue
			}
			sa.g.edges = append(sa.g.edges, edge{from: int32(total - sa.base), to: int32(to), operator: index})
			if len(sa.g.edges) > maxEdges {
				return false
			}
		}
	}
	return true
}

func (sa *sumAbstraction) estimate(s relaxedState, into []int64) (deadEnd bool) {
	total := -sa.base
	for i, v := range sa.vars {
		total += sa.weights[i][s.value(v)-sa.lo[i]]
	}
	return sa.lookUp(total, into)
}
