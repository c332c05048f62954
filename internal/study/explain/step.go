package explain

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"nazo/internal/model"
)

// single returns a step of one unit that propagation finds, or nil. Without all, it looks only at units about a
// part of the board.
func (w *way) single(all bool) *Step {
	for len(w.fresh) > 0 || all && len(w.wholes) > 0 {
		from := &w.fresh
		if len(w.fresh) == 0 {
			from = &w.wholes
		}
		u := (*from)[0]
		*from = (*from)[1:]
		w.isFresh[u] = false
		if found, ok := w.reasons.Follow(w.state.Facts, []int32{u}); ok && len(found) > 0 {
			return w.step(found, []int32{u})
		}
	}
	return nil
}

// ahead reports whether the next step is one of a single unit of a rule. It takes units of that rule
// from both ends of the queue to its front.
func (w *way) ahead(rule int32) bool {
	follows := func(i int) bool {
		u := w.fresh[i]
		w.fresh = slices.Delete(w.fresh, i, i+1)
		if found, ok := w.reasons.Follow(w.state.Facts, []int32{u}); ok && len(found) > 0 {
			w.fresh = slices.Insert(w.fresh, 0, u)
			return true
		}
		w.isFresh[u] = false
		return false
	}
	for i := len(w.fresh) - 1; i >= max(0, len(w.fresh)-mostAhead); i-- {
		if w.ruleOf(w.fresh[i]) == rule && follows(i) {
			return true
		}
	}
	for i, looked := 0, 0; i < len(w.fresh) && looked < mostAhead; looked++ {
		if w.ruleOf(w.fresh[i]) != rule {
			i++
		} else if follows(i) {
			return true
		}
	}
	return false
}

// mostAhead is how many units at each end of the queue are looked at for one of the same rule.
const mostAhead = 64

// manyFacts bounds, for each round, the open facts of a unit that is tried. Units with few come first, since they
// need few questions.
var manyFacts = []int{8, 64, unlimited}

// mostNear bounds them while units about a part of the board are looked for: to ask more takes long, and mostly in vain.
const mostNear = 64

// tryAlone returns a step of one unit that propagation overlooks. It tries the opposite of each open fact in the
// scope of the unit.
func (w *way) tryAlone(all bool) *Step {
	for _, most := range manyFacts {
		for u := w.untried.from(0); u >= 0; u = w.untried.from(u + 1) {
			if w.wide(u) || w.reasons.Complete(u) {
				w.untried.remove(u)
				continue
			}
			if w.far[u] && !all {
				continue
			}
			open := w.shown.undecided(u, w.open.about(w.reasons.Scope(u)))
			if len(open) > most || !all && len(open) > mostNear || w.parted[u] && most != unlimited {
				continue
			}
			w.untried.remove(u)
			if found := w.following([]int32{u}, open, func(s model.Solution) { w.shown.add(u, s) }); len(found) > 0 {
				return w.step(found, []int32{u})
			}
		}
	}
	return nil
}

// following returns the facts that follow from units and what is known. It passes on the solutions that show that
// others don't. What takes long to decide is left to later steps.
func (w *way) following(units []int32, facts []model.Fact, shown func(model.Solution)) (out []model.Fact) {
	for givenUp := 0; len(facts) > 0 && givenUp < mostGivenUp && w.ctx.Err() == nil; {
		f := facts[0]
		var others []model.Fact // what would show that the other facts don't follow
		for _, g := range facts {
			if g = g.Not(); !g.Is {
				g = model.Fact{Var: g.Var, Value: 1 - g.Value, Is: true}
			}
			others = append(others, g)
		}
		r := w.ask(w.ctx, model.Query{Known: w.state.Facts, On: units, Supposed: []model.Fact{f.Not()}, Prefer: others, Conflicts: 2 * w.Effort.Conflicts})
		switch {
		case r.Refuted:
			out = append(out, f)
		case r.Solution == nil:
			givenUp++
		case shown != nil:
			shown(r.Solution)
		}
		var rest []model.Fact
		for _, g := range facts[1:] {
			if r.Solution == nil || g.Holds(r.Solution) { // else the solution shows it of this one, too
				rest = append(rest, g)
			}
		}
		facts = rest
	}
	return out
}

// mostGivenUp bounds the facts that may stay undecided.
const mostGivenUp = 4

