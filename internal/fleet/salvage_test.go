package fleet

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/testkit"
)

// damages are what may happen to a file.
var damages = map[string]func(text []byte) []byte{
	"cut to 10 bytes":  func(text []byte) []byte { return text[:min(10, len(text))] },
	"cut in half":      func(text []byte) []byte { return text[:len(text)/2] },
	"a bit flipped":    func(text []byte) []byte { text[len(text)/2] ^= 4; return text },
	"a number changed": func(text []byte) []byte { text[9%len(text)] ^= 8; return text },
	"zeroed":           func(text []byte) []byte { return make([]byte, len(text)) },
	"removed":          func([]byte) []byte { return nil },
}

// damagedFirst are files of a hub, by the end of their names, and what happens to them where tests are to be quick.
var damagedFirst = []struct{ file, what string }{
	{"nazo_work/obs/half/o.dat", "cut to 10 bytes"},
	{"nazo_work/obs/half/o.dat", "a number changed"},
	{"nazo_work/obs/half/meta.inf", "removed"},
	{"KV_nazo_jobs/meta.inf", "a bit flipped"},
	{"KV_nazo_jobs/msgs/1.blk", "a bit flipped"},
	{"KV_nazo_results/msgs/1.blk", "a bit flipped"},
	{"KV_nazo_results/msgs/1.blk", "removed"},
	{"KV_nazo_state/msgs/1.blk", "cut in half"},
}

// storeToDamage is the folder of a hub with three jobs, one done, one half done, and one with a file of which nothing is done. It is as a hub leaves it that
// is killed.
func storeToDamage(t *testing.T) string {
	store, copied := t.TempDir(), t.TempDir()
	h, err := StartHub(t.Context(), HubOptions{Store: store, Coordination: Coordination{Timing: quick, Log: logTo(t)}})
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	c, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var half sync.WaitGroup
	half.Add(2)
	drain := startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if job.ID != "done" {
			if job.ID == "file" || task.Part[0].Number > 2 {
				<-ctx.Done()
				return Result{}, ctx.Err()
			}
			defer half.Done()
		}
		return counting(t, 1000)(ctx, job, task, w)
	}), WorkOptions{Cores: 8})
	submit(t, c, Job{ID: "done", Parts: 4})
	if s, err := c.Wait(t.Context(), "done"); err != nil || s.Phase != Done {
		t.Fatalf("%+v, %v", s, err)
	}
	submit(t, c, Job{ID: "half", Parts: 4, Resumable: true})
	submitWith(t, c, Job{ID: "file", Parts: 2}, map[string]string{"x": strings.Repeat("content", 1000)})
	until(t, func() bool {
		s, err := c.State(t.Context(), "half")
		f, errF := c.State(t.Context(), "file")
		return err == nil && errF == nil && s.Done == 2 && f.Running == 2
	})
	if err := os.CopyFS(copied, os.DirFS(store)); err != nil {
		t.Fatal(err)
	}
	drain()
	return copied
}

