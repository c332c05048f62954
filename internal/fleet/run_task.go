package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Runner does tasks. A worker calls Run for several tasks at once.
type Runner interface {
	// Run does a task and returns its result: Status, Output, Errors and CPU; Work fills in the rest.
	// Output has the lines that package parts writes, of this part and no other.
	//
	// When ctx ends, the task is to be broken off: Run saves its checkpoint in the file that w names,
	// if the job is resumable, and returns soon. context.Cause(ctx) says why: ErrDrain, ErrDivide, ErrEnded.
	// A task of a resumable job is told to be divided once it has a checkpoint; its parts begin from the last one.
	// A result that is returned without an error counts in spite of that.
	//
	// Any error without ctx being done is a failure of the task, which is tried again and set aside in
	// the end; its text is shown to people, and the result's Status goes with it. A Fatal says that more than the task is at fault,
	// and Refused is no failure: others may do the task.
	Run(ctx context.Context, job Job, task Task, w Workspace) (Result, error)
}

// Fatal is an error of Runner.Run that says something about the job.
type Fatal struct {
	// Err is what is shown to people.
	Err error
	// Fault says that what the job finds can't be believed: it is Faulty at once, whatever it has come to meanwhile. Otherwise
	// the job ends, with the result's Status, when a task has failed so each time, with two workers if there are two.
	Fault bool
	// Certain says that another attempt, or another worker, would come to the same: the task is set aside at once.
	Certain bool
}

// Error is what is shown to people.
func (f *Fatal) Error() string { return f.Err.Error() }

// Unwrap is that error.
func (f *Fatal) Unwrap() error { return f.Err }

// Refused is an error of Runner.Run: the worker is to take no tasks of the job. It is the reason, for people.
type Refused string

// Error is the reason.
func (r Refused) Error() string { return string(r) }

// Workspace is what a worker has ready for a task.
type Workspace interface {
	// Folder has the files of the job under their names. Tasks share it: nothing is to be written there.
	Folder() string
	// Checkpoint is the name of a file for the checkpoint of the task. If it exists, the task goes on from there.
	// It is replaced by renaming, never written in place: Work reads it at any time. It is empty if the job isn't resumable.
	Checkpoint() string
	// Begin is the name of a file with the checkpoint that the task is a part of: its digest is in the last share of its part. It is
	// empty if the task is no such part, or has a checkpoint of its own.
	Begin() string
	// Cores is how many cores the task may use: 1, or what the worker lends it if the job is Wide.
	Cores() int
	// Save takes the checkpoint to the hub, so that the task can go on elsewhere. Work does that from time to
	// time and when a task is broken off.
	Save(ctx context.Context) error
}

// stop is why a task is broken off.
type stop string

// Error is the reason.
func (s stop) Error() string { return string(s) }

// Reasons for which the context of a task ends.
const (
	// ErrDrain says that the worker ends; another goes on with the task.
	ErrDrain = stop("the worker ends")
	// ErrDivide says that the task is going to be split.
	ErrDivide = stop("the task is divided")
	// ErrEnded says that nobody needs the task's result any more.
	ErrEnded = stop("the job has ended")
)

// do does a task to its end, whatever that is.
func (w *worker) do(d *delivery) {
	defer w.release(d)
	// When the hub is just back, its coordinator may have sent a task again whose result came while it looked which there are.
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
	w.mu.Lock()
	d.moved = time.Time{}
	w.mu.Unlock()
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
			w.mu.Lock()
			d.job.able, d.done = true, true
			w.mu.Unlock()
			if w.o.Verbose {
				w.o.Log(fmt.Sprintf("%s: part %s is done in %.2f s with exit status %d; %.2f s of processor time", d.job.ID, d.Part, result.Wall.Seconds(), result.Status, result.CPU.Seconds()))
			}
			w.deliver(d, &result)
		} else {
			w.failed(d, result.Status, err)
		}
	case errors.Is(cause, ErrEnded):
		w.back(d, 0) // if it is for this worker alone that it has
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

