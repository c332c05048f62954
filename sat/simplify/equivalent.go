package simplify

import "slices"

// replaceEquivalent finds literals that imply each other through clauses of two literals: the strongly
// connected components of the implications (Tarjan 1972). Of each one literal stays in the
// place of all others, but for frozen ones.
func (w *work) replaceEquivalent() {
	of, components := w.components()
	for v := int32(1); v < int32(len(w.gone)); v++ {
		if w.open(v) && of[2*v] >= 0 && of[2*v] == of[2*v+1] {
			w.unsatisfiable = true
			return
		}
	}
	for _, c := range components {
		kept := c[0]
		for _, l := range c {
			if w.frozen[l>>1] != w.frozen[kept>>1] && w.frozen[l>>1] || w.frozen[l>>1] == w.frozen[kept>>1] && l>>1 < kept>>1 {
				kept = l
			}
		}
		for _, l := range c {
			if l != kept && !w.frozen[l>>1] && w.open(l>>1) {
				w.replace(l, kept)
			}
			if w.unsatisfiable {
				return
			}
		}
	}
	w.propagate()
}

// replace puts a literal into the place of one that is equivalent.
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

// components numbers the components of the implications, -1 for a literal without any, and lists those of at least two
// literals. Of two that are each other's negations only one is listed.
func (w *work) components() (of []int32, lists [][]int32) {
	n := len(w.value)
	of = make([]int32, n)
	index := make([]int32, n) // the order in which literals were met, from 1
	low := make([]int32, n)
	listed := make([]bool, n)
	for l := range of {
		of[l] = -1
	}
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
