package explain

import (
	"maps"
	"math/rand/v2"
	"slices"

	"nazo/engine"
)

// phase rates the steps of one unit since the last other step: where they lead does not depend on their order, so some orders are tried,
// drawn at random, and averaged over.
func (r *rater) phase(end []engine.Fact) {
	if r.plain == 0 {
		return
	}
	for seed := range uint64(orders) {
		time, open, moments, narrow := r.order(end[:r.begin], rand.New(rand.NewPCG(seed, uint64(r.begin))))
		r.out.Time += time / orders
		r.sumOpen += open / orders
		r.moments += moments
		if seed == 0 {
			r.out.Narrow += narrow
		}
	}
	r.out.Largest = max(r.out.Largest, 1)
}

// order takes steps of one unit, from what is known, until none is left, each time one of those that are open. It returns the time that
// this is expected to take, and the sum of how many are open at so many moments, at some of which it is one.
func (r *rater) order(known []engine.Fact, random *rand.Rand) (time, open float64, moments, narrow int) {
	state := r.Begin(known...)
	pending := map[int32][]engine.Fact{} // what follows from each unit that has something
	look := r.touched
	for r.ctx.Err() == nil {
		for _, u := range look {
			delete(pending, u)
			if found, ok := r.reasons.Follow(state.Facts, []int32{u}); ok && len(found) > 0 {
				pending[u] = found
			}
		}
		units := independent(pending)
		if len(units) == 0 {
			break
		}
		n := float64(len(units))
		time, open, moments = time+Weight(1, 0)/n, open+n, moments+1
		if n == 1 {
			narrow++
		}
		look = r.unitsAbout(state.add(pending[units[random.IntN(len(units))]]))
	}
	return time, open, moments, narrow
}

// independent are units of which each tells something that none before it does.
func independent(pending map[int32][]engine.Fact) (units []int32) {
	said := map[engine.Fact]bool{}
	for _, u := range slices.Sorted(maps.Keys(pending)) {
		fresh := false
		for _, f := range pending[u] {
			fresh = fresh || !said[f]
			said[f] = true
		}
		if fresh {
			units = append(units, u)
		}
	}
	return units
}

// atRest reports whether it is certain that nothing follows from any unit alone.
func (r *rater) atRest(known []engine.Fact) bool {
	any := r.refute(r.ctx, known, r.all, nil, engine.Unlimited)
	if any.Solution == nil {
		return false
	}
	aims := aimsOf(r.m, r.open(r.Begin(known...), any.Solution))
	for _, u := range r.all {
		open := aims.about(r.reasons.Scope(int32(u)))
		for len(open) > 0 {
			found := r.refute(r.ctx, known, []int32{int32(u)}, []engine.Fact{open[0].Not()}, proof)
			if found.Solution == nil {
				return false
			}
			open = slices.DeleteFunc(open, func(f engine.Fact) bool { return !f.Holds(found.Solution) })
		}
	}
	return true
}

// sum is the rating of what was seen.
func (r *rater) sum() Rating {
	if r.moments > 0 {
		r.out.Open = r.sumOpen * orders / float64(r.moments)
	}
	r.out.Unavoidable = max(r.out.Unavoidable, min(r.out.Largest, 1))
	r.out.Number = numberOf(r.out.Time)
	r.out.Word = Word(r.out.Number)
	return r.out
}

// proof is how many conflicts it may take to see that a fact does not follow from a unit.
const proof = 200
