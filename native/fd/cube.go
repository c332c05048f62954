package fd

import (
	"cmp"
	"context"
	"math"
	"slices"

	"nazo/engine"
	"nazo/model"
)

// tried is how many choices are looked at for each fork.
const tried = 16

// Cube is the i-th of n cubes, as [engine.Splitter] describes. The error is that of ctx.
//
// The cubes are the leaves of a search tree that nobody builds: each node has as many of them as its subtree is estimated to be large, and
// only the way from the root to the i-th is followed, so that many cubes cost each no more than few.
func (r *Root) Cube(ctx context.Context, i, n int) (cube engine.Cube, empty bool, err error) {
	if r.impossible {
		return nil, true, nil
	}
	o := engine.SolveOptions{Limit: 2} // of one solution it would be asked that it be without needless turns
	d := engine.NewDelivery(ctx, o, nil)
	defer d.Close()
	s := splitter{search: r.newSearch(o, d)}
	possible := s.prepare()
	for possible && n > 1 {
		f, any := s.fork(n)
		switch {
		case d.Stopped():
			return nil, false, ctx.Err()
		case !any: // nothing is open, or all that was tried is refuted
			possible = i == 1 && !s.impossible
			n = 1
		case i <= f.leaves:
			n = f.leaves
			possible = s.narrow(f.decision, true)
		default:
			i, n = i-f.leaves, n-f.leaves
			possible = s.narrow(f.decision, false)
		}
	}
	return s.cube, !possible, ctx.Err()
}

// splitter goes down a search tree.
type splitter struct {
	*search
	cube       engine.Cube
	impossible bool
	vars       []int32 // those of finds that are open
}

// fork is a choice with two sides, of which the first has so many of the leaves.
type fork struct {
	decision
	leaves int
	score  float64 // the less, the better
}

// prepare posts the model; it returns false if that shows that there is no solution.
func (s *splitter) prepare() bool {
	if !s.p.post(true) || !s.s.propagate() {
		return false
	}
	exact, ok := s.s.coverSums()
	if !ok || !s.s.propagate() {
		return false
	}
	s.b = newBrancher(s.p, 0)
	s.b.exact = s.p.choosable(exact)
	for v := range s.m.Vars {
		if s.m.Vars[v].Find >= 0 {
			s.vars = append(s.vars, int32(v))
		}
	}
	return true
}

// fork is the best way to part what is left among n leaves; any is false if there is none.
func (s *splitter) fork(n int) (best fork, any bool) {
	for again := true; again; {
		again = false
		any = false
		for _, v := range s.candidates() {
			if s.b.size(s.s, v) == 1 { // by now
				continue
			}
			f := fork{decision: s.b.split(s.s, v)}
			a, b := s.look(f.decision)
			if s.d.Stopped() {
				return fork{}, false
			}
			switch {
			case a < 0 && b < 0:
				s.impossible = true
				return fork{}, false
			case a < 0 || b < 0:
				if !s.narrow(f.decision, b < 0) {
					s.impossible = true
					return fork{}, false
				}
				again = true
				continue
			}
			f.part(a, b, n)
			if !any || f.score < best.score {
				best, any = f, true
			}
		}
	}
	return best, any
}

// candidates are the variables that the search would decide first.
func (s *splitter) candidates() []int32 {
	s.vars = slices.DeleteFunc(s.vars, func(v int32) bool { return s.b.size(s.s, v) == 1 })
	rate := func(v int32) float64 { return float64(s.b.size(s.s, v)) / s.b.weight[v] }
	slices.SortStableFunc(s.vars, func(v, w int32) int { return cmp.Or(cmp.Compare(rate(v), rate(w)), cmp.Compare(v, w)) })
	return slices.Clone(s.vars[:min(len(s.vars), tried)])
}

// look tries both sides of a choice and says by how many bits each narrows what is to be found; less than 0 of a side that is refuted.
func (s *splitter) look(d decision) (taken, refused float64) {
	before := s.freedom()
	side := func(take bool) float64 {
		s.s.push()
		defer s.s.pop()
		if !s.impose(d, take) || !s.s.propagate() {
			return -1
		}
		return before - s.freedom()
	}
	return side(true), side(false)
}

func (s *splitter) impose(d decision, take bool) bool {
	s.s.cause, s.s.clash = reason{by: byChoice}, atom{}
	if take {
		return d.take(s.s)
	}
	return d.refuse(s.s)
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

// narrow goes on on one side of a choice; it returns false if that is refuted.
func (s *splitter) narrow(d decision, taken bool) bool {
	s.cube = append(s.cube, s.within(d, taken))
	return s.impose(d, taken) && s.s.propagate()
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
