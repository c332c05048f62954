package count

import (
	"cmp"
	"fmt"
	"slices"

	"nazo/native/count/frontier"
)

// vertexCandidate is a set of unknowns with conditions on exactly these, which may become a
// vertex.
type vertexCandidate struct {
	unknowns  []int32
	degrees   uint64 // how many of them may hold, as bits
	symmetric bool   // a condition is symmetric: it depends only on that number
	rule      int32  // of the spec
	chosen    bool
}

// condition is a rule with its class and its vertex candidate.
type condition struct {
	frontier.Rule
	class     *ruleClass
	candidate int // index of the candidate, -1 if there is none
}

// vertexCandidates collects the sets of unknowns that are few enough to be decided together.
func (e *elimination) vertexCandidates(conditions []condition) []vertexCandidate {
	var out []vertexCandidate
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
			out = append(out, vertexCandidate{unknowns: c.Unknowns, degrees: degreesTo(len(c.Unknowns)), rule: rule})
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

// degreesTo is the set of degrees from 0 to n, as bits; all if there are too many.
func degreesTo(n int) uint64 {
	if n >= 63 {
		return anyDegree
	}
	return 1<<(n+1) - 1
}

// choiceCount is the number of ways to choose edges among n, of which so many may be chosen.
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

// chooseVertices chooses the candidates that become vertices, so that no unknown is at more than
// two. Candidates of the same rule of the spec are chosen together, the rule with most edges
// first, since such vertices are mostly what the spec describes; then single ones, the larger
// first and those without a symmetric condition last.
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

// groups lists the candidates with a symmetric condition, by rule of the spec, the rules with
// most edges first.
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
