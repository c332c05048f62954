package explain

import (
	"cmp"
	"slices"

	"nazo/internal/model"
)

// The order of a chain. What holds without a supposition stands before it. A branch that refutes what others lead to
// comes first. A branch ends where it contradicts what holds there, and says nothing that is said already.

// deepest returns the innermost supposition that some inferences rest on, or -1.
func (c *chainer) deepest(from []int) (under int) {
	under = -1
	for _, j := range from {
		if scope := c.chain.scope(j); c.within(scope, under) {
			under = scope
		}
	}
	return under
}

// around returns the innermost supposition outside of a branch that something in it rests on, or -1. The branch is the
// last one of the chain.
func (c *chainer) around(begin int) (under int) {
	under = -1
	for i := begin + 1; i < len(c.chain); i++ {
		if !c.within(c.chain[i].Under, begin) {
			continue
		}
		for _, j := range c.chain[i].From {
			if scope := c.chain.scope(j); !c.within(scope, begin) && c.within(scope, under) {
				under = scope
			}
		}
	}
	return under
}

// order lists the inferences of a chain anew.
type order struct {
	*chainer
	need  []bool
	ends  map[int]int     // the contradiction that ends the branch of a supposition
	lists map[int][]int   // for each supposition, and -1, what stands in its branch: inferences and suppositions
	leads map[Claim][]int // the suppositions of a claim
	done  []bool
	level []int
	out   Chain
	index []int
}

// ordered lists the needed inferences, each as early as it follows within its supposition. Those that follow at
// once from the same facts stand together, by rule.
func (c *chainer) ordered(need, absorbed []bool, goals map[int]bool) (Chain, map[int]bool) {
	n := len(c.chain)
	o := &order{chainer: c, need: make([]bool, n), ends: map[int]int{}, lists: map[int][]int{}, leads: map[Claim][]int{}, done: make([]bool, n),
		level: make([]int, n), index: make([]int, n)}
	for i := range c.chain {
		o.need[i] = need[i] && !absorbed[i]
		switch in := &c.chain[i]; {
		case !o.need[i]:
		case in.Kind == Supposes && len(in.Claims) == 1:
			o.leads[in.Claims[0]] = append(o.leads[in.Claims[0]], i)
		case in.Kind == Contradicts && in.Under >= 0:
			o.ends[in.Under] = i
		}
	}
	for i := range c.chain {
		if o.need[i] && c.chain.scope(i) < 0 {
			o.visit(i)
		}
	}
	o.flat(-1)
	for i := range o.out {
		in := &o.out[i]
		from := make([]int, len(in.From))
		for k, j := range in.From {
			from[k] = o.index[j]
		}
		in.From = unite(from, nil)
		if in.Under >= 0 {
			in.Under = o.index[in.Under]
		}
	}
	now := map[int]bool{}
	for i := range goals {
		now[o.index[i]] = true
	}
	return o.out, now
}

// visit lists an inference after its premises, or the branch that it ends.
func (o *order) visit(i int) {
	in := &o.chain[i]
	switch {
	case in.Kind == Supposes || !o.need[i]:
	case in.Kind == Contradicts && in.Under >= 0:
		o.branch(in.Under)
	case !o.done[i]:
		o.done[i] = true
		for _, j := range in.From {
			o.visit(j)
		}
		o.lists[in.Under] = append(o.lists[in.Under], i)
	}
}

// branch lists a branch after the branches of its own place that refute what it leads to.
func (o *order) branch(s int) {
	if o.done[s] {
		return
	}
	o.done[s] = true
	end := o.ends[s]
	for i := s + 1; i < end; i++ {
		in := &o.chain[i]
		if !o.need[i] || in.Kind != Follows || !o.within(in.Under, s) {
			continue
		}
		for _, claim := range in.Claims {
			for _, t := range o.leads[claim] {
				if t != s && o.within(o.chain[s].Under, o.chain[t].Under) && !o.rests(o.ends[t], end) {
					o.branch(t)
				}
			}
		}
	}
	for i := s + 1; i < end; i++ {
		if o.need[i] && o.within(o.chain[i].Under, s) {
			o.visit(i)
		}
	}
	for _, j := range o.chain[end].From {
		o.visit(j)
	}
	o.lists[o.chain[s].Under] = append(o.lists[o.chain[s].Under], s)
}

// rests reports whether an inference uses another, perhaps through others.
func (o *order) rests(i, on int) bool {
	met := map[int]bool{}
	var uses func(i int) bool
	uses = func(i int) bool {
		if i == on {
			return true
		}
		if i < on || met[i] { // premises come earlier
			return false
		}
		met[i] = true
		return slices.ContainsFunc(o.chain[i].From, uses)
	}
	return uses(i)
}

