package count

import (
	"context"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count/frontier"
)

// Optimum is what an elimination found out about the best solution.
type Optimum struct {
	// Best is a better solution than the one that was known, nil if none was found.
	Best model.Solution
	// Proved is set if no solution is better than the best one known.
	Proved bool
	States int64
}

// Optimum looks for the best solution by eliminating vertices, in so much memory at most. pause is called after each layer with the
// number of states so far: it has the best solution that is known by now, or nil, and reports whether to go on. The error
// says why the model can't be treated so.
func (c *Model) Optimum(ctx context.Context, memory int64, pause func(states int64) (known model.Solution, goOn bool)) (*Optimum, error) {
	e, err := c.lower(false)
	if err != nil {
		return nil, engine.Refusal(err)
	}
	out := &Optimum{Proved: true}
	known, goOn := pause(0)
	if !goOn {
		return &Optimum{}, nil
	}
	least := e.costsOf(known) // to be bettered; nil for any
	before := least
	for _, s := range e.single {
		if costs := s.parts[:e.weightVector.objectives]; least == nil || e.weightVector.compare(costs, least) < 0 {
			least, out.Best = costs, c.decode(e, s.simplifier, s.free, nil)
		}
	}
	if e.problem == nil {
		return out, nil
	}
	p := *e.problem
	opt := frontier.MaximizeOptions{Memory: memory}
	e.weightVector.asGains(&p, &opt, e.unknown)
	opt.MoreThan = e.weightVector.gainOf(least)
	opt.Pause = func(states int64) (*int64, bool) {
		known, goOn := pause(states)
		before = e.costsOf(known)
		return e.weightVector.gainOf(before), goOn
	}
	m, err := frontier.Maximize(ctx, &p, e.naturalOrder(), opt)
	if err != nil {
		return nil, engine.Refusal(err)
	}
	out.Proved, out.States = m.Proved, m.States
	if m.Chosen != nil {
		out.Best = c.decode(e, e.simplifier, e.free, m.Chosen)
	}
	if out.Best != nil && before != nil && e.weightVector.compare(e.costsOf(out.Best), before) >= 0 {
		out.Best = nil
	}
	return out, nil
}

// decode completes what is chosen; of what nothing is said it takes the first.
func (c *Model) decode(e *elimination, s *simplifier, free []model.VarID, chosen []bool) model.Solution {
	c.mu.Lock() // decoding adds to the lowered model
	defer c.mu.Unlock()
	return e.decoder(s, free).solution(chosen, func(int64) int64 { return 0 })
}

// costsOf has the objectives of a solution, nil if there is none.
func (e *elimination) costsOf(s model.Solution) (costs []int64) {
	if s == nil {
		return nil
	}
	values := model.Evaluate(e.low.from, s)
	for _, o := range e.low.from.Objectives {
		costs = append(costs, values.Int(o.X))
	}
	return costs
}

// factors has for each objective by what it is multiplied to be a digit of one gain.
func (t *weightVector) factors() []int64 {
	out := make([]int64, t.objectives)
	radix := int64(1)
	for k := t.objectives - 1; k >= 0; k-- {
		w := &t.parts[k]
		if out[k] = radix; !w.maximize {
			out[k] = -radix
		}
		radix *= w.hi - w.lo + 1
	}
	return out
}

// gainOf is the gain of a solution with such costs; nil if they are.
func (t *weightVector) gainOf(costs []int64) *int64 {
	if costs == nil {
		return nil
	}
	gain := int64(0)
	for k, factor := range t.factors() {
		gain += factor * (costs[k] - t.parts[k].constant)
	}
	return &gain
}

// asGains has a problem look for the best solution. The objectives are digits of one gain; the number of edges of a tree stays a weight.
func (t *weightVector) asGains(p *frontier.Problem, opt *frontier.MaximizeOptions, unknown []model.VarID) {
	p.Gains, p.Weights = make([]int64, len(unknown)), nil
	for k, factor := range t.factors() {
		for i, v := range unknown {
			p.Gains[i] += factor * t.parts[k].of[v]
		}
	}
	if t.tree < 0 {
		return
	}
	edges := &t.parts[len(t.parts)-1]
	p.Weights = make([]int64, len(unknown))
	for i, v := range unknown {
		p.Weights[i] = edges.of[v]
	}
	opt.Weight = t.tree - edges.constant
}

// naturalOrder is the vertices' own order: rows of a board.
func (e *elimination) naturalOrder() frontier.Order {
	var o frontier.Order
	for v := range e.problem.Graph.Order() {
		o = append(o, int32(v))
	}
	return o
}
