package compile

import (
	"nazo/compile/model"
	"nazo/compile/value"
)

// within drops from what some values may be that which can't be where a takes one
// of its alternatives: where a thing goes depends on where it is, so a table over
// both has few places that count.
func (ev *evaluator) within(args []value.Value, a value.Value, alt value.Alternative) []value.Value {
	in, ok := ev.m.Bools[alt.Guard.Node()].(model.In)
	if !ok || alt.Guard.Negated() || !ev.moving() {
		return args
	}
	var out []value.Value
	for i, v := range args {
		c, choice := v.(value.Choice)
		if !choice {
			continue
		}
		if out == nil {
			out = append([]value.Value(nil), args...)
		}
		decided := map[int]truthValue{}
		var kept []value.Alternative
		for _, other := range c.Alts {
			if ev.decide(other.Guard, in, decided) != surelyFalse {
				kept = append(kept, other)
			}
		}
		switch {
		case len(kept) == 1:
			out[i] = kept[0].Value
		case len(kept) < len(c.Alts):
			out[i] = value.Choice{Alts: kept}
		}
	}
	if out == nil {
		return args
	}
	return out
}

type truthValue uint8

const (
	undecided truthValue = iota
	surelyTrue
	surelyFalse
)

// decide finds out whether b holds wherever a number has one of certain values, as
// far as can be seen without looking for reasons.
func (ev *evaluator) decide(b model.Bool, where model.In, decided map[int]truthValue) truthValue {
	v, done := decided[b.Node()]
	if !done {
		v = ev.decideNode(ev.m.Bools[b.Node()], where, decided)
		decided[b.Node()] = v
	}
	if b.Negated() && v != undecided {
		return surelyTrue + surelyFalse - v
	}
	return v
}

func (ev *evaluator) decideNode(n model.BoolNode, where model.In, decided map[int]truthValue) truthValue {
	switch n := n.(type) {
	case model.Constant:
		return surelyTrue
	case model.In:
		if n.X != where.X {
			return undecided
		}
		switch len(subtractDomain(where.Values, n.Values)) {
		case 0:
			return surelyTrue
		default:
			if len(where.Values.Intersect(n.Values)) == 0 {
				return surelyFalse
			}
		}
	case model.And:
		all := surelyTrue
		for _, a := range n.Args {
			switch ev.decide(a, where, decided) {
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