// flat writes what stands in the branch of a supposition. What follows at once from the same facts stands together.
func (o *order) flat(under int) {
	var run []int
	flush := func() {
		slices.SortStableFunc(run, func(i, j int) int {
			return cmp.Or(cmp.Compare(o.level[i], o.level[j]), cmp.Compare(o.ruleAt(i), o.ruleAt(j)), slices.Compare(o.chain[i].Units, o.chain[j].Units))
		})
		for _, i := range run {
			o.write(i)
		}
		run = run[:0]
	}
	for _, i := range o.lists[under] {
		if o.chain[i].Kind == Supposes {
			flush()
			o.write(i)
			o.flat(i)
			o.write(o.ends[i])
			continue
		}
		if o.chain[i].Kind == Contradicts {
			flush()
			o.write(i)
			continue
		}
		run = append(run, i)
		for _, j := range o.chain[i].From {
			if slices.Contains(run, j) {
				o.level[i] = max(o.level[i], o.level[j]+1)
			}
		}
	}
	flush()
}

func (o *order) write(i int) {
	o.index[i] = len(o.out)
	o.out = append(o.out, o.chain[i])
}

// ruleAt returns the rule of an inference, or -1.
func (c *chainer) ruleAt(i int) int32 {
	if units := c.chain[i].Units; len(units) > 0 {
		return c.ruleOf(units[0])
	}
	return -1
}

// holds reports whether a claim is true of a value.
func (c Claim) holds(k int64) bool {
	switch c.Op {
	case model.LinkIs:
		return k == c.Value
	case model.LinkIsNot:
		return k != c.Value
	case model.LinkAtLeast:
		return k >= c.Value
	}
	return k <= c.Value
}

// implies reports whether another claim about the variable says no more.
func (c Claim) implies(d Claim) bool {
	switch {
	case c.Var != d.Var:
		return false
	case c == d:
		return true
	case c.Op == model.LinkAtLeast:
		return d.Op == model.LinkAtLeast && d.Value <= c.Value || d.Op == model.LinkIsNot && d.Value < c.Value
	case c.Op == model.LinkAtMost:
		return d.Op == model.LinkAtMost && d.Value >= c.Value || d.Op == model.LinkIsNot && d.Value > c.Value
	}
	return c.Op == model.LinkIs && d.holds(c.Value)
}

// excludes reports whether two claims about the variable can't both be so.
func (c Claim) excludes(d Claim) bool { return c.Var == d.Var && c.implies(opposite(d)) }

// cut ends each branch at the first inference that contradicts what holds there or what the reader knows. It drops
// what is said already.
func (c *chainer) cut(chain Chain, goals map[int]bool) Chain {
	if !chain.tries() {
		return chain
	}
	o := &cutter{chainer: c, chain: chain, is: make([]int, len(chain)), of: map[model.VarID][]int{}, known: map[int]model.Fact{}}
	for i := range chain {
		o.is[i] = i
	}
	ended := -1             // the end of the branch that was left
	end := func(i, s int) { // ends the branch of a supposition
		was := chain.closing(s)
		chain[i].Kind, chain[i].Claims = Contradicts, chain[was].Claims
		o.instead(was, i, goals)
		ended = was
	}
	for i := range chain {
		if i <= ended {
			continue
		}
		in := &chain[i]
		for k, j := range in.From {
			if f, known := o.known[j]; known {
				in.Since = firsts(append(in.Since, f))
				in.From[k] = -1
			} else {
				in.From[k] = o.stronger(o.is[j], in.Under)
			}
		}
		in.From = slices.DeleteFunc(unite(in.From, nil), func(j int) bool { return j < 0 })
		switch in.Kind {
		case Supposes:
			if j := o.find(in.Claims, Claim.excludes); j >= 0 {
				ended = chain.closing(i)
				o.instead(ended, j, goals)
				continue
			}
			f, known := c.tellsAll(in.Claims)
			if j := o.find(in.Claims, Claim.implies); in.Under >= 0 && (known || j >= 0) { // nothing is supposed
				for k := i + 1; k < len(chain); k++ {
					if chain[k].Under == i {
						chain[k].Under = in.Under
					}
				}
				if o.is[i] = j; known {
					o.known[i] = f
				}
				continue
			}
			o.open = append(o.open, len(o.held))
		case Contradicts:
			if in.Under >= 0 && chain.closing(in.Under) > i {
				end(i, in.Under)
			}
		case Follows:
			if j := o.find(in.Claims, Claim.implies); j >= 0 && !goals[i] {
				o.is[i] = j
				continue
			}
			if in.Under < 0 {
				break
			}
			f, known := c.denies(in.Claims)
			j := o.find(in.Claims, Claim.excludes)
			switch {
			case known:
				in.Since = firsts(append(in.Since, f))
			case j >= 0:
				in.From = unite(in.From, []int{j})
			}
			if known || j >= 0 {
				in.Against = append(in.Against, in.Claims...)
				end(i, in.Under)
			}
		}
		if in.Kind == Contradicts && in.Under >= 0 {
			o.leave()
		}
		o.hold(i)
	}
	return chain.needed(goals)
}

// cutter is what holds where a chain is cut.
type cutter struct {
	*chainer
	chain Chain
	is    []int                 // the inference that says what each says
	held  []int                 // what holds, in order
	of    map[model.VarID][]int // the same by variables
	open  []int                 // how many held at each open supposition
	known map[int]model.Fact    // what the reader knows of what was supposed
}

