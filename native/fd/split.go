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
	tried     = 16  // choices compared at each fork
	rehearsed = 500 // conflicts before cubes are split
)

// Split divides cubes, as [model.Splitter] describes. The error is that of ctx.
//
// The new cubes are the leaves of a search tree. Some conflicts first show what is hard. Each fork
// then takes the best of the next choices by lookahead. Each side gets leaves in proportion to its
// estimated size, and a refuted side none.
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
			if s.enter(litAtom(in[i])) {
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

// splitter builds the tree.
type splitter struct {
	*search
	vars   []int32 // those of finds
	leaves []model.Cube
}

// rehearse searches a cube for a while to learn weights. It excludes the solutions found only
// meanwhile. It returns false if the cube is empty.
func (s *splitter) rehearse(in lit, conflicts int64) bool {
	meanwhile := s.s.newLit()
	s.assumed = []lit{meanwhile, in}
	s.d.Result.Solutions = 0
	s.interval = rehearsed + 1 // keeps learning on
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

// split divides the current cube into n leaves.
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
		for i, side := range []atom{f.atom, f.not()} {
			if s.enter(side) {
				s.split(append(slices.Clip(cube), s.within(side)), []int{f.leaves, n - f.leaves}[i])
			}
			s.s.pop()
		}
	}
}

// enter imposes an atom on a new level. It returns false if that is refuted.
func (s *splitter) enter(a atom) bool {
	s.s.push()
	return s.impose(a)
}

// impose makes an atom true and propagates. It returns false if that is refuted.
func (s *splitter) impose(a atom) bool {
	s.s.cause, s.s.clash = reason{by: byChoice}, atom{}
	return s.s.impose(a) && s.s.propagate()
}

// fork is a choice with the number of leaves of its first side.
type fork struct {
	atom
	leaves int
	score  float64 // less is better
}

// fork returns the best way to divide a cube, without leaves if nothing is open, and the cube with
// what lookahead found. possible is false if the cube is refuted.
func (s *splitter) fork(cube model.Cube, n int) (best fork, in model.Cube, possible bool) {
	for again := true; again; {
		again, best = false, fork{}
		for _, v := range s.candidates() {
			if s.b.size(s.s, v) == 1 { // by now
				continue
			}
			f := fork{atom: s.b.split(s.s, v)}
			a, b := s.look(f.atom), s.look(f.not())
			if a < 0 || b < 0 {
				side := f.atom
				if b >= 0 {
					side = f.not()
				}
				cube = append(slices.Clip(cube), s.within(side))
				if !s.impose(side) || s.d.Stopped() {
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

// candidates returns the variables that the search would decide first.
func (s *splitter) candidates() []int32 {
	open := slices.DeleteFunc(slices.Clone(s.vars), func(v int32) bool { return s.b.size(s.s, v) == 1 })
	rate := func(v int32) float64 { return float64(s.b.size(s.s, v)) / s.b.weight[v] }
	slices.SortStableFunc(open, func(v, w int32) int { return cmp.Compare(rate(v), rate(w)) })
	return open[:min(len(open), tried)]
}

// look returns the bits by which a side of a choice narrows the search, or -1 if it is refuted.
func (s *splitter) look(side atom) float64 {
	before := s.freedom()
	defer s.s.pop()
	if !s.enter(side) {
		return -1
	}
	return before - s.freedom()
}

// freedom is the logarithm of the number of assignments.
func (s *splitter) freedom() (bits float64) {
	for _, v := range s.vars {
		if size := s.b.size(s.s, v); size > 1 {
			bits += math.Log2(float64(size))
		}
	}
	return bits
}

// divide computes how many of n leaves the first side gets. If every fork narrows by a and b bits,
// the tree has τ^bits leaves with τ^-a + τ^-b = 1. These terms are the shares (Kullmann, Fundaments
// of branching heuristics, 2009).
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

// within returns an atom as values of its variable.
func (s *splitter) within(a atom) model.Within {
	if a.op == holds {
		return model.Fix(model.VarID(s.b.ofNode[a.x>>1]), int64(1-a.x&1))
	}
	v := model.VarID(s.b.ofInt[a.x])
	all, side := s.m.Vars[v].Domain, model.Range(a.v, a.v)
	switch a.op {
	case atMostOp:
		side = model.Range(math.MinInt64, a.v)
	case atLeast:
		side = model.Range(a.v, math.MaxInt64)
	case differsFrom:
		side = all.Minus(side)
	}
	return model.Within{Var: v, Values: all.Intersect(side)}
}

// Several cubes are searched at once. The first choice is a literal that implies a cube. So a clause
// learned in one cube serves the others (Eén and Sörensson 2003), and all else works as without cubes.

// keepTo restricts solutions to some cubes, unless nil. It returns false if nothing is left.
func (r *search) keepTo(cubes []model.Cube) bool {
	if cubes == nil {
		return true
	}
	r.cubes = r.inCubes(cubes)
	r.s.cause = reason{by: byChoice}
	return r.s.clause(append([]lit{}, r.cubes...)...) && r.s.propagate()
}

// nextCube returns the literal of the next cube, if none holds yet.
func (r *search) nextCube() (in lit, open bool) {
	for _, l := range r.cubes {
		if r.s.val[l] > 0 {
			return 0, false
		}
		if r.s.val[l] == 0 && !open {
			in, open = l, true
		}
	}
	return in, open
}

// inCubes makes literals that imply the cubes.
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

// inside returns a literal that implies that a variable lies in a set.
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
