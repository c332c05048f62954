package fd

import (
	"cmp"
	"slices"

	"nazo/internal/model"
)

// distinctSum strengthens a linear condition whose integers differ in groups: three different digits add up to at least
// six. Bounds of groups are those of bounds consistency (Beldiceanu, Carlsson, Petit and Régin, "An O(n log n) bound
// consistency algorithm for the conjunction of an alldifferent and an inequality", 2012, in its simplest form).
type distinctSum struct {
	*linear
	groups [][]int32 // of terms with the same coefficient
	bounds []int64   // scratch of the longest group
}

// mostDistinctTerms bounds the terms of conditions that are strengthened.
const mostDistinctTerms = 100

// mostDistinctValues bounds the values of integers that differ, from the least to the greatest. Of many values a sum says
// little beyond plain bounds, and learned clauses get longer.
const mostDistinctValues = 16

// spread returns how many values lie between the least and the greatest of some integers, both included.
func (s *store) spread(xs []model.Int) int64 {
	if len(xs) == 0 {
		return 0
	}
	lo, hi := s.ints[xs[0]].lo, s.ints[xs[0]].hi
	for _, x := range xs {
		lo, hi = min(lo, s.ints[x].lo), max(hi, s.ints[x].hi)
	}
	return hi - lo + 1
}

// distinctSums posts stronger propagators for the sums that hold at the root and have integers that always differ.
func (p *poster) distinctSums() bool {
	s := p.s
	if p.switches != nil { // each instance must be explained by itself
		return true
	}
	var sets [][]model.Int
	in := map[model.Int][]int32{}
	for _, prop := range s.props {
		if d, ok := prop.(*distinct); ok && d.present == nil && s.val[d.guard] > 0 && s.spread(d.xs) <= mostDistinctValues {
			for _, x := range d.xs {
				in[x] = append(in[x], int32(len(sets)))
			}
			sets = append(sets, d.xs)
		}
	}
	if len(sets) == 0 {
		return true
	}
	at := make([]int32, len(s.ints))
	for _, xs := range sets {
		if len(xs) > mostSumCells {
			continue
		}
		if house := newHouse(s, xs, s.seersOf(xs, sets, in, at)); house != nil {
			s.watch(s.add(house, model.True, middling), onDomain, xs...)
		}
	}
	var exact []*linear
	for _, prop := range slices.Clone(s.props) {
		l, ok := prop.(*linear)
		if !ok || s.val[l.truth] <= 0 || len(l.terms) < 2 || len(l.terms) > mostDistinctTerms {
			continue
		}
		if l.kind == exactly {
			exact = append(exact, l)
		}
		d := &distinctSum{linear: l, groups: l.groups(sets, in)}
		longest := 0
		for _, g := range d.groups {
			longest = max(longest, len(g))
		}
		if longest < 2 {
			continue
		}
		if l.kind == exactly && longest == len(l.terms) && (l.terms[0].Coef == 1 || l.terms[0].Coef == -1) {
			xs := make([]model.Int, longest)
			for i, t := range l.terms {
				xs[i] = t.X
			}
			if with := newSumSets(s, xs, l.bound*l.terms[0].Coef); with != nil {
				with.seers = s.seersOf(xs, sets, in, at)
				s.watch(s.add(with, model.True, middling), onDomain, xs...)
			}
		}
		if l.kind == exactly {
			if with := newSumValues(s, l, d.groups); with != nil {
				id := s.add(with, model.True, middling)
				for _, t := range l.terms {
					s.watch(id, onDomain, t.X)
				}
				if longest <= 3 { // that says more than bounds
					continue
				}
			}
		}
		d.bounds = make([]int64, longest)
		s.addDistinctSum(d)
	}
	for _, d := range p.mergedSums(exact, sets, in) {
		s.addDistinctSum(d)
	}
	return true
}

func (s *store) addDistinctSum(d *distinctSum) {
	id := s.add(d, model.True, middling)
	for _, t := range d.terms {
		s.watch(id, onBounds, t.X)
	}
}

// groups parts the terms into groups of the same coefficient whose integers differ, large ones first.
func (p *linear) groups(sets [][]model.Int, in map[model.Int][]int32) (all [][]int32) {
	left := make([]bool, len(p.terms))
	for i := range left {
		left[i] = true
	}
	type key struct {
		set  int32
		coef int64
	}
	for {
		members := map[key][]int32{}
		var best []int32
		for i, t := range p.terms {
			if !left[i] {
				continue
			}
			for _, set := range in[t.X] {
				k := key{set, t.Coef}
				members[k] = append(members[k], int32(i))
				if len(members[k]) > len(best) {
					best = members[k]
				}
			}
		}
		if len(best) < 2 {
			break
		}
		for _, i := range best {
			left[i] = false
		}
		all = append(all, slices.Clone(best))
	}
	for i, alone := range left {
		if alone {
			all = append(all, []int32{int32(i)})
		}
	}
	return all
}

