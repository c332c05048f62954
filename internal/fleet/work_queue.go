package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// pick returns the next task and reserves what it needs, or nil if there is none or no room.
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

// roomFor returns how many of n tasks of a job there is room for.
func (w *worker) roomFor(j *workJob, n int) int {
	return j.within(j.atOnce(n, j.busy), w.o.Memory, w.memory)
}

// open returns the jobs that may have tasks for this worker, the oldest first.
func (w *worker) open() (out []*workJob) {
	for _, j := range w.jobs {
		if !j.dry && w.room(j) && !w.yields(j) {
			out = append(out, j)
		}
	}
	slices.SortFunc(out, func(a, b *workJob) int { return a.compare(&b.Job) })
	return out
}

// Small tasks are fetched in advance: about so much work, at most so many.
const (
	advance     = 200 * time.Millisecond
	mostAdvance = 500
)

// lastAnswer bounds the wait for tasks of an ended job, whose consumer may be gone. The library would wait longer.
const lastAnswer = 100 * time.Millisecond

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
		w.locked(func() { j.dry = false })
	}
}

// read returns the task of a message, or nil if it has none.
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

// receive queues delivered tasks. Tasks that another worker may have wait until the others have been asked. A task
// that this worker already has is skipped: a server that was away for long delivers it again.
func (w *worker) receive(j *workJob, given []*delivery) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.jobs[j.ID] != j {
		return // it has ended
	}
	own := map[string]*delivery{}
	if slices.ContainsFunc(given, func(d *delivery) bool { return d.again }) {
		for d := range w.held {
			if d.job == j {
				own[d.key] = d
			}
		}
	}
	var doubtful []*delivery
	for _, d := range given {
		if has := own[d.key]; has != nil {
			has.times = d.times
			if !has.running { // another worker may have had it in between
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
		} else { // nobody else had it
			w.queue = append(w.queue, d)
		}
	}
	if len(doubtful) > 0 {
		j.asking += len(doubtful)
		w.tasks.Go(func() { w.clarify(j, doubtful) })
	}
}

// sending is a result being published.
type sending struct {
	d      *delivery
	result *Result
}

// publisher publishes results. Its handlers settle them.
func (w *worker) publisher() (jetstream.JetStream, error) {
	settled := func(msg *nats.Msg) *sending {
		w.mu.Lock()
		defer w.mu.Unlock()
		return w.sending[msg]
	}
	return jetstream.New(w.nc, jetstream.WithPublishAsyncMaxPending(mostSending), jetstream.WithPublishAsyncTimeout(w.o.Timing.Publish),
		jetstream.WithPublishAsyncAckHandler(func(_ jetstream.JetStream, msg *nats.Msg, _ *jetstream.PubAck) {
			if s := settled(msg); s != nil {
				w.counted(msg, s)
			}
		}),
		jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, msg *nats.Msg, err error) {
			if s := settled(msg); s != nil {
				go w.insist(msg, s, err)
			}
		}))
}

// mostSending bounds the results being published.
const mostSending = 4096

// deliver sends a result to the hub. The task is acknowledged once the result is stored.
func (w *worker) deliver(d *delivery, r *Result) {
	r.Errors = cut(r.Errors, mostErrors)
	if err := w.storeLarge(d, r); err != nil {
		w.interrupted(d, fmt.Errorf("the output of part %s can't be stored: %w", d.Part, err))
		return
	}
	msg := r.message(d.key)
	s := &sending{d, r}
	w.locked(func() { w.sending[msg] = s })
	if _, err := w.pub.PublishMsgAsync(msg); err != nil {
		go w.insist(msg, s, err)
	}
}

