package explain

import (
	"cmp"
	"context"
	"slices"

	"nazo/internal/model"
)

// argument is a derivation of facts by propagation. If it is refuted, the last of the supposed facts is
// impossible. Lemmas are facts that it uses and that are proved under the same suppositions.
type argument struct {
	model.Derivation
	supposed []model.Fact
	lemmas   map[model.Fact]*argument
	before   []model.Fact // what was known when it was found
	// tried means that only a search has shown it.
	tried bool
	// late means that it was found only by a look at all rules together.
	late bool
}

// cause is the place of a fact in an argument: the index of its link, or of the contradiction of its opposite.
type cause struct {
	*argument
	at int
	// search, if there is one, looks for the argument, which may take long. Most facts are never told.
	search func(context.Context) cause
}

// causeOf returns the cause of a fact, and looks for its argument when that is first needed.
func (s *Story) causeOf(f model.Fact) (c cause, ok bool) {
	if c, ok = s.causes[f]; c.search != nil {
		c = c.search(s.ctx)
		s.causes[f] = c
	}
	return c, ok
}

// Chain is an ordered list of inferences that lead to facts.
type Chain []Inference

// Inference is one arrow of a chain.
type Inference struct {
	Kind InferenceKind
	// Claims are what follows, or what is supposed. A contradiction has none.
	Claims []Claim
	// Says is said in place of the claims, if there is any. See [Story.restate].
	Says []Claim
	// Units are the rule instances that it follows from. Also are those by which helper facts follow on the way.
	Units, Also []int32
	// Rest are units whose consequences hold whatever is known. They go without saying.
	Rest []int32
	// Since are written facts that the reader knows. From are indices of earlier inferences.
	Since []model.Fact
	From  []int
	// Evidence lists the claims that an inference about the structure of finds rests on. Its sentence depends on
	// them.
	Evidence []Claim
	// Known are claims that the reader knows besides, of what its units count or add up. See [Story.inform].
	Known []Claim
	// Just are claims of the inferences right before it that it uses.
	Just []Claim
	// Via are claims of helper facts that it rests on. They have no inference of their own.
	Via []Claim
	// Against are the claims of a contradiction that follow only from what was supposed.
	Against []Claim
	// Parts are the inferences that were joined to this one. There are none if it stands for itself.
	Parts []Inference
	// Alone means that it rests on nothing but its units. A helper fact of that kind goes without saying.
	Alone bool
	// Tried means that every case was tried.
	Tried bool
	// Late means that its argument was found only by a look at all rules together, after single rules, pairs of them
	// and short chains had led to nothing.
	Late bool
	// Past are the steps that excluded some of them before, if the inference needs that.
	Past []int
	// Left means that the values of the variable Empty were excluded one by one, or all but the one that is claimed.
	Left  bool
	Empty model.VarID
	// Under is the index of the supposition that the inference rests on, or -1. For a supposition it is the
	// enclosing one.
	Under int
	// ordered means that its claims stand in the order in which they follow.
	ordered bool
	// why is its reason where that is not made of its rules. See [Explainer.turns].
	why string
}

// InferenceKind is a kind of inference.
type InferenceKind uint8

// The kinds.
const (
	Follows     InferenceKind = iota
	Supposes                  // the beginning of an argument by contradiction
	Contradicts               // its end
)

// Claim says that a variable has a value, or how it compares with one.
type Claim struct {
	Var   model.VarID
	Op    model.LinkOp
	Value int64
}

// claimOf turns a fact into a claim. For a truth value the claim is always "is".
func claimOf(m *model.Model, f model.Fact) Claim {
	f = normal(m, f)
	if f.Is {
		return Claim{f.Var, model.LinkIs, f.Value}
	}
	return Claim{f.Var, model.LinkIsNot, f.Value}
}

// withPieces adds the pieces of wholes to some units.
func (x *Explainer) withPieces(units []int32) []int32 {
	var on []int32
	for _, u := range units {
		on = append(on, x.pieces[u]...)
	}
	on = append(on, units...)
	slices.Sort(on)
	return slices.Compact(on)
}

