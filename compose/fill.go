package compose

import (
	"context"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/value"
)

// wander looks for a solution some way off the one that the search would find first: some variables are to have values drawn at random,
// as far as they can have them together. It is nil if there is none, or none was found within the effort.
func (m *Maker) wander(ctx context.Context, s *sheet, random *rand.Rand) (model.Solution, error) {
	q, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	var wanted []engine.Fact
	for _, i := range random.Perm(len(s.finds))[:len(s.finds)/8] {
		v := s.finds[i]
		d := s.problem.Model.Vars[v].Domain.Bounds()
		wanted = append(wanted, engine.Fact{Var: v, Value: d.Lo + random.Int64N(d.Hi-d.Lo+1), Is: true})
	}
	for {
		most := int64(mostWandering)
		if len(wanted) == 0 {
			most = mostEffort
		}
		r := q.Ask(ctx, engine.Question{Supposed: wanted, Conflicts: most})
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
		left := slices.DeleteFunc(wanted, func(f engine.Fact) bool { return slices.Contains(r.Supposed, f) })
		if len(left) == len(wanted) {
			return nil, nil
		}
		wanted = left
	}
}

// solution is one to be clued: of the board with nothing printed where that has one, which is found fastest, else with any clues.
func (m *Maker) solution(ctx context.Context, d *Draft, s *sheet, random *rand.Rand) ([]engine.Fact, error) {
	if len(m.way.shaping) == 0 {
		if blank, _ := m.sheet(ctx, d, each(d.Values())); blank != nil && len(blank.finds) == len(s.finds) {
			found, err := m.wander(ctx, blank, random)
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
	found, err := m.wander(ctx, s, random)
	if found == nil || err != nil {
		return nil, err
	}
	return s.found(found), nil
}

// climb has clues with which a solution is the only one: a clue wherever one fits the solution, and as long as another solution fits
// all of them, those that fit that one besides. It is nil if in the end two solutions have the same clues.
func (m *Maker) climb(ctx context.Context, s *sheet, found []engine.Fact, choices [][]value.Value, random *rand.Rand) ([]value.Value, error) {
	others, err := s.inquire(ctx, m.order.Engine, nil, random.Int64())
	if err != nil {
		return nil, err
	}
	printed := make([]value.Value, len(choices))
	for {
		values, err := m.fill(ctx, s, found, printed, choices, random)
		if values == nil || err != nil {
			return nil, err
		}
		more := false
		for i, v := range values {
			if s.sought[i] != nil && !isNone(v) && printed[i] == nil {
				printed[i], more = v, true
			}
		}
		if !more {
			return nil, nil
		}
		others.Exclude(found)
		r := others.Ask(ctx, engine.Question{Supposed: s.are(printed), Conflicts: mostEffort})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case r.GivenUp():
			return nil, nil
		case r.Solution == nil:
			return values, nil
		}
		found = s.found(r.Solution)
	}
}

// fill has a clue wherever one fits a solution beside those that are printed: a number rather than a label, one drawn at random where
// several fit.
func (m *Maker) fill(ctx context.Context, s *sheet, found []engine.Fact, printed []value.Value, choices [][]value.Value, random *rand.Rand) ([]value.Value, error) {
	q, err := s.inquire(ctx, m.order.Engine, found, random.Int64())
	if err != nil {
		return nil, err
	}
	values := slices.Clone(printed)
	decided := s.are(printed)
	for _, i := range random.Perm(len(choices)) {
		if s.sought[i] == nil {
			values[i] = choices[i][0]
		}
		if values[i] != nil {
			continue
		}
		for _, others := range [][]value.Value{notNumbers(choices[i]), {value.None{}}, nil} {
			if len(others) == len(choices[i]) {
				continue
			}
			wanted := slices.Clip(decided)
			for _, v := range others {
				if f, ok := s.is(i, v); ok {
					wanted = append(wanted, f.Not())
				}
			}
			r := q.Ask(ctx, engine.Question{Supposed: wanted, Conflicts: mostEffort})
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if r.Solution != nil {
				values[i] = s.sought[i].In(r.Solution)
				break
			}
		}
		if values[i] == nil {
			return nil, nil
		}
		if f, ok := s.is(i, values[i]); ok {
			decided = append(decided, f)
		}
	}
	return values, nil
}

func notNumbers(values []value.Value) (out []value.Value) {
	for _, v := range values {
		if _, number := v.(value.Int); !number {
			out = append(out, v)
		}
	}
	return out
}
