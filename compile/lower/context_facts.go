package lower

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// facts are conditions known to hold where a part of an expression matters, so conditions that they decide can be
// dropped.
type facts struct {
	m *model.Model
	// numbers has the possible values of numbers.
	numbers map[model.Int]model.Domain
	// hold are other conditions.
	hold    map[model.Bool]bool
	decided map[int]truthValue // memo by node
}

// factsOf returns the facts in a conjunction.
func (lw *Lowerer) factsOf(conjunction []model.Bool) *facts {
	f := &facts{m: lw.Model, numbers: map[model.Int]model.Domain{}, hold: map[model.Bool]bool{}, decided: map[int]truthValue{}}
	for _, b := range conjunction {
		in, ok := lw.Model.Node(b).(model.In)
		if !ok {
			f.hold[b] = true
			continue
		}
		domain, known := f.numbers[in.X]
		if !known {
			domain = lw.domainOf(in.X)
		}
		if b.Negated() {
			f.numbers[in.X] = domain.Minus(in.Values)
		} else {
			f.numbers[in.X] = domain.Intersect(in.Values)
		}
	}
	return f
}

type truthValue uint8

const (
	undecided truthValue = iota
	surelyTrue
	surelyFalse
)

// decide returns whether b holds, as far as the facts directly imply it.
func (f *facts) decide(b model.Bool) truthValue {
	v, done := f.decided[b.Node()]
	if !done {
		v = f.decideNode(b &^ 1)
		f.decided[b.Node()] = v
	}
	if b.Negated() && v != undecided {
		return surelyTrue + surelyFalse - v
	}
	return v
}

func (f *facts) decideNode(b model.Bool) truthValue {
	if f.hold[b] {
		return surelyTrue
	}
	if f.hold[b.Not()] {
		return surelyFalse
	}
	switch n := f.m.Node(b).(type) {
	case model.Constant:
		return surelyTrue
	case model.In:
		domain, known := f.numbers[n.X]
		switch {
		case !known:
		case len(domain.Minus(n.Values)) == 0:
			return surelyTrue
		case len(domain.Intersect(n.Values)) == 0:
			return surelyFalse
		}
	case model.And:
		all := surelyTrue
		for _, a := range n.Args {
			switch f.decide(a) {
			case surelyFalse:
				return surelyFalse
			case undecided:
				all = undecided
			}
		}
		return all
	}
	return undecided
}

// SimplifyConjunction drops parts of a conjunction that its other parts decide.
func (lw *Lowerer) SimplifyConjunction(b model.Bool) model.Bool {
	for {
		parts := slices.Collect(lw.Model.Conjuncts(b))
		plain := make([]model.Bool, 0, len(parts)) // parts other than disjunctions
		for _, p := range parts {
			if _, and := lw.Model.Node(p).(model.And); !and {
				plain = append(plain, p)
			}
		}
		known := lw.factsOf(plain)
		out := plain
		for _, p := range parts {
			if and, ok := lw.Model.Node(p).(model.And); ok {
				out = append(out, lw.narrowed(and, known))
			}
		}
		tidied := lw.And(out...)
		if tidied == b || len(parts) == 1 {
			return tidied
		}
		b = tidied
	}
}

// narrowed returns the negation of a conjunction without the parts that the facts decide.
func (lw *Lowerer) narrowed(and model.And, known *facts) model.Bool {
	var open []model.Bool
	for _, a := range and.Args {
		switch known.decide(a) {
		case surelyFalse:
			return model.True
		case undecided:
			open = append(open, a)
		}
	}
	return lw.And(open...).Not()
}

// resolved simplifies a conditional number by the facts.
func (lw *Lowerer) resolved(x model.Int, known *facts) model.Int {
	for {
		n, ok := lw.Model.Ints[x].(model.If)
		if !ok {
			return x
		}
		switch known.decide(n.Cond) {
		case surelyTrue:
			x = n.Then
		case surelyFalse:
			x = n.Else
		default:
			return x
		}
	}
}

// Resolve simplifies the effects and costs of a move by its guard.
func (lw *Lowerer) Resolve(guard model.Bool, all *Effects, costs []model.Int) {
	known := lw.factsOf(slices.Collect(lw.Model.Conjuncts(guard)))
	for i, e := range all.list {
		if !lw.Model.Vars[e.Var].Bool {
			all.list[i].X = lw.resolved(e.X, known)
			continue
		}
		switch known.decide(e.B) {
		case surelyTrue:
			all.list[i].B = model.True
		case surelyFalse:
			all.list[i].B = model.False
		}
		if before := known.decide(lw.Model.BoolVar(e.Var)); before != undecided && before == known.decide(e.B) {
			all.list[i].B = lw.Model.BoolVar(e.Var) // unchanged
		}
	}
	for i, x := range costs {
		costs[i] = lw.resolved(x, known)
	}
}

// Inside is the condition that x has a value of a domain. For a conditional number it only tests the branches that
// may be outside, for a table the entries at its ends.
func (lw *Lowerer) Inside(x model.Int, domain model.Domain) model.Bool {
	if !lw.Moving() {
		return lw.Model.In(x, domain)
	}
	switch n := lw.Model.Ints[x].(type) {
	case model.Element:
		items := model.True
		for _, item := range n.Items {
			items = lw.Model.And(items, lw.Model.In(item, domain))
		}
		if items == model.True && !domain.Contains(0) { // out of range is 0
			return lw.Model.In(n.Index, model.Range(n.Base, n.Base+int64(len(n.Items))-1))
		}
	case model.If:
		switch a, b := lw.Model.In(n.Then, domain), lw.Model.In(n.Else, domain); {
		case a == model.True && b == model.True:
			return model.True
		case a == model.True:
			return lw.Or(n.Cond, lw.Inside(n.Else, domain))
		case b == model.True:
			return lw.Or(n.Cond.Not(), lw.Inside(n.Then, domain))
		}
	}
	return lw.Model.In(x, domain)
}

// pruneAlternatives drops alternatives that are impossible if another value takes one of its own. Where a thing
// goes depends on where it is, so a table over both has few possible entries.
func (lw *Lowerer) pruneAlternatives(args []value.Value, alt value.Alternative) []value.Value {
	if !lw.Moving() {
		return args
	}
	var known *facts
	out := args
	for i, v := range args {
		c, choice := v.(value.Choice)
		if !choice {
			continue
		}
		if known == nil {
			known = lw.factsOf(slices.Collect(lw.Model.Conjuncts(alt.Guard)))
			out = append([]value.Value(nil), args...)
		}
		var possible []value.Alternative
		for _, other := range c.Alts {
			if known.decide(other.Guard) != surelyFalse {
				possible = append(possible, other)
			}
		}
		switch {
		case len(possible) == 1:
			out[i] = possible[0].Value
		case len(possible) < len(c.Alts):
			out[i] = value.Choice{Alts: possible}
		}
	}
	return out
}
