package compile

import "nazo/model"

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
