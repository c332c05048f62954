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

// tooDear ends a search in which costs don't fit their words.
var tooDear = engine.Reason{Kind: engine.TooLarge, Detail: "sums of costs are too large"}

// notSymmetric ends a search that relied on a symmetry; the fault is what is wrong with it.
func notSymmetric(fault string) engine.Reason {
	return engine.Because(engine.Other, "the declared symmetry does not hold: %s", fault)
}

// limits watches over a search: its context, its memory, its statistics.
type limits struct {
	ctx     context.Context
	ended   atomic.Bool // the context is done
	release func() bool

	most, used int64 // bytes
	reason     engine.Reason

	stats        engine.Stats
	progress     func(engine.Stats)
	lastProgress time.Time
	untilClock   int
}

func newLimits(ctx context.Context, memory int64, progress func(engine.Stats)) *limits {
	l := &limits{ctx: ctx, most: memory, progress: progress, lastProgress: time.Now()}
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
		l.stop(engine.Reason{Kind: engine.MemoryLimit})
		return false
	}
	l.used += bytes
	return true
}

func (l *limits) give(bytes int64) { l.used -= bytes }

// stop ends the search for a reason; the first one counts.
func (l *limits) stop(reason engine.Reason) {
	if l.reason.Kind == engine.None {
		l.reason = reason
	}
}

// decline is stop for a search that does not apply, unless the context is done: that may
// be the cause.
func (l *limits) decline(reason string) {
	l.look()
	if !l.stopped() {
		l.stop(engine.Reason{Kind: engine.Unsupported, Detail: reason})
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
		l.stop(engine.Ended(l.ctx))
	}
	return l.reason.Kind != engine.None
}
