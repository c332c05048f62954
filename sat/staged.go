package sat

import (
	"context"
	"math"
	"slices"
)

// staged is gophersat in two stages. Most formulas are solved in less time than it takes to simplify them. So a formula
// is first searched as it is for a number of conflicts. If that is not enough, it is simplified and searched again.
// Conflicts of earlier searches for the same task count, too. A formula with sums is not simplified, since their
// variables must stay, and searches rather took longer. Sums that say "at most one" become pairs.
type staged struct {
	now  *gophersat
	seed int64
	// formula was loaded at first. added was added since.
	formula cnf
	added   []atLeast
	// mentionable marks the variables that later clauses may mention. It may be incomplete: if another is
	// mentioned, the formula is simplified again.
	mentionable func() []bool
	frozen      []bool
	simplified  *SimplifyResult // nil in the first stage
	outdated    bool            // added mentions variables that are gone
	times       int             // how often the formula was simplified

	left  int64 // conflicts left for the first stage
	model []bool
}

const (
	// patience is the number of conflicts of the first stage, plus one for every patiencePerLiteral literals.
	// That takes about as long as simplifying.
	patience           = 4000
	patiencePerLiteral = 50
	// maxSimplified bounds the literals of a formula that is simplified.
	maxSimplified = 10_000_000
	// maxTimes bounds the simplifications, with more frozen variables each time.
	maxTimes = 2
)

// patience returns the number of conflicts of the first stage.
func (s *search) patience(f cnf) int64 {
	switch {
	case s.by.eager:
		return 0
	case slices.ContainsFunc(f.sums, func(s atLeast) bool { return !s.hasPairs() }) || len(f.lits) > maxSimplified:
		return math.MaxInt64
	}
	return max(patience+int64(len(f.lits))/patiencePerLiteral-s.by.spent-s.stats.Conflicts, 0)
}

// hasPairs reports whether a sum says that at most one of its literals is false, and has few enough literals for pairs.
func (s atLeast) hasPairs() bool {
	return s.weights == nil && s.bound == len(s.lits)-1 && len(s.lits) <= maxPairwise
}

// newStaged loads a formula, to be simplified after that many conflicts. It returns nil if ctx ends.
func newStaged(ctx context.Context, f cnf, mentionable func() []bool, patience, seed int64) *staged {
	g := newGophersat(ctx, f, seed)
	if g == nil {
		return nil
	}
	return &staged{now: g, seed: seed, formula: f, mentionable: mentionable, left: patience}
}

func (g *staged) AddClause(lits []Lit) { g.AddAtLeast(lits, nil, 1) }

func (g *staged) AddAtLeast(lits []Lit, weights []int, bound int) {
	if g.left < math.MaxInt64 {
		g.added = append(g.added, atLeast{lits, weights, bound})
	}
	if g.simplified != nil {
		for _, l := range lits {
			if v := l.variable(); g.simplified.gone[v] {
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

// simplify makes the searched formula from the original one and the additions. It returns false if ctx ends.
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
	g.now = newGophersat(ctx, cnf{value: r.value, gone: r.gone, lits: r.Lits, ends: r.Ends, sums: sums}, g.seed)
	return g.now != nil
}

// clauses returns the clauses and the sums so far.
func (g *staged) clauses() (f Formula, sums []atLeast) {
	f = Formula{len(g.formula.value) - 1, slices.Clone(g.formula.lits), slices.Clone(g.formula.ends)}
	for v, known := range g.formula.value {
		if known != 0 {
			f.Add(Lit(v) * Lit(known))
		}
	}
	for _, c := range g.formula.more {
		f.Add(c...)
	}
	for _, s := range g.formula.sums {
		if !s.hasPairs() {
			sums = append(sums, s)
			continue
		}
		for i, l := range s.lits {
			for _, k := range s.lits[:i] {
				f.Add(l, k)
			}
		}
	}
	for _, c := range g.added {
		if c.weights == nil && c.bound == 1 {
			f.Add(c.lits...)
		} else {
			sums = append(sums, c)
		}
	}
	return f, sums
}

// extend extends the oracle's assignment to all variables.
func (g *staged) extend() {
	g.model = make([]bool, len(g.formula.value))
	for v := range g.model {
		if g.now.name[v] != 0 {
			g.model[v] = g.now.Value(Lit(v))
		}
	}
	g.simplified.Extend(g.model)
}
