package explain

import (
	"context"
	"slices"

	"nazo/dsl/value"
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

// likewise adds to a short step that supposes something the facts for which the same is told, whether the way has found
// them or not. The same follows at once from their opposites, so they share a rule with each thing that follows so.
func (s *Story) likewise(step *StoryStep) {
	chain := step.Chain
	begin := slices.IndexFunc(chain, func(in Inference) bool { return in.Kind == Supposes })
	if begin < 0 || len(chain) > mostAlone || chain.Nested() > 1 || chain.last().Kind != Contradicts || !s.m.Vars[step.Facts[0].Var].Bool {
		return
	}
	first := s.causes[normal(s.m, step.Facts[0])]
	if first.argument == nil {
		return
	}
	on := chain.allUnits()
	var near []model.VarID // they share a rule with each thing that follows at once
	for i := range chain {
		in := &chain[i]
		if in.Kind != Follows || !slices.Contains(in.From, begin) {
			continue
		}
		rules := s.rulesOf(in.Units)
		for _, claim := range in.Claims {
			var around []model.VarID
			for _, u := range s.about[claim.Var] {
				if !s.far[u] && slices.Contains(rules, s.ruleOf(u)) {
					around, on = unite(around, s.reasons.Scope(u)), append(on, u)
				}
			}
			if near == nil {
				near = around
			}
			near = slices.DeleteFunc(slices.Clone(near), func(v model.VarID) bool { _, is := slices.BinarySearch(around, v); return !is })
		}
	}
	why := ""
	on = s.withPieces(on)
	for _, v := range near {
		f := model.Fact{Var: v, Value: step.Facts[0].Value, Is: step.Facts[0].Is}
		if _, known := s.values[v]; known || !s.m.Vars[v].Bool || !s.written(f) || !s.sameWords(f, step.Facts[0]) || slices.Contains(step.Facts, f) ||
			slices.Contains(first.before, f) || len(step.Facts) >= value.MostNamed {
			continue
		}
		p := s.anew(s.ctx, f, first.argument, on, 1)
		if p == nil {
			continue
		}
		if why == "" {
			why = s.Why(step)
		}
		if s.replaceCause(f, cause{argument: p, at: len(p.Links) - 1}, func(c Chain) bool {
			return len(c) == len(chain) && s.Why(&StoryStep{Chain: c}) == why
		}) {
			step.Facts = append(step.Facts, f)
		}
	}
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
