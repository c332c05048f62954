package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Runner does tasks. A worker calls Run concurrently.
type Runner interface {
	// Run does a task and returns Status, Output, Errors and CPU. Work fills in the rest. Output has the lines of
	// package parts for this part and no other.
	//
	// When ctx ends, Run must stop soon. If the job is resumable, it first saves its checkpoint in the file that w
	// names. context.Cause(ctx) is ErrDrain, ErrDivide or ErrEnded. A task of a resumable job is divided only once it
	// has a checkpoint, from the last of which its parts begin. A result without an error counts all the same.
	//
	// Any other error is a failure. The task is tried again, and finally set aside with the result's Status. People
	// read the error's text. A Fatal concerns more than the task. Refused is no failure: others may do the task.
	Run(ctx context.Context, job Job, task Task, w *Workspace) (Result, error)
}

// Fatal is an error of Runner.Run that concerns the job.
type Fatal struct {
	// Err is what people read.
	Err error
	// Fault means that the job's results can't be believed: it is Faulty at once. Otherwise the job ends with the
	// result's Status when a task has failed so each time, on two workers if there are two.
	Fault bool
	// Certain means that every attempt on any worker would fail: the task is set aside at once.
	Certain bool
}

// Error is what people read.
func (f *Fatal) Error() string { return f.Err.Error() }

// Unwrap returns Err.
func (f *Fatal) Unwrap() error { return f.Err }

// Refused is an error of Runner.Run that makes the worker refuse the job. Its text is the reason.
type Refused string

// Error is the reason.
func (r Refused) Error() string { return string(r) }

// stop is why a task is stopped.
type stop string

// Error is the reason.
func (s stop) Error() string { return string(s) }

// Causes of the end of a task's context.
const (
	// ErrDrain means that the worker ends. Another continues the task.
	ErrDrain = stop("the worker ends")
	// ErrDivide means that the task will be split.
	ErrDivide = stop("the task is divided")
	// ErrEnded means that the result isn't needed any more.
	ErrEnded = stop("the job has ended")
)

func (w *worker) do(d *delivery) {
	defer w.release(d)
	// After a reconnect, the coordinator may have resent a task whose result came while it looked for results.
	if (d.again || w.isJustBack()) && !w.needed(d) {
		return
	}
	space, err := w.prepare(d)
	if err != nil {
		err = fmt.Errorf("part %s can't be begun: %w", d.Part, err)
		if errors.Is(err, errDamaged) {
			w.failed(d, 0, err)
		} else {
			w.interrupted(d, err)
		}
		return
	}
	defer space.remove()
	w.locked(func() { d.moved = time.Time{} })
	ctx, cancel := context.WithCancel(d.ctx)
	var saving sync.WaitGroup
	if d.job.Resumable {
		saving.Go(func() {
			w.every(ctx, w.o.Timing.Checkpoint, func() {
				if !space.due() {
					if err := space.tryTransfer(ctx); err != nil && ctx.Err() == nil {
						w.o.Log(fmt.Sprintf("%s: how fast the hub takes checkpoints can't be measured: %v", d.job.ID, err))
					}
					return
				}
				if err := space.Save(ctx); err != nil && ctx.Err() == nil {
					w.o.Log(fmt.Sprintf("%s: the checkpoint of part %s can't be saved: %v", d.job.ID, d.Part, err))
				}
			})
		})
	}
	begun := time.Now()
	if w.o.Verbose {
		w.o.Log(fmt.Sprintf("%s: part %s is begun", d.job.ID, d.Part))
	}
	result, err := w.runner.Run(ctx, d.job.Job, d.Task, space)
	cause := context.Cause(d.ctx)
	cancel()
	saving.Wait()
	result.Worker, result.Wall = w.o.Name, time.Since(begun)
	w.mu.Lock()
	divide := d.divide
	w.mu.Unlock()
	fatal, _ := errors.AsType[*Fatal](err)
	switch {
	case fatal != nil && fatal.Fault:
		w.disbelieve(d, &result, fatal)
	case err == nil:
		if err = result.look(d.Part); err == nil {
			err = w.suits(d, &result)
		}
		if err == nil {
			w.locked(func() { d.job.able, d.done = true, true })
			if w.o.Verbose {
				w.o.Log(fmt.Sprintf("%s: part %s is done in %.2f s with exit status %d; %.2f s of processor time", d.job.ID, d.Part, result.Wall.Seconds(), result.Status, result.CPU.Seconds()))
			}
			w.deliver(d, &result)
		} else {
			w.failed(d, result.Status, err)
		}
	case errors.Is(cause, ErrEnded):
		w.back(d, 0) // the job may have ended for this worker alone
	case errors.Is(cause, ErrDivide) && divide > 1:
		from, err := space.storeState(context.Background())
		if err != nil {
			w.o.Log(fmt.Sprintf("%s: part %s is not divided: %v", d.job.ID, d.Part, err))
			w.drained(d, space)
			return
		}
		w.deliver(d, &Result{Part: d.Part, Divided: divide, From: from, Worker: w.o.Name, CPU: result.CPU, Wall: result.Wall})
	case cause != nil:
		w.drained(d, space)
	default:
		w.failed(d, result.Status, err)
	}
}

