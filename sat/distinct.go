package sat

import (
	"slices"

	"nazo/model"
)

// distinct adds the constraint that no two of the integers that are present are equal: each
// value at most once, and, if there are as many values as integers, at least
// once too.
func (e *encoder) distinct(d model.Distinct, under []Lit) {
	xs := e.integers(d.Xs)
	var present []Lit
	if d.Present != nil {
		present = e.literals(d.Present, negative)
	}
	if slices.ContainsFunc(xs, func(x *integer) bool { return x.values == nil }) {
		e.distinctPairs(xs, present, under)
		return
	}
	var values []int64
	for _, x := range xs {
		values = append(values, x.values...)
	}
	slices.Sort(values)
	values = slices.Compact(values)
	if present == nil && len(values) < len(xs) {
		e.clause(under...)
		return
	}
	for _, v := range values {
		e.tick()
		e.valueOnce(xs, present, v, present == nil && len(values) == len(xs), under)
	}
}

// valueOnce adds the constraint that at most one of the integers has the value; with each
// that one does.
func (e *encoder) valueOnce(xs []*integer, present []Lit, v int64, each bool, under []Lit) {
	var takes, off []Lit
	for i, x := range xs {
		l := e.equals(x, v)
		if e.known(l) < 0 || present != nil && e.known(present[i]) < 0 {
			continue
		}
		takes = append(takes, l)
		if present != nil {
			off = append(off, -present[i])
		}
	}
	if each {
		e.clauses(under, takes)
	}
	if present == nil {
		e.atMostOne(takes, under)
		return
	}
	if len(takes) <= 6 {
		for i := range takes {
			for j := range i {
				e.clauses(under, []Lit{-takes[i], -takes[j], off[i], off[j]})
			}
		}
		return
	}
	for i := range takes {
		if e.known(takes[i]) > 0 {
			takes[i] = -off[i]
		} else if e.known(off[i]) == 0 {
			both := e.newVar()
			e.clause(both, -takes[i], off[i])
			takes[i] = both
		}
	}
	e.atMostOne(takes, under)
}

// distinctPairs is for integers with too many values to list.
func (e *encoder) distinctPairs(xs []*integer, present []Lit, under []Lit) {
	for i := range xs {
		for j := range i {
			lits := under
			if present != nil {
				lits = with(under, -present[i], -present[j])
			}
			e.notExactly(difference(xs[i], xs[j]), 0, lits)
		}
	}
}
