package engine

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"nazo/model"
)

// Delivery is the work of every search for its caller: it hands solutions over up to
// the limit, watches the context, reports progress now and then, and sums up in the end. It
// belongs to one goroutine, but for Stop.
type Delivery struct {
	// Result is the result of the task so far. The search keeps its Stats up, and Best and
	// Bounds if it looks for an optimum.
	Result Result
	// Stop is set when the context ends.
	Stop atomic.Bool

	ctx      context.Context
	limit    int
	yield    func(model.Solution) bool
	progress func(Progress)
	release  func() bool
	refused  bool // yield returned false

	choices, mostChoices int64 // 0: as many as it takes

	lastReport time.Time
	untilClock int
}

// NewDelivery begins the delivery of what is asked for; Close must end it.
func NewDelivery(ctx context.Context, o SolveOptions, yield func(model.Solution) bool) *Delivery {
	d := &Delivery{ctx: ctx, limit: o.Limit, yield: yield, progress: o.Progress, mostChoices: o.Choices, lastReport: time.Now()}
	d.release = context.AfterFunc(ctx, func() { d.Stop.Store(true) })
	if ctx.Err() != nil {
		d.Stop.Store(true)
	}
	return d
}

// Close lets go of the context.
func (d *Delivery) Close() { d.release() }

// Stopped reports whether the context has ended.
func (d *Delivery) Stopped() bool { return d.Stop.Load() }

// Deliver hands a solution over and reports whether to go on.
func (d *Delivery) Deliver(s model.Solution) bool {
	d.Result.Solutions++
	if !d.yield(s) {
		d.refused = true
		return false
	}
	return d.limit == 0 || d.Result.Solutions < d.limit
}

// Tick reports the statistics at most ten times a second, and stops the search after as many choices as it may make. It is
// to be called once a choice, and looks at the clock every hundred calls.
func (d *Delivery) Tick() {
	if d.choices++; d.choices == d.mostChoices {
		d.Stop.Store(true)
	}
	if d.untilClock--; d.untilClock > 0 || d.progress == nil {
		return
	}
	d.untilClock = 100
	if now := time.Now(); now.Sub(d.lastReport) >= 100*time.Millisecond {
		d.lastReport = now
		d.progress(Progress{d.Result.Stats, slices.Clone(d.Result.Bounds)})
	}
}

// Finish sums up. Exhausted says that the search space is done; reason is why the search ended
// before that, none if the context did it.
func (d *Delivery) Finish(exhausted bool, reason Reason) Result {
	r := d.Result
	limited := d.limit > 0 && r.Solutions >= d.limit
	r.Exhausted = exhausted
	r.Complete = (exhausted || limited) && !d.refused
	switch {
	case r.Complete:
		r.Best = nil
	case d.refused:
		r.Reason.Kind = Stopped
	case reason.Kind != None:
		r.Reason = reason
	case d.mostChoices > 0 && d.choices >= d.mostChoices:
		r.Reason.Kind = WorkLimit
	default:
		r.Reason = Ended(d.ctx)
	}
	return r
}
