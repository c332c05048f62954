package fleet

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"nazo/internal/solve/parts"
)

// A division whose state is lost ends a job, and is taken back when that is reopened: each thing counts once, whether a part of it was
// done or not. One whose state is there stays.
func TestReopenWithoutState(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	const lost, kept = "0123456789abcdef", "fedcba9876543210"
	job := submit(t, c, Job{Parts: 2, Divisible: true, Resumable: true, Attempts: 1})
	if err := putObject(t.Context(), c.checkpoints, c.object(stateName(job.ID, kept)), strings.NewReader("state")); err != nil {
		t.Fatal(err)
	}
	halves := parts.Path(nil).Split(2)
	done := append(halves[0], parts.Share{Number: 1, Of: 2, From: lost})
	finished, err := counting(t, 100)(t.Context(), job, Task{Part: done}, nil)
	if err = errors.Join(err, finished.look(done)); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Result{{Part: halves[0], Divided: 2, From: lost}, {Part: halves[1], Divided: 2, From: kept}, &finished} {
		if _, err := c.js.PublishMsg(t.Context(), r.message(taskKey(job.ID, r.Part))); err != nil {
			t.Fatal(err)
		}
	}
	var broken atomic.Bool
	broken.Store(true)
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if broken.Load() && len(task.Part) > 1 {
			return Result{}, errors.New("bad luck")
		}
		return counting(t, 100)(ctx, job, task, w)
	}), WorkOptions{})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Incomplete || s.Done != 1 || s.Aside != 3 || !strings.Contains(s.SetAside[0].Error, "the state from which it begins") {
		t.Fatalf("%+v, %v", s, err)
	}
	broken.Store(false)
	if err := c.Reopen(t.Context(), job.ID); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool {
		s, err := c.State(t.Context(), job.ID)
		return err == nil && s.Phase != Incomplete
	})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Done != 3 || s.Divided != 1 || s.Found != 100 {
		t.Errorf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 100 {
		t.Error(got)
	}
}
