package simplify

// probe tries literals: one that leads to a contradiction by propagation is false (failed literals). Only
// literals are tried that imply others through clauses of two literals and that none implies.
func (w *work) probe() {
	p := newProber(w)
	for l := int32(2); l < int32(len(w.value)); l++ {
		if !w.open(l>>1) || len(p.implied[l]) == 0 || len(p.implied[l^1]) > 0 {
			continue
		}
		if !p.propagate(l) {
			p.retract(0)
			if !p.propagate(l ^ 1) {
				w.unsatisfiable = true
				return
			}
			for _, k := range p.trail {
				w.assign(k)
			}
			p.trail = p.trail[:0] // what follows stays true
			continue
		}
		p.retract(0)
		if w.spend(1) {
			break
		}
	}
	w.propagate()
}

// prober propagates literals through the clauses by two watched literals each.
type prober struct {
	*work
	implied [][]int32 // for each literal those that clauses of two literals say it implies
	watched [][]int32 // for each literal the longer clauses that watch it
	clauses [][]int32 // the longer clauses; the first two literals of each are watched
	truth   []int8    // of each literal
	trail   []int32
}

func newProber(w *work) *prober {
	p := &prober{work: w, implied: make([][]int32, len(w.value)), watched: make([][]int32, len(w.value)), truth: make([]int8, len(w.value))}
	copy(p.truth, w.value)
	for i := range w.clauses {
		c := &w.clauses[i]
		switch {
		case c.dropped:
		case len(c.lits) == 2:
			a, b := c.lits[0], c.lits[1]
			p.implied[a^1] = append(p.implied[a^1], b)
			p.implied[b^1] = append(p.implied[b^1], a)
		default:
			id := int32(len(p.clauses))
			p.clauses = append(p.clauses, c.lits)
			p.watched[c.lits[0]] = append(p.watched[c.lits[0]], id)
			p.watched[c.lits[1]] = append(p.watched[c.lits[1]], id)
		}
	}
	return p
}

func (p *prober) set(l int32) bool {
	if p.truth[l] == 0 {
		p.truth[l], p.truth[l^1] = 1, -1
		p.trail = append(p.trail, l)
	}
	return p.truth[l] > 0
}

// retract takes literals back until so many are left.
func (p *prober) retract(to int) {
	for _, l := range p.trail[to:] {
		p.truth[l], p.truth[l^1] = 0, 0
	}
	p.trail = p.trail[:to]
}

// propagate makes a literal true with all that follows; it is false if that contradicts itself.
func (p *prober) propagate(l int32) bool {
	at := len(p.trail)
	if !p.set(l) {
		return false
	}
	for ; at < len(p.trail); at++ {
		l := p.trail[at]
		p.spend(len(p.implied[l]) + 1)
		for _, k := range p.implied[l] {
			if !p.set(k) {
				return false
			}
		}
		if !p.rewatch(l ^ 1) {
			return false
		}
	}
	return true
}

// rewatch finds other literals to watch in the clauses that watch one that is false now.
func (p *prober) rewatch(l int32) bool {
	watching := p.watched[l]
	kept := watching[:0]
	for i, id := range watching {
		c := p.clauses[id]
		if c[0] == l {
			c[0], c[1] = c[1], c[0]
		}
		p.spend(2)
		if p.truth[c[0]] > 0 || p.moved(c, id) {
			if p.truth[c[0]] > 0 {
				kept = append(kept, id)
			}
			continue
		}
		kept = append(kept, id)
		if !p.set(c[0]) {
			p.watched[l] = append(kept, watching[i+1:]...)
			return false
		}
	}
	p.watched[l] = kept
	return true
}

// moved has a clause watch another literal than its second, if there is one that is not false.
func (p *prober) moved(c []int32, id int32) bool {
	for k := 2; k < len(c); k++ {
		if p.truth[c[k]] >= 0 {
			c[1], c[k] = c[k], c[1]
			p.watched[c[1]] = append(p.watched[c[1]], id)
			p.spend(k)
			return true
		}
	}
	return false
}
