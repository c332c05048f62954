package fleet

import (
	"fmt"
	"time"
)

// progress says that the worker has what it has. What was fetched in advance and could not be begun
// meanwhile is given back: the tasks before it are longer than those before them. Of a task that can't be begun, as what it needs does not
// come, nothing is said: the hub gives it to another.
func (w *worker) progress() {
	w.mu.Lock()
	var kept, back, stuck []*delivery
	var rest []*delivery
	for _, j := range w.jobs { // what was given back comes again before that, or others have done it
		clear(j.returned)
	}
	for _, d := range w.queue {
		if d.waited {
			back = append(back, d)
			delete(w.held, d)
			d.job.returned[d.key] = d.times
		} else {
			d.waited = true
			rest = append(rest, d)
		}
	}
	w.queue = rest
	for d := range w.held {
		if !w.stuck(d) {
			kept = append(kept, d)
		} else if d.ctx.Err() == nil {
			stuck = append(stuck, d)
		}
	}
	w.mu.Unlock()
	for _, d := range stuck {
		w.o.Log(fmt.Sprintf("%s: part %s is left to others: nothing it needs has come for %v", d.job.ID, d.Part, w.o.Timing.Wait))
		d.stop(errStalled)
	}
	for _, d := range back {
		d.msg.Nak()
	}
	for _, d := range kept {
		d.msg.InProgress()
	}
}

// pulse says what the worker is at.
func (w *worker) pulse() {
	w.mu.Lock()
	p := pulse{Worker: w.o.Name, Build: w.o.Build, Slots: w.o.Cores, Free: w.o.Cores - w.busy, Memory: w.o.Memory, Needed: w.memory,
		Running: map[string][]during{}, Refusing: map[string]string{}}
	for d := range w.held {
		if d.running && !w.stuck(d) {
			p.Running[d.Task.Job] = append(p.Running[d.Task.Job], during{d.Part.String(), time.Since(d.begun), d.worked()})
		}
	}
	for id, reason := range w.refusing {
		p.Refusing[id] = reason
	}
	w.mu.Unlock()
	w.say(p)
}

// stuck reports whether the preparation of a task has not gone on for so long that it is left to others. That the worker lives is not enough.
// Once the work has begun, the runner is who says when it ends.
func (w *worker) stuck(d *delivery) bool {
	if d.moved.IsZero() {
		return false
	}
	last := d.moved
	if d.job.moved.After(last) {
		last = d.job.moved
	}
	return time.Since(last) > w.o.Timing.Wait
}

// movesOn notes at a time that something goes on.
func (w *worker) movesOn(when *time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*when = time.Now()
}
