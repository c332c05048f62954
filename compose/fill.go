package compose

import (
	"context"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/value"
)

// wander looks for a solution some way off the one that the search would find first: some variables are to have values that were wished for,
// as far as they can have them together. It is nil if there is none, or none was found within so many conflicts.
func (m *Maker) wander(ctx context.Context, s *sheet, wanted []engine.Fact, effort int64, random *rand.Rand) (model.Solution, error) {
	q, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	for {
		most := min(effort, mostWandering)
		if len(wanted) == 0 {
			most = effort
		}
		r := ask(ctx, q, most, wanted)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case r.Solution != nil:
			return r.Solution, nil
		case len(wanted) == 0:
			return nil, nil
		case r.GivenUp():
			wanted = wanted[:len(wanted)/2]
			continue
		}
		left := slices.DeleteFunc(slices.Clone(wanted), func(a engine.Fact) bool { return slices.Contains(r.Supposed, a) })
		if len(left) == len(wanted) {
			return nil, nil
		}
		wanted = left
	}
}

// drawn wishes an eighth of the variables of the finds to have values that are drawn.
func (s *sheet) drawn(random *rand.Rand) (wanted []engine.Fact) {
	for _, i := range random.Perm(len(s.finds))[:len(s.finds)/8] {
		v := s.finds[i]
		d := s.problem.Model.Vars[v].Domain.Bounds()
		wanted = append(wanted, engine.Fact{Var: v, Value: d.Lo + random.Int64N(d.Hi-d.Lo+1), Is: true})
	}
	return wanted
}

// solution is one to be clued: like that of another attempt; else of the board with nothing printed where that has one, which is found
// fastest, else with any clues.
func (m *Maker) solution(ctx context.Context, d *Draft, s *sheet, choices [][]value.Value, like *attempt, random *rand.Rand) ([]engine.Fact, error) {
	if like != nil && like.found != nil {
		return m.nearby(ctx, d, s, choices, like, random)
	}
	if len(m.way.shaping) == 0 {
		if blank, _ := m.sheet(ctx, d, each(d.Values())); blank != nil && len(blank.finds) == len(s.finds) {
			found, err := m.wander(ctx, blank, blank.drawn(random), mostSearched, random)
			if err != nil {
				return nil, err
			}
			if found != nil {
				values := blank.found(found)
				for i := range values {
					values[i].Var = s.finds[i]
				}
				return values, nil
			}
		}
	}
	found, err := m.wander(ctx, s, s.drawn(random), mostSearched, random)
	if found == nil || err != nil {
		return nil, err
	}
	return s.found(found), nil
}

// nearby is the solution of another board, or one that differs from it only near to where the boards do; nil if neither was found.
func (m *Maker) nearby(ctx context.Context, d *Draft, s *sheet, choices [][]value.Value, like *attempt, random *rand.Rand) ([]engine.Fact, error) {
	q, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	var changed []spot
	for i := range choices {
		if !slices.EqualFunc(choices[i], like.choices[i], value.Equal) {
			for _, k := range d.Parts[i].Path {
				changed = append(changed, spotsOf(k)...)
			}
		}
	}
	meanings := s.problem.Meanings()
	wanted := s.wish(like)
	around := slices.DeleteFunc(slices.Clone(wanted), func(a engine.Fact) bool {
		w := meanings[a.Var]
		return within(mostChanged, changed, w.Key, w.Member)
	})
	for _, wanted := range [][]engine.Fact{wanted, around} {
		for _, printed := range [][]engine.Fact{s.blank(choices), nil} { // nothing, as it is found sooner, else anything
			r := ask(ctx, q, mostNearby, append(slices.Clip(printed), wanted...))
			if r.Solution != nil {
				return s.found(r.Solution), nil
			}
			if !slices.ContainsFunc(r.Supposed, func(a engine.Fact) bool { return slices.Contains(printed, a) }) {
				break
			}
		}
	}
	return nil, ctx.Err()
}

// blank assumes that nothing is printed where that can be.
func (s *sheet) blank(choices [][]value.Value) (out []engine.Fact) {
	for i := range choices {
		for _, v := range nones(choices[i]) {
			if a, ok := s.is(i, v); ok {
				out = append(out, a)
			}
		}
	}
	return out
}

