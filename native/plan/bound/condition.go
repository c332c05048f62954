package bound

import (
	"nazo/model"
)

// limits are conditions on single variables: the values that each may have.
// Variables that it doesn't mention may have any value.
type limits map[model.VarID]model.Domain

// of is the values that a variable may have.
func (l limits) of(m *model.Model, v model.VarID) model.Domain {
	if d, ok := l[v]; ok {
		return d
	}
	return m.Vars[v].Domain
}

// restrict leaves the variable only some of its values, and says whether that
// is news.
func (l limits) restrict(m *model.Model, v model.VarID, values model.Domain) bool {
	before := l.of(m, v)
	after := before.Intersect(values)
	if after.Size() == before.Size() {
		return false
	}
	l[v] = after
	return true
}

// learn restricts variables by those parts of the conjunction b that speak of one
// variable. The other parts are told to rest, which may be nil.
func (l limits) learn(m *model.Model, b model.Bool, rest func(model.Bool)) (news bool) {
	for part := range m.Conjuncts(b) {
		if part != model.True && l.learnPart(m, part, rest) {
			news = true
		}
	}
	return news
}

// learnPart is learn for a part.
func (l limits) learnPart(m *model.Model, b model.Bool, rest func(model.Bool)) (news bool) {
	switch n := m.Bools[b.Node()].(type) {
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
