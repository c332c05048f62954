package fd

// explain finds a Hall set: integers that take part and that have no more values together than they
// are. Nobody else can have these values (Downing, Feydy and Stuckey, Explaining alldifferent, 2012).
func (p *matching) explain(s *store, e *explanation) {
	h := hall{p: p, s: s, time: e.time, holder: make([]int32, len(p.holder)), seen: make([]bool, len(p.holder)), in: make([]bool, len(p.xs)), had: make([][]int32, len(p.xs))}
	for v := range h.holder {
		h.holder[v] = -1
	}
	unmatched := int32(-1)
	for i := range p.xs {
		if p.present != nil && s.valAt(p.present[i], e.time) <= 0 {
			continue
		}
		clear(h.seen)
		if !h.augment(int32(i)) {
			unmatched = int32(i)
			break
		}
	}
	clear(h.seen)
	if unmatched >= 0 {
		h.close(unmatched)
	} else {
		h.close(h.holder[e.what.v-p.base])
		for i, x := range p.xs { // the one that loses the value takes part, too
			if x == e.what.int() && !h.in[i] && p.present != nil && s.valAt(p.present[i], e.time) > 0 {
				e.lit(p.present[i])
				break
			}
		}
	}
	for i, in := range h.in {
		if in {
			h.confine(e, int32(i))
		}
	}
}

// hall is a matching made anew of the domains at a time, and a Hall set.
type hall struct {
	p      *matching
	s      *store
	time   int32
	holder []int32
	seen   []bool    // values; in the end those of the Hall set
	in     []bool    // the Hall set
	had    [][]int32 // for each integer the values that it had, counted from the base, ascending; found when needed
}

// values are those that the i-th integer had.
func (h *hall) values(i int32) []int32 {
	if h.had[i] == nil {
		h.s.domainAt(h.p.xs[i], h.time, func(k int64) { h.had[i] = append(h.had[i], int32(k-h.p.base)) })
	}
	return h.had[i]
}

func (h *hall) augment(i int32) bool {
	for _, v := range h.values(i) {
		if h.seen[v] {
			continue
		}
		h.seen[v] = true
		if j := h.holder[v]; j < 0 || h.augment(j) {
			h.holder[v] = i
			return true
		}
	}
	return false
}

// close takes the i-th integer into the set, with all that hold values that one in it might have.
func (h *hall) close(i int32) {
	if h.in[i] {
		return
	}
	h.in[i] = true
	for _, v := range h.values(i) {
		h.seen[v] = true
		if j := h.holder[v]; j >= 0 {
			h.close(j)
		}
	}
}

// confine says that the i-th integer has values of the set only.
func (h *hall) confine(e *explanation, i int32) {
	x, s := h.p.xs[i], h.s
	if h.p.present != nil {
		e.lit(h.p.present[i])
	}
	lo, hi := s.boundsAt(x, h.time)
	if lo == hi {
		e.eq(x, lo)
		return
	}
	in := func(k int64) bool {
		k -= h.p.base
		return k >= 0 && k < int64(len(h.seen)) && h.seen[k]
	}
	rootLo, rootHi := s.boundsAt(x, s.levels[0].pos())
	for k := rootLo; k < lo; k++ {
		if !in(k) {
			e.ge(x, lo)
			break
		}
	}
	for k := rootHi; k > hi; k-- {
		if !in(k) {
			e.le(x, hi)
			break
		}
	}
	for k := lo + 1; k < hi; k++ {
		if !in(k) {
			e.ne(x, k)
		}
	}
}
