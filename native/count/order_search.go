package count

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"nazo/internal/alg"
)

// Plan finds a good elimination order for p and estimates the count. If that is large, it samples layers along this
// order and the vertices' own, and takes the better. effort is the beam width. With 0 Plan chooses it, and spends
// less time than the count will take. If ctx ends, it returns the best order so far.
func Plan(ctx context.Context, p *Problem, effort int) (Order, *Estimate) {
	pl := newPlanner(p)
	pl.search(ctx, effort, -1)
	s := pl.survey(ctx, pl.best)
	if natural := pl.natural(-1); s.estimate.Total > sampledFrom && !slices.Equal(natural, s.order) {
		other := pl.survey(ctx, natural)
		if other.estimate.Total < s.estimate.Total {
			s, other = other, s
		}
		s.spent += other.spent
	}
	s.refine(ctx)
	return s.order, s.estimate
}

// PlanWithin is Plan with a bounded number of estimates, at least one per vertex, for a count that may not be worth
// more. Its estimate needs no schedule.
func PlanWithin(ctx context.Context, p *Problem, estimates int64) (Order, *Estimate) {
	pl := newPlanner(p)
	pl.most = estimates
	pl.search(ctx, 0, -1)
	return pl.best, pl.estimator.estimate(pl.best)
}

// PlanBriefly is PlanVariant with some tenths of a second of counted work. For variant 0 it gives Plan's order if
// that is found soon.
func PlanBriefly(ctx context.Context, p *Problem, variant int) (Order, *Estimate) {
	pl := newPlanner(p)
	pl.most = int64(briefReads / pl.estimator.meanReads())
	return pl.variant(ctx, 0, variant)
}

// briefReads bounds the work of PlanBriefly, in the units of meanReads.
const briefReads = 2_500_000

// PlanVariant finds an order unlike Plan's. It begins where that one ends, or shortly before for variants above 1.
// Unless it finds a better order, it is Plan's reversed. It serves a second, independent count, which goes through
// other states.
func PlanVariant(ctx context.Context, p *Problem, effort, variant int) (Order, *Estimate) {
	return newPlanner(p).variant(ctx, effort, variant)
}

// variant is PlanVariant within the planner's bounds.
func (pl *planner) variant(ctx context.Context, effort, variant int) (Order, *Estimate) {
	pl.search(ctx, effort, -1)
	if variant <= 0 || len(pl.best) == 0 {
		return pl.answer(ctx)
	}
	n := len(pl.best)
	backwards := slices.Clone(pl.best)
	slices.Reverse(backwards)
	at := (variant - 1) % n
	start := backwards[at]
	copy(backwards[1:], backwards[:at])
	backwards[0] = start
	pl.best, pl.tried = nil, 0
	pl.consider(backwards, pl.estimator.estimate(backwards).Total)
	pl.search(ctx, effort, start)
	return pl.answer(ctx)
}

// answer returns the best order and its estimate.
func (pl *planner) answer(ctx context.Context) (Order, *Estimate) {
	s := pl.survey(ctx, pl.best)
	if pl.most == math.MaxInt64 {
		s.refine(ctx)
	}
	return s.order, s.estimate
}

// planner searches for elimination orders.
type planner struct {
	estimator *estimator
	best      Order
	total     float64 // estimated states of best
	tried     int64   // number of estimated layers
	most      int64   // bound on tried
	adaptive  bool    // spend less time than the count will take
	forks     []*extender
	list      []candidate // reused memory
}

func newPlanner(p *Problem) *planner {
	return &planner{estimator: newEstimator(p), most: math.MaxInt64}
}

// of sets the values that need a schedule.
func (e *Estimate) of(sched *schedule) { e.Bits, e.Fingerprint = 64*sched.keyWords, sched.identity() }

// consider keeps o if it is the best so far.
func (pl *planner) consider(o Order, total float64) {
	if pl.best == nil || total < pl.total {
		pl.best, pl.total = o, total
	}
}