// pair returns a step of two units that propagation finds. Each of them alone has told everything about
// finds, so they must share something else, such as a sum. Pairs of which nothing new is known were tried
// before. Units that are about very much, or have pieces, are left to the search for larger sets.
func (w *way) pair() *Step {
	for u := w.unpaired.from(0); u >= 0; u = w.unpaired.from(u) {
		if !w.pairs(u) {
			w.unpaired.remove(u)
			continue
		}
		var others []int32
		for _, id := range w.joints[u] {
			others = append(others, w.joined[id]...)
		}
		slices.Sort(others)
		for _, other := range slices.Compact(others) {
			if other == u || w.unpaired.has(other) && other < u || !w.pairs(other) {
				continue
			}
			units := []int32{min(u, other), max(u, other)}
			if found, ok := w.reasons.Follow(w.state.Facts, units); ok && len(found) > 0 {
				return w.conclude(candidate{fact: found[0], units: units})
			}
			if w.ctx.Err() != nil {
				return nil
			}
		}
		w.unpaired.remove(u)
	}
	return nil
}

// pairs reports whether a unit is tried with others.
func (w *way) pairs(u int32) bool {
	open := func(v model.VarID) bool { return len(w.open.of[v]) > 0 }
	return !w.wide(u) && !w.parted[u] && !w.far[u] && slices.ContainsFunc(w.reasons.Scope(u), open)
}

// candidate is an open fact and the units with which its opposite was refuted.
type candidate struct {
	fact      model.Fact
	units     []int32
	conflicts int64 // that the refutation met
	// least means that no unit could go when that many facts were known.
	least  bool
	at     int
	floor  int // how many cannot go, at least, when so many facts were known
	length int // of its chain, when so many facts were known; 0 if that is not known
}

// budgets bound the conflicts of a refutation, round by round. What propagation shows comes first.
var budgets = []int64{0, 30, 3_000, model.Unlimited}

// larger returns a step of several units, as few as possible, or nil and why nothing follows any more. It asks
// about facts near the news first, then about all.
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
	near, other := w.nearest(open)
	near = append(near, w.passed()...)
	for _, facts := range [][]model.Fact{near, other} {
		if c, ok := w.probe(facts, far); ok {
			return w.conclude(c), Solved
		}
		if w.ctx.Err() != nil {
			return nil, GivenUp
		}
	}
	if s := w.tryAlone(far); s != nil {
		return s, Solved
	}
	found, undecided := w.candidates(0, len(known) > 0, true)
	for _, budget := range budgets {
		if budget > 0 || len(found)+len(known) == 0 && undecided {
			found, undecided = w.candidates(budget, budget == 0 && len(known) > 0, false)
		}
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

// passed returns what a solution has of the vertices that a line passes. That is no aim, but it may lead to one.
func (w *way) passed() (facts []model.Fact) {
	if w.vertices == nil {
		w.vertices = slices.Sorted(maps.Keys(w.shownByEdges(w.solution)))
	}
	for _, v := range w.vertices {
		if !w.state.fixed[v] {
			facts = append(facts, model.Fact{Var: v, Value: w.solution[v], Is: true})
		}
	}
	return facts
}

// nearest puts last the facts that exclude one of many values. They are far from what a player writes.
func (w *way) nearest(facts []model.Fact) (near, far []model.Fact) {
	for _, f := range facts {
		if f.Is || len(w.open.of[f.Var]) <= mostValues {
			near = append(near, f)
		} else {
			far = append(far, f)
		}
	}
	return near, far
}

// mostValues bounds the values of a variable whose exclusion is tried first.
const mostValues = 16

// probes are the failed literals of one kind of question.
type probes struct {
	on   []int32                  // the units that are asked
	of   map[model.Fact]candidate // the last answer for each fact
	easy int                      // the length of the chain that the last look at everything found
}

// probe looks for the open fact whose opposite propagation refutes with the shortest chain
// (failed literals), near only a short one. What it asks learns nothing, so a chain rests on the rules
// alone. ok is false if there is none.
//
// It asks first what is near the news, and stops there if that leads to a chain as short as the last one.
func (w *way) probe(open []model.Fact, all bool) (best candidate, ok bool) {
	p := &w.probed[0]
	if all {
		p = &w.probed[1]
	}
	var found []candidate
	var rest []model.Fact
	now := len(w.state.Facts)
	ask := func(f model.Fact) {
		c := candidate{fact: f, at: now}
		r := w.plainly(model.Query{Known: w.state.Facts, On: p.on, Supposed: []model.Fact{f.Not()}, Tell: true})
		if r.Refuted {
			c.units = r.Units
			found = append(found, c)
		}
		p.of[f] = c
		for _, g := range r.Fixed { // to suppose it leads to no more than what was supposed
			g.Is = w.m.Vars[g.Var].Bool
			if g.Is {
				g.Value = 1 - g.Value
			}
			p.of[g] = candidate{fact: g, at: now}
		}
	}
	var asked []model.Fact
	for _, f := range open {
		switch c, met := p.of[f]; {
		case c.units != nil:
			found = append(found, c)
		case met && !w.newsNear(f.Var, c.at):
			if all && w.newsOf(w.about[f.Var], c.at) {
				rest = append(rest, f)
			}
		default:
			asked = append(asked, f)
		}
	}
	best, length := w.shortest(p, found, all)
	for _, facts := range [][]model.Fact{asked, rest} {
		if best.units != nil && length <= p.easy {
			delete(p.of, best.fact)
			return best, true
		}
		for _, f := range facts {
			if w.ctx.Err() != nil {
				return best, false
			}
			if c, met := p.of[f]; !met || c.at < now { // else it follows from what was supposed before, which did no harm
				ask(f)
			}
		}
		best, length = w.shortest(p, found, all)
	}
	p.easy = length
	delete(p.of, best.fact)
	return best, best.units != nil
}

// newsNear reports whether something became known about a unit around a variable, other than those about most of
// the board.
func (w *way) newsNear(v model.VarID, at int) bool {
	return slices.ContainsFunc(w.about[v], func(u int32) bool { return w.touched[u] > at && !w.far[u] })
}

// shortest returns the candidate with the shortest chain, and its length. The candidate has no units if there is
// none.
func (w *way) shortest(p *probes, found []candidate, all bool) (best candidate, least int) {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(len(a.units), len(b.units)) })
	for i := range found[:min(len(found), mostProbed)] {
		c := &found[i]
		if c.length == 0 || w.newsOf(c.units, c.at) {
			c.length, c.at = tooLong, len(w.state.Facts)
			d, derived := w.derive(w.ctx, model.Query{Known: w.state.Facts, On: w.withPieces(c.units), Supposed: []model.Fact{c.fact.Not()}}, nil)
			if derived && d.Refuted && (all || len(d.Links) <= shortChain) {
				c.length = w.length(d)
			}
			p.of[c.fact] = *c
		}
		if c.length < tooLong && (best.units == nil || c.length < least) {
			best, least = *c, c.length
		}
	}
	return best, least
}

