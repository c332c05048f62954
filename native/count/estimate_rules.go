package count

import (
	"fmt"
	"math/bits"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// ruleFactors estimates the effect of rules on the number of states. Open rules have automaton states, and rules
// forbid some degrees.
type ruleFactors struct {
	problem *Problem
	allowed []uint64
	rules   []smallRule
	near    [][]int32 // by vertex: the rules with edges there or at its neighbours
	known   map[ruleSituation]float64
	shares  map[decidedRule]float64
	odds    []float64 // by vertex: the odds that an edge of it is chosen
}

// mostTabled bounds the unknowns of a rule with a truth table.
const mostTabled = 10

// smallRule is a rule with its truth table.
type smallRule struct {
	unknowns   []int32
	truthTable []bool    // by the unknowns' values as bits; nil for too many unknowns
	vertices   []int32   // the ends of its edges
	edgesAt    []uint64  // by place in vertices: the rule's edges there, as bits by place in unknowns
	closers    [][]int32 // by place in unknowns: the rules that decide a switch once they are closed
}

// ruleSituation is a partly decided rule. known are the vertices whose decided edges all belong to the rule, so
// that the state implies their degrees.
type ruleSituation struct {
	rule           int32
	decided, known uint64
}

func newRuleFactors(p *Problem, allowed []uint64, neighbours [][]neighbour) *ruleFactors {
	r := &ruleFactors{problem: p, allowed: allowed, near: make([][]int32, len(p.Degrees)), known: map[ruleSituation]float64{}, shares: map[decidedRule]float64{}}
	for v, degrees := range allowed {
		edges := p.Graph.Degree(int32(v))
		r.odds = append(r.odds, oddsOf(degrees&degreesUpTo(edges), edges))
	}
	with := map[int32][]int32{} // rules of each switch
	for i, rule := range p.Rules {
		for _, x := range rule.Unknowns {
			if int(x) >= len(p.Graph.Edges) {
				with[x] = append(with[x], int32(i))
			}
		}
	}
	tables := map[string][]bool{}
	for i, rule := range p.Rules {
		small := smallRule{unknowns: rule.Unknowns, closers: make([][]int32, len(rule.Unknowns))}
		place := map[int32]int{}
		for j, x := range rule.Unknowns {
			if int(x) >= len(p.Graph.Edges) {
				small.closers[j] = with[x]
				continue
			}
			for _, v := range []int32{p.Graph.Edges[x].U, p.Graph.Edges[x].V} {
				if _, ok := place[v]; !ok {
					place[v] = len(small.vertices)
					small.vertices = append(small.vertices, v)
					small.edgesAt = append(small.edgesAt, 0)
				}
				small.edgesAt[place[v]] |= 1 << j
			}
		}
		small.truthTable = truthTable(rule, tables)
		r.rules = append(r.rules, small)
		touched := map[int32]bool{}
		for _, v := range small.vertices {
			for _, u := range append([]neighbour{{v, 0}}, neighbours[v]...) {
				if !touched[u.to] {
					touched[u.to] = true
					r.near[u.to] = append(r.near[u.to], int32(i))
				}
			}
		}
	}
	return r
}

// layerReads is the cost of the rest of an estimate, in reads of a rule's unknown.
const layerReads = 25

// meanReads returns the cost of estimating a layer, in reads of a rule's unknown, averaged over the vertices. A
// read takes about 70 ns.
func (e *estimator) meanReads() float64 {
	reads := 0
	for _, near := range e.rules.near {
		for _, i := range near {
			reads += len(e.rules.rules[i].unknowns)
		}
	}
	return layerReads + float64(reads)/float64(max(len(e.rules.near), 1))
}

// truthTable evaluates a small rule for all values. Equal rules share one table.
func truthTable(rule Rule, tables map[string][]bool) []bool {
	n := len(rule.Unknowns)
	if n > mostTabled {
		return nil
	}
	text := fmt.Sprintf("%d %#v %#v %d", n, rule.Model.BoolNodes(), rule.Model.Ints, rule.Holds)
	table, ok := tables[text]
	if !ok {
		table = rule.truthTable()
		tables[text] = table
	}
	return table
}

// truthTable evaluates a rule for all values of its unknowns, as bits.
func (r Rule) truthTable() []bool {
	table := make([]bool, 1<<len(r.Unknowns))
	values := make(model.Solution, len(r.Unknowns))
	for set := range table {
		for i := range values {
			values[i] = int64(set >> i & 1)
		}
		table[set] = model.Evaluate(r.Model, values).Bool(r.Holds)
	}
	return table
}

// after returns the product of the factors of all rules after v.
func (r *ruleFactors) after(at *prefix, v int32, neighbours []neighbour) float64 {
	product := at.layer.rules
	for _, i := range r.near[v] {
		product *= r.factor(at, v, i, neighbours) / at.rule(i)
	}
	return product
}

// take lists the factors of all rules after v.
func (r *ruleFactors) take(at *prefix, v int32, neighbours []neighbour) []float64 {
	if len(r.near[v]) == 0 {
		return at.rules
	}
	next := make([]float64, len(r.rules))
	for i := range next {
		next[i] = at.rule(int32(i))
	}
	for _, i := range r.near[v] {
		next[i] = r.factor(at, v, i, neighbours)
	}
	return next
}

// rule returns the factor of a rule.
func (at *prefix) rule(i int32) float64 {
	if at.rules == nil {
		return 1
	}
	return at.rules[i]
}

// decided reports whether the edge is decided after v.
func (r *ruleFactors) decided(at *prefix, v, edge int32) bool {
	e := r.problem.Graph.Edges[edge]
	return e.U == v || e.V == v || at.done[e.U] || at.done[e.V]
}

// closed reports whether all edges of a rule are decided after v, and so its switches.
func (r *ruleFactors) closed(at *prefix, v, rule int32) bool {
	for _, x := range r.rules[rule].unknowns {
		if int(x) < len(r.problem.Graph.Edges) && !r.decided(at, v, x) {
			return false
		}
	}
	return true
}

// factor returns the factor of rule i after v.
func (r *ruleFactors) factor(at *prefix, v, i int32, neighbours []neighbour) float64 {
	rule := &r.rules[i]
	if rule.truthTable == nil {
		decided := 0
		for _, x := range rule.unknowns {
			if int(x) < len(r.problem.Graph.Edges) && r.decided(at, v, x) {
				decided++
			}
		}
		return float64(min(decided, len(rule.unknowns)-decided) + 1)
	}
	s := ruleSituation{rule: i}
	for j, x := range rule.unknowns {
		decided := false
		if int(x) < len(r.problem.Graph.Edges) {
			decided = r.decided(at, v, x)
		} else {
			for _, other := range rule.closers[j] {
				decided = decided || r.closed(at, v, other)
			}
		}
		if decided {
			s.decided |= 1 << j
		}
	}
	for j, u := range rule.vertices {
		if u == v || at.done[u] {
			continue
		}
		seen := at.seen[u]
		for _, n := range neighbours {
			if n.to == u {
				seen += n.times
			}
		}
		if own := bits.OnesCount64(rule.edgesAt[j] & s.decided); own > 0 && own >= int(seen) && r.degreeFollows(u, int(seen)) {
			s.known |= 1 << j
		}
	}
	factor, ok := r.known[s]
	if !ok {
		factor = r.count(rule, s)
		r.known[s] = factor
	}
	return factor
}

// degreeFollows reports whether the state implies the degree of a vertex with that many decided edges. It must be
// in the frontier, and different degrees must be different states.
func (r *ruleFactors) degreeFollows(v int32, decided int) bool {
	edges := r.problem.Graph.Degree(v)
	if decided >= edges {
		return false
	}
	if r.problem.Shape != AnyEdges {
		return true
	}
	allowed, before := r.allowed[v], uint64(0)
	for d := 0; d <= decided; d++ {
		rest := allowed >> d & degreesUpTo(edges-decided)
		if rest != 0 && rest == before {
			return false
		}
		before = rest
	}
	return true
}

// count returns the number of automaton states of a rule, averaged over implied degrees. Forbidden degrees count 0.
func (r *ruleFactors) count(rule *smallRule, s ruleSituation) float64 {
	type memory struct{ degrees, rest uint64 }
	possible, memories := map[uint64]bool{}, map[memory]bool{}
	open := uint64(1)<<len(rule.unknowns) - 1 - s.decided
	for chosen := s.decided; ; chosen = (chosen - 1) & s.decided {
		degrees, allowed := uint64(0), true
		for j, v := range rule.vertices {
			d := bits.OnesCount64(chosen & rule.edgesAt[j])
			if r.allowed[v]>>d == 0 {
				allowed = false
			}
			if s.known>>j&1 == 1 {
				degrees = alg.SplitMix64(degrees + uint64(d))
			}
		}
		if allowed {
			possible[degrees] = true
			rest, some := uint64(0), false
			for left := open; ; left = (left - 1) & open {
				rest <<= 1
				if left&63 == 0 {
					rest = alg.SplitMix64(rest)
				}
				if rule.truthTable[chosen|left] {
					rest++
					some = true
				}
				if left == 0 {
					break
				}
			}
			if some {
				memories[memory{degrees, rest}] = true
			}
		}
		if chosen == 0 {
			break
		}
	}
	if len(memories) == 0 {
		return 1
	}
	return float64(len(memories)) / float64(len(possible))
}

// decidedRule is a rule with the set of its decided unknowns.
type decidedRule struct {
	rule    int32
	decided uint64
}

// survival returns the share of choices at v after which the rules can still hold. Rules on the same choice aren't
// independent, so each choice counts for one rule only.
func (r *ruleFactors) survival(at *prefix, v int32) float64 {
	share := 1.0
	var counted []int32
	for _, i := range r.near[v] {
		rule := &r.rules[i]
		if rule.truthTable == nil {
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

// decidedOf returns the set of a rule's edges that are decided after v, as bits.
func (r *ruleFactors) decidedOf(at *prefix, v, rule int32) (decided uint64) {
	for j, x := range r.rules[rule].unknowns {
		if int(x) < len(r.problem.Graph.Edges) && r.decided(at, v, x) {
			decided |= 1 << j
		}
	}
	return decided
}

// share returns the share of the choices for the decided unknowns after which the rule can still hold.
func (r *ruleFactors) share(a decidedRule) float64 {
	share, known := r.shares[a]
	if known {
		return share
	}
	rule := &r.rules[a.rule]
	possible := map[uint64]bool{}
	for x, holds := range rule.truthTable {
		if chosen := uint64(x) & a.decided; holds && !possible[chosen] {
			possible[chosen] = true
			share += r.probability(rule, a.decided, chosen)
		}
	}
	r.shares[a] = share
	return share
}

// probability returns the probability of a choice of a rule's decided unknowns, if edges are as likely as the
// degrees of their ends suggest.
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
