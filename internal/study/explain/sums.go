package explain

import (
	"slices"
	"strconv"
	"strings"

	"nazo/internal/alg"
	"nazo/internal/model"
)

// Numbers that add up. A player looks at one sum, or at two that cross, with all that is known of their numbers, and sees
// which values are left.

// mostSumNodes bounds the search for numbers that make a sum.
const mostSumNodes = 3_000

// isSum reports whether a unit adds up numbers and is told so.
func (x *Words) isSum(u int32) bool {
	t := x.tallyOf(u)
	if t == nil || t.counts || t.helps {
		return false
	}
	who, ok := strings.CutSuffix(x.Because(u), " must add up")
	return ok && !strings.Contains(who, " must ")
}

// sumState is what is known of the numbers of a sum.
type sumState struct {
	x    *Words
	t    *tally
	vars []model.VarID
	left []model.VarID // those without a value
	rest int64         // what they add up to
	free map[model.VarID][]int64
	used []int64       // the values that are placed
	at   []model.VarID // where they are
	just []Claim       // what was said just before
}

// sumStateOf returns what a ledger says of a sum, but for the value of one variable.
func (x *Words) sumStateOf(u int32, l *ledger, but model.VarID) *sumState {
	t := x.tallyOf(u)
	s := &sumState{x: x, t: t, rest: t.total, free: map[model.VarID][]int64{}}
	for _, term := range t.terms {
		v, ok := x.termVar(term)
		if !ok {
			return nil
		}
		s.vars = append(s.vars, v)
		at := l.at(v)
		if at.is && v != but {
			s.rest -= at.lo
			s.used, s.at = append(s.used, at.lo), append(s.at, v)
			continue
		}
		s.left = append(s.left, v)
		if d := x.m.Vars[v].Domain; d.Size() > mostSummed || d.Bounds().Lo < 0 { // numbers below 0 would make the rest larger
			return nil
		}
		for k := range x.m.Vars[v].Domain.Each {
			if at.is || k >= at.lo && k <= at.hi && !slices.Contains(at.not, k) {
				s.free[v] = append(s.free[v], k)
			}
		}
	}
	return s
}

// supports reports whether a variable can have a value. A long search counts as yes.
func (s *sumState) supports(v model.VarID, k int64) bool {
	nodes := 0
	used := slices.Clone(s.used)
	var place func(i int, rest int64) bool
	place = func(i int, rest int64) bool {
		if nodes++; nodes > mostSumNodes {
			return true
		}
		if i == len(s.left) {
			return rest == 0
		}
		of := s.left[i]
		if of == v {
			return place(i+1, rest)
		}
		for _, value := range s.free[of] {
			if value > rest || s.t.distinct && slices.Contains(used, value) {
				continue
			}
			used = append(used, value)
			ok := place(i+1, rest-value)
			used = used[:len(used)-1]
			if ok {
				return true
			}
		}
		return false
	}
	if s.t.distinct && slices.Contains(used, k) {
		return false
	}
	used = append(used, k)
	return place(0, s.rest-k)
}

// excludes reports whether a variable can have none of some values.
func (s *sumState) excludes(v model.VarID, values []int64) bool {
	return len(values) > 0 && !slices.ContainsFunc(values, func(k int64) bool { return s.supports(v, k) })
}

// spelled returns numbers as texts.
func spelled(numbers []int64) []string {
	return alg.Map(numbers, func(k int64) string { return strconv.FormatInt(k, 10) })
}

// valuesAll returns the values of a variable.
func (x *Words) valuesAll(v model.VarID) (values []int64) {
	for k := range x.m.Vars[v].Domain.Each {
		values = append(values, k)
	}
	return values
}

