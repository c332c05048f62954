package sat

import "slices"

// cnf is a formula to be loaded: its units have been propagated, those of the further clauses excepted.
type cnf struct {
	value []int8 // for each variable: 1 true, -1 false, 0 open
	gone  []bool // for each variable whether nothing mentions it; nil if that is not known
	lits  []Lit  // the literals of all clauses, one after the other
	ends  []int  // for each clause the end of its literals in lits
	sums  []atLeast
	more  [][]Lit // further clauses
}

// clauses are all clauses, the further ones last.
func (f *cnf) clauses(yield func([]Lit) bool) {
	start := 0
	for _, end := range f.ends {
		if !yield(f.lits[start:end]) {
			return
		}
		start = end
	}
	for _, c := range f.more {
		if !yield(c) {
			return
		}
	}
}

// known is 1 if l is true, -1 if it is false, else 0.
func (f *cnf) known(l Lit) int8 {
	if l < 0 {
		return -f.value[-l]
	}
	return f.value[l]
}

// open counts the literals of a clause of which nothing is known; isTrue is set if one of the others is true.
func (f *cnf) open(c []Lit) (n int, isTrue bool) {
	for _, l := range c {
		switch f.known(l) {
		case 1:
			return 0, true
		case 0:
			n++
		}
	}
	return n, false
}

// propagate makes true, in values of its own, what is alone in a clause, and lists it; ok is false if a clause is left
// without literals.
func (f *cnf) propagate() (units []Lit, ok bool) {
	if !slices.ContainsFunc(f.more, func(c []Lit) bool { return len(c) < 2 }) {
		return nil, true
	}
	f.value = slices.Clone(f.value)
	for news := true; news; {
		news = false
		for c := range f.clauses {
			switch n, isTrue := f.open(c); {
			case isTrue || n > 1:
			case n == 0:
				return nil, false
			default:
				l := c[slices.IndexFunc(c, func(l Lit) bool { return f.known(l) == 0 })]
				f.value[l.variable()] = 1
				if l < 0 {
					f.value[-l] = -1
				}
				units, news = append(units, l), true
			}
		}
	}
	return units, true
}
