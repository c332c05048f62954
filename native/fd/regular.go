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

	values []int32 // scratch: of one integer

	// Of an automaton with up to 64 states and symbols, sets of states are words.
	small  bool
	next   []uint64 // the state after a symbol: next[state*symbols+symbol], or nothing
	before []uint64 // the states from which a symbol leads to a state: before[symbol*states+state]
	had    []uint64 // scratch: for each place its symbols
}

func (s *store) addRegular(xs []model.Int, a *model.Automaton, guard lit) {
	words := (len(a.Accept) + 63) / 64
	p := &regular{xs: xs, a: a, words: words, alive: make([]uint64, (len(xs)+1)*words),
		back: make([]uint64, words), prev: make([]uint64, words)}
	p.makeSmall()
	id := s.add(p, guard, middling)
	s.watch(id, onDomain, xs...)
}

// makeSmall makes the tables of a small automaton.
func (p *regular) makeSmall() {
	states, symbols := len(p.a.Accept), p.a.Symbols
	if p.small = states <= 64 && symbols <= 64; !p.small {
		return
	}
	p.next, p.before = make([]uint64, states*symbols), make([]uint64, states*symbols)
	p.had = make([]uint64, len(p.xs))
	for i, r := range p.a.Next {
		if r >= 0 {
			p.next[i] = 1 << r
			p.before[i%symbols*states+int(r)] |= 1 << (i / symbols)
		}
	}
}

// after returns the states to which symbols lead from states of a small automaton.
func (p *regular) after(states, symbols uint64) (to uint64) {
	for ; states != 0; states &= states - 1 {
		row := p.next[bits.TrailingZeros64(states)*p.a.Symbols:]
		for set := symbols; set != 0; set &= set - 1 {
			to |= row[bits.TrailingZeros64(set)]
		}
	}
	return to
}

// ahead returns the states from which a symbol leads to one of some states of a small automaton.
func (p *regular) ahead(states uint64, symbol int) (from uint64) {
	row := p.before[symbol*len(p.a.Accept):]
	for ; states != 0; states &= states - 1 {
		from |= row[bits.TrailingZeros64(states)]
	}
	return from
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
	if p.small {
		var symbols uint64
		s.each(x, func(k int64) bool {
			if k >= 0 && k < int64(p.a.Symbols) {
				symbols |= 1 << k
			}
			return true
		})
		p.had[i], to[0] = symbols, p.after(from[0], symbols)
		return
	}
	p.values = p.values[:0]
	s.each(x, func(k int64) bool {
		if k >= 0 && k < int64(p.a.Symbols) {
			p.values = append(p.values, int32(k))
		}
		return true
	})
	for w, set := range from {
		for ; set != 0; set &= set - 1 {
			q := w<<6 + bits.TrailingZeros64(set)
			next := p.a.Next[q*p.a.Symbols : (q+1)*p.a.Symbols]
			for _, k := range p.values {
				if r := next[k]; r >= 0 {
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
	if p.small {
		for set := p.had[i]; set != 0; set &= set - 1 {
			k := bits.TrailingZeros64(set)
			if !s.has(x, int64(k)) { // x stands at a later place, too
				continue
			}
			from := p.ahead(p.back[0], k) & p.alive[i]
			if from == 0 && !s.remove(x, int64(k)) {
				return false
			}
			p.prev[0] |= from
		}
		p.back, p.prev = p.prev, p.back
		return p.back[0] != 0
	}
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
	if p.small {
		return p.cutSmall(s, e, at)
	}
	from := len(e.out)
	n, symbols := len(p.xs), p.a.Symbols
	had := make([]bool, n*symbols) // for each place and symbol
	for i, x := range p.xs {
		of := had[i*symbols : (i+1)*symbols]
		if i == at {
			for k := range of {
				of[k] = e.excludes(int64(k))
			}
			continue
		}
		s.domainAt(x, e.time, func(k int64) {
			if k >= 0 && k < int64(symbols) {
				of[k] = true
			}
		})
	}
	// The states before each place that were reachable.
	reached := make([]uint64, (n+1)*p.words)
	layer := func(i int) []uint64 { return reached[i*p.words : (i+1)*p.words] }
	layer(0)[p.a.Start>>6] |= 1 << (p.a.Start & 63)
	for i := range n {
		of, to := had[i*symbols:(i+1)*symbols], layer(i+1)
		for w, set := range layer(i) {
			for ; set != 0; set &= set - 1 {
				q := w<<6 + bits.TrailingZeros64(set)
				for k, r := range p.a.Next[q*symbols : (q+1)*symbols] {
					if r >= 0 && of[k] {
						to[r>>6] |= 1 << (r & 63)
					}
				}
			}
		}
	}
	// need has the states from which the remaining values lead to acceptance. Unreachable states are
	// cut off earlier.
	need, before := make([]uint64, p.words), make([]uint64, p.words)
	for q, accept := range p.a.Accept {
		if accept {
			need[q>>6] |= 1 << (q & 63)
		}
	}
	excluded := make([]bool, symbols)
	for i := n - 1; i >= 0; i-- {
		clear(before)
		clear(excluded)
		of, live := had[i*symbols:(i+1)*symbols], layer(i)
		for q := range p.a.Accept {
			for k, r := range p.a.Next[q*symbols : (q+1)*symbols] {
				switch {
				case r < 0 || need[r>>6]>>(r&63)&1 == 0 || i == at && !of[k]:
				case of[k] || live[q>>6]>>(q&63)&1 == 0:
					before[q>>6] |= 1 << (q & 63)
				default:
					excluded[k] = true
				}
			}
		}
		for k, out := range excluded {
			if out {
				e.ne(p.xs[i], int64(k))
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

// cutSmall is cut for a small automaton.
func (p *regular) cutSmall(s *store, e *explanation, at int) bool {
	from, symbols := len(e.out), p.a.Symbols
	reached := uint64(1) << p.a.Start
	for i, x := range p.xs {
		p.alive[i], p.had[i] = reached, 0
		if i == at {
			for k := range symbols {
				if e.excludes(int64(k)) {
					p.had[i] |= 1 << k
				}
			}
		} else {
			s.domainAt(x, e.time, func(k int64) {
				if k >= 0 && k < int64(symbols) {
					p.had[i] |= 1 << k
				}
			})
		}
		reached = p.after(reached, p.had[i])
	}
	var need uint64
	for q, accept := range p.a.Accept {
		if accept {
			need |= 1 << q
		}
	}
	for i := len(p.xs) - 1; i >= 0 && need != 0; i-- {
		var before uint64
		for k := range symbols {
			to := p.ahead(need, k)
			switch {
			case p.had[i]>>k&1 != 0:
				before |= to
			case i == at:
			case to&p.alive[i] != 0:
				e.ne(p.xs[i], int64(k))
				fallthrough
			default:
				before |= to &^ p.alive[i]
			}
		}
		need = before
	}
	if need>>p.a.Start&1 != 0 {
		e.out = e.out[:from]
		return false
	}
	return true
}

// excludes reports whether the conclusion rules out a value of its integer.
func (e *explanation) excludes(k int64) bool {
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
