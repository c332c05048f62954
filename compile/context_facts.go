package compile

import (
	"slices"

	"nazo/model"
)

// facts are conditions that hold where a part of an expression matters: what is
// decided by them need not be asked again.
type facts struct {
	m *model.Model
	// numbers has the values that numbers may have.
	numbers map[model.Int]model.Domain
	// hold are other conditions.
	hold    map[model.Bool]bool
	decided map[int]truthValue // what was found out so far, by node
}

// factsOf are the facts in a conjunction.
func (ev *lowerer) factsOf(conjunction []model.Bool) *facts {
	f := &facts{m: ev.m, numbers: map[model.Int]model.Domain{}, hold: map[model.Bool]bool{}, decided: map[int]truthValue{}}
	for _, b := range conjunction {
		in, ok := ev.m.Bools[b.Node()].(model.In)
		if !ok {
			f.hold[b] = true
			continue
		}
		domain, known := f.numbers[in.X]
		if !known {
			domain = ev.domainOf(in.X)
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

// decide finds out whether b holds, as far as the facts say so outright.
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
	switch n := f.m.Bools[b.Node()].(type) {
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

// simplifyConjunction is a conjunction without the parts that others of its parts decide.
func (ev *lowerer) simplifyConjunction(b model.Bool) model.Bool {
	for {
		parts := slices.Collect(ev.m.Conjuncts(b))
		plain := make([]model.Bool, 0, len(parts)) // not alternatives
		for _, p := range parts {
			if _, and := ev.m.Bools[p.Node()].(model.And); !and {
				plain = append(plain, p)
			}
		}
		known := ev.factsOf(plain)
		out := plain
		for _, p := range parts {
			if and, ok := ev.m.Bools[p.Node()].(model.And); ok {
				out = append(out, ev.narrowed(and, known))
			}
		}
		tidied := ev.and(out...)
		if tidied == b || len(parts) == 1 {
			return tidied
		}
		b = tidied
	}
}

// narrowed is the condition that some part of a conjunction does not hold, without
// the parts that the facts decide.
func (ev *lowerer) narrowed(and model.And, known *facts) model.Bool {
	var open []model.Bool
	for _, a := range and.Args {
		switch known.decide(a) {
		case surelyFalse:
			return model.True
		case undecided:
			open = append(open, a)
		}
	}
	return ev.and(open...).Not()
}

// resolved is a number of which the facts decide what it depends on.
func (ev *lowerer) resolved(x model.Int, known *facts) model.Int {
	for {
		n, ok := ev.m.Ints[x].(model.If)
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

// resolve works the facts of a guard into the effects and costs of a move.
func (ev *lowerer) resolve(guard model.Bool, all *effects, costs []model.Int) {
	known := ev.factsOf(slices.Collect(ev.m.Conjuncts(guard)))
	for i, e := range all.list {
		if !ev.m.Vars[e.Var].Bool {
			all.list[i].X = ev.resolved(e.X, known)
			continue
		}
		switch known.decide(e.B) {
		case surelyTrue:
			all.list[i].B = model.True
		case surelyFalse:
			all.list[i].B = model.False
		}
		if before := known.decide(ev.m.BoolVar(e.Var)); before != undecided && before == known.decide(e.B) {
			all.list[i].B = ev.m.BoolVar(e.Var) // it stays as it is
		}
	}
	for i, x := range costs {
		costs[i] = ev.resolved(x, known)
	}
}

// inside is the condition that x has a value of a domain: of a choice only that
// branch is asked which may be outside, of a table where it ends.
func (ev *lowerer) inside(x model.Int, domain model.Domain) model.Bool {
	if !ev.moving() {
		return ev.m.In(x, domain)
	}
	switch n := ev.m.Ints[x].(type) {
	case model.Element:
		items := model.True
		for _, item := range n.Items {
			items = ev.m.And(items, ev.m.In(item, domain))
		}
		if items == model.True && !domain.Contains(0) { // what is out of range is 0
			return ev.m.In(n.Index, model.Range(n.Base, n.Base+int64(len(n.Items))-1))
		}
	case model.If:
		switch a, b := ev.m.In(n.Then, domain), ev.m.In(n.Else, domain); {
		case a == model.True && b == model.True:
			return model.True
		case a == model.True:
			return ev.or(n.Cond, ev.inside(n.Else, domain))
		case b == model.True:
			return ev.or(n.Cond.Not(), ev.inside(n.Then, domain))
		}
	}
	return ev.m.In(x, domain)
}
