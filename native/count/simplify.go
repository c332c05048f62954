package count

import (
	"slices"

	"nazo/model"
)

// simplifier rewrites conditions over truth values to a fixpoint: until none of them is a
// literal, or defines a variable in terms of others. Such variables are substituted everywhere.
type simplifier struct {
	m *model.Model
	// keep marks variables for which only constants are substituted: the edges.
	keep map[model.VarID]bool
	// definitions has what a variable stands for. Chains of definitions are finite.
	definitions map[model.VarID]model.Bool
	conjuncts   []conjunct
	impossible  bool
}

// rewriter substitutes variables by their definitions.
func (s *simplifier) rewriter() *model.Rewriter {
	r := &model.Rewriter{From: s.m, To: s.m}
	r.BoolVar = func(v model.VarID) model.Bool {
		if b, ok := s.definitions[v]; ok {
			return r.Bool(b)
		}
		return s.m.BoolVar(v)
	}
	return r
}

// simplify rewrites the conditions until nothing more is learnt.
func (s *simplifier) simplify() {
	for news := true; news && !s.impossible; {
		news = s.pass()
	}
}

// pass rewrites the conditions once. What is learnt on the way is substituted in the next pass,
// so a definition is taken only if it has nothing to do with the others of the same pass.
func (s *simplifier) pass() (news bool) {
	r := s.rewriter()
	var left []conjunct
	seen := map[model.Bool]bool{}
	defined, read := map[model.VarID]bool{}, map[model.VarID]bool{}
	todo := slices.Clone(s.conjuncts)
	slices.Reverse(todo)
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		c.holds = r.Bool(c.holds)
		if seen[c.holds] {
			continue
		}
		seen[c.holds] = true
		switch n := s.m.Node(c.holds).(type) {
		case model.Constant:
			if c.holds == model.False {
				s.impossible = true
				return false
			}
			continue
		case model.And:
			if !c.holds.Negated() {
				for _, a := range slices.Backward(n.Args) {
					todo = append(todo, conjunct{a, c.instance})
				}
				continue
			}
		case model.BoolVar:
			if !defined[n.Var] {
				defined[n.Var], news = true, true
				s.definitions[n.Var] = model.Const(!c.holds.Negated())
				continue
			}
		case model.Iff:
			if s.define(n, c.holds.Negated(), defined, read) {
				news = true
				continue
			}
		}
		left = append(left, c)
	}
	s.conjuncts = left
	return news
}

// define takes a = b, or a != b, as the definition of one of the two, if that is a variable; it
// reports whether it did.
func (s *simplifier) define(n model.Iff, differ bool, defined, read map[model.VarID]bool) bool {
	for _, pair := range [2][2]model.Bool{{n.A, n.B}, {n.B, n.A}} {
		b, ok := s.m.Node(pair[0]).(model.BoolVar)
		if !ok || s.keep[b.Var] || defined[b.Var] || read[b.Var] {
			continue
		}
		meaning := pair[1]
		if differ {
			meaning = meaning.Not()
		}
		support := s.m.VarsBelow([]model.Bool{meaning}, nil)
		if slices.ContainsFunc(support, func(v model.VarID) bool { return defined[v] || v == b.Var || s.hides(b.Var, v) }) {
			continue
		}
		defined[b.Var] = true
		s.definitions[b.Var] = meaning
		for _, v := range support {
			read[v] = true
		}
		return true
	}
	return false
}

// hides reports whether a variable of a find would be defined by a helper. Its values would not
// be counted any more, since helpers aren't.
func (s *simplifier) hides(own, helper model.VarID) bool {
	return s.m.Vars[own].Find >= 0 && s.m.Vars[helper].Find < 0 && !s.keep[helper]
}

// known is 1 if a literal must hold, -1 if it can't, else 0.
func (s *simplifier) known(b model.Bool) int {
	switch s.rewriter().Bool(b) {
	case model.True:
		return 1
	case model.False:
		return -1
	}
	return 0
}
