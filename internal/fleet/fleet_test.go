package fleet

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"nazo/internal/solve/parts"
)

// quick is the timing of tests: nobody waits for long, and nothing depends on it but how long a test takes.
var quick = Timing{
	Wait: 2 * time.Second, Progress: 200 * time.Millisecond, Pulse: 20 * time.Millisecond, Poll: 20 * time.Millisecond,
	Checkpoint: 20 * time.Millisecond, Retry: 10 * time.Millisecond, Reconcile: 100 * time.Millisecond, Divide: time.Millisecond,
	Publish: 2 * time.Second, State: 10 * time.Millisecond,
}

// once is the timing of tests that count how often a task is tried: each is given out once for a try, however busy the machine is.
func once() Timing {
	t := quick
	t.Wait, t.Progress = time.Hour, time.Hour
	return t
}

// partOutput has the lines of a part that found so many; sure is what every run of it must find.
func partOutput(t interface{ Fatal(...any) }, part parts.Path, found int, sure any) []byte {
	return foundOutput(t, parts.Head{Verb: "count", Title: "test", Problem: "p", Order: "o", Part: part}, found, sure)
}

// foundOutput does so for a part with such a head.
func foundOutput(t interface{ Fatal(...any) }, head parts.Head, found int, sure any) []byte {
	var text bytes.Buffer
	w, err := parts.NewWriter(&text, head)
	if err := errors.Join(err, w.Line(map[string]int{"count": found}, sure), w.End(found)); err != nil {
		t.Fatal(err)
	}
	return text.Bytes()
}

// runFunc is a runner that is a function.
type runFunc func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error)

func (f runFunc) Run(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
	return f(ctx, job, task, w)
}

// counting is a runner of a job whose parts have as many as is their size in a range.
func counting(t testing.TB, size int) runFunc {
	return func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		begin, end := task.Part.Range(size)
		return Result{Output: partOutput(t, task.Part, end-begin, end-begin)}, nil
	}
}

// logTo writes what goes on to the test's log, as long as it runs.
func logTo(t testing.TB) func(string) {
	var mu sync.Mutex
	over := false
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
	})
	return func(text string) {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			t.Log(text)
		}
	}
}

// startHub starts a hub that ends with the test, and a client of it.
func startHub(t testing.TB, o HubOptions) (*Hub, *Client) {
	t.Helper()
	if o.Timing == (Timing{}) {
		o.Timing = quick
	}
	if o.Log == nil {
		o.Log = logTo(t)
	}
	h, err := StartHub(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	c, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Close()
		h.Close()
	})
	return h, c
}

// startWorker starts a worker that drains when its context ends, or the function is called, which waits for it.
func startWorker(t testing.TB, c *Client, r Runner, o WorkOptions) (drain func()) {
	t.Helper()
	if o.Timing == (Timing{}) {
		o.Timing = quick
	}
	if o.Build == "" {
		o.Build = "b"
	}
	if o.Log == nil {
		o.Log = logTo(t)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Work(ctx, c, r, o) }()
	drain = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(drain)
	return drain
}

// submit hands in a job of the tests' build.
func submit(t testing.TB, c *Client, job Job) Job {
	t.Helper()
	return submitWith(t, c, job, nil)
}

// submitWith hands one in with files.
func submitWith(t testing.TB, c *Client, job Job, files map[string]string) Job {
	t.Helper()
	if job.Build == "" {
		job.Build = "b"
	}
	job.Args = []string{"count", "x"}
	job, err := c.Submit(t.Context(), job, files)
	if err != nil {
		t.Fatal(err)
	}
	return job
}

// total is the sum of what all results of a job found, each counted once and all there.
func total(t testing.TB, c *Client, id string) int {
	t.Helper()
	var text bytes.Buffer
	for r, err := range c.Results(t.Context(), id) {
		if err != nil {
			t.Fatal(err)
		}
		text.Write(r.Output)
	}
	found, err := parts.Read(&text)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	var paths []parts.Path
	for _, p := range found {
		sum += p.End.Found
		paths = append(paths, p.Part)
	}
	if gaps, err := parts.Leaves(paths); err != nil || len(gaps) > 0 {
		t.Fatalf("results: missing %v, %v", gaps, err)
	}
	return sum
}

func TestTwoWorkers(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	startWorker(t, c, counting(t, 1000), WorkOptions{Cores: 2})
	startWorker(t, c, counting(t, 1000), WorkOptions{})
	for _, n := range []int{1, 64, 7} {
		job := submit(t, c, Job{Parts: n})
		s, err := c.Wait(t.Context(), job.ID)
		if err != nil || s.Phase != Done || s.Done != n || s.Total != n || s.Found != 1000 {
			t.Fatalf("%+v, %v", s, err)
		}
		if got := total(t, c, job.ID); got != 1000 {
			t.Errorf("%d parts have %d", n, got)
		}
	}
	jobs, err := c.Jobs(t.Context())
	if err != nil || len(jobs) != 3 {
		t.Errorf("%d jobs, %v", len(jobs), err)
	}
}

// until waits for what has to come.
func until(t testing.TB, what func() bool) {
	t.Helper()
	for !what() {
		select {
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		case <-time.After(time.Millisecond):
		}
	}
}
