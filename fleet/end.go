package fleet

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

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
	c.o.Log(strings.TrimSpace(fmt.Sprintf("%s: %s %s", f.job.ID, phase, reason)))
	return c.clear(f.job.ID)
}

// clear removes what only a running job needs.
func (c *coordinator) clear(id string) error {
	err := c.js.DeleteConsumer(c.ctx, workStream, id)
	if _, known := errors.AsType[*jetstream.APIError](err); known && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		c.o.Log(fmt.Sprintf("%s: its queue can't be removed: %v", id, err)) // nobody takes anything of it
		err = nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return c.queue.Purge(c.ctx, jetstream.WithPurgeSubject(workPrefix+id+".>"))
}

// put writes the state of a job.
func (c *coordinator) put(f *follow) error {
	f.dirty, f.written = false, time.Now()
	s := f.summary(c.workers)
	c.refusal[f.job.ID] = s.Refusing
	_, err := c.states.Put(c.ctx, f.job.ID, encode(s))
	if exceeded(err) && !f.state.Phase.Ended() {
		return c.exhaust(f, err)
	}
	return err
}

// exhaust ends a job of which the server keeps no more. Its queue goes first, so that there is room to say so, and workers hear of it
// before, so that they don't fill that.
func (c *coordinator) exhaust(f *follow, why error) error {
	c.nc.Publish(notes, encode(note{f.job.ID, noRoom(why), true}))
	select {
	case <-time.After(c.o.Timing.Retry):
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
	if err := c.clear(f.job.ID); err != nil {
		return err
	}
	return c.end(f, Cancelled, noRoom(why))
}

// noRoom says to people that the server keeps no more.
func noRoom(why error) string {
	return fmt.Sprintf("the server keeps no more than it has: %v", why)
}

// write writes the states that have changed.
func (c *coordinator) write() error {
	if err := c.resend(); err != nil {
		return err
	}
	for _, f := range c.running {
		if f.ready && f.dirty {
			if err := of(f.job.ID, c.put(f)); err != nil {
				return err
			}
		}
	}
	return nil
}
