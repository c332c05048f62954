package sat

import (
	"context"
	"time"

	"github.com/crillab/gophersat/solver"
)

// gate is held by whoever runs gophersat's search: it keeps a buffer in a
// package variable (bufLits in its learn.go), so that two searches at once would
// corrupt each other. It is a lock for which one can wait with a context.
var gate = make(chan struct{}, 1)

const (
	// reportEvery is how often conflicts are told.
	reportEvery = 100 * time.Millisecond
	// countEvery is how often they are counted where their number is bounded.
	countEvery = 2 * time.Millisecond
)

// outcome is the result that a search goroutine leaves behind.
type outcome struct {
	status   solver.Status
	panicked any
}

// solve runs a search that can be left at any time, and costs nothing for that.
//
// gophersat has no means to interrupt a search. But it looks at a flag whenever it has
// learned a clause: should a certificate be written? If so, it sends the clause through
// a channel. So the search runs in a goroutine of its own, without a certificate, and with
// a channel that is closed. To leave it we return at once and set the flag: the next clause
// that it learns makes it panic, which ends the goroutine and frees the gate and the memory.
// The solver is of no use after that.
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

// run holds the gate, runs s, and reports how it ended.
func run(s *solver.Solver, ended chan<- outcome) {
	var o outcome
	defer func() {
		o.panicked = recover()
		<-gate
		ended <- o
	}()
	o.status = s.Solve()
}

// watch looks after a search that runs.
type watch struct {
	solver     *solver.Solver
	before     int64 // conflicts of earlier searches of the solver
	told       int64 // conflicts that onConflict has been told
	budget     int64
	onConflict func(int64)
}

// until waits for the end of the search, or leaves it.
//
// Whether the budget was enough is a matter of the number of conflicts alone, not of when
// they are counted: a search that ends with as many is left all the same.
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
			spent := w.tell(int64(w.solver.Stats.NbConflicts))
			if spent {
				return Unknown
			}
			return statusOf(o.status)
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

// tell reports the conflicts so far, of the solver's count, and whether the budget is spent.
func (w *watch) tell(count int64) (spent bool) {
	n := count - w.before
	if spent = w.budget > 0 && n >= w.budget; spent {
		n = w.budget
	}
	if w.onConflict != nil && n > w.told {
		w.onConflict(n - w.told)
		w.told = n
	}
	return spent
}

// leave has a search that runs end when it learns its next clause.
//
// The flag is written without a lock, as gophersat reads it: the search sees it now or
// at one of the next clauses, and nothing else depends on it. The race detector is not to
// know.
//
//go:norace
func leave(s *solver.Solver) { s.Certified = true }

// conflicts reads the counter of a search that runs, a word that may be a little old.
//
//go:norace
func conflicts(s *solver.Solver) int64 { return int64(s.Stats.NbConflicts) }

func statusOf(s solver.Status) Status {
	switch s {
	case solver.Sat:
		return Satisfiable
	case solver.Unsat:
		return Unsatisfiable
	}
	return Unknown
}