// search looks for a better order that begins with start, or anywhere if start is negative. It begins with the
// vertices' own order, since rows of a board are often good.
func (pl *planner) search(ctx context.Context, effort int, start int32) {
	natural := pl.natural(start)
	pl.consider(natural, pl.estimator.estimate(natural).Total)
	if effort > 0 {
		pl.round(ctx, effort, start)
		return
	}
	pl.adaptive = true
	const widest = 1 << 10
	// The next round takes four times as many estimates.
	for width := 1; width <= widest && ctx.Err() == nil && pl.worthwhile(4*pl.tried); width *= 4 {
		pl.round(ctx, width, start)
	}
}

// The bounds of a search that chooses its effort itself.
const (
	mostEstimates = 2_000_000
	// outOfReach is a number of states that no machine counts in a day. A rough order is then good enough.
	outOfReach   = 1e12
	fewEstimates = 200_000
)

// worthwhile reports whether that many estimates take less time than the count. An estimate takes as long as about
// ten states, and is at worst four times too high.
func (pl *planner) worthwhile(estimates int64) bool {
	if estimates > pl.most {
		return false
	}
	if pl.total > outOfReach {
		return estimates <= fewEstimates
	}
	return estimates <= mostEstimates && float64(estimates)*10*4 <= pl.total
}

// round searches once with a wide beam and, if any vertex may be first, with a narrow beam from each promising one.
// A cheap beginning may have an expensive end.
func (pl *planner) round(ctx context.Context, width int, start int32) {
	pl.beam(ctx, width, start)
	if start >= 0 {
		return
	}
	for _, v := range pl.starts() {
		if pl.adaptive && !pl.worthwhile(pl.tried) {
			return
		}
		pl.beam(ctx, max(min(width, 4), width/8), v)
	}
}

// mostStarts bounds the first vertices that a round tries.
const mostStarts = 16

// starts lists vertices that differ in their first layer.
func (pl *planner) starts() []int32 {
	e := pl.estimator
	begin := e.emptyPrefix()
	seen := map[[2]uint64]bool{}
	var out []int32
	for v := range int32(len(e.degree)) {
		signature := e.layerAfter(begin, v).kinds
		if !seen[signature] {
			seen[signature] = true
			out = append(out, v)
		}
	}
	if len(out) > mostStarts {
		for i := range mostStarts {
			out[i] = out[i*len(out)/mostStarts]
		}
		out = out[:mostStarts]
	}
	return out
}

// natural is the vertices' own order, with start moved to the front if it is not negative.
func (pl *planner) natural(start int32) Order {
	o := naturalOrder(len(pl.estimator.degree))
	if start >= 0 {
		copy(o[1:], o[:start])
		o[0] = start
	}
	return o
}

// naturalOrder is the order of n vertices by their numbers.
func naturalOrder(n int) Order {
	o := make(Order, n)
	for v := range o {
		o[v] = int32(v)
	}
	return o
}

// candidate is a partial order with one more vertex.
type candidate struct {
	from   int32 // index in the beam
	vertex int32
	layer  layer
	bound  float64 // sum over all layers
	set    uint64
}

// beam is a beam search over orders. It keeps the best prefixes of each length, by the bound on their layers.
// (Estimated states say less, since all orders begin with few.) One prefix per set of vertices is enough.
func (pl *planner) beam(ctx context.Context, width int, start int32) {
	at := []*prefix{pl.estimator.emptyPrefix()}
	for range pl.estimator.degree {
		list, ok := pl.candidates(ctx, at, start)
		if !ok {
			return
		}
		slices.SortFunc(list, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.bound, b.bound), cmp.Compare(a.from, b.from), cmp.Compare(a.vertex, b.vertex))
		})
		next := pl.pick(at, list, width)
		for _, s := range at {
			s.drop()
		}
		at = next
		if len(at) == 0 {
			return // no order is better than the best so far
		}
	}
	pl.consider(at[0].order(), at[0].total)
}

// leastForked is the least number of prefixes for each estimator of a parallel search.
const leastForked = 8

