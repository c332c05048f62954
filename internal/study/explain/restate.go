package explain

import (
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// A find whose facts go without saying, as other finds show them, is told by these. That two cells are in one area says
// that one has the number of the other, if that is known.

// numbersOf returns the variable of the number of each cell of areas.
func (x *Words) numbersOf() map[int]model.VarID {
	if x.areaNumbers != nil {
		return x.areaNumbers
	}
	x.areaNumbers = map[int]model.VarID{}
	g := x.areaGraphOf()
	for _, c := range x.m.Constraints {
		b, ok := c.Body.(model.ComponentSizes)
		if !ok || b.Edges == nil || b.Counted != nil {
			continue
		}
		for _, size := range b.Sizes {
			n, ok := x.m.Ints[size].(model.IntVar)
			if !ok {
				continue
			}
			m, ok := x.Meaning(n.Var)
			if !ok || m.Key == nil || !x.writes(n.Var) {
				continue
			}
			if cell, ok := g.index[value.KeyOf(m.Key)]; ok {
				x.areaNumbers[cell] = n.Var
			}
		}
	}
	return x.areaNumbers
}

// endsOf returns the numbers of two cells, if a claim is about whether they are in one area, and the spec says nothing of
// that.
func (x *Words) endsOf(c Claim) (a, b model.VarID, ok bool) {
	if len(x.numbersOf()) == 0 || !x.regions(c.Var) || c.Op > model.LinkIsNot || x.writes(c.Var) {
		return 0, 0, false
	}
	m, _ := x.Meaning(c.Var)
	e, ok := m.Member.(value.Edge)
	if !ok {
		return 0, 0, false
	}
	g := x.areaGraphOf()
	a, hasA := x.numbersOf()[g.index[value.KeyOf(e.A)]]
	b, hasB := x.numbersOf()[g.index[value.KeyOf(e.B)]]
	return a, b, hasA && hasB
}

// restated returns what a claim says of the number of a cell, if it is about two cells in one area, the spec says nothing
// of that, and the number of the other cell is known.
func (x *Words) restated(c Claim, is func(model.VarID) (int64, bool)) (Claim, bool) {
	a, b, ok := x.endsOf(c)
	if !ok {
		return c, false
	}
	ka, knownA := is(a)
	kb, knownB := is(b)
	if knownA == knownB {
		return c, false
	}
	of, k := a, kb
	if knownA {
		of, k = b, ka
	}
	op := model.LinkIs
	if (c.Value == 1) != (c.Op == model.LinkIs) {
		op = model.LinkIsNot
	}
	return Claim{of, op, k}, true
}

// restate finds what the inferences of a step say of numbers, and drops those that say it again.
func (s *Story) restate(step *StoryStep) {
	if len(s.numbersOf()) == 0 {
		return
	}
	chain := step.Chain
	for i := range chain {
		in := &chain[i]
		is := func(v model.VarID) (int64, bool) { return s.isAt(chain, i, v) }
		in.Says = s.restatedAll(in.Claims, is)
		for j := range in.Parts {
			in.Parts[j].Says = s.restatedAll(in.Parts[j].Claims, is)
		}
		if len(in.Says) == 1 && len(in.Parts) > 1 { // one reason is enough
			in.Parts = in.Parts[:1]
		}
	}
	step.Chain = s.withoutShown(chain)
	var claims []Claim
	for _, f := range step.Facts {
		claims = append(claims, claimOf(s.m, f))
	}
	step.Says = s.restatedAll(claims, func(v model.VarID) (int64, bool) { k, ok := s.values[v]; return k, ok })
}

// withoutShown drops what the reader knows, what another inference says, and what numbers show. What used it rests on what
// it rests on.
func (s *Story) withoutShown(chain Chain) Chain {
	told := s.areaStateOf(alg.Map(s.told, func(f model.Fact) Claim { return claimOf(s.m, f) }))
	some := false
	for i := range chain {
		chain[i].From = slices.Clone(chain[i].From)
	}
	for i := range chain[:len(chain)-1] {
		in := &chain[i]
		if in.Kind != Follows {
			continue
		}
		var rest []Claim
		var sayers []int
		for _, c := range in.said() {
			if j, shown := s.shows(told, chain, i, c); !shown {
				rest = append(rest, c)
			} else if j >= 0 {
				sayers = append(sayers, j)
			}
		}
		if len(rest) > 0 {
			s.sayOnly(in, rest)
			continue
		}
		some = true
		for k := i + 1; k < len(chain); k++ {
			at := slices.Index(chain[k].From, i)
			if at < 0 {
				continue
			}
			user := &chain[k]
			user.From = unite(slices.Delete(user.From, at, at+1), slices.Concat(in.From, sayers))
			user.Rest = unite(user.Rest, slices.Concat(in.Units, in.Also, in.Rest))
			user.Since = firsts(slices.Concat(user.Since, in.Since))
			if in.Under != user.Under || in.Under < 0 { // else it may be told without what was supposed
				user.Via = slices.Concat(user.Via, in.Claims, in.Via)
			}
		}
	}
	if !some {
		return chain
	}
	chain = chain.needed(map[int]bool{len(chain) - 1: true})
	plain := map[Claim]bool{} // what was shown by a contradiction and follows at once now
	for i := range chain[1:] {
		if in := &chain[i+1]; in.Kind == Contradicts && in.Under == i && len(in.Claims) == 1 {
			plain[in.Claims[0]] = true
		}
	}
	chain = direct(chain)
	for i := range chain {
		if in := &chain[i]; in.Kind == Follows && len(in.Claims) == 1 && plain[in.Claims[0]] {
			in.Evidence, in.Known = nil, nil // what was supposed is none of it now
			s.evidence(chain, i)
		}
	}
	return chain
}

// sayOnly lets an inference say some of its claims.
func (s *Story) sayOnly(in *Inference, rest []Claim) {
	if len(rest) == len(in.said()) {
		return
	}
	in.Says = rest
	var parts []Inference
	for _, part := range in.Parts {
		said := alg.Filter(part.said(), func(c Claim) bool { return slices.Contains(rest, c) })
		if len(said) > 0 {
			part.Says = said
			parts = append(parts, part)
		}
	}
	in.Parts = parts
}

// shows reports whether a claim of an inference is known to the reader, or numbers show it, or another inference, which is
// returned, says it.
func (s *Story) shows(told *areaState, chain Chain, i int, c Claim) (sayer int, ok bool) {
	for j := range chain[:i] {
		if slices.Contains(chain[j].said(), c) && chain.holdsAt(j, i) && (len(chain[i].Says) > 0 || len(chain[j].Says) > 0) {
			return j, true
		}
	}
	if a, b, ok := s.endsOf(c); ok {
		_, knownA := s.isAt(chain, i, a)
		_, knownB := s.isAt(chain, i, b)
		return -1, knownA && knownB
	}
	if len(chain[i].Says) > 0 && s.knowsClaim(c) {
		return -1, true
	}
	cell, k, number := told.number(c)
	return -1, number && c.Op == model.LinkIsNot && told.touchesFull(cell, k) >= 0
}

// isAt returns the value of a variable that is known where an inference stands.
func (s *Story) isAt(chain Chain, i int, v model.VarID) (int64, bool) {
	if k, ok := s.values[v]; ok {
		return k, true
	}
	for j := range chain[:i] {
		if !chain.holdsAt(j, i) {
			continue
		}
		for _, c := range chain[j].said() {
			if c.Var == v && c.Op == model.LinkIs {
				return c.Value, true
			}
		}
	}
	return 0, false
}

// isShown reports whether numbers that the reader knows show a fact.
func (s *Story) isShown(f model.Fact) bool {
	a, b, ok := s.endsOf(claimOf(s.m, f))
	if !ok {
		return false
	}
	_, knownA := s.values[a]
	_, knownB := s.values[b]
	now, restated := s.restated(claimOf(s.m, f), func(v model.VarID) (int64, bool) { k, ok := s.values[v]; return k, ok })
	return knownA && knownB || restated && s.knowsClaim(now)
}

// knowsClaim reports whether the reader knows a claim about the value of a variable.
func (s *Story) knowsClaim(c Claim) bool {
	return s.tellsOf(model.Fact{Var: c.Var, Value: c.Value, Is: c.Op == model.LinkIs}) || c.Op == model.LinkIsNot && s.known[model.Fact{Var: c.Var, Value: c.Value}]
}

// restatedAll restates the claims of which some can be; nil if none can.
func (s *Story) restatedAll(claims []Claim, is func(model.VarID) (int64, bool)) (all []Claim) {
	some := false
	for _, c := range claims {
		now, ok := s.restated(c, is)
		some = some || ok
		if !slices.Contains(all, now) {
			all = append(all, now)
		}
	}
	if !some {
		return nil
	}
	return all
}

// said returns what is said of the claims of an inference.
func (in *Inference) said() []Claim {
	if len(in.Says) > 0 {
		return in.Says
	}
	return in.Claims
}

// learnRestated records the numbers that a step for a helper fact excludes.
func (s *Story) learnRestated(step *StoryStep) {
	for _, c := range step.Says {
		if f := (model.Fact{Var: c.Var, Value: c.Value}); c.Op == model.LinkIsNot && !s.m.Vars[c.Var].Bool && !s.tellsOf(f) {
			s.learn(f)
		}
	}
}

// sayFacts says what a step finds.
func (x *Words) sayFacts(step *StoryStep) string {
	if len(step.Says) > 0 {
		return x.claims(step.Says)
	}
	return x.Say(step.Facts)
}
