package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// equal is a = b, which is total: none equals none only.
func (ev *lowerer) equal(at dsl.Node, a, b value.Value) model.Bool {
	ev.work(1)
	a, b = plainSet(a), plainSet(b)
	if r, ok := a.(value.Range); ok {
		if s, ok := b.(value.Range); ok {
			return model.Const(value.Equal(r, s))
		}
	}
	if same, ok := ev.equalStacks(at, a, b); ok {
		return same
	}
	if isCollection(a) && isCollection(b) && (isSet(a) || isSet(b)) {
		return ev.equalSets(at, a, b)
	}
	if value.Known(a) && value.Known(b) {
		return model.Const(value.Equal(a, b))
	}
	if r, ok := a.(value.Runs); ok {
		return ev.equalRuns(at, r, b)
	}
	if r, ok := b.(value.Runs); ok {
		return ev.equalRuns(at, r, a)
	}
	if isLong(a) || isLong(b) {
		return ev.equalLong(at, a, b)
	}
	switch x := a.(type) {
	case value.Bool:
		if y, ok := b.(value.Bool); ok {
			return ev.iff(model.Bool(x), model.Bool(y))
		}
		return model.False
	case value.Unknown:
		return ev.equalNumber(at, x, b)
	case value.Choice:
		return ev.equalChoice(at, x, b)
	}
	switch y := b.(type) {
	case value.Unknown:
		return ev.equalNumber(at, y, a)
	case value.Choice:
		return ev.equalChoice(at, y, a)
	}
	return ev.equalParts(at, a, b)
}

func (ev *lowerer) equalNumber(at dsl.Node, u value.Unknown, other value.Value) model.Bool {
	if c, ok := other.(value.Choice); ok && !isNumber(other) {
		return ev.equalChoice(at, c, u)
	}
	if !isNumber(other) {
		return model.False
	}
	if i, ok := other.(value.Int); ok { // a known number may be beyond the model's
		return ev.and(u.Defined, ev.m.In(u.X, model.Range(int64(i), int64(i))))
	}
	if _, ok := other.(value.Big); ok {
		return model.False
	}
	y, defined := ev.number(at, other)
	if defined == model.False {
		return u.Defined.Not()
	}
	return ev.or(ev.and(u.Defined, defined, ev.m.Equal(u.X, y)), ev.and(u.Defined.Not(), defined.Not()))
}

func (ev *lowerer) equalChoice(at dsl.Node, c value.Choice, other value.Value) model.Bool {
	d, both := other.(value.Choice)
	if both && c.Indexed && d.Indexed && sameValues(c.Alts, d.Alts) {
		return ev.m.Equal(c.Index, d.Index)
	}
	ev.work(len(c.Alts))
	var cases []model.Bool
	for _, a := range c.Alts {
		cases = append(cases, ev.and(a.Guard, ev.equal(at, a.Value, other)))
	}
	return ev.or(cases...)
}

// sameValues reports whether two lists of alternatives have the same values in
// the same order.
func sameValues(a, b []value.Alternative) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !value.Equal(a[i].Value, b[i].Value) {
			return false
		}
	}
	return true
}

func (ev *lowerer) equalSets(at dsl.Node, a, b value.Value) model.Bool {
	neither := ev.and(ev.defined(a).Not(), ev.defined(b).Not())
	return ev.or(neither, ev.and(ev.subset(at, a, b), ev.subset(at, b, a)))
}

// equalParts compares sequences, arrays and routes part by part.
func (ev *lowerer) equalParts(at dsl.Node, a, b value.Value) model.Bool {
	if x, ok := a.(*value.Array); ok {
		y, ok := b.(*value.Array)
		if !ok || value.Compare(x.Keys, y.Keys) != 0 {
			return model.False
		}
		var same []model.Bool
		for i, k := range x.Keys.List() {
			v, _ := y.At(k)
			same = append(same, ev.equal(at, x.Values[i], v))
		}
		return ev.and(same...)
	}
	if x, ok := a.(*value.Route); ok {
		if y, ok := b.(*value.Route); ok && x.Graph == y.Graph {
			var same []model.Bool
			for i := range x.Edges {
				same = append(same, ev.iff(x.Edges[i], y.Edges[i]))
			}
			return ev.and(same...)
		}
	}
	if g, ok := a.(value.Guarded); ok {
		return ev.equalSequence(at, g, b)
	}
	if g, ok := b.(value.Guarded); ok {
		return ev.equalSequence(at, g, a)
	}
	xs, ys := value.Elements(a), value.Elements(b)
	if len(xs) != len(ys) || len(xs) == 0 {
		return model.False
	}
	same := make([]model.Bool, len(xs))
	for i := range xs {
		same[i] = ev.equal(at, xs[i], ys[i])
	}
	return ev.and(same...)
}

// equalGuarded compares two lists whose members depend on variables: after the
// first i members of one and the first j of the other, matched[i][j] says that
// those which are there are the same.
func (ev *lowerer) equalGuarded(at dsl.Node, a, b value.Guarded) model.Bool {
	ev.tooMany(at, len(a.Members)*len(b.Members))
	row := make([]model.Bool, len(b.Members)+1)
	row[0] = model.True
	for j, m := range b.Members {
		row[j+1] = ev.and(row[j], m.Guard.Not())
	}
	for _, m := range a.Members {
		next := make([]model.Bool, len(row))
		next[0] = ev.and(row[0], m.Guard.Not())
		for j, n := range b.Members {
			ev.tick(at)
			next[j+1] = ev.or(
				ev.and(m.Guard.Not(), row[j+1]),
				ev.and(m.Guard, n.Guard.Not(), next[j]),
				ev.and(m.Guard, n.Guard, row[j], ev.equal(at, m.Value, n.Value)))
		}
		row = next
	}
	return row[len(b.Members)]
}

// equalSequence compares a list whose members depend on variables with a list
// that is there as a whole. reached[j] says that the members so far are the
// first j elements of it.
func (ev *lowerer) equalSequence(at dsl.Node, g value.Guarded, other value.Value) model.Bool {
	switch o := other.(type) {
	case value.Runs:
		return ev.equalSequence(at, g, ev.runsList(at, o))
	case value.Choice:
		return ev.equalChoice(at, o, g)
	case value.Guarded:
		return ev.equalGuarded(at, g, o)
	}
	if !isCollection(other) {
		return model.False
	}
	ys := value.Elements(other)
	reached := make([]model.Bool, len(ys)+1)
	for j := range reached {
		reached[j] = model.Const(j == 0)
	}
	for _, m := range g.Members {
		for j := len(ys); j >= 0; j-- {
			stay := ev.and(reached[j], m.Guard.Not())
			if j > 0 {
				stay = ev.or(stay, ev.and(reached[j-1], m.Guard, ev.equal(at, m.Value, ys[j-1])))
			}
			reached[j] = stay
		}
	}
	return reached[len(ys)]
}
