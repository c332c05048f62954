package compose

import (
	"context"
	"iter"
)

// All makes so many instances, in the order of their numbers, on so many cores. Each comes when it and those before it are made; after
// an error nothing does.
func (m *Maker) All(ctx context.Context, n, cores int) iter.Seq2[*Made, error] {
	return func(yield func(*Made, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		workers := min(n, max(1, cores))
		each := max(1, cores/workers)
		results := make([]chan result, n)
		next := make(chan int)
		for i := range results {
			results[i] = make(chan result, 1)
		}
		for range workers {
			go func() {
				for i := range next {
					made, err := m.Make(ctx, i, each)
					results[i] <- result{made, err}
				}
			}()
		}
		go func() {
			defer close(next)
			for i := range n {
				select {
				case next <- i:
				case <-ctx.Done():
					results[i] <- result{nil, ctx.Err()}
				}
			}
		}()
		for i := range results {
			r := <-results[i]
			if !yield(r.made, r.err) || r.err != nil {
				return
			}
		}
	}
}

type result struct {
	made *Made
	err  error
}

// Make makes the instance with a number: the same for the same order, whatever else is made and on however many cores tries go on side
// by side. The error is an [Unmade] with ErrTries or that
// of ctx, or says what went wrong.
func (m *Maker) Make(ctx context.Context, number, cores int) (*Made, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	tries, cores := max(1, m.order.Tries), max(1, cores)
	under := make([]chan result, 0, cores) // the tries that are on their way, the first first
	begun := 0
	met := &tally{}
	for done := range tries {
		for (begun == 0 || done > 0 && len(under) < cores) && begun < tries { // the first is often enough
			c := make(chan result, 1)
			under = append(under, c)
			met.begin()
			go func(try int) {
				made, err := m.try(ctx, number, try, met)
				c <- result{made, err}
			}(begun)
			begun++
		}
		r := <-under[0]
		under = under[1:]
		if r.err != nil && ctx.Err() != nil {
			return nil, met.unmade(ctx.Err())
		}
		if r.err != nil {
			return nil, r.err
		}
		if r.made != nil {
			r.made.Tries = done + 1
			return r.made, nil
		}
	}
	return nil, met.unmade(ErrTries)
}