// instead lets an inference take the place of another.
func (o *cutter) instead(of, i int, goals map[int]bool) {
	if o.is[of] = i; goals[of] {
		goals[i] = true
		delete(goals, of)
	}
}

func (o *cutter) hold(i int) {
	o.held = append(o.held, i)
	for _, claim := range o.chain[i].Claims {
		o.of[claim.Var] = append(o.of[claim.Var], i)
	}
}

// leave forgets what holds only in the branch that ends.
func (o *cutter) leave() {
	n := o.open[len(o.open)-1]
	o.open = o.open[:len(o.open)-1]
	for _, i := range slices.Backward(o.held[n:]) {
		for _, claim := range o.chain[i].Claims {
			o.of[claim.Var] = slices.DeleteFunc(o.of[claim.Var], func(j int) bool { return j == i })
		}
	}
	o.held = o.held[:n]
}

// find returns the first inference that holds of which a claim stands in such a relation to one, or to all if it
// implies them, or -1.
func (o *cutter) find(claims []Claim, rel func(Claim, Claim) bool) int {
	if len(claims) != 1 {
		return -1
	}
	for _, j := range o.of[claims[0].Var] {
		if slices.ContainsFunc(o.chain[j].Claims, func(d Claim) bool { return rel(d, claims[0]) }) {
			return j
		}
	}
	return -1
}

// stronger returns the supposition that says what an inference says, or the inference.
func (o *cutter) stronger(j, under int) int {
	for s := under; s >= 0; s = o.chain[s].Under {
		if s != j && len(o.chain[j].Claims) > 0 && !slices.ContainsFunc(o.chain[j].Claims, func(d Claim) bool {
			return !slices.ContainsFunc(o.chain[s].Claims, func(e Claim) bool { return e.implies(d) })
		}) {
			return s
		}
	}
	return j
}

// tellsAll reports whether the reader knows a claim, and returns the fact that says it.
func (c *chainer) tellsAll(claims []Claim) (f model.Fact, known bool) {
	if len(claims) != 1 {
		return f, false
	}
	return c.tells(&model.Link{Var: claims[0].Var, Op: claims[0].Op, Value: claims[0].Value})
}

// denies reports whether the reader knows the opposite of a claim, and returns the fact that says it.
func (c *chainer) denies(claims []Claim) (f model.Fact, known bool) {
	for _, claim := range claims {
		c.vars = append(c.vars, claim.Var)
		if is, ok := c.values[claim.Var]; ok && !claim.holds(is) {
			return model.Fact{Var: claim.Var, Value: is, Is: true}, true
		}
		f := model.Fact{Var: claim.Var, Value: claim.Value}
		if claim.Op == model.LinkIs {
			if c.known[f] {
				return f, true
			}
			c.facts = append(c.facts, f)
		}
	}
	return f, false
}

// needed drops what leads to no goal.
func (c Chain) needed(goals map[int]bool) Chain {
	need := make([]bool, len(c))
	for i := len(c) - 1; i >= 0; i-- {
		if need[i] = need[i] || goals[i]; need[i] {
			for _, j := range c[i].From {
				need[j] = true
			}
			if u := c[i].Under; u >= 0 {
				need[u] = true
			}
		}
	}
	var out Chain
	index := make([]int, len(c))
	for i := range c {
		if !need[i] {
			continue
		}
		in := c[i]
		for k, j := range in.From {
			in.From[k] = index[j]
		}
		if in.Under >= 0 {
			in.Under = index[in.Under]
		}
		index[i] = len(out)
		out = append(out, in)
	}
	return out
}

// pivot returns the opposite of a written fact through which every way from a supposition to its contradiction leads
// (a unique implication point), the one nearest to the contradiction. It holds, too, and takes fewer inferences.
// ok is false if there is none.
func (c *chainer) pivot(chain Chain) (f model.Fact, ok bool) {
	n := len(chain) - 1
	if n < 1 || chain[n].Kind != Contradicts || chain[n].Under < 0 || chain[chain[n].Under].Under >= 0 {
		return f, false
	}
	s := chain[n].Under
	rests := make([]bool, len(chain)) // on the supposition
	rests[s] = true
	for i := s + 1; i <= n; i++ {
		rests[i] = slices.ContainsFunc(chain[i].From, func(j int) bool { return rests[j] })
	}
	ways := map[int]bool{n: true}
	for i := n; i > s; i-- {
		if !ways[i] {
			continue
		}
		if delete(ways, i); len(ways) == 0 && i < n && chain.scope(i) == s && len(chain[i].Claims) == 1 {
			if claim := chain[i].Claims[0]; claim.Op == model.LinkIs && c.writes(claim.Var) {
				return normal(c.m, model.Fact{Var: claim.Var, Value: claim.Value}), true
			}
		}
		for _, j := range chain[i].From {
			if rests[j] {
				ways[j] = true
			}
		}
	}
	return f, false
}