// explain finds out why facts follow from units and what was known before. It tries propagation, then
// contradiction, then cases within a contradiction. A fact for which all fail rests on everything.
func (x *Explainer) explain(ctx context.Context, before []model.Fact, units []int32, found []model.Fact, note func(model.Fact, cause)) {
	on := x.withPieces(units)
	query := model.Query{Known: before, On: on}
	d, ok := x.derive(ctx, query, found)
	all := &argument{Derivation: d, before: before, late: x.late}
	for i, f := range found {
		if ok && !d.Refuted && d.Wanted[i] >= 0 {
			note(f, cause{argument: all, at: d.Wanted[i]})
			continue
		}
		if ok && !d.Refuted && d.Wanted[i] == -1 {
			note(f, cause{argument: &argument{}, at: -1})
			continue
		}
		note(f, cause{search: func(ctx context.Context) cause { return x.argue(ctx, query, units, f, all.late) }})
	}
}

// argue looks for an argument by contradiction.
func (x *Explainer) argue(ctx context.Context, q model.Query, units []int32, f model.Fact, late bool) cause {
	p := x.refuteBy(ctx, q, []model.Fact{f.Not()}, 2)
	if p == nil {
		known := q.Known
		if r := x.refute(ctx, q.Known, q.On, []model.Fact{f.Not()}, 20*x.Effort.Conflicts); r.Refuted {
			known = r.Known
		}
		p = &argument{supposed: []model.Fact{f.Not()}, tried: true}
		p.Refuted = true
		p.Links = []model.Link{{Var: -1, Units: units, Facts: slices.Clone(known)}}
	}
	p.before, p.late = q.Known, late
	for _, lemma := range p.lemmas {
		lemma.late = late
	}
	return cause{argument: p, at: len(p.Links) - 1}
}

// derive asks for a derivation from the rules alone. Learned clauses would make it shorter, but nobody could
// follow it.
func (x *Explainer) derive(ctx context.Context, q model.Query, want []model.Fact) (d model.Derivation, ok bool) {
	if !x.opened(ctx) {
		return d, false
	}
	return x.plain.Derive(q, want)
}

// plainly propagates a query with the rules alone.
func (w *way) plainly(q model.Query) model.Reply {
	if !w.opened(w.ctx) {
		return model.Reply{}
	}
	w.asked++
	r := w.plain.Ask(w.ctx, q)
	if w.worked += 100 + r.Propagations; w.enough != nil && w.worked > w.Effort.Work {
		w.enough()
	}
	return r
}

// opened opens, once, the engine that learns nothing. It reports false if ctx has ended.
func (x *Explainer) opened(ctx context.Context) bool {
	if x.plain == nil {
		plain, err := x.again(ctx)
		if err != nil {
			return false
		}
		x.plain = plain
	}
	return true
}

// chainer builds a chain from the proofs of facts.
type chainer struct {
	*Story
	chain Chain
	at    map[model.Fact]int // the inference of a fact that holds without suppositions
	links map[linkAt]int
	// claimed lists the inferences that make a claim, placing those that say where a value stands.
	claimed map[Claim][]int
	placing map[stand][]int
	notes   []model.Fact
	most    int // of its inferences, before it is reduced
	// vars and facts are what the chain looked at that the reader did not know. Of facts in bare it knew no cause.
	vars  []model.VarID
	facts []model.Fact
	bare  []model.Fact
	// turn is what could be told first; see pivot.
	turn *model.Fact
}

type linkAt struct {
	p *argument
	i int
}

// built is a chain that was built before, and what it rests on.
type built struct {
	chain Chain
	notes []model.Fact
	vars  []model.VarID // values of these, once they are known, may shorten it
	facts []model.Fact  // as may these, or other causes of them
	bare  []model.Fact  // as do causes of these, once there are any
	turn  *model.Fact   // what could be told first; see pivot
	inner []innerFact   // written facts on the way, which can be told first
	most  int           // it is nil if it has more inferences before it is reduced
	at    int           // how many of Story.changes it takes into account
}

