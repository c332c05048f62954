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

func (c *coordinator) hear(msg *nats.Msg) {
	if msg.Subject == roll {
		c.answerRoll(msg)
		return
	}
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

// tick finds lost workers, expired jobs and tasks to split.
func (c *coordinator) tick() error {
	now := time.Now()
	if late := now.Sub(c.ticked) > c.o.Timing.Wait/2; late { // this process was suspended, not the workers
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
	oldest := func(a, b *follow) int { return a.job.compare(&b.job) } // the order of workers
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

// lose notes that a worker was lost with a task. The queue gives the task to another.
func (c *coordinator) lose(id, text, worker string) error {
	part, err := parts.Parse(text)
	f := c.running[id]
	if err != nil || f == nil {
		return nil
	}
	if _, _, open, _ := f.leaves.find(part); !open {
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

// reconcile sends again tasks that twice in a row have neither a result nor a message. So a lost queue does no harm.
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
		if stored != nil { // its arrival was missed
			if err := c.take(arrival{job: id, key: key, result: stored}); err != nil {
				return err
			}
			if c.running[id] != f {
				return nil // this result ended it
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

// reopenQueue replaces the queue of a job that withholds some of its messages for long. The server's record of who has
// what may be damaged, and would stay so.
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
	c.o.trouble(fmt.Sprintf("the queue of job %s gives its tasks to nobody, and is made anew", id))
	if err := c.js.DeleteConsumer(c.ctx, workStream, id); err != nil {
		return err
	}
	return c.open(id)
}

// arrival is a result that reaches the coordinator.
type arrival struct {
	job     string
	existed *follow // the job as begun, if the result existed then; nil for a new result
	key     string
	result  *Result
	err     error // the result is unreadable
	last    bool  // the end of the existing results, without a result
	lost    error // the existing results can't be read
}

// arrive handles the notice of a new result. If the notice is lost, reconcile finds the result.
func (c *coordinator) arrive(msg *nats.Msg) {
	key := strings.TrimPrefix(msg.Subject, arrivals)
	id, _, _ := strings.Cut(key, ".")
	r, err := readResult(key, msg.Header, nil)
	c.hand(arrival{job: id, key: key, result: r, err: err})
}

// read passes on the results that a job had when it was begun.
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

// hand passes a result on to be counted. It returns false when the run has ended.
func (c *coordinator) hand(a arrival) bool {
	select {
	case c.results <- a:
		return true
	case <-c.ctx.Done():
		return false
	}
}

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
	for _, digest := range f.spent { // otherwise they go with the job
		c.checkpoints.Delete(c.ctx, stateName(f.job.ID, digest))
	}
	f.spent = nil
	if wrong != nil { // before anything else can end the job
		return c.distrust(f, wrong)
	}
	return c.step(f)
}

// step ends a job that is over, or sends its tasks.
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
