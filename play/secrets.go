package play

import (
	"slices"

	"nazo/compile"
	"nazo/givens"
	"nazo/model"
	"nazo/value"
)

// Secrets are the givens of a problem that are hidden.
type Secrets struct {
	finds []secretFind
	of    map[model.VarID]int // by hidden variable, the index in finds
}

// secretFind is one hidden given: which variables stand for it.
type secretFind struct {
	name string
	vars []model.VarID
}

// SecretsOf are the hidden givens of a problem that was compiled with
// compile.Options.HiddenUnknown.
func SecretsOf(p *compile.Problem) *Secrets {
	s := &Secrets{of: map[model.VarID]int{}}
	index := map[int32]int{}
	for _, v := range p.Model.Machine.Hidden {
		find := p.Model.Vars[v].Find
		i, known := index[find]
		if !known {
			i = len(s.finds)
			index[find] = i
			s.finds = append(s.finds, secretFind{p.Model.Finds[find].Name, p.Model.Finds[find].Vars})
		}
		s.of[v] = i
	}
	return s
}

// Names are the names of the hidden givens.
func (s *Secrets) Names() []string {
	var out []string
	for _, f := range s.finds {
		out = append(out, f.name)
	}
	return out
}

// Hides reports whether a given is hidden.
func (s *Secrets) Hides(given string) bool {
	return slices.ContainsFunc(s.finds, func(f secretFind) bool { return f.name == given })
}

// Seen are the givens of a deal as far as a player may see them, known telling for
// each variable whether he may: a hidden list or array has none in the place of
// what is not revealed, anything else is none until all of it is.
func (s *Secrets) Seen(dealt *compile.Problem, known []bool) []givens.Given {
	out := append([]givens.Given(nil), dealt.Givens...)
	for i, g := range out {
		for _, f := range s.finds {
			if f.name == g.Name {
				out[i].Value = f.seen(g.Value, known)
			}
		}
	}
	return out
}

func (f *secretFind) seen(v value.Value, known []bool) value.Value {
	all := true
	for _, x := range f.vars {
		all = all && known[x]
	}
	if all {
		return v
	}
	switch v := v.(type) {
	case value.List:
		if len(v) == len(f.vars) {
			return value.List(f.masked(v, known))
		}
	case value.Tuple:
		if len(v) == len(f.vars) {
			return value.Tuple(f.masked(v, known))
		}
	case *value.Array:
		if len(v.Values) == len(f.vars) {
			return value.NewArray(v.Keys, f.masked(v.Values, known), v.Board)
		}
	}
	return value.None{}
}

func (f *secretFind) masked(vs []value.Value, known []bool) []value.Value {
	out := make([]value.Value, len(vs))
	for i, v := range vs {
		out[i] = value.None{}
		if known[f.vars[i]] {
			out[i] = v
		}
	}
	return out
}

// Tell says what was seen of a hidden variable: what it is, as in "deck[3] = 7",
// or if it is not known "something about deck[3]".
func (s *Secrets) Tell(dealt *compile.Problem, v model.VarID, known bool) string {
	place, is := s.describe(dealt, v)
	switch {
	case !known:
		return "something about " + place
	case is == nil:
		return place
	}
	return place + " = " + value.String(is)
}

// describe says where a hidden variable stands and what it is; nil if that is no
// value by itself.
func (s *Secrets) describe(dealt *compile.Problem, v model.VarID) (where string, is value.Value) {
	f := s.finds[s.of[v]]
	place := 0
	for i, x := range f.vars {
		if x == v {
			place = i
		}
	}
	for _, g := range dealt.Givens {
		if g.Name != f.name {
			continue
		}
		switch of := g.Value.(type) {
		case value.List:
			if len(of) == len(f.vars) {
				return f.name + "[" + value.String(value.Int(place+1)) + "]", of[place]
			}
		case *value.Array:
			if len(of.Values) == len(f.vars) {
				return f.name + "[" + value.String(of.Keys.List()[place]) + "]", of.Values[place]
			}
		}
		if len(f.vars) == 1 {
			return f.name, g.Value
		}
	}
	return "a part of " + f.name, nil
}
