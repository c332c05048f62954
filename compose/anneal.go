package compose

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"nazo/engine"
	"nazo/value"
)

// Simulated annealing: the temperature at first, what it is multiplied by after each step, and the number of steps.
const (
	startTemperature = 5
	cooling          = 0.995
	mostSteps        = 1000
)

// anneal changes clues one orbit at a time, their values or their places, or moves a cell into the room beside it, and keeps what has fewer open places, or, the less the longer it
// takes, somewhat more of them (simulated annealing, as cspuz makes puzzles). It ends when one solution is left, which is returned, or
// after its steps with nil.
func (m *Maker) anneal(ctx context.Context, d *Draft, all [][]value.Value, values []value.Value, random *rand.Rand) ([]value.Value, error) {
	var orbits [][]int
	for _, orbit := range d.orbits(m.order.Symmetry) {
		if len(all[orbit[0]]) > 1 {
			orbits = append(orbits, orbit)
		}
	}
	rooms := m.models.roomsOf(d)
	open, err := m.open(ctx, d, values)
	if err != nil {
		return nil, err
	}
	temperature := float64(startTemperature)
	for range mostSteps {
		if open == 0 {
			return values, nil
		}
		var next []value.Value
		switch {
		case rooms != nil && (len(orbits) == 0 || random.IntN(2) == 0):
			next = rooms.moved(values, random)
		case len(orbits) > 0:
			next = m.changed(values, all, orbits, random)
		default:
			return nil, nil
		}
		other, err := m.open(ctx, d, next)
		if err != nil {
			return nil, err
		}
		if other <= open || random.Float64() < math.Exp(float64(open-other)/temperature) {
			values, open = next, other
		}
		temperature *= cooling
	}
	return nil, nil
}

// changed has another value in an orbit, or what stands there in another one.
func (m *Maker) changed(values []value.Value, all [][]value.Value, orbits [][]int, random *rand.Rand) []value.Value {
	next := slices.Clone(values)
	orbit := orbits[random.IntN(len(orbits))]
	other := orbits[random.IntN(len(orbits))]
	if len(orbit) == len(other) && random.IntN(2) == 0 && isNone(values[orbit[0]]) != isNone(values[other[0]]) {
		for k := range orbit {
			next[orbit[k]], next[other[k]] = values[other[k]], values[orbit[k]]
		}
		return next
	}
	if isNone(values[orbit[0]]) && random.IntN(3) > 0 { // what is printed is changed more often than what is not
		return next
	}
	for _, i := range orbit {
		next[i] = all[i][random.IntN(len(all[i]))]
	}
	return next
}

// impossible is the number of open places where there is no solution.
const impossible = 1 << 20

// open is about how many variables of the finds differ between solutions: a few of these are found, each to differ from the first where
// none did before. Without a solution it is more than any.
func (m *Maker) open(ctx context.Context, d *Draft, values []value.Value) (int, error) {
	s, _ := m.sheet(ctx, d, each(values))
	if s == nil {
		return impossible, ctx.Err()
	}
	q, err := s.inquire(ctx, m.order.Engine, nil, 0)
	if err != nil {
		return 0, err
	}
	first := q.Ask(ctx, engine.Question{Conflicts: mostEffort})
	if first.Solution == nil {
		return impossible, ctx.Err()
	}
	q.Exclude(s.found(first.Solution))
	differ := map[int]bool{}
	for n := range mostGuesses {
		var wanted []engine.Fact
		if n > 0 { // somewhere else than before
			for i, v := range s.finds {
				if !differ[i] && s.problem.Model.Vars[v].Domain.Bounds().Hi < 1<<15 {
					wanted = []engine.Fact{{Var: v, Value: first.Solution[v]}}
					break
				}
			}
		}
		r := q.Ask(ctx, engine.Question{Supposed: wanted, Conflicts: mostEffort})
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if r.Solution == nil {
			if n == 0 && r.GivenUp() {
				return impossible, nil
			}
			if n == 0 {
				return 0, nil
			}
			break
		}
		for i, v := range s.finds {
			if r.Solution[v] != first.Solution[v] {
				differ[i] = true
			}
		}
	}
	return max(1, len(differ)), nil
}

// each has one value for each part.
func each(values []value.Value) [][]value.Value {
	out := make([][]value.Value, len(values))
	for i := range values {
		out[i] = values[i : i+1]
	}
	return out
}
