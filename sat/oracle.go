package sat

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/crillab/gophersat/solver"

	"nazo/internal/alg"
)

// Oracle is a SAT solver with a formula, so that other solvers can replace gophersat. No variables are added later.
// Clauses and sums are in normal form: distinct variables, and at least two literals unless a unit.
type Oracle interface {
	// AddClause adds a disjunction, which may be a unit.
	AddClause(lits []Lit)
	// AddAtLeast adds the constraint that the weights of the true literals add up to at least
	// bound. A nil weights means that all are 1.
	AddAtLeast(lits []Lit, weights []int, bound int)
	// Solve searches until it has an assignment, ctx ends, or the budget of conflicts is used up (0 is
	// unlimited). After the last two the oracle is useless. It calls onConflict, if not nil, now and then
	// with the number of new conflicts, in the caller's goroutine.
	Solve(ctx context.Context, budget int64, onConflict func(n int64)) Status
	// Value is the value of a literal in the assignment that Solve found last.
	Value(l Lit) bool
}

// Status is an oracle's knowledge about its formula.
type Status int

const (
	// Unknown formulas were given up.
	Unknown Status = iota
	// Satisfiable formulas have an assignment, see Oracle.Value.
	Satisfiable
	// Unsatisfiable formulas have none.
	Unsatisfiable
)

// gophersat wraps github.com/crillab/gophersat. It uses only what was found sound in v1.4.0: clauses through
// ParseSliceNb, all variables known from the start, AppendClause between calls of Solve. It uses no
// assumptions, no counting and no cutting planes.
type gophersat struct {
	solver *solver.Solver
	// name has the solver's literal for each of our variables, or 0 if its value is known.
	name  []Lit
	known []int8
	model []bool
}

// newGophersat loads a formula. A seed other than 0 numbers the variables and chooses their first phases at
// random. It returns nil if ctx ends.
func newGophersat(ctx context.Context, f cnf, seed int64) *gophersat {
	g := &gophersat{known: f.value, name: make([]Lit, len(f.value))}
	count := g.number(f.gone, seed)
	if !leavable(ctx, func() { g.load(f, count) }) {
		return nil
	}
	return g
}

// leavable runs uninterruptible work in a goroutine. If ctx ends first, it abandons the goroutine and returns
// false. The work must only read immutable data, and must end by itself.
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

// number names the open variables and returns their number.
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

// load gives the solver the formula, simplified by units. The clauses and their literals lie in one array each.
// The solver's own parser would need 64 bits for each literal and allocate each clause.
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
	p := solver.ParseSliceNb(alg.Map(units, func(l Lit) []int { return []int{int(g.rename(l))} }), count)
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
		p.Status = solver.Indet // the parser saw only units, and found them satisfiable
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