// tooLong is the length of a candidate without a usable chain.
const tooLong = 1 << 30

// shortChain is the length up to which a chain is easier than a look at the whole board.
const shortChain = 6

// mostProbed bounds the chains that are compared.
const mostProbed = 6

// length says how long a derivation is for a reader. A helper fact of one unit counts little.
func (w *way) length(d model.Derivation) (n int) {
	for _, l := range d.Links {
		switch {
		case len(l.Units) == 0:
		case slices.ContainsFunc(l.Units, func(u int32) bool { return w.far[u] }):
			n += 8
		case l.Var >= 0 && (!w.writes(l.Var) || !w.m.Vars[l.Var].Bool && l.Op != model.LinkIs):
			n++
		default:
			n += 4
		}
	}
	return n
}

// fewValues is about how many values of a variable are asked about first. Its neighbouring values often follow by
// the same reason and join the same step.
const fewValues = 8

// candidates asks about open facts without units, each with so many conflicts, and returns those whose opposites
// are refuted. It drops facts that another solution lacks. With near or few it skips some, and reports them as
// undecided.
func (w *way) candidates(budget int64, near, few bool) (out []candidate, undecided bool) {
	for _, f := range w.open.list() {
		if w.ctx.Err() != nil {
			return nil, false
		}
		if _, ok := w.cores[f]; ok || !slices.Contains(w.open.of[f.Var], f) {
			continue
		}
		if stride := int64(w.m.Vars[f.Var].Domain.Size() / fewValues); few && stride > 1 && f.Value%stride != 0 {
			undecided = true
			continue
		}
		if at, asked := w.askedAt[f]; near && asked && !w.newsOf(w.about[f.Var], at) {
			undecided = true
			continue
		}
		w.askedAt[f] = len(w.state.Facts)
		r := w.refute(w.ctx, w.state.Facts, w.all, []model.Fact{f.Not()}, budget)
		switch {
		case r.Refuted:
			w.cores[f] = candidate{fact: f, units: r.Units, conflicts: r.Conflicts}
			if out = append(out, w.cores[f]); len(r.Units) <= 2 || budget > 0 && len(out) >= w.Effort.Tries {
				return out, true // no larger step takes fewer, so nobody need look at the rest
			}
		case r.Solution != nil:
			w.vary(r.Solution)
		default:
			undecided = true
		}
	}
	return out, undecided
}

// smallest returns the step of the candidate with the fewest units after shrinking. Candidates that are known to
// be minimal and have no news are not shrunk again. Sets found by propagation are shrunk by propagation: a search would
// find smaller ones, but fewer of their arguments can be told.
func (w *way) smallest(found []candidate) *Step {
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(w.promise(a), w.promise(b)) })
	found = found[:min(len(found), w.Effort.Tries)]
	for i := range found {
		c, best := &found[i], &found[0]
		if len(best.units) == 2 && best.least || w.ctx.Err() != nil {
			break
		}
		if i == 0 {
			w.make(c, unlimited)
		} else if !c.least || w.newsOf(c.units, c.at) {
			w.makeLess(c, len(best.units)+slack)
		}
		if c.least && len(c.units) < len(best.units) {
			*best, *c = *c, *best
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(len(a.units), len(b.units)) })
	return w.conclude(found[0])
}

