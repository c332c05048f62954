package sat

import (
	"nazo/internal/alg"
	"nazo/internal/model"
)

// objective is a number to be minimised. A number to be maximised is negated.
type objective struct {
	model.Objective
	lo, hi int64
	// x has order literals or bits for bounds. It is nil for a long sum, which is bounded by a constraint on
	// the weights of cost.
	x    *integer
	cost weighted
	trip *roundTrip // nil if the objective is not a round trip
}

// objectives encodes the model's objectives.
func (e *encoder) objectives() (all []*objective) {
	for _, o := range e.m.Objectives {
		encoded := e.objective(o, e.objectiveSum(o))
		encoded.trip = e.tripOf(o)
		all = append(all, encoded)
	}
	return all
}

// objectiveSum returns the number to be minimised, as a sum.
func (e *encoder) objectiveSum(o model.Objective) linear {
	sum := linear{}
	if n, isSum := e.m.Ints[o.X].(model.Linear); isSum {
		sum = e.linear(n.Terms)
		sum.constant += n.Const
	} else {
		sum.add(1, e.integer(o.X))
	}
	if o.Maximize {
		return sum.negated()
	}
	return sum
}

func (e *encoder) objective(of model.Objective, sum linear) *objective {
	o := &objective{Objective: of}
	o.lo, o.hi = sum.bounds()
	if len(sum.terms) > 1 && len(sumValues(sum.terms)) > maxSums {
		o.cost = e.weigh(sum)
		if lits, _, total := o.cost.flat(); total < maxNativeSum && distinctVariables(lits) {
			return o
		}
	}
	o.x = e.sum(sum)
	if o.x.values != nil {
		e.order(o.x)
	} else {
		e.bits(o.x)
	}
	return o
}

// bounds returns the bounds of the model's objective.
func (o *objective) bounds() model.Interval {
	if o.Maximize {
		return model.Interval{Lo: -o.hi, Hi: -o.lo}
	}
	return model.Interval{Lo: o.lo, Hi: o.hi}
}

// atMost returns the constraint that the objective is at most v, as clauses or as a sum.
func (o *objective) atMost(v int64) (clauses [][]Lit, sum *atLeast) {
	if o.x != nil {
		return o.x.atMostClauses(v), nil
	}
	lits, weights, total := o.cost.flat()
	return nil, &atLeast{negations(lits), narrow(weights), int(total - (v - o.cost.constant))}
}

// atLeast returns the constraint that the objective is at least v, as clauses or as a sum.
func (o *objective) atLeast(v int64) (clauses [][]Lit, sum *atLeast) {
	if o.x != nil {
		return o.x.atLeastClauses(v), nil
	}
	lits, weights, _ := o.cost.flat()
	return nil, &atLeast{lits, narrow(weights), int(v - o.cost.constant)}
}

func narrow(weights []int64) []int { return alg.Map(weights, func(w int64) int { return int(w) }) }

// optimize minimises one objective after the other, and yields the optimal solutions.
func (s *search) optimize() {
	s.load(false)
	if s.objectives[0].trip == nil { // else it is better to begin near the lower bound
		s.result.Best, _ = s.next(0)
	}
	for i, o := range s.objectives {
		if s.result.Best == nil && o.trip == nil || !s.minimise(i) {
			s.result.Complete, s.result.Exhausted = true, true
			return
		}
	}
	var best model.Solution
	best, s.result.Best = s.result.Best, nil
	if s.task.Limit != 1 {
		s.load(false)
		s.enumerate()
		return
	}
	s.deliver(best)
}

// objectiveValue returns the value of an objective in a solution, negated if it is maximised.
func (s *search) objectiveValue(i int, solution model.Solution) int64 {
	v := model.Evaluate(s.m, solution).Int(s.m.Objectives[i].X)
	if s.m.Objectives[i].Maximize {
		v = -v
	}
	return v
}

// minimise finds the least value of an objective, starting from the best solution so far, and adds it to the formula.
// It asks for improvements by steps that double, and bisects after a step that was too large. Near a known lower bound
// it goes up from there instead, and needs no first solution. It returns false if there is no solution.
func (s *search) minimise(i int) bool {
	o := s.objectives[i]
	s.boundTrip(o)
	step, halve := int64(1), false
	for {
		if s.result.Best != nil {
			o.hi = s.objectiveValue(i, s.result.Best)
			s.require(o.atMost(o.hi))
			s.require(o.fixed(o.hi), nil)
		}
		s.result.Bounds[i] = o.bounds()
		if s.result.Best != nil && o.lo >= o.hi {
			return true
		}
		if s.e.unsat {
			return false
		}
		target := s.target(o, step, halve)
		s.assume(o.atMost(target))
		s.assume(o.fixed(target), nil)
		better, status := s.next(0)
		step *= 2
		if status == Satisfiable {
			s.result.Best = better
			halve = halve || o.trip != nil
			continue
		}
		if target >= o.hi {
			return false
		}
		o.lo = target + 1
		halve = halve || o.trip == nil
		s.require(o.atLeast(o.lo))
		s.load(false)
	}
}

// target returns the value to reach or to exclude next.
func (s *search) target(o *objective, step int64, halve bool) int64 {
	switch {
	case halve:
		return o.lo + (o.hi-1-o.lo)/2
	case o.trip == nil:
		return max(o.hi-step, o.lo)
	case s.result.Best == nil:
		return min(o.lo+step-1, o.hi)
	}
	return min(o.lo+step-1, o.hi-1)
}

// boundTrip bounds the objective of a round trip from below.
func (s *search) boundTrip(o *objective) {
	if o.trip == nil {
		return
	}
	s.e.propagate()
	if least := o.trip.bound(s.ctx, s.e.known); least > o.lo {
		o.lo = min(least, o.hi)
		s.require(o.atLeast(o.lo))
	}
	s.load(false)
}

// fixed returns clauses that hold where the objective is at most v.
func (o *objective) fixed(v int64) [][]Lit {
	if o.trip == nil {
		return nil
	}
	return o.trip.fixed(v)
}

// require adds clauses, and a sum if there is one, to the formula.
func (s *search) require(clauses [][]Lit, sum *atLeast) {
	for _, c := range clauses {
		s.e.clause(c...)
	}
	if sum != nil {
		s.e.atLeastSum(sum.lits, sum.weights, sum.bound)
	}
}

// assume adds clauses and a sum to the oracle only. If the assumption proves wrong, the oracle must be loaded again.
func (s *search) assume(clauses [][]Lit, sum *atLeast) {
	for _, c := range clauses {
		if open, isTrue := s.e.normal(c); !isTrue {
			s.oracle.AddClause(open)
		}
	}
	if sum != nil {
		s.oracle.AddAtLeast(sum.lits, sum.weights, sum.bound)
	}
}
