package fleet

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/testkit"
)

// A worker that ends gives its tasks back with their checkpoints, and another goes on from there.
func TestDrain(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submit(t, c, Job{Parts: 2, Resumable: true})
	saved := make(chan struct{})
	first := runFunc(func(ctx context.Context, _ Job, task Task, w *Workspace) (Result, error) {
		if task.Part[0].Number == 1 {
			return counting(t, 10)(ctx, job, task, w)
		}
		close(saved)
		<-ctx.Done()
		if context.Cause(ctx) != ErrDrain {
			t.Errorf("broken off for: %v", context.Cause(ctx))
		}
		return Result{}, errors.Join(ctx.Err(), os.WriteFile(w.Checkpoint, []byte("half"), 0o600))
	})
	drain := startWorker(t, c, first, WorkOptions{Cores: 2})
	<-saved
	drain()
	var resumed atomic.Bool
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if text, err := os.ReadFile(w.Checkpoint); task.Part[0].Number == 2 {
			resumed.Store(err == nil && string(text) == "half")
		}
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{})
	s, err := c.Wait(t.Context(), job.ID)
	if err != nil || s.Phase != Done || s.Found != 10 || !resumed.Load() || s.Failed+s.Lost > 0 {
		t.Fatalf("%+v, %v, resumed: %v", s, err, resumed.Load())
	}
	until(t, func() bool { _, err := c.checkpoints.GetInfo(t.Context(), job.ID+".2/2"); return err != nil })
}

// A worker that is lost with a task is noticed, and another does the task.
func TestLostWorker(t *testing.T) {
	t.Parallel()
	h, c := startHub(t, HubOptions{Coordination: Coordination{Timing: hurried}})
	doomed, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	drain := startWorker(t, doomed, runFunc(func(ctx context.Context, _ Job, _ Task, _ *Workspace) (Result, error) {
		<-ctx.Done()
		return Result{}, ctx.Err()
	}), WorkOptions{Timing: hurried})
	job := submit(t, c, Job{Parts: 1})
	state := func() State {
		s, err := c.State(t.Context(), job.ID)
		if err != nil {
			t.Error(err)
		}
		return s
	}
	until(t, func() bool { return state().Running == 1 })
	doomed.Close()
	drain()
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		for state().Lost == 0 {
			time.Sleep(time.Millisecond)
		}
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{Timing: hurried})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 10 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Ten workers at once do each task once, however few processors there are.
func TestTenWorkers(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var done atomic.Int32
	for range 10 {
		startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
			done.Add(1)
			return counting(t, 1000)(ctx, job, task, w)
		}), WorkOptions{})
	}
	job := submit(t, c, Job{Parts: 300})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 1000 || s.Done != 300 {
		t.Errorf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 1000 || done.Load() < 300 {
		t.Errorf("%d in %d tasks", got, done.Load())
	}
}

// A lost worker's task begins again with another within Wait and a second.
func TestLostWorkerOnTime(t *testing.T) {
	t.Parallel()
	timing := quick
	timing.Wait, timing.Progress = time.Second, 200*time.Millisecond
	h, c := startHub(t, HubOptions{Coordination: Coordination{Timing: timing}})
	doomed, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	begun, again := make(chan bool, 1), make(chan time.Time, 1)
	lost := startWorker(t, doomed, runFunc(func(ctx context.Context, _ Job, _ Task, _ *Workspace) (Result, error) {
		begun <- true
		<-ctx.Done()
		return Result{}, ctx.Err()
	}), WorkOptions{Timing: timing})
	job := submit(t, c, Job{Parts: 1})
	<-begun
	doomed.Close()
	at := time.Now()
	lost()
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		again <- time.Now()
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{Timing: timing})
	testkit.Late(t, "a lost worker's task", (<-again).Sub(at), timing.Wait+time.Second)
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Errorf("%+v, %v", s, err)
	}
}

// A hub that is started again has all results that it had, and takes those that workers kept meanwhile: what has a result
// is not done again.
func TestHubRestarts(t *testing.T) {
	t.Parallel()
	store, door := t.TempDir(), &door{}
	start := func() {
		h, err := StartHub(t.Context(), HubOptions{Store: store, Coordination: Coordination{Timing: quick, Log: logTo(t)}})
		if err != nil {
			t.Fatal(err)
		}
		door.put(h)
	}
	start()
	t.Cleanup(func() { door.put(nil).Close() })
	c, err := connect(t.Context(), "", nats.InProcessServer(door), nats.ReconnectWait(5*time.Millisecond), nats.ReconnectJitter(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	const n = 40
	var runs, done atomic.Int32
	var each [n + 1]atomic.Int32 // by the part's number
	known := map[int]int32{}     // with a result when a hub was started: how often they were done then
	at := make(chan int, n)
	goesOn := make(chan bool)
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		number := task.Part[0].Number
		runs.Add(1)
		if each[number].Add(1) == 1 && number%10 == 0 {
			at <- number
			<-goesOn // the hub is away when it is done
		}
		defer done.Add(1)
		return counting(t, 1000)(ctx, job, task, w)
	}), WorkOptions{})
	job := submit(t, c, Job{Parts: n})
	for range n / 10 {
		<-at
		until(t, func() bool { return int(done.Load())+1 == int(runs.Load()) })
		door.put(nil).Close()
		before := done.Load()
		goesOn <- true
		until(t, func() bool { return done.Load() > before })
		start()
		until(t, c.nc.IsConnected)
		for r, err := range c.Results(t.Context(), job.ID) {
			if err != nil {
				t.Fatal(err)
			}
			number := r.Part[0].Number
			known[number] = each[number].Load()
		}
	}
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 1000 {
		t.Errorf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 1000 || len(known) < n/2 {
		t.Errorf("%d; %d had results before the end", got, len(known))
	}
	for number, before := range known {
		if now := each[number].Load(); now != before {
			t.Errorf("part %d had a result and was done again, %d times instead of %d", number, now, before)
		}
	}
}

// TestWorkersWorkOn is about a worker that said last that it is at tasks, of which one has a result by now. It isn't at that one. The answer
// does not wait for its next word.
func TestWorkersWorkOn(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{Coordination: Coordination{Timing: once()}})
	submit(t, c, Job{ID: "done", Parts: 2})
	submit(t, c, Job{ID: "half", Parts: 2})
	begun, end := make(chan struct{}), make(chan struct{})
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if job.ID == "half" && task.Part.String() == "2/2" {
			close(begun)
			<-end
		}
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{Cores: 2, Timing: once()})
	defer close(end)
	if s, err := c.Wait(t.Context(), "done"); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	<-begun
	for s, err := c.State(t.Context(), "half"); s.Done < 1; s, err = c.State(t.Context(), "half") {
		if err != nil {
			t.Fatal(err)
		}
	}
	both := []during{{Part: "1/2"}, {Part: "2/2"}}
	if err := c.nc.Publish(pulses+"late", encode(pulse{Worker: "late", Running: map[string][]during{"done": both, "half": both}})); err != nil {
		t.Fatal(err)
	}
	for {
		all, err := c.Workers(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(all, func(w Worker) bool { return w.Name == "late" })
		if i < 0 { // it was not heard yet
			continue
		}
		if got, want := all[i].Tasks, []WorkerTask{{Job: "half", Part: "2/2"}}; !slices.Equal(got, want) {
			t.Errorf("it works on %+v, not %+v", got, want)
		}
		return
	}
}
