package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// division is a task that a worker is to break off, so that it is split.
type division struct {
	worker *seen
	during
	into int
}

// divide has long tasks broken off if there is nothing else to do for some workers.
func (c *coordinator) divide(f *follow) {
	for _, d := range c.divisions(f) {
		d.worker.order(f.job.ID+"."+d.Part, d.into)
		c.nc.Publish(orders+d.worker.Worker, encode(order{f.job.ID, d.Part, d.into}))
	}
}

// divisions is what is to be divided now, the longest first.
func (c *coordinator) divisions(f *follow) (out []division) {
	id := f.job.ID
	var long []division
	running, free := 0, 0
	for _, w := range c.workers {
		if _, refuses := w.Refusing[id]; refuses {
			continue
		}
		free += w.slots(&f.job)
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
		free -= w.promised() // of whichever job that is: a slot is free once
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

// wanted is into how many parts one is split that can be split into so many, if so many workers are free. Where they go on from the
// state of the whole, a split costs what they have in common, and they can be split again: so there are no more than there are workers.
func (j *Job) wanted(into, free int) int {
	if j.Resumable {
		return min(into, max(free, 1)+1)
	}
	return into
}

// divideAfter is how long a part of a job works before it is split, after so many splits. Where what it has come to isn't lost, that is
// sooner by a factor of ten.
func (j *Job) divideAfter(t Timing, splits int) time.Duration {
	if j.Resumable {
		return t.divideAfter(splits) / 10
	}
	return t.divideAfter(splits)
}

// divideAfter is how long a part runs before it is split, after so many splits. It is twice as long each time: nobody
// knows whether a part can get smaller, and one that can't must come to its end all the same, for
// a division loses what was done.
func (t Timing) divideAfter(splits int) time.Duration {
	const most = time.Duration(1<<63 - 1)
	if splits = max(splits-1, 0); splits > 62 || t.Divide > most>>splits {
		return most
	}
	return t.Divide << splits
}

// divideInto is into how many a part can be split, at most so many; with 1 it can't.
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

// indivisible says why a task of a job can't have been divided as a result says, for which no worker was asked; "" if it can.
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

// worked is how long a worker has worked on what is divided of a task. The parts of one that has hardly begun have much in common, and
// nobody knows when a tenth is done. But how long a count prepares, up to its first checkpoint, is in proportion to how long it is
// expected to take; so it works for as long as that before anything counts.
func (d *delivery) worked() time.Duration {
	switch {
	case !d.job.Resumable:
		return time.Since(d.begun)
	case d.saves.IsZero():
		return 0
	}
	return max(time.Since(d.saves)-d.saves.Sub(d.begun), 0)
}

// hasState reports whether a task can be broken off so that its parts can begin where it is. The coordinator orders it again.
func (d *delivery) hasState() bool {
	return !d.job.Resumable || !d.saves.IsZero() // without checkpoints they begin anew
}

// findStates notes which tasks have their first checkpoint. The disk is asked while nobody waits for it: it may be far away.
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
			w.mu.Lock()
			d.saves = time.Now()
			w.mu.Unlock()
		}
	}
}

// patience is how many pulses a worker may send of a task that it was told to break off before it is told again: orders are
// not stored, and may get lost.
const patience = 3

// command is an order that a worker was given.
type command struct {
	into   int // parts
	pulses int // that it has sent since
}

// order notes that a worker is told to break off a task, so that it is split into so many.
func (w *seen) order(key string, into int) {
	if w.ordered == nil {
		w.ordered = map[string]command{}
	}
	w.ordered[key] = command{into: into}
}

// obeying reports whether a worker was told to break off a task not long ago.
func (w *seen) obeying(key string) bool {
	told, ordered := w.ordered[key]
	return ordered && told.pulses < patience
}

// promised is how many slots there is something for, of any worker, when this one has broken off what it was told to.
func (w *seen) promised() (n int) {
	for _, told := range w.ordered {
		if told.pulses < patience {
			n += told.into - 1
		}
	}
	return n
}

// heard counts a pulse, and forgets what was ordered of tasks that the worker doesn't have any more.
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

// fill puts tasks into the queue until there are enough. One that has ended gets none, as nobody would take them away.
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

// resend has tasks sent again that the queue didn't take.
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

// withdraw takes back the division by which there is a task, if nobody has the state any more from which it begins: then none of its
// attempts can come to anything. What was divided is one task again. Its parts that were done count no more, as no split leads to them.
func (c *coordinator) withdraw(job string, part parts.Path) error {
	n, from := len(part)-1, part.Checkpoint()
	if from == "" {
		return nil
	}
	there := func(io.Reader) error { return nil } // all its pieces are, that is
	err := damaged(c.getObject(c.ctx, c.checkpoints, stateName(job, from), there))
	if !errors.Is(err, errDamaged) {
		return err
	}
	c.o.Log(job + ": part " + part[:n].String() + " is not divided any more, as the state from which its parts begin is lost")
	results, err := c.resultStream(c.ctx)
	if err != nil {
		return err
	}
	return results.Purge(c.ctx, jetstream.WithPurgeSubject(resultPrefix+taskKey(job, part[:n])))
}
