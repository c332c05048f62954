package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"nazo/dsl/value"
	"nazo/internal/alg"
	"nazo/internal/model"
)

// Sentences for rules that count or add, where the spec says what must be: "row 1 must have 2 stars". An inference
// tells how far it is: row 1 has its 2 stars, would have 3, or has 1 and needs 1 more.

// tally is what a rule counts or adds up: the sum of its terms.
type tally struct {
	terms []model.Term
	total int64
	// counts means that each term is 1 or 0. helps means that some terms are helpers.
	counts, helps bool
	// distinct means that the terms are numbers that differ from each other.
	distinct bool
}

// tallyOf returns what a unit counts or adds up, or nil.
func (x *Words) tallyOf(u int32) *tally {
	t, known := x.tallies[u]
	if !known {
		t = x.findTally(u)
		if x.tallies == nil {
			x.tallies = map[int32]*tally{}
		}
		x.tallies[u] = t
	}
	return t
}

func (x *Words) findTally(u int32) *tally {
	if x.m.Instances[u].Piece != nil || x.Problem.Silent(u) {
		return nil
	}
	t := &tally{}
	for _, c := range x.constraints(u) {
		switch b := x.m.Constraints[c].Body.(type) {
		case model.Distinct:
			t.distinct = true
		case model.Assert:
			sum, ok := x.m.Node(b.B).(model.Exactly)
			if !ok || b.B.Negated() || t.terms != nil || x.m.Constraints[c].Guard != model.True {
				return nil
			}
			t.terms, t.total = sum.Terms, sum.Sum
		default:
			return nil
		}
	}
	if len(t.terms) == 0 {
		return nil
	}
	_, numbers := x.m.Ints[t.terms[0].X].(model.IntVar)
	t.counts = !numbers
	for _, term := range t.terms {
		if term.Coef != 1 {
			return nil
		}
		switch n := x.m.Ints[term.X].(type) {
		case model.IntVar:
			if t.counts || x.m.Vars[n.Var].Find < 0 {
				return nil
			}
		case model.ToInt:
			if numbers {
				return nil
			}
			v, ok := x.m.Node(n.B).(model.BoolVar)
			t.helps = t.helps || ok && x.m.Vars[v.Var].Find < 0
		default:
			return nil
		}
	}
	return t
}

// bounds are what is known of the value of a variable.
type bounds struct {
	lo, hi int64
	not    []int64
	is     bool // it is named
}

// ledger is what some claims say of variables.
type ledger struct {
	x     *Words
	of    map[model.VarID]bounds
	parts map[int32][2][]bool // for a part of a graph the vertices that are in it, and those that may be
}

func (x *Words) ledgerOf(claims []Claim) *ledger {
	l := &ledger{x: x, of: map[model.VarID]bounds{}, parts: map[int32][2][]bool{}}
	for _, c := range claims {
		l.learn(c)
	}
	return l
}

// before returns what an inference rests on, about other things than it claims. With all, it returns whatever is known.
func (x *Explainer) before(in *Inference, all bool) *ledger {
	l := x.ledgerOf(in.Evidence)
	if all {
		for _, c := range in.Known {
			l.learn(c)
		}
	}
	if in.Kind == Follows {
		for _, c := range in.Claims {
			delete(l.of, c.Var)
		}
	}
	return l
}

// learn adds a claim.
func (l *ledger) learn(c Claim) {
	if c.Var < 0 {
		return
	}
	clear(l.parts)
	b := l.at(c.Var)
	switch {
	case b.is: // whatever else is said of it, its value counts
		return
	case c.Op == model.LinkIs:
		l.of[c.Var] = bounds{lo: c.Value, hi: c.Value, is: true}
		return
	}
	switch c.Op {
	case model.LinkAtLeast:
		b.lo = max(b.lo, c.Value)
	case model.LinkAtMost:
		b.hi = min(b.hi, c.Value)
	case model.LinkIsNot:
		b.not = append(slices.Clip(b.not), c.Value)
	}
	for slices.Contains(b.not, b.lo) {
		b.lo++
	}
	for slices.Contains(b.not, b.hi) {
		b.hi--
	}
	l.of[c.Var] = b
}

// but returns a ledger with one more claim.
func (l *ledger) but(c Claim) *ledger {
	other := &ledger{x: l.x, of: map[model.VarID]bounds{}, parts: map[int32][2][]bool{}}
	for v, b := range l.of {
		other.of[v] = b
	}
	delete(other.of, c.Var)
	other.learn(c)
	return other
}

