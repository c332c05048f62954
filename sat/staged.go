package sat

import (
	"context"
	"math"
	"slices"
)

// staged is gophersat in two stages. Most formulas are solved in less time than it takes to
// simplify them. So a formula is searched as it is for a number of conflicts. If that was not
// enough, it is simplified and searched again. Conflicts of earlier searches for the same task
// count, too. A formula with sums is not simplified, since their variables must stay and searches
// rather took longer. Sums that say "at most one" become pairs.
type staged struct {
	now  *gophersat
	seed int64
	// formula is what was loaded at first, and added what was added since.
	formula cnf
	added   []atLeast
	// mentionable marks the variables that later clauses may mention. It need not be complete: if
	// another is mentioned, the formula is simplified again.
	mentionable func() []bool
	frozen      []bool
	simplified  *SimplifyResult // nil in the first stage
	outdated    bool            // what was added mentions variables that are gone
	times       int             // how often the formula was simplified

	left  int64 // conflicts of the first stage
	model []bool
}

const (
	// patience is the number of conflicts of the first stage, plus one for every patiencePerLiteral
	// literals. That takes about as long as simplifying.
	patience           = 4000
	patiencePerLiteral = 50
	// maxSimplified is the number of literals of a formula up to which it is simplified.
	maxSimplified = 10_000_000
	// maxTimes is how often a formula is simplified with new variables kept each time.
	maxTimes = 2
)

// patience returns the number of conflicts for which a formula is searched as it is.
func (s *search) patience(f cnf) int64 {
	switch {
	case s.by.eager:
		return 0
	case slices.ContainsFunc(f.sums, func(s atLeast) bool { return !s.hasPairs() }) || len(f.lits) > maxSimplified:
		return math.MaxInt64
	}
	return max(patience+int64(len(f.lits))/patiencePerLiteral-s.by.spent-s.stats.Conflicts, 0)
}

// hasPairs reports whether a sum says that at most one of its literals is false, and has few enough
// literals to say so pair by pair.
func (s atLeast) hasPairs() bool {
	return s.weights == nil && s.bound == len(s.lits)-1 && len(s.lits) <= maxPairwise
}

// newStaged loads a formula, to be simplified after so many conflicts. It returns nil if ctx is
// cancelled meanwhile.
func newStaged(ctx context.Context, f cnf, kept func() []bool, patience, seed int64) *staged {
	g := newGophersat(ctx, f, seed)
	if g == nil {
		return nil
	}
	return &staged{now: g, seed: seed, formula: f, mentionable: kept, left: patience}
}

func (g *staged) AddClause(lits []Lit) { g.AddAtLeast(lits, nil, 1) }

func (g *staged) AddAtLeast(lits []Lit, weights []int, bound int) {
	if g.left < math.MaxInt64 {
		g.added = append(g.added, atLeast{lits, weights, bound})
	}
	if g.simplified != nil {
		for _, l := range lits {
			if v := l.variable(); g.simplified.Gone(v) {
				g.frozen[v], g.outdated = true, true
			}
		}
	}
	if !g.outdated {
		g.now.AddAtLeast(lits, weights, bound)
	}
}

func (g *staged) Value(l Lit) bool {
	if g.simplified == nil {
		return g.now.Value(l)
	}
	return g.model[l.variable()] == (l > 0)
}

func (g *staged) Solve(ctx context.Context, budget int64, onConflict func(n int64)) Status {
	if g.left == math.MaxInt64 {
		return g.now.Solve(ctx, budget, onConflict)
	}
	if g.simplified == nil {
		if g.left > 0 {
			within := g.left
			if budget > 0 {
				within = min(within, budget)
			}
			status := g.now.Solve(ctx, within, func(n int64) {
				g.left -= n
				if onConflict != nil {
					onConflict(n)
				}
			})
			if status != Unknown || ctx.Err() != nil || within == budget {
				return status
			}
			if budget > 0 {
				budget -= within
			}
		}
		g.frozen, g.outdated = g.mentionable(), true
	}
	if g.outdated && !g.simplify(ctx) {
		return Unknown
	}
	if g.simplified.Unsatisfiable {
		return Unsatisfiable
	}
	status := g.now.Solve(ctx, budget, onConflict)
	if status == Satisfiable {
		g.extend()
	}
	return status
}

// simplify makes the searched formula from the original one and the additions. It is false if ctx
// ends before.
func (g *staged) simplify(ctx context.Context) bool {
	f, sums := g.clauses()
	for _, c := range sums {
		for _, l := range c.lits {
			g.frozen[l.variable()] = true
		}
	}
	if g.times++; g.times > maxTimes {
		for v := range g.frozen {
			g.frozen[v] = true
		}
	}
	var r *SimplifyResult
	if !leavable(ctx, func() { r, _ = Simplify(ctx, f, g.frozen) }) || ctx.Err() != nil {
		return false
	}
	g.simplified, g.outdated = r, false
	if r.Unsatisfiable {
		return true
	}
	next := cnf{value: make([]int8, len(g.formula.value)), gone: make([]bool, len(g.formula.value)), lits: make([]Lit, len(r.Lits)), ends: r.Ends, sums: sums}
	for v := range next.value {
		next.value[v], next.gone[v] = r.Known(int32(v)), r.Gone(int32(v))
	}
	for i, l := range r.Lits {
		next.lits[i] = Lit(l)
	}
	g.now = newGophersat(ctx, next, g.seed)
	return g.now != nil
}

// clauses returns all clauses and all sums so far.
func (g *staged) clauses() (f Formula, sums []atLeast) {
	f.Variables = len(g.formula.value) - 1
	f.Lits = make([]int32, len(g.formula.lits))
	for i, l := range g.formula.lits {
		f.Lits[i] = int32(l)
	}
	f.Ends = append(f.Ends, g.formula.ends...)
	add := func(lits []Lit) {
		for _, l := range lits {
			f.Lits = append(f.Lits, int32(l))
		}
		f.Ends = append(f.Ends, len(f.Lits))
	}
	for v, known := range g.formula.value {
		if known != 0 {
			add([]Lit{Lit(v) * Lit(known)})
		}
	}
	for _, c := range g.formula.more {
		add(c)
	}
	for _, s := range g.formula.sums {
		if !s.hasPairs() {
			sums = append(sums, s)
			continue
		}
		for i, l := range s.lits {
			for _, k := range s.lits[:i] {
				add([]Lit{l, k})
			}
		}
	}
	for _, c := range g.added {
		if c.weights == nil && c.bound == 1 {
			add(c.lits)
		} else {
			sums = append(sums, c)
		}
	}
	return f, sums
}

// extend makes the assignment that was found one of all variables.
func (g *staged) extend() {
	g.model = make([]bool, len(g.formula.value))
	for v := range g.model {
		if g.now.name[v] != 0 {
			g.model[v] = g.now.Value(Lit(v))
		}
	}
	g.simplified.Extend(g.model)
}
