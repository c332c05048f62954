package sat

import "slices"

// probe propagates single literals. One that leads to a contradiction is false (failed literals). It tries the
// literals that imply others through binary clauses and that none implies.
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
			p.trail = p.trail[:0] // these stay true
			continue
		}
		p.retract(0)
		if w.spend(1) {
			break
		}
	}
	w.propagate()
}

// prober propagates literals through the clauses, with two watched literals each.
type prober struct {
	*work
	implied [][]int32 // the literals that each literal implies by binary clauses
	watched [][]int32 // the longer clauses that watch each literal
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

// retract takes literals back until to are left.
func (p *prober) retract(to int) {
	for _, l := range p.trail[to:] {
		p.truth[l], p.truth[l^1] = 0, 0
	}
	p.trail = p.trail[:to]
}

// propagate makes a literal and its consequences true. It returns false if they contradict each other.
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

// rewatch finds other literals to watch in the clauses that watch a false one.
func (p *prober) rewatch(l int32) bool {
	watching := p.watched[l]
	rest := watching[:0]
	for i, id := range watching {
		c := p.clauses[id]
		if c[0] == l {
			c[0], c[1] = c[1], c[0]
		}
		p.spend(2)
		if p.truth[c[0]] > 0 || p.moved(c, id) {
			if p.truth[c[0]] > 0 {
				rest = append(rest, id)
			}
			continue
		}
		rest = append(rest, id)
		if !p.set(c[0]) {
			p.watched[l] = append(rest, watching[i+1:]...)
			return false
		}
	}
	p.watched[l] = rest
	return true
}

// moved makes a clause watch another literal than its second, if there is one that is not false.
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

// replaceEquivalent finds literals that imply each other through binary clauses: the strongly connected components of
// the implications (Tarjan 1972). In each component one literal replaces all others that are not frozen.
func (w *work) replaceEquivalent() {
	of, components := w.components()
	for v := int32(1); v < int32(len(w.gone)); v++ {
		if w.open(v) && of[2*v] >= 0 && of[2*v] == of[2*v+1] {
			w.unsatisfiable = true
			return
		}
	}
	for _, c := range components {
		representative := c[0]
		for _, l := range c {
			if w.frozen[l>>1] != w.frozen[representative>>1] && w.frozen[l>>1] || w.frozen[l>>1] == w.frozen[representative>>1] && l>>1 < representative>>1 {
				representative = l
			}
		}
		for _, l := range c {
			if l != representative && !w.frozen[l>>1] && w.open(l>>1) {
				w.replace(l, representative)
			}
			if w.unsatisfiable {
				return
			}
		}
	}
	w.propagate()
}

// replace replaces a literal by an equivalent one.
func (w *work) replace(l, by int32) {
	w.gone[l>>1] = true
	w.remember(l, []int32{l, by ^ 1})
	w.remember(l^1, []int32{l ^ 1, by})
	for _, sign := range [2]int32{0, 1} {
		for _, id := range slices.Clone(w.with(l ^ sign)) {
			old := w.clauses[id].lits
			w.spend(len(old))
			lits := make([]int32, 0, len(old))
			tautology := false
			for _, k := range old {
				switch {
				case k == by^sign^1:
					tautology = true
				case k != l^sign && k != by^sign:
					lits = append(lits, k)
				}
			}
			w.drop(id)
			if !tautology {
				w.add(append(lits, by^sign))
			}
		}
	}
}

// components numbers the components of the implications, -1 for literals without any. It lists those of at least two
// literals, but only one of two that are each other's negations.
func (w *work) components() (of []int32, lists [][]int32) {
	n := len(w.value)
	of = slices.Repeat([]int32{-1}, n)
	index := make([]int32, n) // the order in which literals were met, from 1
	low := make([]int32, n)
	listed := make([]bool, n)
	type frame struct {
		l  int32
		at int
	}
	var stack []int32
	var calls []frame
	met, numbered := int32(0), int32(0)
	enter := func(l int32) {
		met++
		index[l], low[l] = met, met
		stack = append(stack, l)
		calls = append(calls, frame{l, 0})
	}
	for root := int32(2); root < int32(n); root++ {
		if index[root] > 0 || !w.open(root>>1) {
			continue
		}
		enter(root)
		for len(calls) > 0 {
			top := &calls[len(calls)-1]
			l := top.l
			if near := w.occurs[l^1]; top.at < len(near) { // each clause (-l, k) says that l implies k
				c := &w.clauses[near[top.at]]
				top.at++
				if c.dropped || len(c.lits) != 2 {
					continue
				}
				k := c.lits[0]
				if k == l^1 {
					k = c.lits[1]
				}
				if index[k] == 0 {
					enter(k)
				} else if of[k] < 0 {
					low[l] = min(low[l], index[k])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				p := calls[len(calls)-1].l
				low[p] = min(low[p], low[l])
			}
			if low[l] != index[l] {
				continue
			}
			at := len(stack) - 1
			for stack[at] != l {
				at--
			}
			members := stack[at:]
			for _, k := range members {
				of[k] = numbered
			}
			numbered++
			if len(members) > 1 && !listed[l] {
				for _, k := range members {
					listed[k], listed[k^1] = true, true
				}
				lists = append(lists, slices.Clone(members))
			}
			stack = stack[:at]
		}
	}
	return of, lists
}
