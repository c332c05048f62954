package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// division is a task to be split.
type division struct {
	worker *seen
	during
	into int
}

// divide orders long tasks to be split while some workers have nothing else to do.
func (c *coordinator) divide(f *follow) {
	for _, d := range c.divisions(f) {
		d.worker.order(f.job.ID+"."+d.Part, d.into)
		c.nc.Publish(orders+d.worker.Worker, encode(order{f.job.ID, d.Part, d.into}))
	}
}

// divisions returns what to split now, the longest first.
func (c *coordinator) divisions(f *follow) (out []division) {
	id := f.job.ID
	var long []division
	running, free := 0, 0
	for _, w := range c.workers {
		if _, refuses := w.Refusing[id]; refuses {
			continue
		}
		free += f.job.within(f.job.atOnce(w.Free, len(w.Running[id])), w.Memory, w.Needed)
		for _, d := range w.Running[id] {
			running++
			part, err := parts.Parse(d.Part)
			if err != nil {
				continue
			}
			into := f.job.divideInto(part, c.o.Divide)
			if !w.obeying(id+"."+d.Part) && into > 1 && d.Worked >= f.job.divideAfter(c.o.Timing, len(part)) {
				long = append(long, division{w, d, into})
			}
		}
	}
	for _, w := range c.workers {
		free -= w.promised() // of any job: a slot is free once
	}
	if f.leaves.unsent > 0 || f.leaves.out() > running {
		return nil
	}
	slices.SortFunc(long, func(a, b division) int {
		return cmp.Or(cmp.Compare(b.For, a.For), strings.Compare(a.Part, b.Part))
	})
	for _, d := range long {
		if free <= 0 {
			break
		}
		d.into = f.job.wanted(d.into, free)
		free -= d.into - 1
		out = append(out, d)
	}
	return out
}

// wanted returns how many parts to split a task into, given its maximum and the number of free workers. Parts of a
// resumable job repeat the work that they share and can be split again, so it makes no more than there are workers.
func (j *Job) wanted(into, free int) int {
	if j.Resumable {
		return min(into, max(free, 1)+1)
	}
	return into
}

// divideAfter returns how long a part works before it is split, after so many splits. Each doubles the time: a part
// may be unable to get smaller, and must finish all the same. For a resumable job, whose division loses no work, it
// is a tenth.
func (j *Job) divideAfter(t Timing, splits int) time.Duration {
	after := time.Duration(math.MaxInt64)
	if splits = max(splits-1, 0); splits <= 62 && t.Divide <= after>>splits {
		after = t.Divide << splits
	}
	if j.Resumable {
		after /= 10
	}
	return after
}

// divideInto returns how many parts a part can be split into, up to a limit; 1 if it can't.
func (j *Job) divideInto(part parts.Path, most int) int {
	if len(part) >= parts.MostSplits {
		return 1
	}
	if j.Pieces > 0 {
		begin, end := part.Range(j.Pieces)
		most = min(most, end-begin)
	}
	return max(most, 1)
}

// indivisible returns why a result's division can't be genuine, or "".
func (j *Job) indivisible(r *Result) string {
	switch {
	case !j.Divisible:
		return "it was divided, and no task of the job can be"
	case j.divideInto(r.Part, r.Divided) < r.Divided:
		return fmt.Sprintf("it was divided into %d, more than it has pieces", r.Divided)
	case j.Resumable && r.From == "":
		return "it was divided without the state that it had come to"
	case !j.Resumable && r.From != "":
		return "it was divided with a state that it can't have come to"
	}
	return ""
}

// worked returns how long a worker has worked on the divisible part of a task. Before the first checkpoint, parts of a
// task would share most work. That preparation is proportional to the expected time, so as much again must pass.
func (d *delivery) worked() time.Duration {
	switch {
	case !d.job.Resumable:
		return time.Since(d.begun)
	case d.saves.IsZero():
		return 0
	}
	return max(time.Since(d.saves)-d.saves.Sub(d.begun), 0)
}

