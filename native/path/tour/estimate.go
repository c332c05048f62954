package tour

import (
	"context"
	"math"

	"nazo/engine"
)

// EstimateTree probes the tree of an exhaustive search: each probe follows random
// options down to a leaf and multiplies how many there were on the way; the sum
// of the products is on average the size of the tree (Knuth, "Estimating the
// efficiency of backtrack programs", 1975). It does fewer probes than asked for
// if the context ends. The seed decides all draws.
func EstimateTree(ctx context.Context, p Problem, name string, o engine.EstimateOptions) engine.Estimate {
	if !find(name).Exhaustive {
		panic("tour: search " + name + " has no tree to estimate")
	}
	if p.Graph.Order() < p.least() {
		return engine.Estimate{}
	}
	r := &run{p: p.normal(), order: int32(p.Graph.Order()), yield: func([]int32) bool { return true }}
	return newWalker(r, find(name)).estimate(ctx, r.starts(false), o)
}

// estimate probes the tree of a rule from some starts.
func (w *walker) estimate(ctx context.Context, starts []int32, o engine.EstimateOptions) (e engine.Estimate) {
	draw := random(o.Seed)
	squares := 0.0 // of the differences from the mean (Welford 1962)
	for range o.Probes {
		if ctx.Err() != nil || len(starts) == 0 {
			break
		}
		weight, size := float64(len(starts)), 0.0
		for v := starts[draw.IntN(len(starts))]; ; {
			w.push(v)
			begin := int(w.begins[len(w.begins)-1])
			n := len(w.list) - begin
			if n == 0 {
				break
			}
			weight *= float64(n)
			size += weight
			v = w.list[begin+draw.IntN(n)]
		}
		w.reset()
		e.Probes++
		d := size - e.Mean
		e.Mean += d / float64(e.Probes)
		squares += d * (size - e.Mean)
		if o.Progress != nil {
			o.Progress(e.Probes)
		}
	}
	if e.Probes > 1 {
		e.StdError = math.Sqrt(squares / float64(e.Probes-1) / float64(e.Probes))
	}
	return e
}
