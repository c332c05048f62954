package frontier

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// candidate is a partial order with one more vertex.
type candidate struct {
	from   int32 // in the beam
	vertex int32
	layer  layer
	room   float64 // of all layers
	set    uint64
}

// beam keeps the width best partial orders at each length: those whose layers so far
// leave room for the fewest states. (How many states there are says less: in the beginning
// there are few, whatever the order.) Of those that have eliminated the same vertices the best
// is enough, for what is to come is the same.
func (pl *planner) beam(ctx context.Context, width int, start int32) {
	e := pl.estimator
	n := len(e.degree)
	at := []*eliminated{e.begin()}
	var list []candidate
	for step := range n {
		list = list[:0]
		for i, s := range at {
			if ctx.Err() != nil {
				return
			}
			for _, v := range e.choices(s) {
				if step == 0 && start >= 0 && v != start {
					continue
				}
				l := e.after(s, v)
				pl.tried++
				if e.addTo(s.total, s.layer.states, l.states, s, v) < pl.total {
					room := e.addTo(s.room, s.layer.room, l.room, s, v)
					list = append(list, candidate{int32(i), v, l, room, s.set ^ mix(uint64(v)<<32)})
				}
			}
		}
		slices.SortFunc(list, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.room, b.room), cmp.Compare(a.from, b.from), cmp.Compare(a.vertex, b.vertex))
		})
		next := pl.pick(at, list, width)
		for _, s := range at {
			s.release()
		}
		at = next
		if len(at) == 0 {
			return // nothing better than what is known
		}
	}
	pl.keep(at[0].order(), at[0].total)
}

// widelyChosen bounds the graphs in which any vertex may come next; in larger ones it
// is an open one or a neighbour of an open one, if there are some.
const widelyChosen = 128

// choices lists the vertices that may come next: one that leaves by itself or
// is known from the state, or all that are worth a try.
func (e *estimator) choices(s *eliminated) []int32 {
	var all, near []int32
	for v := range int32(len(s.done)) {
		switch {
		case s.done[v]:
		case e.leaves(s, v) || e.follows(s, v) && e.after(s, v).room <= s.layer.room:
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

func (e *estimator) hasOpenNeighbour(s *eliminated, v int32) bool {
	for _, u := range e.neighbours[v] {
		if s.seen[u.to] > 0 && !s.done[u.to] {
			return true
		}
	}
	return false
}

// pick takes the width best candidates, one of each set, and one of those that look
// the same in all numbers, which are mostly mirror images.
func (pl *planner) pick(at []*eliminated, list []candidate, width int) []*eliminated {
	type look struct{ room, layer, white, black uint64 }
	sets, looks := map[uint64]bool{}, map[look]bool{}
	var next []*eliminated
	for _, c := range list {
		as := look{math.Float64bits(c.room), math.Float64bits(c.layer.room), c.layer.kinds[0], c.layer.kinds[1]}
		if sets[c.set] || looks[as] {
			continue
		}
		sets[c.set], looks[as] = true, true
		next = append(next, at[c.from].take(pl.estimator, c.vertex, c.layer))
		if len(next) == width {
			break
		}
	}
	return next
}
