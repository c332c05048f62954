package compose

import (
	"context"
	"math/rand/v2"

	"nazo/engine"
	"nazo/value"
)

// attempt is a board with a solution that is to be the only one, and with all clues that fit it.
type attempt struct {
	// choices are the values that each part may have: one for what is drawn, several for what is sought.
	choices [][]value.Value
	sheet   *sheet
	// found is the solution, nil if there is none, and values are what is printed for it.
	found  []engine.Fact
	values []value.Value
	// others are further solutions that all clues fit; open are the variables in which they differ from the first, by their places among
	// those of the finds.
	others [][]engine.Fact
	open   []int
}

// impossible is the score of a board without a solution.
const impossible = 1 << 20

// score is about how many variables of the finds differ between solutions: the lower the better, and 0 where there is one solution.
func (a *attempt) score() int {
	if a.found == nil {
		return impossible
	}
	return len(a.open)
}

// differ notes in which variables the others differ.
func (a *attempt) differ() {
	a.open = nil
	for k, f := range a.found {
		for _, other := range a.others {
			if other[k].Value != f.Value {
				a.open = append(a.open, k)
				break
			}
		}
	}
}

// attempt looks for a solution of a board, one like that of another attempt if there is one, and for clues with which it is the only one. It is nil if no puzzle can
// be compiled of that board, or the search takes too long.
func (m *Maker) attempt(ctx context.Context, d *Draft, choices [][]value.Value, like *attempt, random *rand.Rand) (*attempt, error) {
	a := &attempt{choices: choices}
	if a.sheet, _ = m.sheet(ctx, d, choices); a.sheet == nil {
		return nil, ctx.Err()
	}
	found, err := m.solution(ctx, d, a.sheet, choices, like, random)
	if found == nil || err != nil {
		return a, err
	}
	if err := m.climb(ctx, a, found, random); err != nil || a.found == nil || len(a.open) == 0 {
		return a, err
	}
	return a, m.sharpen(ctx, a, random)
}

// values are those of the variables of the finds in a solution, by their names.
func (s *sheet) byName(found []engine.Fact) map[string]int64 {
	out := make(map[string]int64, len(found))
	meanings := s.problem.Meanings()
	for _, f := range found {
		out[meanings[f.Var].String()] = f.Value
	}
	return out
}

// wish has the values of an attempt for those variables of another board that have the same names.
func (s *sheet) wish(like *attempt) (out []engine.Fact) {
	values := like.sheet.byName(like.found)
	meanings := s.problem.Meanings()
	for _, v := range s.finds {
		w, ok := values[meanings[v].String()]
		if b := s.problem.Model.Vars[v].Domain.Bounds(); ok && b.Lo <= w && w <= b.Hi {
			out = append(out, engine.Fact{Var: v, Value: w, Is: true})
		}
	}
	return out
}

// climb has clues with which a solution is the only one: a clue wherever one fits the solution, and as long as another solution fits
// all of them, those that fit that one besides. In the end several solutions may have the same clues.
func (m *Maker) climb(ctx context.Context, a *attempt, found []engine.Fact, random *rand.Rand) error {
	s := a.sheet
	others, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return err
	}
	printed := make([]value.Value, len(a.choices))
	var before []engine.Fact
	for {
		values, err := m.fill(ctx, s, found, printed, a.choices, random)
		if values == nil || err != nil {
			return err
		}
		more := false
		for i, v := range values {
			if s.sought[i] != nil && !isNone(v) && printed[i] == nil {
				printed[i], more = v, true
			}
		}
		if !more && before != nil {
			a.found, a.values, a.others = before, values, [][]engine.Fact{found}
			break
		}
		others.Exclude(found)
		r := ask(ctx, others, mostEffort, s.are(printed))
		if r.GivenUp() {
			return ctx.Err()
		}
		if r.Solution == nil {
			a.found, a.values = found, values
			return nil
		}
		before, found = found, s.found(r.Solution)
	}
	for range mostGuesses - 1 {
		others.Exclude(a.others[len(a.others)-1])
		r := ask(ctx, others, mostEffort, s.are(printed))
		if r.Solution == nil {
			break
		}
		a.others = append(a.others, s.found(r.Solution))
	}
	a.differ()
	return ctx.Err()
}

