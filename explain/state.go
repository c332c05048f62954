package explain

import (
	"nazo/engine"
	"nazo/model"
)

// State is what is known of a problem: facts in the order in which they became known.
type State struct {
	m     *model.Model
	Facts []engine.Fact
	has   map[engine.Fact]bool
	left  map[model.VarID]int64 // of variables that are no truth values how many values are left
	fixed map[model.VarID]bool
}

func newState(m *model.Model) *State {
	return &State{m: m, has: map[engine.Fact]bool{}, left: map[model.VarID]int64{}, fixed: map[model.VarID]bool{}}
}

// normal is a fact about a truth value in the one form in which it is kept: that it has a value.
func normal(m *model.Model, f engine.Fact) engine.Fact {
	if m.Vars[f.Var].Bool && !f.Is {
		return engine.Fact{Var: f.Var, Value: 1 - f.Value, Is: true}
	}
	return f
}

// knows reports whether a fact is known, or follows from what is known of its variable.
func (s *State) knows(f engine.Fact) bool {
	f = normal(s.m, f)
	return s.has[f] || !f.Is && s.fixed[f.Var] && !s.has[engine.Fact{Var: f.Var, Value: f.Value, Is: true}]
}

// add adds facts that are consistent with what is known, and what is left of a variable of which one value is left. It
// returns those that are new.
func (s *State) add(facts []engine.Fact) (added []engine.Fact) {
	note := func(f engine.Fact) {
		s.has[f] = true
		s.Facts = append(s.Facts, f)
		added = append(added, f)
	}
	for _, f := range facts {
		f = normal(s.m, f)
		if s.knows(f) {
			continue
		}
		note(f)
		if f.Is {
			s.fixed[f.Var] = true
			continue
		}
		if _, begun := s.left[f.Var]; !begun {
			s.left[f.Var] = s.m.Vars[f.Var].Domain.Size()
		}
		if s.left[f.Var]--; s.left[f.Var] > 1 {
			continue
		}
		for k := range s.m.Vars[f.Var].Domain.Each {
			if last := (engine.Fact{Var: f.Var, Value: k, Is: true}); !s.has[last.Not()] {
				s.fixed[f.Var] = true
				note(last)
			}
		}
	}
	return added
}

// open lists the facts that a solution has and that are not known: of a truth value that it has its value, of other
// variables that they have none of the others.
func (s *State) open(solution model.Solution) (out []engine.Fact) {
	for v, x := range s.m.Vars {
		id := model.VarID(v)
		switch {
		case x.Find < 0 || s.fixed[id]:
		case x.Bool:
			out = append(out, engine.Fact{Var: id, Value: solution[v], Is: true})
		default:
			for k := range x.Domain.Each {
				if f := (engine.Fact{Var: id, Value: k}); k != solution[v] && !s.has[f] {
					out = append(out, f)
				}
			}
		}
	}
	return out
}
