package frontier

import (
	"cmp"
	"context"
	"math"
	"slices"

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
	e := pl.estimator
	n := len(e.degree)
	at := []*prefix{e.emptyPrefix()}
	var list []candidate
	for step := range n {
		list = list[:0]
		for i, s := range at {
			if ctx.Err() != nil || pl.tried > pl.most {
				return
			}
			for _, v := range e.choices(s) {
				if step == 0 && start >= 0 && v != start {
					continue
				}
				l := e.layerAfter(s, v)
				pl.tried++
				if e.addLayer(s.total, s.layer.states, l.states, s, v) < pl.total {
					bound := e.addLayer(s.bound, s.layer.bound, l.bound, s, v)
					list = append(list, candidate{int32(i), v, l, bound, s.set ^ numbers.SplitMix64(uint64(v)<<32)})
				}
			}
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
