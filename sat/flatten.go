package sat

// flatten spells sums out in clauses, for solvers that know nothing else:
// counts by subsets or totalizers, weights by generalised totalizers or adders.
// The sums must have been simplified by propagation before.
func (e *encoder) flatten() {
	e.spelt = true
	sums := e.sums
	e.sums = nil
	for _, s := range sums {
		e.flattenSum(s)
	}
}

func (e *encoder) flattenSum(s atLeast) {
	if s.weights == nil {
		e.atMostOf(negations(s.lits), len(s.lits)-s.bound, nil)
		return
	}
	// at least bound is true: what is false weighs at most the rest
	var sum weighted
	total := int64(0)
	for i, l := range s.lits {
		w := int64(s.weights[i])
		total += w
		sum.groups = append(sum.groups, group{true, []weight{{-l, w}}})
	}
	bound := total - int64(s.bound)
	switch {
	case bound < 0:
		e.clause()
	case mergeCost(sum, bound) <= maxMerges:
		e.mergeAtMost(sum, bound, nil)
	default:
		e.bitsAtMost(e.adders(sum), bound, nil)
	}
}
