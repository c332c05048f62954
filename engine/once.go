package engine

import (
	"context"
	"sync"
)

// Once is a result that a job finds out when it is first asked for it, and keeps for all that it is
// asked. The zero Once is ready for use, by several goroutines at once.
type Once[T any] struct {
	mu    sync.Mutex
	busy  chan struct{} // closed when the computation that is under way ends; nil if there is none
	done  bool
	value T
	err   error
	times int
}

// Get is the value, or why there is none. Who asks first computes it, in its own time; others
// wait for that as long as their own contexts last. What the end of a context has interrupted
// is not kept: who asks next begins anew.
func (o *Once[T]) Get(ctx context.Context, compute func(context.Context) (T, error)) (T, error) {
	for {
		o.mu.Lock()
		busy := o.busy
		switch {
		case o.done:
			defer o.mu.Unlock()
			return o.value, o.err
		case ctx.Err() != nil:
			o.mu.Unlock()
			var none T
			return none, ctx.Err()
		case busy == nil:
			o.busy = make(chan struct{})
			o.times++
			o.mu.Unlock()
			return o.compute(ctx, compute)
		}
		o.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			var none T
			return none, ctx.Err()
		}
	}
}

// compute computes the value and keeps it unless it was interrupted, or panics.
func (o *Once[T]) compute(ctx context.Context, compute func(context.Context) (T, error)) (value T, err error) {
	keep := false
	defer func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		if keep {
			o.done, o.value, o.err = true, value, err
		}
		close(o.busy)
		o.busy = nil
	}()
	value, err = compute(ctx)
	keep = err == nil || ctx.Err() == nil
	return value, err
}

// Times is how often the value was computed so far: more than once only after interruptions.
func (o *Once[T]) Times() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.times
}
