package fleet

import (
	"context"
	"errors"
	"io"
	"runtime"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// An object may be large and the net slow, so what is limited is how long nothing moves, not how long it takes.
const stall = 20 * time.Second

var errStalled = errors.New("nothing has come or gone for a while")

// moving ends a context when nothing was read for a while.
type moving struct {
	from  io.Reader
	timer *time.Timer
}

// Read puts the end off.
func (m *moving) Read(to []byte) (int, error) {
	// The library begins a goroutine at the first piece of an object, and leaves it behind, for as long as the program runs, if it only comes
	// to run when the last is stored: it then waits on a channel that is nil. This makes it rarer (4 of 3,000 small objects instead of 81),
	// and is no cure: that would be to publish the pieces here. Each costs a few KB.
	runtime.Gosched()
	n, err := m.from.Read(to)
	m.timer.Reset(stall)
	return n, err
}

// whileMoving has a context for something that reads by way of m. It has a deadline far away, as package jetstream puts one of
// seconds on what has none.
func whileMoving(ctx context.Context) (moves context.Context, m *moving, cancel func()) {
	ctx, far := context.WithTimeout(ctx, 24*time.Hour)
	ctx, stop := context.WithCancelCause(ctx)
	m = &moving{timer: time.AfterFunc(stall, func() { stop(errStalled) })}
	return ctx, m, func() {
		m.timer.Stop()
		stop(nil)
		far()
	}
}

// putObject writes an object of what is read.
func putObject(ctx context.Context, to jetstream.ObjectStore, meta jetstream.ObjectMeta, from io.Reader) error {
	ctx, m, cancel := whileMoving(ctx)
	defer cancel()
	m.from = from
	_, err := to.Put(ctx, meta, m)
	return err
}
