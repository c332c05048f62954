package compile

import (
	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// scalarLayout is one value out of a known set, or none. Truth values are a
// boolean variable, numbers an integer variable with their own value, and
// everything else an integer variable that counts the values from 0. None is
// one more value of the variable, next to the numbers or after the others.
type scalarLayout struct {
	values   value.Collection
	optional bool
	numbers  model.Domain // of the values if all are numbers
	none     int64        // the variable's value that stands for none
	variable model.VarID
	only     value.Value // the value if there is no choice and so no variable
}

func newScalar(values value.Collection, optional bool) *scalarLayout {
	l := &scalarLayout{values: values, optional: optional}
	if d, ok := ints(values); ok && values.Len() > 0 {
		l.numbers = d
		if l.none = d.Bounds().Lo - 1; l.none < -model.MaxMagnitude {
			l.none = d.Bounds().Hi + 1
		}
	} else {
		l.none = int64(values.Len())
	}
	return l
}

func (l *scalarLayout) isBool() bool {
	return !l.optional && l.values.Len() == 2 && l.values.Contains(value.False) && l.values.Contains(value.True)
}

func (l *scalarLayout) unknown(ev *evaluator, at dsl.Node, find int32) value.Value {
	switch {
	case l.values.Len() == 0 && !l.optional: // no value at all: no solution
		l.only = value.None{}
		ev.require(model.False)
		ev.warn(at, "empty-domain", "this domain is empty, so there is no solution")
		return l.only
	case l.values.Len() == 0:
		l.only = value.None{}
		return l.only
	case l.values.Len() == 1 && !l.optional:
		l.only = l.values.List()[0]
		return l.only
	case l.isBool():
		l.variable = ev.m.AddBool(find)
		return value.Bool(ev.m.BoolVar(l.variable))
	case l.numbers != nil:
		return l.unknownNumber(ev, find)
	}
	ev.tooMany(at, l.values.Len())
	n := l.values.Len()
	if l.optional {
		n++
	}
	l.variable = ev.m.AddInt(model.Range(0, int64(n-1)), find, true)
	x := ev.m.IntVar(l.variable)
	alts := make([]value.Alternative, n)
	for i := range alts {
		alts[i] = value.Alternative{Guard: ev.m.In(x, model.Range(int64(i), int64(i))), Value: value.None{}}
		if i < l.values.Len() {
			alts[i].Value = l.values.List()[i]
		}
	}
	return ev.indexed(at, x, alts)
}

func (l *scalarLayout) unknownNumber(ev *evaluator, find int32) value.Value {
	domain, defined := l.numbers, model.True
	if l.optional {
		domain = domain.Union(model.Range(l.none, l.none))
	}
	l.variable = ev.m.AddInt(domain, find, false)
	x := ev.m.IntVar(l.variable)
	if l.optional {
		defined = ev.m.In(x, model.Range(l.none, l.none)).Not()
	}
	return value.Unknown{X: x, Defined: defined}
}

// indexed is the choice among alternatives that the number x counts from 0.
// Where all values are numbers it is the number itself.
func (ev *evaluator) indexed(at dsl.Node, x model.Int, alts []value.Alternative) value.Value {
	c := value.Choice{Alts: alts, Index: x, Indexed: true}
	if table, ok := ev.tabulate(at, c, alts); ok {
		return table
	}
	return c
}

func (l *scalarLayout) decode(s model.Solution) value.Value {
	switch {
	case l.only != nil:
		return l.only
	case l.isBool():
		return value.Of(s[l.variable] != 0)
	}
	v := s[l.variable]
	switch {
	case l.optional && v == l.none:
		return value.None{}
	case l.numbers != nil:
		return value.Int(v)
	}
	return l.values.List()[v]
}

func (l *scalarLayout) admits(v value.Value) bool {
	return l.values.Contains(v) || l.optional && absent(v)
}

// setLayout is any subset of a known set: a boolean variable for each member.
type setLayout struct {
	universe *value.Set
	first    model.VarID
}

func (l *setLayout) unknown(ev *evaluator, at dsl.Node, find int32) value.Value {
	members := make([]value.Alternative, l.universe.Len())
	for i, v := range l.universe.List() {
		ev.tick(at)
		id := ev.m.AddBool(find)
		if i == 0 {
			l.first = id
		}
		members[i] = value.Alternative{Guard: ev.m.BoolVar(id), Value: v}
	}
	return ev.guarded(at, members, true)
}

func (l *setLayout) decode(s model.Solution) value.Value {
	var out []value.Value
	for i, v := range l.universe.List() {
		if s[int(l.first)+i] != 0 {
			out = append(out, v)
		}
	}
	return value.NewSet(out...)
}

func (l *setLayout) admits(v value.Value) bool {
	s, ok := v.(*value.Set)
	if !ok {
		return false
	}
	for _, member := range s.List() {
		if !l.universe.Contains(member) {
			return false
		}
	}
	return true
}

// arrayLayout has a value for each key; in a permutation the values are the
// keys, each once.
type arrayLayout struct {
	keys        *value.Set
	parts       []layout
	permutation bool
	board       *value.Board
}

func (l *arrayLayout) unknown(ev *evaluator, at dsl.Node, find int32) value.Value {
	values := make([]value.Value, len(l.parts))
	for i, p := range l.parts {
		ev.tick(at)
		values[i] = p.unknown(ev, at, find)
	}
	a := value.NewArray(l.keys, values, l.board)
	if l.permutation {
		ev.require(ev.truth(ev.permuted(at, a)))
	}
	return a
}

// permuted says that the values of an array are all different.
func (ev *evaluator) permuted(at dsl.Node, a *value.Array) value.Value {
	if value.Known(a) {
		return ev.ofKnown("distinct", at, a)
	}
	return ev.distinct(at, []value.Value{a})
}

func (l *arrayLayout) decode(s model.Solution) value.Value {
	values := make([]value.Value, len(l.parts))
	for i, p := range l.parts {
		values[i] = p.decode(s)
	}
	return value.NewArray(l.keys, values, l.board)
}

func (l *arrayLayout) admits(v value.Value) bool {
	a, ok := v.(*value.Array)
	if !ok || a.Keys.Len() != l.keys.Len() {
		return false
	}
	for i, k := range l.keys.List() {
		part, found := a.At(k)
		if !found || !l.parts[i].(encodable).admits(part) {
			return false
		}
	}
	return !l.permutation || value.NewSet(a.Values...).Len() == l.keys.Len()
}