// drained gives back a stopped task with its checkpoint.
func (w *worker) drained(d *delivery, space *Workspace) {
	if err := space.Save(context.Background()); err != nil {
		space.unsaved = true
		w.mu.Lock()
		if w.own != nil { // the folder has to stay
			w.own.keep()
			w.own = nil
		}
		w.mu.Unlock()
		w.o.Log(fmt.Sprintf("%s: the checkpoint of part %s can't be saved, and is in %s: %v", d.job.ID, d.Part, space.Checkpoint, err))
	}
	w.back(d, 0)
	switch {
	case w.stopping.Err() == nil:
	case w.nc.IsConnected():
		w.o.Log(fmt.Sprintf("%s: part %s is given back", d.job.ID, d.Part))
	default:
		w.o.Log(fmt.Sprintf("%s: part %s can't be given back, as the hub doesn't answer: it gives it to another when it misses it", d.job.ID, d.Part))
	}
}

// needed reports whether a task that another worker may have had is still to be done here. If not, it acknowledges the
// task or leaves it to others.
func (w *worker) needed(d *delivery) bool {
	stored, known, err := w.become(d)
	if err != nil {
		w.interrupted(d, err)
		return false
	}
	if stored != nil || known.Aside {
		d.msg.Ack()
		w.drop(d)
		return false
	}
	passes, err := w.passes(d, known)
	switch {
	case err != nil:
		w.interrupted(d, err)
		return false
	case passes:
		w.leaveToOthers(d)
		return false
	}
	w.pulse() // if this worker is lost now, the hub knows that it had the task
	return true
}

// become returns the result of a task, or else what went wrong with it.
func (w *worker) become(d *delivery) (stored *Result, known trouble, err error) {
	if stored, err = w.stored(d.ctx, d.key); stored != nil || err != nil {
		return stored, known, err
	}
	entry, err := w.states.Get(d.ctx, d.key)
	if err == nil && entry.Operation() == jetstream.KeyValuePut {
		known = readTrouble(entry.Value())
	}
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		err = nil
	}
	return nil, known, err
}

func (w *worker) back(d *delivery, wait time.Duration) {
	w.mu.Lock()
	delete(w.held, d)
	d.job.returned[d.key] = d.times
	w.mu.Unlock()
	if wait > 0 {
		d.msg.NakWithDelay(wait)
		return
	}
	d.msg.Nak()
}

// interrupted returns a task that failed for reasons that are not its own.
func (w *worker) interrupted(d *delivery, err error) {
	if d.ctx.Err() == nil {
		w.o.Log(fmt.Sprintf("%s: %v", d.job.ID, err))
	}
	w.back(d, w.o.Timing.Retry)
}

func (w *worker) disbelieve(d *delivery, r *Result, why error) {
	r.Part, r.Output = d.Part, nil
	reason := cut(fmt.Sprintf("%s: %v", w.o.Name, why), mostErrors)
	w.o.Log(fmt.Sprintf("%s: part %s: %s", d.job.ID, d.Part, reason))
	if err := w.report(d.key, &fault{Task: d.Part.String(), Reason: reason, Second: r}); err != nil {
		w.interrupted(d, fmt.Errorf("the fault of part %s can't be recorded: %w", d.Part, err))
		return
	}
	d.msg.Ack()
	w.drop(d)
}

// mostErrors is how many bytes of an error are kept.
const mostErrors = 4096

// cut shortens a text to its end.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return "…" + strings.ToValidUTF8(text[len(text)-most:], "")
}

// errOther means that a result is of other work than the job's other results.
const errOther = Refused("what this worker finds is a part of other work than what others found: another spec, values or order")

// suits compares a worker's first result with the head of the job's first result.
func (w *worker) suits(d *delivery, r *Result) error {
	d.job.heads.Lock()
	defer d.job.heads.Unlock()
	if d.job.head == nil {
		head := *r.Head
		head.Part = nil
		ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
		defer cancel()
		err := alter(ctx, w.states, d.job.ID+".head", func(old []byte) ([]byte, error) {
			if old == nil {
				return encode(head), nil
			}
			return nil, json.Unmarshal(old, &head)
		})
		if err != nil {
			return nil // the hub is away, and will compare them itself
		}
		d.job.head = &head
	}
	if !d.job.head.Alike(*r.Head) {
		return errOther
	}
	return nil
}

