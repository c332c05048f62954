// Package count counts the solutions of a model without visiting each, draws uniform samples, and finds optima.
// docs/counting.md has the user's view.
//
// It lowers a model to a [Problem]: choose edges of a graph so that degrees, a shape and some rules hold. Numbers
// become booleans, and variables that others define are substituted. A model without a graph constraint gets the dual
// graph of its conditions. Everything that is neither a degree nor a shape becomes an automaton of a rule, or a weight.
//
// # Method
//
// A Problem is counted by frontier-based search: Simpath (Knuth, The Art of Computer Programming 4A, 7.1.4) in general
// form (Kawahara, Inoue, Iwashita, Minato, "Frontier-based search for enumerating all constrained subgraphs with
// compressed representation", 2017). Physicists call it a transfer matrix. Simpath builds a zero-suppressed decision
// diagram (ZDD) layer by layer. Counting keeps only the current layer, with a count at each node. Sampling keeps all.
//
//   - Frontier: the vertices with decided and undecided edges. Each has a slot.
//   - Layer: the nodes after a step. A step decides all edges of a vertex.
//   - State: the label of a node. It is a mate array for cycles, paths and links, and components
//     for forests and connected sets, with degrees as far as they matter, states of automata and
//     the accumulated weight.
//   - Node merging: equal states have equal keys and meet in a hash table.
//   - Pruning: a choice is dropped once a degree, the shape or a rule can't be met any more.
//   - Elimination order: it decides the width of the frontier, at best the pathwidth of the graph.
//     Beam search finds orders by estimated numbers of states. Large estimates are corrected by
//     sampled layers.
//   - Maximizing: layers with the greatest gain of each node, instead of counts, give the best
//     solution.
//
// # Memory and parts
//
// A [run] has a stack of batches. A batch is a set of states of one layer that is worked on by itself up to the
// last layer. If the tables don't fit into memory, the run returns to an earlier, smaller layer and takes it in
// ranges of keys. Counting is linear, so the sums add up. A checkpoint stores the order and the stack. A part of a
// count is a range of a layer, or of each batch of a checkpoint.
//
// The package knows none of the engine's searches.
package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"sync"

	"nazo/internal/model"
)

// usualStateTime is the time that a usual processor takes for a state, in seconds.
const usualStateTime = 0.4e-6

// statesPerProcessor is the number of states in the largest layer from which one more processor helps much.
const statesPerProcessor = 1 << 13

// splitCost is the exponent by which the time grows with the number of parts, since states of different parts
// aren't merged. It was measured with 1 to 9 times the allowed memory.
const splitCost = 0.95

// Model is a model without a machine whose solutions are counted. It caches the lowered model.
type Model struct {
	m       *model.Model
	options model.Options
	mu      sync.Mutex                  // of the lowered models, while solutions are decoded
	lowered [2]model.Once[*elimination] // without and with the numbers by length
}

// Open wraps a model. Nothing is lowered before it is needed.
func Open(m *model.Model, o model.Options) *Model { return &Model{m: m, options: o} }

// Lowerings returns how often the model was lowered so far.
func (c *Model) Lowerings() int { return c.lowered[0].Times() + c.lowered[1].Times() }

// lower returns the elimination of the model. The error is a clause that says why there is none.
func (c *Model) lower(byLength bool) (*elimination, error) {
	once := &c.lowered[0]
	if byLength {
		once = &c.lowered[1]
	}
	return once.Get(context.Background(), func(context.Context) (*elimination, error) {
		return eliminate(c.m, c.options, byLength)
	})
}

// Plan lays out a count as [model.Counter] says. It may take any time.
func (c *Model) Plan(_ context.Context, o model.CountOptions) (model.Plan, error) {
	e, err := c.lower(o.ByLength)
	if err == nil {
		err = e.suits(o)
	}
	if err != nil {
		return nil, model.Refusal(err)
	}
	return &counting{elimination: e, options: o}, nil
}

// counting is an elimination with its order.
type counting struct {
	*elimination
	options  model.CountOptions
	mu       sync.Mutex
	order    Order
	estimate *Estimate // nil before there is an order
	broken   error     // why no order can be taken from a checkpoint
}

