package explain

import (
	"slices"

	"nazo/internal/model"
)

// What the reader knows when a step is told is more than what its inferences rest on. Sentences about sums and counts
// take all of it, as a player would: "the 16 across, less 2, 8 and 5, leaves 1".

// inform records in the inferences of a step what the reader knows of what their units count or add up.
func (s *Story) inform(step *StoryStep) {
	step.Chain = slices.Clone(step.Chain)
	for i := range step.Chain {
		in := &step.Chain[i]
		in.Parts = slices.Clone(in.Parts)
		for j := range in.Parts {
			s.informOf(step.Chain, i, &in.Parts[j])
		}
		s.informOf(step.Chain, i, in)
	}
}

// informOf records it in an inference, which is one of a chain or a part of one. The values of numbers are cited.
func (s *Story) informOf(chain Chain, i int, in *Inference) {
	if in.Kind == Supposes || in.Tried {
		return
	}
	in.Known = nil
	units := slices.Concat(in.Units, in.Also)
	lined := false
	if in.Left {
		units = append(units, in.Rest...)
		lined = slices.ContainsFunc(units, func(u int32) bool { _, line, _ := s.lineOf(u); return line })
	}
	var own []model.VarID
	if in.Kind == Follows {
		for _, c := range in.Claims {
			own = append(own, c.Var)
		}
	}
	cites := map[model.VarID]bool{}
	var vars []model.VarID
	for _, u := range units {
		t := s.tallyOf(u)
		if t == nil || t.helps {
			continue
		}
		for _, term := range t.terms {
			v, ok := s.termVar(term)
			if !ok || slices.Contains(own, v) {
				continue
			}
			if !slices.Contains(vars, v) {
				vars = append(vars, v)
			}
			cites[v] = cites[v] || !t.counts && !lined && (in.Left || slices.Contains(in.Units, u))
		}
	}
	if len(vars) == 0 {
		return
	}
	since := slices.Clip(in.Since)
	for _, v := range vars {
		if is, told := s.values[v]; told {
			f := model.Fact{Var: v, Value: is, Is: true}
			in.Known = append(in.Known, claimOf(s.m, f))
			if cites[v] && !slices.Contains(since, f) {
				since = append(since, f)
			}
			continue
		}
		if s.m.Vars[v].Domain.Size() > mostSummed {
			continue
		}
		for k := range s.m.Vars[v].Domain.Each {
			if f := (model.Fact{Var: v, Value: k}); s.known[f] {
				in.Known = append(in.Known, claimOf(s.m, f))
			}
		}
	}
	in.Since = since
	for j := range chain[:i] {
		if !chain.holdsAt(j, i) {
			continue
		}
		for _, c := range chain[j].Claims {
			if !slices.Contains(vars, c.Var) {
				continue
			}
			in.Known = append(in.Known, c)
			if c.Op == model.LinkIs && cites[c.Var] {
				in.From = unite(in.From, []int{j})
			}
		}
	}
}

// holdsAt reports whether what an inference claims holds where another one stands.
func (c Chain) holdsAt(j, i int) bool {
	scope := c.scope(j)
	for under := c[i].Under; under != scope; under = c[under].Under {
		if under < 0 {
			return false
		}
	}
	return true
}

// termVar returns the variable of a find that a term of a tally is, or whose truth it counts.
func (x *Words) termVar(term model.Term) (v model.VarID, ok bool) {
	switch n := x.m.Ints[term.X].(type) {
	case model.IntVar:
		v, ok = n.Var, true
	case model.ToInt:
		var b model.BoolVar
		b, ok = x.m.Node(n.B).(model.BoolVar)
		v = b.Var
	}
	return v, ok && x.m.Vars[v].Find >= 0
}

// readOff tells the value of a number by the one sum that leaves it, if the reader knows the other numbers. A player
// needs nothing else of what the step would rest on.
func (s *Story) readOff(step *StoryStep) {
	f := step.Facts[0]
	if !f.Is || s.m.Vars[f.Var].Bool || len(step.Facts) > 1 {
		return
	}
	for _, u := range step.Chain.Units() {
		since, ok := s.leaves(u, f)
		if !ok {
			continue
		}
		if len(step.Chain) > 1 || step.Chain[0].Left || !slices.Equal(step.Chain[0].Units, []int32{u}) {
			step.Chain = Chain{{Kind: Follows, Claims: []Claim{claimOf(s.m, f)}, Units: []int32{u}, Since: since, Under: -1}}
			s.evidence(step.Chain, 0)
		}
		return
	}
}

// leaves reports whether a unit is a sum of numbers of which the reader knows all but one, which is then as a fact
// says. It returns the others.
func (s *Story) leaves(u int32, f model.Fact) (others []model.Fact, ok bool) {
	t := s.tallyOf(u)
	if t == nil || t.counts || t.helps {
		return nil, false
	}
	rest, about := t.total, false
	for _, term := range t.terms {
		v, _ := s.termVar(term)
		is, told := s.values[v]
		switch {
		case v == f.Var:
			about = true
			continue
		case !told:
			return nil, false
		}
		rest -= is
		others = append(others, model.Fact{Var: v, Value: is, Is: true})
	}
	return others, about && rest == f.Value
}

// placedBy reports whether the reader knows the value of a variable when an inference concludes something. A claim about
// it says less.
func (x *Explainer) placedBy(in *Inference, of Claim) bool {
	return in.Kind == Follows && slices.ContainsFunc(in.Known, func(c Claim) bool { return c.Var == of.Var && c.Op == model.LinkIs && c != of })
}
