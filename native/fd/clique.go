package fd

import (
	"slices"

	"nazo/internal/model"
)

// cliques knows which literals exclude each other: those of a set all do, and
// some pairs do besides.
type cliques struct {
	s     *store
	sets  [][]lit
	in    [][]int32 // for each literal its sets
	pairs [][]lit   // for each literal those that it excludes by sums of two

	left []bool  // scratch for each literal: whether it has yet to be covered
	with []int32 // scratch for each literal: how many of a clique it excludes
}

// room says that at most so much of what the literals weigh can be true.
type room struct {
	terms []weighted // open ones, the largest coefficients first
	left  int64
}

// rooms is what a sum says about its open literals, and about their negations,
// as things stand.
func (t *sum) rooms(s *store) []room {
	var above, below bool // whether the sum must not be more, and not be less
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

// exclusive is the literals of which each two are too much.
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

// needs is how many of the negations must hold at least; 0 if the literals
// weigh differently, when nothing is known.
func (r room) needs() int64 {
	if len(r.terms) == 0 || r.terms[0].coef != 1 {
		return 0
	}
	return int64(len(r.terms)) - r.left
}

// negated is the negations, or nil if some literal comes twice.
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

// newCliques collects what sums say.
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

// excluded calls f for the literals that are left and excluded by a pair.
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

// related reports whether some of the literals exclude each other by pairs.
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

// sizes is for each set how many of the literals it has.
func (c *cliques) sizes(lits []lit) []int32 {
	size := make([]int32, len(c.sets))
	for _, l := range lits {
		for _, k := range c.in[l] {
			size[k]++
		}
	}
	return size
}

// cover parts literals into groups that hold one at most each. It is greedy:
// after the set first, unless that is negative, it takes whichever has the
// most of those that are left, then cliques of pairs. The sets are returned too.
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

// largest is the first of the greatest, or -1 if there is none.
func largest(size []int32) int32 {
	best := int32(-1)
	for k, n := range size {
		if best < 0 || n > size[best] {
			best = int32(k)
		}
	}
	return best
}

// grow takes a clique of pairs around a literal from those that are left.
func (c *cliques) grow(first lit) []lit {
	c.left[first] = false
	group := []lit{first}
	var around []lit
	c.excluded(first, func(o lit) { around = append(around, o) })
	slices.Sort(around)
	around = slices.Compact(around)
	for _, l := range around {
		if c.with[l] == int32(len(group)-1) {
			c.left[l] = false
			group = append(group, l)
			c.mark(l, around)
		}
	}
	for _, l := range around {
		c.with[l] = 0
	}
	return group
}

// mark counts for those around a clique that its new member excludes them, once each.
func (c *cliques) mark(l lit, around []lit) {
	var others []lit
	c.excluded(l, func(o lit) { others = append(others, o) })
	slices.Sort(others)
	for _, o := range slices.Compact(others) {
		if _, near := slices.BinarySearch(around, o); near {
			c.with[o]++
		}
	}
}

const (
	mostCovered = 100_000 // up to how many literals a sum may have to be covered
	coverTries  = 8       // how many sets a cover may begin with in vain
)

// coverSums adds what follows from literals of which so many must hold while
// some exclude each other: a clique has one of them at most, so that not many
// of the cliques that cover them all can do without. Where there are just as
// many cliques, each has exactly one; those are returned. The second result
// is false on a conflict.
func (s *store) coverSums() (exact [][]lit, ok bool) {
	var rooms []room
	for i := range s.sums {
		rooms = append(rooms, s.sums[i].rooms(s)...)
	}
	c := newCliques(s, rooms)
	var all []loose // posted once all are known, as they add literals and clauses
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

// loose says that so many of the groups, at most, do without a true literal.
type loose struct {
	groups [][]lit
	spare  int64
}

// bound posts that.
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

// covers is the groups of all covers with no more of them than needed, and the
// cover with the fewest, nil if it would be of no use. A cover begins with one of the largest sets each time,
// as rows and columns both cover a board where a diagonal spoils it.
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
