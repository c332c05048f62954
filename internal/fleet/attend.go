package fleet

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
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

// arrival is a result as the coordinator hears of it.
type arrival struct {
	job     string
	existed *follow // the job as it was begun when there was the result already; nil if the result is new
	key     string
	result  *Result
	err     error // the result can't be read
	last    bool  // of those that there were; there is no result
	lost    error // those that there are can't be read
}

// arrive hears of a result that has just been created. Nothing is lost as long as the connection is up, or the server is one of many:
// then it is found again (reconcile).
func (c *coordinator) arrive(msg *nats.Msg) {
	key := strings.TrimPrefix(msg.Subject, arrivals)
	id, _, _ := strings.Cut(key, ".")
	r, err := readResult(key, msg.Header, nil)
	c.hand(arrival{job: id, key: key, result: r, err: err})
}

// read hears of the results that a job had when it was begun.
func (c *coordinator) read(f *follow, there *existing) {
	defer there.remove(f.ctx)
	for msg, err := range there.read(f.ctx) {
		a := arrival{job: f.job.ID, existed: f}
		if err != nil {
			a.lost = fmt.Errorf("the results of job %s: %w", f.job.ID, err)
		} else {
			a.key = strings.TrimPrefix(msg.Subject(), resultPrefix)
			a.result, a.err = readResult(a.key, msg.Headers(), nil)
		}
		if !c.hand(a) || f.ctx.Err() != nil {
			return
		}
	}
	c.hand(arrival{job: f.job.ID, existed: f, last: true})
}

// hand passes a result on to be counted; false if nobody counts any more.
func (c *coordinator) hand(a arrival) bool {
	select {
	case c.results <- a:
		return true
	case <-c.ctx.Done():
		return false
	}
}

// take counts a result.
func (c *coordinator) take(a arrival) error {
	f := c.running[a.job]
	if f == nil || a.existed != nil && a.existed != f {
		return nil
	}
	if a.lost != nil {
		return a.lost
	}
	var wrong *fault
	switch {
	case a.last:
		f.ready = true
	case a.err != nil:
		wrong = &fault{Task: keyPart(a.key), Reason: a.err.Error()}
	default:
		wrong = f.tracker.result(a.result)
	}
	for _, digest := range f.spent { // what is left is removed with the job
		c.checkpoints.Delete(c.ctx, stateName(f.job.ID, digest))
	}
	f.spent = nil
	if wrong != nil { // before anything else ends the job
		return c.distrust(f, wrong)
	}
	return c.step(f)
}

// step does what a job needs now: it ends, or tasks are sent.
func (c *coordinator) step(f *follow) error {
	if !f.ready {
		return nil
	}
	if wrong := c.faults[f.job.ID]; wrong != "" {
		return c.end(f, Faulty, wrong)
	}
	switch phase, reason := f.over(); {
	case phase == Enough && c.o.Judge != nil && !f.agreed:
		c.ask(f)
	case phase != Running:
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