// HardToOrder reports whether the problem is on the constraint graph.
func (c *counting) HardToOrder() bool { return c.onConstraintGraph }

// Count counts as [model.Plan] says.
func (c *counting) Count(ctx context.Context) model.Count {
	c.arrange(ctx)
	if ctx.Err() != nil { // an interrupted search may give another order than a saved count has
		return model.Count{Reason: model.Ended(ctx)}
	}
	if c.broken != nil {
		return model.Count{Reason: model.ReasonOf(c.broken)}
	}
	return c.count(ctx)
}

// arrange chooses the order unless it is chosen already.
func (c *counting) arrange(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch saved := c.saved(); {
	case c.estimate != nil || c.broken != nil:
	case c.problem == nil:
		c.estimate = &Estimate{}
	case saved != "":
		c.order, c.estimate, c.broken = SavedPlan(ctx, c.problem, saved)
	case c.options.Brief && c.onConstraintGraph:
		c.order, c.estimate = PlanBriefly(ctx, c.problem, c.options.OrderVariant)
	case c.options.OrderVariant > 0:
		c.order, c.estimate = PlanVariant(ctx, c.problem, 0, c.options.OrderVariant)
	default:
		c.order, c.estimate = Plan(ctx, c.problem, 0)
	}
}

// saved returns the checkpoint with which the work begins, or "".
func (c *counting) saved() string {
	if c.options.Resume {
		return c.options.Checkpoint
	}
	return c.options.From
}

// name completes the name of a part with the requested order.
func (c *counting) name(part string) string {
	if c.options.OrderVariant > 0 {
		return fmt.Sprintf("%s --order %d", part, c.options.OrderVariant)
	}
	return part
}

