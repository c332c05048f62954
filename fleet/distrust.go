package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// distrust records a fault that the coordinator has found, and ends the job by it.
func (c *coordinator) distrust(f *follow, wrong *fault) error {
	err := c.report(f.job.ID+"."+strings.ReplaceAll(wrong.Task, ",", "."), wrong)
	if errors.Is(err, jetstream.ErrInvalidKey) { // nor is that a task
		err = c.report(f.job.ID+".unreadable", wrong)
	}
	if err != nil {
		return err
	}
	c.faults[f.job.ID] = wrong.reason()
	return c.end(f, Faulty, wrong.reason())
}

// report records a fault, once for each task.
func (c *Client) report(key string, wrong *fault) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := c.fault.Create(ctx, key, encode(wrong))
	if exists(err) {
		return nil
	}
	return err
}

// distrusted keeps why a job can't be believed; ok is false if the entry doesn't say so.
func (c *coordinator) distrusted(entry jetstream.KeyValueEntry) (id, reason string, ok bool) {
	id, _, ok = strings.Cut(entry.Key(), ".")
	if !ok || entry.Operation() != jetstream.KeyValuePut {
		return id, "", false
	}
	var f fault
	if err := json.Unmarshal(entry.Value(), &f); err != nil {
		f = fault{Task: keyPart(entry.Key()), Reason: err.Error()}
	}
	if c.faults[id] == "" {
		c.faults[id] = f.reason()
	}
	return id, c.faults[id], true
}

// faulty ends a job that can't be believed.
func (c *coordinator) faulty(entry jetstream.KeyValueEntry) error {
	id, reason, ok := c.distrusted(entry)
	if !ok {
		return nil
	}
	if job := c.running[id]; job != nil {
		return c.end(job, Faulty, reason)
	}
	if phase := c.ended[id]; phase == "" || phase == Faulty {
		return nil
	}
	c.ended[id] = Faulty
	c.o.Log(fmt.Sprintf("%s: %s %s", id, Faulty, reason))
	return alter(c.ctx, c.states, id, func(old []byte) ([]byte, error) {
		var s State
		if err := json.Unmarshal(old, &s); err != nil {
			return nil, err
		}
		s.Phase, s.Reason = Faulty, reason
		return encode(s), nil
	})
}
