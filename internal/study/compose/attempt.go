package compose

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"nazo/dsl/value"
	"nazo/internal/model"
)

// attempt is a board with a solution that should become the only one, and all clues that fit it.
type attempt struct {
	// choices are the possible values of each part: one if it was drawn, several if it is sought.
	choices [][]value.Value
	sheet   *sheet
	// found is the solution, or nil. values has its clues.
	found  []model.Fact
	values []value.Value
	// others are further solutions with these clues. open are the indices in finds where they differ from the first.
	others [][]model.Fact
	open   []int
	// broken counts disjoint contradicting sets of rule instances if there is no solution. at are their places.
	broken int
	at     []spot
}

// impossible is the score of a board without a solution.
const impossible = 1 << 20

// score counts the open variables: 0 means one solution, and lower is better.
func (a *attempt) score() int {
	if a.found == nil {
		return impossible + a.broken
	}
	return len(a.open)
}

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

// attempt looks for a solution of a board, like that of another attempt if there is one, and for clues with which it
// is unique. It returns nil if the board does not compile or the search takes too long.
func (m *Maker) attempt(ctx context.Context, d *Draft, choices [][]value.Value, like *attempt, random *rand.Rand) (*attempt, error) {
	a := &attempt{choices: choices}
	if a.sheet, _ = m.sheet(ctx, d, choices); a.sheet == nil {
		return nil, ctx.Err()
	}
	if like == nil && len(a.sheet.problem.UnknownGivens) == 0 {
		return m.printed(ctx, a, random)
	}
	found, err := m.solution(ctx, d, a.sheet, choices, like, random)
	if err != nil {
		return nil, err
	}
	if found == nil {
		if like != nil && like.found != nil {
			return nil, nil
		}
		if err := m.blame(ctx, a, random); err != nil || a.broken == mostBroken {
			return nil, err
		}
		return a, nil
	}
	if err := m.climb(ctx, d, a, found, random); err != nil || a.found == nil || len(a.open) == 0 {
		return a, err
	}
	return a, m.sharpen(ctx, a, random)
}

// printed looks for solutions of a board on which all is printed.
func (m *Maker) printed(ctx context.Context, a *attempt, random *rand.Rand) (*attempt, error) {
	q, err := a.sheet.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	for _, values := range a.choices {
		a.values = append(a.values, values[0])
	}
	for range mostGuesses + 1 {
		r := ask(ctx, q, mostEffort, nil)
		switch {
		case ctx.Err() != nil || r.GivenUp() && len(a.others) == 0:
			return nil, ctx.Err()
		case r.Solution == nil && a.found == nil:
			if err := m.blame(ctx, a, random); err != nil || a.broken == mostBroken {
				return nil, err
			}
			return a, nil
		case r.Solution == nil:
			a.differ()
			return a, nil
		case a.found == nil:
			a.found = a.sheet.found(r.Solution)
		default:
			a.others = append(a.others, a.sheet.found(r.Solution))
		}
		q.Exclude(a.sheet.found(r.Solution))
	}
	a.differ()
	return a, nil
}

// blame counts disjoint sets of contradicting rule instances: a measure of how far a board is from having a solution.
func (m *Maker) blame(ctx context.Context, a *attempt, random *rand.Rand) error {
	q, err := a.sheet.begin(ctx, m.order.Engine, nil, model.InquiryOptions{Seed: random.Int64(), Switches: true})
	if err != nil {
		return err
	}
	on := a.sheet.problem.Model.Units()
	meanings := a.sheet.problem.Meanings()
	for a.broken < mostBroken {
		r := q.Ask(ctx, model.Query{On: on, Conflicts: mostWandering})
		if !r.Refuted && a.broken == 0 { // there may be a solution that is hard to find
			a.broken = mostBroken
		}
		if !r.Refuted {
			break
		}
		a.broken++
		for _, u := range r.Units {
			for _, v := range q.Scope(u) {
				w := meanings[v]
				a.at = append(append(a.at, spotsOf(w.Key)...), spotsOf(w.Member)...)
			}
		}
		if len(r.Units) == 0 {
			break
		}
		on = slices.DeleteFunc(slices.Clone(on), func(u int32) bool { return slices.Contains(r.Units, u) })
	}
	return ctx.Err()
}

