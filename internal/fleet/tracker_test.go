package fleet

import (
	"context"
	"errors"
	"strings"
	"testing"

	"nazo/internal/solve/parts"
)

// However many tasks fail, and however much they say, the state of a job is small.
func TestManySetAside(t *testing.T) {
	const n = 1000
	tracker := newTracker(Job{ID: "j", Parts: n})
	var long trouble
	for range 50 {
		long.fail(strings.Repeat("what went wrong ", 1000))
	}
	long.Aside, long.Status = true, 3
	if size := len(encode(long)); size > 50_000 || long.Failed != 50 {
		t.Errorf("%d failures of a task take %d bytes", long.Failed, size)
	}
	for _, part := range parts.Path(nil).Split(n) {
		tracker.trouble(part, long)
	}
	phase, _ := tracker.over()
	s := tracker.summary(nil)
	if size := len(encode(s)); phase != Incomplete || s.Aside != n || s.Status != 3 || s.Failed != 50*n || size > 20_000 {
		t.Errorf("%s, %d set aside, status %d, %d failed, in %d bytes", phase, s.Aside, s.Status, s.Failed, size)
	}
	if f := s.First; f == nil || f.Task != "1/1000" || f.Status != 3 || !strings.HasSuffix(f.Error, "what went wrong ") {
		t.Errorf("the first that failed: %+v", f)
	}
	if f := s.SetAside; len(f) != mostListed || f[1].Task != "2/1000" || f[1].Failed != 50 {
		t.Errorf("%d listed: %+v", len(f), f[:min(len(f), 2)])
	}
}

// A job whose failures are more than a message can hold comes to its end all the same, and so does another beside it.
func TestManyFail(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{MostMessage: 64 << 10, Coordination: Coordination{Timing: once()}})
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if job.ID == "bad" {
			return Result{}, errors.New(strings.Repeat("what went wrong ", 1000))
		}
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{Cores: 2, Timing: once()})
	submit(t, c, Job{ID: "bad", Parts: 40, Attempts: 2})
	submit(t, c, Job{ID: "good", Parts: 2})
	if s, err := c.Wait(t.Context(), "bad"); err != nil || s.Phase != Incomplete || s.Aside != 40 || s.Failed != 80 {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := c.Wait(t.Context(), "good"); err != nil || s.Phase != Done {
		t.Errorf("%+v, %v", s, err)
	}
}
