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

// shownByEdges are the variables of vertices of lines that have an edge in a solution: its edges show which vertices a line passes, but
// for a path of one vertex.
func (x *Explainer) shownByEdges(solution model.Solution) map[model.VarID]bool {
	edges := map[string]bool{} // of which lines an edge is on
	var vertices []model.VarID
	for v := range x.m.Vars {
		switch m, ok := x.Meaning(model.VarID(v)); {
		case !ok || m.Member == nil:
		case m.OnLine:
			vertices = append(vertices, m.Var)
		default:
			edges[m.Of] = edges[m.Of] || solution[v] != 0
		}
	}
	out := map[model.VarID]bool{}
	for _, v := range vertices {
		if m, _ := x.Meaning(v); edges[m.Of] {
			out[v] = true
		}
	}
	return out
}

// open lists the facts that a solution has and that are not known: of a truth value that it has its value, of other
// variables that they have none of the others. Through which vertices a line goes is shown by its edges, and no aim of its own.
func (x *Explainer) open(s *State, solution model.Solution) (out []engine.Fact) {
	shown := x.shownByEdges(solution)
	for i, v := range s.m.Vars {
		id := model.VarID(i)
		switch {
		case v.Find < 0 || s.fixed[id] || shown[id]:
		case v.Bool:
			out = append(out, engine.Fact{Var: id, Value: solution[i], Is: true})
		default:
			for k := range v.Domain.Each {
				if f := (engine.Fact{Var: id, Value: k}); k != solution[i] && !s.has[f] {
					out = append(out, f)
				}
			}
		}
	}
	return out
}