// mostBroken bounds the contradictions counted.
const mostBroken = 50

// byName returns the values of a solution by the names of their variables.
func (s *sheet) byName(found []model.Fact) map[string]string {
	out := make(map[string]string, len(found))
	meanings := s.problem.Meanings()
	for _, f := range found {
		w := meanings[f.Var]
		if w.Member != nil {
			out[w.String()] = strconv.FormatInt(f.Value, 10)
		} else {
			out[w.String()] = value.String(w.Values(f.Value))
		}
	}
	return out
}

// named returns the facts of named values on this board's variables, and whether all are possible.
func (s *sheet) named(values map[string]string) (out []model.Fact, all bool) {
	meanings := s.problem.Meanings()
	all = true
	for _, v := range s.finds {
		w := meanings[v]
		text, ok := values[w.String()]
		if !ok {
			continue
		}
		domain := s.problem.Model.Vars[v].Domain
		n, err := strconv.ParseInt(text, 10, 64)
		ok = err == nil && domain.Contains(n) && (w.Member != nil || value.String(w.Values(n)) == text)
		if !ok && w.Member == nil { // a value that is no number
			b := domain.Bounds()
			for n = b.Lo; n <= b.Hi && !ok; n++ {
				ok = value.String(w.Values(n)) == text
			}
			n--
		}
		if all = all && ok; ok {
			out = append(out, model.Fact{Var: v, Value: n, Is: true})
		}
	}
	return out, all
}

// climb finds clues with which a solution is unique. It adds a clue wherever one fits. While another solution fits all
// of them, it adds clues that fit that one. In the end, several solutions may have the same clues.
func (m *Maker) climb(ctx context.Context, d *Draft, a *attempt, found []model.Fact, random *rand.Rand) error {
	s := a.sheet
	others := &rivals{maker: m, draft: d, board: s, seed: random.Int64()}
	printed := make([]value.Value, len(a.choices))
	var before []model.Fact
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
			a.found, a.values, a.others = before, values, [][]model.Fact{found}
			break
		}
		others.excluded = append(others.excluded, found)
		other, ended, err := others.look(ctx, printed, values)
		if ended || err != nil {
			return err
		}
		if other == nil {
			a.found, a.values = found, values
			return nil
		}
		before, found = found, other
	}
	for range mostGuesses - 1 {
		others.excluded = append(others.excluded, a.others[len(a.others)-1])
		other, _, err := others.look(ctx, printed, a.values)
		if err != nil {
			return err
		}
		if other == nil {
			break
		}
		a.others = append(a.others, other)
	}
	a.differ()
	return ctx.Err()
}

// rivals looks for further solutions with the same clues. If clues decide domains, a board with fixed clues is faster.
type rivals struct {
	maker    *Maker
	draft    *Draft
	board    *sheet
	seed     int64
	excluded [][]model.Fact
	q        model.Inquiry // its first done solutions are excluded
	done     int
}

// look returns a solution that is not excluded. ended means that there was no time to find one.
func (r *rivals) look(ctx context.Context, printed, values []value.Value) (other []model.Fact, ended bool, err error) {
	m, s := r.maker, r.board
	if m.way.wide && !m.way.guessing {
		if s, _ = m.sheet(ctx, r.draft, slices.Collect(slices.Chunk(values, 1))); s == nil {
			return nil, true, ctx.Err()
		}
		r.q, r.done = nil, 0
	}
	if r.q == nil {
		if r.q, err = s.inquire(ctx, m.order.Engine, nil, r.seed); err != nil {
			return nil, true, err
		}
	}
	for ; r.done < len(r.excluded); r.done++ {
		facts := r.excluded[r.done]
		all := true
		if s != r.board {
			facts, all = s.named(r.board.byName(facts))
		}
		if all {
			r.q.Exclude(facts)
		}
	}
	var wanted []model.Fact
	if s == r.board {
		wanted = s.are(printed)
	}
	reply := ask(ctx, r.q, mostEffort, wanted)
	switch {
	case reply.Solution == nil:
		return nil, reply.GivenUp(), ctx.Err()
	case s == r.board:
		return s.found(reply.Solution), false, nil
	}
	facts := map[model.VarID]model.Fact{}
	differing, all := r.board.named(s.byName(s.found(reply.Solution)))
	for _, f := range differing {
		facts[f.Var] = f
	}
	for _, f := range r.excluded[len(r.excluded)-1] { // variables fixed by the clues are equal in all solutions
		if known, ok := facts[f.Var]; ok {
			f = known
		}
		other = append(other, f)
	}
	return other, !all, nil
}

