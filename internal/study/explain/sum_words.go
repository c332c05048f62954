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

// Sentences for numbers that add up: which sums leave what.

// bySums says why an inference about numbers holds: which sums leave what. It returns "" if sums do not show it.
func (x *Explainer) bySums(in *Inference) string {
	if in.Tried || in.Kind == Supposes || in.Kind == Follows && len(in.Claims) == 0 {
		return ""
	}
	units := slices.Concat(in.Units, in.Also)
	if in.Left {
		units = unite(units, in.Rest)
	}
	units = alg.Filter(units, x.isSum)
	if len(units) == 0 || slices.ContainsFunc(in.Units, func(u int32) bool { return !x.isSum(u) && !x.Problem.Silent(u) }) {
		return ""
	}
	l := x.before(in, true)
	if in.Kind == Contradicts {
		for _, u := range units {
			if s := x.sumStateOf(u, l, -1); s != nil && !s.canBe() {
				return s.fails(u)
			}
		}
		return ""
	}
	for _, c := range slices.Concat(in.Evidence, in.Known) { // what the number itself is not
		if c.Op != model.LinkIs && slices.ContainsFunc(in.Claims, func(d Claim) bool { return d.Var == c.Var && d.Op == model.LinkIs }) {
			l.learn(c)
		}
	}
	var texts []string
	for i := 0; i < len(in.Claims); {
		v := in.Claims[i].Var
		var of []Claim
		for ; i < len(in.Claims) && in.Claims[i].Var == v; i++ {
			of = append(of, in.Claims[i])
		}
		text := x.bySumsOf(v, of, units, l, in.Just)
		if text == "" {
			return ""
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) != 1 {
		return ""
	}
	return texts[0]
}

// bySumsOf says it of claims about one variable.
func (x *Explainer) bySumsOf(v model.VarID, claims []Claim, units []int32, l *ledger, just []Claim) string {
	units = alg.Filter(units, func(u int32) bool {
		return slices.ContainsFunc(x.tallyOf(u).terms, func(term model.Term) bool { of, ok := x.termVar(term); return ok && of == v })
	})
	m, ok := x.Meaning(v)
	if !ok || m.Key == nil || len(units) == 0 || x.m.Vars[v].Domain.Size() > mostSummed {
		return ""
	}
	if claims[0].Op != model.LinkIs {
		var gone []int64
		for _, k := range x.valuesAll(v) {
			if slices.ContainsFunc(claims, func(c Claim) bool { return !c.holds(k) }) {
				gone = append(gone, k)
			}
		}
		for _, u := range units {
			if s := x.sumStateOf(u, l, v); s != nil && s.excludes(v, gone) {
				s.just = just
				return s.says(u, v, gone, false)
			}
		}
		return ""
	}
	own := x.ledgerOf(nil)
	for of, b := range l.of {
		own.of[of] = b
	}
	k := claims[0].Value
	by := x.sumsLeave(units, own, v, k)
	if by == nil {
		return ""
	}
	at := own.at(v)
	open := alg.Filter(x.valuesAll(v), func(value int64) bool {
		return value != k && value >= at.lo && value <= at.hi && !slices.Contains(at.not, value)
	})
	var texts, taken []string
	rest := open      // what no sum has excluded yet
	var shown []int32 // the sums that are told by what they add up to
	for _, u := range by {
		s := x.sumStateOf(u, own, v)
		s.just = just
		gone := alg.Filter(rest, func(value int64) bool { return !s.supports(v, value) })
		rest = alg.Filter(rest, func(value int64) bool { return s.supports(v, value) })
		if len(gone) > 0 {
			if text := s.takenBy(v, gone); text != "" {
				taken = append(taken, text)
				continue
			}
			texts, shown = append(texts, s.says(u, v, gone, true)), append(shown, u)
		}
	}
	if len(taken) > 0 {
		texts = append(texts, value.And(taken))
	}
	// What the cell itself is not, and the sums would leave.
	var not []Claim
	for _, value := range x.valuesAll(v) {
		if value == k || slices.Contains(open, value) {
			continue
		}
		if !slices.ContainsFunc(shown, func(u int32) bool { return !x.sumStateOf(u, x.ledgerWithout(own, v), v).plainly(v, value) }) {
			not = append(not, Claim{v, model.LinkIsNot, value})
		}
	}
	if len(not) > 0 {
		if len(open) < fewDigits {
			not = nil
			for _, value := range x.valuesAll(v) {
				if value != k && !slices.Contains(open, value) {
					not = append(not, Claim{v, model.LinkIsNot, value})
				}
			}
		}
		texts = append([]string{x.claims(not)}, texts...)
	}
	return strings.Join(texts, ", and ")
}

// fewDigits bounds the values that a number may have and that are named.
const fewDigits = 4

// says says why a variable can't have some values by a sum: what is placed, what that leaves, and what matters of the
// others. With supposing, the values are named with what they would lead to.
func (s *sumState) says(u int32, v model.VarID, gone []int64, supposing bool) string {
	x := s.x
	if text := s.takenBy(v, gone); text != "" {
		return text
	}
	if half := s.rest / 2; len(s.left) == 2 && s.t.distinct && 2*half == s.rest && len(gone) > 1 && slices.Contains(gone, half) && s.ways() == nil && s.halves(v, half) {
		gone = slices.DeleteFunc(slices.Clone(gone), func(k int64) bool { return k == half })
		return fmt.Sprintf("%s, and can't be %d + %d", s.says(u, v, gone, supposing), half, half)
	}
	if text := s.forced(u, v, gone, supposing); text != "" {
		return text
	}
	who := s.who(u)
	list := func(values []int64) string { return or(spelled(values)) }
	if len(s.left) == 1 {
		return fmt.Sprintf("%s leaves %d", who, s.rest)
	}
	known := ""
	if need := s.needed(v, gone); slices.ContainsFunc(need, func(c Claim) bool { return !slices.Contains(s.just, c) }) {
		known = x.claims(need)
	}
	and, as := "", ""
	if known != "" {
		and, as = ", and "+known, ", as "+known
	}
	if ways := s.ways(); len(ways) > 0 {
		return s.made(who, ways) + and
	}
	if partner, ok := s.partners(v, gone); ok && len(gone) <= 2 {
		with := ""
		if supposing {
			with = "with " + list(gone) + ", "
		}
		if len(gone) == 1 && partner.values[0] == gone[0] && s.t.distinct {
			return fmt.Sprintf("%s%s would be %d + %d", with, who, gone[0], gone[0])
		}
		return fmt.Sprintf("%s%s would leave %s for %s", with, who, list(partner.values), s.name(partner.of))
	}
	leaves := alg.Filter(x.valuesAll(v), func(k int64) bool { return s.supports(v, k) })
	switch {
	case len(leaves) == 0:
	case slices.Max(gone) < leaves[0]:
		return fmt.Sprintf("%s leaves at least %d for %s%s", who, leaves[0], s.name(v), cmp.Or(s.extreme(v, leaves[0], true), as))
	case slices.Min(gone) > leaves[len(leaves)-1]:
		return fmt.Sprintf("%s leaves at most %d for %s%s", who, leaves[len(leaves)-1], s.name(v), cmp.Or(s.extreme(v, leaves[len(leaves)-1], false), as))
	case len(leaves) <= fewDigits && !supposing:
		return who + " leaves nothing else" + as
	case len(leaves) <= fewDigits:
		return fmt.Sprintf("%s leaves only %s for %s%s", who, list(leaves), s.name(v), as)
	}
	if len(gone) == 1 {
		if text := s.with(u, v, gone[0]); text != "" {
			return text
		}
	}
	return fmt.Sprintf("%s leaves %d for %s%s", who, s.rest, s.places(), and)
}

// halves reports whether the other one of two numbers may have a value.
func (s *sumState) halves(v model.VarID, half int64) bool {
	p, ok := s.partners(v, []int64{half})
	return ok && slices.Contains(s.free[p.of], half)
}

// forced says it after other numbers of the sum that have one value left. It returns "" if there are none.
func (s *sumState) forced(u int32, v model.VarID, gone []int64, supposing bool) string {
	if !s.t.distinct || len(s.left) < 3 {
		return ""
	}
	then := *s
	then.used, then.at = slices.Clone(s.used), slices.Clone(s.at)
	var claims []Claim
	for again := true; again; {
		again = false
		for i, of := range then.left {
			free := slices.DeleteFunc(slices.Clone(then.free[of]), func(k int64) bool { return slices.Contains(then.used, k) })
			if of == v || len(free) != 1 {
				continue
			}
			claims = append(claims, Claim{of, model.LinkIs, free[0]})
			then.used, then.at, then.rest = append(then.used, free[0]), append(then.at, of), then.rest-free[0]
			then.left = slices.Delete(slices.Clone(then.left), i, i+1)
			again = true
			break
		}
	}
	if len(claims) == 0 || !then.excludes(v, gone) {
		return ""
	}
	return s.x.claims(claims) + ", so " + then.says(u, v, gone, supposing)
}

// with says what one value of a number would lead to: two others could not be the rest. It returns "" if that is not so.
func (s *sumState) with(u int32, v model.VarID, k int64) string {
	then := *s
	then.used, then.at, then.rest = append(slices.Clone(s.used), k), append(slices.Clone(s.at), v), s.rest-k
	then.left = slices.DeleteFunc(slices.Clone(s.left), func(of model.VarID) bool { return of == v })
	var claims []Claim
	for i := 0; i < len(then.left); i++ {
		of := then.left[i]
		free := slices.DeleteFunc(slices.Clone(then.free[of]), func(k int64) bool { return slices.Contains(then.used, k) })
		if len(free) != 1 {
			continue
		}
		claims = append(claims, Claim{of, model.LinkIs, free[0]})
		then.used, then.at, then.rest = append(then.used, free[0]), append(then.at, of), then.rest-free[0]
		then.left = slices.Delete(then.left, i, i+1)
		i = -1
	}
	if len(then.left) != 2 || !s.t.distinct || then.rest <= 0 {
		return ""
	}
	bare := then
	bare.used = nil
	ways := bare.ways()
	if len(ways) == 0 {
		return ""
	}
	text := fmt.Sprintf("with %d, ", k)
	if len(claims) > 0 {
		text += s.x.claims(claims) + ", and "
	}
	who, _ := strings.CutSuffix(s.x.Because(u), " must add up")
	text += fmt.Sprintf("%s would leave %s for %s", who, or(ways), then.places())
	if need := then.needed(-1, nil); len(need) > 0 {
		text += ", but " + s.x.claims(need)
	}
	return text
}

// who names a sum and the values that are placed.
func (s *sumState) who(u int32) string {
	who, _ := strings.CutSuffix(s.x.Because(u), " must add up")
	if len(s.used) > 0 {
		who += ", less " + value.And(spelled(s.used)) + ","
	}
	return who
}

// made says in which ways a sum can be made.
func (s *sumState) made(who string, ways []string) string {
	if len(s.used) == 0 {
		return who + " is " + or(ways)
	}
	return fmt.Sprintf("%s leaves %s for %s", who, or(ways), s.places())
}

// name is the name of a number, and places those of the numbers without a value.
func (s *sumState) name(v model.VarID) string {
	m, _ := s.x.Meaning(v)
	return s.x.Names().Of(m.Key)
}

func (s *sumState) places() string { return value.And(alg.Map(s.left, s.name)) }

// takenBy says which other numbers of a sum have all of some values, or "". A pair has two.
func (s *sumState) takenBy(v model.VarID, gone []int64) string {
	if !s.t.distinct {
		return ""
	}
	var claims []Claim
	var pairs []string
	for _, k := range gone {
		if i := slices.Index(s.used, k); i >= 0 {
			claims = append(claims, Claim{s.at[i], model.LinkIs, k})
			continue
		}
		pair := s.pair(v, k)
		if pair == "" {
			return ""
		}
		if !slices.Contains(pairs, pair) {
			pairs = append(pairs, pair)
		}
	}
	if len(claims) > 0 {
		pairs = append([]string{s.x.claims(claims)}, pairs...)
	}
	return value.And(pairs)
}

// pair names two other numbers that have a value and one more between them: "R1C1 and R1C2 are 1 and 2".
func (s *sumState) pair(v model.VarID, k int64) string {
	for i, a := range s.left {
		for _, b := range s.left[:i] {
			if a != v && b != v && len(s.free[a]) == 2 && slices.Equal(s.free[a], s.free[b]) && slices.Contains(s.free[a], k) {
				return s.name(b) + " and " + s.name(a) + " are " + value.And(spelled(s.free[a]))
			}
		}
	}
	return ""
}

// extreme says what bounds a number: what the others make at most, or at least. It returns "" if that is not all.
func (s *sumState) extreme(v model.VarID, bound int64, most bool) string {
	others := slices.DeleteFunc(slices.Clone(s.left), func(of model.VarID) bool { return of == v })
	values := s.outmost(others, most)
	sum := int64(0)
	for _, k := range values {
		sum += k
	}
	if len(values) < 2 || s.rest-sum != bound || len(values) == 2 && len(s.used) == 0 && len(s.needed(v, []int64{bound - map[bool]int64{true: 1, false: -1}[most]})) == 0 {
		return "" // two of the largest digits need no word
	}
	side := map[bool]string{true: "at most ", false: "at least "}[most]
	return ", as " + value.And(alg.Map(others, s.name)) + " are " + side + strings.Join(spelled(values), " + ")
}

// fails says why a sum can't be made.
func (s *sumState) fails(u int32) string {
	who, _ := strings.CutSuffix(s.x.Because(u), " must add up")
	if s.t.distinct {
		for i, k := range s.used {
			if j := slices.Index(s.used[:i], k); j >= 0 {
				return fmt.Sprintf("%s and %s can't both be %d", s.name(s.at[j]), s.name(s.at[i]), k)
			}
		}
	}
	for _, most := range []bool{false, true} {
		values := s.outmost(s.left, most)
		sum := int64(0)
		for _, k := range slices.Concat(values, s.used) {
			sum += k
		}
		if len(values) < len(s.left) || most && sum >= s.t.total || !most && sum <= s.t.total {
			continue
		}
		side := ""
		if len(s.left) > 0 {
			side = map[bool]string{true: "at most ", false: "at least "}[most]
		}
		var all []int64
		for _, v := range s.vars {
			if i := slices.Index(s.at, v); i >= 0 {
				all = append(all, s.used[i])
			} else {
				all = append(all, values[slices.Index(s.left, v)])
			}
		}
		return fmt.Sprintf("%s would be %s%s = %d", who, side, strings.Join(spelled(all), " + "), sum)
	}
	who = s.who(u)
	if len(s.left) == 1 {
		of := s.left[0]
		if i := slices.Index(s.used, s.rest); i >= 0 {
			return fmt.Sprintf("%s would leave %d for %s, and %s = %d", who, s.rest, s.name(of), s.name(s.at[i]), s.rest)
		}
		return fmt.Sprintf("%s would leave %d for %s", who, s.rest, s.name(of))
	}
	known := s.x.claims(s.needed(-1, nil))
	if ways := s.ways(); len(ways) > 0 {
		return s.made(who, ways) + ", and " + known
	}
	return fmt.Sprintf("%s would leave %d for %s, but %s", who, s.rest, s.places(), known)
}

// mostPairs bounds the ways to make a sum of two numbers that are named.
const mostPairs = 3

// ways returns how different numbers make what is left, if there are few ways.
func (s *sumState) ways() (out []string) {
	if !s.t.distinct {
		return nil
	}
	most := mostWays
	if len(s.left) == 2 {
		most = mostPairs
	}
	free := alg.Filter(s.x.valuesAll(s.left[0]), func(k int64) bool { return !slices.Contains(s.used, k) })
	var add func(free []int64, n int, rest int64, so []int64)
	add = func(free []int64, n int, rest int64, so []int64) {
		if n == 0 && rest == 0 {
			out = append(out, strings.Join(spelled(so), " + "))
		}
		for i, k := range free {
			if n == 0 || k > rest || len(out) > most {
				return
			}
			add(free[i+1:], n-1, rest-k, append(slices.Clone(so), k))
		}
	}
	if add(free, len(s.left), s.rest, nil); len(out) > most {
		return nil
	}
	return out
}
