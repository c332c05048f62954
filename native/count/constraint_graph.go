package count

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// A model without a graph constraint is counted on its dual constraint graph: constraints are vertices, unknowns
// are edges (as in Holant problems; Cai, Lu and Xia 2009). A condition is symmetric if it depends only on the
// number of its unknowns that hold. It becomes a vertex with these edges and the allowed numbers as degrees. Any
// other condition on few unknowns is a vertex of any degree with a rule. An edge has two ends, so further
// conditions on an unknown stay rules. An end without a condition gets a vertex of its own.

const (
	// mostUnknowns and mostConditions bound a constraint graph. Finding orders for larger ones takes too long.
	mostUnknowns   = 1500
	mostConditions = 6000
	// mostTogether bounds the choices at one vertex, all made in one step.
	mostTogether = 1 << 10
)

// wholeGraph reports whether any constraint is about a graph as a whole. It doesn't look closer.
func wholeGraph(m *model.Model, o model.Options) bool {
	return slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
		if slices.Contains(o.Off, c.Instance) {
			return false
		}
		structure, ok := c.Body.(model.Structure)
		if !ok {
			return false
		}
		_, edges := structure.Chosen()
		return edges != nil
	})
}

// checkSize refuses early a model whose constraint graph would be too large, or with a constraint on many unknowns.
func checkSize(m *model.Model, o model.Options, byLength bool) error {
	conditions, unknowns := 0, int64(0)
	for _, c := range m.Constraints {
		if slices.Contains(o.Off, c.Instance) {
			continue
		}
		body, ok := c.Body.(model.Decomposable)
		if !ok {
			return fmt.Errorf("it finds no path, cycle or links, and %s is about much of the board at once", ruleName(m, c.Instance))
		}
		conditions += body.Conjuncts()
	}
	for _, v := range m.Vars {
		if v.Find >= 0 {
			unknowns += min(v.Domain.Size()-1, mostUnknowns)
		}
	}
	switch {
	case unknowns > mostUnknowns:
		return fmt.Errorf("it finds no path, cycle or links, and has more than %d unknown truth values", mostUnknowns)
	case conditions > mostConditions:
		return fmt.Errorf("it finds no path, cycle or links, and has more than %d conditions", mostConditions)
	case byLength:
		return errors.New("it finds no path, cycle or links that have a length")
	}
	return nil
}

// buildConstraintGraph makes the problem of a model without a structure.
func (e *elimination) buildConstraintGraph(dimensions []weightDimension) error {
	index, err := e.numberAll(dimensions)
	if err != nil {
		return err
	}
	conditions, err := e.conditions(index)
	if err != nil {
		return err
	}
	if tooWide(conditions, len(e.unknown)) {
		return errors.New("it finds no path, cycle or links, and its rules hold too much of the board together")
	}
	candidates := e.vertexCandidates(conditions)
	e.chooseVertices(candidates)
	p := &Problem{Shape: AnyEdges}
	e.problem = p
	p.Graph, p.Degrees = graphOf(candidates, len(e.unknown))
	for _, c := range conditions {
		if c.candidate < 0 || !c.class.symmetric || !candidates[c.candidate].chosen {
			p.Rules = append(p.Rules, c.Rule)
		}
	}
	p.Rules = mergeRules(p.Rules, len(e.unknown))
	if slices.Contains(p.Degrees, 0) {
		e.impossible, e.problem = true, nil
		return nil
	}
	return e.complete(index, dimensions)
}

// keepFinds protects finds from substitution. An equation of two finds is a condition like others, and few unknowns
// per condition are wanted.
func (e *elimination) keepFinds() {
	for v, b := range e.low.bools {
		if b >= 0 && e.low.from.Vars[v].Find >= 0 {
			e.keep[variable(e.m, b)] = true
		}
	}
	for _, n := range e.low.numbers {
		for _, b := range n.atLeast {
			if w := variable(e.m, b); e.m.Vars[w].Find >= 0 {
				e.keep[w] = true
			}
		}
	}
}

