package fd

import (
	"slices"

	"nazo/model"
)

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
