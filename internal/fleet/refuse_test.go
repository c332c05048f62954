package fleet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nazo/internal/solve/parts"
)

// A result of other work is refused by its worker, which says so; the others go on.
func TestOtherWork(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	gate := make(chan struct{})
	job := submit(t, c, Job{Parts: 6, Attempts: 1000}) // none is to be set aside before the other worker comes
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		r, err := counting(t, 60)(ctx, job, task, w)
		if task.Part[0].Number > 1 {
			<-gate
		}
		return r, err
	}), WorkOptions{Name: "good"})
	until(t, func() bool {
		s, err := c.State(t.Context(), job.ID)
		return err == nil && s.Done == 1
	})
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		output := partOutput(t, task.Part, 1000, 1000)
		return Result{Output: []byte(strings.Replace(string(output), `"problem":"p"`, `"problem":"q"`, 1))}, nil
	}), WorkOptions{Name: "damaged"})
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		return Result{Output: headed(t, parts.Head{Verb: "count", Problem: "q", Order: "o", Part: task.Part}, 1000)}, nil
	}), WorkOptions{Name: "other"})
	for s, err := range c.Watch(t.Context(), job.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Refusing) == 1 && s.Refusing[0].Worker == "other" && s.Failed >= 1 {
			break
		}
		if s.Phase.Ended() {
			t.Fatalf("%+v", s)
		}
	}
	close(gate)
	s, err := c.Wait(t.Context(), job.ID)
	if err != nil || s.Phase != Done || s.Found != 60 {
		t.Fatalf("%+v, %v", s, err)
	}
}

func headed(t testing.TB, head parts.Head, found int) []byte {
	var text strings.Builder
	w, err := parts.NewWriter(&text, head)
	if err := errors.Join(err, w.End(found)); err != nil {
		t.Fatal(err)
	}
	return []byte(text.String())
}

// A worker takes as many tasks as its memory is enough for, none that need more than all of it, and none of
// another build.
func TestMemoryAndBuild(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var mu sync.Mutex
	now, most := 0, 0
	runner := runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		mu.Lock()
		now++
		most = max(most, now)
		mu.Unlock()
		time.Sleep(time.Millisecond)
		mu.Lock()
		now--
		mu.Unlock()
		return counting(t, 10)(ctx, job, task, w)
	})
	startWorker(t, c, runner, WorkOptions{Name: "large", Cores: 8, Memory: 5 << 20})
	startWorker(t, c, runner, WorkOptions{Name: "small", Cores: 8, Memory: 1 << 20})
	startWorker(t, c, runner, WorkOptions{Name: "old", Cores: 8, Build: "older"})
	job := submit(t, c, Job{Parts: 10, Memory: 2 << 20})
	var refusing []Refusal
	for s, err := range c.Watch(t.Context(), job.ID) {
		if err != nil {
			t.Fatal(err)
		}
		if s.Done == 10 && most > 2 {
			t.Errorf("%d tasks at once", most)
		}
		refusing = s.Refusing
	}
	slow := submit(t, c, Job{Parts: 2, Memory: 6 << 20})
	until(t, func() bool {
		s, err := c.State(t.Context(), slow.ID)
		refusing = s.Refusing
		return err == nil && len(refusing) == 3
	})
	text := fmt.Sprint(refusing)
	if want := "[{large a task may need 6 MB, and there are 5 false} {old the job is for build b, and this is older false} {small a task may need 6 MB, and there are 1 false}]"; text != want {
		t.Errorf("%s; want %s", text, want)
	}
}

// A task that a worker refuses is no failure: another does it, and the first takes no more of its job.
func TestRefused(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var refused atomic.Int32
	startWorker(t, c, runFunc(func(context.Context, Job, Task, *Workspace) (Result, error) {
		refused.Add(1)
		return Result{}, Refused("not here")
	}), WorkOptions{Name: "w"})
	job := submit(t, c, Job{Parts: 3, Attempts: 1})
	until(t, func() bool {
		s, err := c.State(t.Context(), job.ID)
		return err == nil && len(s.Refusing) == 1 && s.Refusing[0] == Refusal{Worker: "w", Reason: "not here"}
	})
	startWorker(t, c, counting(t, 100), WorkOptions{})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Failed != 0 || refused.Load() != 1 || len(s.Refusing) != 1 {
		t.Errorf("%+v, %v; refused %d times", s, err, refused.Load())
	}
}

// That a worker took no part of a job is known when it has gone, and when the hub was started again; not any more when it is back and takes
// part.
func TestRefusalStays(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	var id string
	refusing := func(c *Client, want ...Refusal) {
		t.Helper()
		until(t, func() bool {
			s, err := c.State(t.Context(), id)
			return err == nil && slices.Equal(s.Refusing, want)
		})
	}
	first, c := startHub(t, HubOptions{Store: store})
	id = submit(t, c, Job{Parts: 3}).ID
	other := Refusal{Worker: "w", Reason: "the job is for build b, and this is other"}
	drain := startWorker(t, c, counting(t, 10), WorkOptions{Name: "w", Build: "other"})
	refusing(c, other)
	drain()
	other.Gone = true
	refusing(c, other)
	c.Close()
	first.Close()
	_, c = startHub(t, HubOptions{Store: store})
	idle := submit(t, c, Job{Parts: 1, Build: "nobody's"}).ID
	until(t, func() bool { // the hub has begun
		s, err := c.State(t.Context(), idle)
		return err == nil && s.Total == 1
	})
	refusing(c, other)
	goesOn := make(chan bool)
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		<-goesOn
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{Name: "w"})
	refusing(c)
	close(goesOn)
	if s, err := c.Wait(t.Context(), id); err != nil || s.Phase != Done || len(s.Refusing) > 0 {
		t.Errorf("%+v, %v", s, err)
	}
}
