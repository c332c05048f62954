package fd

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"nazo/internal/alg"
	"nazo/internal/model"
)

const (
	// tried is how many choices are looked at for each fork.
	tried = 16
	// rehearsed is how many conflicts a search may meet before it is split.
	rehearsed = 500
)

// Split parts what lies in some cubes, as [model.Splitter] describes. The error is that of ctx.
//
// The new cubes are the leaves of a search tree: each of its forks is the best of those that the search would choose next after it has met some conflicts, which
// tell what is hard about the model, and is tried on both sides (look-ahead). Each side has as many of the leaves as its subtree is estimated to be large; what is refuted
// on the way has none.
func (r *Root) Split(ctx context.Context, cubes []model.Cube, n int) (leaves []model.Cube, err error) {
	if cubes == nil {
		cubes = []model.Cube{nil}
	}
	if r.impossible {
		return []model.Cube{}, nil
	}
	if len(cubes) >= n {
		return cubes, nil
	}
	o := model.SolveOptions{Limit: excludedByClauses}
	d := model.NewDelivery(ctx, o, func(model.Solution) bool { return true })
	defer d.Close()
	s := &splitter{search: r.newSearch(o, d), leaves: []model.Cube{}}
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
				s.split(cube, share)
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
	leaves []model.Cube
}

// rehearse searches a cube for a while, so that the weights tell what is hard there. What was found there is excluded as long as that takes only. It returns
// false if there is nothing.
func (s *splitter) rehearse(in lit, conflicts int64) bool {
	meanwhile := s.s.newLit()
	s.assumed = []lit{meanwhile, in}
	s.d.Result.Solutions = 0
	s.interval = rehearsed + 1 // learning does not end meanwhile
	for i := 1; conflicts > 0; i++ {
		budget := min(conflicts, firstInterval*alg.Luby(i))
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

// split parts the cube that the search is in among n leaves.
func (s *splitter) split(cube model.Cube, n int) {
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
				s.split(append(slices.Clip(cube), s.within(f.decision, side.taken)), side.leaves)
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
func (s *splitter) fork(cube model.Cube, n int) (best fork, in model.Cube, possible bool) {
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
			f.divide(a, b, n)
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

// split says how many of n leaves the first side gets. A search tree whose forks all narrow by a and b bits has tau^bits leaves, where
// tau^-a + tau^-b = 1: these are the shares (Kullmann, Fundaments of branching heuristics, 2009).
func (f *fork) divide(a, b float64, n int) {
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
func (s *splitter) within(d decision, taken bool) model.Within {
	if d.kind == chooseLit {
		value := int64(1 - d.slot&1)
		if !taken {
			value = 1 - value
		}
		return model.Fix(model.VarID(s.b.ofNode[d.slot>>1]), value)
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
	return model.Within{Var: v, Values: side}
}

// A search of several cubes is one search: a literal stands for each cube, one of them holds, and is chosen before all else. So what is learned in one cube
// serves in the others, as with assumptions (Eén and Sörensson, Temporal induction by incremental SAT solving, 2003), and whatever else a search
// does, restarts, optimizing, excluding solutions, is the same with cubes and without.

// keepTo has solutions lie in one of some cubes, nil for anywhere. It returns false if there are none.
func (r *search) keepTo(cubes []model.Cube) bool {
	if cubes == nil {
		return true
	}
	r.cubes = r.inCubes(cubes)
	r.s.cause = reason{by: byChoice}
	return r.s.clause(append([]lit{}, r.cubes...)...) && r.s.propagate()
}

// nextCube is the literal of the cube to be searched next, if none is yet.
func (r *search) nextCube() (in lit, open bool) {
	for _, l := range r.cubes {
		switch r.s.val[l] {
		case 1:
			return 0, false
		case 0:
			if !open {
				in, open = l, true
			}
		}
	}
	return in, open
}

// inCubes makes literals from which it follows that a solution lies in a cube.
func (r *search) inCubes(cubes []model.Cube) []lit {
	in := make([]lit, len(cubes))
	known := map[string]lit{}
	for i, cube := range cubes {
		in[i] = r.s.newLit()
		for _, w := range cube {
			key := fmt.Sprint(w.Var, w.Values)
			if _, ok := known[key]; !ok {
				known[key] = r.inside(w)
			}
			r.s.clause(in[i]^1, known[key])
		}
	}
	return in
}

// inside is a literal that says that a variable has one of some values.
func (r *search) inside(w model.Within) lit {
	slot := r.slots[w.Var]
	if r.m.Vars[w.Var].Bool {
		switch zero, one := w.Values.Contains(0), w.Values.Contains(1); {
		case zero && one:
			return model.True
		case one:
			return lit(slot)
		case zero:
			return lit(slot) ^ 1
		}
		return model.False
	}
	l := r.s.newLit()
	if !r.s.see(l, slot, w.Values) {
		r.s.addMembership(slot, []valueSet{{l: l, values: w.Values}})
	}
	return l
}