// stale reports whether a chain may be another since it was built.
func (s *Story) stale(b *built) bool {
	for _, f := range s.changes[b.at:] {
		if _, ok := slices.BinarySearchFunc(b.facts, f, compareFacts); ok {
			return true
		}
		if _, ok := slices.BinarySearch(b.vars, f.Var); ok && f.Is {
			return true
		}
	}
	b.at = len(s.changes)
	return slices.ContainsFunc(b.bare, func(f model.Fact) bool { _, caused := s.causes[f]; return caused })
}

// compareFacts orders facts by variable and value. What is so comes before what is not.
func compareFacts(f, g model.Fact) int {
	switch c := cmp.Or(cmp.Compare(f.Var, g.Var), cmp.Compare(f.Value, g.Value)); {
	case c != 0 || f.Is == g.Is:
		return c
	case f.Is:
		return -1
	}
	return 1
}

// chainOf returns the chain for one fact, as [Story.chain] does. Most chains stay the same when something else is
// told, so they are kept.
func (s *Story) chainOf(f model.Fact) (Chain, []model.Fact) { return s.chainWithin(f, unlimited) }

// shortChainOf returns the chain for one fact if it may be so short, or nil.
func (s *Story) shortChainOf(f model.Fact, inferences int) Chain {
	c, _ := s.chainWithin(f, mostReduced*inferences)
	return c
}

// mostReduced is how many inferences are mostly reduced to one, at most.
const mostReduced = 32

// chainWithin returns the chain for one fact, or nil if it has more inferences before it is reduced.
func (s *Story) chainWithin(f model.Fact, most int) (Chain, []model.Fact) {
	b, ok := s.chains[f]
	if !ok || s.stale(&b) || b.chain == nil && b.most < most {
		b = s.build([]model.Fact{f}, most)
	}
	s.chains[f] = b
	return b.chain, b.notes
}

// chain returns the argument for some facts, reduced to what a reader needs. Notes are its helper facts that are
// proved by contradiction, each after those that it needs.
func (s *Story) chain(facts []model.Fact) (Chain, []model.Fact) {
	b := s.build(facts, unlimited)
	return b.chain, b.notes
}

// build builds a chain, or none if it has too many inferences before it is reduced.
func (s *Story) build(facts []model.Fact, most int) built {
	c := s.chainer(most)
	defer func() { s.idle = c }()
	goals := map[int]bool{}
	for _, f := range facts {
		if i := c.fact(f); i >= 0 {
			goals[i] = true
		}
	}
	b := built{at: len(s.changes), most: most}
	if c.over() {
		c.looked(&b)
		return b
	}
	for _, f := range c.notes {
		if !slices.Contains(facts, f) {
			b.notes = append(b.notes, f)
		}
	}
	b.chain = c.reduced(goals)
	for i := range b.chain {
		s.unhide(&b.chain[i])
		c.evidence(b.chain, i)
	}
	if one, ok := s.repeats(b.chain); ok {
		one.Claims = nil
		for _, f := range facts {
			one.Claims = append(one.Claims, claimOf(s.m, f))
		}
		b.chain = Chain{one}
	}
	b.turn = c.turn
	b.inner = c.inner(b.chain)
	c.looked(&b)
	return b
}

// innerFact is a fact that a chain claims on the way, and its cause.
type innerFact struct {
	fact  model.Fact
	cause cause
}

// inner returns the written facts that a chain claims on its way, without suppositions.
func (c *chainer) inner(chain Chain) (all []innerFact) {
	for i := range chain[:max(0, len(chain)-1)] {
		in := &chain[i]
		if in.Kind != Follows || in.Under >= 0 {
			continue
		}
		for _, claim := range in.Claims {
			f := model.Fact{Var: claim.Var, Value: claim.Value, Is: true}
			if claim.Op != model.LinkIs || !c.written(f) {
				continue
			}
			first := linkAt{i: -1}
			for at, j := range c.links { // in no order: the first that was added counts
				if at.i < 0 || len(at.p.supposed) > 0 || first.i >= 0 && c.links[first] < j {
					continue
				}
				if l := &at.p.Links[at.i]; l.Var == claim.Var && l.Op == claim.Op && l.Value == claim.Value {
					first = at
				}
			}
			if first.i >= 0 {
				all = append(all, innerFact{f, cause{argument: first.p, at: first.i}})
			}
		}
	}
	return all
}