// each has one value for each part.
func each(values []value.Value) [][]value.Value {
	out := make([][]value.Value, len(values))
	for i := range values {
		out[i] = values[i : i+1]
	}
	return out
}

// fill has a clue wherever one fits a solution beside those that are printed: a number rather than a label, one drawn at random where
// several fit. It is nil if no clues do.
func (m *Maker) fill(ctx context.Context, s *sheet, found []engine.Fact, printed []value.Value, choices [][]value.Value, random *rand.Rand) (values []value.Value, err error) {
	if len(s.problem.Sought) == 0 {
		for i := range choices {
			values = append(values, choices[i][0])
		}
		return values, nil
	}
	q, err := s.inquire(ctx, m.order.Engine, found, random.Int64())
	if err != nil {
		return nil, err
	}
	f := &filling{sheet: s, q: q, values: slices.Clone(printed), decided: s.are(printed)}
	var rest []int
	for _, i := range random.Perm(len(choices)) {
		if s.sought[i] == nil {
			f.values[i] = choices[i][0]
		} else if f.values[i] == nil {
			rest = append(rest, i)
		}
	}
	for _, but := range []func([]value.Value) []value.Value{notNumbers, nones} {
		if rest = f.settle(ctx, rest, choices, but); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	r := ask(ctx, q, mostEffort, f.decided)
	if r.Solution == nil {
		return nil, ctx.Err()
	}
	for _, i := range rest {
		f.values[i] = s.sought[i].In(r.Solution)
	}
	return f.values, nil
}

// filling prints clues that fit a solution.
type filling struct {
	*sheet
	q       engine.Inquiry
	values  []value.Value
	decided []engine.Fact
}

// settle prints clues at as many of some places as can have one that is not of a kind; the others are left. All are asked for at
// once; of those that can't be together one is left out, and asked for once more in the end.
func (f *filling) settle(ctx context.Context, places []int, choices [][]value.Value, but func([]value.Value) []value.Value) (left []int) {
	wishes := map[int][]engine.Fact{}
	of := map[model.VarID]int{}
	var wished []int
	for _, i := range places {
		not := but(choices[i])
		if len(not) == len(choices[i]) {
			left = append(left, i)
			continue
		}
		wished = append(wished, i)
		for _, v := range not {
			if a, ok := f.is(i, v); ok {
				wishes[i] = append(wishes[i], a.Not())
				of[a.Var] = i
			}
		}
	}
	together := func(places []int) engine.Reply {
		wanted := slices.Clip(f.decided)
		for _, i := range places {
			wanted = append(wanted, wishes[i]...)
		}
		return ask(ctx, f.q, mostEffort, wanted)
	}
	settled := func(places []int, r engine.Reply) {
		for _, i := range places {
			f.values[i] = f.sought[i].In(r.Solution)
			if a, ok := f.is(i, f.values[i]); ok {
				f.decided = append(f.decided, a)
			}
		}
	}
	var again []int
	for len(wished) > 0 {
		r := together(wished)
		if r.Solution != nil {
			settled(wished, r)
			break
		}
		var blamed []int
		for _, a := range r.Supposed {
			if i, ok := of[a.Var]; ok && slices.Contains(wished, i) && !slices.Contains(blamed, i) {
				blamed = append(blamed, i)
			}
		}
		if len(blamed) == 0 { // what is printed already can't be, or there was no time
			return append(left, append(wished, again...)...)
		}
		if len(blamed) == 1 {
			left = append(left, blamed[0])
		} else {
			again = append(again, blamed[0])
		}
		wished = slices.DeleteFunc(wished, func(i int) bool { return i == blamed[0] })
	}
	for _, i := range again {
		if r := together([]int{i}); r.Solution != nil {
			settled([]int{i}, r)
		} else {
			left = append(left, i)
		}
	}
	return left
}

// nones are those of some values that print nothing.
func nones(values []value.Value) (out []value.Value) {
	for _, v := range values {
		if isNone(v) {
			out = append(out, v)
		}
	}
	return out
}

func notNumbers(values []value.Value) (out []value.Value) {
	for _, v := range values {
		if _, number := v.(value.Int); !number {
			out = append(out, v)
		}
	}
	return out
}
