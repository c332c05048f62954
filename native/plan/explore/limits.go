package explore

import (
	"context"
	"sync/atomic"
	"time"

	"nazo/engine"
)

// DefaultMemory bounds the bytes that states may take where the task says
// nothing: a gigabyte.
const DefaultMemory = 1 << 30

// costOverflow ends a search in which costs don't fit their words.
var costOverflow = engine.Reason{Kind: engine.TooLarge, Detail: "sums of costs are too large"}

// notSymmetric ends a search that relied on a symmetry; the fault is what is wrong with it.
func notSymmetric(fault string) engine.Reason {
	return engine.Because(engine.Other, "the declared symmetry does not hold: %s", fault)
}

// limits are the resources of a search, its context and memory, and its statistics.
type limits struct {
	ctx     context.Context
	done    atomic.Bool // the context is done
	unwatch func() bool

	memory, used int64 // bytes
	reason       engine.Reason

	stats        engine.Stats
	progress     func(engine.Progress)
	lastProgress time.Time
	untilClock   int
}

func newLimits(ctx context.Context, memory int64, progress func(engine.Progress)) *limits {
	l := &limits{ctx: ctx, memory: memory, progress: progress, lastProgress: time.Now()}
	if l.memory <= 0 {
		l.memory = DefaultMemory
	}
	l.unwatch = context.AfterFunc(ctx, func() { l.done.Store(true) })
	if ctx.Err() != nil {
		l.done.Store(true)
	}
	return l
}

func (l *limits) close() { l.unwatch() }

// reserve accounts for bytes that are about to be used. It returns false, and the search must
// end, if the memory is used up.
func (l *limits) reserve(bytes int64) bool {
	if l.used+bytes > l.memory {
		l.stop(engine.Reason{Kind: engine.MemoryLimit})
		return false
	}
	l.used += bytes
	return true
}

func (l *limits) free(bytes int64) { l.used -= bytes }

// stop ends the search for a reason; the first one counts.
func (l *limits) stop(reason engine.Reason) {
	if l.reason.Kind == engine.None {
		l.reason = reason
	}
}

// decline is stop for a search that does not apply, unless the context is done: that may
// be the cause.
func (l *limits) decline(reason string) {
	l.pollContext()
	if !l.stopped() {
		l.stop(engine.Reason{Kind: engine.Unsupported, Detail: reason})
	}
}

// pollContext looks at the context at once; otherwise done follows a moment later. It must be
// called where work was left undone because the context is done.
func (l *limits) pollContext() {
	if l.ctx.Err() != nil {
		l.done.Store(true)
	}
}

// stopped reports whether the search must end, and reports progress now and then. It is called
// once for each state that is expanded.
func (l *limits) stopped() bool {
	if l.untilClock--; l.untilClock < 0 {
		l.untilClock = 4096
		if l.progress != nil {
			if now := time.Now(); now.Sub(l.lastProgress) >= 100*time.Millisecond {
				l.lastProgress = now
				l.progress(engine.Progress{Stats: l.stats})
			}
		}
	}
	if l.done.Load() {
		l.stop(engine.Ended(l.ctx))
	}
	return l.reason.Kind != engine.None
}
