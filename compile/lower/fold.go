package lower

import (
	"slices"

	"nazo/model"
)

// Moves speak of the same few numbers again and again: where something is, and
// what is there. Simplifications that would bloat no puzzle but help only these
// are made for machines alone.

// Moving reports whether the model being built is that of a machine.
func (lw *Lowerer) Moving() bool { return lw.Model.Machine != nil }

// fold joins conditions of a conjunction that speak of the values of the same
// number: x is one of these, and none of those.
func (lw *Lowerer) fold(args []model.Bool) []model.Bool {
	var numbers []model.Int
	conditions := 0
	for _, a := range args {
		if in, ok := lw.Model.Node(a).(model.In); ok {
			conditions++
			if !slices.Contains(numbers, in.X) {
				numbers = append(numbers, in.X)
			}
			lw.Work(len(numbers))
		}
	}
	if conditions == len(numbers) {
		return args
	}
	out := make([]model.Bool, 0, len(args))
	domains := make([]model.Domain, len(numbers))
	for i, x := range numbers {
		domains[i] = lw.domainOf(x)
	}
	for _, a := range args {
		in, ok := lw.Model.Node(a).(model.In)
		if !ok {
			out = append(out, a)
			continue
		}
		for i, x := range numbers {
			if x == in.X && a.Negated() {
				domains[i] = domains[i].Minus(in.Values)
			} else if x == in.X {
				domains[i] = domains[i].Intersect(in.Values)
			}
		}
	}
	for i, x := range numbers {
		out = append(out, lw.oneOf(x, domains[i]))
	}
	return out
}

// oneOf is the condition that x has one of the values, in the form that names
// fewer.
func (lw *Lowerer) oneOf(x model.Int, values model.Domain) model.Bool {
	all := lw.domainOf(x)
	if 2*values.Size() > all.Size() {
		return lw.Model.In(x, all.Minus(values)).Not()
	}
	return lw.Model.In(x, values)
}
