package testkit

import (
	"context"
	"testing"
	"time"
)

// What is derived from the context ends with it, and for the same reason.
func TestManualDeadline(t *testing.T) {
	t.Parallel()
	ctx, end := ManualDeadline()
	derived, cancel := context.WithCancel(ctx)
	defer cancel()
	called := make(chan struct{})
	context.AfterFunc(ctx, func() { close(called) })
	if ctx.Err() != nil || derived.Err() != nil {
		t.Fatalf("%v, %v before the end", ctx.Err(), derived.Err())
	}
	end()
	end()
	<-called
	<-derived.Done()
	if ctx.Err() != context.DeadlineExceeded || derived.Err() != context.DeadlineExceeded {
		t.Errorf("%v, %v after the end", ctx.Err(), derived.Err())
	}
}

func TestEnough(t *testing.T) {
	t.Parallel()
	calls := 0
	Enough(time.Nanosecond, func(ctx context.Context) bool {
		<-ctx.Done()
		calls++
		return calls == 10
	})
	if calls != 10 {
		t.Errorf("%d calls", calls)
	}
}
