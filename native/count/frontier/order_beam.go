package frontier

import (
	"cmp"
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"nazo/numbers"
)

// candidate is a partial order with one more vertex.
type candidate struct {
	from   int32 // in the beam
	vertex int32
	layer  layer
	bound  float64 // of all layers
	set    uint64
}

// beam is a beam search: it keeps the width best prefixes of each length, those whose layers so
// far allow the fewest states. (The estimate of how many there are tells less: in the beginning
// there are few, whatever the order.) Of the prefixes with the same set of vertices the best is
// enough, for what follows is the same.
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
			return // no order is better than the best one known
		}
	}
	pl.consider(at[0].order(), at[0].total)
}

// leastForked is how many prefixes, at least, are extended by an estimator of their own.
const leastForked = 8

// candidates are all prefixes with one more vertex, start where it is the first, unless there are known to be better orders. It is
// false if ctx has ended or there are too many. Several processors take prefixes in turns: what each finds depends on nothing else.
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

// extender extends prefixes by an estimator that nobody else uses meanwhile.
type extender struct {
	estimator *estimator
	list      []candidate
	tried     int64 // layers that were estimated
}

// extend lists what the i-th prefix can become; only start follows the empty one, if start is not negative. What has most states or more
// already is left out.
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
			x.list = append(x.list, candidate{int32(i), v, l, bound, s.set ^ numbers.SplitMix64(uint64(v)<<32)})
		}
	}
}

// widelyChosen bounds the graphs in which any vertex may come next. In larger ones it is a
// vertex of the frontier or a neighbour of one, if there are some.
const widelyChosen = 128

// choices lists the vertices that may come next: a single one if it leaves by itself or can be
// eliminated in the same step at no cost, else all that are worth a try.
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

func (e *estimator) hasOpenNeighbour(s *prefix, v int32) bool {
	for _, u := range e.neighbours[v] {
		if s.seen[u.to] > 0 && !s.done[u.to] {
			return true
		}
	}
	return false
}

// pick takes the width best candidates: one of each set of vertices, and one of those that agree
// in all numbers, which are mostly mirror images.
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
