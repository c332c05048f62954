package frontier

import (
	"math/bits"
	"slices"
)

// decidedRule is a rule with the set of its decided unknowns.
type decidedRule struct {
	rule    int32
	decided uint64
}

// survival is the share of the choices at v after which the rules can still hold. Rules about
// the same choice aren't independent, so each choice is considered for one rule only.
func (r *ruleFactors) survival(at *prefix, v int32) float64 {
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
			share *= r.share(decidedRule{i, after}) / max(r.share(decidedRule{i, before}), 1e-9)
		}
	}
	return share
}

// decidedOf is the set of a rule's edges that are decided after v, too, as bits.
func (r *ruleFactors) decidedOf(at *prefix, v, rule int32) (decided uint64) {
	for j, x := range r.rules[rule].unknowns {
		if int(x) < len(r.problem.Graph.Edges) && r.decided(at, v, x) {
			decided |= 1 << j
		}
	}
	return decided
}

// share is the share of the choices for the decided unknowns after which the rule can
// still hold.
func (r *ruleFactors) share(a decidedRule) float64 {
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

// probability is the probability of a choice for the decided unknowns of a rule, if each edge is
// as likely as the degrees of its ends make it.
func (r *ruleFactors) probability(rule *smallRule, decided, chosen uint64) float64 {
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
