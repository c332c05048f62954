package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
)

// Worker is what a hub knows of a worker that it hears of.
type Worker struct {
	Name     string            `json:"worker"`
	Build    string            `json:"build"`            // the hash of its executable
	Cores    int               `json:"cores"`            // tasks that it can do at once, at most
	Memory   int64             `json:"memory,omitempty"` // bytes that its tasks may need together; 0 is no limit
	Silent   time.Duration     `json:"silent"`           // since it was heard of last; after Timing.Wait it is lost
	Tasks    []WorkerTask      `json:"tasks,omitempty"`  // those under way, in the order of jobs and parts
	Refusing map[string]string `json:"refusing,omitempty"`
}

// WorkerTask is a task that a worker is at.
type WorkerTask struct {
	Job  string        `json:"job"`
	Part string        `json:"part"`
	For  time.Duration `json:"for"` // on the clock
}

// Workers are the workers that the hub hears of, by name.
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
		if len(msg.Data) == 0 { // these were all
			break
		}
		var w Worker
		if err := json.Unmarshal(msg.Data, &w); err != nil {
			return nil, err
		}
		known[w.Name] = w
	}
	var out []Worker
	for _, w := range known {
		out = append(out, w)
	}
	slices.SortFunc(out, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// answerRoll answers who asks for the workers: a message for each, and an empty one.
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

// has reports whether there is a result of a task. A worker may have said before that it is at it.
func (c *coordinator) has(job, part string) bool {
	f := c.running[job]
	if f == nil {
		return c.ended[job] == Done
	}
	path, err := parts.Parse(part)
	if err != nil {
		return false
	}
	s, i, leaf, known := f.leaves.find(path)
	return known && (!leaf || s.done.has(i))
}

// pulse is what a worker says from time to time. It has no time of day: no two clocks need agree.
type pulse struct {
	Worker   string              `json:"worker"`
	Build    string              `json:"build,omitempty"`
	Slots    int                 `json:"slots"`            // tasks that it can do at once, at most
	Free     int                 `json:"free"`             // for how many more it has cores now
	Memory   int64               `json:"memory,omitempty"` // bytes that its tasks may need together; 0 is no limit
	Needed   int64               `json:"needed,omitempty"` // of these, what those under way may need
	Running  map[string][]during `json:"running,omitempty"`
	Refusing map[string]string   `json:"refusing,omitempty"` // job → why its tasks are not taken
	Leaving  bool                `json:"leaving,omitempty"`  // it ends, and has given back what it had
}

// slots is how many more tasks of a job a worker can do now, that refuses none of them. One whose cores are lent to a task of the job can
// do none.
func (p *pulse) slots(j *Job) int {
	return j.within(j.atOnce(p.Free, len(p.Running[j.ID])), p.Memory, p.Needed)
}

// during is a task that a worker is at, and since when.
type during struct {
	Part string        `json:"part"`
	For  time.Duration `json:"for"`
	// Worked is how long it has worked on what is divided: of a task that goes on from checkpoints without the time before the first, and
	// as much again.
	Worked time.Duration `json:"worked"`
}

// note says why nothing goes on, when nothing can be stored: whoever hears it has heard it.
type note struct {
	Job  string `json:"job,omitempty"` // of which job; of all if it is empty
	Text string `json:"text"`
	Ends bool   `json:"ends,omitempty"` // workers are to break off what they have of the job; of all if the hub is gone for good
}

// order is what the coordinator tells a worker: to break off a task for division.
type order struct {
	Job    string `json:"job"`
	Part   string `json:"part"`
	Divide int    `json:"divide"` // into so many
}

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