// looked records what a chain looked at.
func (c *chainer) looked(b *built) {
	slices.Sort(c.vars)
	slices.SortFunc(c.facts, compareFacts)
	b.vars, b.facts, b.bare = slices.Clone(slices.Compact(c.vars)), slices.Clone(slices.Compact(c.facts)), c.bare
}

// chainer returns one that has built nothing. It takes the memory of the last one, if that is done.
func (s *Story) chainer(most int) *chainer {
	c := s.idle
	if s.idle = nil; c == nil {
		return &chainer{Story: s, most: most, at: map[model.Fact]int{}, links: map[linkAt]int{}, claimed: map[Claim][]int{}, placing: map[stand][]int{}}
	}
	clear(c.chain)
	clear(c.at)
	clear(c.links)
	clear(c.claimed)
	clear(c.placing)
	*c = chainer{Story: s, most: most, chain: c.chain[:0], at: c.at, links: c.links, claimed: c.claimed, placing: c.placing, notes: c.notes[:0], vars: c.vars[:0], facts: c.facts[:0]}
	return c
}

// repeats makes one inference of a short chain whose inferences all have the same reason.
func (s *Story) repeats(chain Chain) (one Inference, ok bool) {
	if len(chain) < 2 || len(chain) > mostRepeats || slices.ContainsFunc(chain, func(in Inference) bool { return in.Tried || in.Left }) {
		return one, false
	}
	why := ""
	for i := range chain {
		in := &chain[i]
		if in.Kind == Supposes {
			continue
		}
		switch text := s.ground(in); {
		case text == "", why != "" && why != text:
			return one, false
		case why == "":
			why, one = text, *in
		default:
			one = one.with(in)
		}
	}
	one.Kind, one.Under, one.From, one.Parts = Follows, -1, nil, nil
	return one, true
}

// mostRepeats bounds a chain of which only the reason is told.
const mostRepeats = 4

// with joins two inferences to one.
func (in Inference) with(other *Inference) Inference {
	in.Parts = slices.Concat(in.each(), other.each())
	in.Claims = append(slices.Clone(in.Claims), other.Claims...)
	in.Units, in.Also, in.Rest = unite(in.Units, other.Units), unite(in.Also, other.Also), unite(in.Rest, other.Rest)
	in.From, in.Since = unite(in.From, other.From), slices.Concat(in.Since, other.Since)
	in.Via, in.Against = slices.Concat(in.Via, other.Via), slices.Concat(in.Against, other.Against)
	return in
}

// each returns the inferences that were joined to one, or the one.
func (in *Inference) each() []Inference {
	if len(in.Parts) > 0 {
		return in.Parts
	}
	return []Inference{*in}
}

// isSilent reports whether all units of an inference are silent.
func (in *Inference) isSilent(silent func(int32) bool) bool {
	return !slices.ContainsFunc(slices.Concat(in.Units, in.Also), func(u int32) bool { return !silent(u) })
}

// evidence records what an inference about the structure of finds rests on.
func (x *Explainer) evidence(chain Chain, i int) {
	x.evidenceOf(chain, &chain[i])
	for j := range chain[i].Parts {
		x.evidenceOf(chain, &chain[i].Parts[j])
	}
}

func (x *Explainer) evidenceOf(chain Chain, in *Inference) {
	tells := func(u int32) bool { return x.tallyOf(u) != nil || x.connects(u) >= 0 || x.isPair(u) || x.reaches(u) }
	if !slices.ContainsFunc(in.Units, func(u int32) bool {
		return x.vertexPiece(u) || x.structural(u) || tells(u) || x.distinct(u) || x.isPlace(u)
	}) && !slices.ContainsFunc(in.Also, tells) {
		return
	}
	note := func(c Claim) {
		if !slices.Contains(in.Evidence, c) {
			in.Evidence = append(in.Evidence, c)
		}
	}
	for _, f := range in.Since {
		note(claimOf(x.m, f))
	}
	for _, j := range in.From {
		for _, claim := range chain[j].Claims {
			note(claim)
		}
	}
	sized := slices.ContainsFunc(in.Units, x.sized)
	if !sized && !slices.ContainsFunc(in.Units, func(u int32) bool { return x.tallyOf(u) != nil }) {
		return
	}
	for _, claim := range in.Via {
		note(claim)
	}
	if sized || in.Kind == Contradicts { // else what was supposed is told no more
		for _, claim := range in.Against {
			note(claim)
		}
	}
}

