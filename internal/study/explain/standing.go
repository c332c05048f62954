package explain

import (
	"slices"

	"nazo/internal/alg"
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

// standing adds an inference for a claim that is evident, by what the reader knows or what the chain says. It returns -1
// if it is not.
func (c *chainer) standing(claim Claim, under int) int {
	if c.m.Vars[claim.Var].Bool != (claim.Op == model.LinkIs) {
		return -1
	}
	in := Inference{Kind: Follows, Claims: []Claim{claim}, Under: -1}
	f, u, ok := c.atOnce(claim)
	if ok {
		in.Units, in.Since = []int32{u}, []model.Fact{f}
	}
	c.facts = append(c.facts, model.Fact{Var: claim.Var, Value: claim.Value, Is: claim.Op == model.LinkIs})
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

// onlyPlace returns the value that has its only place where a note excludes another one.
func (s *Story) onlyPlace(note *StoryStep) (k int64, ok bool) {
	f := note.Facts[0]
	if len(note.Chain) != 1 || f.Is || len(note.Chain[0].Units) != 1 || note.Chain[0].Left || note.Chain[0].Tried {
		return 0, false
	}
	u := note.Chain[0].Units[0]
	scope := s.reasons.Scope(u)
	if _, in := slices.BinarySearch(scope, f.Var); !in || !s.isPlace(u) {
		return 0, false
	}
	k = s.m.Instances[u].Piece.Value
	return k, k != f.Value && s.m.Vars[f.Var].Domain.Contains(k) && !slices.ContainsFunc(scope, func(v model.VarID) bool {
		c := Claim{v, model.LinkIsNot, k}
		_, _, elsewhere := s.stands(c)
		return v != f.Var && s.m.Vars[v].Domain.Contains(k) && !elsewhere && !s.knowsClaim(c)
	})
}

// passedEnd is a vertex that the line passes if an edge is on, and the unit that says so.
type passedEnd struct {
	vertex model.VarID
	unit   int32
}

// lineEndsOf returns the ends of an edge.
func (x *Explainer) lineEndsOf(edge model.VarID) []passedEnd {
	if x.edgeEnds != nil {
		return x.edgeEnds[edge]
	}
	x.edgeEnds = map[model.VarID][]passedEnd{}
	is := func(b model.Bool) (model.VarID, bool) {
		n, ok := x.m.Node(b).(model.BoolVar)
		return n.Var, ok && !b.Negated()
	}
	for _, u := range x.fine {
		p := x.m.Instances[u].Piece
		if p == nil || p.At < 0 {
			continue
		}
		b, ok := x.m.Constraints[p.Of].Body.(model.Route)
		if !ok {
			continue
		}
		vertex, ok := is(b.Vertices[p.At])
		if m, known := x.Meaning(vertex); !ok || !known || !m.OnLine {
			continue
		}
		for _, halves := range [][]alg.Half{b.Graph.Out[p.At], b.Graph.In[p.At]} {
			for _, h := range halves {
				if e, ok := is(b.Edges[h.Edge]); ok {
					x.edgeEnds[e] = append(x.edgeEnds[e], passedEnd{vertex, u})
				}
			}
		}
	}
	return x.edgeEnds[edge]
}

// pass records that the line passes the ends of an edge. That goes without saying.
func (s *Story) pass(f model.Fact) {
	if f.Value != 1 || !s.m.Vars[f.Var].Bool {
		return
	}
	for _, end := range s.lineEndsOf(f.Var) {
		if _, met := s.passed[end.vertex]; !met {
			s.passed[end.vertex] = passedBy{f, end.unit}
			s.changes = append(s.changes, model.Fact{Var: end.vertex, Value: 1, Is: true})
		}
	}
}

// passedBy is an edge that is on, and the unit by which the line passes its end.
type passedBy struct {
	edge model.Fact
	unit int32
}

// atOnce returns the fact that shows a claim without thought, and the unit by which: its value stands elsewhere, or an edge ends
// there.
func (s *Story) atOnce(c Claim) (f model.Fact, u int32, ok bool) {
	if by, ok := s.passed[c.Var]; ok && c.Op == model.LinkIs && c.Value == 1 {
		return by.edge, by.unit, true
	}
	return s.stands(c)
}
