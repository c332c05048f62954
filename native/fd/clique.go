package fd

import (
	"slices"

	"nazo/internal/model"
)

// cliques records which literals exclude each other, as sets and as pairs.
type cliques struct {
	s     *store
	sets  [][]lit
	in    [][]int32 // for each literal its sets
	pairs [][]lit   // for each literal those that it excludes by sums of two

	left []bool  // scratch: for each literal whether it is still uncovered
	with []int32 // scratch: for each literal how many members of a clique it excludes
}

// room bounds the total weight of true literals.
type room struct {
	terms []weighted // open ones, the heaviest first
	left  int64
}

// rooms returns what a sum says about its open literals, then about their negations.
func (t *sum) rooms(s *store) []room {
	var above, below bool // whether the sum has an upper, and a lower limit
	least := t.bound
	switch {
	case s.val[t.truth] > 0:
		above, below = true, t.kind == exactly
	case s.val[t.truth] < 0 && !t.halfReified && t.kind == atMost:
		below, least = true, t.bound+1
	}
	if !above && !below {
		return nil
	}
	open, negated := make([]weighted, 0, len(t.terms)), make([]weighted, 0, len(t.terms))
	for _, w := range t.terms {
		if s.val[w.l] == 0 {
			open = append(open, w)
			negated = append(negated, weighted{w.coef, w.l ^ 1})
		}
	}
	var all []room
	if above {
		all = append(all, room{open, t.bound - t.lo})
	}
	if below {
		all = append(all, room{negated, t.hi - least})
	}
	return all
}

// exclusive returns literals of which at most one holds.
func (r room) exclusive() []lit {
	var lits []lit
	for i, w := range r.terms {
		if i > 0 && r.terms[i-1].coef+w.coef <= r.left {
			break
		}
		lits = append(lits, w.l)
	}
	return lits
}

// needs returns how many negations must hold at least, or 0 if weights differ.
func (r room) needs() int64 {
	if len(r.terms) == 0 || r.terms[0].coef != 1 {
		return 0
	}
	return int64(len(r.terms)) - r.left
}

// negated returns the negations, or nil if a literal is repeated.
func (r room) negated() []lit {
	lits := make([]lit, len(r.terms))
	for i, w := range r.terms {
		lits[i] = w.l ^ 1
	}
	if sorted := slices.Sorted(slices.Values(lits)); len(slices.Compact(sorted)) < len(lits) {
		return nil
	}
	return lits
}

// newCliques collects cliques from sums.
func newCliques(s *store, rooms []room) *cliques {
	n := len(s.val)
	c := &cliques{s: s, in: make([][]int32, n), pairs: make([][]lit, n), left: make([]bool, n), with: make([]int32, n)}
	for _, r := range rooms {
		switch set := r.exclusive(); len(set) {
		case 0, 1:
		case 2:
			c.pairs[set[0]] = append(c.pairs[set[0]], set[1])
			c.pairs[set[1]] = append(c.pairs[set[1]], set[0])
		default:
			for _, l := range set {
				c.in[l] = append(c.in[l], int32(len(c.sets)))
			}
			c.sets = append(c.sets, set)
		}
	}
	return c
}

// excluded calls f for the uncovered literals that a pair excludes.
func (c *cliques) excluded(l lit, f func(o lit)) {
	for _, o := range c.pairs[l] {
		if c.left[o] {
			f(o)
		}
	}
	for _, o := range c.s.implied[l] {
		if c.left[o^1] {
			f(o ^ 1)
		}
	}
}

// related reports whether some literals exclude each other by pairs.
func (c *cliques) related(lits []lit) bool {
	for _, l := range lits {
		c.left[l] = true
	}
	any := false
	for _, l := range lits {
		c.excluded(l, func(lit) { any = true })
	}
	for _, l := range lits {
		c.left[l] = false
	}
	return any
}

// sizes counts the literals in each set.
func (c *cliques) sizes(lits []lit) []int32 {
	size := make([]int32, len(c.sets))
	for _, l := range lits {
		for _, k := range c.in[l] {
			size[k]++
		}
	}
	return size
}

