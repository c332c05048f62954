package fleet

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// flaky is an object store that doesn't take or give what it is asked for, the next times.
type flaky struct {
	jetstream.ObjectStore
	puts, gets atomic.Int32 // how often that fails yet
	err        error
}

func (f *flaky) Put(ctx context.Context, meta jetstream.ObjectMeta, r io.Reader) (*jetstream.ObjectInfo, error) {
	if f.puts.Add(-1) >= 0 {
		return nil, f.err
	}
	return f.ObjectStore.Put(ctx, meta, r)
}

func (f *flaky) Get(ctx context.Context, name string, o ...jetstream.GetObjectOpt) (jetstream.ObjectResult, error) {
	if f.gets.Add(-1) >= 0 {
		return nil, f.err
	}
	return f.ObjectStore.Get(ctx, name, o...)
}

// A large output that the hub doesn't take at once is sent again; the task isn't done again.
func TestLargeOutputAgain(t *testing.T) {
	t.Parallel()
	h, c := startHub(t, HubOptions{MostMessage: 64 << 10})
	its, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(its.Close)
	store := &flaky{ObjectStore: its.files, err: context.DeadlineExceeded}
	store.puts.Store(3)
	its.files = store
	var runs atomic.Int32
	startWorker(t, its, runFunc(func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		runs.Add(1)
		var out strings.Builder
		to, err := parts.NewWriter(&out, parts.Head{Verb: "make", Part: task.Part})
		err = errors.Join(err, to.Line(map[string]string{"text": strings.Repeat("x", 100_000)}, 1), to.End(1))
		return Result{Output: []byte(out.String())}, err
	}), WorkOptions{})
	job := submit(t, c, Job{Parts: 1})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 1 || runs.Load() != 1 || store.puts.Load() >= 0 {
		t.Errorf("%d, after %d runs", got, runs.Load())
	}
}

// A checkpoint that the hub doesn't take when the worker ends stays where it is, and the worker's next life goes on with it.
func TestCheckpointKept(t *testing.T) {
	t.Parallel()
	h, c := startHub(t, HubOptions{})
	its, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(its.Close)
	store := &flaky{ObjectStore: its.checkpoints, err: context.DeadlineExceeded}
	store.puts.Store(1 << 30)
	its.checkpoints = store
	folder := t.TempDir()
	begun := make(chan bool, 1)
	job := submit(t, c, Job{Parts: 1, Resumable: true})
	drain := startWorker(t, its, runFunc(func(ctx context.Context, _ Job, _ Task, w *Workspace) (Result, error) {
		err := os.WriteFile(w.Checkpoint, []byte("half"), 0o600)
		begun <- true
		<-ctx.Done()
		return Result{}, errors.Join(ctx.Err(), err)
	}), WorkOptions{Folder: folder})
	<-begun
	drain()
	var found atomic.Value
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		text, err := os.ReadFile(w.Checkpoint)
		found.Store(string(text))
		r, other := counting(t, 10)(ctx, job, task, w)
		return r, errors.Join(err, other)
	}), WorkOptions{Folder: folder})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Failed > 0 || found.Load() != "half" {
		t.Errorf("%+v, %v; the checkpoint: %v", s, err, found.Load())
	}
}

