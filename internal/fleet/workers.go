package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
)

// Worker is a worker as the hub knows it.
type Worker struct {
	Name     string            `json:"worker"`
	Build    string            `json:"build"`            // hash of its executable
	Cores    int               `json:"cores"`            // most tasks at once
	Memory   int64             `json:"memory,omitempty"` // bytes for all its tasks; 0 is no limit
	Silent   time.Duration     `json:"silent"`           // since it last reported; after Timing.Wait it is lost
	Tasks    []WorkerTask      `json:"tasks,omitempty"`  // running ones, by job and part
	Refusing map[string]string `json:"refusing,omitempty"`
}

// WorkerTask is a task that a worker is doing.
type WorkerTask struct {
	Job  string        `json:"job"`
	Part string        `json:"part"`
	For  time.Duration `json:"for"` // wall time
}

// Workers returns the hub's workers by name.
func (c *Client) Workers(ctx context.Context) ([]Worker, error) {
	inbox := c.nc.NewRespInbox()
	sub, err := c.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	if err := c.nc.PublishRequest(roll, inbox, nil); err != nil {
		return nil, err
	}
	known := map[string]Worker{}
	for {
		msg, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, err
		}
		if len(msg.Data) == 0 && msg.Header.Get("Status") == "503" {
			return nil, nats.ErrNoResponders // a server without a coordinator
		}
		if len(msg.Data) == 0 { // the end
			return slices.SortedFunc(maps.Values(known), func(a, b Worker) int { return strings.Compare(a.Name, b.Name) }), nil
		}
		var w Worker
		if err := json.Unmarshal(msg.Data, &w); err != nil {
			return nil, err
		}
		known[w.Name] = w
	}
}

// answerRoll answers a request for the workers: one message for each, and an empty one.
func (c *coordinator) answerRoll(msg *nats.Msg) {
	for name, w := range c.workers {
		out := Worker{Name: name, Build: w.Build, Cores: w.Slots, Memory: w.Memory, Silent: time.Since(w.at), Refusing: w.Refusing}
		for job, tasks := range w.Running {
			for _, d := range tasks {
				if !c.has(job, d.Part) {
					out.Tasks = append(out.Tasks, WorkerTask{job, d.Part, d.For})
				}
			}
		}
		slices.SortFunc(out.Tasks, func(a, b WorkerTask) int { return cmp.Or(strings.Compare(a.Job, b.Job), comparePaths(a.Part, b.Part)) })
		msg.Respond(encode(out))
	}
	msg.Respond(nil)
}

// has reports whether a task has a result. A worker's last report may be older.
func (c *coordinator) has(job, part string) bool {
	f := c.running[job]
	if f == nil {
		return c.ended[job] == Done
	}
	path, err := parts.Parse(part)
	if err != nil {
		return false
	}
	_, _, open, known := f.leaves.find(path)
	return known && !open
}

// pulse is a worker's regular report. It has no time of day, as clocks need not agree.
type pulse struct {
	Worker   string              `json:"worker"`
	Build    string              `json:"build,omitempty"`
	Slots    int                 `json:"slots"`            // most tasks at once
	Free     int                 `json:"free"`             // free cores
	Memory   int64               `json:"memory,omitempty"` // bytes for all its tasks; 0 is no limit
	Needed   int64               `json:"needed,omitempty"` // bytes that running tasks may need
	Running  map[string][]during `json:"running,omitempty"`
	Refusing map[string]string   `json:"refusing,omitempty"` // job → why its tasks are refused
	Leaving  bool                `json:"leaving,omitempty"`  // it ends and has given back its tasks
}

// during is a running task.
type during struct {
	Part string        `json:"part"`
	For  time.Duration `json:"for"`
	// Worked is how long it has worked on what a division would share out (delivery.worked).
	Worked time.Duration `json:"worked"`
}

// note says why nothing goes on when nothing can be stored. It reaches only present listeners.
type note struct {
	Job  string `json:"job,omitempty"` // "" is all jobs
	Text string `json:"text"`
	Ends bool   `json:"ends,omitempty"` // workers must stop the job's tasks; for all jobs, the hub is gone for good
}

// order tells a worker to stop a task for division.
type order struct {
	Job    string `json:"job"`
	Part   string `json:"part"`
	Divide int    `json:"divide"` // number of parts
}

// question asks who has some tasks.
type question struct {
	Worker string   `json:"worker"` // the unique ID of who asks
	Tasks  []string `json:"tasks"`  // their keys
}

// answer replies with those of the asked tasks that this worker has, if any.
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
		if asked[d.key] && !d.asking && !w.stuck(d) { // two who ask must not leave it to each other
			has = append(has, d.key)
		}
	}
	w.mu.Unlock()
	if len(has) > 0 {
		msg.Respond(encode(has))
	}
}

// clarify queues tasks that somebody had before, except those that another worker still has.
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
			delete(w.held, d) // if that worker is lost, it is delivered again
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
	giveBack(back) // the job may have ended for this worker alone
	w.awake()
}

// justBack is how long after a reconnect other workers may still be reconnecting.
const justBack = 20 * reconnectWait

// elsewhere asks which tasks other workers have.
//
// A server that was away for longer than Wait redelivers all running tasks when it is back, even if their workers have
// reported since. Just after a reconnect, other workers may not hear a question, so it is asked repeatedly. One
// question covers many tasks, as small ones come by the hundred.
func (w *worker) elsewhere(ctx context.Context, keys []string) map[string]bool {
	found := map[string]bool{}
	asks := 1
	if w.isJustBack() {
		asks = 3
	}
	for range asks {
		open := slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return found[key] })
		if len(open) == 0 || ctx.Err() != nil {
			break
		}
		w.ask(ctx, open, found)
	}
	return found
}

// ask adds to found the tasks that others have. It waits until all are found or the time is up.
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