// sumsLeave returns the fewest of some sums, at most two, that leave no value of a variable but one.
func (x *Words) sumsLeave(units []int32, l *ledger, v model.VarID, k int64) []int32 {
	at := l.at(v)
	var open []int64
	for _, value := range x.valuesAll(v) {
		if value != k && (at.is || value >= at.lo && value <= at.hi && !slices.Contains(at.not, value)) {
			open = append(open, value)
		}
	}
	if len(open) == 0 {
		return nil
	}
	gone := make([][]int64, len(units))
	for i, u := range units {
		if s := x.sumStateOf(u, l, v); s != nil {
			gone[i] = alg.Filter(open, func(value int64) bool { return !s.supports(v, value) })
		}
		if len(gone[i]) == len(open) {
			return []int32{u}
		}
	}
	for i := range units {
		for j := range i {
			if !slices.ContainsFunc(open, func(value int64) bool { return !slices.Contains(gone[i], value) && !slices.Contains(gone[j], value) }) {
				return []int32{units[j], units[i]}
			}
		}
	}
	return nil
}

// sumsOf returns the sums that a variable is in.
func (s *Story) sumsOf(v model.VarID) []int32 {
	units, ok := s.sums[v]
	if !ok {
		if !s.m.Vars[v].Bool && s.m.Vars[v].Find >= 0 && s.m.Vars[v].Domain.Size() <= mostSummed && s.writes(v) {
			for _, u := range s.about[v] {
				if s.m.Instances[u].Piece == nil && s.isSum(u) && !slices.Contains(units, u) {
					units = append(units, u)
				}
			}
		}
		s.sums[v] = units
	}
	return units
}

// varsOf returns the variables of some sums.
func (s *Story) varsOf(units []int32) (vars []model.VarID) {
	for _, u := range units {
		for _, term := range s.tallyOf(u).terms {
			if v, ok := s.termVar(term); ok && s.m.Vars[v].Domain.Size() <= mostSummed {
				vars = append(vars, v)
			}
		}
	}
	return unite(vars, nil)
}

// toldOf returns what the reader knows of some numbers.
func (s *Story) toldOf(vars []model.VarID) (since []model.Fact) {
	for _, v := range vars {
		if is, ok := s.values[v]; ok {
			since = append(since, model.Fact{Var: v, Value: is, Is: true})
			continue
		}
		for _, k := range s.valuesAll(v) {
			if g := (model.Fact{Var: v, Value: k}); s.known[g] {
				since = append(since, g)
			}
		}
	}
	return since
}

// showsBy returns the sums, two at most, that show a fact about a number by what a ledger says.
func (s *Story) showsBy(f model.Fact, l *ledger) []int32 {
	units := s.sumsOf(f.Var)
	if f.Is {
		return s.sumsLeave(units, l, f.Var, f.Value)
	}
	for _, u := range units {
		if st := s.sumStateOf(u, l, f.Var); st != nil && st.excludes(f.Var, []int64{f.Value}) {
			return []int32{u}
		}
	}
	return nil
}

// sumChain tells a fact about a number by one sum or two, from what the reader knows.
func (s *Story) sumChain(f model.Fact) (Chain, bool) {
	units := s.sumsOf(f.Var)
	if len(units) == 0 {
		return nil, false
	}
	by := s.showsBy(f, s.ledgerOf(s.claimsOf(s.toldOf(s.varsOf(units)))))
	if by == nil {
		return nil, false
	}
	chain := Chain{s.sumInference([]model.Fact{f}, by)}
	s.evidence(chain, 0)
	return chain, true
}

func (s *Story) claimsOf(facts []model.Fact) []Claim {
	return alg.Map(facts, func(g model.Fact) Claim { return claimOf(s.m, g) })
}

// sumInference says facts about one number by sums and what the reader knows of their numbers.
func (s *Story) sumInference(facts []model.Fact, by []int32) Inference {
	f := facts[0]
	return Inference{Kind: Follows, Claims: s.claimsOf(facts), Units: slices.Sorted(slices.Values(by)), Since: s.toldOf(s.varsOf(by)), Under: -1,
		Left: f.Is && len(by) > 1, Empty: f.Var}
}