// sharpen changes clues of which several values fit the solution, one at a time, so that another solution fits no more and none of those that
// were found before fits again.
func (m *Maker) sharpen(ctx context.Context, a *attempt, random *rand.Rand) error {
	s := a.sheet
	same, err := s.inquire(ctx, m.order.Engine, a.found, random.Int64())
	if err != nil {
		return err
	}
	values := append([]value.Value(nil), a.values...)
	var free []int
	for i := range values {
		if s.sought[i] == nil || isNone(values[i]) {
			continue
		}
		wanted := s.are(values)
		for k := range wanted {
			if v, _ := s.is(i, values[i]); wanted[k] == v {
				wanted[k] = v.Not()
			}
		}
		for _, v := range a.choices[i] {
			if alike(v, values[i]) {
				continue
			}
			if f, ok := s.is(i, v); ok {
				wanted = append(wanted, f.Not())
			}
		}
		if r := ask(ctx, same, mostEffort, wanted); r.Solution != nil {
			free = append(free, i)
		}
	}
	if len(free) == 0 {
		return ctx.Err()
	}
	any, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return err
	}
	any.Exclude(a.found)
	pool := a.others
	for range mostChanges {
		i, v, err := m.change(ctx, a, values, free, pool, same, any, random)
		if v == nil || err != nil {
			return err
		}
		values[i] = v
		r := ask(ctx, any, mostEffort, s.are(values))
		if r.GivenUp() {
			return ctx.Err()
		}
		a.values = append([]value.Value(nil), values...)
		if r.Solution == nil {
			a.others, a.open = nil, nil
			return nil
		}
		a.others = [][]engine.Fact{s.found(r.Solution)}
		a.differ()
		if pool = append(pool, a.others[0]); len(pool) > mostRemembered {
			pool = pool[len(pool)-mostRemembered:]
		}
	}
	return nil
}

// Bounds of sharpening: how many clues are changed, how many solutions that are not to fit again are kept, and how many values are tried for a clue.
const (
	mostChanges    = 200
	mostRemembered = 20
	mostValues     = 3
)

// change finds a clue and another value of it which the solution fits and none of the others; the value is nil if there is none.
func (m *Maker) change(ctx context.Context, a *attempt, values []value.Value, free []int, others [][]engine.Fact, same, any engine.Inquiry, random *rand.Rand) (int, value.Value, error) {
	s := a.sheet
	next := append([]value.Value(nil), values...)
	for _, k := range random.Perm(len(free)) {
		i := free[k]
		var fitting []value.Value
		for _, v := range a.choices[i] {
			if alike(v, values[i]) && !value.Equal(v, values[i]) {
				fitting = append(fitting, v)
			}
		}
		for range min(mostValues, len(fitting)) {
			next[i] = fitting[random.IntN(len(fitting))]
			assumed := s.are(next)
			if r := ask(ctx, same, mostEffort, assumed); r.Solution == nil {
				continue
			}
			fits := false
			for o := len(others) - 1; o >= 0 && !fits; o-- {
				with := assumed[:len(assumed):len(assumed)]
				with = append(with, others[o]...)
				r := ask(ctx, any, mostEffort, with)
				fits = r.Solution != nil || r.GivenUp()
			}
			if ctx.Err() != nil {
				return 0, nil, ctx.Err()
			}
			if !fits {
				return i, next[i], nil
			}
		}
		next[i] = values[i]
	}
	return 0, nil, nil
}

// alike reports whether two values are of one kind: both numbers, or both something else that is printed.
func alike(v, w value.Value) bool {
	_, number := v.(value.Int)
	_, numbers := w.(value.Int)
	return number == numbers && !isNone(v)
}