// longestChain bounds a chain before it is reduced.
const longestChain = 5_000

// over reports whether a chain has more inferences than it may have. It is dropped.
func (c *chainer) over() bool { return len(c.chain) > c.most }

// fact adds the argument for a fact and returns its last inference, or -1 if the reader knows the fact.
func (c *chainer) fact(f model.Fact) int {
	f = normal(c.m, f)
	if c.known[f] {
		return -1
	}
	if i, ok := c.at[f]; ok {
		return i
	}
	c.vars, c.facts = append(c.vars, f.Var), append(c.facts, f)
	if i := c.standing(claimOf(c.m, f), -1); i >= 0 {
		c.at[f] = i
		return i
	}
	why, ok := c.causeOf(f)
	if !ok {
		c.bare = append(c.bare, f)
	}
	if !ok || why.at < 0 || c.over() || len(c.chain) > longestChain {
		return -1
	}
	i := c.prove(why, f, -1)
	c.at[f] = i
	if why.Refuted {
		c.notes = append(c.notes, f)
	}
	return i
}

// prove adds a proof of a fact under a supposition, or -1.
func (c *chainer) prove(why cause, f model.Fact, under int) int {
	if !why.Refuted {
		return c.link(why.argument, why.at, under)
	}
	if why.tried {
		end := c.link(why.argument, why.at, under)
		c.chain[end].Kind, c.chain[end].Claims, c.chain[end].Tried = Follows, []Claim{claimOf(c.m, f)}, true
		return end
	}
	begin := len(c.chain)
	c.chain = append(c.chain, Inference{Kind: Supposes, Claims: []Claim{claimOf(c.m, f.Not())}, Under: under})
	c.place()
	end := c.link(why.argument, why.at, begin)
	claim := claimOf(c.m, f)
	c.chain[end].Claims = []Claim{claim}
	c.chain[begin].Under = c.around(begin)
	c.claimed[claim] = append(c.claimed[claim], end)
	return end
}

// link adds a link and what it uses.
func (c *chainer) link(p *argument, i, under int) int {
	if j, ok := c.links[linkAt{p, i}]; ok {
		return j
	}
	l := &p.Links[i]
	j := -1
	if l.Var >= 0 {
		claim := Claim{l.Var, l.Op, l.Value}
		if j = c.standing(claim, under); j < 0 && c.single(p, l, under) >= 0 {
			j = c.standing(claim, under)
		}
	}
	if j < 0 {
		j = c.follow(p, l, under)
	}
	c.links[linkAt{p, i}] = j
	return j
}

