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
	return pl.best, pl.estimator.estimate(pl.best)
}

// PlanApart finds an order that is unlike that of Plan: it begins where that one
// ends, or for variants above 1 shortly before. So it serves a second computation of the
// same number.
func PlanApart(ctx context.Context, p *Problem, effort, variant int) (Order, *Estimate) {
	pl := newPlanner(p)
	pl.search(ctx, effort, -1)
	if variant <= 0 || len(pl.best) == 0 {
		return pl.best, pl.estimator.estimate(pl.best)
	}
	n := len(pl.best)
	start := pl.best[n-1-(variant-1)%n]
	pl.best = nil
	pl.search(ctx, effort, start)
	return pl.best, pl.estimator.estimate(pl.best)
}

// planner searches for orders.
type planner struct {
	estimator *estimator
	best      Order
	total     float64 // of best
	tried     int64   // layers that were estimated
}

func newPlanner(p *Problem) *planner {
	return &planner{estimator: newEstimator(p)}
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
		pl.beam(ctx, effort, start)
		return
	}
	const widest = 1 << 10
	for width := 1; width <= widest && ctx.Err() == nil; width *= 4 {
		// A wider search takes four times as many estimates, of which each takes about
		// as long as twenty states of the count.
		pl.beam(ctx, width, start)
		if float64(pl.tried)*4*20 > pl.total {
			return
		}
	}
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
