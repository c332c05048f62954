package bound

import (
	"nazo/model"
)

// counter forgets all but a sum of weights of values: how many things are left,
// how much is filled. Its nodes are the totals.
type counter struct {
	weighing
	at     map[model.VarID]int // where each variable is among vars
	lo     []int64             // the least value of each
	base   int64               // the least total
	g      graph
	tables [][]int64
}

// count makes the counter of a sum; nil if it is too large.
func count(m *model.Model, operators []operator, w weighing) *counter {
	c := &counter{weighing: w, at: map[model.VarID]int{}}
	top := int64(0)
	for i, v := range w.vars {
		c.at[v] = i
		c.lo = append(c.lo, m.Vars[v].Domain.Bounds().Lo)
		least, most := extremes(w.weights[i], c.lo[i], m.Vars[v].Domain)
		c.base += least
		top += most
	}
	nodes := top - c.base + 1
	if nodes > maxValues {
		return nil
	}
	c.g = graph{nodes: int(nodes), parts: 1}
	for i := range operators {
		if !c.edges(m, &operators[i], int32(i)) {
			return nil
		}
	}
	var targets []int32
	for total := range w.totals.Intersect(model.Range(c.base, top)).Each {
		targets = append(targets, int32(total-c.base))
	}
	c.g.targets = [][]int32{targets}
	least, most := int64(0), int64(0)
	for i, v := range w.vars {
		a, b := extremes(w.weights[i], c.lo[i], m.Machine.Start[v])
		least += a
		most += b
	}
	var starts []int32
	for total := least; total <= most; total++ {
		starts = append(starts, int32(total-c.base))
	}
	c.g.settle(starts)
	return c
}

// extremes are the least and greatest weight of some values.
func extremes(weights []int64, lo int64, values model.Domain) (least, most int64) {
	least, most = infinite, -infinite
	for value := range values.Each {
		least, most = min(least, weights[value-lo]), max(most, weights[value-lo])
	}
	return least, most
}

// edges adds the edges of an operator. The total lies between what is known of it
// before, and changes by what may happen to each variable. It returns false if
// there are too many.
func (c *counter) edges(m *model.Model, o *operator, index int32) bool {
	least, most := c.base, c.base+int64(c.g.nodes)-1 // the total before
	for _, l := range o.before {
		if i, ok := c.at[l.v]; ok {
			a, b := extremes(c.weights[i], c.lo[i], m.Vars[l.v].Domain)
			least, most = least-a, most-b
			a, b = extremes(c.weights[i], c.lo[i], l.values)
			least, most = least+a, most+b
		}
	}
	down, up := int64(0), int64(0) // what is added to it
	for _, change := range o.changes {
		i, ok := c.at[change.v]
		if !ok {
			continue
		}
		a, b := int64(infinite), int64(-infinite)
		for value := range o.was(m, change.v).Each {
			o.becomes(change.v, value, func(after int64) {
				by := c.weights[i][after-c.lo[i]] - c.weights[i][value-c.lo[i]]
				a, b = min(a, by), max(b, by)
			})
		}
		down += a
		up += b
	}
	for total := least; total <= most; total++ {
		for by := down; by <= up; by++ {
			to := total - c.base + by
			if by == 0 || to < 0 || to >= int64(c.g.nodes) {
				continue
			}
			c.g.edges = append(c.g.edges, edge{from: int32(total - c.base), to: int32(to), operator: index})
			if len(c.g.edges) > maxEdges {
				return false
			}
		}
	}
	return true
}

func (c *counter) graph() *graph { return &c.g }

func (c *counter) know(distances [][][]int64) { c.tables = trimmed(distances) }

func (c *counter) informs() bool { return anything(c.tables) }

func (c *counter) least(value func(model.VarID) int64, into []int64) (dead bool) {
	total := -c.base
	for i, v := range c.vars {
		total += c.weights[i][value(v)-c.lo[i]]
	}
	return look(c.tables, total, into)
}
