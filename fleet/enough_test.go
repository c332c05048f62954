package fleet

import (
	"context"
	"nazo/parts"
	"sync/atomic"
	"testing"
	"time"
)

// When enough was found, whoever is still at a task is broken off.
func TestEnough(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var begun, stopped atomic.Int32
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
		if task.Part[0].Number == 3 {
			for begun.Load() < 2 {
				time.Sleep(time.Millisecond)
			}
			return Result{Output: headed(t, parts.Head{Verb: "solve", Enough: 1, Part: task.Part}, 1)}, nil
		}
		begun.Add(1)
		<-ctx.Done()
		if context.Cause(ctx) == ErrEnded {
			stopped.Add(1)
		}
		return Result{}, ctx.Err()
	}), WorkOptions{Cores: 3})
	job := submit(t, c, Job{Parts: 100})
	s, err := c.Wait(t.Context(), job.ID)
	if err != nil || s.Phase != Enough || s.Found != 1 || s.Done != 1 {
		t.Fatalf("%+v, %v", s, err)
	}
	until(t, func() bool { return stopped.Load() == begun.Load() })
	if begun.Load() > 10 {
		t.Errorf("%d were begun", begun.Load())
	}
}
