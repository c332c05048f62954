package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
)

// known takes a state that was there before the coordinator.
func (c *coordinator) known(entry jetstream.KeyValueEntry) {
	if entry.Operation() != jetstream.KeyValuePut {
		return
	}
	id, rest, part := strings.Cut(entry.Key(), ".")
	switch {
	case !part:
		var s State
		if json.Unmarshal(entry.Value(), &s) == nil && s.Phase.Ended() {
			c.ended[id] = s.Phase
		}
	case strings.Contains(rest, "/"):
		c.note(id, entry)
	}
}

// note keeps the trouble of a task.
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

// change takes what went wrong with a task.
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

// want takes a job, or what somebody wants of it.
func (c *coordinator) want(entry jetstream.KeyValueEntry) error {
	id, what, _ := strings.Cut(entry.Key(), ".")
	if what == "" {
		if entry.Operation() != jetstream.KeyValuePut {
			return nil
		}
		if c.running[id] != nil || c.ended[id] != "" {
			return nil
		}
		var job Job
		err := json.Unmarshal(entry.Value(), &job)
		if err == nil {
			err = job.check()
		}
		if err != nil {
			c.o.Log(fmt.Sprintf("job %s can't be run: %v", id, err))
			return nil
		}
		return c.begin(job)
	}
	if entry.Operation() != jetstream.KeyValuePut {
		return nil
	}
	switch "." + what {
	case wantCancel:
		if f := c.running[id]; f != nil {
			if err := c.end(f, Cancelled, string(entry.Value())); err != nil {
				return err
			}
		}
	case wantRemove:
		delete(c.ended, id)
		delete(c.trouble, id)
		delete(c.faults, id)
		if err := c.forget(id); err != nil {
			return err
		}
	case wantReopen:
		if phase := c.ended[id]; phase == Cancelled || phase == Incomplete {
			if err := c.reopen(id); err != nil {
				return err
			}
		}
	}
	// It is done, and not to be done again.
	keys, err := c.js.Stream(c.ctx, "KV_"+jobsBucket)
	if err != nil {
		return err
	}
	return keys.Purge(c.ctx, jetstream.WithPurgeSubject("$KV."+jobsBucket+"."+entry.Key()))
}

func (c *coordinator) reopen(id string) error {
	job, err := c.Client.Job(c.ctx, id)
	if err != nil {
		return err
	}
	for part := range c.trouble[id] {
		path, err := parts.Parse(part)
		if err != nil {
			continue
		}
		if err := c.states.Purge(c.ctx, taskKey(id, path)); err != nil {
			return err
		}
	}
	delete(c.trouble, id)
	delete(c.ended, id)
	if err := c.begin(job); err != nil {
		return err
	}
	if f := c.running[id]; f != nil && f.written.IsZero() {
		return c.put(f) // then it goes on, whatever becomes of this coordinator
	}
	return nil
}

// begin follows a job: first come the results that it has, then its tasks are sent.
func (c *coordinator) begin(job Job) error {
	_, err := c.js.CreateOrUpdateConsumer(c.ctx, workStream, jetstream.ConsumerConfig{
		Durable: job.ID, FilterSubject: workPrefix + job.ID + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: c.o.Timing.Wait, MaxDeliver: -1, MaxAckPending: -1, MaxRequestBatch: 0,
	})
	if err != nil {
		return fmt.Errorf("the queue of job %s: %w", job.ID, err)
	}
	old, err := c.js.OrderedConsumer(c.ctx, resultStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultPrefix + job.ID + ".>"}, HeadersOnly: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return fmt.Errorf("the results of job %s: %w", job.ID, err)
	}
	f := &follow{tracker: newTracker(job), missing: map[string]bool{}}
	for text, t := range c.trouble[job.ID] {
		if part, err := parts.Parse(text); err == nil {
			f.tracker.trouble(part, t)
		}
	}
	before := old.CachedInfo().NumPending
	send := func(b arrival) {
		select {
		case c.results <- b:
		case <-c.ctx.Done():
		}
	}
	read := uint64(0)
	consuming, err := old.Consume(func(msg jetstream.Msg) {
		read++
		key := strings.TrimPrefix(msg.Subject(), resultPrefix)
		r, err := readResult(key, msg.Headers(), nil)
		send(arrival{f, key, r, err, read == before})
	})
	if err != nil {
		return fmt.Errorf("the results of job %s: %w", job.ID, err)
	}
	f.stop = consuming.Stop
	c.running[job.ID] = f
	if before == 0 {
		f.ready = true
		return c.step(f)
	}
	return nil
}

