package count

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count/frontier"
)

// sampled is the elimination of the model, if all that it counts are solutions.
func (c *Model) sampled() (*elimination, error) {
	e, err := c.lower(false)
	switch {
	case err != nil:
		return nil, err
	case e.weightVector.objectives > 0:
		return nil, errors.New("solutions are drawn among all, not among the best")
	case e.weightVector.tree >= 0:
		return nil, errors.New("spanning trees are told from other sets of edges only once they are counted")
	}
	return e, nil
}

// CanSample says whether they can be drawn, as [engine.Sampler] describes.
func (c *Model) CanSample() error {
	_, err := c.sampled()
	return engine.Refusal(err)
}

// Sample draws solutions as [engine.Sampler] describes.
func (c *Model) Sample(ctx context.Context, o engine.SampleOptions) ([]model.Solution, *big.Int, error) {
	return c.sample(ctx, o, nil)
}

// sample draws solutions by a count in an order, or in one that is still to be found.
func (c *Model) sample(ctx context.Context, o engine.SampleOptions, order frontier.Order) ([]model.Solution, *big.Int, error) {
	el, err := c.sampled()
	if err != nil {
		return nil, nil, engine.Refusal(err)
	}
	random := rand.New(rand.NewPCG(uint64(o.Seed), 1))
	var chosen [][]bool
	total := new(big.Int)
	if el.problem != nil {
		if order == nil {
			var estimate *frontier.Estimate
			if order, estimate = frontier.Plan(ctx, el.problem, 0); cannotBeKept(estimate, o.Memory) {
				return nil, nil, frontier.ErrMemory
			}
		}
		opt := frontier.Options{Memory: o.Memory, Progress: o.Progress}
		if chosen, total, err = frontier.Sample(ctx, el.problem, order, opt, o.Number, o.Seed); err != nil {
			return nil, nil, engine.ReasonOf(err)
		}
		total = new(big.Int).Mul(total, el.freeAssignments())
	}
	c.mu.Lock() // decoding adds to the lowered model
	defer c.mu.Unlock()
	samples, total := el.mixed(chosen, total, o.Number, random)
	return samples, total, nil
}

// mostOverestimated is how many times fewer states there may be than estimated.
const mostOverestimated = 16

// cannotBeKept reports whether so much memory is surely too little for the states of all layers. Making layers until
// they fill it would take long, and tell nothing else. States that no memory would hold are for the schedule to refuse.
func cannotBeKept(e *frontier.Estimate, memory int64) bool {
	if memory <= 0 {
		memory = frontier.DefaultMemory
	}
	return !math.IsInf(e.Total, 1) && e.Total*stateBytes(e) > float64(memory)*mostOverestimated
}

// mixed puts n samples together of those that were chosen by their edges, of which
// there are so many, and of the solutions without any.
func (e *elimination) mixed(chosen [][]bool, withEdges *big.Int, n int, random *rand.Rand) ([]model.Solution, *big.Int) {
	total := new(big.Int).Set(withEdges)
	shares := make([]*big.Int, len(e.single))
	decoders := make([]*decoder, len(e.single))
	for i, s := range e.single {
		shares[i] = e.assignmentsOf(s.free)
		total.Add(total, shares[i])
		decoders[i] = e.decoder(s.simplifier, s.free)
	}
	if total.Sign() == 0 {
		return nil, total
	}
	edges := e.decoder(e.simplifier, e.free)
	out := make([]model.Solution, 0, n)
	for range n {
		at := frontier.RandomBelow(random, total)
		if at.Cmp(withEdges) < 0 {
			out = append(out, edges.solution(chosen[0], random.Int64N))
			chosen = chosen[1:]
			continue
		}
		at.Sub(at, withEdges)
		i := 0
		for ; at.Cmp(shares[i]) >= 0; i++ {
			at.Sub(at, shares[i])
		}
		out = append(out, decoders[i].solution(nil, random.Int64N))
	}
	return out, total
}