// boundsOf returns the bounds of integers.
type boundsOf func(x model.Int) (lo, hi int64)

// least returns the least sum of the terms of a group with its coefficients, but for one of them. sum is what remains
// without it, for a group whose terms differ.
func (p *distinctSum) least(g []int32, but int32, bounds boundsOf) (sum int64) {
	coef := p.terms[g[0]].Coef
	n := 0
	for _, i := range g {
		if i == but {
			continue
		}
		lo, hi := bounds(p.terms[i].X)
		if coef < 0 {
			lo = -hi
		}
		k := n
		for ; k > 0 && p.bounds[k-1] > lo; k-- {
			p.bounds[k] = p.bounds[k-1]
		}
		p.bounds[k] = lo
		n++
	}
	if coef < 0 {
		coef = -coef
	}
	for k := range n {
		if k > 0 {
			p.bounds[k] = max(p.bounds[k], p.bounds[k-1]+1)
		}
		sum += coef * p.bounds[k]
	}
	return sum
}

// most is the greatest sum, as least.
func (p *distinctSum) most(g []int32, but int32, bounds boundsOf) int64 {
	return -p.least(g, but, func(x model.Int) (lo, hi int64) {
		lo, hi = bounds(x)
		return -hi, -lo
	})
}

func (p *distinctSum) propagate(s *store) bool {
	now := func(x model.Int) (lo, hi int64) { return s.ints[x].lo, s.ints[x].hi }
	var lo, hi int64
	for _, g := range p.groups {
		lo += p.least(g, -1, now)
		hi += p.most(g, -1, now)
	}
	above := p.kind == exactly
	if lo > p.bound || above && hi < p.bound {
		return false
	}
	for _, g := range p.groups {
		least, most := p.least(g, -1, now), p.most(g, -1, now)
		for _, i := range g {
			t := p.terms[i]
			if s.fixed(t.X) {
				continue
			}
			if !s.scaledAtMost(t, p.bound-(lo-least)-p.least(g, i, now)) {
				return false
			}
			if above && !s.scaledAtMost(model.Term{Coef: -t.Coef, X: t.X}, (hi-most)+p.most(g, i, now)-p.bound) {
				return false
			}
		}
	}
	return true
}

// explain gives the bounds of the other integers that are needed.
func (p *distinctSum) explain(s *store, e *explanation) {
	at, against := int32(-1), int64(0)
	for i, t := range p.terms {
		if e.what.op != nothing && t.X == e.what.int() {
			at = int32(i)
		}
	}
	switch e.what.op {
	case atLeast:
		against = e.what.v - 1
	case atMostOp:
		against = e.what.v + 1
	}
	root := s.levels[0].pos()
	bounds := make(map[model.Int][2]int64, len(p.terms))
	for i, t := range p.terms {
		lo, hi := s.boundsAt(t.X, e.time)
		if int32(i) == at {
			lo, hi = against, against
		}
		bounds[t.X] = [2]int64{lo, hi}
	}
	as := func(x model.Int) (lo, hi int64) { return bounds[x][0], bounds[x][1] }
	tooMuch := func() bool {
		var lo int64
		for _, g := range p.groups {
			lo += p.outer(g, at, as)
		}
		return lo > p.bound
	}
	below := tooMuch()
	fails := tooMuch
	if !below {
		fails = func() bool {
			var hi int64
			for _, g := range p.groups {
				hi -= p.outer(g, at, func(x model.Int) (lo, hi int64) { lo, hi = as(x); return -hi, -lo })
			}
			return hi < p.bound
		}
	}
	// Bounds that aren't needed are dropped, one after the other.
	for i, t := range p.terms {
		if int32(i) == at {
			continue
		}
		b := bounds[t.X]
		lo, hi := s.boundsAt(t.X, root)
		if useLo := (t.Coef > 0) == below; useLo {
			if b[0] == lo {
				continue
			}
			bounds[t.X] = [2]int64{lo, b[1]}
			if !fails() {
				bounds[t.X] = b
				e.ge(t.X, b[0])
			}
		} else {
			if b[1] == hi {
				continue
			}
			bounds[t.X] = [2]int64{b[0], hi}
			if !fails() {
				bounds[t.X] = b
				e.le(t.X, b[1])
			}
		}
	}
}

// outer is the least sum of a group, in which the term at stands for itself.
func (p *distinctSum) outer(g []int32, at int32, bounds boundsOf) int64 {
	if at < 0 || !slices.Contains(g, at) {
		return p.least(g, -1, bounds)
	}
	lo, hi := bounds(p.terms[at].X)
	t := p.terms[at]
	if t.Coef < 0 {
		return t.Coef*hi + p.least(g, at, bounds)
	}
	return t.Coef*lo + p.least(g, at, bounds)
}

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
