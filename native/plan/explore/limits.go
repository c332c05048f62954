package explore

import (
	"context"
	"nazo/engine"
	"sync/atomic"
	"time"
)

// DefaultMemory bounds the bytes that states may take where the task says
// nothing: a gigabyte.
const DefaultMemory = 1 << 30

// The reasons why a search ended early.
const (
	outOfMemory = engine.MemoryLimit
	refused     = engine.Refused
	tooDear     = "sums of costs are too large"
	// What is wrong with the symmetry follows.
	notSymmetric = "the declared symmetry does not hold: "
)

// limits watches over a search: its context, its memory, its statistics.
type limits struct {
	ctx     context.Context
	ended   atomic.Bool // the context is done
	release func() bool

	most, used int64 // bytes
	reason     string

	stats        engine.Stats
	progress     func(engine.Stats)
	lastProgress time.Time
	untilClock   int
}

func newLimits(ctx context.Context, t engine.Task) *limits {
	l := &limits{ctx: ctx, most: t.Memory, progress: t.Progress, lastProgress: time.Now()}
	if l.most <= 0 {
		l.most = DefaultMemory
	}
	l.release = context.AfterFunc(ctx, func() { l.ended.Store(true) })
	if ctx.Err() != nil {
		l.ended.Store(true)
	}
	return l
}

func (l *limits) close() { l.release() }

// take accounts for bytes that are about to be used. It returns false, and the
// search must end, if there are not so many.
func (l *limits) take(bytes int64) bool {
	if l.used+bytes > l.most {
		l.stop(outOfMemory)
		return false
	}
	l.used += bytes
	return true
}

func (l *limits) give(bytes int64) { l.used -= bytes }

// stop ends the search for a reason; the first one counts.
func (l *limits) stop(reason string) {
	if l.reason == "" {
		l.reason = reason
	}
}

// decline is stop for a search that does not apply, unless the context is done: that may
// be the cause.
func (l *limits) decline(reason string) {
	l.look()
	if !l.stopped() {
		l.stop(reason)
	}
}

// look sees at once whether the context is done; of itself ended follows a moment later.
// It must be called where work was left undone since the context is.
func (l *limits) look() {
	if l.ctx.Err() != nil {
		l.ended.Store(true)
	}
}

// stopped says that the search must end, and reports progress now and then. It is
// asked once for each state whose moves are tried.
func (l *limits) stopped() bool {
	if l.untilClock--; l.untilClock < 0 {
		l.untilClock = 4096
		if l.progress != nil {
			if now := time.Now(); now.Sub(l.lastProgress) >= 100*time.Millisecond {
				l.lastProgress = now
				l.progress(l.stats)
			}
		}
	}
	if l.ended.Load() {
		l.stop(engine.Interruption(l.ctx))
	}
	return l.reason != ""
}
