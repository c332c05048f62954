package solve

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nazo/engine"
)

// together runs all workers to their ends, side by side.
func together(ctx context.Context, workers []*worker) {
	done := make(chan struct{})
	for _, w := range workers {
		go func() {
			w.solve(ctx)
			done <- struct{}{}
		}()
	}
	for range workers {
		<-done
	}
	for _, w := range workers {
		w.rethrow()
	}
}

// race is a parallel portfolio of engines: it runs the first worker, and the others too if it
// takes longer than its head start. The first that answers completely, or is full, stops the others and wins;
// without one it is the one that came farthest.
func race(ctx context.Context, workers []*worker) *worker {
	if len(workers) == 1 {
		workers[0].solve(ctx)
		workers[0].rethrow()
		return workers[0]
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan *worker)
	start := func(w *worker) {
		go func() {
			w.solve(ctx)
			done <- w
		}()
	}
	start(workers[0])
	waiting, running := workers[1:], 1
	headStart := time.NewTimer(max(HeadStart, HeadStartFactor*workers[0].problem.took))
	defer headStart.Stop()
	follow := func() {
		for _, w := range waiting {
			start(w)
			running++
		}
		waiting = nil
	}
	var winner *worker
	for running > 0 {
		select {
		case <-headStart.C:
			if winner == nil {
				follow()
			}
		case w := <-done:
			running--
			if winner == nil && (w.result.Complete || w.fault != nil || w.crash != nil || w.full()) {
				winner = w
				stop()
			} else if winner == nil && ctx.Err() == nil {
				follow()
			}
		}
	}
	for _, w := range workers {
		w.rethrow()
	}
	if winner == nil {
		winner = bestOf(workers)
	}
	return winner
}

// full reports whether the engine met the bound on memory that was asked for: that ends
// a race, for the others heed no such bound.
func (w *worker) full() bool { return w.task.Memory > 0 && w.result.Reason.Kind == engine.MemoryLimit }

// bestOf is the worker that came farthest: to the end, to the better objective,
// to more solutions. The first wins a draw.
func bestOf(workers []*worker) *worker {
	return slices.MinFunc(workers, func(a, b *worker) int {
		return cmp.Or(
			compareBools(b.result.Complete, a.result.Complete),
			compareBools(len(b.answers) > 0, len(a.answers) > 0),
			a.order(b),
			compareBools(a.result.ShorterMayExist, b.result.ShorterMayExist),
			cmp.Compare(b.count, a.count),
		)
	})
}

// order is negative if w's best answer is better than other's by what was asked
// for: by its costs, and of runs that pay the same the shorter is better.
func (w *worker) order(other *worker) int {
	if len(w.answers) == 0 || len(other.answers) == 0 || w.task.AnyObjective {
		return 0
	}
	a, b := w.answers[0], other.answers[0]
	c := w.problem.Judge.CompareObjectives(a, b)
	if c == 0 && a.Run != nil {
		c = cmp.Compare(len(a.Run.Steps), len(b.Run.Steps))
	}
	return c
}

// optimizes reports whether the best solutions are asked for, not any.
func (w *worker) optimizes() bool {
	m := w.problem.Model
	if m.Machine != nil {
		return !w.task.AsksForAnyRun(m.Machine)
	}
	return w.problem.Objectives > 0 && !w.task.AnyObjective
}

func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}
