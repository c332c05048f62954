package sat

import (
	"nazo/engine"
	"nazo/model"
	"nazo/numbers"
)

// hintBudget is the number of conflicts for which hints are tried, and
// sumHintBudget where they are about sums along a path: these are so hard
// without hints that it is worth the time.
const (
	hintBudget    = 20_000
	sumHintBudget = 150_000
)

// enumerate yields solutions and adds a blocking clause for each, until the limit is reached or
// there are no more. The oracle has been loaded, with hints if one solution
// will do.
func (s *search) enumerate() {
	budget := int64(0)
	if s.findsOne() && len(s.e.hints)+len(s.covers) > 0 && s.by.command == nil {
		budget = hintBudget
		if len(s.e.half) > 0 {
			budget = sumHintBudget
		}
	}
	for {
		solution, status := s.next(budget)
		if budget > 0 && status != Satisfiable {
			budget = 0 // perhaps the hints are to blame
			s.load(false)
			continue
		}
		if status != Satisfiable {
			s.result.Complete, s.result.Exhausted = true, true
			return
		}
		if !s.deliver(solution) {
			return
		}
		s.block(solution)
		if s.task.VariesAfter(s.result.Solutions) && s.by.command == nil {
			s.task.Seed = int64(numbers.SplitMix64(uint64(s.task.Seed))) // a search that goes on stays near the last solution
			s.load(false)
		}
	}
}

// deliver yields a solution and reports whether to go on.
func (s *search) deliver(solution model.Solution) bool {
	s.result.Solutions++
	if !s.yield(solution) {
		s.result.Reason.Kind = engine.Stopped
		return false
	}
	s.result.Complete = s.result.Solutions == s.task.Limit
	return !s.result.Complete
}

// block excludes the values that the finds have in a solution.
func (s *search) block(solution model.Solution) {
	var differs []Lit
	for i, f := range s.m.Finds {
		antichain := s.antichain(int32(i))
		for _, v := range f.Vars {
			if s.m.Vars[v].Bool {
				l := s.e.boolVar(v)
				if solution[v] == 1 {
					differs = append(differs, -l)
				} else if !antichain {
					differs = append(differs, l)
				}
				continue
			}
			differs = append(differs, s.e.intVar(v).differsFrom(solution[v])...)
		}
	}
	s.e.clause(differs...)
}

// differsFrom is a disjunction that says that x is not v, in terms of literals
// that exist.
func (x *integer) differsFrom(v int64) []Lit {
	switch {
	case x.isConstant():
		return nil
	case x.complete:
		for i, w := range x.values {
			if w == v {
				return []Lit{-x.eq[i]}
			}
		}
	case x.ge != nil:
		for i, w := range x.values {
			if w != v {
				continue
			}
			if i+1 < len(x.ge) {
				return []Lit{-x.ge[i], x.ge[i+1]}
			}
			return []Lit{-x.ge[i]}
		}
	}
	lits := negations(x.bits)
	for k := range lits {
		if (v-x.base)>>k&1 == 0 {
			lits[k] = -lits[k]
		}
	}
	return lits
}

// antichain reports whether no solution's true variables of a find are a proper part
// of another's, so that blocking a solution needs its true literals only: so
// it is with the edges of a cycle, of links, and of a path through all vertices.
func (s *search) antichain(find int32) bool {
	if s.antichains == nil {
		s.antichains = make([]bool, len(s.m.Finds))
		for _, c := range s.m.Constraints {
			if c.Guard == model.True && !s.e.off[c.Instance] {
				s.markAntichain(c.Body)
			}
		}
	}
	return s.antichains[find]
}

// markAntichain marks the find whose variables are the edges of a body, all of
// them and nothing else but constants.
func (s *search) markAntichain(b model.Body) {
	structure, ok := b.(model.Structure)
	if !ok || !structure.Antichain() {
		return
	}
	_, edges := structure.Chosen()
	isEdge := map[model.VarID]bool{}
	find := int32(-1)
	for _, e := range edges {
		if e.Node() == 0 {
			continue
		}
		v, plain := s.m.Node(e).(model.BoolVar)
		if !plain || e.Negated() || find >= 0 && s.m.Vars[v.Var].Find != find {
			return
		}
		isEdge[v.Var] = true
		find = s.m.Vars[v.Var].Find
	}
	if find < 0 {
		return
	}
	for _, v := range s.m.Finds[find].Vars {
		if !isEdge[v] {
			return
		}
	}
	s.antichains[find] = true
}
