package fd

import (
	"cmp"
	"slices"

	"nazo/internal/model"
)

// Sums that share no integer can be added. The sum of both says more where integers of one differ from integers of the
// other: three sums over nine different cells of a box are 45, and each for itself says little. mergedSums adds sums
// greedily, as long as that tightens them.

// equation is a sum of integers that is exact.
type equation struct {
	*distinctSum
	score  int64
	merged bool
}

const (
	mostEquations   = 60  // that are compared with each other
	mostMergedTerms = 100 // of a sum of sums
	fewestRelated   = 6   // integers of one sum that differ from an integer of the other
)

// mergedSums returns the sums of sums that may say something new.
func (p *poster) mergedSums(all []*linear, sets [][]model.Int, in map[model.Int][]int32) (sums []*distinctSum) {
	var live []*equation
	for _, l := range all {
		if slices.ContainsFunc(l.terms, func(t model.Term) bool { return t.Coef != l.terms[0].Coef }) || l.terms[0].Coef != 1 && l.terms[0].Coef != -1 {
			continue
		}
		if len(l.terms) < fewestRelated {
			continue
		}
		sum := l
		if l.terms[0].Coef < 0 {
			sum = &linear{terms: slices.Clone(l.terms), bound: -l.bound, truth: l.truth, kind: l.kind}
			for i := range sum.terms {
				sum.terms[i].Coef = 1
			}
		}
		if e := p.equation(sum, sets, in); e != nil {
			live = append(live, e)
		}
	}
	if len(live) > mostEquations {
		return nil
	}
	for {
		var best *equation
		var from [2]int
		for i, a := range live {
			for j := range i {
				if m := p.merge(a, live[j], sets, in); m != nil && (best == nil || m.score > best.score) {
					best, from = m, [2]int{j, i}
				}
			}
		}
		if best == nil {
			break
		}
		live = slices.Delete(live, from[1], from[1]+1)
		live[from[0]] = best
	}
	for _, e := range live {
		if e.merged && e.score > 0 {
			sums = append(sums, e.distinctSum)
		}
	}
	return sums
}

// equation rates a sum: the room that each group has for itself, less the room that the sum leaves. It returns nil if the
// sum is impossible, which its propagator will find.
func (p *poster) equation(l *linear, sets [][]model.Int, in map[model.Int][]int32) *equation {
	e := &equation{distinctSum: &distinctSum{linear: l, groups: l.groups(sets, in)}}
	longest := 0
	for _, g := range e.groups {
		longest = max(longest, len(g))
	}
	e.bounds = make([]int64, longest)
	now := func(x model.Int) (lo, hi int64) { return p.s.ints[x].lo, p.s.ints[x].hi }
	var least, most int64
	for _, g := range e.groups {
		least += e.least(g, -1, now)
		most += e.most(g, -1, now)
	}
	slack := min(l.bound-least, most-l.bound)
	if slack < 0 {
		return nil
	}
	xs := make([]model.Int, len(l.terms))
	for i, t := range l.terms {
		xs[i] = t.X
	}
	values := p.s.spread(xs)
	for _, g := range e.groups {
		k := int64(len(g))
		e.score += k*(values-k) - slack
	}
	return e
}

// merge adds two sums, or returns nil if that does not tighten them.
func (p *poster) merge(a, b *equation, sets [][]model.Int, in map[model.Int][]int32) *equation {
	if len(a.terms)+len(b.terms) > mostMergedTerms {
		return nil
	}
	met := map[model.Int]bool{}
	inA := map[int32]bool{}
	for _, t := range a.terms {
		met[t.X] = true
		for _, set := range in[t.X] {
			inA[set] = true
		}
	}
	related := 0
	for _, t := range b.terms {
		if met[t.X] {
			return nil
		}
		if slices.ContainsFunc(in[t.X], func(set int32) bool { return inA[set] }) {
			related++
		}
	}
	if related < fewestRelated {
		return nil
	}
	terms := slices.Concat(a.terms, b.terms)
	slices.SortFunc(terms, func(t, u model.Term) int { return cmp.Compare(t.X, u.X) })
	e := p.equation(&linear{terms: terms, bound: a.bound + b.bound, truth: model.True, kind: exactly}, sets, in)
	if e == nil || e.score <= max(a.score, b.score) && e.score <= a.score+b.score {
		return nil
	}
	e.merged = true
	return e
}
