package fleet

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
)

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
		job, err := decodeJob(entry)
		if err != nil {
			c.o.Log(fmt.Sprintf("job %s can't be run: %v", id, err))
			return nil
		}
		return c.begin(job, entry.Created())
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
		delete(c.refusal, id)
		delete(c.reopened, id)
	case wantReopen:
		if phase := c.ended[id]; phase == Cancelled || phase == Incomplete {
			if err := c.reopen(id, entry.Created()); err != nil {
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

// reopened behind the name of a job is the key of an entry whose time, by the clock of the server, is when it was reopened last.
const reopened = ".reopened"

// reopen goes on with a job, since somebody wanted it at some time: from then on it has the time of its deadline again.
func (c *coordinator) reopen(id string, wanted time.Time) error {
	job, err := c.Client.Job(c.ctx, id)
	if err != nil {
		return err
	}
	for part := range c.trouble[id] {
		path, err := parts.Parse(part)
		if err != nil {
			continue
		}
		if err := c.withdraw(id, path); err != nil {
			return err
		}
		if err := c.states.Purge(c.ctx, taskKey(id, path)); err != nil {
			return err
		}
	}
	delete(c.trouble, id)
	delete(c.ended, id)
	c.reopened[id] = wanted
	if _, err := c.states.Put(c.ctx, id+reopened, nil); err != nil && !exceeded(err) { // for coordinators to come
		return err
	}
	if err := c.begin(job, wanted); err != nil {
		return err
	}
	if f := c.running[id]; f != nil && f.written.IsZero() {
		return c.put(f) // then it goes on, whatever becomes of this coordinator
	}
	return nil
}

// begin follows a job that was submitted at some time, and may have been reopened later: first come the results that it has, then its tasks are sent.
func (c *coordinator) begin(job Job, submitted time.Time) error {
	reason := c.doomed[job.ID]
	if reason == "" {
		if err := c.open(job.ID); err != nil {
			return err
		}
		if err := c.keepCopy(c.ctx, job); err != nil {
			return err
		}
	}
	f := &follow{tracker: newTracker(job), missing: map[string]bool{}}
	f.refused = c.refusal[job.ID]
	f.until = c.due(job, submitted)
	for _, text := range slices.SortedFunc(maps.Keys(c.trouble[job.ID]), comparePaths) {
		if part, err := parts.Parse(text); err == nil {
			f.tracker.trouble(part, c.trouble[job.ID][text])
		}
	}
	ctx, end := context.WithCancelCause(c.ctx)
	f.ctx, f.stop = ctx, func() { end(ErrEnded) }
	c.running[job.ID] = f
	if reason != "" {
		delete(c.doomed, job.ID) // who reopens the job tries it again
		c.o.notices.add(fmt.Sprintf("job %s was ended: %s", job.ID, reason))
		return c.end(f, Cancelled, reason)
	}
	there, err := c.existing(ctx, job.ID, true)
	if err != nil {
		return fmt.Errorf("the results of job %s: %w", job.ID, err)
	}
	if there.left == 0 {
		there.remove(ctx)
		f.ready = true
		return c.step(f)
	}
	c.reading.Go(func() { c.read(f, there) })
	return nil
}

// open makes the queue of a job, unless it is there. A queue that the server can't use is made anew: what it had is sent again.
func (c *coordinator) open(id string) error {
	create := func() error {
		_, err := c.js.CreateOrUpdateConsumer(c.ctx, workStream, jetstream.ConsumerConfig{
			Durable: id, FilterSubject: workPrefix + id + ".>", AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.o.Timing.Wait, MaxDeliver: -1, MaxAckPending: -1, MaxRequestBatch: 0,
		})
		return err
	}
	err := create()
	if _, refused := errors.AsType[*jetstream.APIError](err); refused && !exceeded(err) {
		text := fmt.Sprintf("the queue of job %s is damaged, and is made anew: %v", id, err)
		c.o.Log(text)
		c.o.notices.add(text)
		c.js.DeleteConsumer(c.ctx, workStream, id) // if there is something to delete
		if c.o.discard != nil {
			if err := c.o.discard(id); err != nil {
				return err
			}
		}
		err = create()
	}
	if err != nil {
		return fmt.Errorf("the queue of job %s: %w", id, err)
	}
	return nil
}

// due is when the time of a job is up that was submitted at some time, by the clock of the server; zero if it never is.
func (c *coordinator) due(job Job, submitted time.Time) time.Time {
	if job.Deadline == 0 {
		return time.Time{}
	}
	if again, ok := c.reopened[job.ID]; ok {
		submitted = again
	}
	return submitted.Add(job.Deadline)
}