// numberAll numbers all unknowns with a condition or a weight.
func (e *elimination) numberAll(dimensions []weightDimension) (index map[model.VarID]int32, err error) {
	if len(e.conjuncts) > mostConditions {
		return nil, fmt.Errorf("it has %d conditions, too many for a constraint graph", len(e.conjuncts))
	}
	used := map[model.VarID]bool{}
	for _, c := range e.conjuncts {
		for _, v := range e.m.VarsBelow([]model.Bool{c.holds}, nil) {
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return nil, fmt.Errorf("%s needs a helper that the solution does not determine", ruleName(e.low.from, c.instance))
			}
			used[v] = true
		}
	}
	for _, w := range dimensions {
		for _, v := range w.order {
			if e.m.Vars[v].Find < 0 && !e.keep[v] {
				return nil, errHelped
			}
			used[v] = used[v] || e.known(e.m.BoolVar(v)) == 0
		}
	}
	index = map[model.VarID]int32{}
	for v := range e.m.Vars {
		if used[model.VarID(v)] {
			index[model.VarID(v)] = int32(len(e.unknown))
			e.unknown = append(e.unknown, model.VarID(v))
		}
	}
	if len(e.unknown) > mostUnknowns {
		return nil, fmt.Errorf("it has %d unknown truth values, too many for a constraint graph", len(e.unknown))
	}
	return index, nil
}

// conditions writes all remaining conditions as rules.
func (e *elimination) conditions(index map[model.VarID]int32) ([]condition, error) {
	classes := &classifier{map[string]*ruleClass{}, mostResidue}
	var out []condition
	for _, c := range e.conjuncts {
		r := e.rule(c.holds, e.m.VarsBelow([]model.Bool{c.holds}, nil), index)
		n, err := classes.classify(r)
		if err != nil {
			return nil, fmt.Errorf("%s %w", ruleName(e.low.from, c.instance), err)
		}
		out = append(out, condition{r, n, -1})
	}
	return out, nil
}

// graphOf makes the graph of the chosen candidates, with one more vertex for each end without a condition.
func graphOf(candidates []vertexCandidate, unknowns int) (*alg.Graph, []uint64) {
	var degrees []uint64
	ends := make([][]int32, unknowns)
	for k := range candidates {
		m := &candidates[k]
		if !m.chosen {
			continue
		}
		for _, x := range m.unknowns {
			ends[x] = append(ends[x], int32(len(degrees)))
		}
		degrees = append(degrees, m.degrees)
	}
	edges := make([]alg.Edge, unknowns)
	for x := range edges {
		for len(ends[x]) < 2 {
			ends[x] = append(ends[x], int32(len(degrees)))
			degrees = append(degrees, degreesUpTo(1))
		}
		edges[x] = alg.Edge{U: ends[x][0], V: ends[x][1]}
	}
	if len(degrees) == 0 { // there is nothing to choose
		degrees = append(degrees, 1)
	}
	return alg.NewGraph(len(degrees), edges, false), degrees
}

// vertexCandidate is a set of unknowns with conditions on exactly these, which may become a vertex.
type vertexCandidate struct {
	unknowns  []int32
	degrees   uint64 // allowed numbers of them that hold, as bits
	symmetric bool   // one of its conditions is symmetric
	rule      int32  // of the spec
	chosen    bool
}

// condition is a rule with its class and its vertex candidate.
type condition struct {
	Rule
	class     *ruleClass
	candidate int // index of the candidate, -1 if there is none
}

// vertexCandidates collects the sets of unknowns that are few enough to be decided together.
func (e *elimination) vertexCandidates(conditions []condition) (out []vertexCandidate) {
	at := map[string]int{}
	for i := range conditions {
		c := &conditions[i]
		key := fmt.Sprint(c.Unknowns)
		k, known := at[key]
		if !known {
			rule := int32(-1)
			if instance := e.conjuncts[i].instance; instance >= 0 {
				rule = e.low.from.Instances[instance].Rule
			}
			k = len(out)
			at[key] = k
			out = append(out, vertexCandidate{unknowns: c.Unknowns, degrees: degreesUpTo(len(c.Unknowns)), rule: rule})
		}
		c.candidate = k
		if c.class.symmetric {
			out[k].symmetric = true
			out[k].degrees &= c.class.allowed
		}
	}
	for k := range out {
		if m := &out[k]; choiceCount(m.degrees, len(m.unknowns)) > mostTogether {
			m.unknowns = nil // never chosen
		}
	}
	return out
}

// choiceCount returns the number of ways to choose edges among n, in an allowed number.
func choiceCount(degrees uint64, n int) float64 {
	if n >= 63 {
		return 1 << 63
	}
	total, ways := 0.0, 1.0
	for d := range n + 1 {
		if degrees>>d&1 != 0 {
			total += ways
		}
		ways *= float64(n-d) / float64(d+1)
	}
	return total
}

