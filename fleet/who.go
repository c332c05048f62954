package fleet

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go"
)

// question asks who has a task in his hands.
type question struct {
	Worker string `json:"worker"` // who asks
	Task   string `json:"task"`   // its key
}

// answer says that this worker has the task that another asks for, if it has.
func (w *worker) answer(msg *nats.Msg) {
	var q question
	if json.Unmarshal(msg.Data, &q) != nil || q.Worker == w.o.Name {
		return
	}
	has := false
	w.mu.Lock()
	for d := range w.held {
		has = has || d.key == q.Task && !d.asking // two who ask are not to leave it to each other
	}
	w.mu.Unlock()
	if has {
		msg.Respond(nil)
	}
}

// isElsewhere reports whether another worker has a task in his hands that somebody had before.
//
// A server that was away for longer than Wait gives out whatever was worked on as soon as it is back, before workers can say that they
// are at it; and gives it, when somebody is free, even if they have said so since. If it was away, they may still be about to find it
// again, which takes them reconnectWait and a little: so they are asked more than once.
func (w *worker) isElsewhere(d *delivery) bool {
	w.ask(d, true)
	defer w.ask(d, false)
	asks := 1
	if w.nc.Stats().Reconnects > 0 {
		asks = 3
	}
	wait := min(reconnectWait, w.o.Timing.Wait/10)
	q := encode(question{w.o.Name, d.key})
	for range asks {
		ctx, cancel := context.WithTimeout(d.ctx, wait)
		_, err := w.nc.RequestWithContext(ctx, who, q)
		cancel()
		if err == nil {
			return true
		}
	}
	return false
}

// ask notes that it is not known whether a task is to be done here.
func (w *worker) ask(d *delivery, asking bool) {
	w.mu.Lock()
	d.asking = asking
	w.mu.Unlock()
}
