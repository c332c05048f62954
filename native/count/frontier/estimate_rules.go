package frontier

import (
	"fmt"
	"math/bits"

	"nazo/model"
)

// ruleStates foretells by what factor rules change the number of states: an open
// rule has to remember what was decided, and a rule forbids some of the degrees.
type ruleStates struct {
	problem *Problem
	allowed []uint64
	rules   []smallRule
	near    [][]int32 // by vertex: the rules with edges there or at its neighbours
	known   map[ruleSituation]float64
	shares  map[alive]float64
	odds    []float64 // by vertex: how much likelier an edge of it is chosen than not
}

// mostTabled bounds the unknowns of a rule whose table is made.
const mostTabled = 10

// smallRule is a rule with its table.
type smallRule struct {
	unknowns []int32
	table    []bool    // by the unknowns' values as bits; nil if there are too many
	vertices []int32   // those of its edges
	edgesAt  []uint64  // by place in vertices: its edges there, as bits of places in unknowns
	closers  [][]int32 // by place in unknowns: of a switch, the rules after which it is decided
}

// ruleSituation is a rule of which some unknowns are decided and all decided edges at
// some vertices are its own, so that their degrees are known from the state.
type ruleSituation struct {
	rule           int32
	decided, known uint64
}

func newRuleStates(p *Problem, allowed []uint64, neighbours [][]neighbour) *ruleStates {
	r := &ruleStates{problem: p, allowed: allowed, near: make([][]int32, len(p.Degrees)), known: map[ruleSituation]float64{}, shares: map[alive]float64{}}
	for v, degrees := range allowed {
		r.odds = append(r.odds, oddsOf(degrees&reach(edgesAt(p.Graph, v)), edgesAt(p.Graph, v)))
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
		small.table = tableOf(rule, tables)
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

// tableOf evaluates a small rule for all values; rules that read the same share one
// table.
func tableOf(rule Rule, tables map[string][]bool) []bool {
	n := len(rule.Unknowns)
	if n > mostTabled {
		return nil
	}
	text := fmt.Sprintf("%d %#v %#v %d", n, rule.Model.Bools, rule.Model.Ints, rule.Holds)
	table, ok := tables[text]
	if !ok {
		table = make([]bool, 1<<n)
		values := make(model.Solution, n)
		for x := range table {
			for i := range n {
				values[i] = int64(x >> i & 1)
			}
			table[x] = model.Evaluate(rule.Model, values).Bool(rule.Holds)
		}
		tables[text] = table
	}
	return table
}

// after is the product of the factors of all rules after v, too.
func (r *ruleStates) after(at *eliminated, v int32, neighbours []neighbour) float64 {
	product := at.layer.rules
	for _, i := range r.near[v] {
		product *= r.factor(at, v, i, neighbours) / at.rule(i)
	}
	return product
}

// take lists the factor of each rule after v, too.
func (r *ruleStates) take(at *eliminated, v int32, neighbours []neighbour) []float64 {
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

// rule is the factor of a rule.
func (at *eliminated) rule(i int32) float64 {
	if at.rules == nil {
		return 1
	}
	return at.rules[i]
}

// decided says that the edge is after the elimination of v, too.
func (r *ruleStates) decided(at *eliminated, v, edge int32) bool {
	e := r.problem.Graph.Edges[edge]
	return e.U == v || e.V == v || at.done[e.U] || at.done[e.V]
}

// closed says that all edges of a rule are decided, and so its switches.
func (r *ruleStates) closed(at *eliminated, v, rule int32) bool {
	for _, x := range r.rules[rule].unknowns {
		if int(x) < len(r.problem.Graph.Edges) && !r.decided(at, v, x) {
			return false
		}
	}
	return true
}

// factor is that of rule i after v, too.
func (r *ruleStates) factor(at *eliminated, v, i int32, neighbours []neighbour) float64 {
	rule := &r.rules[i]
	if rule.table == nil {
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
		if own := bits.OnesCount64(rule.edgesAt[j] & s.decided); own > 0 && own >= int(seen) && r.tells(u, int(seen)) {
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

// tells says that the state has the degree of a vertex of which so many edges are
// decided: it is open, and different degrees are different states.
func (r *ruleStates) tells(v int32, decided int) bool {
	g := r.problem.Graph
	edges := len(g.Out[v])
	if g.Directed {
		edges += len(g.In[v])
	}
	if decided >= edges {
		return false
	}
	if r.problem.Shape != AnyEdges {
		return true
	}
	allowed, before := r.allowed[v], uint64(0)
	for d := 0; d <= decided; d++ {
		rest := allowed >> d & reach(edges-decided)
		if rest != 0 && rest == before {
			return false
		}
		before = rest
	}
	return true
}

// count is the number of things that the rule may have to remember, averaged over
// the degrees that are known from the state, of which those that it forbids have none.
func (r *ruleStates) count(rule *smallRule, s ruleSituation) float64 {
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
				degrees = mix(degrees + uint64(d))
			}
		}
		if allowed {
			possible[degrees] = true
			rest, some := uint64(0), false
			for left := open; ; left = (left - 1) & open {
				rest <<= 1
				if left&63 == 0 {
					rest = mix(rest)
				}
				if rule.table[chosen|left] {
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
