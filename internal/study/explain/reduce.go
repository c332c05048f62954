package explain

import (
	"cmp"
	"slices"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// A chain is reduced to what a reader needs: helper facts go into the inferences that use them.

// reduced drops what a reader does not need. A helper fact that follows at once from written facts goes into the
// inference that uses it. What one unit says of several places becomes one inference.
func (c *chainer) reduced(goals map[int]bool) Chain {
	n := len(c.chain)
	for i := range c.chain {
		if j, ok := c.hush(&c.chain[i]); ok {
			c.replace(i, j, goals)
		}
	}
	need := make([]bool, n)
	for i := n - 1; i >= 0; i-- {
		if need[i] = need[i] || goals[i]; need[i] {
			for _, j := range c.chain[i].From {
				need[j] = true
			}
			if u := c.chain[i].Under; u >= 0 {
				need[u] = true
			}
		}
	}
	// Absorbed inferences leave their own premises to those that use them.
	absorbed := make([]bool, n)
	parts := make([][]int, n) // the absorbed premises of each
	for i := range c.chain {
		in := &c.chain[i]
		if !need[i] {
			continue
		}
		var from []int
		for _, j := range in.From {
			if !absorbed[j] {
				from = append(from, j)
				continue
			}
			a := &c.chain[j]
			parts[i] = append(parts[i], j)
			if !a.Alone {
				in.Also = append(in.Also, a.Units...)
			}
			in.Also = append(in.Also, a.Also...)
			from = append(from, a.From...)
		}
		slices.Sort(from)
		in.From = slices.Compact(from)
		slices.Sort(in.Also)
		in.Also = slices.DeleteFunc(slices.Compact(in.Also), func(u int32) bool { return slices.Contains(in.Units, u) })
		if in.Kind == Follows && !goals[i] && c.helps(in.Claims[0]) && len(in.Units) <= 1 && len(in.Also) <= 1 && c.onWritten(in.From) {
			absorbed[i] = true
		}
	}
	met := make([]int, n) // the last inference that gathered from each, plus 1
	for i := range c.chain {
		if need[i] && !absorbed[i] && len(parts[i]) > 0 {
			c.gather(i, i, parts, met)
			c.chain[i].Since = firsts(c.chain[i].Since)
		}
	}
	var claims []Claim
	for i := range c.chain {
		if goals[i] {
			claims = append(claims, c.chain[i].Claims...)
		}
	}
	chain := c.cut(c.ordered(need, absorbed, goals))
	if f, ok := c.pivot(chain); ok {
		c.turn = &f
	}
	return c.alone(c.local(c.joined(direct(chain))), claims)
}

// gather adds to an inference what absorbed ones rest on: the parts of one of them, and the parts of these.
func (c *chainer) gather(into, of int, parts [][]int, met []int) {
	in := &c.chain[into]
	for _, j := range parts[of] {
		if met[j] == into+1 {
			continue
		}
		met[j] = into + 1
		a := &c.chain[j]
		in.Rest = append(in.Rest, a.Rest...)
		if a.Alone {
			in.Rest = append(append(in.Rest, a.Units...), a.Also...)
		}
		in.Since = append(in.Since, a.Since...)
		if in.Kind == Contradicts && a.Under >= 0 {
			in.Against = append(in.Against, a.Claims...)
		} else {
			in.Via = append(in.Via, a.Claims...)
		}
		c.gather(into, j, parts, met)
	}
}

// mostAlone bounds a chain that is reduced to one inference.
const mostAlone = 8

// alone reduces a chain whose reasons are all one unit to one inference that makes some claims, without its cases.
// Silent rules, and that one value is left, do not count as reasons.
func (c *chainer) alone(chain Chain, claims []Claim) Chain {
	if len(chain) < 2 || len(chain) > mostAlone {
		return chain
	}
	silent := func(u int32) bool { return c.Problem.Silent(u) }
	one := Inference{Kind: Follows, Claims: claims, Under: -1}
	for i := range chain {
		in := &chain[i]
		if in.Tried || slices.ContainsFunc(in.Units, c.sized) {
			return chain
		}
		for _, u := range slices.Concat(in.Units, in.Also) {
			if silent(u) {
				one.Also = append(one.Also, u)
			} else {
				one.Units = append(one.Units, u)
			}
		}
		one.Since = append(one.Since, in.Since...)
		one.Rest = unite(one.Rest, in.Rest)
		one.Late = one.Late || in.Late
	}
	one.Units, one.Also = unite(one.Units, nil), unite(one.Also, nil)
	last := chain[len(chain)-1]
	switch {
	case len(one.Units) == 0 && len(last.Units) > 0:
		one.Units, one.Also = one.Also, nil
	case !c.sayOne(one.Units):
		return chain
	case len(one.Also) > 0 && len(last.Units) > 0 && slices.ContainsFunc(last.Units, silent) && !last.Left:
		return chain
	}
	return Chain{one}
}

// sayOne reports whether units are one, or parts of one that have its sentence.
func (c *chainer) sayOne(units []int32) bool {
	for i, u := range units {
		if text := c.Problem.SentenceBy(u, value.String); i > 0 && (text == "" || text != c.Problem.SentenceBy(units[0], value.String)) {
			return false
		}
	}
	return len(units) > 0
}

// hush lets an inference by silent rules take the place of its helper premises. If it ends an argument by
// contradiction, hush returns the index of that argument, which then ends with the inference's claim.
func (c *chainer) hush(in *Inference) (end int, ok bool) {
	if in.Kind == Supposes || len(in.Units) == 0 || slices.ContainsFunc(in.Units, func(u int32) bool { return !c.Problem.Silent(u) }) {
		return 0, false
	}
	if in.Kind == Follows && len(in.From) == 1 {
		j := in.From[0]
		if a := &c.chain[j]; a.Kind == Contradicts && len(a.Claims) == 1 && c.helps(a.Claims[0]) {
			return j, true
		}
	}
	var from []int
	ends := in.Kind == Contradicts // its last premise says what can't be
	for _, j := range slices.Backward(in.From) {
		a := &c.chain[j]
		if a.Kind != Follows || !c.within(in.Under, a.Under) || !ends && !c.helps(a.Claims[0]) {
			from = append(from, j)
			continue
		}
		if ends && a.Left {
			in.Left, in.Empty = true, a.Claims[0].Var
		}
		ends = ends && !a.Left && a.isSilent(c.Problem.Silent)
		in.Units = append(slices.Clip(in.Units), a.Units...)
		in.Also = append(in.Also, a.Also...)
		in.Rest = append(in.Rest, a.Rest...)
		in.Since = append(in.Since, a.Since...)
		in.Alone, in.Tried = in.Alone || a.Alone, in.Tried || a.Tried
		from = append(from, a.From...)
	}
	in.Since = firsts(in.Since)
	in.From = unite(from, nil)
	in.Units = unite(in.Units, nil)
	return 0, false
}

// replace ends an argument by contradiction with the claim of an inference and drops the inference.
func (c *chainer) replace(i, end int, goals map[int]bool) {
	in, a := &c.chain[i], &c.chain[end]
	a.Claims, a.Rest = in.Claims, unite(slices.Concat(a.Rest, in.Units, in.Rest), nil)
	a.Since = append(a.Since, in.Since...)
	if claim := in.Claims[0]; c.m.Vars[claim.Var].Bool {
		c.chain[a.Under].Claims = []Claim{{claim.Var, model.LinkIs, 1 - claim.Value}}
		for k := a.Under + 1; k <= end; k++ {
			if slices.Contains(c.chain[k].From, a.Under) {
				c.chain[k].Rest = append(c.chain[k].Rest, in.Units...)
			}
		}
	}
	if goals[i] {
		goals[end] = true
		delete(goals, i)
	}
	for k := i + 1; k < len(c.chain); k++ {
		for n, j := range c.chain[k].From {
			if j == i {
				c.chain[k].From[n] = end
			}
		}
	}
}

// direct turns an argument by contradiction of one step into a plain inference.
func direct(chain Chain) Chain {
	var out Chain
	index := make([]int, len(chain))
	for i, in := range chain {
		var from []int
		for _, j := range in.From {
			from = append(from, index[j])
		}
		in.From = from
		at := in.Under
		if at >= 0 {
			in.Under = index[at]
		}
		if k := len(out) - 1; in.Kind == Contradicts && k >= 0 && out[k].Kind == Supposes && at == i-1 {
			in.From = slices.DeleteFunc(in.From, func(j int) bool { return j == k })
			in.Kind, in.Under = Follows, out[k].Under
			out[k] = in
			index[i] = k
			continue
		}
		index[i] = len(out)
		out = append(out, in)
	}
	return out
}

// local turns an argument round that supposes something, concludes one thing by a rule, and fails where a line would end
// or branch. If the rule's sentence names no place of what is concluded, nobody can see why it is so. What the line does
// is seen at once, so that comes first, and the rule fails.
func (c *chainer) local(chain Chain) Chain {
	if len(chain) != 3 || chain[0].Kind != Supposes || chain[1].Kind != Follows || chain[2].Kind != Contradicts {
		return chain
	}
	by, fails := chain[1], chain[2]
	if len(by.Claims) != 1 || by.Claims[0].Op != model.LinkIs || !c.m.Vars[by.Claims[0].Var].Bool || by.Left || by.Tried || fails.Left || fails.Tried || !slices.Contains(fails.From, 0) ||
		len(by.Also) > 0 || len(fails.Also) > 0 || slices.ContainsFunc(fails.Units, func(u int32) bool { return !c.vertexPiece(u) }) {
		return chain
	}
	m, _ := c.Meaning(by.Claims[0].Var)
	edge, ok := m.Member.(value.Edge)
	if !ok || slices.ContainsFunc(by.Units, func(u int32) bool {
		places := c.Places(u)
		return c.vertexPiece(u) || len(places) == 0 || slices.ContainsFunc(places, func(p value.Value) bool {
			_, cell := p.(value.Cell)
			return !cell || value.Equal(p, edge.A) || value.Equal(p, edge.B)
		})
	}) {
		return chain
	}
	not := by.Claims[0]
	not.Value = 1 - not.Value
	first, last := fails, by
	first.Kind, first.Claims, first.From = Follows, []Claim{not}, []int{0}
	last.Kind, last.Claims, last.From, last.Under = Contradicts, fails.Claims, []int{0, 1}, fails.Under
	first.Under, first.Via, first.Against = by.Under, slices.Concat(fails.Via, fails.Against), nil
	return Chain{chain[0], first, last}
}

// joined merges neighbours that say the same by one rule, if none uses another.
func (c *chainer) joined(chain Chain) Chain {
	var out Chain
	index := make([]int, len(chain))
	for i, in := range chain {
		for k, j := range in.From {
			in.From[k] = index[j]
		}
		if in.Under >= 0 {
			in.Under = index[in.Under]
		}
		if k := len(out) - 1; k >= 0 && c.joins(&out[k], &in, k) {
			out[k] = out[k].with(&in)
			index[i] = k
			continue
		}
		index[i] = len(out)
		in.From = unite(in.From, nil)
		out = append(out, in)
	}
	return out
}

// firsts drops the facts that stand in a list before, in place.
func firsts(facts []model.Fact) []model.Fact {
	if len(facts) < 2 {
		return facts
	}
	met := make(map[model.Fact]bool, len(facts))
	return slices.DeleteFunc(facts, func(f model.Fact) bool {
		again := met[f]
		met[f] = true
		return again
	})
}

// unite returns the union of two sets, ascending.
func unite[T cmp.Ordered](a, b []T) []T {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// joins reports whether an inference continues the one before it, by the same rule.
func (c *chainer) joins(a, b *Inference, at int) bool {
	if a.Kind != Follows || b.Kind != Follows || a.Under != b.Under || a.Left != b.Left || slices.Contains(b.From, at) {
		return false
	}
	if a.Left && (!slices.Equal(a.Also, b.Also) || !slices.Equal(a.Rest, b.Rest)) {
		return false
	}
	if slices.Equal(a.Units, b.Units) && !slices.ContainsFunc(a.Units, c.sized) {
		return true
	}
	return len(a.Units) > 0 && len(b.Units) > 0 && !slices.ContainsFunc(slices.Concat(a.Units, b.Units), c.isPlace) &&
		c.ruleOf(a.Units[0]) == c.ruleOf(b.Units[0]) && c.alike(a.Claims[0], b.Claims[0])
}

// alike reports whether two claims say the same about places of one find.
func (c *chainer) alike(a, b Claim) bool {
	return a.Op == b.Op && a.Value == b.Value && c.m.Vars[a.Var].Find == c.m.Vars[b.Var].Find
}

// helps reports whether a claim is a helper fact, which nobody writes on the board.
func (c *chainer) helps(claim Claim) bool {
	return !c.writes(claim.Var) || !c.m.Vars[claim.Var].Bool && claim.Op != model.LinkIs
}

// onWritten reports whether inferences are about written facts only.
func (c *chainer) onWritten(from []int) bool {
	return !slices.ContainsFunc(from, func(j int) bool {
		in := &c.chain[j]
		return in.Kind != Supposes && slices.ContainsFunc(in.Claims, c.helps)
	})
}
