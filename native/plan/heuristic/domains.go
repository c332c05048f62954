package heuristic

import (
	"nazo/model"
)

// domains are conditions on single variables (a partial state, with sets of values): the values
// that each variable may have. Variables without an entry may have any value.
type domains map[model.VarID]model.Domain

// of is the set of values that a variable may have.
func (l domains) of(m *model.Model, v model.VarID) model.Domain {
	if d, ok := l[v]; ok {
		return d
	}
	return m.Vars[v].Domain
}

// restrict intersects the values of a variable with the given ones, and reports whether that
// leaves fewer.
func (l domains) restrict(m *model.Model, v model.VarID, values model.Domain) bool {
	before := l.of(m, v)
	after := before.Intersect(values)
	if after.Size() == before.Size() {
		return false
	}
	l[v] = after
	return true
}

// restrictTo restricts variables by those conjuncts of b that concern one variable, and reports
// whether that leaves fewer values. It calls rest, which may be nil, with the other conjuncts.
func (l domains) restrictTo(m *model.Model, b model.Bool, rest func(model.Bool)) (news bool) {
	for part := range m.Conjuncts(b) {
		if part != model.True && l.learnPart(m, part, rest) {
			news = true
		}
	}
	return news
}

// learnPart is learn for one conjunct.
func (l domains) learnPart(m *model.Model, b model.Bool, rest func(model.Bool)) (news bool) {
	switch n := m.Node(b).(type) {
	case model.BoolVar:
		value := int64(1)
		if b.Negated() {
			value = 0
		}
		return l.restrict(m, n.Var, model.Range(value, value))
	case model.In:
		if x, ok := m.Ints[n.X].(model.IntVar); ok {
			values := n.Values
			if b.Negated() {
				values = m.Vars[x.Var].Domain.Minus(values)
			}
			return l.restrict(m, x.Var, values)
		}
	}
	if rest != nil {
		rest(b)
	}
	return false
}
