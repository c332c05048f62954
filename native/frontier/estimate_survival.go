package frontier

import "math/bits"

// alive is a rule of which some unknowns are decided.
type alive struct {
	rule    int32
	decided uint64
}

// survival is the share of the choices at v after which the rules can still hold, if
// those were independent.
func (r *ruleStates) survival(at *eliminated, v int32) float64 {
	share := 1.0
	for _, i := range r.near[v] {
		if r.rules[i].table == nil {
			continue
		}
		before, after := r.decidedOf(at, -1, i), r.decidedOf(at, v, i)
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
		if holds {
			possible[uint64(x)&a.decided] = true
		}
	}
	share = float64(len(possible)) / power(2, bits.OnesCount64(a.decided))
	r.shares[a] = share
	return share
}