// hasState reports whether a task's parts could begin where it is. If not, the coordinator orders again.
func (d *delivery) hasState() bool {
	return !d.job.Resumable || !d.saves.IsZero() // without checkpoints, parts begin anew
}

// findStates notes first checkpoints. It reads the disk, which may be slow, while nobody waits.
func (w *worker) findStates() {
	w.mu.Lock()
	var without []*delivery
	for d := range w.held {
		if d.running && !d.hasState() {
			without = append(without, d)
		}
	}
	w.mu.Unlock()
	for _, d := range without {
		if _, err := os.Stat(w.checkpointFile(d)); err == nil {
			w.locked(func() { d.saves = time.Now() })
		}
	}
}

// patience is how many pulses a worker may send before an order is repeated. Orders are not stored and may be lost.
const patience = 3

// command is an order that a worker was given.
type command struct {
	into   int // parts
	pulses int // sent since
}

func (w *seen) order(key string, into int) {
	if w.ordered == nil {
		w.ordered = map[string]command{}
	}
	w.ordered[key] = command{into: into}
}

func (w *seen) obeying(key string) bool {
	told, ordered := w.ordered[key]
	return ordered && told.pulses < patience
}

// promised returns how many slots the pending orders of a worker will fill, on any worker.
func (w *seen) promised() (n int) {
	for _, told := range w.ordered {
		if told.pulses < patience {
			n += told.into - 1
		}
	}
	return n
}

// heard counts a pulse, and forgets orders for tasks that the worker no longer has.
func (w *seen) heard() {
	if len(w.ordered) == 0 {
		return
	}
	still := map[string]command{}
	for id, tasks := range w.Running {
		for _, d := range tasks {
			if told, ordered := w.ordered[id+"."+d.Part]; ordered {
				told.pulses++
				still[id+"."+d.Part] = told
			}
		}
	}
	w.ordered = still
}

// fill queues tasks up to the window. A job that has ended gets none, as nobody would remove them.
func (c *coordinator) fill(f *follow) {
	if c.running[f.job.ID] != f {
		return
	}
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

// resend queues again what the queue refused.
func (c *coordinator) resend() error {
	if time.Since(c.resent) < c.o.Timing.Retry {
		return nil
	}
	c.mu.Lock()
	subjects, problem := c.refused, c.problem
	c.refused, c.problem = nil, nil
	c.mu.Unlock()
	if len(subjects) == 0 {
		return nil
	}
	c.resent = time.Now()
	c.o.Log(fmt.Sprintf("%d tasks could not be put into the queue, and are tried again: %v", len(subjects), problem))
	full := exceeded(problem)
	for _, subject := range subjects {
		id, part, err := parseKey(strings.TrimPrefix(subject, workPrefix))
		f := c.running[id]
		if f == nil || err != nil {
			continue
		}
		if full {
			if err := c.exhaust(f, problem); err != nil {
				return err
			}
			continue
		}
		f.leaves.again(part)
	}
	for _, f := range c.running {
		if f.ready {
			c.fill(f)
		}
	}
	return nil
}

// withdraw cancels the division that made a task if the state from which it begins is lost, as no attempt can succeed.
// The divided task becomes one again. Results of its parts no longer count, as no split leads to them.
func (c *coordinator) withdraw(job string, part parts.Path) error {
	n, from := len(part)-1, part.Checkpoint()
	if from == "" {
		return nil
	}
	there := func(io.Reader) error { return nil } // getObject checks that all pieces exist
	err := damaged(c.getObject(c.ctx, c.checkpoints, stateName(job, from), there))
	if !errors.Is(err, errDamaged) {
		return err
	}
	c.o.Log(job + ": part " + part[:n].String() + " is not divided any more, as the state from which its parts begin is lost")
	return c.resultLog.Purge(c.ctx, jetstream.WithPurgeSubject(resultPrefix+taskKey(job, part[:n])))
}
