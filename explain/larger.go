package explain

import (
	"cmp"
	"slices"

	"nazo/engine"
)

// candidate is an open fact with units with which its opposite was refuted.
type candidate struct {
	fact      engine.Fact
	units     []int32
	conflicts int64 // that the refutation met
	// least says that none of the units could go when so many facts were known.
	least    bool
	at       int
	floor    int  // how many cannot go, at least, when so many facts were known
	searched bool // not by propagation alone
}

// budgets are how many conflicts the refutation of an opposite may meet, one round after the other: what propagation
// shows is looked at first.
var budgets = []int64{0, 30, 3_000, engine.Unlimited}

// larger is a step of several units, as few as are found; nil if nothing follows any more, and the end says why. Facts are asked about
// again if something new is known near them, and all of them if that leads to nothing.
func (w *way) larger() (*Step, End) {
	var known []candidate
	open := w.open.list()
	if len(open) == 0 {
		return nil, Solved
	}
	for _, f := range open {
		if c, ok := w.cores[f]; ok {
			known = append(known, c)
			if c.least && len(c.units) == 2 && !w.newsOf(c.units, c.at) {
				return w.conclude(c), Solved // one unit does not suffice, or it would have been a step
			}
		}
	}
	for _, budget := range budgets {
		found, undecided := w.candidates(budget, budget == 0 && len(known) > 0)
		if budget == 0 {
			found = append(known, found...)
		}
		if w.ctx.Err() != nil {
			return nil, GivenUp
		}
		if len(found) > 0 {
			return w.smallest(found), Solved
		}
		if len(w.open.list()) == 0 {
			return nil, Solved
		}
		if !undecided {
			break
		}
	}
	return nil, GivenUp
}

// candidates are open facts, besides those that have a set of units, whose opposites are refuted within so many conflicts each. What
// another solution lacks is open no longer. If only those near news are asked about, others are undecided.
func (w *way) candidates(budget int64, near bool) (out []candidate, undecided bool) {
	for _, f := range w.open.list() {
		if w.ctx.Err() != nil {
			return nil, false
		}
		if _, ok := w.cores[f]; ok || !slices.Contains(w.open.of[f.Var], f) {
			continue
		}
		if at, asked := w.askedAt[f]; near && asked && !w.newsOf(w.about[f.Var], at) {
			undecided = true
			continue
		}
		w.askedAt[f] = len(w.state.Facts)
		r := w.refute(w.ctx, w.state.Facts, w.all, []engine.Fact{f.Not()}, budget)
		switch {
		case r.Refuted:
			w.cores[f] = candidate{fact: f, units: r.Units, conflicts: r.Conflicts}
			out = append(out, w.cores[f])
		case r.Solution != nil:
			w.vary(r.Solution)
		default:
			undecided = true
		}
	}
	return out, undecided
}

// smallest is the step of the candidate whose units are the fewest after those that can go have gone. Of those that are as
// few as they can be, and about which nothing new is known, there is no need to try. What propagation shows is made small by
// propagation first, and what is small then by search.
func (w *way) smallest(found []candidate) *Step {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(w.promise(a), w.promise(b)) })
	found = found[:min(len(found), w.Effort.Tries)]
	for i := range found {
		c, best := &found[i], &found[0]
		if len(best.units) == 2 && best.least || w.ctx.Err() != nil {
			break
		}
		if i == 0 {
			w.make(c, 2*c.conflicts, unlimited)
		} else if !c.least || w.newsOf(c.units, c.at) {
			w.makeLess(c, 2*c.conflicts, len(best.units)+slack)
		}
		if c.least && len(c.units) < len(best.units) {
			*best, *c = *c, *best
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(len(a.units), len(b.units)) })
	best := &found[0]
	for i := range found[:min(len(found), w.Effort.Searches)] {
		c := &found[i]
		if len(best.units) == 2 || w.ctx.Err() != nil {
			break
		}
		if most := 2*c.conflicts + w.Effort.Conflicts; i == 0 {
			w.make(c, most, unlimited)
		} else {
			if !c.searched {
				c.floor = 0
			}
			w.makeLess(c, most, len(best.units))
		}
		c.searched = true
		w.cores[c.fact] = *c
		if len(c.units) < len(best.units) {
			best = c
		}
	}
	best.units, best.conflicts = w.shrinkFar(w.ctx, w.question(best, 0), best.conflicts)
	w.cores[best.fact] = *best
	return w.conclude(*best)
}

// question asks for a refutation of the opposite of a candidate's fact by its units, within so many conflicts.
func (w *way) question(c *candidate, conflicts int64) engine.Question {
	return engine.Question{Known: w.state.Facts, On: c.units, Supposed: []engine.Fact{c.fact.Not()}, Conflicts: conflicts, Near: true}
}

// slack is how many units more than the fewest so far a set may keep when it was made small by propagation, for search to make it
// smaller.
const slack = 2

// unlimited is a limit that no set of units reaches.
const unlimited = 1 << 30

// make makes the units of a candidate as few as they can be with refutations of so many conflicts, or leaves off where so many
// can't go as the limit says.
func (w *way) make(c *candidate, most int64, limit int) {
	was := c.least && !w.newsOf(c.units, c.at)
	c.units, c.conflicts, c.least = w.shrink(w.ctx, w.question(c, most), limit)
	c.floor = min(limit, len(c.units))
	c.least = c.least || was
	c.at, c.searched = len(w.state.Facts), false
	w.cores[c.fact] = *c
}

// makeLess does so if they may become fewer than so many.
func (w *way) makeLess(c *candidate, most int64, than int) {
	if c.floor < min(than, len(c.units)) || w.newsOf(c.units, c.at) {
		w.make(c, most, than)
	}
}

// promise is by what candidates are tried: how many units they have, those first that nothing need be found out about.
func (w *way) promise(c candidate) int {
	if c.least && !w.newsOf(c.units, c.at) {
		return 2 * len(c.units)
	}
	return 2*len(c.units) + 1
}

// newsOf reports whether something became known about units since so many facts were known.
func (w *way) newsOf(units []int32, at int) bool {
	return slices.ContainsFunc(units, func(u int32) bool { return w.touched[u] > at })
}

// conclude is the step from the units of a candidate: all that follows from them.
func (w *way) conclude(c candidate) *Step {
	least := false
	if w.Effort.Proof > 0 {
		c, least = w.prove(c)
	}
	rests := w.refute(w.ctx, w.state.Facts, c.units, []engine.Fact{c.fact.Not()}, 2*c.conflicts+w.Effort.Conflicts)
	found := []engine.Fact{c.fact}
	var rest []engine.Fact
	seen := map[engine.Fact]bool{c.fact: true}
	for _, u := range c.units {
		for _, f := range w.open.about(w.reasons.Scope(u)) {
			if !seen[f] {
				seen[f] = true
				rest = append(rest, f)
			}
		}
	}
	if !slices.ContainsFunc(c.units, w.wide) {
		found = append(found, w.following(c.units, rest, nil)...)
	} else if more, ok := w.reasons.Follow(w.state.Facts, c.units); ok {
		found = append(found, more...)
	}
	s := w.step(found, c.units)
	s.Search, s.Least = c.conflicts, least
	if rests.Refuted {
		s.ground = &ground{s.Main, s.Units, rests.Known}
	}
	return s
}
