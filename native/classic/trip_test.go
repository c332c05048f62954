package classic

import (
	"testing"

	"pgregory.net/rapid"
)

// tripRandom draws a graph with costs, and what is known of its edges.
func tripRandom(t *rapid.T) (g *TripGraph, state []int8) {
	n := rapid.IntRange(3, 8).Draw(t, "vertices")
	sparse := rapid.IntRange(0, 3).Draw(t, "sparse")
	g = &TripGraph{Order: n}
	for v := range int32(n) {
		for u := range v {
			if rapid.IntRange(0, 9).Draw(t, "edge") >= sparse {
				g.Ends = append(g.Ends, [2]int32{u, v})
				g.Cost = append(g.Cost, 1000*rapid.Int64Range(-2, 20).Draw(t, "cost"))
				state = append(state, min(0, int8(rapid.IntRange(-1, 12).Draw(t, "state"))))
			}
		}
	}
	return g, state
}

// tours lists all round trips as sets of edges.
func tours(g *TripGraph, state []int8) (all [][]bool) {
	edge := map[[2]int32]int{}
	for i, e := range g.Ends {
		if state[i] >= 0 {
			edge[e], edge[[2]int32{e[1], e[0]}] = i, i
		}
	}
	order := []int32{0}
	used := make([]bool, g.Order)
	on := make([]bool, len(g.Ends))
	var extend func()
	extend = func() {
		last := order[len(order)-1]
		if len(order) == g.Order {
			if i, ok := edge[[2]int32{last, 0}]; ok && order[1] < last {
				on[i] = true
				all = append(all, append([]bool(nil), on...))
				on[i] = false
			}
			return
		}
		for v := int32(1); v < int32(g.Order); v++ {
			if i, ok := edge[[2]int32{last, v}]; ok && !used[v] {
				used[v], on[i] = true, true
				order = append(order, v)
				extend()
				order = order[:len(order)-1]
				used[v], on[i] = false, false
			}
		}
	}
	extend()
	return all
}

func (g *TripGraph) sum(tour []bool) (cost int64) {
	for i, on := range tour {
		if on {
			cost += g.Cost[i]
		}
	}
	return cost
}

func never() bool { return false }

// TestBound holds the bounds, with and without an edge, against all round trips.
func TestBound(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g, state := tripRandom(rt)
		all := tours(g, state)
		if len(all) > 0 && rapid.Bool().Draw(rt, "edges are on") { // those of a tour, so that there is one with them
			for i, on := range rapid.SampledFrom(all).Draw(rt, "tour") {
				if on && rapid.IntRange(0, 3).Draw(rt, "on") == 0 {
					state[i] = 1
				}
			}
		}
		b := NewTripBound(g)
		b.Load(state)
		for v := range b.Potential {
			b.Potential[v] = rapid.Int64Range(-9000, 9000).Draw(rt, "potential")
		}
		limit := unlimited
		if rapid.Bool().Draw(rt, "limited") {
			limit = rapid.Int64Range(-10_000, 100_000).Draw(rt, "limit")
		}
		least := b.Raise(limit, TripPace{rapid.IntRange(0, 40).Draw(rt, "rounds"), 5, 64}, never)
		tour := b.Tour()
		var changes []TripChange
		if least < unlimited {
			changes = b.Changes(never)
		}
		for _, on := range all {
			fits := true
			for i, s := range state {
				fits = fits && (s <= 0 || on[i])
			}
			if !fits {
				continue
			}
			cost := g.sum(on)
			if least > cost {
				rt.Fatalf("bound %d, but %v costs %d", least, on, cost)
			}
			for _, c := range changes {
				if on[c.Edge] != c.In && least+c.Cost > cost {
					rt.Fatalf("bound %d and change %+v, but %v costs %d", least, c, on, cost)
				}
			}
		}
		if tour != nil {
			on := make([]bool, len(g.Ends))
			for _, e := range tour {
				on[e] = true
			}
			if len(tour) != g.Order || g.sum(on) != least {
				rt.Fatalf("tour %v costs %d, bound %d", tour, g.sum(on), least)
			}
		}
	})
}

// TestGood wants the cheapest round trips of small graphs: kicks enough must find them.
func TestGood(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := &TripGraph{Order: 8}
		var state []int8
		for v := range int32(8) {
			for u := range v {
				g.Ends = append(g.Ends, [2]int32{u, v})
				g.Cost = append(g.Cost, rapid.Int64Range(0, 100).Draw(rt, "cost"))
				state = append(state, 0)
			}
		}
		best := unlimited
		for _, on := range tours(g, state) {
			best = min(best, g.sum(on))
		}
		on := make([]bool, len(g.Ends))
		for _, e := range GoodTrip(g, state, 1, 200, never) {
			on[e] = true
		}
		if cost := g.sum(on); cost != best {
			rt.Fatalf("%v costs %d, the best %d", on, cost, best)
		}
	})
}

// TestImproverKeepsCount holds the cost that steps add up against that of the round trip.
func TestImproverKeepsCount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(8, 40).Draw(rt, "vertices")
		g := &TripGraph{Order: n}
		var state []int8
		for v := range int32(n) {
			for u := range v {
				g.Ends = append(g.Ends, [2]int32{u, v})
				g.Cost = append(g.Cost, int64(1+(7919*uint64(u)*uint64(v+1)+uint64(u)+uint64(v))%97))
				state = append(state, 0)
			}
		}
		m := newImprover(g, state)
		m.nearestNeighbour()
		rounds := rapid.IntRange(0, 60).Draw(rt, "rounds")
		m.improve(func() bool { rounds--; return rounds < 0 })
		cost, seen := int64(0), make([]bool, n)
		for i, v := range m.order {
			if seen[v] || m.place[v] != int32(i) {
				rt.Fatalf("order %v, place %v", m.order, m.place)
			}
			seen[v] = true
			cost += m.between(v, m.order[(i+1)%n])
		}
		if cost != m.cost {
			rt.Fatalf("%d added up, %d counted", cost, m.cost)
		}
	})
}
