package fd

import (
	"math/bits"

	"nazo/internal/model"
)

// regular says that an automaton accepts the values of xs in order (Pesant, A regular language
// membership constraint for finite sequences of variables, 2004).
type regular struct {
	xs    []model.Int
	a     *model.Automaton
	words int      // per layer
	alive []uint64 // for each layer the states that can be reached
	back  []uint64 // the states of the current layer from which acceptance is possible
	prev  []uint64
}

func (s *store) addRegular(xs []model.Int, a *model.Automaton, guard lit) {
	words := (len(a.Accept) + 63) / 64
	p := &regular{xs: xs, a: a, words: words, alive: make([]uint64, (len(xs)+1)*words),
		back: make([]uint64, words), prev: make([]uint64, words)}
	id := s.add(p, guard, middling)
	s.watch(id, onDomain, xs...)
}

func (p *regular) layer(i int) []uint64 { return p.alive[i*p.words : (i+1)*p.words] }

func (p *regular) propagate(s *store) bool {
	if p.a.Start < 0 {
		return false
	}
	clear(p.alive)
	p.layer(0)[p.a.Start>>6] |= 1 << (p.a.Start & 63)
	for i, x := range p.xs {
		if !s.setLo(x, 0) || !s.setHi(x, int64(p.a.Symbols)-1) {
			return false
		}
		p.step(s, i, x)
	}
	clear(p.back)
	any := false
	for q, accept := range p.a.Accept {
		if accept && p.layer(len(p.xs))[q>>6]>>(q&63)&1 != 0 {
			p.back[q>>6] |= 1 << (q & 63)
			any = true
		}
	}
	if !any {
		return false
	}
	for i := len(p.xs) - 1; i >= 0; i-- {
		if !p.unstep(s, i) {
			return false
		}
	}
	return true
}

// step marks the states after the i-th value.
func (p *regular) step(s *store, i int, x model.Int) {
	from, to := p.layer(i), p.layer(i+1)
	v := &s.ints[x]
	lo, hi := max(v.lo, 0), min(v.hi, int64(p.a.Symbols)-1)
	for w, set := range from {
		for ; set != 0; set &= set - 1 {
			q := int32(w<<6 + bits.TrailingZeros64(set))
			for k := lo; k <= hi; k++ {
				if r := p.a.Step(q, k); r >= 0 && s.has(x, k) {
					to[r>>6] |= 1 << (r & 63)
				}
			}
		}
	}
}

// unstep removes unsupported values of the i-th integer, and goes one layer back.
func (p *regular) unstep(s *store, i int) bool {
	x := p.xs[i]
	clear(p.prev)
	v := &s.ints[x]
	found := false
	for k := max(v.lo, 0); k <= min(v.hi, int64(p.a.Symbols)-1); k++ {
		if !s.has(x, k) {
			continue
		}
		supported := false
		for w, set := range p.layer(i) {
			for ; set != 0; set &= set - 1 {
				q := int32(w<<6 + bits.TrailingZeros64(set))
				if r := p.a.Step(q, k); r >= 0 && p.back[r>>6]>>(r&63)&1 != 0 {
					p.prev[w] |= 1 << (q & 63)
					supported = true
				}
			}
		}
		if !supported && !s.remove(x, k) {
			return false
		}
		found = found || supported
	}
	p.back, p.prev = p.prev, p.back
	return found
}

// explain cuts the layered graph: a word with the value in question would need values that were
// removed.
func (p *regular) explain(s *store, e *explanation) {
	if p.a.Start < 0 {
		return
	}
	if e.what.op == nothing {
		p.cut(s, e, -1)
		return
	}
	for i, x := range p.xs {
		if x == e.what.int() && p.cut(s, e, i) {
			return
		}
	}
	panic("fd: an automaton can't explain " + e.what.String())
}

// cut explains why no word has the value at a place, or why there is none. It returns false if there
// is one.
func (p *regular) cut(s *store, e *explanation, at int) bool {
	from := len(e.out)
	reached := p.reached(s, e, at)
	// need has the states from which the remaining values lead to acceptance. Unreachable states are
	// cut off earlier.
	need, before := make([]uint64, p.words), make([]uint64, p.words)
	for q, accept := range p.a.Accept {
		if accept {
			need[q>>6] |= 1 << (q & 63)
		}
	}
	for i := len(p.xs) - 1; i >= 0; i-- {
		clear(before)
		for k := range int64(p.a.Symbols) {
			had := p.had(s, e, i, at, k)
			if i == at && !had {
				continue
			}
			excluded := false
			for q := range int32(len(p.a.Accept)) {
				r := p.a.Step(q, k)
				if r < 0 || need[r>>6]>>(r&63)&1 == 0 {
					continue
				}
				if had || reached[i][q>>6]>>(q&63)&1 == 0 {
					before[q>>6] |= 1 << (q & 63)
				} else {
					excluded = true
				}
			}
			if excluded {
				e.ne(p.xs[i], k)
			}
		}
		need, before = before, need
	}
	if q := p.a.Start; need[q>>6]>>(q&63)&1 != 0 {
		e.out = e.out[:from]
		return false
	}
	return true
}

// had reports whether the integer at a place had a value, or for the place at whether the conclusion
// excludes the value.
func (p *regular) had(s *store, e *explanation, i, at int, k int64) bool {
	if i != at {
		return s.hasAt(p.xs[i], k, e.time)
	}
	switch e.what.op {
	case atLeast:
		return k < e.what.v
	case atMostOp:
		return k > e.what.v
	case equals:
		return k != e.what.v
	}
	return k == e.what.v
}

// reached returns the states before each place that were reachable.
func (p *regular) reached(s *store, e *explanation, at int) [][]uint64 {
	layers := make([][]uint64, len(p.xs)+1)
	for i := range layers {
		layers[i] = make([]uint64, p.words)
	}
	layers[0][p.a.Start>>6] |= 1 << (p.a.Start & 63)
	for i := range p.xs {
		for k := range int64(p.a.Symbols) {
			if !p.had(s, e, i, at, k) {
				continue
			}
			for w, set := range layers[i] {
				for ; set != 0; set &= set - 1 {
					if r := p.a.Step(int32(w<<6+bits.TrailingZeros64(set)), k); r >= 0 {
						layers[i+1][r>>6] |= 1 << (r & 63)
					}
				}
			}
		}
	}
	return layers
}
