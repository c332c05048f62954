package fleet

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// A cancelled job stops at once, and goes on when it is reopened with what it has.
func TestCancel(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var stopped atomic.Bool
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if task.Part[0].Number == 4 && !stopped.Load() {
			<-ctx.Done()
			stopped.Store(context.Cause(ctx) == ErrEnded)
			return Result{}, ctx.Err()
		}
		return counting(t, 100)(ctx, job, task, w)
	}), WorkOptions{})
	job := submit(t, c, Job{Parts: 5})
	until(t, func() bool {
		s, err := c.State(t.Context(), job.ID)
		return err == nil && s.Done >= 3 && s.Running == 1
	})
	if err := c.Cancel(t.Context(), job.ID, "enough for today"); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Cancelled || s.Reason != "enough for today" {
		t.Fatalf("%+v, %v", s, err)
	}
	until(t, stopped.Load)
	if err := c.Reopen(t.Context(), job.ID); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { s, err := c.State(t.Context(), job.ID); return err == nil && s.Phase == Done })
	if got := total(t, c, job.ID); got != 100 {
		t.Error(got)
	}
	if err := c.Cancel(t.Context(), "nobody", ""); !errors.Is(err, ErrNoJob) {
		t.Error(err)
	}
}

// A job is cancelled when its time is up, if it has not ended by then.
func TestDeadline(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	long := submit(t, c, Job{ID: "long", Parts: 2, Deadline: time.Millisecond})
	if s, err := c.Wait(t.Context(), long.ID); err != nil || s.Phase != Cancelled || s.Reason != "time limit (1ms)" {
		t.Fatalf("%+v, %v", s, err)
	}
	startWorker(t, c, counting(t, 100), WorkOptions{})
	short := submit(t, c, Job{ID: "short", Parts: 2, Deadline: time.Hour})
	if s, err := c.Wait(t.Context(), short.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	if err := (&Job{ID: "never", Args: []string{"count"}, Parts: 1, Deadline: -1}).check(); err == nil {
		t.Error("a negative time is taken")
	}
}

// A job that is reopened has the time of its deadline again, also for a coordinator that begins later.
func TestDeadlineOfReopened(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	hub, c := startHub(t, HubOptions{Store: store})
	job := submit(t, c, Job{ID: "again", Parts: 2, Deadline: time.Hour})
	if err := c.Cancel(t.Context(), job.ID, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Wait(t.Context(), job.ID); err != nil {
		t.Fatal(err)
	}
	if err := c.Reopen(t.Context(), job.ID); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { s, err := c.State(t.Context(), job.ID); return err == nil && s.Phase == Running })
	c.Close()
	hub.Close()
	_, c = startHub(t, HubOptions{Store: store})
	submitted, err := c.jobs.Get(t.Context(), job.ID)
	if err != nil {
		t.Fatal(err)
	}
	later := &coordinator{Client: c, ended: map[string]Phase{}, refusal: map[string][]Refusal{}, reopened: map[string]time.Time{}}
	w, err := later.watch(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer w.stop()
	before, after := submitted.Created().Add(job.Deadline), time.Now().Add(job.Deadline)
	if got := later.due(job, submitted.Created()); !got.After(before) || got.After(after) {
		t.Errorf("its time is up %v, want after %v", got, before)
	}
	never := job
	never.ID = "never"
	if got := later.due(never, submitted.Created()); !got.Equal(before) {
		t.Errorf("the time of one that was not reopened is up %v, want %v", got, before)
	}
}

// A request that is done does not take away a newer one, which may have come before it was removed.
func TestNewerRequestStays(t *testing.T) {
	t.Parallel()
	hub, c := startHub(t, HubOptions{})
	hub.stop() // its coordinator would do the requests, too
	hub.ended.Wait()
	ctx, key := t.Context(), "again"+wantReopen
	ask := func() jetstream.KeyValueEntry {
		if _, err := c.jobs.Put(ctx, key, nil); err != nil {
			t.Fatal(err)
		}
		entry, err := c.jobs.Get(ctx, key)
		if err != nil {
			t.Fatal(err)
		}
		return entry
	}
	one := &coordinator{Client: c, ctx: ctx, ended: map[string]Phase{}}
	first, second := ask(), ask()
	if err := one.want(first); err != nil {
		t.Fatal(err)
	}
	if left, err := c.jobs.Get(ctx, key); err != nil || left.Revision() != second.Revision() {
		t.Fatalf("the second request is gone with the first: %v", err)
	}
	if err := one.want(second); err != nil {
		t.Fatal(err)
	}
	if _, err := c.jobs.Get(ctx, key); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Errorf("a request stays when it is done: %v", err)
	}
}

// What is removed is gone: another job of its name begins with nothing.
func TestRemove(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	startWorker(t, c, counting(t, 10), WorkOptions{})
	for range 2 {
		job := submit(t, c, Job{ID: "again", Parts: 3})
		if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Done != 3 {
			t.Fatalf("%+v, %v", s, err)
		}
		if err := c.Remove(t.Context(), job.ID); err != nil {
			t.Fatal(err)
		}
		for _, kv := range []jetstream.KeyValue{c.jobs, c.states, c.results, c.fault} {
			until(t, func() bool { // the coordinator has taken note, too
				status, err := kv.Status(t.Context())
				return err == nil && status.Values() == 0
			})
		}
	}
}