// drained gives back a task that was broken off, with its checkpoint.
func (w *worker) drained(d *delivery, space *workspace) {
	if err := space.Save(context.Background()); err != nil {
		space.unsaved = true
		w.mu.Lock()
		if w.own != nil { // so that its folder stays
			w.own.keep()
			w.own = nil
		}
		w.mu.Unlock()
		w.o.Log(fmt.Sprintf("%s: the checkpoint of part %s can't be saved, and is in %s: %v", d.job.ID, d.Part, space.file, err))
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

// needed reports whether a task that somebody may have had before is still to be done, and here; if not, it is acknowledged or left to
// others.
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
	w.pulse() // whoever goes down with this task is known to have had it
	return true
}

// become is what has become of a task: its result, if there is one, or else what went wrong with it.
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

// back gives a task to whoever takes it next.
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

// interrupted gives back a task that could not be done for reasons that are not its own.
func (w *worker) interrupted(d *delivery, err error) {
	if d.ctx.Err() == nil {
		w.o.Log(fmt.Sprintf("%s: %v", d.job.ID, err))
	}
	w.back(d, w.o.Timing.Retry)
}

// disbelieve records that a task found the job to be not credible.
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

// mostErrors is how many bytes are kept of what went wrong.
const mostErrors = 4096

// cut is the end of a text.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return "…" + strings.ToValidUTF8(text[len(text)-most:], "")
}

// errOther says that a result is of other work than those of others.
const errOther = Refused("what this worker finds is a part of other work than what others found: another spec, values or order")

// suits holds the first result of a worker against what the job's first one was.
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
			return nil, decode(old, &head)
		})
		if err != nil {
			return nil // the hub is away, and holds them against each other itself
		}
		d.job.head = &head
	}
	if !d.job.head.Alike(*r.Head) {
		return errOther
	}
	return nil
}

// failed notes that a task has failed, with a status; the last time it is set aside. One that is refused is for others.
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
	workers, err := w.takers(ctx, d.job)
	if err == nil {
		err = alter(ctx, w.states, d.key, func(old []byte) ([]byte, error) {
			t = readTrouble(old)
			t.failOn(w.o.Name, status, failure)
			t.Aside = t.Aside || certain(failure) || t.enough(d.job.attempts(), workers > 1)
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

// failOn notes one more failure, and of which worker it is.
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

// certain reports whether any other attempt would fail so, too.
func certain(failure error) bool {
	fatal, ok := errors.AsType[*Fatal](failure)
	return ok && fatal.Certain
}

// enough reports whether a task has failed so often that it is to be set aside. A worker may be what is broken, so if there are
// others one of them has to have tried; but if none comes to it, the one may fail twice as often.
func (t *trouble) enough(attempts int, others bool) bool {
	return t.Failed >= attempts && (len(t.On) > 1 || !others) || t.Failed >= 2*attempts
}

// takers is how many workers take tasks of a job.
func (w *worker) takers(ctx context.Context, j *workJob) (int, error) {
	s, err := w.State(ctx, j.ID)
	return s.Workers, err
}

// mostPassed is how often a worker leaves a task that failed with it to others, before it tries once more.
const mostPassed = 10

// passes reports whether a task, of which that much trouble is known, is to be left to others: it has failed with this worker, and not with all.
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
	workers, err := w.takers(d.ctx, d.job)
	return workers > len(known.On), err
}

// leaveToOthers gives back a task that failed here. When the queue has it again, this worker asks for no task of the job until all others
// have had time to ask. Otherwise it might be the first each time, as all ask in a rhythm.
func (w *worker) leaveToOthers(d *delivery) {
	w.mu.Lock()
	d.job.yields = append(d.job.yields, time.Now().Add(w.o.Timing.Retry))
	w.mu.Unlock()
	w.back(d, w.o.Timing.Retry)
}

// yields reports whether others are to come first now.
func (w *worker) yields(j *workJob) bool {
	after := w.o.Timing.Poll + w.o.Timing.Poll/2
	now := time.Now()
	j.yields = slices.DeleteFunc(j.yields, func(t time.Time) bool { return now.Sub(t) > after })
	return slices.ContainsFunc(j.yields, func(t time.Time) bool { return !now.Before(t) })
}

// tooMany is with how many failed tasks, and none that was done, a worker looks whether it is the worker that is broken.
const tooMany = 3

// unfit reports whether what has failed is rather this worker than the tasks: it did none, and another did one that failed here.
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