// crossedChain tells a fact about a number by one sum or two, after what sums that cross these leave for their numbers.
func (s *Story) crossedChain(f model.Fact) (Chain, bool) {
	units := s.sumsOf(f.Var)
	if len(units) == 0 {
		return nil, false
	}
	known := s.claimsOf(s.toldOf(s.varsOf(units)))
	told, l := s.ledgerOf(known), s.ledgerOf(known)
	crossing := map[model.VarID][]model.Fact{} // what other sums say of a number
	by := map[model.VarID]int32{}
	for _, v := range s.varsOf(units) {
		if _, ok := s.values[v]; ok || v == f.Var {
			continue
		}
		for _, u := range s.sumsOf(v) {
			if slices.Contains(units, u) {
				continue
			}
			st := s.sumStateOf(u, s.ledgerOf(s.claimsOf(s.toldOf(s.varsOf([]int32{u})))), v)
			if st == nil {
				continue
			}
			for _, k := range s.valuesAll(v) {
				at := told.at(v)
				if k >= at.lo && k <= at.hi && !slices.Contains(at.not, k) && !st.supports(v, k) {
					crossing[v], by[v] = append(crossing[v], model.Fact{Var: v, Value: k}), u
					l.learn(Claim{v, model.LinkIsNot, k})
				}
			}
		}
	}
	shown := s.showsBy(f, l)
	if shown == nil || len(crossing) == 0 {
		return nil, false
	}
	used := map[model.VarID]bool{}
	for _, u := range shown { // the crossing sums that matter
		st := s.sumStateOf(u, l, f.Var)
		gone := []int64{f.Value}
		if f.Is {
			gone = alg.Filter(s.valuesAll(f.Var), func(k int64) bool { return k != f.Value && !st.supports(f.Var, k) })
		}
		for _, c := range st.needed(f.Var, gone) {
			if at := told.at(c.Var); c.Value >= at.lo && c.Value <= at.hi && !slices.Contains(at.not, c.Value) {
				used[c.Var] = true
			}
		}
	}
	var chain Chain
	for _, v := range s.varsOf(shown) {
		if used[v] {
			chain = append(chain, s.sumInference(crossing[v], []int32{by[v]}))
		}
	}
	last := s.sumInference([]model.Fact{f}, shown)
	for i := range chain {
		last.From = append(last.From, i)
	}
	chain = append(chain, last)
	for i := range chain {
		s.evidence(chain, i)
	}
	return chain, len(chain) <= mostCrossing+1
}

// mostCrossing bounds the numbers whose crossing sums a step looks at.
const mostCrossing = 3

// shorterBySums returns a chain for a fact by sums, if the chain that it has is longer, or rests on what it does not say.
func (s *Story) shorterBySums(f model.Fact, c Chain) Chain {
	if len(s.sumsOf(f.Var)) == 0 || len(c) == 1 && len(c[0].Also) == 0 && len(c[0].Via) == 0 {
		return c
	}
	if sums, ok := s.sumChain(f); ok {
		return sums
	}
	if sums, ok := s.crossedChain(f); ok && (len(c) == 1 || sums.Cost() < c.Cost()) {
		return sums
	}
	return c
}

// nextSum returns a step for a number that one sum or two give away by what the reader knows, with the fewest open
// numbers, or nil.
func (s *Story) nextSum() *StoryStep {
	if s.solution == nil {
		return nil
	}
	for _, f := range s.told[s.summed:] {
		for _, v := range s.varsOf(s.sumsOf(f.Var)) {
			s.unsummed[v] = true
		}
	}
	if s.summed == 0 {
		for v := range s.m.Vars {
			if v := model.VarID(v); len(s.sumsOf(v)) > 0 {
				s.unsummed[v] = true
			}
		}
	}
	s.summed = len(s.told)
	best, least := (*StoryStep)(nil), 0
	for v := range s.m.Vars {
		v := model.VarID(v)
		if _, known := s.values[v]; known || !s.unsummed[v] {
			continue
		}
		f := model.Fact{Var: v, Value: s.solution[v], Is: true}
		chain, ok := s.sumChain(f)
		if !ok {
			delete(s.unsummed, v)
			continue
		}
		open := 0
		for _, u := range chain[0].Units {
			open += len(s.sumStateOf(u, s.ledgerOf(s.claimsOf(chain[0].Since)), v).left)
		}
		if best == nil || open < least {
			best, least = &StoryStep{Facts: []model.Fact{f}, Chain: chain, Cost: chain.Cost() + 0.1*float64(open)}, open
		}
	}
	return best
}

