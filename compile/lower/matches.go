package lower

import (
	"slices"

	"nazo/dsl"
	"nazo/model"
	"nazo/value"
)

// pattern is what a list may match: elements, of which one is a wild card for any element or any part of a tuple,
// many for any number of elements; nil: there is no such wild card.
type pattern struct {
	elements  []value.Value
	one, many value.Value
}

func (p pattern) isOne(v value.Value) bool  { return p.one != nil && value.Equal(v, p.one) }
func (p pattern) isMany(v value.Value) bool { return p.many != nil && value.Equal(v, p.many) }

// matches is the condition that a list matches a pattern with wild cards.
func (lw *Lowerer) matches(at dsl.Node, args []value.Value) value.Value {
	return lw.Lift(at, args[1:], func(vs []value.Value) value.Value {
		elements, _ := lw.Members(at, vs[0])
		p := pattern{one: vs[1]}
		for _, e := range elements {
			p.elements = append(p.elements, e.Value)
		}
		if len(vs) > 2 {
			p.many = vs[2]
		}
		return value.Bool(lw.match(at, args[0], p))
	})
}

func (lw *Lowerer) match(at dsl.Node, list value.Value, p pattern) model.Bool {
	switch list := list.(type) {
	case value.Runs:
		return lw.matchRuns(at, list, p)
	case value.Choice:
		var cases []model.Bool
		for _, a := range list.Alts {
			cases = append(cases, lw.And(a.Guard, lw.match(at, a.Value, p)))
		}
		return lw.Or(cases...)
	}
	members, _ := lw.Members(at, list)
	return lw.matchMembers(at, members, p)
}

// matchRuns compares the runs of an unknown line with a pattern: an automaton reads the line.
func (lw *Lowerer) matchRuns(at dsl.Node, r value.Runs, p pattern) model.Bool {
	symbols, xs := lw.symbols(at, r)
	var runs runPattern
	shortest := 0
	for _, e := range p.elements {
		run, ok := p.run(r.Plain, e, symbols)
		if !ok {
			return model.False
		}
		if runs = append(runs, run); !run.many {
			shortest += max(run.length, 1)
		}
		if shortest > len(r.Line) {
			return model.False
		}
	}
	if a, ok := runs.automaton(len(symbols) + 1); ok {
		return lw.newDecomposable(model.Regular{Xs: xs, Automaton: a})
	}
	return lw.matchMembers(at, lw.runsList(at, r).Members, p)
}

// run reads one element of a pattern of runs: a length, or a length and a value. ok is false if there is no such run.
func (p pattern) run(plain bool, element value.Value, symbols map[value.Key]int) (run runElement, ok bool) {
	switch {
	case p.isMany(element):
		return runElement{many: true}, true
	case p.isOne(element):
		return runElement{}, true
	}
	size := element
	if !plain {
		parts, tuple := element.(value.Tuple)
		if !tuple || len(parts) != 2 || !value.Known(parts[1]) {
			return run, false
		}
		size = parts[0]
		if !p.isOne(parts[1]) {
			if run.symbol = symbols[value.KeyOf(parts[1])]; run.symbol == 0 {
				return run, false
			}
		}
	}
	if p.isOne(size) {
		return run, true
	}
	n, isInt := size.(value.Int)
	run.length = int(n)
	return run, isInt && n >= 1
}

// matchMembers compares a list whose members depend on variables with a pattern: reached[j] says that the members
// so far match the first j elements.
func (lw *Lowerer) matchMembers(at dsl.Node, members []value.Alternative, p pattern) model.Bool {
	reached := make([]model.Bool, len(p.elements)+1)
	reached[0] = model.True
	for j, e := range p.elements {
		reached[j+1] = model.False
		if p.isMany(e) {
			reached[j+1] = reached[j]
		}
	}
	for _, m := range members {
		next := make([]model.Bool, len(reached))
		next[0] = lw.And(reached[0], m.Guard.Not())
		for j, e := range p.elements {
			lw.Tick(at)
			if p.isMany(e) {
				next[j+1] = lw.Or(next[j], reached[j+1])
				continue
			}
			next[j+1] = lw.Or(lw.And(reached[j+1], m.Guard.Not()), lw.And(reached[j], m.Guard, lw.fits(at, m.Value, e, p)))
		}
		reached = next
	}
	return reached[len(p.elements)]
}

// fits is the condition that a value is what an element of a pattern says that is no wild card for several.
func (lw *Lowerer) fits(at dsl.Node, v, element value.Value, p pattern) model.Bool {
	parts, isTuple := element.(value.Tuple)
	switch {
	case p.isOne(element):
		return model.True
	case !isTuple || !slices.ContainsFunc(parts, p.isOne):
		return lw.Equal(at, v, element)
	}
	if c, ok := v.(value.Choice); ok {
		var cases []model.Bool
		for _, a := range c.Alts {
			cases = append(cases, lw.And(a.Guard, lw.fits(at, a.Value, element, p)))
		}
		return lw.Or(cases...)
	}
	of, ok := v.(value.Tuple)
	if !ok || len(of) != len(parts) {
		return model.False
	}
	var same []model.Bool
	for i, part := range parts {
		if !p.isOne(part) {
			same = append(same, lw.Equal(at, of[i], part))
		}
	}
	return lw.And(same...)
}
