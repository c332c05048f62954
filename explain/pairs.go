package explain

import "slices"

// pair is a step of two units that propagation finds, both about something that is open; nil if there is none. Pairs of which nothing new is known
// were tried before. Units that are about very much, or have pieces, are left to the search for larger sets.
func (w *way) pair() *Step {
	for u := w.unpaired.from(0); u >= 0; u = w.unpaired.from(u) {
		scope := w.reasons.Scope(u)
		if w.wide(u) || w.parted[u] {
			w.unpaired.remove(u)
			continue
		}
		var others []int32
		for _, v := range scope {
			if len(w.open.of[v]) > 0 {
				others = append(others, w.about[v]...)
			}
		}
		slices.Sort(others)
		for _, other := range slices.Compact(others) {
			if other == u || w.unpaired.has(other) && other < u || w.wide(other) || w.parted[other] {
				continue
			}
			units := []int32{min(u, other), max(u, other)}
			if found, ok := w.reasons.Follow(w.state.Facts, units); ok && len(found) > 0 {
				return w.conclude(candidate{fact: found[0], units: units})
			}
			if w.ctx.Err() != nil {
				return nil
			}
		}
		w.unpaired.remove(u)
	}
	return nil
}
