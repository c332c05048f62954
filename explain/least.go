package explain

import (
	"slices"

	"nazo/engine"
)

// correction is a set of units without which the others have a solution that is as all known facts are: whatever refutes a fact's opposite
// that the solution has needs one of them.
type correction struct {
	units    []int32
	solution []int64
}

// mostHits bounds how many sets are looked at for one that hits all corrections.
const mostHits = 200_000

// prove looks for an open fact that follows from fewer units than those of a candidate, until there is none. It is proved that there is none unless a
// search was given up (Ignatiev, Previti, Liffiton, Marques-Silva, Smallest MUS extraction with minimal hitting set dualization,
// 2015; here for all open facts at once, which share corrections).
func (w *way) prove(best candidate) (c candidate, proved bool) {
	proved = true
	var known []correction
	for _, f := range w.open.list() {
		for w.ctx.Err() == nil {
			hits, decided := w.hitting(known, f, len(best.units)-1)
			if hits == nil || !decided {
				proved = proved && decided
				break
			}
			r := w.refute(w.ctx, w.state.Facts, hits, []engine.Fact{f.Not()}, w.Effort.Proof)
			if r.Refuted {
				units, conflicts, _ := w.shrink(w.ctx, engine.Question{Known: w.state.Facts, On: hits, Supposed: []engine.Fact{f.Not()}, Conflicts: w.Effort.Proof}, unlimited)
				best = candidate{fact: f, units: units, conflicts: conflicts, least: true, at: len(w.state.Facts), searched: true}
				w.cores[f] = best
				break
			}
			if r.Solution == nil {
				proved = false
				break
			}
			known = append(known, w.correct(f, hits, r.Solution))
		}
	}
	return best, proved && w.ctx.Err() == nil
}

// correct is a correction that leaves some units, which have a solution, and as many others as it can.
func (w *way) correct(f engine.Fact, kept []int32, solution []int64) correction {
	supposed := []engine.Fact{f.Not()}
	in := make([]bool, len(w.m.Instances))
	units := func() (out []int32) {
		for u, yes := range in {
			if yes {
				out = append(out, int32(u))
			}
		}
		return out
	}
	for _, u := range w.all {
		in[u] = true
	}
	var pool []int32
	for {
		r := w.refute(w.ctx, w.state.Facts, units(), supposed, w.Effort.Proof)
		if r.Solution != nil {
			solution = r.Solution
			break
		}
		before := len(pool)
		for _, u := range r.Units {
			if r.Refuted && in[u] && !slices.Contains(kept, u) {
				in[u] = false
				pool = append(pool, u)
			}
		}
		if len(pool) == before { // given up
			clear(in)
			for _, u := range kept {
				in[u] = true
			}
			return w.correction(in, solution)
		}
	}
	for _, u := range pool {
		in[u] = true
		r := w.refute(w.ctx, w.state.Facts, units(), supposed, w.Effort.Proof)
		if r.Solution == nil {
			in[u] = false
			continue
		}
		solution = r.Solution
	}
	return w.correction(in, solution)
}

func (w *way) correction(in []bool, solution []int64) correction {
	c := correction{solution: slices.Clone(solution)}
	for _, u := range w.all {
		if !in[u] {
			c.units = append(c.units, u)
		}
	}
	return c
}

// hitting is a smallest set of units, at most so many, of which every correction for a fact has one; nil if there is none, or if decided is
// false, which is when too many were looked at.
func (w *way) hitting(known []correction, f engine.Fact, most int) (units []int32, decided bool) {
	var sets [][]int32
	for _, c := range known {
		if f.Not().Holds(c.solution) {
			sets = append(sets, c.units)
		}
	}
	tried := 0
	var extend func(hits []int32, left int) []int32
	extend = func(hits []int32, left int) []int32 {
		tried++
		var open []int32
		missed := false
		for _, s := range sets {
			if !slices.ContainsFunc(hits, func(u int32) bool { return slices.Contains(s, u) }) && (!missed || len(s) < len(open)) {
				open, missed = s, true
			}
		}
		switch {
		case !missed:
			return hits
		case left == 0 || tried > mostHits:
			return nil
		}
		for _, u := range open {
			if found := extend(append(hits[:len(hits):len(hits)], u), left-1); found != nil {
				return found
			}
		}
		return nil
	}
	for size := 0; size <= most; size++ {
		if found := extend([]int32{}, size); found != nil {
			return found, true
		}
	}
	return nil, tried <= mostHits
}
