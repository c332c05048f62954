package frontier

import (
	"context"
	"math"
)

// plan writes which problem it is, the order of its vertices and what is expected of that: who takes up the work need not
// search for an order.
func (c *checkpointWriter) plan(sched *schedule, expected []float64) {
	sum := sched.problemFingerprint().sum
	c.bytes(sum[:])
	for _, v := range sched.order {
		c.number(uint64(v))
	}
	c.number(uint64(len(expected)))
	for _, states := range expected {
		c.number(math.Float64bits(states))
	}
}

// plan reads what the writer's plan has written.
func (c *checkpointReader) plan(p *Problem) (o Order, expected []float64, err error) {
	if err := c.fingerprint((&schedule{Problem: p, allowed: p.allowedDegrees()}).problemFingerprint()); err != nil {
		return nil, nil, err
	}
	n := p.Graph.Order()
	for range n {
		o = append(o, int32(c.number(math.MaxInt32)))
	}
	for range c.number(uint64(n)) {
		states := math.Float64frombits(c.number(^uint64(0)))
		if !(states >= 0 && states <= math.MaxFloat64) {
			c.err = errDamaged
		}
		expected = append(expected, states)
	}
	if c.err == nil && !o.Valid(n) {
		c.err = errDamaged
	}
	return o, expected, c.err
}

// SavedPlan is what Plan was when a count was begun that is saved in a file. The error is [ErrCheckpoint], or that of ctx.
func SavedPlan(ctx context.Context, p *Problem, file string) (Order, *Estimate, error) {
	in, err := openCheckpoint(file)
	if err != nil {
		return nil, nil, err
	}
	defer in.file.Close() // it is only read
	o, expected, err := in.plan(p)
	if err != nil {
		return nil, nil, cantResume(file, err)
	}
	sched, err := newSchedule(ctx, p, o)
	if err != nil {
		return nil, nil, cantResume(file, err)
	}
	estimate := newEstimator(p).estimate(o)
	estimate.of(sched)
	if len(expected) == len(estimate.Layers) {
		estimate.take(expected)
	}
	return o, estimate, nil
}

// take has the states of each layer be what was expected of them.
func (e *Estimate) take(states []float64) {
	e.Peak, e.Total = 0, 0
	for i, n := range states {
		e.Layers[i].States = n
		e.Peak = max(e.Peak, n)
		e.Total += n
	}
}
