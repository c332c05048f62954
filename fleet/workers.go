package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
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
	slices.SortFunc(out, func(a, b Worker) int { return compareText(a.Name, b.Name) })
	return out, nil
}

// answerRoll answers who asks for the workers: a message for each, and an empty one.
func (c *coordinator) answerRoll(msg *nats.Msg) {
	for name, w := range c.workers {
		out := Worker{Name: name, Build: w.Build, Cores: w.Slots, Memory: w.Memory, Silent: time.Since(w.at), Refusing: w.Refusing}
		for job, tasks := range w.Running {
			for _, d := range tasks {
				out.Tasks = append(out.Tasks, WorkerTask{job, d.Part, d.For})
			}
		}
		slices.SortFunc(out.Tasks, func(a, b WorkerTask) int { return cmp.Or(compareText(a.Job, b.Job), comparePaths(a.Part, b.Part)) })
		msg.Respond(encode(out))
	}
	msg.Respond(nil)
}