// cover divides literals into groups of which at most one holds, greedily. After set first, unless
// negative, it takes the set with the most uncovered literals, then cliques of pairs. It also
// returns the sets used.
func (c *cliques) cover(lits []lit, size []int32, first int32) (groups [][]lit, used []int32) {
	size = slices.Clone(size)
	for _, l := range lits {
		c.left[l] = true
	}
	take := func(group []lit, l lit) []lit {
		c.left[l] = false
		for _, k := range c.in[l] {
			size[k]--
		}
		return append(group, l)
	}
	for k := first; k >= 0 && size[k] > 2; k = largest(size) {
		var group []lit
		for _, l := range c.sets[k] {
			if c.left[l] {
				group = take(group, l)
			}
		}
		groups, used = append(groups, group), append(used, k)
	}
	for _, l := range lits {
		if c.left[l] {
			groups = append(groups, c.grow(l))
		}
	}
	return groups, used
}

// largest returns the index of the first maximum, or -1.
func largest(size []int32) int32 {
	best := int32(-1)
	for k, n := range size {
		if best < 0 || n > size[best] {
			best = int32(k)
		}
	}
	return best
}

// grow returns a clique of pairs around a literal.
func (c *cliques) grow(first lit) []lit {
	c.left[first] = false
	group := []lit{first}
	around := c.around(first)
	for _, l := range around {
		if c.with[l] == int32(len(group)-1) {
			c.left[l] = false
			group = append(group, l)
			for _, o := range c.around(l) {
				if _, near := slices.BinarySearch(around, o); near {
					c.with[o]++
				}
			}
		}
	}
	for _, l := range around {
		c.with[l] = 0
	}
	return group
}

// around returns the uncovered literals that a pair excludes, sorted.
func (c *cliques) around(l lit) (list []lit) {
	c.excluded(l, func(o lit) { list = append(list, o) })
	slices.Sort(list)
	return slices.Compact(list)
}

const (
	mostCovered = 100_000 // largest sum that is covered
	coverTries  = 8       // first sets that are tried
)

// coverSums strengthens sums that demand many literals of which some exclude each other. Each clique
// of a cover has at most one true literal, so only few can have none. It returns the cliques of tight
// covers, which have exactly one. ok is false on a conflict.
func (s *store) coverSums() (exact [][]lit, ok bool) {
	var rooms []room
	for i := range s.sums {
		rooms = append(rooms, s.sums[i].rooms(s)...)
	}
	c := newCliques(s, rooms)
	var all []loose // posted at the end, since posting adds literals and clauses
	for _, r := range rooms {
		if s.stop.Load() {
			return nil, true
		}
		need := r.needs()
		if need < 2 || r.left < 2 || len(r.terms) > mostCovered {
			continue
		}
		lits := r.negated()
		if lits == nil {
			continue
		}
		tight, least := c.covers(lits, need)
		if least == nil { // nothing excludes anything
			continue
		}
		spare := int64(len(least)) - need
		switch {
		case spare < 0:
			return nil, false
		case len(tight) > 0:
			exact = append(exact, tight...)
		case len(least) < len(lits):
			all = append(all, loose{least, spare})
		}
	}
	for _, g := range exact {
		if !s.clause(slices.Clone(g)...) {
			return nil, false
		}
	}
	for _, l := range all {
		s.bound(l)
	}
	return exact, s.propagate()
}

// loose says that at most so many groups lack a true literal.
type loose struct {
	groups [][]lit
	spare  int64
}

// bound posts a loose cover.
func (s *store) bound(l loose) {
	terms := make([]weighted, len(l.groups))
	for i, g := range l.groups {
		used := g[0]
		if len(g) > 1 {
			used = s.newLit()
			s.clause(append(slices.Clone(g), used^1)...)
		}
		terms[i] = weighted{1, used ^ 1}
	}
	s.addSum(atMost, terms, l.spare, model.True, true)
}

// covers returns the groups of all tight covers, and the smallest cover, or nil if it is useless. It
// starts from each of the largest sets: rows and columns cover a board, and diagonals do not.
func (c *cliques) covers(lits []lit, need int64) (tight, least [][]lit) {
	size := c.sizes(lits)
	first := largest(size)
	if first < 0 || size[first] <= 2 {
		if !c.related(lits) {
			return nil, nil
		}
		least, _ = c.cover(lits, size, -1)
		if int64(len(least)) == need {
			tight = least
		}
		return tight, least
	}
	taken := make([]bool, len(size))
	for k, tries := first, 0; int(k) < len(size) && tries < coverTries; k++ {
		if size[k] < size[first] || taken[k] {
			continue
		}
		groups, used := c.cover(lits, size, k)
		if least == nil || len(groups) < len(least) {
			least = groups
		}
		if int64(len(groups)) != need {
			tries++
			continue
		}
		tight = append(tight, groups...)
		for _, k := range used {
			taken[k] = true
		}
	}
	return tight, least
}
