package compile

import (
	"nazo/value"
	"slices"
)

// within drops from what some values may be that which can't be where a takes one
// of its alternatives: where a thing goes depends on where it is, so a table over
// both has few places that count.
func (ev *lowerer) within(args []value.Value, alt value.Alternative) []value.Value {
	if !ev.moving() {
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
			known = ev.factsOf(slices.Collect(ev.m.Conjuncts(alt.Guard)))
			out = append([]value.Value(nil), args...)
		}
		var kept []value.Alternative
		for _, other := range c.Alts {
			if known.decide(other.Guard) != surelyFalse {
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
	return out
}
