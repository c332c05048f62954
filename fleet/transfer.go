package fleet

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// An object may be large and the net slow, so what is limited is how long nothing moves, not how long it takes.
const stall = 20 * time.Second

var errStalled = errors.New("nothing has come or gone for a while")

// lookAgain is how often who waits for the next piece of an object looks whether the wait is over.
const lookAgain = reconnectWait

// moving is a context that ends when nothing was read for a while.
type moving struct {
	context.Context
	from  io.Reader
	timer *time.Timer
	moved func() // hears of what was read; nil if nobody wants to know
}

// Deadline is always near. A read of package jetstream does not hear of the end of a context. It waits until its deadline, and then looks
// whether it is over. Without a deadline the package would set one of seconds for the whole transfer.
func (m *moving) Deadline() (time.Time, bool) { return time.Now().Add(lookAgain), true }

// Read puts the end off if something has come.
func (m *moving) Read(to []byte) (n int, err error) {
	// The library begins a goroutine at the first piece of an object, and leaves it behind, for as long as the program runs, if it only comes
	// to run when the last is stored: it then waits on a channel that is nil. This makes it rarer (4 of 3,000 small objects instead of 81),
	// and is no cure: that would be to publish the pieces here. Each costs a few KB.
	runtime.Gosched()
	for n == 0 && err == nil && len(to) > 0 {
		n, err = m.from.Read(to)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = context.Cause(m) // nil if it is to be waited for
		}
	}
	if n > 0 {
		m.timer.Reset(stall)
		if m.moved != nil {
			m.moved()
		}
	}
	return n, err
}

// whileMoving calls do with something to read by, and with its context.
func whileMoving(ctx context.Context, do func(*moving) error) error {
	moved, _ := ctx.Value(movedKey{}).(func())
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	m := &moving{Context: ctx, moved: moved, timer: time.AfterFunc(stall, func() { stop(errStalled) })}
	defer m.timer.Stop()
	err := do(m)
	if err != nil && errors.Is(context.Cause(ctx), errStalled) {
		return errStalled
	}
	return err
}

// movedKey is the key of a function that hears whenever a transfer goes on.
type movedKey struct{}

// withMoved is a context whose transfers call moved whenever something has come or gone.
func withMoved(ctx context.Context, moved func()) context.Context {
	return context.WithValue(ctx, movedKey{}, moved)
}

// putObject writes an object of what is read.
func putObject(ctx context.Context, to jetstream.ObjectStore, meta jetstream.ObjectMeta, from io.Reader) error {
	return whileMoving(ctx, func(m *moving) error {
		m.from = from
		_, err := to.Put(m, meta, m)
		return err
	})
}
