package explain

import (
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// Sentences for sums that bound a number: what the others leave for it at least, and at most.

// bounded is a sum of numbers whose sentence says what it must be, without one of its numbers.
type bounded struct {
	unit   int32
	n      int64
	placed int64 // what the other numbers that are known add up to
	lo, hi int64 // the bounds of all others
}

// boundedBy returns the sums of some units that a number is in, by what a ledger says of the others.
func (x *Explainer) boundedBy(units []int32, v model.VarID, l *ledger) (all []bounded) {
	for _, u := range units {
		t := x.tallyOf(u)
		if t == nil || t.counts {
			continue
		}
		b := bounded{unit: u}
		n, ok := x.must(u)
		if b.n = n; !ok || n != t.total {
			continue
		}
		about := false
		for _, term := range t.terms {
			of := x.m.Ints[term.X].(model.IntVar).Var
			if of == v {
				about = true
				continue
			}
			at := l.at(of)
			b.lo, b.hi = b.lo+at.lo, b.hi+at.hi
			if at.is {
				b.placed += at.lo
			}
		}
		if about {
			all = append(all, b)
		}
	}
	return all
}

// atLeast says of a number that it is not less than so much, as a sum would be too small otherwise, or "".
func (x *Explainer) atLeast(units []int32, v model.VarID, k int64, l *ledger) string {
	for _, b := range x.boundedBy(units, v, l) {
		if b.n-b.hi == k && b.hi > 0 {
			return x.inPlace(b.unit, b.hi, " can ", " at most") + " elsewhere"
		}
	}
	return ""
}

// atMost says of a number that it is not more than so much, as a sum would be too large otherwise, or "". What it rests on is
// said before.
func (x *Explainer) atMost(units []int32, v model.VarID, k int64, l *ledger) string {
	for _, b := range x.boundedBy(units, v, l) {
		if b.n-b.lo != k {
			continue
		}
		var texts []string
		for _, term := range x.tallyOf(b.unit).terms {
			of := x.m.Ints[term.X].(model.IntVar).Var
			at := l.at(of)
			if of == v || at.is || at.lo == x.m.Vars[of].Domain.Bounds().Lo {
				continue
			}
			why := x.atLeast(units, of, at.lo, l)
			if why == "" {
				return ""
			}
			texts = append(texts, x.claims([]Claim{{of, model.LinkAtLeast, at.lo}})+" ("+why+")")
		}
		return strings.Join(append(texts, x.placedIn(b.unit, b.n, b.placed)), ", and ")
	}
	return ""
}

// placedIn says how far a sum is that must be n.
func (x *Explainer) placedIn(u int32, n, placed int64) string {
	if placed == 0 || placed >= n {
		return x.inPlace(u, n, " must ", "")
	}
	return fmt.Sprintf("%s and needs %d more", strings.Replace(x.inPlace(u, placed, " ", ""), " have ", " has ", 1), n-placed)
}

// byBounds says why a number has its value by one sum that bounds it from below and one that bounds it from above, or "".
func (x *Explainer) byBounds(in *Inference) string {
	c := in.Claims[0]
	units := slices.Concat(in.Units, in.Also, in.Rest)
	l, domain := x.before(in, true), x.m.Vars[c.Var].Domain.Bounds()
	least, most := "", ""
	if c.Value > domain.Lo {
		if least = x.atLeast(units, c.Var, c.Value, l); least == "" {
			return ""
		}
	}
	if c.Value < domain.Hi {
		if most = x.atMost(units, c.Var, c.Value, l); most == "" {
			return ""
		}
	}
	return strings.Join(slices.DeleteFunc([]string{least, most}, func(text string) bool { return text == "" }), ", and ")
}

// sumBehind says of the sum by which one number is not the least what it can have elsewhere, or "".
func (x *Explainer) sumBehind(in *Inference, claims []Claim) string {
	if len(claims) != 1 || x.m.Vars[claims[0].Var].Bool {
		return ""
	}
	c, l := claims[0], x.before(in, true)
	k := x.ledgerOf(claims).at(c.Var).lo
	delete(l.of, c.Var)
	if k == x.m.Vars[c.Var].Domain.Bounds().Lo {
		return ""
	}
	return x.atLeast(slices.Concat(in.Also, in.Rest), c.Var, k, l)
}

// boundOf returns the comparison by which claims bound one variable on one side, or another comparison.
func (x *Explainer) boundOf(claims []Claim) model.LinkOp {
	first := claims[0]
	if slices.ContainsFunc(claims, func(c Claim) bool { return c.Var != first.Var || c.Op != first.Op }) {
		return model.LinkIs
	}
	all := x.m.Vars[first.Var].Domain.Bounds()
	if first.Op != model.LinkIsNot || all.Hi-all.Lo > mostListed {
		return first.Op
	}
	l := x.ledgerOf(claims).at(first.Var)
	switch gone := int64(len(claims)); {
	case l.lo == all.Lo && all.Hi-l.hi == gone:
		return model.LinkAtMost
	case l.hi == all.Hi && l.lo-all.Lo == gone:
		return model.LinkAtLeast
	}
	return model.LinkIs
}

// leavesBound says how much or how little a sum leaves for places whose bounds an inference claims.
func (x *Explainer) leavesBound(who string, t *tally, l *ledger, own []model.VarID, in *Inference) string {
	op := x.boundOf(in.Claims)
	if op < model.LinkAtLeast {
		return ""
	}
	rest, bound := t.total, false
	var places []string
	for _, term := range t.terms {
		v := x.m.Ints[term.X].(model.IntVar).Var
		at, all := l.at(v), x.m.Vars[v].Domain.Bounds()
		switch {
		case slices.Contains(own, v), op == model.LinkAtMost && at.lo == all.Lo, op == model.LinkAtLeast && at.hi == all.Hi:
			m, _ := x.Meaning(v)
			places = append(places, x.Names().Of(m.Key))
			continue
		case op == model.LinkAtMost:
			rest -= at.lo
		default:
			rest -= at.hi
		}
		bound = true
	}
	if !bound || rest <= 0 {
		return ""
	}
	most := map[model.LinkOp]string{model.LinkAtLeast: "at least", model.LinkAtMost: "at most"}[op]
	if len(places) == 1 {
		return fmt.Sprintf("%s leaves %s %d", who, most, rest)
	}
	return fmt.Sprintf("%s leaves %s %d for %s", who, most, rest, value.And(places))
}