// suits says why an elimination can't do what the options ask for.
func (e *elimination) suits(o model.CountOptions) error {
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

// Forecast returns the expected time, memory and states, or nil if Count will fail.
func (c *counting) Forecast(ctx context.Context) *model.Forecast {
	c.arrange(ctx)
	if c.broken != nil {
		return nil
	}
	est := c.estimate
	const tables, load = 1.25, 0.75 // tables per layer, with the rest of the one before, and their load
	undivided := est.Total * usualStateTime
	f := &model.Forecast{Layers: est.Layers, Peak: est.Peak, Total: est.Total, Doubt: est.Doubt, Parts: 1,
		Memory: est.Peak * stateBytes(est) * tables / load, Processor: cmp.Or(est.Processor, undivided), Fingerprint: est.Fingerprint}
	f.Parts = partsWithin(tableMemory(c.options.Memory), f.Memory)
	f.Processor *= math.Pow(float64(f.Parts), splitCost)
	inParts := f.Parts
	if c.options.Parts > 0 { // all parts, and the caller who divides, must decide alike
		inParts = partsWithin(DefaultMemory, f.Memory)
	}
	f.Work = undivided * math.Pow(float64(inParts), splitCost)
	f.Seconds = f.Processor / max(min(float64(runtime.GOMAXPROCS(0)), est.Peak/statesPerProcessor), 1)
	return f
}

// tableMemory returns a bound on the bytes of the tables, [DefaultMemory] if none is given.
func tableMemory(bytes int64) int64 {
	if bytes <= 0 {
		return DefaultMemory
	}
	return bytes
}

// partsWithin returns the number of parts into which a count of that many bytes is split to fit into memory.
func partsWithin(memory int64, bytes float64) int {
	return int(max(1, min(math.Ceil(bytes/float64(memory)), 1<<30)))
}

// stateBytes returns the least number of bytes of a state's key and count.
func stateBytes(e *Estimate) float64 { return 8 * float64((e.Bits+63)/64+1) }

// count counts and combines the results.
func (c *counting) count(ctx context.Context) model.Count {
	out := model.Count{Method: "by eliminating vertices"}
	total := countOutcome{n: new(big.Int)}
	first := c.options.Part <= 1
	if c.problem != nil {
		o := &c.options
		opt := Options{Memory: o.Memory, Modulo: o.Modulo, Part: o.Part, Parts: o.Parts,
			From: o.From, Checkpoint: o.Checkpoint, Resume: o.Resume, Progress: o.Progress, Name: c.name(o.PartName), FromName: c.name(o.FromName)}
		for _, l := range c.estimate.Layers {
			opt.Expected = append(opt.Expected, l.States)
		}
		r, err := Count(ctx, c.problem, c.order, opt)
		if err != nil {
			out.Reason = model.ReasonOf(err)
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
		freeAssignments := c.assignmentsOf(c.free)
		for weight, n := range r.Counts {
			total.add(&c.weightVector, c.weightVector.split(weight), n.Mul(n, freeAssignments))
		}
	}
	if first { // the first part owns the paths of one vertex
		for _, s := range c.single {
			total.add(&c.weightVector, s.weights, c.assignmentsOf(s.free))
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

// Tentative is a count that may pay beside another search. Its order is improved step by step.
type Tentative struct {
	*counting
	of *Model
}

// AboutGraph reports whether the model has a graph constraint, at a glance. A count of any other model is hard to
// order ([model.Plan]).
func (c *Model) AboutGraph() bool { return wholeGraph(c.m, c.options) }

// Tentative lowers the model for a count within that many bytes of memory. The error says why it can't be counted.
func (c *Model) Tentative(memory int64) (*Tentative, error) {
	e, err := c.lower(false)
	if err != nil {
		return nil, model.Refusal(err)
	}
	return &Tentative{&counting{elimination: e, options: model.CountOptions{RunOptions: model.RunOptions{Memory: memory}}}, c}, nil
}

// Improve searches for a better order with about that many estimates of layers, each a microsecond. It returns the
// expected work. With 0 the vertices keep their own order.
func (t *Tentative) Improve(ctx context.Context, estimates int64) *model.Forecast {
	if t.problem != nil {
		t.mu.Lock()
		t.order, t.estimate = PlanWithin(ctx, t.problem, estimates)
		t.mu.Unlock()
	}
	return t.Forecast(ctx)
}

// Sample draws solutions as [model.Sampler] describes, by a count along the order found so far.
func (t *Tentative) Sample(ctx context.Context, o model.SampleOptions) ([]model.Solution, *big.Int, error) {
	return t.of.sample(ctx, o, t.order)
}

// sampled returns the elimination of the model if it counts solutions only.
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

// CanSample says whether solutions can be drawn, as [model.Sampler] describes.
func (c *Model) CanSample() error {
	_, err := c.sampled()
	return model.Refusal(err)
}

// Sample draws solutions as [model.Sampler] describes.
func (c *Model) Sample(ctx context.Context, o model.SampleOptions) ([]model.Solution, *big.Int, error) {
	return c.sample(ctx, o, nil)
}

// sample draws solutions by a count along an order. It searches for one if order is nil.
func (c *Model) sample(ctx context.Context, o model.SampleOptions, order Order) ([]model.Solution, *big.Int, error) {
	el, err := c.sampled()
	if err != nil {
		return nil, nil, model.Refusal(err)
	}
	random := rand.New(rand.NewPCG(uint64(o.Seed), 1))
	var chosen [][]bool
	total := new(big.Int)
	if el.problem != nil {
		if order == nil {
			var estimate *Estimate
			if order, estimate = Plan(ctx, el.problem, 0); exceedsMemory(estimate, o.Memory) {
				return nil, nil, ErrMemory
			}
		}
		opt := Options{Memory: o.Memory, Progress: o.Progress}
		if chosen, total, err = Sample(ctx, el.problem, order, opt, o.Number, o.Seed); err != nil {
			return nil, nil, model.ReasonOf(err)
		}
		total = new(big.Int).Mul(total, el.assignmentsOf(el.free))
	}
	c.mu.Lock() // decoding adds to the lowered model
	defer c.mu.Unlock()
	samples, total := el.mixed(chosen, total, o.Number, random)
	return samples, total, nil
}

// mostOverestimated bounds the factor by which states are overestimated.
const mostOverestimated = 16

// exceedsMemory reports whether the states of all layers surely don't fit. Filling the memory first would take long
// and add nothing. States too large for any memory are refused by the schedule.
func exceedsMemory(e *Estimate, memory int64) bool {
	return !math.IsInf(e.Total, 1) && e.Total*stateBytes(e) > float64(tableMemory(memory))*mostOverestimated
}

// mixed combines samples with edges and solutions without any, n in all.
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
		at := RandomBelow(random, total)
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