// at returns what is known of a variable.
func (l *ledger) at(v model.VarID) bounds {
	if b, ok := l.of[v]; ok {
		return b
	}
	d := l.x.m.Vars[v].Domain.Bounds()
	return bounds{lo: d.Lo, hi: d.Hi}
}

// bool returns whether a condition holds, if that is known.
func (l *ledger) bool(b model.Bool) (holds, known bool) {
	switch n := l.x.m.Node(b).(type) {
	case model.Constant:
		holds, known = true, true
	case model.BoolVar:
		if l.x.m.Vars[n.Var].Find < 0 {
			holds, known = l.inPart(n.Var)
			break
		}
		at := l.at(n.Var)
		holds, known = at.lo == 1, at.lo == at.hi
	case model.In:
		v, ok := l.x.m.Ints[n.X].(model.IntVar)
		if !ok {
			break
		}
		at, some, all := l.at(v.Var), false, true
		if at.hi-at.lo > mostListed {
			break
		}
		for k := at.lo; k <= at.hi; k++ {
			if slices.Contains(at.not, k) {
				continue
			}
			in := n.Values.Contains(k)
			some, all = some || in, all && in
		}
		holds, known = some, !some || all
	case model.And:
		holds, known = true, true
		for _, a := range n.Args {
			switch is, sure := l.bool(a); {
			case sure && !is:
				return b.Negated(), true
			case !sure:
				known = false
			}
		}
	}
	return holds != b.Negated(), known
}

// inPart reports whether the vertex of a helper is in a part of a graph, if that is known.
func (l *ledger) inPart(v model.VarID) (holds, known bool) {
	at, ok := l.x.partOf(v)
	if !ok {
		return false, false
	}
	sets, met := l.parts[at.constraint]
	if !met {
		b := l.x.m.Constraints[at.constraint].Body.(model.Reachable)
		sets[0] = l.reach(b, nil, func(c model.Bool) bool { is, sure := l.bool(c); return is && sure })
		sets[1] = l.reach(b, nil, func(c model.Bool) bool { is, sure := l.bool(c); return is || !sure })
		l.parts[at.constraint] = sets
	}
	return sets[0][at.vertex], sets[0][at.vertex] == sets[1][at.vertex]
}