// follow adds what a link says, after what it uses.
func (c *chainer) follow(p *argument, l *model.Link, under int) int {
	claim := c.strongest(l)
	for _, j := range c.claimed[claim] {
		if c.within(under, c.chain.scope(j)) {
			return j
		}
	}
	in := Inference{Kind: Follows, Units: l.Units, Under: under, Late: p.late, Alone: len(l.From)+len(l.Facts) == 0}
	for _, j := range l.From {
		if c.over() {
			break
		}
		if f, ok := c.tells(&p.Links[j]); ok {
			c.since(&in, f)
		} else {
			in.From = append(in.From, c.link(p, j, under))
		}
	}
	for _, f := range l.Facts {
		if n := len(p.supposed); n > 0 && f == p.supposed[n-1] {
			in.From = append(in.From, under)
			continue
		}
		if is, ok := c.values[f.Var]; ok && !f.Is && is != f.Value { // told by its value
			in.Since = append(in.Since, model.Fact{Var: f.Var, Value: is, Is: true})
			continue
		}
		c.vars = append(c.vars, f.Var)
		if c.known[normal(c.m, f)] {
			c.since(&in, f)
			continue
		}
		c.facts = append(c.facts, normal(c.m, f))
		if _, ok := p.lemmas[f]; ok {
			in.From = append(in.From, c.lemma(p, f, under))
			continue
		}
		if slices.Contains(p.supposed, f) { // of an argument around this one
			in.From = append(in.From, c.outer(f, under))
			continue
		}
		if j := c.fact(f); j >= 0 {
			in.From = append(in.From, j)
		} else {
			in.Since = append(in.Since, f)
		}
	}
	in.Left, in.Empty = c.oneLeft(p, l)
	in.From = slices.DeleteFunc(unite(in.From, nil), func(j int) bool { return j < 0 })
	if l.Var < 0 {
		in.Kind = Contradicts
		c.chain = append(c.chain, in)
		return len(c.chain) - 1
	}
	for _, j := range c.claimed[claim] { // what it uses may say it, too
		if c.within(under, c.chain.scope(j)) {
			return j
		}
	}
	in.Claims, in.Under = []Claim{claim}, c.deepest(in.From)
	c.claimed[claim] = append(c.claimed[claim], len(c.chain))
	c.chain = append(c.chain, in)
	c.place()
	return len(c.chain) - 1
}

// since adds to an inference a fact that the reader knows.
func (c *chainer) since(in *Inference, f model.Fact) {
	if j := c.standing(claimOf(c.m, f), -1); j >= 0 {
		in.From = append(in.From, j)
	} else {
		in.Since = append(in.Since, f)
	}
}

// strongest returns what a link shows: that a value has only one place left, where the argument needs only that
// the place has no other value.
func (c *chainer) strongest(l *model.Link) Claim {
	if l.Var >= 0 && l.Op != model.LinkIs && len(l.Units) == 1 && c.isPlace(l.Units[0]) && !c.m.Vars[l.Var].Bool {
		if is := (Claim{l.Var, model.LinkIs, c.m.Instances[l.Units[0]].Piece.Value}); is.implies(Claim{l.Var, l.Op, l.Value}) {
			return is
		}
	}
	return Claim{l.Var, l.Op, l.Value}
}

// lemma adds the proof of a lemma, after those of the lemmas that it uses.
func (c *chainer) lemma(p *argument, f model.Fact, under int) int {
	lemma := p.lemmas[f]
	if j, met := c.links[linkAt{lemma, -1}]; met {
		return j
	}
	for i := range lemma.Links {
		for _, g := range lemma.Links[i].Facts {
			if _, ok := p.lemmas[g]; ok && g != f && !c.known[g] {
				c.vars, c.facts = append(c.vars, g.Var), append(c.facts, g)
				c.lemma(p, g, under)
			}
		}
	}
	for _, j := range c.claimed[claimOf(c.m, f)] {
		if c.within(under, c.chain.scope(j)) {
			return j
		}
	}
	j := c.prove(cause{argument: lemma, at: len(lemma.Links) - 1}, f, under)
	c.links[linkAt{lemma, -1}] = j
	return j
}

// oneLeft reports whether a link says that only one value of a variable is left, or none, because the others were
// excluded one by one. It returns the variable.
func (c *chainer) oneLeft(p *argument, l *model.Link) (left bool, of model.VarID) {
	of = l.Var
	gone, several := 0, false
	count := func(v model.VarID) {
		if of < 0 {
			of = v
		}
		if several = several || v != of; v == of {
			gone++
		}
	}
	for _, f := range l.Facts {
		if !f.Is {
			count(f.Var)
		}
	}
	for _, j := range l.From {
		if from := &p.Links[j]; from.Op == model.LinkIsNot {
			count(from.Var)
		}
	}
	if l.Var < 0 {
		if len(l.Units) > 0 || gone == 0 || several {
			return false, 0
		}
		return true, of
	}
	return l.Op == model.LinkIs && gone > 0 && !c.m.Vars[l.Var].Bool && !slices.ContainsFunc(l.Units, c.isPlace), l.Var
}