// chooseVertices chooses candidates as vertices so that each unknown has at most two. Candidates of one rule of the
// spec are chosen together, the rule with the most edges first: these are mostly the spec's structure. Single
// candidates follow, those with a symmetric condition and larger ones first.
func (e *elimination) chooseVertices(candidates []vertexCandidate) {
	ends := make([]uint8, len(e.unknown))
	take := func(group []int) {
		for _, k := range group {
			for _, x := range candidates[k].unknowns {
				ends[x]++
			}
		}
		if slices.ContainsFunc(group, func(k int) bool {
			return slices.ContainsFunc(candidates[k].unknowns, func(x int32) bool { return ends[x] > 2 })
		}) {
			for _, k := range group {
				for _, x := range candidates[k].unknowns {
					ends[x]--
				}
			}
			return
		}
		for _, k := range group {
			candidates[k].chosen = candidates[k].unknowns != nil
		}
	}
	for _, group := range groups(candidates) {
		take(group)
	}
	var single []int
	for k := range candidates {
		if !candidates[k].chosen && candidates[k].unknowns != nil {
			single = append(single, k)
		}
	}
	slices.SortStableFunc(single, func(a, b int) int {
		x, y := &candidates[a], &candidates[b]
		if x.symmetric != y.symmetric {
			if x.symmetric {
				return -1
			}
			return 1
		}
		return cmp.Compare(len(y.unknowns), len(x.unknowns))
	})
	for _, k := range single {
		take([]int{k})
	}
}

// groups lists the candidates with a symmetric condition by rule of the spec, rules with most edges first.
func groups(candidates []vertexCandidate) [][]int {
	at, edges := map[int32]int{}, map[int32]int{}
	var out [][]int
	for k := range candidates {
		m := &candidates[k]
		if !m.symmetric || m.unknowns == nil {
			continue
		}
		if _, known := at[m.rule]; !known {
			at[m.rule] = len(out)
			out = append(out, nil)
		}
		out[at[m.rule]] = append(out[at[m.rule]], k)
		edges[m.rule] += len(m.unknowns)
	}
	slices.SortStableFunc(out, func(a, b []int) int {
		return cmp.Compare(edges[candidates[b[0]].rule], edges[candidates[a[0]].rule])
	})
	return out
}

// mostLayerBits bounds the logarithm of a layer's states for which an order is searched at all.
const mostLayerBits = 128

// tooWide reports whether the frontier gets far too wide along three simple orders: the unknowns' own, breadth
// first and depth first. Searching for an order would not improve enough, and take longer than it saves.
func tooWide(conditions []condition, unknowns int) bool {
	with := make([][]int32, unknowns) // conditions by unknown
	for i, c := range conditions {
		for _, x := range c.Unknowns {
			with[x] = append(with[x], int32(i))
		}
	}
	return layerBits(conditions, with, naturalOrder(unknowns)) > mostLayerBits &&
		layerBits(conditions, with, traversalOrder(conditions, with, false)) > mostLayerBits &&
		layerBits(conditions, with, traversalOrder(conditions, with, true)) > mostLayerBits
}

// traversalOrder lists the unknowns breadth first or depth first. Unknowns in one condition are neighbours.
func traversalOrder(conditions []condition, with [][]int32, deep bool) []int32 {
	seen, used := make([]bool, len(with)), make([]bool, len(conditions))
	var out, waiting []int32
	for start := range int32(len(with)) {
		waiting = append(waiting, start)
		for len(waiting) > 0 {
			at := 0
			if deep {
				at = len(waiting) - 1
			}
			x := waiting[at]
			if deep {
				waiting = waiting[:at]
			} else {
				waiting = waiting[1:]
			}
			if seen[x] {
				continue
			}
			seen[x] = true
			out = append(out, x)
			for _, c := range with[x] {
				if !used[c] {
					used[c] = true
					waiting = append(waiting, conditions[c].Unknowns...)
				}
			}
		}
	}
	return out
}

// layerBits returns the largest logarithm of states along an order. A layer has the counters of all open
// conditions, or the unknowns in them, whichever is less.
func layerBits(conditions []condition, with [][]int32, order []int32) float64 {
	decided, open := make([]int, len(conditions)), make([]int, len(with)) // open conditions by unknown
	done := make([]bool, len(with))
	most, counted, seen := 0.0, 0.0, 0
	bits := func(c int32) float64 {
		n := len(conditions[c].Unknowns)
		return math.Log2(float64(min(decided[c], n-decided[c]) + 1))
	}
	for _, x := range order {
		done[x] = true
		for _, c := range with[x] {
			counted -= bits(c)
			decided[c]++
			counted += bits(c)
			if of := conditions[c].Unknowns; decided[c] < len(of) {
				open[x]++
			} else {
				for _, y := range of {
					if open[y]--; y != x && open[y] == 0 {
						seen--
					}
				}
				open[x]++ // not counted as open for x so far
			}
		}
		if open[x] > 0 {
			seen++
		}
		most = max(most, min(counted, float64(seen)))
	}
	return most
}
