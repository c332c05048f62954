package model

import (
	"context"
	"errors"
	"sync"
	"testing"
)

// TestOnce has many ask at once for what is computed once.
func TestOnce(t *testing.T) {
	var o Once[int]
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if v, err := o.Get(t.Context(), func(context.Context) (int, error) { return 7, nil }); v != 7 || err != nil {
				t.Errorf("%d, %v", v, err)
			}
		})
	}
	all.Wait()
	if o.Times() != 1 {
		t.Errorf("computed %d times", o.Times())
	}
}

// TestOnceInterrupted has what a context interrupted computed anew, by one who had to wait for
// it, and nobody wait beyond the end of its own context.
func TestOnceInterrupted(t *testing.T) {
	var o Once[int]
	first, cancel := context.WithCancel(t.Context())
	begun, second := make(chan bool), make(chan int)
	go o.Get(first, func(ctx context.Context) (int, error) {
		close(begun)
		<-ctx.Done()
		return 0, ctx.Err()
	})
	<-begun
	late, stop := context.WithCancel(t.Context())
	stop()
	if _, err := o.Get(late, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("one whose time is up: %v", err)
	}
	go func() {
		v, _ := o.Get(t.Context(), func(context.Context) (int, error) { return 7, nil })
		second <- v
	}()
	cancel()
	if v := <-second; v != 7 || o.Times() != 2 {
		t.Errorf("%d, computed %d times", v, o.Times())
	}
}

// TestOnceKeeps has a failure kept that has nothing to do with a context, and nothing of a panic.
func TestOnceKeeps(t *testing.T) {
	var o Once[int]
	func() {
		defer func() { recover() }()
		o.Get(t.Context(), func(context.Context) (int, error) { panic("a bug") })
	}()
	for range 2 {
		if _, err := o.Get(t.Context(), func(context.Context) (int, error) { return 0, errors.New("too large") }); err == nil {
			t.Error("no error")
		}
	}
	if o.Times() != 2 {
		t.Errorf("computed %d times", o.Times())
	}
}