// sharpen changes clues with several fitting values until no other solution fits and no earlier one fits again.
func (m *Maker) sharpen(ctx context.Context, a *attempt, random *rand.Rand) error {
	s := a.sheet
	same, err := s.inquire(ctx, m.order.Engine, a.found, random.Int64())
	if err != nil {
		return err
	}
	values := slices.Clone(a.values)
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
		a.values = slices.Clone(values)
		if r.Solution == nil {
			a.others, a.open = nil, nil
			return nil
		}
		a.others = [][]model.Fact{s.found(r.Solution)}
		a.differ()
		if pool = append(pool, a.others[0]); len(pool) > mostRemembered {
			pool = pool[len(pool)-mostRemembered:]
		}
	}
	return nil
}

// Bounds of sharpening: changes of clues, solutions remembered, and values tried for each clue.
const (
	mostChanges    = 200
	mostRemembered = 20
	mostValues     = 3
)

// change finds a clue with another value that fits the solution and none of the others; nil if there is none.
func (m *Maker) change(ctx context.Context, a *attempt, values []value.Value, free []int, others [][]model.Fact, same, any model.Inquiry, random *rand.Rand) (int, value.Value, error) {
	s := a.sheet
	next := slices.Clone(values)
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
				r := ask(ctx, any, mostEffort, append(slices.Clip(assumed), others[o]...))
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
func alike(v, w value.Value) bool { return isNumber(v) == isNumber(w) && !isNone(v) }

// Simulated annealing: the initial temperature, its factor per step, the number of steps, and how many of them may
// fail to improve before another board is drawn.
const (
	startTemperature = 1
	cooling          = 0.99
	mostSteps        = 1000
	mostIdle         = 20
)

// search changes the board near where its solutions differ. It returns the values of all parts when one solution is left,
// else nil.
func (m *Maker) search(ctx context.Context, d *Draft, a *attempt, all [][]value.Value, random *rand.Rand) ([]value.Value, error) {
	moves := m.moves(d, all)
	if len(moves.kinds) == 0 && a.score() > 0 {
		return nil, nil
	}
	a, err := anneal(a, mostIdle, random, func(a *attempt) (*attempt, error) {
		next := moves.draw(a, random)
		if next == nil {
			return nil, nil
		}
		return m.attempt(ctx, d, next, a, random)
	})
	if a == nil || err != nil {
		return nil, err
	}
	return a.values, nil
}

// board is what annealing changes. It is nil where nothing could be changed.
type board interface {
	comparable
	score() int
}

// anneal changes a board until its score is 0. It accepts a lower score, or, less and less often, a somewhat higher one
// (simulated annealing, as in cspuz). It returns nil if that fails, or the best was not improved so often.
func anneal[B board](a B, idling int, random *rand.Rand, change func(B) (B, error)) (B, error) {
	var none B
	temperature := float64(startTemperature)
	best, idle := a.score(), 0
	for range mostSteps {
		if a.score() == 0 {
			return a, nil
		}
		if idle++; idle > idling && (best < impossible || idle > 4*idling) {
			return none, nil
		}
		b, err := change(a)
		if err != nil {
			return none, err
		}
		if b == none {
			continue
		}
		if by := b.score() - a.score(); by <= 0 || random.Float64() < math.Exp(-float64(by)/temperature) {
			a = b
		}
		if b.score() < best {
			best, idle = b.score(), 0
		}
		temperature *= cooling
	}
	return none, nil
}
