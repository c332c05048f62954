package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"sync"

	"nazo/engine"
	"nazo/model"
	"nazo/native/count/frontier"
)

// usualStateTime is how long a usual processor takes for a state, in seconds.
const usualStateTime = 0.4e-6

// statesPerProcessor is how many states the largest layer has for each processor that helps much.
const statesPerProcessor = 1 << 13

// splitCost is the power of the number of parts by which they take longer than the
// whole at once, since states in different parts aren't merged: measured with 1 to 9
// times the memory allowed.
const splitCost = 0.95

// Model is a model without a machine that is to be counted: paths, cycles, links and other
// sets of edges by eliminating the vertices of their graph, or of one that is made of the
// conditions. What it is lowered to is kept.
type Model struct {
	m         *model.Model
	options   engine.Options
	mu        sync.Mutex
	lowered   [2]*lowered // without and with lengths told apart; nil as long as nobody asked
	lowerings int
}

// lowered is an elimination, or why there is none.
type lowered struct {
	*elimination
	err error
}

// Open takes up a model; nothing is lowered before it is needed.
func Open(m *model.Model, o engine.Options) *Model { return &Model{m: m, options: o} }

// Lowerings is how often the model was lowered so far.
func (c *Model) Lowerings() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lowerings
}

// lower is the elimination of the model. The error is a clause that says why there is none.
func (c *Model) lower(byLength bool) (*elimination, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := 0
	if byLength {
		at = 1
	}
	if c.lowered[at] == nil {
		c.lowerings++
		e, err := eliminate(c.m, c.options, byLength)
		c.lowered[at] = &lowered{e, err}
	}
	return c.lowered[at].elimination, c.lowered[at].err
}

// Plan lays out a count as [engine.Counter] says, however long it may take.
func (c *Model) Plan(_ context.Context, o engine.CountOptions) (engine.Plan, error) {
	e, err := c.lower(o.ByLength)
	if err == nil {
		err = e.suits(o)
	}
	if err != nil {
		return nil, engine.Refusal(err)
	}
	return &counting{elimination: e, options: o}, nil
}

// counting is an elimination with the order in which it is to be done.
type counting struct {
	*elimination
	options  engine.CountOptions
	mu       sync.Mutex
	order    frontier.Order
	estimate *frontier.Estimate // nil as long as there is no order
	broken   error              // why no order can be taken from a checkpoint
}

// HardToOrder reports whether the graph is that of the constraints.
func (c *counting) HardToOrder() bool { return c.onConstraintGraph }

// Count counts as [engine.Plan] says.
func (c *counting) Count(ctx context.Context) engine.Count {
	c.arrange(ctx)
	if ctx.Err() != nil { // the order may not be the one that is found in peace, which a saved count needs
		return engine.Count{Reason: engine.Ended(ctx)}
	}
	if c.broken != nil {
		return engine.Count{Reason: engine.ReasonOf(c.broken)}
	}
	return c.count(ctx)
}

// arrange chooses the order, if that has not been done.
func (c *counting) arrange(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch saved := c.saved(); {
	case c.estimate != nil || c.broken != nil:
	case c.problem == nil:
		c.estimate = &frontier.Estimate{}
	case saved != "":
		c.order, c.estimate, c.broken = frontier.SavedPlan(ctx, c.problem, saved)
	case c.options.Brief && c.onConstraintGraph:
		c.order, c.estimate = frontier.PlanBriefly(ctx, c.problem, c.options.OrderVariant)
	case c.options.OrderVariant > 0:
		c.order, c.estimate = frontier.PlanVariant(ctx, c.problem, 0, c.options.OrderVariant)
	default:
		c.order, c.estimate = frontier.Plan(ctx, c.problem, 0)
	}
}

// saved is the checkpoint with which the work begins; "" if there is none.
func (c *counting) saved() string {
	if c.options.Resume {
		return c.options.Checkpoint
	}
	return c.options.From
}

