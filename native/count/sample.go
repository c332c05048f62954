package count

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count/frontier"
)

// SupportsSample reports, as a clause that says why not, whether solutions can be drawn at
// random: where they are counted by eliminating vertices, and all of them count.
func SupportsSample(m *model.Model, t engine.Task) error {
	_, err := sampled(m, t)
	return err
}

// sampled is the elimination for a task, if all that it counts are solutions.
func sampled(m *model.Model, t engine.Task) (*elimination, error) {
	t.Counting = nil
	e, err := eliminate(m, t)
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

// Sample draws solutions as [engine.Sampler] describes.
func Sample(ctx context.Context, m *model.Model, t engine.Task, n int) ([]model.Solution, *big.Int, error) {
	el, err := sampled(m, t)
	if err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewPCG(uint64(t.Seed), 1))
	var chosen [][]bool
	total := new(big.Int)
	if el.problem != nil {
		order, _ := frontier.Plan(ctx, el.problem, 0)
		opt := options(t)
		if chosen, total, err = frontier.Sample(ctx, el.problem, order, opt, n, t.Seed); err != nil {
			return nil, nil, err
		}
		total = new(big.Int).Mul(total, el.freedom())
	}
	return el.mixed(chosen, total, n, random)
}

// mixed puts n samples together of those that were chosen by their edges, of which
// there are so many, and of the solutions without any.
func (e *elimination) mixed(chosen [][]bool, withEdges *big.Int, n int, random *rand.Rand) ([]model.Solution, *big.Int, error) {
	total := new(big.Int).Set(withEdges)
	shares := make([]*big.Int, len(e.single))
	decoders := make([]*decoder, len(e.single))
	for i, s := range e.single {
		shares[i] = e.freedomOf(s.free)
		total.Add(total, shares[i])
		decoders[i] = e.decoder(s.simplifier, s.free)
	}
	if total.Sign() == 0 {
		return nil, total, nil
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
	return out, total, nil
}
