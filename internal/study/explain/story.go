package explain

import (
	"context"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// Story tells a way as a person would. Only what a player writes on the board makes a step. Helper facts stand
// within the reasons. What follows from one cause is one step.
type Story struct {
	*Explainer
	// Written lists what the reader knows, in the order of telling. The givens come first.
	Written []model.Fact
	// Given counts the facts of Written that were given.
	Given int

	ctx     context.Context // of the step that is told
	state   *State
	walk    *Walk
	hidden  map[model.Fact]*Inference // why the reader knows what goes without saying
	told    []model.Fact              // what the reader knows, in the order of the story
	known   map[model.Fact]bool       // what the reader knows
	values  map[model.VarID]int64     // what the reader knows of variables
	causes  map[model.Fact]cause
	chains  map[model.Fact]built // of facts that were asked about
	changes []model.Fact         // what the reader learned or got another cause, in order
	idle    *chainer             // one that is done; nil if there is none
	pending []model.Fact         // written facts that were found and not told
	notes   []model.Fact         // what only helps and is told before the next step
	reader  model.Inquiry        // asked from what the reader knows; nil until it is needed
	renewed int                  // how many facts were told when reasons were renewed last
	// shortened is the same for the reasons of notes. afresh and turned are the same for a fact.
	shortened      int
	afresh, turned map[model.Fact]int
	sums           map[model.VarID][]int32 // the answers of sumsOf
	unsummed       map[model.VarID]bool    // the numbers to look at again; see nextSum
	markSums       map[int32]*markSum      // the answers of markSumOf
	looked         map[int]areaLook        // areas that had to take nothing; see nextArea
	grown, tried   int                     // how many facts were told then, and when areas were tried last
	// marked and supposed are how many facts were told when marks led to nothing last, without and with suppositions.
	marked, supposed int
	steps            int            // how many were told
	saidIn           map[string]int // the first step of what was told; see number
	later            []string       // scratch of number
	passed           map[model.VarID]passedBy
	placed           map[stand]model.Fact // where values stand that the reader knows
	shownIn          map[model.Fact]int   // the step of what is not so
	numbered         int                  // how many facts were told in the steps so far
	summed           int                  // how many facts were told when numbers were marked so last
	ended            bool
	end              End
	solution         model.Solution
}

// StoryStep is a step of a story.
type StoryStep struct {
	// Facts are the written facts, ascending by variable.
	Facts []model.Fact
	// Says is said in place of the facts, if there is any. See [Story.restate].
	Says  []Claim
	Chain Chain
	// Known counts the facts of [Story.Written] before this step.
	Known int
	// Cost says how long the chain is to read, and Weight how hard the step is to find. Both are for one of the
	// facts.
	Cost, Weight float64
	// Technique is the players' name for the step, or "".
	Technique string
	// As says for each inference in which step it was told before, with its reason, or 0. See [Story.number].
	As []int
	// Note marks a step for a helper fact, which would make a later step too long.
	Note bool
}

// Story begins a story where some facts are known.
func (x *Explainer) Story(ctx context.Context, known ...model.Fact) *Story {
	s := x.telling(ctx, known)
	s.walk = x.Walk(ctx, s.state)
	s.solution = s.walk.solution
	if s.walk.way != nil {
		s.walk.way.note = s.note
	}
	return s
}

// telling returns a story without a way, for a reader who knows some facts.
func (x *Explainer) telling(ctx context.Context, known []model.Fact) *Story {
	s := &Story{Explainer: x, ctx: ctx, state: x.Begin(known...), known: map[model.Fact]bool{}, hidden: map[model.Fact]*Inference{}, causes: map[model.Fact]cause{},
		values: map[model.VarID]int64{}, chains: map[model.Fact]built{},
		afresh: map[model.Fact]int{}, turned: map[model.Fact]int{}, sums: map[model.VarID][]int32{}, unsummed: map[model.VarID]bool{}, markSums: map[int32]*markSum{}, marked: -1, supposed: -1, looked: map[int]areaLook{}, grown: -1, tried: -1, saidIn: map[string]int{}, placed: map[stand]model.Fact{}, passed: map[model.VarID]passedBy{}, shownIn: map[model.Fact]int{}}
	for _, f := range s.state.Facts {
		s.learn(f)
	}
	s.numbered = len(s.told)
	return s
}

// Solution returns a solution that was found, or nil.
func (s *Story) Solution() model.Solution { return s.solution }

// learn records that the reader knows a fact.
func (s *Story) learn(f model.Fact) {
	if !s.known[f] {
		s.changes = append(s.changes, f)
		delete(s.chains, f)
		s.known[f] = true
		s.told = append(s.told, f)
		if f.Is {
			s.values[f.Var] = f.Value
			s.put(f)
			s.pass(f)
		}
		if s.written(f) {
			s.Written = append(s.Written, f)
		}
	}
}

// written reports whether a player writes a fact on the board.
func (x *Explainer) written(f model.Fact) bool {
	return x.writes(f.Var) && (f.Is || x.m.Vars[f.Var].Bool)
}

// note records what the way found.
func (s *Story) note(ctx context.Context, before []model.Fact, units []int32, found []model.Fact) {
	s.explain(ctx, before, units, found, s.noteCause)
}

// noteCause keeps the first cause of a fact.
func (s *Story) noteCause(f model.Fact, c cause) {
	f = normal(s.m, f)
	if _, ok := s.causes[f]; !ok {
		s.causes[f] = c
	}
}

// settle records facts that became known. A value that is the last one left is explained by the exclusion of the
// others.
func (s *Story) settle(added []model.Fact) {
	for _, f := range added {
		if _, ok := s.causes[f]; !ok && f.Is && !s.m.Vars[f.Var].Bool {
			l := model.Link{Var: f.Var, Op: model.LinkIs, Value: f.Value}
			for k := range s.m.Vars[f.Var].Domain.Each {
				if k != f.Value {
					l.Facts = append(l.Facts, model.Fact{Var: f.Var, Value: k})
				}
			}
			s.causes[f] = cause{argument: &argument{Derivation: model.Derivation{Links: []model.Link{l}}}}
		}
		if s.written(f) {
			s.pending = append(s.pending, f)
		}
	}
}

// Next tells the next step; nil at the end.
func (s *Story) Next(ctx context.Context) (*StoryStep, End) {
	s.ctx = ctx
	for {
		if step := s.choose(ctx); step != nil {
			return step, Solved
		}
		if !s.ended && ctx.Err() != nil {
			s.ended, s.end = true, GivenUp
		}
		if s.ended {
			return nil, s.end
		}
		s.more(ctx)
	}
}

// more takes one step of the way.
func (s *Story) more(ctx context.Context) bool {
	micro, end := s.walk.Next(ctx)
	if micro == nil {
		s.ended, s.end = true, end
		return false
	}
	s.settle(micro.New)
	return true
}

// choose tells the easiest of the written facts that were found, or nil.
func (s *Story) choose(ctx context.Context) *StoryStep {
	if step := s.nextSum(); step != nil {
		s.notes = nil
		return s.tell(ctx, step)
	}
	if step := s.nextMark(false, fewMarks); step != nil {
		s.notes = nil
		return s.tell(ctx, step)
	}
	if step := s.nextArea(); step != nil {
		s.notes = nil
		return s.tell(ctx, step)
	}
	if step := s.nextNote(); step != nil {
		return step
	}
	var best *StoryStep
	s.pending = slices.DeleteFunc(s.pending, func(f model.Fact) bool { return s.known[f] })
	s.renew(ctx)
	for i := range s.pending {
		f := s.pending[i]
		if s.isPrinted(f) && s.isAlone(f) {
			s.learn(f)
			s.Given = max(s.Given, len(s.Written))
			return s.choose(ctx)
		}
		if i >= mostWeighed {
			break
		}
		c, _ := s.chainOf(f)
		if s.isPlain(c) {
			s.learn(f)
			return s.choose(ctx)
		}
		c = s.shorterBySums(f, c)
		if cost := c.Cost(); best == nil || cost < best.Cost {
			best = &StoryStep{Facts: []model.Fact{f}, Chain: c, Cost: cost}
		}
	}
	if best == nil {
		return nil
	}
	if best.Cost > turning {
		if step := s.nextMark(true, manyMarks); step != nil {
			return s.tell(ctx, step)
		}
		if step := s.nextGrowth(best.Cost + manyMarks); step != nil {
			return s.tell(ctx, step)
		}
	}
	if s.argueAfresh(ctx, best) {
		return s.choose(ctx)
	}
	if best.Cost > longest {
		if _, notes := s.chainOf(best.Facts[0]); len(notes) > 0 {
			if s.shortenNotes(ctx, best.Chain, notes) {
				return s.choose(ctx)
			}
			s.notes = notes
			return s.nextNote()
		}
	}
	if s.tellInner(best.Facts[0]) {
		return s.choose(ctx)
	}
	if best.Cost > turning {
		if g, ok := s.turn(ctx, best); ok {
			if s.written(g) {
				s.pending = slices.Insert(s.pending, 0, g)
			} else {
				s.notes = []model.Fact{g}
			}
			return s.choose(ctx)
		}
	}
	return s.tell(ctx, best)
}

// tell finishes a step, and records what the reader learns by it.
func (s *Story) tell(ctx context.Context, best *StoryStep) *StoryStep {
	s.readOff(best)
	s.widen(ctx, best)
	best.Weight = s.weight(best.Chain)
	s.inform(best)
	s.restate(best)
	s.nameTechnique(best)
	best.Known = len(s.Written)
	for _, f := range best.Facts {
		s.learn(f)
	}
	s.learnMarks(best.Chain)
	s.follow(best)
	s.number(best)
	return best
}

// tellInner puts the written facts on the way to one before it. It reports whether there are some.
func (s *Story) tellInner(f model.Fact) bool {
	var first []model.Fact
	for _, in := range s.chains[f].inner {
		if s.known[in.fact] || s.tellsOf(in.fact) || slices.Contains(first, in.fact) || in.fact == f {
			continue
		}
		if _, found := s.causes[in.fact]; !found {
			s.causes[in.fact] = in.cause
			s.changes = append(s.changes, in.fact)
		}
		first = append(first, in.fact)
	}
	first = slices.DeleteFunc(first, func(g model.Fact) bool { return slices.Contains(s.pending[:min(len(s.pending), mostWeighed)], g) })
	s.pending = slices.Concat(first, s.pending)
	return len(first) > 0
}

// nextNote tells the next helper fact that a long step needs, or nil.
func (s *Story) nextNote() *StoryStep {
	for len(s.notes) > 0 {
		f := s.notes[0]
		s.notes = s.notes[1:]
		if _, _, evident := s.atOnce(claimOf(s.m, f)); evident || s.known[f] || s.tellsOf(f) {
			continue
		}
		step := &StoryStep{Facts: []model.Fact{f}, Known: len(s.Written), Note: true}
		if s.isShown(f) {
			s.learn(f)
			continue
		}
		step.Chain, _ = s.chainOf(f)
		step.Chain = s.shorterBySums(f, step.Chain)
		if s.hide(step) {
			continue
		}
		if k, ok := s.onlyPlace(step); ok { // it shows more
			step.Facts[0] = model.Fact{Var: f.Var, Value: k, Is: true}
			in := step.Chain[0]
			in.Parts, in.Claims = nil, []Claim{claimOf(s.m, step.Facts[0])}
			step.Chain, step.Note = Chain{in}, false
		}
		step.Cost, step.Weight = step.Chain.Cost(), s.weight(step.Chain)
		if step.Cost > turning {
			if g, ok := s.turn(s.ctx, step); ok && !s.written(g) {
				s.notes = slices.Concat([]model.Fact{g, f}, s.notes)
				continue
			}
		}
		s.nameTechnique(step)
		if step.Note {
			s.joinNotes(step)
		}
		s.inform(step)
		s.restate(step)
		for _, f := range step.Facts {
			s.learn(f)
		}
		s.learnRestated(step)
		s.learnMarks(step.Chain)
		s.number(step)
		return step
	}
	return nil
}

// learnMarks records the numbers that a chain excludes in any case. A player notes them on the board.
func (s *Story) learnMarks(chain Chain) {
	for i := range chain {
		if chain[i].Kind == Supposes || chain.scope(i) >= 0 {
			continue
		}
		for _, claim := range chain[i].Claims {
			if claim.Op == model.LinkIsNot && s.writes(claim.Var) && !s.m.Vars[claim.Var].Bool {
				s.learn(model.Fact{Var: claim.Var, Value: claim.Value})
			}
		}
	}
}

// hide reports whether a note goes without saying, as only silent rules lead to it. The reader learns it. A step that
// uses it takes its place.
func (s *Story) hide(note *StoryStep) bool {
	if len(note.Chain) != 1 || note.Chain[0].Left || note.Chain[0].Tried || !note.Chain[0].isSilent(s.Problem.Silent) {
		return false
	}
	for _, f := range note.Facts {
		s.hidden[f] = &note.Chain[0]
		s.learn(f)
	}
	return true
}

// unhide puts what hidden facts rest on in their place.
func (s *Story) unhide(in *Inference) {
	for i := range in.Parts {
		s.unhide(&in.Parts[i])
	}
	var since []model.Fact
	for _, f := range in.Since {
		h := s.hidden[f]
		if h == nil {
			since = append(since, f)
			continue
		}
		in.Also, in.Rest = unite(in.Also, slices.Concat(h.Units, h.Also)), unite(in.Rest, h.Rest)
		for _, g := range h.Since {
			if !slices.Contains(since, g) {
				since = append(since, g)
			}
		}
	}
	in.Since = since
}

// joinNotes adds to a note of one inference those behind it that have the same reason, or follow by the same rule.
func (s *Story) joinNotes(step *StoryStep) {
	if len(step.Chain) != 1 {
		s.alike(step, s.notes[:min(len(s.notes), mostAlike)])
		return
	}
	next := s.notes[:min(len(s.notes), mostWeighed)]
	next = slices.DeleteFunc(slices.Clone(next), func(f model.Fact) bool {
		return s.known[f] || s.tellsOf(f) || s.joins(step, f, false)
	})
	s.notes = slices.Concat(next, s.notes[min(len(s.notes), mostWeighed):])
}

// joins adds a fact to a step of one inference if it has the same reason, or if it follows by the same rule and the
// step stays easy to read. With alike, such a fact must say the same of another place.
func (s *Story) joins(step *StoryStep, f model.Fact, alike bool) bool {
	full := s.named(step.Facts) >= value.MostNamed && f.Var != step.Facts[len(step.Facts)-1].Var
	c := s.shortChainOf(f, 1)
	if len(c) != 1 || len(c[0].Units) == 0 {
		return false
	}
	first := &step.Chain[0]
	if first.Left != c[0].Left || first.Tried != c[0].Tried || s.looks(c) > 0 && s.looks(step.Chain) == 0 {
		return false
	}
	all := first.with(&c[0])
	all.Evidence = nil
	chain := Chain{all}
	s.evidence(chain, 0)
	ground := s.ground(&c[0])
	same := ground == s.ground(first) || ground != "" && !first.Left && !slices.ContainsFunc(c[0].Units, s.structural) &&
		slices.ContainsFunc(first.Parts, func(part Inference) bool { return ground == s.ground(&part) })
	if same && slices.ContainsFunc(first.Units, s.sized) && !s.sameKind(f, step.Facts[0]) {
		return false // it follows by itself, once the first is told
	}
	if full && (len(first.Parts) < 2 || len(step.Facts) >= 2*value.MostNamed || len(s.paired(&chain[0])) < 2) {
		return false // else very many places have one reason
	}
	if !same && (full || !s.sameRule(&c[0], first) || alike && !s.sameWords(f, step.Facts[0]) || !s.readable(&chain[0])) {
		return false
	}
	step.Facts = append(step.Facts, f)
	if !same || !first.Left {
		step.Chain = chain
	}
	return true
}

// named counts the variables of facts.
func (s *Story) named(facts []model.Fact) int {
	vars := map[model.VarID]bool{}
	for _, f := range facts {
		vars[f.Var] = true
	}
	return len(vars)
}

// readable reports whether the reason of an inference is told by sentences, or by a rule whose name is one.
func (s *Story) readable(in *Inference) bool {
	rules := s.rulesIn(in.Units)
	return len(rules) == 1 && (isPhrase(rules[0]) || s.reason(in) != rules[0])
}

// isPhrase reports whether the name of a rule says what the rule says.
func isPhrase(name string) bool {
	first, _, _ := strings.Cut(name, " ")
	return strings.Count(name, " ") > 2 || slices.Contains([]string{"all", "each", "every", "no"}, first)
}

// sameRule reports whether two inferences follow by the same rule, which says more than that one thing is left.
func (s *Story) sameRule(a, b *Inference) bool {
	return len(a.Units) > 0 && len(b.Units) > 0 && !a.Left && !b.Left && !a.Tried && !b.Tried && s.ruleOf(a.Units[0]) == s.ruleOf(b.Units[0]) &&
		!slices.ContainsFunc(slices.Concat(a.Units, b.Units), s.isPlace)
}

// tellsOf reports whether a fact follows from the value that the reader knows for its variable.
func (s *Story) tellsOf(f model.Fact) bool {
	is, ok := s.values[f.Var]
	return ok && (is == f.Value) == f.Is
}

// renew finds shorter reasons for facts that were found together, now that some of them are told.
func (s *Story) renew(ctx context.Context) {
	if len(s.told) == s.renewed || len(s.pending) == 0 {
		return
	}
	s.renewed = len(s.told)
	first := s.pending[:min(len(s.pending), mostWeighed)]
	s.shorten(ctx, first)
	s.narrow(ctx, first)
}

// narrow finds reasons at single vertices for facts whose reason is a whole line, now that more of it is told.
func (s *Story) narrow(ctx context.Context, facts []model.Fact) {
	var wide []model.Fact
	var vertices []int32
	for _, f := range facts {
		c, _ := s.chainOf(f)
		before := len(vertices)
		for _, u := range c.Units() {
			for _, p := range s.pieces[u] {
				if s.vertexPiece(p) {
					vertices = append(vertices, p)
				}
			}
		}
		if len(vertices) > before {
			wide = append(wide, f)
		}
	}
	s.rederive(ctx, wide, unite(vertices, nil), func(was, now Chain) bool { return len(now) == 1 && now.Cost() <= was.Cost() })
}

// shortenNotes finds shorter reasons for notes of a chain, now that more is told than when they were found. It reports
// whether there are some.
func (s *Story) shortenNotes(ctx context.Context, c Chain, notes []model.Fact) bool {
	if len(s.told) == s.shortened {
		return false
	}
	s.shortened = len(s.told)
	return s.rederive(ctx, notes, s.withPieces(c.Units()), shorter)
}

// shorten finds reasons without a supposition for facts that have one with suppositions, from what is told. It reports
// whether some are shorter.
func (s *Story) shorten(ctx context.Context, facts []model.Fact) (some bool) {
	var long []model.Fact
	var units []int32
	for _, f := range facts {
		if c, _ := s.chainOf(f); c.tries() {
			long, units = append(long, f), append(units, c.Units()...)
		}
	}
	return s.rederive(ctx, long, s.withPieces(unite(units, nil)), shorter)
}

// shorter reports whether a chain with suppositions has become shorter.
func shorter(was, now Chain) bool { return was.tries() && now.Cost() < was.Cost() }

// rederive propagates units from what is told, and keeps the reasons that are better. It reports whether there are some.
func (s *Story) rederive(ctx context.Context, facts []model.Fact, on []int32, better func(was, now Chain) bool) (some bool) {
	if len(facts) == 0 {
		return false
	}
	if s.reader == nil { // what the reader knows grows, and is stated once
		reader, err := s.again(ctx)
		if err != nil {
			return false
		}
		s.reader = reader
	}
	d, ok := s.reader.Derive(model.Query{Known: slices.Clip(s.told), On: on}, facts)
	if !ok || d.Refuted {
		return false
	}
	now := &argument{Derivation: d}
	for i, f := range facts {
		if d.Wanted[i] < 0 {
			continue
		}
		was, _ := s.chainOf(f)
		before := s.causes[f]
		s.causes[f] = cause{argument: now, at: d.Wanted[i]}
		if c, _ := s.chain([]model.Fact{f}); better(was, c) {
			s.changes = append(s.changes, f)
			some = true
		} else {
			s.causes[f] = before
		}
	}
	return some
}

// A step by marks costs less than fewMarks if nothing else was tried, and less than manyMarks otherwise.
const (
	fewMarks  = 5
	manyMarks = 24
)

// longest is the cost from which a step has some of its helper facts told before it.
const longest = 8

// turning is the cost from which a part of a step that holds by itself is told before it.
const turning = 5

// widen adds to a step what else follows from its cause, or at once by the same rule.
func (s *Story) widen(ctx context.Context, step *StoryStep) {
	last := step.Chain.last()
	if last == nil || len(last.Units) == 0 {
		return
	}
	simple := len(step.Chain) == 1
	rule := s.ruleOf(last.Units[0])
	for simple && len(s.pending) < mostWeighed && !s.ended && ctx.Err() == nil && s.walk.way.ahead(rule) && s.more(ctx) {
	}
	if !simple {
		s.alike(step, s.pending)
		s.likewise(step)
		return
	}
	for grown := true; grown; { // what joins may name another place, of which more is told
		grown = false
		for _, f := range s.pending {
			if !s.known[f] && !slices.Contains(step.Facts, f) && s.joins(step, f, true) {
				grown = true
			}
		}
	}
}

// mostAlike bounds the notes that are compared with one.
const mostAlike = 4

// alike adds to a step of several inferences the facts for which the same is told.
func (s *Story) alike(step *StoryStep, facts []model.Fact) {
	why := ""
	for _, f := range facts {
		if s.known[f] || s.tellsOf(f) || slices.Contains(step.Facts, f) || len(step.Facts) >= value.MostNamed {
			continue
		}
		c := s.shortChainOf(f, len(step.Chain))
		if len(c) != len(step.Chain) || len(c) < 2 || c.Nested() > 1 {
			continue
		}
		if why == "" {
			why = s.Why(step)
		}
		if s.Why(&StoryStep{Chain: c}) == why {
			step.Facts = append(step.Facts, f)
		}
	}
}

// follow adds to a step of one inference what its facts say of other places by rules that go without saying.
func (s *Story) follow(step *StoryStep) {
	if len(step.Chain) != 1 || step.Chain[0].Tried {
		return
	}
	for again := true; again; {
		again = false
		for _, f := range s.pending {
			if s.known[f] || len(step.Facts) >= value.MostNamed {
				continue
			}
			c := s.shortChainOf(f, 1)
			if len(c) != 1 || len(c[0].Units) == 0 || !c[0].isSilent(s.Problem.Silent) || !slices.ContainsFunc(c[0].Since, func(g model.Fact) bool { return slices.Contains(step.Facts, g) }) {
				continue
			}
			in, said := step.Chain[0], &c[0]
			in.Claims = append(slices.Clone(in.Claims), said.Claims...)
			in.Also = unite(in.Also, slices.Concat(said.Units, said.Also))
			in.Rest, in.Since = unite(in.Rest, said.Rest), slices.Clone(in.Since)
			in.Parts = s.joinedTo(in.Parts, said)
			for _, g := range said.Since {
				if !slices.Contains(step.Facts, g) {
					in.Since = append(in.Since, g)
				}
			}
			step.Chain = Chain{in}
			step.Facts = append(step.Facts, f)
			s.learn(f)
			again = true
		}
	}
}

// joinedTo adds the claims of an inference by silent rules to the part that it follows from.
func (s *Story) joinedTo(parts []Inference, said *Inference) []Inference {
	parts = slices.Clone(parts)
	for i := range parts {
		if slices.ContainsFunc(said.Since, func(f model.Fact) bool { return slices.Contains(parts[i].Claims, claimOf(s.m, f)) }) {
			parts[i].Claims = append(slices.Clone(parts[i].Claims), said.Claims...)
			break
		}
	}
	return parts
}

// sameWords reports whether the same is said of two facts.
func (s *Story) sameWords(f, g model.Fact) bool {
	return f.Is == g.Is && f.Value == g.Value && s.m.Vars[f.Var].Find == s.m.Vars[g.Var].Find
}

// sameKind reports whether two facts are about one find, and both say what is so or what is not.
func (s *Story) sameKind(f, g model.Fact) bool {
	return f.Is == g.Is && s.m.Vars[f.Var].Find == s.m.Vars[g.Var].Find && (f.Value == g.Value || !s.m.Vars[f.Var].Bool)
}

// last returns the inference that ends a chain, or nil.
func (c Chain) last() *Inference {
	if len(c) == 0 {
		return nil
	}
	return &c[len(c)-1]
}

// isPlain reports whether a chain shows what goes without saying: by silent rules, at once from what the reader knows.
func (s *Story) isPlain(c Chain) bool {
	return len(c) == 1 && c[0].Kind == Follows && !c[0].Left && !c[0].Tried && len(c[0].Units) > 0 && len(c[0].Since) > 0 && c[0].isSilent(s.Problem.Silent)
}

// isAlone reports whether a fact rests on one unit at most and on no other fact. A number printed for two cells
// may be the sum of both.
func (s *Story) isAlone(f model.Fact) bool {
	c, _ := s.chainOf(f)
	return len(c) == 1 && len(c[0].Since) == 0 && len(c[0].Units) <= 1
}

// isPrinted reports whether a fact only repeats what is printed on the board: the value of a given at the same
// key, or a member of a given set.
func (s *Story) isPrinted(f model.Fact) bool {
	m, ok := s.Meaning(f.Var)
	if !ok {
		return false
	}
	for _, g := range s.Problem.Givens {
		switch v := g.Value.(type) {
		case *value.Array:
			if m.Key == nil || m.Member != nil || !f.Is {
				continue
			}
			if at, keyed := v.At(m.Key); keyed && !value.Equal(at, value.None{}) && value.Equal(at, m.Values(f.Value)) {
				return true
			}
		}
	}
	return false
}

// mostWeighed bounds the facts that are compared for the next step.
const mostWeighed = 24
