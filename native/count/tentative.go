package count

import (
	"context"
	"math/big"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count/frontier"
)

// Tentative is a count that may prove to be worth its while beside another search. Its order is
// looked for little by little.
type Tentative struct {
	*counting
	of *Model
}

// AboutGraph reports whether the model has a graph of its own to be counted on, without a closer look: a count of any other is
// hard to order ([engine.Plan]).
func (c *Model) AboutGraph() bool { return wholeGraph(c.m, c.options) }

// Tentative lowers the model for a count with so much memory, in bytes. The error says why it can't be counted so.
func (c *Model) Tentative(memory int64) (*Tentative, error) {
	e, err := c.lower(false)
	if err != nil {
		return nil, engine.Refusal(err)
	}
	return &Tentative{&counting{elimination: e, options: engine.CountOptions{RunOptions: engine.RunOptions{Memory: memory}}}, c}, nil
}

// Improve looks for a better order with about so many estimates of layers, each of which takes about a
// microsecond, and tells what is to be expected of a count along it. With none the vertices keep their own order.
func (t *Tentative) Improve(ctx context.Context, estimates int64) *engine.Forecast {
	if t.problem != nil {
		t.mu.Lock()
		t.order, t.estimate = frontier.PlanWithin(ctx, t.problem, estimates)
		t.mu.Unlock()
	}
	return t.Forecast(ctx)
}

// Sample draws solutions as [engine.Sampler] describes, by a count along that order.
func (t *Tentative) Sample(ctx context.Context, o engine.SampleOptions) ([]model.Solution, *big.Int, error) {
	return t.of.sample(ctx, o, t.order)
}
