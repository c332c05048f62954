package count

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count/frontier"
)

// statesPerSecond is how fast states are counted by two goroutines.
const statesPerSecond = 5e6

// splitCost is the power of the number of parts by which they take longer than the
// whole at once, since states in different parts aren't merged: measured with 1 to 9
// times the memory allowed.
const splitCost = 0.95

// Supports reports, as a clause that says why not, whether a task about a model without
// a machine can be counted: paths, cycles, links and other sets of edges by eliminating
// the vertices of their graph, or of one that is drawn of the conditions, however long
// that may take: what it is expected to take, [Plan] says.
func Supports(m *model.Model, t engine.Task) error {
	_, err := recognize(m, t)
	return err
}

// Count counts as [engine.Counter] describes.
func Count(ctx context.Context, m *model.Model, t engine.Task) engine.Count {
	c, prepared := preparedFor(t)
	if !prepared {
		if !asked(t) && !wholeGraph(m, t) { // it would only check what was soon enumerated
			return engine.Count{Reason: "nobody asks for a count without visiting each solution"}
		}
		var err error
		if c, err = prepare(ctx, m, t); err != nil {
			return engine.Count{Reason: err.Error()}
		}
	}
	if ctx.Err() != nil { // the order may not be the one that is found in peace, which a saved count needs
		return engine.Count{Reason: "cancelled"}
	}
	return c.count(ctx, t)
}

// Plan estimates what a count would take.
func Plan(ctx context.Context, m *model.Model, t engine.Task) (engine.CountPlan, error) {
	c, err := prepare(ctx, m, t)
	if err != nil {
		return engine.CountPlan{}, err
	}
	return c.plan(t), nil
}

// counting is an elimination with the order in which it is to be done.
type counting struct {
	*elimination
	order    frontier.Order
	estimate *frontier.Estimate
}

// preparedFor is what PlanCount left for the task, if the order is to be that one.
func preparedFor(t engine.Task) (*counting, bool) {
	if t.Counting == nil || t.Counting.Apart != 0 {
		return nil, false
	}
	c, ok := t.Counting.Prepared.(*counting)
	return c, ok
}

// recognize makes a task an elimination, or says why that can't be done.
func recognize(m *model.Model, t engine.Task) (*elimination, error) {
	e, err := eliminate(m, t)
	if err != nil {
		return nil, err
	}
	return e, e.suits(t)
}

// prepare recognizes a task and chooses an order for it.
func prepare(ctx context.Context, m *model.Model, t engine.Task) (*counting, error) {
	e, err := recognize(m, t)
	if err != nil {
		return nil, err
	}
	c := &counting{elimination: e, estimate: &frontier.Estimate{}}
	if e.problem == nil {
		return c, nil
	}
	if e.onConstraintGraph && !asked(t) {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, planMoment)
		defer stop()
	}
	if t.Counting != nil && t.Counting.Apart > 0 {
		c.order, c.estimate = frontier.PlanVariant(ctx, e.problem, 0, t.Counting.Apart)
	} else {
		c.order, c.estimate = frontier.Plan(ctx, e.problem, 0)
	}
	return c, nil
}

// suits says why what a task asks for can't be had of an elimination.
func (e *elimination) suits(t engine.Task) error {
	if t.Counting == nil || e.weightVector.objectives == 0 {
		return nil
	}
	switch {
	case t.Counting.Parts > 1:
		return fmt.Errorf("the best solutions of parts don't add up to the best of all")
	case t.Counting.Modulo > 0:
		return fmt.Errorf("the best solutions aren't known by remainders")
	}
	return nil
}

// plan is the estimate of the count.
func (c *counting) plan(t engine.Task) engine.CountPlan {
	est := c.estimate
	const tables, load = 1.25, 0.75 // of a layer and what is left of the one before, and how full they are
	entry := 8 * float64((est.Bits+63)/64+1)
	p := engine.CountPlan{Layers: est.Layers, Peak: est.Peak, Total: est.Total, Parts: 1,
		Memory: est.Peak * entry * tables / load, Seconds: est.Total / statesPerSecond, Fingerprint: est.Fingerprint, Prepared: c}
	memory := float64(t.Memory)
	if memory <= 0 {
		memory = frontier.DefaultMemory
	}
	if p.Memory > memory {
		p.Parts = int(min(math.Ceil(p.Memory/memory), 1<<30))
		p.Seconds *= math.Pow(float64(p.Parts), splitCost)
	}
	return p
}

// options are what package frontier is told of a task.
func options(t engine.Task) frontier.Options {
	opt := frontier.Options{Memory: t.Memory}
	if c := t.Counting; c != nil {
		opt.Modulo, opt.Part, opt.Parts = c.Modulo, c.Part, c.Parts
		opt.Checkpoint, opt.Resume, opt.Progress = c.Checkpoint, c.Resume, c.Progress
	}
	return opt
}

// count counts and puts together what was counted.
func (c *counting) count(ctx context.Context, t engine.Task) engine.Count {
	out := engine.Count{Method: "by eliminating vertices"}
	total := countOutcome{n: new(big.Int)}
	if c.problem != nil {
		opt := options(t)
		for _, l := range c.estimate.Layers {
			opt.Expected = append(opt.Expected, l.States)
		}
		r, err := frontier.Count(ctx, c.problem, c.order, opt)
		if err != nil {
			out.Reason = err.Error()
			return out
		}
		out.Stats.Moves = r.Transitions
		for _, n := range r.Layers {
			out.Stats.States += n
		}
		if !r.Complete {
			out.Reason = r.Reason
			return out
		}
		freedom := c.freedom()
		for weight, n := range r.Counts {
			total.add(&c.weightVector, c.weightVector.split(weight), n.Mul(n, freedom))
		}
	}
	if opt := options(t); opt.Part <= 1 { // the first part has the paths of one vertex, too
		for _, s := range c.single {
			total.add(&c.weightVector, s.parts, c.freedomOf(s.free))
		}
	}
	out.N, out.Complete, out.Costs, out.ByLength = total.n, true, total.costs, total.byLength
	if m := options(t).Modulo; m > 0 {
		modulo := new(big.Int).SetUint64(m)
		out.N.Mod(out.N, modulo)
		for _, n := range out.ByLength {
			n.Mod(n, modulo)
		}
	}
	return out
}
