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
	if b == model.True {
		return false
	}
	switch n := m.Bools[b.Node()].(type) {
	case model.And:
		if !b.Negated() {
			for _, a := range n.Args {
				if l.learn(m, a, rest) {
					news = true
				}
			}
			return news
		}
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
				values = without(m.Vars[x.Var].Domain, values)
			}
			return l.restrict(m, x.Var, values)
		}
	}
	if rest != nil {
		rest(b)
	}
	return false
}

// without is the set of values of d that are not in e.
func without(d, e model.Domain) model.Domain {
	var out model.Domain
	for _, i := range d {
		lo := i.Lo
		for _, j := range e {
			if j.Hi < lo || j.Lo > i.Hi {
				continue
			}
			if lo < j.Lo {
				out = append(out, model.Interval{Lo: lo, Hi: j.Lo - 1})
			}
			lo = j.Hi + 1
		}
		if lo <= i.Hi {
			out = append(out, model.Interval{Lo: lo, Hi: i.Hi})
		}
	}
	return out
}

// support calls yield once for each variable that the nodes depend on.
func support(m *model.Model, bools []model.Bool, ints []model.Int, yield func(model.VarID)) {
	seenBool, seenInt := map[int]bool{}, map[model.Int]bool{}
	var onBool func(model.Bool)
	var onInt func(model.Int)
	vars := map[model.VarID]bool{}
	meet := func(v model.VarID) {
		if !vars[v] {
			vars[v] = true
			yield(v)
		}
	}
	onBool = func(b model.Bool) {
		if seenBool[b.Node()] {
			return
		}
		seenBool[b.Node()] = true
		n := m.Bools[b.Node()]
		if v, ok := n.(model.BoolVar); ok {
			meet(v.Var)
		}
		model.EachArg(n, onBool, onInt)
	}
	onInt = func(x model.Int) {
		if seenInt[x] {
			return
		}
		seenInt[x] = true
		n := m.Ints[x]
		if v, ok := n.(model.IntVar); ok {
			meet(v.Var)
		}
		model.EachIntArg(n, onBool, onInt)
	}
	for _, b := range bools {
		onBool(b)
	}
	for _, x := range ints {
		onInt(x)
	}
}
