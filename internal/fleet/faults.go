package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// known restores a state that the bucket held before this coordinator started.
func (c *coordinator) known(entry jetstream.KeyValueEntry) {
	if entry.Operation() != jetstream.KeyValuePut {
		return
	}
	id, rest, part := strings.Cut(entry.Key(), ".")
	switch {
	case !part:
		var s State
		if json.Unmarshal(entry.Value(), &s) != nil {
			return
		}
		c.refusal[id] = s.Refusing
		if s.Phase.Ended() {
			c.ended[id] = s.Phase
		}
	case "."+rest == reopened:
		c.reopened[id] = entry.Created()
	case strings.Contains(rest, "/"):
		c.note(id, entry)
	}
}

func (c *coordinator) note(id string, entry jetstream.KeyValueEntry) (parts.Path, trouble) {
	_, part, err := parseKey(entry.Key())
	if err != nil {
		return nil, trouble{}
	}
	if c.trouble[id] == nil {
		c.trouble[id] = map[string]trouble{}
	}
	t := readTrouble(entry.Value())
	c.trouble[id][part.String()] = t
	return part, t
}

// change handles new trouble of a task, or its removal.
func (c *coordinator) change(entry jetstream.KeyValueEntry) error {
	id, rest, _ := strings.Cut(entry.Key(), ".")
	if !strings.Contains(rest, "/") {
		return nil
	}
	f := c.running[id]
	if entry.Operation() != jetstream.KeyValuePut {
		if _, part, err := parseKey(entry.Key()); err == nil {
			delete(c.trouble[id], part.String())
			if f != nil {
				f.forgive(part)
				return c.step(f)
			}
		}
		return nil
	}
	part, t := c.note(id, entry)
	if f == nil {
		return nil
	}
	f.tracker.trouble(part, t)
	if t.Aside {
		c.o.Log(fmt.Sprintf("%s: part %s is set aside: %s", id, part, strings.Join(t.Errors, "; ")))
		return c.step(f)
	}
	return nil
}

// distrust records a fault that the coordinator found, and ends the job.
func (c *coordinator) distrust(f *follow, wrong *fault) error {
	err := c.report(f.job.ID+"."+strings.ReplaceAll(wrong.Task, ",", "."), wrong)
	if errors.Is(err, jetstream.ErrInvalidKey) { // the result's key is no task either
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

// faulty ends a job that can't be believed.
func (c *coordinator) faulty(entry jetstream.KeyValueEntry) error {
	id, _, ok := strings.Cut(entry.Key(), ".")
	if !ok || entry.Operation() != jetstream.KeyValuePut {
		return nil
	}
	if c.faults[id] == "" {
		var f fault
		if err := json.Unmarshal(entry.Value(), &f); err != nil {
			f = fault{Task: keyPart(entry.Key()), Reason: err.Error()}
		}
		c.faults[id] = f.reason()
	}
	reason := c.faults[id]
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

// Judge checks whether what a job has found is right and enough. A Fatal with Fault means that it is wrong. Any other
// error means that it can't be judged now: it is asked mostAsked times, and then the job runs to its end. It runs in
// the background for one job at a time, and its context ends with the job.
type Judge func(ctx context.Context, c *Client, job Job) error

// mostAsked is how often an undecided judge is asked.
const mostAsked = 3

// verdict is a judge's answer.
type verdict struct {
	job *follow
	err error
}

// ask has a job judged once. Open tasks continue meanwhile, as a worker may have claimed too much.
func (c *coordinator) ask(f *follow) {
	if f.asked {
		return
	}
	f.asked = true
	go func() {
		v := verdict{f, c.judgment(f)}
		select {
		case c.judged <- v:
		case <-f.ctx.Done():
		}
	}()
}

func (c *coordinator) judgment(f *follow) (err error) {
	for range mostAsked {
		select {
		case c.judging <- struct{}{}:
		case <-f.ctx.Done():
			return f.ctx.Err()
		}
		err = c.o.Judge(f.ctx, c.Client, f.job)
		<-c.judging
		if fatal, _ := errors.AsType[*Fatal](err); err == nil || fatal != nil && fatal.Fault {
			return err
		}
		select {
		case <-time.After(c.o.Timing.Retry):
		case <-f.ctx.Done():
			return err
		}
	}
	return err
}

func (c *coordinator) sentence(v verdict) error {
	f := v.job
	if c.running[f.job.ID] != f {
		return nil
	}
	fatal, _ := errors.AsType[*Fatal](v.err)
	switch {
	case v.err == nil:
		f.agreed = true
		return c.step(f)
	case fatal != nil && fatal.Fault:
		return c.distrust(f, &fault{Reason: cut("what workers found is not what was asked for: "+fatal.Error(), mostErrors)})
	}
	c.o.Log(fmt.Sprintf("%s: enough was found, it is said, and that can't be judged here, so all is done: %v", f.job.ID, v.err))
	f.unjudged = true
	return c.step(f) // all open tasks may have been set aside
}
