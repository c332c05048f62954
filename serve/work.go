package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"sync"

	"nazo/page"
)

// Answerer answers questions, as a [page.Desk] does: event by event, the last of kind done unless ctx has ended.
type Answerer interface {
	Answer(ctx context.Context, q page.Question, emit func(page.Event))
}

// Work is what the process of a worker does: it answers the questions among the orders that come in, one after the other, and writes the events out. It
// ends when no more orders come, or when ctx ends, and leaves at once what it is doing then.
func Work(ctx context.Context, desk Answerer, in io.Reader, out io.Writer) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	asked := make(chan page.Question)
	var mu sync.Mutex
	var take context.CancelFunc // takes back the question under way
	current := ctx              // the context of the last question that came
	go func() {
		defer stop()
		orders := json.NewDecoder(bufio.NewReader(in))
		for {
			var o order
			if orders.Decode(&o) != nil {
				return
			}
			mu.Lock()
			if take != nil {
				take()
			}
			if o.Ask != nil {
				current, take = context.WithCancel(ctx)
			}
			mu.Unlock()
			if o.Ask == nil {
				continue
			}
			select {
			case asked <- *o.Ask:
			case <-ctx.Done():
				return
			}
		}
	}()
	events := bufio.NewWriter(out)
	var failed error
	emit := func(e page.Event) {
		if failed == nil {
			events.Write(line(e)) // an error comes with Flush
			failed = events.Flush()
		}
	}
	for failed == nil {
		select {
		case q := <-asked:
			mu.Lock()
			within := current
			mu.Unlock()
			done := false
			desk.Answer(within, q, func(e page.Event) {
				done = done || e.Kind == page.KindDone
				emit(e)
			})
			if ctx.Err() != nil { // it has come to its limit, and is gone soon: whoever asked is told so by its end
				return nil
			}
			if !done {
				emit(page.Event{Kind: page.KindDone})
			}
		case <-ctx.Done():
			return nil
		}
	}
	return failed
}
