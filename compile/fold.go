package compile

import (
	"nazo/compile/model"
	"nazo/compile/value"
	"nazo/dsl"
)

// Moves speak of the same few numbers again and again: where something is, and
// what is there. Simplifications that would bloat no puzzle but help only these
// are made for machines alone.

// moving says whether the model being built is that of a machine.
func (ev *evaluator) moving() bool { return ev.m != nil && ev.m.Machine != nil }

// fold joins conditions of a conjunction that speak of the values of the same
// number: x is one of these, and none of those.
func (ev *evaluator) fold(args []model.Bool) []model.Bool {
	var numbers []model.Int
	conditions := 0
	for _, a := range args {
		if in, ok := ev.m.Bools[a.Node()].(model.In); ok {
			conditions++
			known := false
			for _, x := range numbers {
				known = known || x == in.X
			}
			if !known {
				numbers = append(numbers, in.X)
			}
		}
	}
	if conditions == len(numbers) {
		return args
	}
	out := make([]model.Bool, 0, len(args))
	domains := make([]model.Domain, len(numbers))
	for i, x := range numbers {
		domains[i] = ev.domainOf(x)
	}
	for _, a := range args {
		in, ok := ev.m.Bools[a.Node()].(model.In)
		if !ok {
			out = append(out, a)
			continue
		}
		for i, x := range numbers {
			if x == in.X && a.Negated() {
				domains[i] = subtractDomain(domains[i], in.Values)
			} else if x == in.X {
				domains[i] = domains[i].Intersect(in.Values)
			}
		}
	}
	for i, x := range numbers {
		out = append(out, ev.oneOf(x, domains[i]))
	}
	return out
}

// oneOf is the condition that x has one of the values, in the form that names
// fewer.
func (ev *evaluator) oneOf(x model.Int, values model.Domain) model.Bool {
	all := ev.domainOf(x)
	if 2*values.Size() > all.Size() {
		return ev.m.In(x, subtractDomain(all, values)).Not()
	}
	return ev.m.In(x, values)
}

// subtractDomain has the values of d that are not in e.
func subtractDomain(d, e model.Domain) model.Domain {
	var out model.Domain
	for _, i := range d {
		lo := i.Lo
		for _, j := range e {
			if j.Hi < lo || j.Lo > i.Hi {
				continue
			}
			out = out.Union(model.Range(lo, j.Lo-1))
			lo = j.Hi + 1
		}
		out = out.Union(model.Range(lo, i.Hi))
	}
	return out
}

// flat are the parts of a conjunction, however it is nested.
func (ev *evaluator) flat(bs ...model.Bool) (out []model.Bool) {
	for _, b := range bs {
		if and, ok := ev.m.Bools[b.Node()].(model.And); ok && !b.Negated() {
			out = append(out, ev.flat(and.Args...)...)
		} else {
			out = append(out, b)
		}
	}
	return out
}

// marked is a number that is none where x has a certain value, as the variable of
// an optional number does; ok is false for other numbers.
func (ev *evaluator) marked(u value.Unknown) (x model.Int, none int64, ok bool) {
	in, isIn := ev.m.Bools[u.Defined.Node()].(model.In)
	if !isIn || !u.Defined.Negated() || in.X != u.X {
		return 0, 0, false
	}
	none, ok = in.Values.Single()
	return u.X, none, ok
}

// chooseMarked is chooseNumber where all that may be none is marked by the same
// value: then that value is carried along instead of a condition. With an index
// that counts the alternatives from base it is a table.
func (ev *evaluator) chooseMarked(at dsl.Node, alts []value.Alternative, index model.Int, base int64, table bool) (v value.Value, ok bool) {
	if !ev.moving() {
		return nil, false
	}
	none, known := int64(0), false
	for _, a := range alts {
		if u, unknown := a.Value.(value.Unknown); unknown && u.Defined != model.True {
			_, mark, isMarked := ev.marked(u)
			if !isMarked || known && mark != none {
				return nil, false
			}
			none, known = mark, true
		}
	}
	if !known {
		return nil, false
	}
	xs := make([]model.Int, len(alts))
	for i, a := range alts {
		switch n := a.Value.(type) {
		case value.None:
			xs[i] = ev.m.Int(none)
		case value.Unknown:
			if n.Defined == model.True && ev.domainOf(n.X).Contains(none) {
				return nil, false
			}
			xs[i] = n.X
		case value.Int:
			if int64(n) == none {
				return nil, false
			}
			xs[i], _ = ev.number(at, n)
		default:
			return nil, false
		}
	}
	x := xs[len(xs)-1]
	if table {
		x = ev.m.Element(index, base, xs)
	} else {
		for i := len(xs) - 2; i >= 0; i-- {
			x = ev.m.If(alts[i].Guard, xs[i], x)
		}
	}
	return ev.unknown(at, x, ev.m.In(x, model.Range(none, none)).Not()), true
}

// chooseIndexed is a choice among choices that count the same values, and some of
// these values: what is chosen is the count. With an index it is a table.
func (ev *evaluator) chooseIndexed(alts []value.Alternative, index model.Int, base int64, table bool) (v value.Value, ok bool) {
	if !ev.moving() {
		return nil, false
	}
	var values []value.Alternative
	for _, a := range alts {
		if c, isChoice := a.Value.(value.Choice); isChoice && c.Indexed {
			values = c.Alts
		}
	}
	if values == nil {
		return nil, false
	}
	xs := make([]model.Int, len(alts))
	for i, a := range alts {
		if c, isChoice := a.Value.(value.Choice); isChoice {
			if !c.Indexed || !sameValues(c.Alts, values) {
				return nil, false
			}
			xs[i] = c.Index
			continue
		}
		if !value.Known(a.Value) {
			return nil, false
		}
		place := placeOf(a.Value, values)
		if place < 0 {
			return nil, false
		}
		xs[i] = ev.m.Int(int64(place))
	}
	x := xs[len(xs)-1]
	if table {
		x = ev.m.Element(index, base, xs)
	} else {
		for i := len(xs) - 2; i >= 0; i-- {
			x = ev.m.If(alts[i].Guard, xs[i], x)
		}
	}
	out := value.Choice{Alts: make([]value.Alternative, len(values)), Index: x, Indexed: true}
	for i, a := range values {
		out.Alts[i] = value.Alternative{Guard: ev.m.In(x, model.Range(int64(i), int64(i))), Value: a.Value}
	}
	return out, true
}

func placeOf(v value.Value, among []value.Alternative) int {
	for i, a := range among {
		if value.Equal(a.Value, v) {
			return i
		}
	}
	return -1
}
