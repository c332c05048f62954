package count

import (
	"slices"

	"nazo/model"
)

// settling simplifies conditions over truth values until none of them is a
// literal or tells what a variable is in terms of others: such variables are
// put in everywhere.
type settling struct {
	m *model.Model
	// keep marks variables that only constants are put in for: the edges.
	keep map[model.VarID]bool
	// means has what a variable stands for. Following it from variable to variable
	// comes to an end.
	means      map[model.VarID]model.Bool
	open       []conjunct
	impossible bool
}

// rewriter puts in for variables what they are known to mean.
func (s *settling) rewriter() *model.Rewriter {
	r := &model.Rewriter{From: s.m, To: s.m}
	r.BoolVar = func(v model.VarID) model.Bool {
		if b, ok := s.means[v]; ok {
			return r.Bool(b)
		}
		return s.m.BoolVar(v)
	}
	return r
}

// settle goes through the conditions until nothing more is learnt.
func (s *settling) settle() {
	for news := true; news && !s.impossible; {
		news = s.pass()
	}
}

// pass goes through the conditions once. What is learnt on the way is put in by
// the next pass, so a definition is taken only if it has nothing to do with
// the others of the same pass.
func (s *settling) pass() (news bool) {
	r := s.rewriter()
	var left []conjunct
	seen := map[model.Bool]bool{}
	defined, read := map[model.VarID]bool{}, map[model.VarID]bool{}
	todo := slices.Clone(s.open)
	slices.Reverse(todo)
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		c.holds = r.Bool(c.holds)
		if seen[c.holds] {
			continue
		}
		seen[c.holds] = true
		switch n := s.m.Bools[c.holds.Node()].(type) {
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
				s.means[n.Var] = model.Const(!c.holds.Negated())
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
	s.open = left
	return news
}

// define takes a = b, or a != b, as what one of the two means, if that is a
// variable.
func (s *settling) define(n model.Iff, differ bool, defined, read map[model.VarID]bool) bool {
	for _, pair := range [2][2]model.Bool{{n.A, n.B}, {n.B, n.A}} {
		b, ok := s.m.Bools[pair[0].Node()].(model.BoolVar)
		if !ok || s.keep[b.Var] || defined[b.Var] || read[b.Var] {
			continue
		}
		meaning := pair[1]
		if differ {
			meaning = meaning.Not()
		}
		support := supportOf(s.m, meaning)
		if slices.ContainsFunc(support, func(v model.VarID) bool { return defined[v] || v == b.Var || s.hides(b.Var, v) }) {
			continue
		}
		defined[b.Var] = true
		s.means[b.Var] = meaning
		for _, v := range support {
			read[v] = true
		}
		return true
	}
	return false
}

// hides says that a variable of a find would be put down to a helper. Its values
// would not be counted any more, since helpers aren't.
func (s *settling) hides(own, helper model.VarID) bool {
	return s.m.Vars[own].Find >= 0 && s.m.Vars[helper].Find < 0 && !s.keep[helper]
}

// known is 1 if a literal must hold, -1 if it can't, else 0.
func (s *settling) known(b model.Bool) int {
	switch s.rewriter().Bool(b) {
	case model.True:
		return 1
	case model.False:
		return -1
	}
	return 0
}

// supportOf lists the variables below a node, ascending.
func supportOf(m *model.Model, b model.Bool) []model.VarID {
	var out []model.VarID
	bools, ints := map[int]bool{}, map[model.Int]bool{}
	var onBool func(model.Bool)
	var onInt func(model.Int)
	onBool = func(b model.Bool) {
		if bools[b.Node()] {
			return
		}
		bools[b.Node()] = true
		if v, ok := m.Bools[b.Node()].(model.BoolVar); ok {
			out = append(out, v.Var)
			return
		}
		model.EachArg(m.Bools[b.Node()], onBool, onInt)
	}
	onInt = func(x model.Int) {
		if !ints[x] {
			ints[x] = true
			model.EachIntArg(m.Ints[x], onBool, onInt)
		}
	}
	onBool(b)
	slices.Sort(out)
	return out
}
