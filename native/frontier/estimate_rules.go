package frontier

import "slices"

// ruleStates foretells how many states open rules have.
type ruleStates struct {
	problem *Problem
	at      [][]int32 // by vertex: the rules with edges there
}

func newRuleStates(p *Problem) *ruleStates {
	r := &ruleStates{problem: p, at: make([][]int32, len(p.Degrees))}
	for i, rule := range p.Rules {
		touched := map[int32]bool{}
		for _, x := range rule.Unknowns {
			if int(x) >= len(p.Graph.Edges) {
				continue
			}
			for _, v := range []int32{p.Graph.Edges[x].U, p.Graph.Edges[x].V} {
				if !touched[v] {
					touched[v] = true
					r.at[v] = append(r.at[v], int32(i))
				}
			}
		}
	}
	return r
}

// after is the product of the states of all rules after v, too.
func (r *ruleStates) after(at *eliminated, v int32) float64 {
	product := at.layer.rules
	for _, i := range r.at[v] {
		product *= r.states(at, v, i) / at.rule(i)
	}
	return product
}

// take lists the states of each rule after v, too.
func (r *ruleStates) take(at *eliminated, v int32) []float64 {
	if len(r.at[v]) == 0 {
		return at.rules
	}
	next := make([]float64, len(r.problem.Rules))
	for i := range next {
		next[i] = at.rule(int32(i))
	}
	for _, i := range r.at[v] {
		next[i] = r.states(at, v, i)
	}
	return next
}

// rule is the number of states of a rule.
func (at *eliminated) rule(i int32) float64 {
	if at.rules == nil {
		return 1
	}
	return at.rules[i]
}

// states is the number of states of rule i after v, too: as many as a sum of what
// is decided has, or of what isn't.
func (r *ruleStates) states(at *eliminated, v int32, i int32) float64 {
	edges := r.problem.Graph.Edges
	decided, open := 0, 0
	for _, x := range r.problem.Rules[i].Unknowns {
		if int(x) >= len(edges) {
			continue
		}
		if e := edges[x]; e.U == v || e.V == v || at.done[e.U] || at.done[e.V] {
			decided++
		} else {
			open++
		}
	}
	return float64(min(decided, open) + 1)
}

// tallySpread foretells how many tallies the states of a layer have.
type tallySpread struct {
	step float64 // tallies for each edge that is decided
	most float64
}

func newTallySpread(p *Problem, exact bool) tallySpread {
	t := tallySpread{most: 1}
	if len(p.Weights) == 0 {
		return t
	}
	weights := slices.Sorted(slices.Values(p.Weights))
	if exact && weights[0] == weights[len(weights)-1] {
		return t // the degrees say how many edges there are
	}
	// A path or cycle has no more edges than vertices.
	chosen := len(weights)
	if p.Shape.pairs() || p.Shape == Forest {
		chosen = min(chosen, len(p.Degrees))
	}
	spread, step := 0.0, int64(0)
	for i := range chosen {
		spread += max(0, float64(weights[len(weights)-1-i])) - min(0, float64(weights[i]))
	}
	for _, w := range weights {
		step = divisor(step, w)
	}
	t.most = 1 + spread/float64(max(step, 1))
	t.step = t.most / float64(max(len(p.Graph.Edges), 1))
	return t
}

// divisor is the greatest common one of a and the size of b.
func divisor(a, b int64) int64 {
	b = max(b, -b)
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// states is the number of tallies when so many edges are decided.
func (t tallySpread) states(decided int32) float64 {
	return min(t.most, 1+t.step*float64(decided))
}
