package unroll

import "nazo/model"

// addCosts gives the last step its costs.
func (u *Unrolling) addCosts(before *state, candidates []candidate) {
	unrolled := u.Model
	s := &u.steps[len(u.steps)-1]
	for k := range u.program.machine.Costs {
		known := map[int64][]model.Bool{} // by the cost: the moves that cost that
		var order []int64
		least, most := int64(0), int64(0)
		var open []candidate
		for _, c := range candidates {
			x := before.rewrite.Int(c.costs[k])
			if cost, isKnown := unrolled.Constant(x); isKnown {
				if known[cost] == nil {
					order = append(order, cost)
				}
				known[cost] = append(known[cost], c.occurs)
				continue
			}
			open = append(open, c)
			b := unrolled.Bounds(x)
			least, most = min(least, b.Lo), max(most, b.Hi)
		}
		terms := []model.Term{}
		for _, cost := range order {
			terms = append(terms, model.Term{Coef: cost, X: unrolled.ToInt(unrolled.Or(known[cost]...))})
		}
		if len(open) > 0 {
			extra := unrolled.IntVar(unrolled.AddInt(model.Range(max(least, 0), most), -1, false))
			made := make([]model.Bool, len(open))
			for i, c := range open {
				made[i] = c.occurs
				u.requireIf(c.occurs, unrolled.Equal(extra, before.rewrite.Int(c.costs[k])))
			}
			u.requireIf(unrolled.Or(made...).Not(), unrolled.Equal(extra, unrolled.Int(0)))
			terms = append(terms, model.Term{Coef: 1, X: extra})
		}
		s.costs = append(s.costs, unrolled.Sum(terms...))
	}
}

// Costs are the sums of what all steps cost, and the number of moves last.
func (u *Unrolling) Costs() []model.Int {
	if u.parallel {
		panic("unroll: costs are for one move a step")
	}
	sums := make([][]model.Term, u.program.machine.Costs+1)
	for _, s := range u.steps {
		for k, x := range s.costs {
			sums[k] = append(sums[k], model.Term{Coef: 1, X: x})
		}
		idle := is(u.Model, u.Model.IntVar(s.chosen), 0)
		sums[len(sums)-1] = append(sums[len(sums)-1], model.Term{Coef: 1, X: u.Model.ToInt(idle.Not())})
	}
	out := make([]model.Int, len(sums))
	for k, terms := range sums {
		out[k] = u.Model.Sum(terms...)
	}
	return out
}