// take counts a result.
func (c *coordinator) take(b arrival) error {
	f := b.job
	if c.running[f.job.ID] != f {
		return nil
	}
	var wrong *fault
	if b.err != nil {
		wrong = &fault{Task: keyPart(b.key), Reason: b.err.Error()}
	} else {
		wrong = f.tracker.result(b.result)
	}
	if wrong != nil { // before anything else ends the job
		return c.distrust(f, wrong)
	}
	f.ready = f.ready || b.ready
	return c.step(f)
}

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

// step does what a job needs now: it ends, or tasks are sent.
func (c *coordinator) step(f *follow) error {
	if !f.ready {
		return nil
	}
	if wrong := c.faults[f.job.ID]; wrong != "" {
		return c.end(f, Faulty, wrong)
	}
	if phase, reason := f.over(); phase != Running {
		return c.end(f, phase, reason)
	}
	if f.leaves.out() <= c.o.Window/2 {
		c.fill(f)
	}
	if f.written.IsZero() {
		return c.put(f)
	}
	return nil
}

// fill puts tasks into the queue until there are enough.
func (c *coordinator) fill(f *follow) {
	for f.leaves.out() < c.o.Window {
		part, ok := f.leaves.next()
		if !ok {
			return
		}
		task := Task{f.job.ID, part, 1 + f.troubles[part.String()].Failed}
		msg := created(workPrefix+task.key(), encode(task))
		if _, err := c.pub.PublishMsgAsync(msg); err != nil {
			c.mu.Lock()
			c.refused, c.problem = append(c.refused, msg.Subject), err
			c.mu.Unlock()
			return
		}
	}
}

// resend has tasks sent again that the queue didn't take.
func (c *coordinator) resend() {
	if time.Since(c.resent) < c.o.Timing.Retry {
		return
	}
	c.mu.Lock()
	subjects, problem := c.refused, c.problem
	c.refused, c.problem = nil, nil
	c.mu.Unlock()
	if len(subjects) == 0 {
		return
	}
	c.resent = time.Now()
	c.o.Log(fmt.Sprintf("%d tasks could not be put into the queue, and are tried again: %v", len(subjects), problem))
	for _, subject := range subjects {
		id, part, err := parseKey(strings.TrimPrefix(subject, workPrefix))
		if f := c.running[id]; f != nil && err == nil {
			f.leaves.again(part)
		}
	}
	for _, f := range c.running {
		if f.ready {
			c.fill(f)
		}
	}
}

// end writes the last state of a job, by which workers break off what they have of it, and clears its queue.
func (c *coordinator) end(f *follow, phase Phase, reason string) error {
	if wrong := c.faults[f.job.ID]; wrong != "" {
		phase, reason = Faulty, wrong
	}
	f.stop()
	delete(c.running, f.job.ID)
	c.ended[f.job.ID] = phase
	f.state.Phase, f.state.Reason = phase, cut(reason, mostErrors)
	if err := c.put(f); err != nil {
		return err
	}
	c.o.Log(fmt.Sprintf("%s: %s %s", f.job.ID, phase, reason))
	return c.clear(f.job.ID)
}

// clear removes what only a running job needs.
func (c *coordinator) clear(id string) error {
	err := c.js.DeleteConsumer(c.ctx, workStream, id)
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return c.queue.Purge(c.ctx, jetstream.WithPurgeSubject(workPrefix+id+".>"))
}

// forget removes the checkpoints of a job.
func (c *coordinator) forget(id string) error {
	all, err := c.checkpoints.List(c.ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, object := range all {
		if err == nil && strings.HasPrefix(object.Name, id+".") {
			err = c.checkpoints.Delete(c.ctx, object.Name)
		}
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

// put writes the state of a job.
func (c *coordinator) put(f *follow) error {
	f.dirty, f.written = false, time.Now()
	_, err := c.states.Put(c.ctx, f.job.ID, encode(f.summary(c.workers)))
	return err
}

// write writes the states that have changed.
func (c *coordinator) write() error {
	c.resend()
	for _, f := range c.running {
		if f.ready && f.dirty {
			if err := c.put(f); err != nil {
				return err
			}
		}
	}
	return nil
}
