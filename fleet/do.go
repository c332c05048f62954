package fleet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
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
