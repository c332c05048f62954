package fd

import (
	"cmp"
	"context"
	"math"
	"slices"

	"nazo/engine"
	"nazo/model"
	"nazo/numbers"
)

const (
	// tried is how many choices are looked at for each fork.
	tried = 16
	// rehearsed is how many conflicts a search may meet before it is split.
	rehearsed = 500
)

// Split parts what lies in some cubes, as [engine.Splitter] describes. The error is that of ctx.
//
// The new cubes are the leaves of a search tree: each of its forks is the best of those that the search would choose next after it has met some conflicts, which
// tell what is hard about the model, and is tried on both sides (look-ahead). Each side has as many of the leaves as its subtree is estimated to be large; what is refuted
// on the way has none.
func (r *Root) Split(ctx context.Context, cubes []engine.Cube, n int) (leaves []engine.Cube, err error) {
	if cubes == nil {
		cubes = []engine.Cube{nil}
	}
	if r.impossible {
		return []engine.Cube{}, nil
	}
	if len(cubes) >= n {
		return cubes, nil
	}
	o := engine.SolveOptions{Limit: excludedByClauses}
	d := engine.NewDelivery(ctx, o, func(model.Solution) bool { return true })
	defer d.Close()
	s := &splitter{search: r.newSearch(o, d), leaves: []engine.Cube{}}
	for v := range r.m.Vars {
		if r.m.Vars[v].Find >= 0 {
			s.vars = append(s.vars, int32(v))
		}
	}
	if !s.post() {
		return s.leaves, ctx.Err()
	}
	in := s.inCubes(cubes)
	for i, cube := range cubes {
		share := n / len(cubes)
		if i < n%len(cubes) {
			share++
		}
		if s.rehearse(in[i], rehearsed/int64(len(cubes))) {
			if s.enter(decision{slot: model.Int(in[i]), kind: chooseLit}, true) {
				s.part(cube, share)
			}
			s.s.pop()
		}
		if d.Stopped() {
			return nil, ctx.Err()
		}
	}
	return s.leaves, nil
}

// splitter goes through a search tree.
type splitter struct {
	*search
	vars   []int32 // those of finds
	leaves []engine.Cube
}

// rehearse searches a cube for a while, so that the weights tell what is hard there. What was found there is excluded as long as that takes only. It returns
// false if there is nothing.
func (s *splitter) rehearse(in lit, conflicts int64) bool {
	meanwhile := s.s.newLit()
	s.assumed = []lit{meanwhile, in}
	s.d.Result.Solutions = 0
	s.interval = rehearsed + 1 // learning does not end meanwhile
	for i := 1; conflicts > 0; i++ {
		budget := min(conflicts, firstInterval*numbers.Luby(i))
		conflicts -= budget
		out := s.run(budget, s.d.Deliver)
		s.retreat(0)
		s.chronologicalTo = 0
		if out == spaceDone {
			return false
		} else if out != overBudget {
			break
		}
	}
	s.s.cause = reason{by: byChoice}
	return s.s.set(meanwhile^1) && s.s.propagate() && s.s.val[in] >= 0
}

// part parts the cube that the search is in among n leaves.
func (s *splitter) part(cube engine.Cube, n int) {
	if n == 1 {
		s.leaves = append(s.leaves, cube)
		return
	}
	f, cube, possible := s.fork(cube, n)
	switch {
	case !possible:
	case f.leaves == 0: // nothing is open
		s.leaves = append(s.leaves, cube)
	default:
		for _, side := range []struct {
			taken  bool
			leaves int
		}{{true, f.leaves}, {false, n - f.leaves}} {
			if s.enter(f.decision, side.taken) {
				s.part(append(slices.Clip(cube), s.within(f.decision, side.taken)), side.leaves)
			}
			s.s.pop()
		}
	}
}

// enter takes a side of a choice on a level of its own; it returns false if that is refuted.
func (s *splitter) enter(d decision, taken bool) bool {
	s.s.push()
	return s.impose(d, taken)
}

