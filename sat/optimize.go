package sat

import "nazo/compile/model"

// encodeObjectives makes the objectives' integers, negated where they are to
// be maximised, with the literals that bounds are said with.
func (s *search) encodeObjectives() {
	for _, o := range s.m.Objectives {
		x := s.e.integer(o.X)
		if o.Maximize {
			x = s.e.scaled(x, -1, 0)
		}
		if x.values != nil {
			s.e.order(x)
		} else {
			s.e.bits(x)
		}
		s.objectives = append(s.objectives, x)
		s.result.Bounds = append(s.result.Bounds, bounds(o, x.lo, x.hi))
	}
}

// bounds are what is known of an objective, of which lo..hi is known of what
// is minimised in its place.
func bounds(o model.Objective, lo, hi int64) model.Interval {
	if o.Maximize {
		return model.Interval{Lo: -hi, Hi: -lo}
	}
	return model.Interval{Lo: lo, Hi: hi}
}

// optimize minimises one objective after the other, and yields the solutions
// with the values that this gives.
func (s *search) optimize() {
	s.load(false)
	best, status := s.next(0)
	if status != Satisfiable {
		s.result.Complete, s.result.Exhausted = true, true
		return
	}
	s.result.Best = best
	for i, x := range s.objectives {
		s.minimise(i, x)
	}
	best, s.result.Best = s.result.Best, nil
	if s.task.Limit != 1 {
		s.load(false)
		s.enumerate()
		return
	}
	s.deliver(best)
}

// objectiveValue is the value that a solution gives to an objective, negated
// if that is maximised.
func (s *search) objectiveValue(i int, solution model.Solution) int64 {
	v := model.Evaluate(s.m, solution).Int(s.m.Objectives[i].X)
	if s.m.Objectives[i].Maximize {
		v = -v
	}
	return v
}

// minimise finds the least value of an objective, starting from the best
// solution so far, and adds it to the formula. It asks for improvements by
// steps that double, and halves the rest once a step was too large.
func (s *search) minimise(i int, x *integer) {
	least, reached := x.lo, s.objectiveValue(i, s.result.Best)
	step, overstepped := int64(1), false
	for {
		s.require(x.atMostClauses(reached))
		s.result.Bounds[i] = bounds(s.m.Objectives[i], least, reached)
		if least >= reached {
			return
		}
		target := max(reached-step, least)
		if overstepped {
			target = least + (reached-1-least)/2
		}
		for _, c := range x.atMostClauses(target) {
			s.suppose(c)
		}
		better, status := s.next(0)
		if status == Satisfiable {
			s.result.Best, reached = better, s.objectiveValue(i, better)
			step *= 2
			continue
		}
		least, overstepped = target+1, true
		s.e.unsat = false
		s.require(x.atLeastClauses(least))
		s.load(false)
	}
}

// require adds clauses to the formula for good.
func (s *search) require(clauses [][]Lit) {
	for _, c := range clauses {
		s.e.clause(c...)
	}
}

// suppose tells a clause to the oracle only, which is to be loaded anew if
// the supposition proves wrong.
func (s *search) suppose(clause []Lit) {
	if open, isTrue := s.e.normal(clause); !isTrue {
		s.oracle.AddClause(open)
	}
}