// candidates returns all prefixes with one more vertex, which is start first. It reports false if ctx ended or
// there are too many. Processors take prefixes in turn, and results don't depend on that.
func (pl *planner) candidates(ctx context.Context, at []*prefix, start int32) (list []candidate, ok bool) {
	workers := min(runtime.GOMAXPROCS(0), len(at)/leastForked)
	if workers <= 1 || pl.most < math.MaxInt64 {
		x := extender{estimator: pl.estimator, list: pl.list[:0]}
		for i := range at {
			if ctx.Err() != nil || pl.tried > pl.most {
				return nil, false
			}
			x.tried = 0
			x.extend(at, i, start, pl.total)
			pl.tried += x.tried
		}
		pl.list = x.list
		return x.list, true
	}
	for len(pl.forks) < workers {
		pl.forks = append(pl.forks, &extender{estimator: pl.estimator.fork()})
	}
	var taken atomic.Int64
	var wg sync.WaitGroup
	for _, x := range pl.forks[:workers] {
		x.list, x.tried = x.list[:0], 0
		wg.Go(func() {
			for i := int(taken.Add(1)) - 1; i < len(at) && ctx.Err() == nil; i = int(taken.Add(1)) - 1 {
				x.extend(at, i, start, pl.total)
			}
		})
	}
	wg.Wait()
	list = pl.list[:0]
	for _, x := range pl.forks[:workers] {
		list = append(list, x.list...)
		pl.tried += x.tried
	}
	pl.list = list
	return list, ctx.Err() == nil
}

// extender extends prefixes by an estimator of its own.
type extender struct {
	estimator *estimator
	list      []candidate
	tried     int64 // number of estimated layers
}

// extend lists the extensions of the i-th prefix. Only start follows the empty one, unless negative. It leaves out
// those with most states or more.
func (x *extender) extend(at []*prefix, i int, start int32, most float64) {
	e, s := x.estimator, at[i]
	for _, v := range e.choices(s) {
		if s.before == nil && start >= 0 && v != start {
			continue
		}
		l := e.layerAfter(s, v)
		x.tried++
		if e.addLayer(s.total, s.layer.states, l.states, s, v) < most {
			bound := e.addLayer(s.bound, s.layer.bound, l.bound, s, v)
			x.list = append(x.list, candidate{int32(i), v, l, bound, s.set ^ alg.SplitMix64(uint64(v)<<32)})
		}
	}
}

// widelyChosen bounds graphs in which any vertex may come next. In larger ones it must be in the frontier or next
// to it, if possible.
const widelyChosen = 128

// choices lists the vertices that may come next: a single one if eliminating it costs nothing, else all that are
// worth a try.
func (e *estimator) choices(s *prefix) []int32 {
	var all, near []int32
	for v := range int32(len(s.done)) {
		switch {
		case s.done[v]:
		case e.hasLeft(s, v) || e.joinsStep(s, v) && e.layerAfter(s, v).bound <= s.layer.bound:
			return []int32{v}
		case s.seen[v] > 0 || len(s.done) > widelyChosen && e.hasOpenNeighbour(s, v):
			near = append(near, v)
			all = append(all, v)
		default:
			all = append(all, v)
		}
	}
	if len(s.done) > widelyChosen && len(near) > 0 {
		return near
	}
	return all
}

// hasOpenNeighbour reports whether v is next to a vertex in the frontier.
func (e *estimator) hasOpenNeighbour(s *prefix, v int32) bool {
	return slices.ContainsFunc(e.neighbours[v], func(u neighbour) bool { return s.seen[u.to] > 0 && !s.done[u.to] })
}

// pick takes the best candidates: one per set of vertices, and one of those with equal numbers, which are mostly
// mirror images.
func (pl *planner) pick(at []*prefix, list []candidate, width int) []*prefix {
	type signature struct{ bound, layer, white, black uint64 }
	sets, signatures := map[uint64]bool{}, map[signature]bool{}
	var next []*prefix
	for _, c := range list {
		as := signature{math.Float64bits(c.bound), math.Float64bits(c.layer.bound), c.layer.kinds[0], c.layer.kinds[1]}
		if sets[c.set] || signatures[as] {
			continue
		}
		sets[c.set], signatures[as] = true, true
		next = append(next, at[c.from].extend(pl.estimator, c.vertex, c.layer))
		if len(next) == width {
			break
		}
	}
	return next
}
