package explain

import (
	"cmp"
	"context"
	"slices"

	"nazo/engine"
)

// Conflict is a set of units that contradict what is known and each other.
type Conflict struct {
	Units []int32
	// Irreducible says that without any one of them they don't, Smallest that no set of fewer units does.
	Irreducible, Smallest bool
}

// Work bounds what is done to find a small conflict. It is counted, not timed, so that a conflict is the same each time.
type Work struct {
	// First is how many conflicts of the engine the first refutation may meet, and Each any later one beside twice those that the
	// last one met.
	First, Each int64
	// Foci is how many units are tried as the middle of a conflict.
	Foci int
	// Proof is how many refutations it may take to prove that there is no smaller conflict.
	Proof int
}

// UsualWork is the work done if none is asked for. What it takes to ask about all units but a few grows with the square of their number, so on large
// boards there are fewer such questions, and no proof that a conflict is the smallest.
func (x *Explainer) UsualWork() Work {
	n := max(1, len(x.all))
	return Work{First: 20_000, Each: 50, Foci: max(1, min(8, 16_000/n)), Proof: min(400, 200_000_000/(n*n))}
}

// Conflict looks for a small conflict: first whole rules go, then their instances, one by one; then conflicts within a
// few steps of each unit are looked for, and in the end it is tried to prove that none is smaller. ok is false if there is none, or
// the work, or ctx, did not suffice to find one.
func (x *Explainer) Conflict(ctx context.Context, known []engine.Fact, work Work) (c Conflict, ok bool) {
	r := x.refute(ctx, known, x.all, nil, work.First)
	if !r.Refuted {
		return c, false
	}
	most := 2*r.Conflicts + work.Each
	units := x.withoutRules(ctx, known, r.Units, most)
	units, _ = x.shrinkWell(ctx, engine.Question{Known: known, On: units, Conflicts: most})
	if len(units) > 2 {
		units = x.nearer(ctx, known, units, work)
	}
	h := hitting{Explainer: x, ctx: ctx, known: known, most: work.Each, left: work.Proof}
	c.Units = units
	if fewer, proved := h.fewer(nil, len(units)); proved {
		c.Smallest = true
		if fewer != nil {
			c.Units = fewer
		}
	}
	c.Irreducible = c.Smallest || x.irreducible(ctx, known, c.Units, 10*work.Each)
	return c, true
}

// withoutRules are units with which refutation succeeds without the rules that can go as a whole.
func (x *Explainer) withoutRules(ctx context.Context, known []engine.Fact, units []int32, most int64) []int32 {
	for _, rule := range x.rulesOf(units) {
		less := slices.DeleteFunc(slices.Clone(units), func(u int32) bool { return x.ruleOf(u) == rule })
		if len(less) == len(units) {
			continue
		}
		if r := x.refute(ctx, known, less, nil, most); r.Refuted {
			units = r.Units
		}
	}
	return units
}

// irreducible reports whether without any one of the units there is a solution, as far as so many conflicts show.
func (x *Explainer) irreducible(ctx context.Context, known []engine.Fact, units []int32, most int64) bool {
	for i := range units {
		if !x.soluble(ctx, known, slices.Delete(slices.Clone(units), i, i+1), units[i], most) {
			return false
		}
	}
	return true
}

// soluble reports whether some units have a solution. Where so few leave the search at a loss, others lead it: all but one, and then
// without those that refute it.
func (x *Explainer) soluble(ctx context.Context, known []engine.Fact, units []int32, but int32, most int64) bool {
	if r := x.refute(ctx, known, units, nil, most); r.Solution != nil || r.Refuted {
		return r.Solution != nil
	}
	more := slices.DeleteFunc(slices.Clone(x.all), func(u int32) bool { return u == but })
	for {
		r := x.refute(ctx, known, more, nil, most)
		if !r.Refuted {
			return r.Solution != nil
		}
		before := len(more)
		more = slices.DeleteFunc(more, func(u int32) bool { return slices.Contains(r.Units, u) && !slices.Contains(units, u) })
		if len(more) == before {
			return false
		}
	}
}

// nearer is a conflict with fewer units than the one given, if there is such a one within a few steps of one of these; a step
// leads from a unit to those that are about the same variables. What is about very much is near everywhere.
func (x *Explainer) nearer(ctx context.Context, known []engine.Fact, units []int32, work Work) []int32 {
	foci := slices.Clone(units)
	slices.SortStableFunc(foci, func(a, b int32) int { return cmp.Compare(len(x.reasons.Scope(a)), len(x.reasons.Scope(b))) })
	stride := max(1, len(foci)/max(1, work.Foci))
	var cores [][]int32
	for i := 0; i < len(foci) && ctx.Err() == nil; i += stride {
		balls := x.balls(foci[i])
		near, far := 0, len(balls) // the least ball known to contradict itself is far
		var core []int32
		for near < far {
			middle := (near + far) / 2
			r := x.refute(ctx, known, balls[middle], nil, work.Each)
			if r.Refuted {
				far, core = middle, r.Units
			} else {
				near = middle + 1
			}
		}
		if core != nil {
			cores = append(cores, core)
		}
	}
	slices.SortStableFunc(cores, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	cores = slices.CompactFunc(cores, slices.Equal[[]int32])
	for _, core := range cores[:min(len(cores), mostCores)] {
		if less, _, _ := x.shrink(ctx, engine.Question{Known: known, On: core, Conflicts: work.Each, Near: true}, len(units)); len(less) < len(units) {
			units = less
		}
	}
	return units
}

// mostCores is how many of the conflicts near some units are made small.
const mostCores = 3

// balls are the units within 0, 1, 2 … steps of a focus, ascending; the last are not all units.
func (x *Explainer) balls(focus int32) (out [][]int32) {
	in := make([]bool, len(x.m.Instances))
	var ball []int32
	for _, u := range x.all {
		if x.wide(u) {
			in[u] = true
			ball = append(ball, u)
		}
	}
	fresh := []int32{focus}
	for len(fresh) > 0 {
		for _, u := range fresh {
			if !in[u] {
				in[u] = true
				ball = append(ball, u)
			}
		}
		sorted := slices.Sorted(slices.Values(ball))
		if len(sorted) == len(x.all) {
			break
		}
		out = append(out, sorted)
		var next []int32
		met := map[int32]bool{}
		for _, u := range fresh {
			for _, v := range x.reasons.Scope(u) {
				for _, n := range x.about[v] {
					if !in[n] && !met[n] {
						met[n] = true
						next = append(next, n)
					}
				}
			}
		}
		fresh = next
	}
	return out
}
