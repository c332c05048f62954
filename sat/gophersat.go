package sat

import (
	"context"
	"math/rand/v2"

	"github.com/crillab/gophersat/solver"
)

// gophersat is the oracle of github.com/crillab/gophersat. It is used within
// what was found to be sound in v1.4.0: clauses through ParseSliceNb, all
// variables known from the start, everything else through AppendClause
// between two calls of Solve, no assumptions, no counting, no cutting planes.
type gophersat struct {
	solver *solver.Solver
	// name has for each of our variables its literal in the solver, which is 0
	// where the value is known already.
	name  []Lit
	known []int8
	model []bool
}

// newGophersat loads a formula. A seed other
// than 0 numbers the variables and chooses their first phases at random. It
// returns nil if ctx is cancelled meanwhile.
func newGophersat(ctx context.Context, f cnf, seed int64) *gophersat {
	g := &gophersat{known: f.value, name: make([]Lit, len(f.value))}
	count := g.number(f.gone, seed)
	if !leavable(ctx, func() { g.load(f, count) }) {
		return nil
	}
	return g
}

// leavable does work that can't be interrupted, in a goroutine that is left behind if ctx ends
// before; then it is false. What is left behind must only read what no one changes any more, and
// end by itself.
func leavable(ctx context.Context, work func()) bool {
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		work()
	}()
	select {
	case panicked := <-done:
		if panicked != nil {
			panic(panicked)
		}
		return true
	case <-ctx.Done():
		return false
	}
}

// number gives the open variables their names and returns how many there are.
func (g *gophersat) number(gone []bool, seed int64) int {
	var open []int
	for v := 1; v < len(g.known); v++ {
		if g.known[v] == 0 && (gone == nil || !gone[v]) {
			open = append(open, v)
		}
	}
	if seed == 0 {
		for i, v := range open {
			g.name[v] = Lit(i + 1)
		}
		return len(open)
	}
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	for i, k := range random.Perm(len(open)) {
		g.name[open[i]] = Lit(k + 1)
		if random.IntN(8) == 0 {
			g.name[open[i]] = -Lit(k + 1)
		}
	}
	return len(open)
}

// load gives the solver what units leave of a formula. The clauses and their literals lie in one array each: the solver's
// own parser would want a number of 64 bits for each literal, and allocate each clause.
func (g *gophersat) load(f cnf, count int) {
	units, ok := f.propagate()
	if !ok {
		return // unsatisfiable
	}
	clauses, literals := 0, 0
	for c := range f.clauses {
		if n, isTrue := f.open(c); !isTrue {
			clauses, literals = clauses+1, literals+n
		}
	}
	arena, made := make([]solver.Lit, 0, literals), make([]solver.Clause, clauses)
	numbers := make([][]int, len(units))
	for i, l := range units {
		numbers[i] = []int{int(g.rename(l))}
	}
	p := solver.ParseSliceNb(numbers, count)
	p.Clauses = make([]*solver.Clause, 0, clauses)
	for c := range f.clauses {
		if _, isTrue := f.open(c); isTrue {
			continue
		}
		start := len(arena)
		for _, l := range c {
			if f.known(l) == 0 {
				arena = append(arena, solver.IntToLit(int32(g.rename(l))))
			}
		}
		next := &made[len(p.Clauses)]
		*next = *solver.NewClause(arena[start:len(arena):len(arena)])
		p.Clauses = append(p.Clauses, next)
	}
	if clauses > 0 {
		p.Status = solver.Indet // to the parser, which saw only units, all is done
	}
	g.solver = solver.New(p)
	for _, c := range f.sums {
		g.AddAtLeast(c.lits, c.weights, c.bound)
	}
}

func (g *gophersat) rename(l Lit) Lit {
	if l < 0 {
		return -g.name[-l]
	}
	return g.name[l]
}

// open returns the literals that are not known, renamed, and the weight of
// those that are true.
func (g *gophersat) open(lits []Lit, weights []int) (names []solver.Lit, of []int, satisfied int) {
	names = make([]solver.Lit, 0, len(lits))
	for i, l := range lits {
		w := 1
		if weights != nil {
			w = weights[i]
		}
		if n := g.rename(l); n != 0 {
			names = append(names, solver.IntToLit(int32(n)))
			of = append(of, w)
		} else if (g.known[l.variable()] > 0) == (l > 0) {
			satisfied += w
		}
	}
	return names, of, satisfied
}

func (g *gophersat) AddClause(lits []Lit) { g.AddAtLeast(lits, nil, 1) }

func (g *gophersat) AddAtLeast(lits []Lit, weights []int, bound int) {
	names, of, satisfied := g.open(lits, weights)
	bound -= satisfied
	total := 0
	for _, w := range of {
		total += w
	}
	switch {
	case bound <= 0:
	case total < bound:
		g.solver = nil // unsatisfiable
	case g.solver == nil:
	case bound == 1:
		g.solver.AppendClause(solver.NewClause(names))
	case weights == nil:
		g.solver.AppendClause(solver.NewCardClause(names, bound))
	default:
		for i := range of {
			of[i] = min(of[i], bound)
		}
		g.solver.AppendClause(solver.NewPBClause(names, of, bound))
	}
}

func (g *gophersat) Value(l Lit) bool {
	n := g.rename(l)
	if n == 0 {
		return (g.known[l.variable()] > 0) == (l > 0)
	}
	return g.model[n.variable()-1] == (n > 0)
}

func (g *gophersat) Solve(ctx context.Context, budget int64, onConflict func(n int64)) Status {
	if g.solver == nil {
		return Unsatisfiable
	}
	status := solve(ctx, g.solver, budget, onConflict)
	if status == Satisfiable {
		g.model = g.solver.Model()
	}
	return status
}
