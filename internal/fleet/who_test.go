package fleet

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A server that was away for longer than Wait gives out again what is worked on, also to the worker that works on it. That one doesn't
// begin it a second time beside itself, with the same checkpoint, however many cores it has left.
func TestOwnTaskGivenOutAgain(t *testing.T) {
	t.Parallel()
	timing := quick
	timing.Wait, timing.Progress = 500*time.Millisecond, 100*time.Millisecond
	store, door := t.TempDir(), &door{}
	start := func() *Hub {
		h, err := StartHub(t.Context(), HubOptions{Store: store, Coordination: Coordination{Timing: timing, Log: logTo(t)}})
		if err != nil {
			t.Fatal(err)
		}
		door.put(h)
		return h
	}
	start()
	t.Cleanup(func() { door.put(nil).Close() })
	c, err := connect(t.Context(), "", nats.InProcessServer(door), nats.ReconnectWait(5*time.Millisecond), nats.ReconnectJitter(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	var runs atomic.Int32
	begun, goesOn := make(chan bool, 100), make(chan bool)
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		runs.Add(1)
		begun <- true
		<-goesOn
		return counting(t, 1000)(ctx, job, task, w)
	}), WorkOptions{Cores: 3, Timing: timing})
	job := submit(t, c, Job{Parts: 1, Resumable: true})
	<-begun
	door.put(nil).Close()
	time.Sleep(2 * timing.Wait) // the server is to miss it
	start()
	until(t, c.nc.IsConnected)
	times := func() uint64 {
		info, err := c.js.Consumer(t.Context(), workStream, job.ID)
		if err != nil {
			return 0
		}
		return info.CachedInfo().Delivered.Consumer
	}
	until(t, func() bool { return times() > 1 }) // it was given out again
	time.Sleep(timing.Wait)                      // as long as it was asked for before
	close(goesOn)
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	if n := runs.Load(); n != 1 {
		t.Errorf("it was begun %d times", n)
	}
}

// Tasks that others may have are asked for together: one after another, small ones would take a quarter of a second each.
func TestManyTasksAreAskedForAtOnce(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{Coordination: Coordination{Timing: once()}})
	const n = 100
	var questions atomic.Int32
	sub, err := c.nc.Subscribe(who, func(*nats.Msg) { questions.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe()
	begun := make(chan bool, n)
	drain := startWorker(t, c, runFunc(func(ctx context.Context, _ Job, _ Task, _ *Workspace) (Result, error) {
		begun <- true
		<-ctx.Done()
		return Result{}, ctx.Err()
	}), WorkOptions{Name: "a", Cores: n, Timing: once()})
	job := submit(t, c, Job{Parts: n})
	for range n {
		<-begun
	}
	drain()
	startWorker(t, c, counting(t, n), WorkOptions{Name: "b", Cores: n, Timing: once()})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Done != n {
		t.Fatalf("%+v, %v", s, err)
	}
	if q := questions.Load(); q < 1 || q > n/10 {
		t.Errorf("%d questions for %d tasks", q, n)
	}
}
