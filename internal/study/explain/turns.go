package explain

import (
	"cmp"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// A long chain is told by its turning points. What a player marks without a thought goes without saying: that the
// neighbours of a shaded cell are open, or that a line does not branch. What follows by one rule in turn is one inference,
// and so is a case within a case.

// longChain is the number of inferences up to which each is told.
const longChain = 3

// turns returns the turning points of a chain, and where each stands in it. If nested, a case within a case has its own,
// unless it fails at once.
func (x *Explainer) turns(chain Chain, nested bool) (out Chain, of []int) {
	if len(chain) <= longChain {
		return chain, places(chain)
	}
	index := make([]int, len(chain)) // of what tells each; -1 if it goes without saying
	for i := 0; i < len(chain); {
		end, in := i+1, chain[i]
		switch {
		case in.Kind == Supposes && in.Under >= 0 && (!nested || chain.closing(i) <= i+fewNested):
			end, in = x.nested(chain, i)
		case in.Kind == Follows && in.Under >= 0 && x.isEvident(&in) && !x.allEvident(chain, in.Under):
			index[i] = -1
			i++
			continue
		case in.Kind == Follows && in.Under >= 0:
			end, in = x.inTurn(chain, i)
		}
		in.From = x.told(chain, in.From, index)
		if in.Under >= 0 {
			in.Under = index[in.Under]
		}
		for j := i; j < end; j++ {
			index[j] = len(out)
		}
		out, of = append(out, in), append(of, i)
		i = end
	}
	return out, of
}

// fewNested is how many inferences of a case within a case, with its end, are told in one.
const fewNested = 2

// places returns the indices of a chain.
func places(chain Chain) (all []int) {
	for i := range chain {
		all = append(all, i)
	}
	return all
}

// told returns what tells some inferences, or what those rest on that go without saying.
func (x *Explainer) told(chain Chain, from, index []int) (out []int) {
	for _, j := range from {
		if index[j] >= 0 {
			out = append(out, index[j])
		} else {
			out = append(out, x.told(chain, chain[j].From, index)...)
		}
	}
	return unite(out, nil)
}

// nested makes one inference of a case within a case.
func (x *Explainer) nested(chain Chain, begin int) (end int, one Inference) {
	last := chain.closing(begin)
	one = chain[last]
	one.Kind, one.Under, one.Parts, one.From = Follows, chain[begin].Under, nil, nil
	one.why = otherwise + x.reason(&chain[last])
	if last-begin > fewNested {
		one.why = otherwise + "in the end " + x.reason(&chain[last])
	}
	for i := begin; i <= last; i++ {
		one.From = append(one.From, alg.Filter(chain[i].From, func(j int) bool { return j < begin })...)
	}
	return last + 1, one
}

// inTurn makes one inference of those from one on that say the same for the same reason, or by one rule whose name says
// enough. Of what an inference says is there and is not there it says the first.
func (x *Explainer) inTurn(chain Chain, i int) (end int, one Inference) {
	one = chain[i]
	if says := x.drawn(one.said()); len(says) < len(one.said()) {
		one.Says, one.Parts = says, slices.Clone(one.Parts)
		for j := range one.Parts {
			one.Parts[j].Says = x.drawn(one.Parts[j].said())
		}
	}
	rule := x.phrase(&one)
	if rule != "" && len(one.Parts) > 1 && len(x.paired(&one)) > 1 {
		one.why = rule
	}
	for j := i + 1; j < len(chain) && chain[j].Kind == Follows && chain[j].Under == one.Under; j++ {
		next := &chain[j]
		if x.isEvident(next) {
			continue
		}
		says := x.drawn(next.said())
		if !x.sameSaid(one.said(), says) || len(one.said())+len(says) > value.MostNamed || x.phrase(next) != rule {
			break
		}
		why := rule
		if rule == "" {
			if why = cmp.Or(one.why, x.reason(&chain[i])); len(next.Parts) > 1 || x.reason(next) != why {
				break
			}
		}
		one.Says, one.From = slices.Concat(one.said(), says), slices.Concat(one.From, next.From)
		one.why, end = why, j
	}
	if end > i {
		one.Says, one.ordered = x.following(chain, i, end)
	}
	if one.why != "" {
		one.Parts, one.From = nil, slices.DeleteFunc(one.From, func(j int) bool { return j >= i })
	}
	return max(end, i) + 1, one
}

// following lists what a run of inferences says in the order in which it follows, and reports whether some of it rests on
// other of it.
func (x *Explainer) following(chain Chain, begin, end int) (says []Claim, ordered bool) {
	level := make([]int, end+1) // of what rests on something in the run
	var run []int
	last := 0
	for j := begin; j <= end; j++ {
		told := j == begin || !x.isEvident(&chain[j])
		for _, k := range chain[j].From {
			if k >= begin {
				level[j] = max(level[j], level[k])
				if told && (k == begin || !x.isEvident(&chain[k])) || told && level[k] > 0 {
					ordered = true
				}
			}
		}
		if told {
			level[j]++
			last = max(last, level[j])
			run = append(run, j)
		}
	}
	for n := 1; n <= last; n++ {
		var claims []Claim
		for _, j := range run {
			if level[j] == n {
				claims = append(claims, x.drawn(chain[j].said())...)
			}
		}
		slices.SortStableFunc(claims, func(a, b Claim) int { return int(a.Var - b.Var) })
		says = append(says, claims...)
	}
	return says, ordered
}

// claimsBy says claims of an inference. That a line goes on in turn goes without saying.
func (x *Explainer) claimsBy(in *Inference, claims []Claim) string {
	switch {
	case !in.ordered:
		return x.claims(claims)
	case len(claims) < 3 || slices.ContainsFunc(in.Units, x.vertexPiece):
		return x.claimsInOrder(claims)
	}
	return x.claimsInOrder(claims) + " in turn"
}

// isEvident reports whether an inference says only what something is not, by a rule about two neighbours or about a line at
// one place.
func (x *Explainer) isEvident(in *Inference) bool {
	return !in.Left && !in.Tried && len(in.Units) > 0 && len(in.Also) == 0 &&
		!slices.ContainsFunc(in.Units, func(u int32) bool { return !x.vertexPiece(u) && !x.isPair(u) }) &&
		!slices.ContainsFunc(in.said(), x.draws)
}

// allEvident reports whether everything under a supposition is, so that it must be told.
func (x *Explainer) allEvident(chain Chain, under int) bool {
	for i := under + 1; i < chain.closing(under); i++ {
		if !x.isEvident(&chain[i]) {
			return false
		}
	}
	return true
}

// draws reports whether a claim is that something is there.
func (x *Explainer) draws(c Claim) bool {
	return !x.m.Vars[c.Var].Bool || (c.Value == 1) == (c.Op == model.LinkIs)
}

// drawn returns the claims that something is there, or all if none is.
func (x *Explainer) drawn(claims []Claim) []Claim {
	if some := alg.Filter(claims, x.draws); len(some) > 0 {
		return some
	}
	return claims
}

// phrase returns the rule of an inference if its name says all that a reader needs, or "".
func (x *Explainer) phrase(in *Inference) string {
	if in.Left || in.Tried || len(in.Also) > 0 || slices.ContainsFunc(in.Units, func(u int32) bool { return x.tallyOf(u) != nil || x.sized(u) || x.connects(u) >= 0 }) {
		return ""
	}
	if rules := x.rulesIn(in.Units); len(rules) == 1 && isPhrase(rules[0]) {
		return rules[0]
	}
	return ""
}

// sameSaid reports whether claims say the same of their places.
func (x *Explainer) sameSaid(a, b []Claim) bool {
	return !slices.ContainsFunc(slices.Concat(a, b), func(c Claim) bool {
		return c.Op != a[0].Op || c.Value != a[0].Value || x.m.Vars[c.Var].Find != x.m.Vars[a[0].Var].Find
	})
}
