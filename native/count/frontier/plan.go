package frontier

import "context"

// Valid says whether o has each of n vertices once.
func (o Order) Valid(n int) bool {
	if len(o) != n {
		return false
	}
	seen := make([]bool, n)
	for _, v := range o {
		if v < 0 || int(v) >= n || seen[v] {
			return false
		}
		seen[v] = true
	}
	return true
}

// Plan finds a good order for p, with what is to be expected of it. effort is
// the number of partial orders that are kept at each length; 0 leaves it to Plan,
// which spends less on the order than the count will take. When ctx ends the best
// order so far is the answer, which may be poor.
func Plan(ctx context.Context, p *Problem, effort int) (Order, *Estimate) {
	pl := newPlanner(p)
	pl.search(ctx, effort, -1)
	return pl.answer(ctx)
}

// PlanApart finds an order that is unlike that of Plan: it begins where that one
// ends, or for variants above 1 shortly before. So it serves a second computation of the
// same number.
func PlanApart(ctx context.Context, p *Problem, effort, variant int) (Order, *Estimate) {
	pl := newPlanner(p)
	pl.search(ctx, effort, -1)
	if variant <= 0 || len(pl.best) == 0 {
		return pl.answer(ctx)
	}
	n := len(pl.best)
	start := pl.best[n-1-(variant-1)%n]
	pl.best, pl.tried = nil, 0
	pl.search(ctx, effort, start)
	return pl.answer(ctx)
}

// planner searches for orders.
type planner struct {
	estimator *estimator
	best      Order
	total     float64 // of best
	tried     int64   // layers that were estimated
	thrifty   bool    // spends less time than the count will take
}

func newPlanner(p *Problem) *planner {
	return &planner{estimator: newEstimator(p)}
}

// answer is the best order and what it takes.
func (pl *planner) answer(ctx context.Context) (Order, *Estimate) {
	estimate := pl.estimator.estimate(pl.best)
	if c, err := newCourse(ctx, pl.estimator.problem, pl.best); err == nil {
		estimate.Bits, estimate.Fingerprint = 64*c.words, c.identity()
	}
	return pl.best, estimate
}

// keep remembers o if it is the best.
func (pl *planner) keep(o Order, total float64) {
	if pl.best == nil || total < pl.total {
		pl.best, pl.total = o, total
	}
}

// search looks for a better order that begins with start, or anywhere if start is
// negative.
func (pl *planner) search(ctx context.Context, effort int, start int32) {
	pl.keepNatural(start)
	if effort > 0 {
		pl.round(ctx, effort, start)
		return
	}
	pl.thrifty = true
	const widest = 1 << 10
	// The next round takes four times as many estimates.
	for width := 1; width <= widest && ctx.Err() == nil && pl.pays(4*pl.tried); width *= 4 {
		pl.round(ctx, width, start)
	}
}

// The bounds of a search that chooses its effort itself.
const (
	mostEstimates = 2_000_000
	// outOfReach is a number of states that no machine counts in a day: then a rough order
	// is as good as any.
	outOfReach   = 1e12
	fewEstimates = 200_000
)

// pays says that so many estimates take less time than the count will. Each takes about
// as long as ten states of the count, and four times as many states are foreseen as there
// are, at worst.
func (pl *planner) pays(estimates int64) bool {
	if pl.total > outOfReach {
		return estimates <= fewEstimates
	}
	return estimates <= mostEstimates && float64(estimates)*10*4 <= pl.total
}

// round searches once with a wide beam and, if any vertex may be the first, with a
// narrow one from each that is worth it: what is cheap in the beginning isn't always so
// in the end.
func (pl *planner) round(ctx context.Context, width int, start int32) {
	pl.beam(ctx, width, start)
	if start >= 0 {
		return
	}
	for _, v := range pl.starts() {
		if pl.thrifty && !pl.pays(pl.tried) {
			return
		}
		pl.beam(ctx, max(min(width, 4), width/8), v)
	}
}

// mostStarts bounds the vertices from which a round begins.
const mostStarts = 16

// starts lists vertices that differ in how an order begins with them.
func (pl *planner) starts() []int32 {
	e := pl.estimator
	begin := e.begin()
	seen := map[[2]uint64]bool{}
	var out []int32
	for v := range int32(len(e.degree)) {
		look := e.after(begin, v).kinds
		if !seen[look] {
			seen[look] = true
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

// keepNatural remembers the vertices' own order: rows of a board are often good.
func (pl *planner) keepNatural(start int32) {
	n := len(pl.estimator.degree)
	o := make(Order, 0, n)
	if start >= 0 {
		o = append(o, start)
	}
	for v := range int32(n) {
		if v != start {
			o = append(o, v)
		}
	}
	pl.keep(o, pl.estimator.estimate(o).Total)
}
