package sat

// kept marks the variables that what is added to the formula later may mention: cuts, bounds of objectives
// and blocking clauses.
func (s *search) kept() []bool {
	marked := make([]bool, len(s.e.value))
	mark := func(lits ...Lit) {
		for _, l := range lits {
			if v := int(l.variable()); v < len(marked) { // else it is a constant
				marked[v] = true
			}
		}
	}
	for _, c := range s.e.lazy {
		mark(c.mentioned()...)
	}
	for _, o := range s.objectives {
		if o.x == nil {
			lits, _, _ := o.cost.flat()
			mark(lits...)
		} else if o.x.values != nil {
			mark(o.x.ge...)
		} else {
			mark(o.x.bits...)
		}
		if o.trip != nil {
			mark(o.trip.lits...)
		}
	}
	if s.task.Limit == 1 {
		return marked
	}
	for _, f := range s.m.Finds {
		for _, v := range f.Vars {
			if s.m.Vars[v].Bool {
				mark(s.e.boolVar(v))
			} else {
				mark(s.e.intVar(v).literals()...)
			}
		}
	}
	return marked
}

// literals are those that say which value x has: of one of its representations.
func (x *integer) literals() []Lit {
	switch {
	case x.isConstant():
		return nil
	case x.complete:
		return x.eq
	case x.ge != nil:
		return x.ge
	}
	return x.bits
}
