package lower

import (
	"slices"

	"nazo/value"
)

// pruneAlternatives drops the alternatives of some values that are impossible where another
// value takes one of its own: where a thing goes depends on where it is, so a table over both
// has few places that count.
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
