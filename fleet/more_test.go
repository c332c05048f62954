package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"nazo/parts"
)

// Two results that contradict each other end a job, even when it was done, and for good.
func TestFault(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	startWorker(t, c, counting(t, 10), WorkOptions{})
	job := submit(t, c, Job{Parts: 3})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	// A worker that had been given up comes to something else.
	late := func(part parts.Path, found int) {
		w, err := newWorker(c, nil, WorkOptions{Timing: quick, Log: logTo(t)})
		if err != nil {
			t.Fatal(err)
		}
		defer w.remove()
		r := &Result{Output: partOutput(t, part, found, found), Worker: "late"}
		if err := r.look(part); err != nil {
			t.Fatal(err)
		}
		if err := w.compare(&sending{&delivery{Task: Task{job.ID, part, 1}, key: taskKey(job.ID, part), job: &workJob{Job: job}}, r}); err != nil {
			t.Fatal(err)
		}
	}
	part := parts.Path{{Number: 2, Of: 3}}
	begin, end := part.Range(10)
	late(part, end-begin)
	if n, err := c.fault.Status(t.Context()); err != nil || n.Values() != 0 {
		t.Fatalf("%v faults, %v", n, err)
	}
	late(part, 77)
	until(t, func() bool {
		s, err := c.State(t.Context(), job.ID)
		return err == nil && s.Phase == Faulty && strings.HasPrefix(s.Reason, "part 2/3: workers ")
	})
	if err := c.Reopen(t.Context(), job.ID); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Faulty {
		t.Errorf("%+v, %v", s, err)
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

// A result of other work is refused by its worker, which says so; the others go on.
func TestOtherWork(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	gate := make(chan struct{})
	job := submit(t, c, Job{Parts: 6, Attempts: 1000}) // none is to be set aside before the other worker comes
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
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
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, _ Workspace) (Result, error) {
		output := partOutput(t, task.Part, 1000, 1000)
		return Result{Output: []byte(strings.Replace(string(output), `"problem":"p"`, `"problem":"q"`, 1))}, nil
	}), WorkOptions{Name: "damaged"})
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, _ Workspace) (Result, error) {
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

// A cancelled job stops at once, and goes on when it is reopened with what it has.
func TestCancel(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var stopped atomic.Bool
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
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

// Tasks that take long are divided when others have nothing to do; what they are divided into adds up.
func TestDivide(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{Coordination: Coordination{Divide: 3}})
	runner := runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
		if task.Part[0].Number == 2 && len(task.Part) < 3 {
			<-ctx.Done()
			return Result{}, ctx.Err()
		}
		return counting(t, 100)(ctx, job, task, w)
	})
	startWorker(t, c, runner, WorkOptions{Cores: 2})
	startWorker(t, c, runner, WorkOptions{Cores: 2})
	job := submit(t, c, Job{Parts: 4, Divisible: true})
	s, err := c.Wait(t.Context(), job.ID)
	if err != nil || s.Phase != Done || s.Found != 100 || s.Divided != 4 || s.Total != 3+9 {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 100 {
		t.Error(got)
	}
}

// A worker takes as many tasks as its memory is enough for, none that need more than all of it, and none of
// another build.
func TestMemoryAndBuild(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var mu sync.Mutex
	now, most := 0, 0
	runner := runFunc(func(ctx context.Context, job Job, task Task, w Workspace) (Result, error) {
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
	if want := "[{large a task may need 6 MB, and there are 5} {old the job is for build b, and this is older} {small a task may need 6 MB, and there are 1}]"; text != want {
		t.Errorf("%s; want %s", text, want)
	}
}

// Files of a job, and outputs that no message can hold, go by way of the hub.
func TestFiles(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{MostMessage: 64 << 10, Store: t.TempDir()})
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, []byte("content"), 0o600); err != nil {
		t.Fatal(err)
	}
	digest, err := c.AddFile(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := c.AddFile(t.Context(), file); err != nil || again != digest {
		t.Fatal(again, err)
	}
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, w Workspace) (Result, error) {
		text, err := os.ReadFile(filepath.Join(w.Folder(), "sub", "y"))
		if err != nil {
			return Result{}, err
		}
		var out strings.Builder
		to, err := parts.NewWriter(&out, parts.Head{Verb: "make", Part: task.Part})
		err = errors.Join(err, to.Line(map[string]string{"text": strings.Repeat(string(text), 20_000)}, 1), to.End(1))
		return Result{Output: []byte(out.String())}, err
	}), WorkOptions{})
	job := submit(t, c, Job{Parts: 2, Files: map[string]string{"sub/y": digest}})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 2 {
		t.Error(got)
	}
	_, err = c.Submit(t.Context(), Job{Args: []string{"count"}, Parts: 1, Files: map[string]string{"x": strings.Repeat("0", 64)}})
	if err == nil || !strings.Contains(err.Error(), "file x of the job can't be found at the hub") {
		t.Error(err)
	}
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

// A fleet can be on a server of NATS that is not its own.
func TestOtherServer(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Port: server.RANDOM_PORT, Host: "127.0.0.1", JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(s.Shutdown)
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server doesn't start")
	}
	if _, err := Connect(t.Context(), s.ClientURL(), Credentials{}); err == nil || !strings.Contains(err.Error(), "no hub has ever run on it") {
		t.Error(err)
	}
	c, err := Establish(t.Context(), s.ClientURL(), Credentials{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- Coordinate(ctx, c, Coordination{Timing: quick, Log: logTo(t)}) }()
	startWorker(t, c, counting(t, 10), WorkOptions{})
	job := submit(t, c, Job{Parts: 3})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 10 {
		t.Errorf("%+v, %v", s, err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