// name is that of a part along the order that is asked for.
func (c *counting) name(part string) string {
	if c.options.OrderVariant > 0 {
		return fmt.Sprintf("%s --order %d", part, c.options.OrderVariant)
	}
	return part
}

// suits says why what is asked for can't be had of an elimination.
func (e *elimination) suits(o engine.CountOptions) error {
	switch {
	case e.problem == nil && o.From != "":
		return errors.New("nothing is eliminated, so no checkpoint is of this")
	case e.weightVector.objectives == 0:
	case o.Parts > 1:
		return errors.New("the best solutions of parts don't add up to the best of all")
	case o.Modulo > 0:
		return errors.New("the best solutions aren't known by remainders")
	}
	return nil
}

// Forecast says what is to be expected.
func (c *counting) Forecast(ctx context.Context) *engine.Forecast {
	c.arrange(ctx)
	if c.broken != nil {
		return nil // as Count is going to say
	}
	est := c.estimate
	const tables, load = 1.25, 0.75 // of a layer and what is left of the one before, and how full they are
	undivided := est.Total * usualStateTime
	f := &engine.Forecast{Layers: est.Layers, Peak: est.Peak, Total: est.Total, Doubt: est.Doubt, Parts: 1,
		Memory: est.Peak * stateBytes(est) * tables / load, Processor: cmp.Or(est.Processor, undivided), Fingerprint: est.Fingerprint}
	memory := float64(c.options.Memory)
	if memory <= 0 {
		memory = frontier.DefaultMemory
	}
	f.Parts = partsWithin(memory, f.Memory)
	f.Processor *= math.Pow(float64(f.Parts), splitCost)
	inParts := f.Parts
	if c.options.Parts > 0 { // so that all parts, and who divides, decide alike
		inParts = partsWithin(frontier.DefaultMemory, f.Memory)
	}
	f.Work = undivided * math.Pow(float64(inParts), splitCost)
	f.Seconds = f.Processor / max(min(float64(runtime.GOMAXPROCS(0)), est.Peak/statesPerProcessor), 1)
	return f
}

// partsWithin is into how many parts a count is split that takes so many bytes, to fit into so much memory.
func partsWithin(memory, bytes float64) int {
	return int(max(1, min(math.Ceil(bytes/memory), 1<<30)))
}

// stateBytes is what the key and the count of a state take at least.
func stateBytes(e *frontier.Estimate) float64 { return 8 * float64((e.Bits+63)/64+1) }

// count counts and puts together what was counted.
func (c *counting) count(ctx context.Context) engine.Count {
	out := engine.Count{Method: "by eliminating vertices"}
	total := countOutcome{n: new(big.Int)}
	first := c.options.Part <= 1
	if c.problem != nil {
		o := &c.options
		opt := frontier.Options{Memory: o.Memory, Modulo: o.Modulo, Part: o.Part, Parts: o.Parts,
			From: o.From, Checkpoint: o.Checkpoint, Resume: o.Resume, Progress: o.Progress, Name: c.name(o.PartName), FromName: c.name(o.FromName)}
		for _, l := range c.estimate.Layers {
			opt.Expected = append(opt.Expected, l.States)
		}
		r, err := frontier.Count(ctx, c.problem, c.order, opt)
		if err != nil {
			out.Reason = engine.ReasonOf(err)
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
		first = r.First
		freeAssignments := c.freeAssignments()
		for weight, n := range r.Counts {
			total.add(&c.weightVector, c.weightVector.split(weight), n.Mul(n, freeAssignments))
		}
	}
	if first { // the first part has the paths of one vertex, too
		for _, s := range c.single {
			total.add(&c.weightVector, s.parts, c.assignmentsOf(s.free))
		}
	}
	out.N, out.Complete, out.Costs, out.ByLength = total.n, true, total.costs, total.byLength
	if m := c.options.Modulo; m > 0 {
		modulo := new(big.Int).SetUint64(m)
		out.N.Mod(out.N, modulo)
		for _, n := range out.ByLength {
			n.Mod(n, modulo)
		}
	}
	return out
}
