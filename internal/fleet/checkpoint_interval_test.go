package fleet

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Checkpoints are taken to the hub as often as that costs little, by their size, how many tasks have such, and what it took.
func TestCheckpointInterval(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		size    int64
		running int
		took    time.Duration // 100 MB
		want    time.Duration
	}{
		{"a small one", 1000, 64, time.Second, 2 * time.Second},
		{"of one task", 1000 << 20, 1, time.Second, 200 * time.Second},
		{"the hub knows of no task yet", 1000 << 20, 0, time.Second, 200 * time.Second},
		{"of five tasks", 1000 << 20, 5, time.Second, 200 * time.Second},
		{"of 64", 2000 << 20, 64, time.Second, 5120 * time.Second},
		{"of 64, over a fast link", 2000 << 20, 64, 80 * time.Millisecond, 410 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "saved")
			synctest.Test(t, func(t *testing.T) {
				w := &worker{jobs: map[string]*workJob{
					"a": {Job: Job{Resumable: true}, running: c.running}, "b": {running: 1000},
				}}
				w.cost.expected = c.took
				s := &Workspace{w: w, Checkpoint: file, key: "a.1/64", begun: time.Now()}
				wait := func() time.Duration {
					begun := time.Now()
					for !s.due() && time.Since(begun) < 100*time.Hour {
						time.Sleep(time.Second)
					}
					return time.Since(begun)
				}
				time.Sleep(time.Minute)
				if s.due() {
					t.Error("there is no checkpoint, and it is to be taken to the hub")
				}
				s.begun = time.Now()
				if err := os.WriteFile(file, nil, 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Truncate(file, c.size); err != nil {
					t.Fatal(err)
				}
				first, want := wait(), time.Duration(share(s.key)*float64(c.want))
				if first < want-time.Second || first > want+time.Second {
					t.Errorf("the first after %s; want %s", first, want)
				}
				s.stored = time.Now()
				if next := wait(); next < c.want-2*time.Second || next > c.want+time.Second {
					t.Errorf("the next after %s; want %s", next, c.want)
				}
			})
		})
	}
}

func TestTransferCost(t *testing.T) {
	c := transferCost{expected: time.Second}
	for _, s := range []struct {
		size int64
		took time.Duration
		want time.Duration // until the next of 100 MB
	}{
		{100, time.Minute, 20 * time.Second}, {50 << 20, time.Second, 40 * time.Second}, {200 << 20, time.Second, 10 * time.Second},
		{100 << 20, 100 * time.Second, 10 * time.Second}, {100 << 20, 99 * time.Second, 10 * time.Second},
		{100 << 20, 98 * time.Second, 98 * 20 * time.Second}, {100 << 20, time.Second, 20 * time.Second},
	} {
		c.learn(s.size, s.took)
		if got := c.interval(transferUnit, 1); got != s.want {
			t.Errorf("%d bytes took %s: %s until the next; want %s", s.size, s.took, got, s.want)
		}
	}
}

// One slow transfer doesn't put the next one off for days: it is measured once more within the hour. Over a link that is as slow as
// that, it stays so.
func TestSlowTransferOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		took time.Duration // 100 MB, from then on
		most time.Duration // until the next one is due
	}{
		{"the link is fast again", time.Second, 5120*time.Second + time.Minute}, {"it stays slow", 100 * time.Second, 5120*100*time.Second + time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "saved")
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(file, 2000<<20); err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) {
				hub := &slowStore{took: c.took}
				w := &worker{Client: &Client{store: &store{checkpoints: hub}, limited: 1 << 20}, o: WorkOptions{Name: "w"},
					jobs: map[string]*workJob{"a": {Job: Job{Resumable: true}, running: 64}}}
				w.cost.learn(100<<20, 100*time.Second)
				s := &Workspace{w: w, Checkpoint: file, key: "a.1/64", begun: time.Now(), stored: time.Now()}
				begun, tries := time.Now(), 0
				for ; !s.due(); time.Sleep(time.Minute) {
					before := hub.sent
					if err := s.tryTransfer(t.Context()); err != nil {
						t.Fatal(err)
					}
					if hub.sent > before {
						tries++
					}
				}
				after := time.Since(begun)
				if after > c.most || after < c.most-5*time.Minute {
					t.Errorf("due after %s; want %s", after, c.most)
				}
				if most := int(after / costAge); tries == 0 || tries > most || hub.sent != int64(tries)*trialSize || len(hub.has) > 0 {
					t.Errorf("%d trials in %s, %d bytes; the hub still has %v", tries, after, hub.sent, hub.has)
				}
			})
		})
	}
}

// slowStore is an object store that takes its time, and keeps nothing.
type slowStore struct {
	jetstream.ObjectStore
	took time.Duration // for 100 MB
	sent int64
	has  []string
}

// Put reads all of it.
func (s *slowStore) Put(_ context.Context, meta jetstream.ObjectMeta, r io.Reader) (*jetstream.ObjectInfo, error) {
	n, err := io.Copy(io.Discard, r)
	time.Sleep(time.Duration(float64(s.took) * float64(n) / transferUnit))
	s.sent += n
	s.has = append(s.has, meta.Name)
	return nil, err
}

// Delete forgets it.
func (s *slowStore) Delete(_ context.Context, name string) error {
	s.has = slices.DeleteFunc(s.has, func(has string) bool { return has == name })
	return nil
}

func TestShare(t *testing.T) {
	sum := 0.0
	for _, part := range newLeaves(1000, "").all() {
		s := share(taskKey("job", part))
		if s < 0 || s >= 1 {
			t.Fatalf("%s: %v", part, s)
		}
		sum += s / 1000
	}
	if sum < 0.47 || sum > 0.53 {
		t.Errorf("the mean is %v", sum)
	}
}

// A large checkpoint stays where it is until its time has come, or its task is broken off.
func TestLargeCheckpointLater(t *testing.T) {
	t.Parallel()
	timing := once()
	timing.Transfer = 24 * time.Hour
	h, c := startHub(t, HubOptions{Coordination: Coordination{Timing: timing}})
	its, err := h.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(its.Close)
	store := &counted{ObjectStore: its.checkpoints}
	its.checkpoints = store
	job := submit(t, c, Job{Parts: 1, Resumable: true})
	begun := make(chan error, 1)
	drain := startWorker(t, its, runFunc(func(ctx context.Context, _ Job, _ Task, w *Workspace) (Result, error) {
		begun <- os.WriteFile(w.Checkpoint, make([]byte, 1<<20), 0o600)
		<-ctx.Done()
		return Result{}, ctx.Err()
	}), WorkOptions{Timing: timing})
	if err := <-begun; err != nil {
		t.Fatal(err)
	}
	time.Sleep(10 * timing.Checkpoint)
	if n := store.puts.Load(); n != 0 {
		t.Errorf("taken to the hub %d times", n)
	}
	drain()
	if n := store.puts.Load(); n == 0 {
		t.Error("not taken to the hub when the worker ended")
	}
	if err := c.Cancel(t.Context(), job.ID, ""); err != nil {
		t.Error(err)
	}
}

// counted is an object store that counts what it takes.
type counted struct {
	jetstream.ObjectStore
	puts atomic.Int32
}

// Put counts.
func (s *counted) Put(ctx context.Context, meta jetstream.ObjectMeta, r io.Reader) (*jetstream.ObjectInfo, error) {
	s.puts.Add(1)
	return s.ObjectStore.Put(ctx, meta, r)
}
