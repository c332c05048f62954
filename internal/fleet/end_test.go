package fleet

import (
	"context"
	"sync/atomic"
	"testing"
	"time"
)

// When a job is said to be done nobody waits for its results any more: a hub that ends would give such as do time to hear of it.
func TestNobodyWaits(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	startWorker(t, c, counting(t, 10), WorkOptions{})
	job := submit(t, c, Job{Parts: 3})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	for name := range c.resultLog.ConsumerNames(t.Context()).Name() {
		t.Errorf("consumer %s is still there", name)
	}
}

// Tasks that workers had who ended with their hub are given out again at once when it is started again, however long others are waited for.
func TestAlone(t *testing.T) {
	t.Parallel()
	o := HubOptions{Store: t.TempDir(), Alone: true, Coordination: Coordination{Timing: quick}}
	o.Timing.Wait, o.Timing.Progress = time.Hour, time.Hour
	start := func() (*Hub, *Client) {
		h, err := StartHub(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		c, err := h.Connect(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return h, c
	}
	h, c := start()
	job := submit(t, c, Job{Parts: 3})
	begun := make(chan bool, 3)
	drain := startWorker(t, c, runFunc(func(ctx context.Context, _ Job, _ Task, _ *Workspace) (Result, error) {
		begun <- true
		<-ctx.Done()
		return Result{}, ctx.Err()
	}), WorkOptions{Cores: 2, Timing: o.Timing})
	<-begun
	drain()
	c.Close()
	h.Close()

	h, c = start()
	defer h.Close()
	defer c.Close()
	defer startWorker(t, c, counting(t, 10), WorkOptions{Timing: o.Timing})()
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 10 {
		t.Fatalf("%+v, %v", s, err)
	}
}

// breaking is a context that ends when it was asked so often for its deadline, as every call to the server does.
type breaking struct {
	context.Context
	end  context.CancelFunc
	left *atomic.Int32
}

func (b breaking) Deadline() (time.Time, bool) {
	if b.left.Add(-1) == 0 {
		b.end()
	}
	return b.Context.Deadline()
}

// A hub that can't start, wherever it comes to that, leaves no connection behind.
func TestStartFails(t *testing.T) {
	t.Parallel()
	h := &Hub{o: HubOptions{Alone: true, Coordination: Coordination{Timing: quick}.orDefault()}, full: make(chan struct{}, 1)}
	defer h.tidy()
	if err := h.serve(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer h.shutdown()
	connected := 0 // how often it failed after that
	for calls := int32(1); ; calls++ {
		ctx := breaking{left: &atomic.Int32{}}
		ctx.left.Store(calls)
		ctx.Context, ctx.end = context.WithCancel(t.Context())
		h.client = nil
		err := h.open(ctx)
		if ctx.end(); err == nil {
			h.client.Close()
			break
		}
		if h.client != nil {
			if connected++; !h.client.nc.IsClosed() {
				t.Errorf("after %d calls: %v, and a connection is left", calls, err)
				h.client.Close()
			}
		}
	}
	if connected == 0 {
		t.Error("it never failed when it was connected")
	}
}
