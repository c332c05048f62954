package sat

import (
	"cmp"
	"slices"
)

// maxCliques bounds how many sets of exclusive literals are remembered.
const maxCliques = 4000

// exclusive remembers that at most one of the literals is true, always.
func (e *encoder) exclusive(lits []Lit) {
	if len(lits) >= 3 && len(e.cliques) < maxCliques {
		e.cliques = append(e.cliques, lits)
	}
}

// grouped replaces literals of which at most one is true by their disjunction:
// as many of the result are true as of lits, and there is less to count. It
// returns lits where that would not at least halve their number.
func (e *encoder) grouped(lits []Lit) []Lit {
	if len(e.cliques) == 0 || len(lits) < 16 {
		return lits
	}
	left := make(map[Lit]bool, len(lits))
	for _, l := range lits {
		if left[l] {
			return lits
		}
		left[l] = true
	}
	within := func(clique []Lit) bool {
		return !slices.ContainsFunc(clique, func(l Lit) bool { return !left[l] })
	}
	var candidates [][]Lit
	for _, c := range e.cliques {
		if within(c) {
			candidates = append(candidates, c)
		}
	}
	slices.SortStableFunc(candidates, func(a, b []Lit) int { return cmp.Compare(len(b), len(a)) })
	var chosen [][]Lit
	n := len(lits)
	for _, c := range candidates {
		if !within(c) {
			continue
		}
		for _, l := range c {
			left[l] = false
		}
		chosen = append(chosen, c)
		n -= len(c) - 1
	}
	if 2*n > len(lits) {
		return lits
	}
	out := make([]Lit, 0, n)
	for _, c := range chosen {
		out = append(out, e.or(c...))
	}
	for _, l := range lits {
		if left[l] {
			out = append(out, l)
		}
	}
	return out
}
