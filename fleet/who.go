package fleet

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go"
)

// question asks who has tasks in his hands.
type question struct {
	Worker string   `json:"worker"` // who asks, by an ID that no other worker has, whatever they are called
	Tasks  []string `json:"tasks"`  // their keys
}

// answer says which of the tasks that another asks for this worker has, if it has some.
func (w *worker) answer(msg *nats.Msg) {
	var q question
	if json.Unmarshal(msg.Data, &q) != nil || q.Worker == w.id {
		return
	}
	asked := map[string]bool{}
	for _, key := range q.Tasks {
		asked[key] = true
	}
	var has []string
	w.mu.Lock()
	for d := range w.held {
		if asked[d.key] && !d.asking && !w.stuck(d) { // two who ask are not to leave it to each other
			has = append(has, d.key)
		}
	}
	w.mu.Unlock()
	if len(has) > 0 {
		msg.Respond(encode(has))
	}
}

// clarify takes tasks of a job that somebody had before into the queue, but for those that another worker has in his hands.
func (w *worker) clarify(j *workJob, doubtful []*delivery) {
	var keys []string
	for _, d := range doubtful {
		keys = append(keys, d.key)
	}
	elsewhere := w.elsewhere(j.ctx, keys)
	var back []*delivery
	w.mu.Lock()
	left := w.jobs[j.ID] != j
	for _, d := range doubtful {
		d.asking = false
		switch {
		case elsewhere[d.key]:
			delete(w.held, d) // it comes again if whoever has it is lost
		case left:
			delete(w.held, d)
			back = append(back, d)
		default:
			w.queue = append(w.queue, d)
		}
	}
	j.asking -= len(doubtful)
	j.dry = false
	w.mu.Unlock()
	for _, d := range back { // if it is for this worker alone that the job has ended
		d.msg.Nak()
	}
	w.awake()
}

// justBack is for how long after a reconnect others may still be about to find the hub again, which takes them reconnectWait and a little.
const justBack = 20 * reconnectWait

// elsewhere asks which of these tasks other workers have in their hands.
//
// A server that was away for longer than Wait gives out whatever was worked on as soon as it is back, before workers can say that they
// are at it; and gives it, when somebody is free, even if they have said so since. If it has just come back, workers may not hear the
// question yet: so they are asked more than once. One question is for many tasks, since small ones come by the hundred.
func (w *worker) elsewhere(ctx context.Context, keys []string) map[string]bool {
	found := map[string]bool{}
	asks := 1
	if w.isJustBack() {
		asks = 3
	}
	for range asks {
		var open []string
		for _, key := range keys {
			if !found[key] {
				open = append(open, key)
			}
		}
		if len(open) == 0 || ctx.Err() != nil {
			break
		}
		w.ask(ctx, open, found)
	}
	return found
}

// ask adds to found which of the tasks others say that they have, and waits for that until they have all of them, or have had their time.
func (w *worker) ask(ctx context.Context, keys []string, found map[string]bool) {
	ctx, cancel := context.WithTimeout(ctx, min(reconnectWait, w.o.Timing.Wait/10))
	defer cancel()
	inbox := w.nc.NewInbox()
	answers, err := w.nc.SubscribeSync(inbox)
	if err != nil {
		return
	}
	defer answers.Unsubscribe()
	if w.nc.PublishRequest(who, inbox, encode(question{w.id, keys})) != nil {
		return
	}
	for open := len(keys); open > 0; {
		msg, err := answers.NextMsgWithContext(ctx)
		if err != nil {
			return
		}
		var has []string
		if json.Unmarshal(msg.Data, &has) != nil {
			continue
		}
		for _, key := range has {
			if !found[key] {
				found[key] = true
				open--
			}
		}
	}
}
