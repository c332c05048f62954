package fleet

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

// A worker that ends gives its tasks back with their checkpoints, and another goes on from there.
func TestDrain(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submit(t, c, Job{Parts: 2, Resumable: true})
	saved := make(chan struct{})
	first := runFunc(func(ctx context.Context, _ Job, task Task, w Workspace) (Result, error) {
		if task.Part[0].Number == 1 {
			return counting(t, 10)(ctx, job, task, w)
		}
		close(saved)
		<-ctx.Done()
		if context.Cause(ctx) != ErrDrain {
			t.Errorf("broken off for: %v", context.Cause(ctx))
		}
		return Result{}, errors.Join(ctx.Err(), os.WriteFile(w.Checkpoint(), []byte("half"), 0o600))
	})
	drain := startWorker(t, c, first, WorkOptions{Cores: 2})
	<-saved
	drain()
	var resumed atomic.Bool
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
		if text, err := os.ReadFile(w.Checkpoint()); task.Part[0].Number == 2 {
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
	drain := startWorker(t, doomed, runFunc(func(ctx context.Context, _ Job, _ Task, _ Workspace) (Result, error) {
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
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
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
		startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
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
