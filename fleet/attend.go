package fleet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
)

// hear takes what a worker says it is at.
func (c *coordinator) hear(msg *nats.Msg) {
	var p pulse
	if json.Unmarshal(msg.Data, &p) != nil || p.Worker == "" {
		return
	}
	w := c.workers[p.Worker]
	if w == nil {
		w = &seen{}
		c.workers[p.Worker] = w
	}
	w.pulse, w.at = p, time.Now()
	w.heard()
	if p.Leaving {
		delete(c.workers, p.Worker)
	}
	for _, f := range c.running {
		f.dirty = true
	}
}

// tick looks who hasn't been heard of, which jobs have had their time, and which tasks are to be divided.
func (c *coordinator) tick() error {
	now := time.Now()
	if late := now.Sub(c.ticked) > c.o.Timing.Wait/2; late { // it is this process that stood still
		for _, w := range c.workers {
			w.at = now
		}
	}
	c.ticked = now
	for name, w := range c.workers {
		if now.Sub(w.at) <= c.o.Timing.Wait {
			continue
		}
		delete(c.workers, name)
		for id, tasks := range w.Running {
			for _, d := range tasks {
				if err := c.lose(id, d.Part, name); err != nil {
					return err
				}
			}
		}
	}
	oldest := func(a, b *follow) int { return a.job.compare(&b.job) } // as workers take tasks
	for _, f := range slices.SortedFunc(maps.Values(c.running), oldest) {
		switch {
		case !f.ready:
		case !f.until.IsZero() && now.After(f.until):
			if err := c.end(f, Cancelled, fmt.Sprintf("time limit (%v)", f.job.Deadline)); err != nil {
				return err
			}
		case f.job.Divisible:
			c.divide(f)
		}
	}
	return nil
}

// lose notes that a worker was lost with a task. The queue gives the task to another by itself.
func (c *coordinator) lose(id, text, worker string) error {
	part, err := parts.Parse(text)
	f := c.running[id]
	if err != nil || f == nil {
		return nil
	}
	if s, i, leaf, ok := f.leaves.find(part); !ok || !leaf || s.done.has(i) {
		return nil
	}
	c.o.Log(fmt.Sprintf("%s: worker %s is lost with part %s", id, worker, part))
	aside := false
	err = alter(c.ctx, c.states, taskKey(id, part), func(old []byte) ([]byte, error) {
		t := readTrouble(old)
		if t.Lost++; t.Lost >= c.o.Losses && !t.Aside {
			t.Aside, aside = true, true
			t.fail(fmt.Sprintf("%d workers were lost with it", t.Lost))
		}
		return encode(t), nil
	})
	if err == nil && aside {
		err = c.queue.Purge(c.ctx, jetstream.WithPurgeSubject(workPrefix+taskKey(id, part)))
	}
	return err
}

// reconcile has tasks sent again that have neither a result nor a message, twice in a row: a queue that was lost
// is no loss.
func (c *coordinator) reconcile() error {
	for _, f := range c.running {
		if !f.ready || f.leaves.out() == 0 {
			continue
		}
		if err := of(f.job.ID, c.reconcileJob(f)); err != nil {
			return err
		}
	}
	return nil
}

// reconcileJob does so for one job.
func (c *coordinator) reconcileJob(f *follow) error {
	id := f.job.ID
	info, err := c.queue.Info(c.ctx, jetstream.WithSubjectFilter(workPrefix+id+".>"))
	if err != nil {
		return err
	}
	if err := c.reopenQueue(f, len(info.State.Subjects)); err != nil {
		return err
	}
	missing := map[string]bool{}
	f.leaves.sent(func(part parts.Path) {
		if key := taskKey(id, part); info.State.Subjects[workPrefix+key] == 0 {
			missing[key] = true
		}
	})
	found := 0
	for key := range missing {
		if !f.missing[key] {
			continue
		}
		stored, err := c.stored(c.ctx, key)
		if err != nil {
			return err
		}
		if stored != nil { // that it was created was not heard
			if err := c.take(arrival{job: id, key: key, result: stored}); err != nil {
				return err
			}
			if c.running[id] != f {
				return nil // by this result it has ended
			}
			continue
		}
		if _, part, err := parseKey(key); err == nil {
			f.leaves.again(part)
			found++
		}
	}
	f.missing = missing
	if found > 0 {
		c.o.Log(fmt.Sprintf("%s: %d tasks had neither a result nor a message, and are sent again", id, found))
		c.fill(f)
	}
	return nil
}

// reopenQueue makes the queue of a job anew if it has so many messages and gives some of them to nobody: what the server knows of who has which
// may be damaged, and then it does so without end.
func (c *coordinator) reopenQueue(f *follow, messages int) error {
	id := f.job.ID
	queue, err := c.js.Consumer(c.ctx, workStream, id)
	if err != nil {
		return err
	}
	info := queue.CachedInfo()
	at := false
	for _, w := range c.workers {
		at = at || len(w.Running[id]) > 0
	}
	stuck := uint64(messages) > info.NumPending+uint64(info.NumAckPending) || !at && info.NumPending == 0 && info.NumAckPending > 0
	switch {
	case !stuck:
		f.stuck = time.Time{}
		return nil
	case f.stuck.IsZero():
		f.stuck = time.Now()
		return nil
	case time.Since(f.stuck) <= 2*c.o.Timing.Wait:
		return nil
	}
	f.stuck = time.Time{}
	text := fmt.Sprintf("the queue of job %s gives its tasks to nobody, and is made anew", id)
	c.o.Log(text)
	c.o.notices.add(text)
	if err := c.js.DeleteConsumer(c.ctx, workStream, id); err != nil {
		return err
	}
	return c.open(id)
}
