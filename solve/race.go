package solve

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nazo/engine"
)

// together runs all trials to their ends, side by side.
func together(ctx context.Context, trials []*trial) {
	done := make(chan struct{})
	for _, t := range trials {
		go func() {
			t.solve(ctx)
			done <- struct{}{}
		}()
	}
	for range trials {
		<-done
	}
	for _, t := range trials {
		t.rethrow()
	}
}

// race is a parallel portfolio of engines: it runs the first trial, and the others too if it
// takes longer than its head start. The first that answers completely, or is full, stops the others and wins;
// without one it is the one that came farthest.
func race(ctx context.Context, trials []*trial) *trial {
	if len(trials) == 1 {
		trials[0].solve(ctx)
		trials[0].rethrow()
		return trials[0]
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan *trial)
	start := func(t *trial) {
		go func() {
			t.solve(ctx)
			done <- t
		}()
	}
	start(trials[0])
	waiting, running := trials[1:], 1
	headStart := time.NewTimer(HeadStart)
	defer headStart.Stop()
	follow := func() {
		for _, t := range waiting {
			start(t)
			running++
		}
		waiting = nil
	}
	var winner *trial
	for running > 0 {
		select {
		case <-headStart.C:
			if winner == nil {
				follow()
			}
		case t := <-done:
			running--
			if winner == nil && (t.result.Complete || t.fault != nil || t.crash != nil || t.full()) {
				winner = t
				stop()
			} else if winner == nil && ctx.Err() == nil {
				follow()
			}
		}
	}
	for _, t := range trials {
		t.rethrow()
	}
	if winner == nil {
		winner = bestOf(trials)
	}
	return winner
}

// full reports whether the engine met the bound on memory that was asked for: that ends
// a race, for the others heed no such bound.
func (t *trial) full() bool { return t.task.Memory > 0 && t.result.Reason.Kind == engine.MemoryLimit }

// bestOf is the trial that came farthest: to the end, to the better objective,
// to more solutions. The first wins a draw.
func bestOf(trials []*trial) *trial {
	return slices.MinFunc(trials, func(a, b *trial) int {
		return cmp.Or(
			compareBools(b.result.Complete, a.result.Complete),
			compareBools(len(b.answers) > 0, len(a.answers) > 0),
			a.order(b),
			compareBools(a.result.ShorterMayExist, b.result.ShorterMayExist),
			cmp.Compare(b.count, a.count),
		)
	})
}

// order is negative if t's best answer is better than other's by what was asked
// for: by its costs, and of runs that pay the same the shorter is better.
func (t *trial) order(other *trial) int {
	if len(t.answers) == 0 || len(other.answers) == 0 || t.task.AnyObjective {
		return 0
	}
	a, b := t.answers[0], other.answers[0]
	c := t.problem.Judge.CompareObjectives(a, b)
	if c == 0 && a.Run != nil {
		c = cmp.Compare(len(a.Run.Steps), len(b.Run.Steps))
	}
	return c
}

// optimizes reports whether the best solutions are asked for, not any.
func (t *trial) optimizes() bool {
	m := t.problem.Model
	if m.Machine != nil {
		return !t.task.AsksForAnyRun(m.Machine)
	}
	return t.problem.Objectives > 0 && !t.task.AnyObjective
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