// A task whose files are not at the hub, or not whole, fails, and is set aside; one with a damaged checkpoint begins anew.
func TestDamaged(t *testing.T) {
	t.Parallel()
	h, c := startHub(t, HubOptions{Coordination: Coordination{Timing: once()}})
	files := map[string]string{"x": "content"}
	gone := submitWith(t, c, Job{Parts: 2}, files)
	if err := c.files.Delete(t.Context(), inputName(gone.ID, gone.Files["x"])); err != nil {
		t.Fatal(err)
	}
	torn := submitWith(t, c, Job{Parts: 2}, files)
	info, err := c.files.GetInfo(t.Context(), inputName(torn.ID, torn.Files["x"]))
	if err != nil {
		t.Fatal(err)
	}
	stream, err := c.js.Stream(t.Context(), "OBJ_"+info.Bucket)
	if err == nil {
		err = stream.Purge(t.Context(), jetstream.WithPurgeSubject("$O."+info.Bucket+".C."+info.NUID))
	}
	if err != nil {
		t.Fatal(err)
	}
	its, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(its.Close)
	store := &flaky{ObjectStore: its.checkpoints, err: jetstream.ErrDigestMismatch}
	store.gets.Store(1 << 30)
	its.checkpoints = store
	startWorker(t, its, counting(t, 10), WorkOptions{Timing: once()})
	for _, job := range []Job{gone, torn} {
		if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Incomplete || s.Aside != 2 || s.Failed != 2*defaultAttempts {
			t.Errorf("%+v, %v", s, err)
		}
	}
	anew := submit(t, c, Job{Parts: 2, Resumable: true})
	if s, err := c.Wait(t.Context(), anew.ID); err != nil || s.Phase != Done || s.Failed > 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// The files of a job are fetched for all its tasks: the one that came first may be broken off meanwhile.
func TestFetchForAll(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submitWith(t, c, Job{Parts: 1}, map[string]string{"x": "content"})
	w, err := newWorker(c, nil, WorkOptions{Timing: quick, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer w.remove()
	j := &workJob{Job: job, ctx: t.Context()}
	broken, cancel := context.WithCancel(t.Context())
	cancel()
	space, err := w.prepare(&delivery{job: j, ctx: broken})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(space.Folder, "x")); err != nil || string(text) != "content" {
		t.Errorf("%q, %v", text, err)
	}
}

// Files of a job, and outputs that no message can hold, go by way of the hub.
func TestFiles(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{MostMessage: 64 << 10, Store: t.TempDir()})
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, w *Workspace) (Result, error) {
		text, err := os.ReadFile(filepath.Join(w.Folder, "sub", "y"))
		if err != nil {
			return Result{}, err
		}
		var out strings.Builder
		to, err := parts.NewWriter(&out, parts.Head{Verb: "make", Part: task.Part})
		err = errors.Join(err, to.Line(map[string]string{"text": strings.Repeat(string(text), 20_000)}, 1), to.End(1))
		return Result{Output: []byte(out.String())}, err
	}), WorkOptions{})
	job := submitWith(t, c, Job{Parts: 2}, map[string]string{"sub/y": "content"})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	if got := total(t, c, job.ID); got != 2 {
		t.Error(got)
	}
}

// A worker keeps the files of a job as long as there is that job, or a task of it under way.
func TestFilesGo(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	folder := t.TempDir()
	kept := func() []string {
		all, err := filepath.Glob(filepath.Join(folder, "*", "*"))
		if err != nil {
			t.Error(err)
		}
		return all
	}
	begun, gate := make(chan string, 1), make(chan bool)
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		text, err := os.ReadFile(filepath.Join(w.Folder, "x"))
		if string(text) != "content" {
			t.Errorf("%s, %v", text, err)
		}
		begun <- w.Folder
		<-ctx.Done()
		<-gate
		if _, err := os.Stat(w.Folder); err != nil {
			t.Error(err)
		}
		return Result{}, ctx.Err()
	}), WorkOptions{Folder: folder})
	job := submitWith(t, c, Job{Parts: 1}, map[string]string{"x": "content"})
	for range 2 {
		<-begun
		if len(kept()) != 1 {
			t.Error(kept())
		}
		if err := c.Cancel(t.Context(), job.ID, "no more"); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Wait(t.Context(), job.ID); err != nil {
			t.Fatal(err)
		}
		gate <- true
		until(t, func() bool { return len(kept()) == 0 })
		if err := c.Reopen(t.Context(), job.ID); err != nil {
			t.Fatal(err)
		}
	}
	<-begun
	close(gate)
}
