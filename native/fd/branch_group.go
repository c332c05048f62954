package fd

import (
	"slices"

	"nazo/model"
)

// choosable is those of the groups that consist of variables of finds, so that
// choices among them part the solutions.
func (p *poster) choosable(groups [][]lit) [][]lit {
	return slices.DeleteFunc(groups, func(group []lit) bool {
		return slices.ContainsFunc(group, func(l lit) bool {
			if l.Node() >= p.m.BoolCount() {
				return true
			}
			n, ok := p.m.Node(l).(model.BoolVar)
			return !ok || p.m.Vars[n.Var].Find < 0
		})
	})
}

// pickOfGroup is a literal, with its variable, of the group that has the
// fewest left for its weight; the variable is -1 if no group is open.
func (b *brancher) pickOfGroup(s *store) (lit, int32) {
	var best []lit
	bestScore := 0.0
	for _, group := range b.exact {
		open, weight := 0, 0.0
		for _, l := range group {
			if s.val[l] > 0 {
				open = 0
				break
			}
			if s.val[l] == 0 {
				open++
				weight += b.weight[b.variable(l)]
			}
		}
		if open == 0 {
			continue
		}
		if score := float64(open); best == nil || score < bestScore {
			best, bestScore = group, score
		}
	}
	chosen, v := lit(0), int32(-1)
	for _, l := range best {
		if s.val[l] != 0 {
			continue
		}
		w := b.variable(l)
		if v < 0 || b.weight[w] > b.weight[v] || b.weight[w] == b.weight[v] && b.rank[w] < b.rank[v] {
			chosen, v = l, w
		}
	}
	return chosen, v
}

// variable is the variable of a literal that is one.
func (b *brancher) variable(l lit) int32 { return int32(b.p.m.Node(l).(model.BoolVar).Var) }
