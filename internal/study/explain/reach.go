package explain

import (
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Sentences for parts of graphs: what could reach something, and how large a part would be.

// reaching returns the vertices that a unit says one of some parts of graphs must contain, if nothing else may be, and
// what else may be.
func (x *Words) reaching(u int32) (at []partVertex, others []model.Bool) {
	all := x.constraints(u)
	if len(all) != 1 || x.m.Instances[u].Piece != nil || x.m.Constraints[all[0]].Guard != model.True {
		return nil, nil
	}
	b, ok := x.m.Constraints[all[0]].Body.(model.Assert)
	if !ok {
		return nil, nil
	}
	for options := []model.Bool{b.B}; len(options) > 0; options = options[1:] {
		c := options[0]
		switch n := x.m.Node(c).(type) {
		case model.And:
			if c.Negated() {
				options = append(options, alg.Map(n.Args, model.Bool.Not)...)
				continue
			}
		case model.BoolVar:
			if v, ok := x.partOf(n.Var); ok && !c.Negated() {
				at = append(at, v)
				continue
			}
		}
		others = append(others, c)
	}
	return at, others
}

// reaches reports whether a unit says that one of some parts of graphs must contain something.
func (x *Words) reaches(u int32) bool { at, _ := x.reaching(u); return len(at) > 0 }

// reach says what could not be reached if an inference did not hold, or "".
func (x *Explainer) reach(in *Inference) string {
	goals := alg.Filter(in.Units, func(u int32) bool { return x.reaches(u) && len(x.Problem.BoundPlaces(u)) == 1 })
	if len(goals) == 0 || len(in.Units) < 2 || len(in.Claims) == 0 {
		return ""
	}
	rests, all := x.ledgerOf(in.Evidence), x.ledgerOf(slices.Concat(in.Evidence, in.Known))
	var texts []string
	for _, claim := range in.Claims {
		if !x.m.Vars[claim.Var].Bool {
			return ""
		}
		text := ""
		for _, l := range []*ledger{rests, all} {
			if in.Kind == Follows {
				l = l.but(opposite(claim))
			}
			if text = x.unreached(goals, in.Units, l); text != "" {
				break
			}
		}
		switch {
		case text == "" && len(in.Claims) == 1 && len(goals) == 1:
			return x.onlyFrom(goals[0], in)
		case text == "":
			return ""
		case !slices.Contains(texts, text):
			texts = append(texts, text)
		}
	}
	return value.And(together(texts))
}

// unreached says of what one of some units is about that nothing could reach it by a ledger, or that its part would be
// too large. It returns "" if that is so for none.
func (x *Explainer) unreached(goals, units []int32, l *ledger) string {
	for _, u := range goals {
		at, rest := x.reaching(u)
		if slices.ContainsFunc(rest, func(c model.Bool) bool { is, known := l.bool(c); return is || !known }) {
			continue
		}
		if text := x.tooLarge(x.Problem.BoundPlaces(u)[0], l); text != "" {
			return text
		}
		if !slices.ContainsFunc(at, func(v partVertex) bool { return x.way(v, units, l) }) {
			return x.Because(u)
		}
	}
	return ""
}

// way reports whether a part can grow to a vertex by a ledger. It must not touch what some units say is not in it.
func (x *Explainer) way(to partVertex, units []int32, l *ledger) bool {
	b := x.m.Constraints[to.constraint].Body.(model.Reachable)
	sure := func(v int32) bool { is, known := l.bool(b.Vertices[v]); return is && known }
	shut := make([]bool, len(b.Vertices))
	var queue []int32
	for _, u := range units {
		for _, v := range x.barred(u) {
			if v.constraint == to.constraint && sure(v.vertex) {
				shut[v.vertex] = true
				queue = append(queue, v.vertex)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, h := range b.Graph.Out[queue[0]] {
			if shut[h.To] || b.Edges != nil {
				continue
			}
			if shut[h.To] = true; sure(h.To) {
				queue = append(queue, h.To)
			}
		}
	}
	return l.reach(b, shut, func(c model.Bool) bool { is, known := l.bool(c); return is || !known })[to.vertex]
}

// barred returns the vertices that a unit says some parts of graphs do not contain.
func (x *Words) barred(u int32) (out []partVertex) {
	for _, c := range x.constraints(u) {
		b, ok := x.m.Constraints[c].Body.(model.Assert)
		if !ok || x.m.Constraints[c].Guard != model.True {
			continue
		}
		for all := []model.Bool{b.B}; len(all) > 0; all = all[1:] {
			switch n := x.m.Node(all[0]).(type) {
			case model.And:
				if !all[0].Negated() {
					all = append(all, n.Args...)
				}
			case model.BoolVar:
				if v, ok := x.partOf(n.Var); ok && all[0].Negated() {
					out = append(out, v)
				}
			}
		}
	}
	return out
}

// tooLarge says of a part that has a place by a ledger that it would be larger than a unit says it must be, or "".
func (x *Explainer) tooLarge(place value.Value, l *ledger) string {
	for _, u := range x.all {
		t := x.tallyOf(u)
		if t == nil || !t.counts || !t.helps {
			continue
		}
		n, ok := x.must(u)
		if !ok || !slices.ContainsFunc(t.terms, func(term model.Term) bool {
			v, ok := x.helperOf(term)
			if !ok {
				return false
			}
			b := x.m.Constraints[v.constraint].Body.(model.Reachable)
			m, ok := x.memberOf(b.Vertices[v.vertex])
			is, known := l.bool(b.In[v.vertex])
			return ok && is && known && value.Equal(m, place)
		}) {
			continue
		}
		if lo, _ := l.sum(t); lo+n-t.total > n {
			return x.inPlace(u, lo+n-t.total, " would ", " at least")
		}
	}
	return ""
}

// helperOf returns the vertex of a part that a term of a tally counts.
func (x *Words) helperOf(term model.Term) (v partVertex, ok bool) {
	n, ok := x.m.Ints[term.X].(model.ToInt)
	if !ok {
		return v, false
	}
	is, ok := x.m.Node(n.B).(model.BoolVar)
	if !ok || n.B.Negated() {
		return v, false
	}
	return x.partOf(is.Var)
}

// grown says how large a part would be, or could only be, if an inference by a unit did not hold. The part has all that
// it would need, and nothing that would make it too large. It returns "" if that does not show.
func (x *Explainer) grown(u int32, t *tally, in *Inference, n int64, l *ledger) (text string) {
	known := n - t.total
	for _, claim := range in.Claims {
		if claim.Op > model.LinkIsNot || !x.m.Vars[claim.Var].Bool {
			return ""
		}
		after, needs := l, in.Kind == Contradicts
		if in.Kind == Follows {
			after = l.but(opposite(claim))
			_, before := l.sum(t)
			_, most := after.sum(t)
			needs = most < before
		}
		lo, hi, over := after.grow(t, t.total)
		now := ""
		switch {
		case lo > t.total:
			now = x.needing(u, lo+known)
		case hi < t.total && !needs && over > 0:
			now = x.needing(u, over+known)
		case hi < t.total && needs:
			now = x.roomFor(u, hi+known)
		}
		if now == "" || text != "" && now != text {
			return ""
		}
		text = now
	}
	return text
}

// needing says that something would need more than it must have.
func (x *Words) needing(u int32, n int64) string {
	return strings.Replace(x.inPlace(u, n, " would ", " at least"), " would have ", " would need ", 1)
}

// grow learns what a part must contain and what it must leave out if what a tally counts of it is to be n. It returns
// the sums that are left then, and the least one of those that were too large.
func (l *ledger) grow(t *tally, n int64) (lo, hi, over int64) {
	for again := true; again; {
		again = false
		var needed []Claim
		for _, term := range t.terms {
			if lo, hi = l.sum(t); lo > n || hi < n {
				return lo, hi, over
			}
			on, ok := l.joins(term)
			if !ok {
				continue
			}
			if least, _ := l.but(on).sum(t); least > n {
				l, again = l.but(opposite(on)), true
				if over == 0 || least < over {
					over = least
				}
			} else if _, most := l.but(opposite(on)).sum(t); most < n {
				needed = append(needed, on)
			}
		}
		if !again && len(needed) > 0 {
			l, again = l.but(needed[0]), true
		}
	}
	return lo, hi, over
}

// joins returns the claim that there is what a term of a tally counts if it is in its part. It is not ok if either is known.
func (l *ledger) joins(term model.Term) (on Claim, ok bool) {
	at, ok := l.x.helperOf(term)
	if !ok {
		return on, false
	}
	b := l.x.m.Constraints[at.constraint].Body.(model.Reachable)
	c := b.Vertices[at.vertex]
	v, ok := l.x.m.Node(c).(model.BoolVar)
	_, there := l.bool(c)
	_, in := l.bool(b.In[at.vertex])
	if on = (Claim{v.Var, model.LinkIs, 1}); c.Negated() {
		on.Value = 0
	}
	return on, ok && !there && !in
}

// onlyFrom says from where alone something could be reached if an inference did not hold, and what would be wrong with
// that, or "".
func (x *Explainer) onlyFrom(u int32, in *Inference) string {
	where := x.Problem.BoundPlaces(u)
	l := x.ledgerOf(in.Evidence)
	if in.Kind == Follows {
		l = l.but(opposite(in.Claims[0]))
	}
	at, rest := x.reaching(u)
	var from []value.Value
	for _, v := range at {
		if !x.way(v, in.Units, l) {
			continue
		}
		b := x.m.Constraints[v.constraint].Body.(model.Reachable)
		n := x.m.Node(b.In[v.vertex]).(model.BoolVar)
		from = append(from, x.Problem.Starts(n.Var)...)
	}
	if slices.ContainsFunc(rest, func(c model.Bool) bool { is, known := l.bool(c); return is || !known }) {
		return ""
	}
	if len(from) == 0 || len(from) > mostCutOff {
		return ""
	}
	n := x.Names()
	var wrong, ofThem []int32
	one := slices.Index(in.Units, u)
	for i, v := range in.Units {
		if i == one {
			continue
		}
		places := x.Problem.BoundPlaces(v)
		if len(places) != 1 || x.ruleOf(v) != x.ruleOf(in.Units[(one+1)%len(in.Units)]) || !strings.Contains(x.Because(v), n.Of(places[0])+" would ") {
			return ""
		}
		if wrong = append(wrong, v); slices.ContainsFunc(from, func(p value.Value) bool { return value.Equal(p, places[0]) }) {
			ofThem = append(ofThem, v)
		}
	}
	if len(ofThem) == len(from) {
		wrong = ofThem
	}
	name := func(v int32) string { return n.Of(x.Problem.BoundPlaces(v)[0]) }
	would := strings.Replace(x.Because(wrong[0]), name(wrong[0])+" would ", or(alg.Map(wrong, name))+" would ", 1)
	return "only " + or(alg.Map(from, n.Of)) + " could reach " + n.Of(where[0]) + ", and " + would
}
