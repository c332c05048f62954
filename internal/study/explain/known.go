package explain

import (
	"fmt"
	"slices"

	"nazo/internal/alg"
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
		for _, f := range in.Since {
			if n := s.shownIn[f]; n > 0 && in.Left && f.Var == in.Empty {
				in.Past = unite(in.Past, []int{n})
			}
		}
		in.Just = nil
		for j := i - 1; j >= 0 && step.Chain[j].Kind == Follows && slices.Contains(in.From, j) && (j == i-1 || len(step.Chain) <= fewInferences); j-- {
			in.Just = append(in.Just, step.Chain[j].Claims...)
		}
		if in.Kind != Supposes && !in.Left && len(in.Parts) == 0 && slices.ContainsFunc(in.Units, s.sized) {
			s.informOfBoard(step.Chain, i, in)
		}
		if s.sizes(in) && (len(step.Facts) == 1 || i < len(step.Chain)-1) { // else it stands for several cells
			s.informOfAreas(step.Chain, i, in)
		}
	}
}

// fewInferences bounds a chain of which a reader has all in mind.
const fewInferences = 3

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
	parts := map[int32]bool{}
	for _, u := range units {
		at, _ := s.reaching(u)
		if t := s.tallyOf(u); t != nil && t.helps {
			for _, term := range t.terms {
				if v, ok := s.helperOf(term); ok {
					at = append(at, v)
				}
			}
		}
		for _, v := range at {
			if !parts[v.constraint] {
				parts[v.constraint] = true
				vars = append(vars, s.within(v.constraint)...)
			}
		}
		if s.connects(u) >= 0 || s.isLoop(u) {
			vars = append(vars, s.reasons.Scope(u)...)
			continue
		}
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
	slices.Sort(vars)
	vars = slices.DeleteFunc(slices.Compact(vars), func(v model.VarID) bool { return slices.Contains(own, v) })
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

// within returns the variables that say what may be in a part of a graph.
func (x *Words) within(constraint int32) (vars []model.VarID) {
	for _, c := range x.m.Constraints[constraint].Body.(model.Reachable).Vertices {
		if n, ok := x.m.Node(c).(model.BoolVar); ok && x.m.Vars[n.Var].Find >= 0 {
			vars = append(vars, n.Var)
		}
	}
	return vars
}

// sizes reports whether an inference says that only one number is left for a cell of an area.
func (x *Explainer) sizes(in *Inference) bool {
	if !in.Left || in.Kind != Follows || len(in.Claims) > 1 || in.Claims[0].Op != model.LinkIs || len(x.areaGraphOf().cells) == 0 {
		return false
	}
	_, _, ok := (&areaState{areaGraph: x.areaGraphOf(), x: x.Words}).number(in.Claims[0])
	return ok
}

// informOfAreas records what the reader knows of areas and their numbers. The number that is named is cited.
func (s *Story) informOfAreas(chain Chain, i int, in *Inference) {
	s.informOfBoard(chain, i, in)
	a, by, ok := s.reacher(in)
	if !ok {
		return
	}
	names := func(c Claim) bool {
		cell, k, ok := a.number(c)
		return ok && c.Op == model.LinkIs && cell == by && k == a.is[by]
	}
	for _, f := range s.told {
		if names(claimOf(s.m, f)) {
			if !slices.Contains(in.Since, f) {
				in.Since = append(slices.Clip(in.Since), f)
			}
			return
		}
	}
	for j := range chain[:i] {
		if chain.holdsAt(j, i) && slices.ContainsFunc(chain[j].Claims, names) {
			in.From = unite(in.From, []int{j})
			return
		}
	}
}

// informOfBoard records all that the reader knows of other variables where an inference stands.
func (s *Story) informOfBoard(chain Chain, i int, in *Inference) {
	own := func(c Claim) bool {
		return in.Kind == Follows && slices.ContainsFunc(in.Claims, func(d Claim) bool { return c.Var == d.Var })
	}
	for _, f := range s.told {
		if c := claimOf(s.m, f); !own(c) {
			in.Known = append(in.Known, c)
		}
	}
	for j := range chain[:i] {
		if chain.holdsAt(j, i) {
			in.Known = append(in.Known, slices.DeleteFunc(slices.Clone(chain[j].Claims), own)...)
		}
	}
}

// reachedBy names the only area with the number of a cell that can reach the cell, or that has it. It returns "" if
// there is none, or if several can.
func (x *Explainer) reachedBy(in *Inference) string {
	if len(in.Known) == 0 || !x.sizes(in) {
		return ""
	}
	a, by, ok := x.reacher(in)
	if !ok {
		return a.reachedBySome(in.Claims[0])
	}
	text := "only the %d at %s can still reach it"
	if cell, _, _ := a.number(in.Claims[0]); slices.Contains(a.joined(by), cell) {
		text = "it belongs to the %d at %s"
	}
	return fmt.Sprintf(text, a.is[by], a.name(by))
}

// reachedBySome says that several areas with a number reach a cell, and others do not; "" if none does.
func (a *areaState) reachedBySome(c Claim) string {
	cell, k, _ := a.number(c)
	for _, w := range a.given {
		if a.is[w] != k {
			continue
		}
		if _, ok := a.reaches(w, cell, k); ok {
			return fmt.Sprintf("only the %ds can still reach it", k)
		}
	}
	return ""
}

// reacher returns a cell of that area that has a number.
func (x *Explainer) reacher(in *Inference) (a *areaState, by int, ok bool) {
	a = x.areaStateOf(slices.DeleteFunc(slices.Concat(in.Evidence, in.Known), func(c Claim) bool { return c.Var == in.Claims[0].Var }))
	cell, k, _ := a.number(in.Claims[0])
	seen := map[int]bool{}
	for _, w := range a.given {
		if a.is[w] != k || seen[w] {
			continue
		}
		for _, other := range a.joined(w) {
			seen[other] = true
		}
		if slices.Contains(a.joined(w), cell) {
			return a, w, true
		}
		if near, reaches := a.reaches(w, cell, k); reaches {
			if ok {
				return a, 0, false
			}
			by, ok = near, true
		}
	}
	return a, by, ok
}

// reaches reports whether an area of a size can grow to a cell. It returns the cell with a number that is nearest.
func (a *areaState) reaches(from, cell int, size int64) (near int, ok bool) {
	at := slices.Clone(a.joined(from))
	numbered := func(w int) bool { _, ok := a.is[w]; return ok }
	at = slices.Concat(alg.Filter(at, numbered), slices.DeleteFunc(at, numbered))
	far, of := map[int]int64{}, map[int]int{}
	for _, w := range at {
		far[w], of[w] = int64(len(at)), w
		if _, given := a.is[w]; !given {
			of[w] = from
		}
	}
	for i := 0; i < len(at); i++ {
		if at[i] == cell {
			return of[cell], true
		}
		for _, e := range a.next[at[i]] {
			_, met := far[e.to]
			if joined, known := a.edges[e.is]; !met && (!known || joined) && far[at[i]] < size && a.may(e.to, size) {
				far[e.to], of[e.to] = far[at[i]]+1, of[at[i]]
				at = append(at, e.to)
			}
		}
	}
	return 0, false
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