// open returns the literals that are not known, renamed, with their weights, and the weight of those that are true.
func (g *gophersat) open(lits []Lit, weights []int) (names []solver.Lit, of []int, satisfied int) {
	names = make([]solver.Lit, 0, len(lits))
	for i, l := range lits {
		w := weightAt(weights, i)
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

// cnf is a formula to be loaded. Units are propagated, except those of the further clauses.
type cnf struct {
	value []int8 // for each variable: 1 true, -1 false, 0 open
	gone  []bool // the variables that no clause mentions; nil if that is not known
	lits  []Lit  // the literals of all clauses, one after the other
	ends  []int  // the end of each clause in lits
	sums  []atLeast
	more  [][]Lit // further clauses
}

// clauses returns all clauses, the further ones last.
func (f *cnf) clauses(yield func([]Lit) bool) {
	start := 0
	for _, end := range f.ends {
		if !yield(f.lits[start:end]) {
			return
		}
		start = end
	}
	for _, c := range f.more {
		if !yield(c) {
			return
		}
	}
}

// known is 1 if l is true, -1 if it is false, else 0.
func (f *cnf) known(l Lit) int8 {
	if l < 0 {
		return -f.value[-l]
	}
	return f.value[l]
}

// open counts the undecided literals of a clause. isTrue is true if a literal is.
func (f *cnf) open(c []Lit) (n int, isTrue bool) {
	for _, l := range c {
		switch f.known(l) {
		case 1:
			return 0, true
		case 0:
			n++
		}
	}
	return n, false
}

// propagate makes the literals of unit clauses true in a copy of the values, and lists them. ok is false if a
// clause has only false literals.
func (f *cnf) propagate() (units []Lit, ok bool) {
	if !slices.ContainsFunc(f.more, func(c []Lit) bool { return len(c) < 2 }) {
		return nil, true
	}
	f.value = slices.Clone(f.value)
	for news := true; news; {
		news = false
		for c := range f.clauses {
			switch n, isTrue := f.open(c); {
			case isTrue || n > 1:
			case n == 0:
				return nil, false
			default:
				l := c[slices.IndexFunc(c, func(l Lit) bool { return f.known(l) == 0 })]
				f.value[l.variable()] = 1
				if l < 0 {
					f.value[-l] = -1
				}
				units, news = append(units, l), true
			}
		}
	}
	return units, true
}

// gate is held while gophersat searches. gophersat has a buffer in a package variable (bufLits in its learn.go), so
// two searches at once would corrupt each other. A channel is a lock with which one can wait for a context.
var gate = make(chan struct{}, 1)

const (
	// reportEvery is the interval of progress reports.
	reportEvery = 100 * time.Millisecond
	// countEvery is the interval of checks of a bounded number of conflicts.
	countEvery = 2 * time.Millisecond
)

// outcome is the result of a search goroutine.
type outcome struct {
	status   solver.Status
	panicked any
}

// solve runs a search that can be abandoned at any time. gophersat can't be interrupted, but after each learned clause
// it checks whether to send a certificate through a channel. So the search runs in a goroutine without a certificate
// and with a closed channel. To abandon it we return at once and set the flag. The next learned clause makes it panic,
// which ends the goroutine and frees the gate and the memory. The solver is useless afterwards.
func solve(ctx context.Context, s *solver.Solver, budget int64, onConflict func(int64)) Status {
	select {
	case gate <- struct{}{}:
	case <-ctx.Done():
		return Unknown
	}
	w := &watch{solver: s, before: int64(s.Stats.NbConflicts), budget: budget, onConflict: onConflict}
	s.CertChan = make(chan string)
	close(s.CertChan)
	ended := make(chan outcome, 1)
	go run(s, ended)
	return w.until(ctx, ended)
}

// run solves s while it holds the gate, and sends the outcome.
func run(s *solver.Solver, ended chan<- outcome) {
	var o outcome
	defer func() {
		o.panicked = recover()
		<-gate
		ended <- o
	}()
	o.status = s.Solve()
}

// watch supervises a running search.
type watch struct {
	solver     *solver.Solver
	before     int64 // conflicts of earlier searches of the solver
	reported   int64 // conflicts that onConflict has counted
	budget     int64
	onConflict func(int64)
}

// until waits for the end of the search, or abandons it.
//
// Whether the budget was enough depends on the number of conflicts alone, not on when they are counted. A search
// that ends with too many is abandoned, too.
func (w *watch) until(ctx context.Context, ended <-chan outcome) Status {
	every := reportEvery
	if w.budget > 0 {
		every = countEvery
	}
	count := time.NewTicker(every)
	defer count.Stop()
	reported := time.Now()
	for {
		select {
		case o := <-ended:
			if o.panicked != nil {
				panic(o.panicked)
			}
			if w.tell(int64(w.solver.Stats.NbConflicts)) {
				return Unknown
			}
			return map[solver.Status]Status{solver.Sat: Satisfiable, solver.Unsat: Unsatisfiable}[o.status]
		case <-ctx.Done():
			w.tell(conflicts(w.solver))
			leave(w.solver)
			return Unknown
		case now := <-count.C:
			n := conflicts(w.solver)
			switch {
			case w.budget > 0 && n-w.before >= w.budget:
				w.tell(n)
				leave(w.solver)
				return Unknown
			case now.Sub(reported) >= reportEvery:
				w.tell(n)
				reported = now
			}
		}
	}
}

// tell reports the conflicts up to the solver's count. It returns whether the budget is spent.
func (w *watch) tell(count int64) (spent bool) {
	n := count - w.before
	if spent = w.budget > 0 && n >= w.budget; spent {
		n = w.budget
	}
	if w.onConflict != nil && n > w.reported {
		w.onConflict(n - w.reported)
		w.reported = n
	}
	return spent
}

// leave makes a running search end when it learns its next clause.
//
// The flag is written without a lock, as gophersat reads it. The search sees it now or at a later clause, and
// nothing else depends on it. The race detector must ignore it.
//
//go:norace
func leave(s *solver.Solver) { s.Certified = true }

// conflicts reads the counter of a running search. It may be a little old.
//
//go:norace
func conflicts(s *solver.Solver) int64 { return int64(s.Stats.NbConflicts) }
