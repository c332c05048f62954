package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

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
