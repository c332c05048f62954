package fleet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// pick is the next task to do, and takes what it needs; nil if there is none, or no room.
func (w *worker) pick() *delivery {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.busy >= w.o.Cores {
		return nil
	}
	if d := w.take(); d != nil {
		return d
	}
	for _, j := range w.open() {
		w.mu.Unlock()
		w.fetch(j)
		w.mu.Lock()
		if d := w.take(); d != nil {
			return d
		}
	}
	return nil
}

// take is the first task of the worker's own queue that there is room for.
func (w *worker) take() *delivery {
	for i, d := range w.queue {
		if !w.room(d.job) {
			continue
		}
		w.queue = slices.Delete(w.queue, i, i+1)
		if d.cores = 1; d.job.Wide {
			d.cores = w.o.Cores - w.busy
		}
		w.busy++
		w.memory += d.job.Memory
		d.job.busy++
		d.running, d.begun = true, time.Now()
		d.moved = d.begun
		d.ctx, d.stop = context.WithCancelCause(d.job.ctx)
		return d
	}
	return nil
}

func (w *worker) room(j *workJob) bool { return w.roomFor(j, 1) > 0 }

// roomFor is for how many of n tasks of a job there is room.
func (w *worker) roomFor(j *workJob, n int) int {
	return j.within(j.atOnce(n, j.busy), w.o.Memory, w.memory)
}

// open has the jobs that tasks may be got of, the oldest first.
func (w *worker) open() []*workJob {
	var out []*workJob
	for _, j := range w.jobs {
		if !j.dry && w.room(j) && !w.yields(j) {
			out = append(out, j)
		}
	}
	slices.SortFunc(out, func(a, b *workJob) int { return a.compare(&b.Job) })
	return out
}

// Small tasks are fetched in advance: as many as take about so long, at most so many.
const (
	advance     = 200 * time.Millisecond
	mostAdvance = 500
)

// lastAnswer is for how long tasks are waited for of a job that has ended: its consumer may be removed before it answers, and the library
// would wait for a second.
const lastAnswer = 100 * time.Millisecond

// fetch gets tasks of a job.
func (w *worker) fetch(j *workJob) {
	w.mu.Lock()
	n := w.roomFor(j, w.o.Cores-w.busy)
	if j.mean > 0 {
		n = max(n, min(int(advance/j.mean)*j.atOnce(w.o.Cores, 0), mostAdvance))
	}
	n -= j.asking
	j.dry = true // unless there is news meanwhile
	w.mu.Unlock()
	if n < 1 {
		return
	}
	got, err := j.consumer.FetchNoWait(n)
	if err != nil {
		return // the hub is away, or the job has ended
	}
	count := 0
	var given []*delivery
	messages, ended, late := got.Messages(), j.ctx.Done(), (<-chan time.Time)(nil)
	for open := true; open; {
		select {
		case msg, more := <-messages:
			if open = more; !more {
				break
			}
			count++
			if d := w.read(j, msg); d != nil {
				given = append(given, d)
			}
		case <-ended:
			ended, late = nil, time.After(lastAnswer)
		case <-late:
			open = false
		}
	}
	w.receive(j, given)
	if count > 0 {
		w.mu.Lock()
		j.dry = false
		w.mu.Unlock()
	}
}

// read is the task of a message of the queue; nil if that is none.
func (w *worker) read(j *workJob, msg jetstream.Msg) *delivery {
	d := &delivery{key: strings.TrimPrefix(msg.Subject(), workPrefix), msg: msg, job: j}
	if err := json.Unmarshal(msg.Data(), &d.Task); err != nil || d.Task.key() != d.key {
		w.o.Log(fmt.Sprintf("a message of the queue is no task: %s", d.key))
		msg.Term()
		return nil
	}
	if meta, err := msg.Metadata(); err == nil {
		d.times = meta.NumDelivered
		d.again = d.times > 1 || d.Attempt > 1
	}
	return d
}

// receive takes tasks of a job into the worker's own queue; those that somebody else may have had before when it is known that nobody has
// them. What this worker has itself it doesn't take twice: a server that was away for long gives it out again.
func (w *worker) receive(j *workJob, given []*delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.jobs[j.ID] != j {
		return // it has ended
	}
	var own map[string]*delivery
	if slices.ContainsFunc(given, func(d *delivery) bool { return d.again }) {
		own = w.ownOf(j)
	}
	var doubtful []*delivery
	for _, d := range given {
		if has := own[d.key]; has != nil {
			has.times = d.times
			if !has.running { // another may have had it in between
				has.again = true
			}
			continue
		}
		before, returned := j.returned[d.key]
		delete(j.returned, d.key)
		w.held[d] = true
		if d.again && (!returned || d.times != before+1) {
			d.asking = true
			doubtful = append(doubtful, d)
		} else { // nobody had it, or this worker alone since it gave it back
			w.queue = append(w.queue, d)
		}
	}
	if len(doubtful) > 0 {
		j.asking += len(doubtful)
		w.tasks.Go(func() { w.clarify(j, doubtful) })
	}
}

// ownOf has the tasks of a job that the worker has, by key.
func (w *worker) ownOf(j *workJob) map[string]*delivery {
	own := map[string]*delivery{}
	for d := range w.held {
		if d.job == j {
			own[d.key] = d
		}
	}
	return own
}