// ledgerWithout returns a ledger that knows nothing of a variable.
func (x *Words) ledgerWithout(l *ledger, v model.VarID) *ledger {
	out := x.ledgerOf(nil)
	for of, b := range l.of {
		if of != v {
			out.of[of] = b
		}
	}
	return out
}

// plainly reports whether a variable can have a value if nothing is known of the others that have none.
func (s *sumState) plainly(v model.VarID, k int64) bool { return s.bare().supports(v, k) }

// bare returns the sum without what is known of numbers that are not placed.
func (s *sumState) bare() *sumState {
	b := *s
	b.free = map[model.VarID][]int64{}
	for _, of := range s.left {
		b.free[of] = s.x.valuesAll(of)
	}
	return &b
}

// outmost returns the values with which some numbers make the most, or the least; nil if there are none.
func (s *sumState) outmost(vars []model.VarID, most bool) (best []int64) {
	total, nodes := int64(0), 0
	var place func(so []int64, sum int64)
	place = func(so []int64, sum int64) {
		if nodes++; nodes > mostSumNodes {
			return
		}
		if len(so) == len(vars) {
			if best == nil || most && sum > total || !most && sum < total {
				best, total = slices.Clone(so), sum
			}
			return
		}
		free := slices.Clone(s.free[vars[len(so)]])
		if most {
			slices.Reverse(free)
		}
		for _, k := range free {
			if !s.t.distinct || !slices.Contains(so, k) && !slices.Contains(s.used, k) {
				place(append(slices.Clip(so), k), sum+k)
			}
		}
	}
	place(nil, 0)
	return best
}

// canBe reports whether a sum can be made.
func (s *sumState) canBe() bool {
	if s.t.distinct {
		for i, k := range s.used {
			if slices.Contains(s.used[:i], k) {
				return false
			}
		}
	}
	if len(s.left) == 0 {
		return s.rest == 0
	}
	v := s.left[0]
	return slices.ContainsFunc(s.free[v], func(k int64) bool { return s.supports(v, k) })
}

// partner is the other one of two numbers, and the values that it would have.
type partner struct {
	of     model.VarID
	values []int64
}

// partners returns what the other one of two numbers would be if a variable had some values. ok is false if it could not
// be so at all, or if there are more than two.
func (s *sumState) partners(v model.VarID, gone []int64) (p partner, ok bool) {
	if len(s.left) != 2 {
		return p, false
	}
	if p.of = s.left[0]; p.of == v {
		p.of = s.left[1]
	}
	for _, k := range slices.Backward(gone) {
		p.values = append(p.values, s.rest-k)
	}
	all := s.x.valuesAll(p.of)
	return p, !slices.ContainsFunc(p.values, func(k int64) bool { return !slices.Contains(all, k) })
}

// needed returns what must be known of the other numbers so that a variable can't have some values.
func (s *sumState) needed(v model.VarID, gone []int64) (need []Claim) {
	now := *s
	now.free = map[model.VarID][]int64{}
	for of, free := range s.free {
		now.free[of] = free
	}
	fails := func() bool { // without a number, the sum must not be possible
		if v < 0 {
			return !now.canBe()
		}
		return now.excludes(v, gone)
	}
	for _, of := range s.left {
		if of == v {
			continue
		}
		now.free[of] = s.x.valuesAll(of)
		if fails() {
			continue
		}
		now.free[of] = s.free[of]
		for _, k := range s.x.valuesAll(of) { // that it may have these does not matter
			if slices.Contains(s.free[of], k) {
				continue
			}
			was := now.free[of]
			now.free[of] = append(slices.Clone(was), k)
			if !fails() {
				now.free[of] = was
			}
		}
		told := now.free[of]
		if len(s.free[of]) <= fewDigits {
			told = s.free[of]
		}
		for _, k := range s.x.valuesAll(of) {
			if !slices.Contains(told, k) {
				need = append(need, Claim{of, model.LinkIsNot, k})
			}
		}
	}
	return need
}
