package compose

import (
	"context"
	"math"
	"math/rand/v2"

	"nazo/value"
)

// Simulated annealing: the temperature at first, what it is multiplied by after each step, the number of steps, and how many of them may bring
// nothing better before another board is drawn.
const (
	startTemperature = 1
	cooling          = 0.99
	mostSteps        = 1000
	mostIdle         = 20
)

// search changes the board of an attempt near where its solutions differ, and keeps what has fewer places where they do, or, the less the longer it
// takes, somewhat more of them (simulated annealing, as cspuz makes puzzles). It ends when one solution is left, and returns the values of all parts; else they are
// nil.
func (m *Maker) search(ctx context.Context, d *Draft, a *attempt, all [][]value.Value, random *rand.Rand) ([]value.Value, error) {
	moves := m.moves(d, all)
	temperature := float64(startTemperature)
	best, idle := a.score(), 0
	for range mostSteps {
		if a.score() == 0 {
			return a.values, nil
		}
		if idle++; idle > mostIdle && (best < impossible || idle > 4*mostIdle) || len(moves.kinds) == 0 {
			return nil, nil
		}
		next := moves.draw(a, random)
		if next == nil {
			continue
		}
		b, err := m.attempt(ctx, d, next, a, random)
		if err != nil {
			return nil, err
		}
		if b == nil {
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
	return nil, nil
}