// impose takes a side of a choice; it returns false if that is refuted.
func (s *splitter) impose(d decision, taken bool) bool {
	a := d.atom()
	if !taken {
		a = a.not()
	}
	s.s.cause, s.s.clash = reason{by: byChoice}, atom{}
	return s.s.impose(a) && s.s.propagate()
}

// fork is a choice with two sides, of which the first has so many of the leaves.
type fork struct {
	decision
	leaves int
	score  float64 // the less, the better
}

// fork is the best way to part a cube among n leaves, with none if nothing is open there, and the cube with what is found out about it. It is not possible if the
// cube is refuted.
func (s *splitter) fork(cube engine.Cube, n int) (best fork, in engine.Cube, possible bool) {
	for again := true; again; {
		again, best = false, fork{}
		for _, v := range s.candidates() {
			if s.b.size(s.s, v) == 1 { // by now
				continue
			}
			f := fork{decision: s.b.split(s.s, v)}
			a, b := s.look(f.decision)
			if a < 0 || b < 0 {
				taken := b < 0
				cube = append(slices.Clip(cube), s.within(f.decision, taken))
				if !s.impose(f.decision, taken) || s.d.Stopped() {
					return fork{}, cube, false
				}
				again = true
				continue
			}
			f.part(a, b, n)
			if best.leaves == 0 || f.score < best.score {
				best = f
			}
		}
	}
	return best, cube, true
}

// candidates are the variables that the search would decide first.
func (s *splitter) candidates() []int32 {
	open := slices.DeleteFunc(slices.Clone(s.vars), func(v int32) bool { return s.b.size(s.s, v) == 1 })
	rate := func(v int32) float64 { return float64(s.b.size(s.s, v)) / s.b.weight[v] }
	slices.SortStableFunc(open, func(v, w int32) int { return cmp.Compare(rate(v), rate(w)) })
	return open[:min(len(open), tried)]
}

// look tries both sides of a choice and says by how many bits each narrows what is to be found; less than 0 of a side that is refuted.
func (s *splitter) look(d decision) (taken, refused float64) {
	before := s.freedom()
	side := func(take bool) float64 {
		defer s.s.pop()
		if !s.enter(d, take) {
			return -1
		}
		return before - s.freedom()
	}
	return side(true), side(false)
}

// freedom is how much is open: the logarithm of the number of assignments.
func (s *splitter) freedom() (bits float64) {
	for _, v := range s.vars {
		if size := s.b.size(s.s, v); size > 1 {
			bits += math.Log2(float64(size))
		}
	}
	return bits
}

// part says how many of n leaves the first side gets. A search tree whose forks all narrow by a and b bits has tau^bits leaves, where
// tau^-a + tau^-b = 1: these are the shares (Kullmann, Fundaments of branching heuristics, 2009).
func (f *fork) part(a, b float64, n int) {
	lo, hi := 0.0, 1.0
	for range 50 {
		if p := (lo + hi) / 2; b*math.Log(p) < a*math.Log(1-p) {
			lo = p
		} else {
			hi = p
		}
	}
	p := (lo + hi) / 2
	f.leaves = min(max(int(math.Round(p*float64(n))), 1), n-1)
	f.score = -math.Log(p) / a
	f.score *= max(p*float64(n)/float64(f.leaves), (1-p)*float64(n)/float64(n-f.leaves))
}

// within is a side of a choice as the values of its variable.
func (s *splitter) within(d decision, taken bool) engine.Within {
	if d.kind == chooseLit {
		value := int64(1 - d.slot&1)
		if !taken {
			value = 1 - value
		}
		return engine.Fix(model.VarID(s.b.ofNode[d.slot>>1]), value)
	}
	v := model.VarID(s.b.ofInt[d.slot])
	all, side := s.m.Vars[v].Domain, model.Range(d.value, d.value)
	switch d.kind {
	case chooseUpTo:
		side = model.Range(math.MinInt64, d.value)
	case chooseAbove:
		side = model.Range(d.value+1, math.MaxInt64)
	}
	if side = all.Intersect(side); !taken {
		side = all.Minus(side)
	}
	return engine.Within{Var: v, Values: side}
}