// storeLarge stores a large output. It retries until the worker or the job ends, so that no work is lost.
func (w *worker) storeLarge(d *delivery, r *Result) error {
	needed, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer context.AfterFunc(d.job.ctx, func() {
		if errors.Is(context.Cause(d.job.ctx), ErrEnded) {
			cancel()
		}
	})()
	for said := false; ; said = true {
		err := w.storeOutput(needed, d.job.ID, r)
		if err == nil || d.job.ctx.Err() != nil {
			return err
		}
		if !said {
			w.o.Log(fmt.Sprintf("%s: the hub doesn't take the output of part %s: %v", d.job.ID, d.Part, err))
		}
		if exceeded(err) {
			w.exhausted(d.job, err)
			return err
		}
		select {
		case <-time.After(w.o.Timing.Retry):
		case <-d.job.ctx.Done(): // one last attempt
		}
	}
}

func (w *worker) counted(msg *nats.Msg, s *sending) {
	s.d.msg.Ack()
	w.drop(s.d)
	if s.d.job.Resumable {
		go func() {
			ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
			defer cancel()
			w.checkpoints.Delete(ctx, s.d.key) // otherwise it goes with the job
		}()
	}
	w.settledOne(msg)
}

func (w *worker) settledOne(msg *nats.Msg) {
	w.locked(func() { delete(w.sending, msg) })
	w.awake()
}

// insist handles a refused result: it compares the one there is, or retries until the worker or the job ends.
func (w *worker) insist(msg *nats.Msg, s *sending, err error) {
	said := false
	for {
		if exists(err) {
			err = w.compare(s)
		}
		if err == nil {
			w.counted(msg, s)
			return
		}
		last := s.d.job.ctx.Err() != nil
		if !said || last {
			w.o.Log(fmt.Sprintf("%s: the hub doesn't take the result of part %s: %v", s.d.job.ID, s.d.Part, err))
			said = true
		}
		wait := w.o.Timing.Retry
		if exceeded(err) {
			w.exhausted(s.d.job, err)
			wait = w.o.Timing.Publish
		}
		if last { // the next worker repeats the task
			w.drop(s.d)
			w.settledOne(msg)
			return
		}
		select {
		case <-time.After(wait):
		case <-s.d.job.ctx.Done(): // one last attempt, if it is of use
			if errors.Is(context.Cause(s.d.job.ctx), ErrEnded) {
				continue
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
		_, err = w.js.PublishMsg(ctx, msg)
		cancel()
	}
}

// exhausted ends a job when the server's storage is full. Watchers hear of it even if that can't be stored.
func (w *worker) exhausted(j *workJob, err error) {
	if j.ctx.Err() != nil || !j.ending.TryLock() { // many results may fail at once
		return
	}
	defer j.ending.Unlock()
	w.nc.Publish(notes, encode(note{Job: j.ID, Text: noRoom(err)}))
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
	defer cancel()
	if err := w.Cancel(ctx, j.ID, noRoom(err)); err != nil {
		w.o.Log(fmt.Sprintf("%s can't be ended: %v", j.ID, err))
	}
}

// compare compares a result with the stored one, and reports a contradiction.
func (w *worker) compare(s *sending) error {
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
	defer cancel()
	stored, err := w.stored(ctx, s.d.key)
	if err != nil || stored == nil {
		return errors.Join(err, errors.New("a result that was there is gone"))
	}
	if s.result.From != "" && stored.From != s.result.From { // nothing will begin from it
		w.checkpoints.Delete(ctx, stateName(s.d.job.ID, s.result.From)) // otherwise it goes with the job
	}
	if !s.result.contradicts(stored) {
		return nil
	}
	first, second := *stored, *s.result
	first.Output, second.Output = nil, nil
	reason := fmt.Sprintf("workers %s and %s came to different results", stored.Worker, s.result.Worker)
	w.o.Log(fmt.Sprintf("%s: part %s: %s", s.d.job.ID, s.d.Part, reason))
	return w.report(s.d.key, &fault{s.d.Part.String(), reason, &first, &second})
}

func (w *worker) settle() {
	for {
		w.mu.Lock()
		n := len(w.sending)
		w.mu.Unlock()
		if n == 0 {
			return
		}
		<-w.wake
	}
}