// reach returns the vertices of a part where some conditions are on. Some may be shut.
func (l *ledger) reach(b model.Reachable, shut []bool, on func(model.Bool) bool) []bool {
	in := make([]bool, len(b.Vertices))
	open := func(v int32) bool { return (shut == nil || !shut[v]) && on(b.Vertices[v]) }
	var queue []int32
	for _, s := range b.Sources {
		if open(s) {
			in[s] = true
			queue = append(queue, s)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, h := range b.Graph.Out[queue[0]] {
			if !in[h.To] && open(h.To) && (b.Edges == nil || on(b.Edges[h.Edge])) {
				in[h.To] = true
				queue = append(queue, h.To)
			}
		}
	}
	return in
}

// partVertex is a vertex of a part of a graph.
type partVertex struct{ constraint, vertex int32 }

// partOf returns the vertex whose helper says that it is in a part.
func (x *Words) partOf(v model.VarID) (at partVertex, ok bool) {
	if x.partVertices == nil {
		x.partVertices = map[model.VarID]partVertex{}
		for i, c := range x.m.Constraints {
			b, is := c.Body.(model.Reachable)
			if !is || c.Guard != model.True {
				continue
			}
			for vertex, in := range b.In {
				if n, isVar := x.m.Node(in).(model.BoolVar); isVar && !in.Negated() {
					x.partVertices[n.Var] = partVertex{int32(i), int32(vertex)}
				}
			}
		}
	}
	at, ok = x.partVertices[v]
	return at, ok
}

// sum returns the least and the greatest sum of the terms of a tally.
func (l *ledger) sum(t *tally) (lo, hi int64) {
	for _, term := range t.terms {
		switch n := l.x.m.Ints[term.X].(type) {
		case model.IntVar:
			at := l.at(n.Var)
			lo, hi = lo+at.lo, hi+at.hi
		case model.ToInt:
			switch is, known := l.bool(n.B); {
			case known && is:
				lo, hi = lo+1, hi+1
			case !known:
				hi++
			}
		}
	}
	return lo, hi
}

// toldBy returns the sentence of a unit as an inference tells it.
func (x *Explainer) toldBy(u int32, in *Inference) string {
	text := x.Because(u)
	if in.Kind == Follows {
		text = hasNone(text)
	}
	return cmp.Or(x.tallied(u, in), x.cutOff(u, in), text)
}

// hasNone says of one thing that must have, or see, no other that it has none. That is so from the beginning.
func hasNone(text string) string {
	who, what, _ := strings.Cut(text, " must ")
	does, what, _ := strings.Cut(what, " ")
	switch {
	case !strings.HasPrefix(what, "no ") || strings.Contains(who, " and "):
		return text
	case does == "have":
		return who + " has " + what
	}
	return who + " " + thirdPerson(does) + " " + what
}

// tallied says how far what a unit counts or adds is in an inference, or "".
func (x *Explainer) tallied(u int32, in *Inference) string {
	t := x.tallyOf(u)
	switch {
	case t == nil:
		return ""
	case t.counts:
		return x.counted(u, t, in)
	}
	return x.added(u, t, in)
}

// counted says whether what is counted is full, or would be too much or too little.
func (x *Explainer) counted(u int32, t *tally, in *Inference) string {
	n, ok := x.must(u)
	if !ok || n == 0 || !t.helps && (n != t.total || x.countsRest(u, t)) {
		return ""
	}
	if !t.helps {
		return x.countedBy(u, t, in, n, x.before(in, false))
	}
	rests, all := x.before(in, false), x.before(in, true)
	return cmp.Or(x.countedBy(u, t, in, n, rests), x.countedBy(u, t, in, n, all), x.grown(u, t, in, n, rests), x.grown(u, t, in, n, all))
}

// countedBy says it by what a ledger has.
func (x *Explainer) countedBy(u int32, t *tally, in *Inference, n int64, l *ledger) string {
	known := n - t.total // of the terms that every solution has
	lo, hi := l.sum(t)
	lo, hi = lo+known, hi+known
	if in.Kind == Contradicts {
		switch {
		case lo > n:
			if now, _ := x.before(in, true).sum(t); !t.helps {
				lo = max(lo, now+known)
			}
			return x.inPlace(u, lo, " would ", "")
		case hi < n && t.helps:
			return x.roomFor(u, hi)
		}
		return ""
	}
	if lo == n {
		return x.has(u, n)
	}
	if !t.helps || lo > n || hi < n {
		return ""
	}
	var most, least []int64
	for _, c := range in.Claims {
		if c.Op > model.LinkIsNot || !x.m.Vars[c.Var].Bool {
			return ""
		}
		lo, hi := l.but(opposite(c)).sum(t)
		if lo+known > n {
			most = append(most, lo+known)
		} else if hi+known < n {
			least = append(least, hi+known)
		}
	}
	switch {
	case len(most) == len(in.Claims) && slices.Min(most) == slices.Max(most):
		return x.inPlace(u, most[0], " would ", map[bool]string{true: " at least"}[t.helps])
	case len(least) == len(in.Claims) && slices.Min(least) == slices.Max(least):
		return x.roomFor(u, least[0])
	}
	return ""
}

// countsRest reports whether a unit that counts half of its terms may mean those that are not in a set.
func (x *Explainer) countsRest(u int32, t *tally) bool {
	if 2*t.total != int64(len(t.terms)) {
		return false
	}
	n, ok := x.m.Ints[t.terms[0].X].(model.ToInt)
	if !ok {
		return false
	}
	v, ok := x.m.Node(n.B).(model.BoolVar)
	if !ok {
		return false
	}
	last := func(k int64) string {
		words := strings.Fields(x.said(Claim{v.Var, model.LinkIs, k}).text)
		return words[len(words)-1]
	}
	words := strings.Fields(x.Because(u))
	return slices.Contains(words, last(0)) && !slices.Contains(words, last(1))
}

// must returns the number that the sentence of a unit says must be.
func (x *Words) must(u int32) (n int64, ok bool) {
	text, n, ok := x.Problem.Counted(u, 0, x.Names().Of)
	return n, ok && strings.Count(text, " must ") == 1
}

// inPlace says the sentence of a unit with another number and another verb in the place of must, and a word behind the
// next one.
func (x *Words) inPlace(u int32, n int64, verb, then string) string {
	text, _, _ := x.Problem.Counted(u, n, x.Names().Of)
	who, what, _ := strings.Cut(text, " must ")
	does, what, _ := strings.Cut(what, " ")
	return who + verb + does + then + " " + what
}

// roomFor says that what must have some things would have room for only so many.
func (x *Words) roomFor(u int32, n int64) string {
	if text, _, _ := x.Problem.Counted(u, n, x.Names().Of); n > 0 && strings.Contains(text, " must have ") {
		return x.inPlace(u, n, " would ", " room for only")
	}
	return ""
}

// has says that something has as many things as it must have.
func (x *Words) has(u int32, n int64) string {
	text, _, _ := x.Problem.Counted(u, n, x.Names().Of)
	who, what, _ := strings.Cut(text, " must ")
	does, what, _ := strings.Cut(what, " ")
	switch {
	case does != "have":
		return who + " " + thirdPerson(does) + " " + what + " already"
	case n == 1:
		return who + " has its one " + strings.TrimPrefix(what, "1 ")
	}
	return who + " has its " + what
}

// thirdPerson is the form of a verb after one thing.
func thirdPerson(verb string) string {
	if strings.HasSuffix(verb, "s") || strings.HasSuffix(verb, "ch") || strings.HasSuffix(verb, "sh") {
		return verb + "es"
	}
	return verb + "s"
}

// added says what is left of a sum, and for which places: by all that is known, or by what an inference rests on if it
// contradicts that.
func (x *Explainer) added(u int32, t *tally, in *Inference) string {
	rests := x.before(in, false)
	if lo, hi := rests.sum(t); len(in.Known) > 0 && (in.Kind == Follows || lo <= t.total && t.total <= hi) {
		if all := x.before(in, true); in.Kind == Contradicts || x.allows(t, all, in.Claims) {
			if text := x.addedBy(u, t, in, all); text != "" {
				return text
			}
		}
	}
	return x.addedBy(u, t, in, rests)
}

// allows reports whether a tally can still have its sum after some claims.
func (x *Explainer) allows(t *tally, l *ledger, claims []Claim) bool {
	after := l
	for _, c := range claims {
		after = after.but(c)
	}
	lo, hi := after.sum(t)
	return lo <= t.total && t.total <= hi
}

// addedBy says it by what a ledger has.
func (x *Explainer) addedBy(u int32, t *tally, in *Inference, l *ledger) string {
	var own []model.VarID
	if in.Kind == Follows {
		for _, c := range in.Claims {
			own = append(own, c.Var)
		}
	}
	var placed, left []model.VarID
	rest := t.total
	for _, term := range t.terms {
		v := x.m.Ints[term.X].(model.IntVar).Var
		if m, _ := x.Meaning(v); m.Key == nil {
			return ""
		} else if k, number := x.valueOf(m, l.at(v).lo).(value.Int); !number || int64(k) != l.at(v).lo {
			return ""
		}
		if at := l.at(v); at.is && !slices.Contains(own, v) {
			placed, rest = append(placed, v), rest-at.lo
		} else {
			left = append(left, v)
		}
	}
	lo, hi := l.sum(t)
	if n, ok := x.must(u); ok && n == t.total {
		switch {
		case in.Kind == Contradicts && lo > n:
			return x.inPlace(u, lo, " would ", map[bool]string{true: " at least"}[len(left) > 0])
		case in.Kind == Contradicts && hi < n:
			return x.inPlace(u, hi, " would ", " at most")
		case in.Kind == Contradicts:
		case lo == n:
			return x.has(u, n)
		case len(placed) > 0 && rest < n && rest > 0:
			return x.placedIn(u, n, n-rest)
		}
		return ""
	}
	who, ok := strings.CutSuffix(x.Because(u), " must add up")
	if !ok || strings.Contains(who, " must ") {
		return ""
	}
	less := ""
	if len(placed) > 0 {
		less = ", less " + value.And(alg.Map(placed, func(v model.VarID) string { return fmt.Sprint(l.at(v).lo) })) + ","
	}
	places := value.And(alg.Map(left, func(v model.VarID) string { m, _ := x.Meaning(v); return x.Names().Of(m.Key) }))
	if in.Kind == Follows && len(left) == 1 && slices.ContainsFunc(in.Claims, func(c Claim) bool { return c.Var == left[0] && !c.holds(rest) }) {
		return "" // what was supposed can't be, but not for this reason
	}
	switch {
	case in.Kind == Contradicts && lo > t.total:
		return who + " would be at least " + fmt.Sprint(lo)
	case in.Kind == Contradicts && hi < t.total:
		return who + " would be at most " + fmt.Sprint(hi)
	case in.Kind == Contradicts && less == "", rest <= 0, len(left) == 0:
		return ""
	case in.Kind == Contradicts:
		return fmt.Sprintf("%s%s would leave %d for %s", who, less, rest, places)
	case len(left) == 1:
		return fmt.Sprintf("%s%s leaves %d", who, less, rest)
	case less != "":
		return fmt.Sprintf("%s%s leaves %d for %s", who, less, rest, places)
	}
	return x.leavesBound(who, t, l, own, in)
}

// mostWays bounds the ways to make a sum that are named, and mostSummed the values that a number of one has.
const (
	mostWays   = 2
	mostSummed = 12
)
