package sat

import (
	"cmp"
	"slices"
)

const (
	// maxOccurrences bounds the clauses of an eliminated variable, on the side with fewer.
	maxOccurrences = 10
	// maxResolvent bounds the length of the resolvents of an elimination.
	maxResolvent = 20
)

// eliminate replaces the clauses of a variable by their resolvents on it, if these are not more. The simplest case
// is a variable that occurs with one sign only.
func (w *work) eliminate() {
	for !w.unsatisfiable {
		var candidates []int32
		for v := int32(1); v < int32(len(w.gone)); v++ {
			if w.touched[v] && w.open(v) && !w.frozen[v] && min(w.count[2*v], w.count[2*v+1]) <= maxOccurrences {
				candidates = append(candidates, v)
			}
			w.touched[v] = false
		}
		price := make([]int64, len(w.gone))
		for _, v := range candidates {
			price[v] = int64(w.count[2*v]) * int64(w.count[2*v+1])
		}
		slices.SortStableFunc(candidates, func(a, b int32) int { return cmp.Compare(price[a], price[b]) })
		gone := 0
		for _, v := range candidates {
			if w.open(v) && w.eliminated(v) {
				gone++
			}
			if w.spend(1) || w.unsatisfiable {
				return
			}
		}
		w.subsume()
		if gone == 0 {
			return
		}
	}
}

// eliminated eliminates a variable if that does not increase the number of clauses.
func (w *work) eliminated(v int32) bool {
	with, without := slices.Clone(w.with(2*v)), slices.Clone(w.with(2*v+1))
	if min(len(with), len(without)) > maxOccurrences {
		return false
	}
	var resolvents []int32
	var ends []int
	for _, a := range with {
		w.marks++
		for _, l := range w.clauses[a].lits {
			w.mark[l] = w.marks
		}
		for _, b := range without {
			start := len(resolvents)
			w.spend(len(w.clauses[b].lits))
			resolvents = append(resolvents, w.clauses[a].lits...)
			if resolvents = w.resolvent(resolvents, start, v, b); len(resolvents) == start {
				continue
			}
			if ends = append(ends, len(resolvents)); len(ends) > len(with)+len(without) || len(resolvents)-start > maxResolvent {
				return false
			}
		}
	}
	// The variable gets the value that the larger side needs, unless a clause of the smaller side is violated.
	small, witness := with, 2*v
	if len(with) > len(without) {
		small, witness = without, 2*v+1
	}
	for _, id := range small {
		w.remember(witness, w.clauses[id].lits)
	}
	w.remember(witness^1, []int32{witness ^ 1})
	for _, side := range [2][]int32{with, without} {
		for _, id := range side {
			w.drop(id)
		}
	}
	w.gone[v] = true
	w.changes++
	start := 0
	for _, end := range ends {
		w.add(resolvents[start:end:end])
		start = end
	}
	w.propagate()
	return true
}

// resolvent completes the literals of a marked clause, which begin at start, with those of b, without v. It adds
// none if the resolvent is always true. A resolvent has at least one literal, since otherwise two units would
// contradict each other.
func (w *work) resolvent(lits []int32, start int, v, b int32) []int32 {
	for _, l := range w.clauses[b].lits {
		if l>>1 == v {
			continue
		}
		if w.mark[l^1] == w.marks {
			return lits[:start]
		}
		if w.mark[l] != w.marks {
			lits = append(lits, l)
		}
	}
	i := start + slices.IndexFunc(lits[start:], func(l int32) bool { return l>>1 == v })
	return slices.Delete(lits, i, i+1)
}

// subsume drops clauses that contain all literals of another. It also removes a literal from a clause if another
// clause contains its negation and otherwise only literals of this clause (self-subsuming resolution). It
// handles short clauses first.
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

// forget empties the queue, when no effort is left for it.
func (w *work) forget() {
	for _, id := range w.queue {
		w.clauses[id].queued = false
	}
	w.queue = nil
	if !w.unsatisfiable {
		w.propagate()
	}
}

// subsumeBy compares one clause with those that share its rarest variable.
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
