package sat

import (
	"context"
	"time"

	"github.com/crillab/gophersat/solver"
)

// gate is held by whoever runs gophersat's search: it keeps a buffer in a
// package variable (learn.go, bufLits), so that two searches at once would
// corrupt each other. It is a lock for which one can wait with a context.
var gate = make(chan struct{}, 1)

// outcome is what a search goroutine leaves behind.
type outcome struct {
	status   solver.Status
	panicked any
}

// solve runs a search that can be left at any time.
//
// gophersat has no means to interrupt a search. But it can write a certificate:
// it then sends every clause that it learns through a channel. So the search
// runs in a goroutine of its own, and we receive, which also counts the
// conflicts. To leave, we return at once and have the channel closed: the next
// send panics, which ends the goroutine and frees the gate and the memory. The
// solver is of no use after that.
func solve(ctx context.Context, s *solver.Solver, budget int64, onConflict func(int64)) Status {
	select {
	case gate <- struct{}{}:
	case <-ctx.Done():
		return Unknown
	}
	if ctx.Done() == nil && budget == 0 && onConflict == nil {
		defer func() { <-gate }()
		return statusOf(s.Solve())
	}
	learned := make(chan string, 64)
	ended := make(chan outcome, 1)
	go certify(s, learned, ended)
	return receive(ctx, learned, ended, budget, onConflict)
}

// certify holds the gate, runs s, and reports how it ended.
func certify(s *solver.Solver, learned chan string, ended chan<- outcome) {
	var o outcome
	defer func() {
		o.panicked = recover()
		<-gate
		ended <- o
	}()
	s.Certified, s.CertChan = true, learned
	o.status = s.Solve()
}

// receive counts what is learned until the search ends or is to be left.
func receive(ctx context.Context, learned chan string, ended <-chan outcome, budget int64, onConflict func(int64)) Status {
	report := time.NewTicker(100 * time.Millisecond)
	defer report.Stop()
	var conflicts, reported int64
	tell := func() {
		if onConflict != nil && conflicts > reported {
			onConflict(conflicts - reported)
			reported = conflicts
		}
	}
	defer tell()
	for {
		select {
		case <-learned:
			if conflicts++; conflicts == budget {
				abandon(learned, ended)
				return Unknown
			}
		case o := <-ended:
			if o.panicked != nil {
				panic(o.panicked)
			}
			if conflicts += int64(len(learned)); budget > 0 && conflicts >= budget {
				return Unknown // as it would be if this had been seen in time
			}
			return statusOf(o.status)
		case <-ctx.Done():
			abandon(learned, ended)
			return Unknown
		case <-report.C:
			tell()
		}
	}
}

func statusOf(s solver.Status) Status {
	switch s {
	case solver.Sat:
		return Satisfiable
	case solver.Unsat:
		return Unsatisfiable
	}
	return Unknown
}
