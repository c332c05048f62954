package explain

import (
	"slices"

	"nazo/internal/model"
)

// Where each value stands once, one that stands somewhere is at no other place. A player needs no other reason for that,
// and no step.

// stand is a value in a unit that has each value at most once.
type stand struct {
	unit  int32
	value int64
}

// onceIn returns the units about a variable that say that it and others differ, and nothing else.
func (x *Explainer) onceIn(v model.VarID) (units []int32) {
	units, known := x.once[v]
	if known {
		return units
	}
	if !x.m.Vars[v].Bool {
		for _, u := range x.about[v] {
			if !x.parted[u] && !x.isPlace(u) && x.saysOnce(u) { // the finest that says it
				units = append(units, u)
			}
		}
	}
	if x.once == nil {
		x.once = map[model.VarID][]int32{}
	}
	x.once[v] = units
	return units
}

// saysOnce reports whether a unit says that variables differ, and nothing else.
func (x *Explainer) saysOnce(u int32) bool {
	all := x.constraints(u)
	return len(all) > 0 && !slices.ContainsFunc(all, func(c int32) bool {
		b, is := x.m.Constraints[c].Body.(model.Distinct)
		return !is || b.Present != nil || slices.ContainsFunc(b.Xs, func(i model.Int) bool { _, plain := x.m.Ints[i].(model.IntVar); return !plain })
	})
}

// put records where a value stands. What is said of other places may be said more shortly now.
func (s *Story) put(f model.Fact) {
	for _, u := range s.onceIn(f.Var) {
		s.placed[stand{u, f.Value}] = f
		for _, v := range s.reasons.Scope(u) {
			if v != f.Var {
				s.changes = append(s.changes, model.Fact{Var: v, Value: f.Value})
			}
		}
	}
}

// stands returns the fact that the value of a claim stands elsewhere, and the unit by which that excludes it.
func (s *Story) stands(c Claim) (f model.Fact, u int32, ok bool) {
	if c.Op != model.LinkIsNot {
		return f, 0, false
	}
	for _, u := range s.onceIn(c.Var) {
		if f, ok = s.placed[stand{u, c.Value}]; ok && f.Var != c.Var {
			return f, u, true
		}
	}
	return f, 0, false
}

// standing adds an inference for a claim if its value stands elsewhere, by what the reader knows or what the chain says. It
// returns -1 if it does not.
func (c *chainer) standing(claim Claim, under int) int {
	if claim.Op != model.LinkIsNot || c.m.Vars[claim.Var].Bool {
		return -1
	}
	in := Inference{Kind: Follows, Claims: []Claim{claim}, Under: -1}
	f, u, ok := c.stands(claim)
	if ok {
		in.Units, in.Since = []int32{u}, []model.Fact{f}
	}
	c.facts = append(c.facts, model.Fact{Var: claim.Var, Value: claim.Value})
	for _, u := range c.onceIn(claim.Var) {
		for _, j := range c.placing[stand{u, claim.Value}] {
			if !ok && c.chain[j].Claims[0].Var != claim.Var && c.within(under, c.chain.scope(j)) {
				in.Units, in.From, in.Under, ok = []int32{u}, []int{j}, c.chain.scope(j), true
			}
		}
	}
	if !ok {
		return -1
	}
	c.claimed[claim] = append(c.claimed[claim], len(c.chain))
	c.chain = append(c.chain, in)
	return len(c.chain) - 1
}

// place records that the last inference of the chain says where a value stands.
func (c *chainer) place() {
	j := len(c.chain) - 1
	for _, claim := range c.chain[j].Claims {
		if claim.Op != model.LinkIs || c.m.Vars[claim.Var].Bool {
			continue
		}
		for _, u := range c.onceIn(claim.Var) {
			at := stand{u, claim.Value}
			c.placing[at] = append(c.placing[at], j)
		}
	}
}

// single adds, before a link that excludes a value as it is the only one left elsewhere, that it stands there. It returns
// -1 if the link says something else.
func (c *chainer) single(p *argument, l *model.Link, under int) int {
	if l.Op != model.LinkIsNot || len(l.Units) != 1 || len(l.From)+len(l.Facts) == 0 ||
		!slices.ContainsFunc(c.onceIn(l.Var), func(u int32) bool { return c.m.Whole(u) == c.m.Whole(l.Units[0]) }) {
		return -1
	}
	of, gone := model.VarID(-1), map[int64]bool{}
	only := func(v model.VarID, is bool, k int64) bool {
		if of < 0 {
			of = v
		}
		gone[k] = true
		return v == of && v != l.Var && !is
	}
	for _, j := range l.From {
		if from := &p.Links[j]; from.Op > model.LinkIsNot || !only(from.Var, from.Op == model.LinkIs, from.Value) {
			return -1
		}
	}
	for _, f := range l.Facts {
		if !only(f.Var, f.Is, f.Value) {
			return -1
		}
	}
	if c.m.Vars[of].Bool || c.m.Vars[of].Domain.Size() > mostAlternatives {
		return -1
	}
	for k := range c.m.Vars[of].Domain.Each {
		if gone[k] == (k == l.Value) {
			return -1
		}
	}
	is := *l
	is.Var, is.Op, is.Units = of, model.LinkIs, nil
	return c.follow(p, &is, under)
}