// tells reports whether the reader knows what a link says, and returns the fact that says it.
func (c *chainer) tells(l *model.Link) (f model.Fact, ok bool) {
	is, fixed := c.values[l.Var]
	if !fixed {
		c.vars = append(c.vars, l.Var)
	}
	f = model.Fact{Var: l.Var, Value: is, Is: true}
	switch l.Op {
	case model.LinkIs:
		return f, fixed && is == l.Value
	case model.LinkIsNot:
		if fixed && is != l.Value {
			return f, true
		}
		f = model.Fact{Var: l.Var, Value: l.Value}
		if !c.known[f] {
			c.facts = append(c.facts, f)
		}
		return f, c.known[f]
	case model.LinkAtLeast:
		return f, fixed && is >= l.Value
	}
	return f, fixed && is <= l.Value
}

// within reports whether a supposition is outer or nested in it. -1 is none.
func (c *chainer) within(under, outer int) bool {
	for under != outer {
		if under < 0 {
			return false
		}
		under = c.chain[under].Under
	}
	return true
}

// outer returns the inference of a fact that holds under an enclosing supposition.
func (c *chainer) outer(f model.Fact, under int) int {
	want := claimOf(c.m, f)
	for i := len(c.chain) - 1; i >= 0; i-- {
		if slices.Contains(c.chain[i].Claims, want) && c.within(under, c.chain.scope(i)) {
			return i
		}
	}
	return under
}

// scope returns the supposition under which an inference may be used, or -1 for none. A supposition is its own
// scope. A contradiction has the scope around the supposition that it ends.
func (c Chain) scope(i int) int {
	switch in := &c[i]; {
	case in.Kind == Supposes:
		return i
	case in.Kind == Contradicts && in.Under >= 0:
		return c[in.Under].Under
	default:
		return in.Under
	}
}

// InScope reports whether an inference uses only what holds where it stands.
func (c Chain) InScope(i int) bool {
	return !slices.ContainsFunc(c[i].From, func(j int) bool {
		scope := c.scope(j)
		for under := c[i].Under; under != scope; under = c[under].Under {
			if under < 0 {
				return true
			}
		}
		return false
	})
}

// Cost says how hard a chain is to follow. It grows with the inferences, and more so within suppositions.
func (c Chain) Cost() float64 {
	cost, nested := 0.0, 0
	for i := range c {
		in := &c[i]
		switch in.Kind {
		case Supposes:
			nested++
			cost += 2 * float64(nested)
		default:
			cost += 1 + 0.1*float64(max(0, len(in.Units)+len(in.Also)-1))
		}
	}
	return cost
}

// Units returns the units that a chain names, ascending.
func (c Chain) Units() (units []int32) {
	for i := range c {
		units = append(units, c[i].Units...)
		units = append(units, c[i].Also...)
	}
	return unite(units, nil)
}

// Main returns the units of the last inference, where the step is visible. If values were excluded one by one, these are
// all that exclude some.
func (c Chain) Main() []int32 {
	for i := len(c) - 1; i >= 0; i-- {
		if c[i].Left && len(c[i].Units) > 0 {
			return slices.Compact(slices.Sorted(slices.Values(slices.Concat(c[i].Units, c[i].Also))))
		}
		if len(c[i].Units) > 0 {
			return c[i].Units
		}
		if len(c[i].Also) > 0 {
			return c[i].Also
		}
	}
	return nil
}

// Since returns the facts that a chain uses and that the reader knows.
func (c Chain) Since() (facts []model.Fact) {
	met := map[model.Fact]bool{}
	for i := range c {
		for _, f := range c[i].Since {
			if !met[f] {
				met[f] = true
				facts = append(facts, f)
			}
		}
	}
	return facts
}

// Nested returns how deep suppositions are nested.
func (c Chain) Nested() (depth int) {
	now := 0
	for i := range c {
		switch c[i].Kind {
		case Supposes:
			now++
			depth = max(depth, now)
		case Contradicts:
			now--
		}
	}
	return depth
}
