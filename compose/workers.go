package compose

import (
	"context"
	"iter"
)

// ahead is how many instances for each worker may wait for an earlier one.
const ahead = 16

// All makes the instances with the numbers from begin on, those before end, in the order of their numbers, on so many cores. Each comes
// when it and those before it are made; after an error nothing does.
func (m *Maker) All(ctx context.Context, begin, end, cores int) iter.Seq2[*Made, error] {
	return func(yield func(*Made, error) bool) {
		ctx, stop := context.WithCancel(ctx)
		defer stop()
		workers := min(end-begin, max(1, cores))
		if workers <= 0 {
			return
		}
		each := max(1, cores/workers)
		type task struct {
			number int
			done   chan result
		}
		tasks, inOrder := make(chan task), make(chan task, ahead*workers)
		for range workers {
			go func() {
				for t := range tasks {
					made, err := m.Make(ctx, t.number, each)
					t.done <- result{made, err}
				}
			}()
		}
		go func() {
			defer close(tasks)
			for i := begin; i < end; i++ {
				t := task{i, make(chan result, 1)}
				select {
				case inOrder <- t:
				case <-ctx.Done():
					return
				}
				select {
				case tasks <- t:
				case <-ctx.Done():
					t.done <- result{nil, ctx.Err()}
					return
				}
			}
		}()
		for range end - begin {
			var r result
			select {
			case t := <-inOrder: // what is made counts, even if ctx has ended
				r = <-t.done
			default:
				select {
				case t := <-inOrder:
					r = <-t.done
				case <-ctx.Done():
					r.err = ctx.Err()
				}
			}
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