// slack is how many more units than the smallest set another one may keep while it is shrunk.
const slack = 2

// unlimited is a limit that no set of units reaches.
const unlimited = 1 << 30

// make shrinks the units of a candidate, with about as many conflicts as it was found with, if these are few. It stops
// when the limit can't be reached.
func (w *way) make(c *candidate, limit int) {
	was := c.least && !w.newsOf(c.units, c.at)
	q := model.Query{Known: w.state.Facts, On: c.units, Supposed: []model.Fact{c.fact.Not()}, Conflicts: min(2*c.conflicts, w.Effort.Conflicts), Near: true}
	c.units, c.conflicts, c.least = w.shrink(w.ctx, q, limit)
	c.floor = min(limit, len(c.units))
	c.least = c.least || was
	c.at = len(w.state.Facts)
	w.cores[c.fact] = *c
}

// makeLess shrinks them if they may become fewer than so many.
func (w *way) makeLess(c *candidate, than int) {
	if c.floor < min(than, len(c.units)) || w.newsOf(c.units, c.at) {
		w.make(c, than)
	}
}

// promise orders candidates: fewer units first, and those that need no work first.
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

// conclude returns the step of a candidate: everything that follows from its units.
func (w *way) conclude(c candidate) *Step {
	found := []model.Fact{c.fact}
	if more, ok := w.reasons.Follow(w.state.Facts, c.units); ok {
		found = append(found, more...)
	}
	return w.step(found, c.units)
}

// pending is a bit set of units. The smallest is taken first.
type pending []uint64

func newPending(units int) pending { return make(pending, (units+63)/64) }

func (p pending) add(u int32)      { p[u/64] |= 1 << (u % 64) }
func (p pending) remove(u int32)   { p[u/64] &^= 1 << (u % 64) }
func (p pending) has(u int32) bool { return p[u/64]>>(u%64)&1 > 0 }

// from returns the first unit at or after the given one, or -1.
func (p pending) from(u int32) int32 {
	for i := int(u / 64); i < len(p); i++ {
		word := p[i]
		if i == int(u/64) {
			word &= ^uint64(0) << (u % 64)
		}
		if word != 0 {
			return int32(64*i + bits.TrailingZeros64(word))
		}
	}
	return -1
}

// witnesses keep, for each unit, assignments of its scope that it admits together with what is known. A fact that
// fails in one does not follow from the unit. So a question is asked again only when its witness contradicts the
// news.
type witnesses struct {
	scope func(unit int32) []model.VarID
	of    [][]witness
	news  [][]model.Fact // for each unit with witnesses what became known about it since they were looked at
}

// witness has a value for each variable in the scope of a unit.
type witness []int64

func newWitnesses(units int, scope func(int32) []model.VarID) *witnesses {
	return &witnesses{scope: scope, of: make([][]witness, units), news: make([][]model.Fact, units)}
}

// add adds a solution as a witness of a unit.
func (w *witnesses) add(u int32, s model.Solution) {
	var values witness
	for _, v := range w.scope(u) {
		values = append(values, s[v])
	}
	w.of[u] = append(w.of[u], values)
}

// learn records a new fact about a unit.
func (w *witnesses) learn(u int32, f model.Fact) {
	if len(w.of[u]) > 0 {
		w.news[u] = append(w.news[u], f)
	}
}

// holds reports whether a fact holds in a witness of a unit.
func (w *witnesses) holds(u int32, s witness, f model.Fact) bool {
	i, _ := slices.BinarySearch(w.scope(u), f.Var)
	return (s[i] == f.Value) == f.Is
}

// undecided returns the facts that hold in all witnesses of a unit. It keeps the witnesses that excluded some.
func (w *witnesses) undecided(u int32, facts []model.Fact) []model.Fact {
	kept := w.of[u][:0]
	for _, s := range w.of[u] {
		if slices.ContainsFunc(w.news[u], func(f model.Fact) bool { return !w.holds(u, s, f) }) {
			continue
		}
		before := len(facts)
		facts = slices.DeleteFunc(facts, func(f model.Fact) bool { return !w.holds(u, s, f) })
		if len(facts) < before {
			kept = append(kept, s)
		}
	}
	clear(w.of[u][len(kept):])
	w.of[u], w.news[u] = kept, w.news[u][:0]
	return facts
}