// failed records a failure. After the last one, the task is set aside. A refusal leaves it to others.
func (w *worker) failed(d *delivery, status int, failure error) {
	if refused, ok := errors.AsType[Refused](failure); ok {
		w.refuse(d.job.ID, refused.Error())
		w.leave(d.job.ID)
		w.back(d, w.o.Timing.Retry)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), w.o.Timing.Publish)
	defer cancel()
	var t trouble
	s, err := w.State(ctx, d.job.ID)
	if err == nil {
		err = alter(ctx, w.states, d.key, func(old []byte) ([]byte, error) {
			t = readTrouble(old)
			t.failOn(w.o.Name, status, failure)
			fatal, _ := errors.AsType[*Fatal](failure)
			t.Aside = t.Aside || fatal != nil && fatal.Certain || t.enough(d.job.attempts(), s.Workers > 1)
			return encode(t), nil
		})
	}
	w.o.Log(fmt.Sprintf("%s: part %s failed: %v", d.job.ID, d.Part, failure))
	switch {
	case err != nil:
		w.interrupted(d, fmt.Errorf("that part %s failed can't be noted: %w", d.Part, err))
	case t.Aside:
		d.msg.Ack()
		w.drop(d)
	case w.unfit(ctx, d):
		w.refuse(d.job.ID, fmt.Sprintf("%d tasks failed here and none was done, and another worker did one of these; the last: %s", tooMany, cut(failure.Error(), mostListedFor)))
		w.leave(d.job.ID)
		fallthrough
	default:
		w.leaveToOthers(d)
	}
}

func (t *trouble) failOn(worker string, status int, failure error) {
	t.fail(fmt.Sprintf("%s: %v", worker, failure))
	t.Status = status
	if _, fatal := errors.AsType[*Fatal](failure); fatal {
		t.Fatal++
	}
	if !slices.Contains(t.On, worker) && len(t.On) < mostKept {
		t.On = append(t.On, worker)
	}
}

// enough reports whether a task has failed often enough to be set aside. The worker may be at fault, so another one
// must have tried if there is one. If none does, twice as many failures suffice.
func (t *trouble) enough(attempts int, others bool) bool {
	return t.Failed >= attempts && (len(t.On) > 1 || !others) || t.Failed >= 2*attempts
}

// mostPassed is how often a worker leaves a task that failed here to others, before it tries again.
const mostPassed = 10

// passes reports whether a task is left to others, as it failed here and not yet on all workers.
func (w *worker) passes(d *delivery, known trouble) (bool, error) {
	if !slices.Contains(known.On, w.o.Name) {
		return false, nil
	}
	w.mu.Lock()
	passed := d.job.passed[d.key]
	d.job.passed[d.key] = (passed + 1) % (mostPassed + 1)
	w.mu.Unlock()
	if passed == mostPassed {
		return false, nil
	}
	s, err := w.State(d.ctx, d.job.ID)
	return s.Workers > len(known.On), err
}

// leaveToOthers returns a task that failed here. When the queue has it again, this worker asks for none of the job's
// tasks until all others had time to. All ask in a rhythm, and so the same one might always be first.
func (w *worker) leaveToOthers(d *delivery) {
	w.locked(func() { d.job.yields = append(d.job.yields, time.Now().Add(w.o.Timing.Retry)) })
	w.back(d, w.o.Timing.Retry)
}

// yields reports whether others come first now.
func (w *worker) yields(j *workJob) bool {
	after := w.o.Timing.Poll + w.o.Timing.Poll/2
	now := time.Now()
	j.yields = slices.DeleteFunc(j.yields, func(t time.Time) bool { return now.Sub(t) > after })
	return slices.ContainsFunc(j.yields, func(t time.Time) bool { return !now.Before(t) })
}

// tooMany failures without any task done make a worker suspect itself.
const tooMany = 3

// unfit reports whether this worker is broken: it did no task, and another did one that failed here.
func (w *worker) unfit(ctx context.Context, d *delivery) bool {
	w.mu.Lock()
	j := d.job
	if !j.able && !slices.Contains(j.failed, d.key) && len(j.failed) < 10*tooMany {
		j.failed = append(j.failed, d.key)
	}
	able, failed := j.able, slices.Clone(j.failed)
	w.mu.Unlock()
	if able || len(failed) < tooMany {
		return false
	}
	for _, key := range failed {
		if stored, err := w.stored(ctx, key); err == nil && stored != nil {
			return true
		}
	}
	return false
}
