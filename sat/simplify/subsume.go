package simplify

import (
	"cmp"
	"slices"
)

// subsume drops clauses that have all literals of another, and leaves out of a clause each literal
// whose negation is in another that but for it has no literals of its own (self-subsuming
// resolution). The short clauses are looked at first.
func (w *work) subsume() {
	for len(w.queue) > 0 && !w.unsatisfiable {
		w.propagate()
		batch := w.queue
		w.queue = nil
		slices.SortStableFunc(batch, func(a, b int32) int { return cmp.Compare(len(w.clauses[a].lits), len(w.clauses[b].lits)) })
		for i, id := range batch {
			w.clauses[id].queued = false
			if !w.clauses[id].dropped {
				w.subsumeBy(id)
			}
			if w.spend(1) || w.unsatisfiable {
				for _, id := range batch[i+1:] {
					w.clauses[id].queued = false
				}
				w.forget()
				return
			}
		}
	}
	w.propagate()
}

// forget empties the queue: there is no effort left for it.
func (w *work) forget() {
	for _, id := range w.queue {
		w.clauses[id].queued = false
	}
	w.queue = nil
	if !w.unsatisfiable {
		w.propagate()
	}
}

// subsumeBy holds one clause against those that share its rarest variable.
func (w *work) subsumeBy(id int32) {
	c := &w.clauses[id]
	rarest := c.lits[0]
	for _, l := range c.lits[1:] {
		if w.count[l]+w.count[l^1] < w.count[rarest]+w.count[rarest^1] {
			rarest = l
		}
	}
	w.marks++
	for _, l := range c.lits {
		w.mark[l] = w.marks
	}
	size, sign := len(c.lits), c.signature
	for _, l := range [2]int32{rarest, rarest ^ 1} {
		candidates := w.with(l)
		w.spend(len(candidates))
		var shorter []int32 // pairs of a clause and a literal
		for _, other := range candidates {
			d := &w.clauses[other]
			if other == id || len(d.lits) < size || sign&^d.signature != 0 {
				continue
			}
			w.spend(len(d.lits))
			same, opposite := 0, int32(-1)
			for _, k := range d.lits {
				if w.mark[k] == w.marks {
					same++
				} else if w.mark[k^1] == w.marks {
					if opposite >= 0 {
						same = -1
						break
					}
					opposite = k
				}
			}
			switch {
			case same == size:
				w.drop(other)
			case same == size-1 && opposite >= 0:
				shorter = append(shorter, other, opposite)
			}
		}
		for i := 0; i < len(shorter); i += 2 {
			if !w.clauses[shorter[i]].dropped {
				w.strengthen(shorter[i], shorter[i+1])
			}
		}
		if w.clauses[id].dropped {
			return
		}
	}
}
