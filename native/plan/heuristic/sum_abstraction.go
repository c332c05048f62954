package heuristic

import (
	"nazo/model"
)

// sumAbstraction maps a state to a weighted sum: how many things are left, how much is filled.
// Its nodes are the totals.
type sumAbstraction struct {
	weightedSum
	at     map[model.VarID]int // the index of each variable in vars
	lo     []int64             // the least value of each
	base   int64               // the least total
	g      abstractSpace
	tables [][]int64
}

// newSumAbstraction makes the abstraction of a sum; nil if it is too large.
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
	sa.g = abstractSpace{nodes: int(nodes), parts: 1}
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

// weightRange is the least and the greatest weight of some values.
func weightRange(weights []int64, lo int64, values model.Domain) (least, most int64) {
	least, most = infinite, -infinite
	for value := range values.Each {
		least, most = min(least, weights[value-lo]), max(most, weights[value-lo])
	}
	return least, most
}

// addEdges adds the edges of an operator. The total before it lies in an interval, and so does
// the change of the total. It returns false if there are too many edges.
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

func (sa *sumAbstraction) space() *abstractSpace { return &sa.g }

func (sa *sumAbstraction) setDistances(distances [][][]int64) {
	sa.tables = informativeTables(distances)
}

func (sa *sumAbstraction) informative() bool { return anyTable(sa.tables) }

func (sa *sumAbstraction) estimate(s state, into []int64) (deadEnd bool) {
	total := -sa.base
	for i, v := range sa.vars {
		total += sa.weights[i][s.value(v)-sa.lo[i]]
	}
	return lookUp(sa.tables, total, into)
}
