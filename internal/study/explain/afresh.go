package explain

import (
	"context"
	"slices"

	"nazo/internal/model"
)

// Arguments by contradiction are found when less is told than when they are told. Before a step is told they are looked
// for anew, from what the reader knows by then.

// anew returns an argument for a fact by some units from what the reader knows, and from what was known when the fact was found,
// or nil.
func (s *Story) anew(ctx context.Context, f model.Fact, why *argument, units []int32, depth int) *argument {
	known := slices.Clone(s.told)
	for _, g := range why.before {
		if !s.known[g] {
			known = append(known, g)
		}
	}
	p := s.refuteBy(ctx, model.Query{Known: known, On: units}, []model.Fact{f.Not()}, depth)
	if p != nil {
		p.before, p.late = why.before, why.late
	}
	return p
}

// argueAfresh looks for a shorter argument for a step that supposes something. It reports whether there is one.
func (s *Story) argueAfresh(ctx context.Context, step *StoryStep) bool {
	f := normal(s.m, step.Facts[0])
	why := s.causes[f]
	if at, met := s.afresh[f]; met && at == len(s.told) || why.argument == nil || !why.Refuted {
		return false
	}
	s.afresh[f] = len(s.told)
	depth := 1
	if why.tried || len(why.lemmas) > 0 {
		depth = 2
	}
	p := s.anew(ctx, f, why.argument, s.withPieces(unite(step.Chain.allUnits(), why.units())), depth)
	if p == nil && why.tried {
		p = s.anew(ctx, f, why.argument, s.fine, 1)
	}
	if p == nil {
		return false
	}
	return s.replaceCause(f, cause{argument: p, at: len(p.Links) - 1}, func(c Chain) bool { return c.Cost() < step.Cost || why.tried })
}

// replaceCause keeps another cause of a fact if its chain is better.
func (s *Story) replaceCause(f model.Fact, by cause, better func(Chain) bool) bool {
	before, had := s.causes[f]
	s.causes[f] = by
	s.changes = append(s.changes, f)
	delete(s.chains, f)
	if c, _ := s.chainOf(f); better(c) {
		return true
	}
	if s.causes[f] = before; !had {
		delete(s.causes, f)
	}
	s.changes = append(s.changes, f)
	delete(s.chains, f)
	return false
}

// turn returns a fact that can be told before a long step and makes it shorter, if there is one. See pivot.
func (s *Story) turn(ctx context.Context, step *StoryStep) (g model.Fact, ok bool) {
	f := normal(s.m, step.Facts[0])
	b, why := s.chains[step.Facts[0]], s.causes[f]
	if at, met := s.turned[f]; met && at == len(s.told) || b.turn == nil || why.argument == nil {
		return g, false
	}
	s.turned[f] = len(s.told)
	g = *b.turn
	if s.known[g] || s.known[normal(s.m, g.Not())] || s.tellsOf(g) {
		return g, false
	}
	p := s.anew(ctx, g, why.argument, s.withPieces(unite(step.Chain.allUnits(), why.units())), 1+min(1, step.Chain.Nested()-1))
	if p == nil {
		return g, false
	}
	return g, s.replaceCause(g, cause{argument: p, at: len(p.Links) - 1}, func(c Chain) bool { return c.Cost() < step.Cost })
}

// allUnits returns the units that a chain rests on, ascending.
func (c Chain) allUnits() (units []int32) {
	for i := range c {
		units = append(units, c[i].Rest...)
	}
	return unite(units, c.Units())
}

// units returns the units of an argument and its lemmas, ascending.
func (p *argument) units() (units []int32) {
	for i := range p.Links {
		units = append(units, p.Links[i].Units...)
	}
	for _, lemma := range p.lemmas {
		units = append(units, lemma.units()...)
	}
	return unite(units, nil)
}
