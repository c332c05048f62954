package frontier

import (
	"math/bits"
	"nazo/graph"
	"slices"
)

// alive is a rule of which some unknowns are decided.
type alive struct {
	rule    int32
	decided uint64
}

// survival is the share of the choices at v after which the rules can still hold.
// Rules that concern the same choice aren't independent, so each choice is taken into
// account for one rule only.
func (r *ruleStates) survival(at *eliminated, v int32) float64 {
	share := 1.0
	var counted []int32
	for _, i := range r.near[v] {
		rule := &r.rules[i]
		if rule.table == nil {
			continue
		}
		before, after := r.decidedOf(at, -1, i), r.decidedOf(at, v, i)
		for rest := after &^ before; rest != 0; rest &= rest - 1 {
			if x := rule.unknowns[bits.TrailingZeros64(rest)]; slices.Contains(counted, x) {
				after &^= rest & -rest
			} else {
				counted = append(counted, x)
			}
		}
		if before != after {
			share *= r.share(alive{i, after}) / max(r.share(alive{i, before}), 1e-9)
		}
	}
	return share
}

// decidedOf are the edges of a rule that are decided after v, too, as bits.
func (r *ruleStates) decidedOf(at *eliminated, v, rule int32) (decided uint64) {
	for j, x := range r.rules[rule].unknowns {
		if int(x) < len(r.problem.Graph.Edges) && r.decided(at, v, x) {
			decided |= 1 << j
		}
	}
	return decided
}

// share is the share of the choices for the decided unknowns after which the rule can
// still hold.
func (r *ruleStates) share(a alive) float64 {
	share, known := r.shares[a]
	if known {
		return share
	}
	rule := &r.rules[a.rule]
	possible := map[uint64]bool{}
	for x, holds := range rule.table {
		if chosen := uint64(x) & a.decided; holds && !possible[chosen] {
			possible[chosen] = true
			share += r.probability(rule, a.decided, chosen)
		}
	}
	r.shares[a] = share
	return share
}

// probability is that of a choice for the decided unknowns of a rule, if each edge is as
// likely as the degrees of its ends make it.
func (r *ruleStates) probability(rule *smallRule, decided, chosen uint64) float64 {
	p := 1.0
	for ; decided != 0; decided &= decided - 1 {
		j := bits.TrailingZeros64(decided)
		e := r.problem.Graph.Edges[rule.unknowns[j]]
		on := min(r.odds[e.U], r.odds[e.V])
		on /= 1 + on
		if chosen>>j&1 == 0 {
			on = 1 - on
		}
		p *= on
	}
	return p
}

// edgesAt is the number of edges at a vertex.
func edgesAt(g *graph.Graph, v int) int {
	if g.Directed {
		return len(g.Out[v]) + len(g.In[v])
	}
	return len(g.Out[v])
}
