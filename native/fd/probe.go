package fd

import "nazo/model"

const (
	widestProbe   = 16        // integers with more values are not probed
	probingEffort = 1_000_000 // runs of propagators that probing may cost in all
)

// probe tries every value of every open find variable on its own, and takes
// away for good what leads to a conflict at once, until nothing more
// goes (singleton consistency: Debruyne and Bessière, 1997). It returns false
// if nothing is left or the search is to stop.
func (r *search) probe() bool {
	if !r.s.propagate() {
		return false
	}
	limit := r.s.propagations + probingEffort
	for again := true; again; {
		again = false
		for v, slot := range r.p.slots {
			if r.m.Vars[v].Find < 0 {
				continue
			}
			for _, d := range r.sides(v, slot) {
				if r.d.Stopped() || !r.s.propagate() {
					return false
				}
				if r.s.propagations > limit {
					return true
				}
				if !r.refuted(d) {
					continue
				}
				again = true
				if !d.refuse(r.s) || !r.s.propagate() {
					return false
				}
			}
		}
	}
	return !r.d.Stopped()
}

// sides are the choices that give a variable a value.
func (r *search) sides(v int, slot model.Int) []decision {
	if r.m.Vars[v].Bool {
		if r.s.val[slot] != 0 {
			return nil
		}
		return []decision{{slot: slot, kind: chooseLit}, {slot: slot ^ 1, kind: chooseLit}}
	}
	size := r.s.size(slot)
	if size < 2 || size > widestProbe || r.s.ints[slot].n == 0 {
		return nil
	}
	var all []decision
	r.s.each(slot, func(k int64) bool {
		all = append(all, decision{slot: slot, value: k, kind: chooseValue})
		return true
	})
	return all
}

// refuted reports whether a choice leads to a conflict at once.
func (r *search) refuted(d decision) bool {
	r.s.push()
	defer r.s.pop()
	return !d.take(r.s) || !r.s.propagate()
}