// A hub whose folder is damaged starts. Each job comes to its right total, or that job alone ends with a reason, or the hub says that it is lost.
func TestDamagedStore(t *testing.T) {
	t.Parallel()
	store := storeToDamage(t)
	var all []string
	err := filepath.WalkDir(store, func(name string, e fs.DirEntry, err error) error {
		if info, errInfo := e.Info(); err == nil && errInfo == nil && e.Type().IsRegular() && info.Size() > 0 && filepath.Base(name) != "lock" {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if testkit.Thorough() {
		for _, file := range all {
			for _, what := range slices.Sorted(maps.Keys(damages)) {
				tryDamaged(t, store, file, what)
			}
		}
		return
	}
	for _, tt := range damagedFirst {
		i := slices.IndexFunc(all, func(file string) bool { return strings.HasSuffix(filepath.ToSlash(file), tt.file) })
		if i < 0 {
			t.Fatalf("there is no file %s: %v", tt.file, all)
		}
		tryDamaged(t, store, all[i], tt.what)
	}
}

// tryDamaged damages a file of a copy of a store, and has a hub go on with that.
func tryDamaged(t *testing.T, store, file, what string) {
	name, err := filepath.Rel(store, file)
	if err != nil {
		t.Fatal(err)
	}
	t.Run(strings.TrimPrefix(filepath.ToSlash(name), "jetstream/$G/streams/")+" "+what, func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		if err := os.CopyFS(folder, os.DirFS(store)); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text = damages[what](bytes.Clone(text)); text != nil {
			err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
		} else {
			err = os.Remove(filepath.Join(folder, name))
		}
		if err != nil {
			t.Fatal(err)
		}
		_, c := startHub(t, HubOptions{Store: folder})
		startWorker(t, c, counting(t, 1000), WorkOptions{Cores: 4})
		submit(t, c, Job{ID: "new", Parts: 4})
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		var wrong []string
		for _, id := range []string{"new", "done", "half", "file"} {
			s, err := c.Wait(ctx, id)
			switch {
			case errors.Is(err, ErrNoJob):
				told := slices.ContainsFunc(c.Troubles(ctx), func(t Trouble) bool { return strings.Contains(t.Text, "job "+id+" ") })
				if !told {
					t.Errorf("%s is lost, and nobody says so: %v", id, c.Troubles(ctx))
				}
				wrong = append(wrong, id)
			case err != nil:
				t.Fatalf("%s: %+v, %v; %v", id, s, err, c.Troubles(ctx))
			case s.Phase == Done:
				if got := total(t, c, id); got != 1000 || s.Found != 1000 {
					t.Errorf("%s comes to %d: %+v", id, got, s)
				}
			case s.Reason == "":
				t.Errorf("%s: %+v", id, s)
			default:
				wrong = append(wrong, id)
			}
			if err := c.Remove(ctx, id); err != nil && !errors.Is(err, ErrNoJob) {
				t.Errorf("%s can't be removed: %v", id, err)
			}
		}
		if len(wrong) > 1 || slices.Contains(wrong, "new") {
			t.Errorf("came to nothing: %v; %v", wrong, c.Troubles(ctx))
		}
		if len(wrong) > 0 {
			t.Logf("%v came to nothing: %v", wrong, c.Troubles(ctx))
		}
	})
}

// A job whose queue can't be made is ended with a reason, and others go on. Where the hub has the folder, the queue is made all the same.
func TestQueueThatCannotBeMade(t *testing.T) {
	t.Parallel()
	for _, own := range []bool{true, false} {
		store := t.TempDir()
		h, c := startHub(t, HubOptions{Store: store})
		if !own { // as if it were a server that there was already
			h.stop()
			h.ended.Wait()
			h.ended.Go(func() { Coordinate(t.Context(), h.client, Coordination{Timing: quick, Log: logTo(t)}) })
		}
		queue := filepath.Join(streamsAt(store), workStream, "obs", "bad")
		if err := errors.Join(os.MkdirAll(queue, 0o700), os.WriteFile(filepath.Join(queue, "o.dat"), []byte("0123456789"), 0o600)); err != nil {
			t.Fatal(err)
		}
		startWorker(t, c, counting(t, 10), WorkOptions{})
		submit(t, c, Job{ID: "bad", Parts: 2})
		submit(t, c, Job{ID: "good", Parts: 2})
		good, err := c.Wait(t.Context(), "good")
		if err != nil || good.Phase != Done {
			t.Errorf("%+v, %v", good, err)
		}
		bad, err := c.Wait(t.Context(), "bad")
		switch {
		case err != nil || own != (bad.Phase == Done):
			t.Errorf("%+v, %v", bad, err)
		case !own && (bad.Phase != Cancelled || !strings.Contains(bad.Reason, "the queue of job bad")):
			t.Errorf("%+v", bad)
		}
		if !slices.ContainsFunc(c.Troubles(t.Context()), func(t Trouble) bool { return strings.Contains(t.Text, "bad") }) {
			t.Errorf("nobody hears of it: %v", c.Troubles(t.Context()))
		}
		if err := c.Remove(t.Context(), "bad"); err != nil {
			t.Error(err)
		}
	}
}

// The hub says of a job that it has lost its entry, and can be told to forget what is left of it.
func TestLostJob(t *testing.T) {
	t.Parallel()
	store := t.TempDir()
	h, err := StartHub(t.Context(), HubOptions{Store: store})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.client.states.Put(t.Context(), "gone", encode(State{Job: "gone", Phase: Running})); err != nil {
		t.Fatal(err)
	}
	h.Close()
	_, c := startHub(t, HubOptions{Store: store})
	if told := c.Troubles(t.Context()); len(told) != 1 || !strings.HasPrefix(told[0].Text, "job gone is damaged") {
		t.Errorf("%v", told)
	}
	if err := c.Remove(t.Context(), "gone"); err != nil {
		t.Error(err)
	}
	if _, err := c.states.Get(t.Context(), "gone"); !errors.Is(err, jetstream.ErrKeyNotFound) {
		t.Error(err)
	}
}
