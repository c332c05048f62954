package simplify

import (
	"cmp"
	"slices"
)

const (
	// maxOccurrences bounds how many clauses have a variable that is eliminated, on the side
	// where they are fewer.
	maxOccurrences = 10
	// maxResolvent bounds the length of the clauses that an elimination makes.
	maxResolvent = 20
)

// eliminate replaces the clauses that have a variable by their resolvents on it, where these are not
// more. A variable that only ever occurs with one sign is the simplest case.
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

// eliminated eliminates a variable if that makes no more clauses than there were.
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
	// An assignment makes the variable what the larger side asks for, unless a clause of the smaller is violated.
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

// resolvent completes the literals of a marked clause, which begin at start, with those of b; without
// v, and none at all if the clause is always true. Of a resolvent at least one literal is left, for else
// two units were against each other.
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
