package fleet

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

// A mistake that one worker makes of all tasks ends no job where another worker is: it does them, and the one is set aside, with a word.
func TestBrokenWorker(t *testing.T) {
	t.Parallel()
	const n = 60
	_, c := startHub(t, HubOptions{})
	var mu sync.Mutex
	failed := map[string]int{} // with the broken worker
	three, proved := make(chan struct{}), make(chan struct{})
	job := submit(t, c, Job{Parts: n, Attempts: 1})
	both := make(chan struct{})
	startWorker(t, c, runFunc(func(_ context.Context, _ Job, task Task, _ *Workspace) (Result, error) {
		<-both
		mu.Lock()
		failed[task.key()]++
		several, before := len(failed) == tooMany, failed[task.key()] > 1
		mu.Unlock()
		if several && !before {
			close(three)
			<-proved
		}
		return Result{Status: 2}, &Fatal{Err: errors.New("no such file")}
	}), WorkOptions{Name: "broken"})
	refused := make(chan struct{})
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		<-three
		if task.Part[0].Number == n {
			<-refused // the job is not to be done before
		}
		return counting(t, 1000)(ctx, job, task, w)
	}), WorkOptions{Name: "good", Cores: 2})
	state := func(is func(State) bool) {
		t.Helper()
		until(t, func() bool {
			s, err := c.State(t.Context(), job.ID)
			if err != nil || s.Phase.Ended() {
				t.Fatalf("%+v, %v", s, err)
			}
			return is(s)
		})
	}
	state(func(s State) bool { return s.Workers == 2 })
	close(both)
	until(t, func() bool { // one that failed here is done there
		mu.Lock()
		defer mu.Unlock()
		for key := range failed {
			if stored, err := c.stored(t.Context(), key); err == nil && stored != nil {
				return true
			}
		}
		return false
	})
	close(proved)
	state(func(s State) bool {
		return len(s.Refusing) == 1 && s.Refusing[0].Worker == "broken" && strings.HasPrefix(s.Refusing[0].Reason, "3 tasks failed here and none was done")
	})
	close(refused)
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 1000 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A task that fails with each of two workers is set aside in the end, and one that fails with a worker that is alone.
func TestEnoughFailures(t *testing.T) {
	on := func(workers ...string) *trouble {
		var t trouble
		for _, w := range workers {
			t.failOn(w, 2, errors.New("no"))
		}
		return &t
	}
	for _, tt := range []struct {
		name   string
		t      *trouble
		others bool
		want   bool
	}{
		{"the first", on("a"), false, false},
		{"often, alone", on("a", "a", "a"), false, true},
		{"often, and another is there", on("a", "a", "a"), true, false},
		{"another has tried", on("a", "b", "a"), true, true},
		{"another is there and doesn't come", on("a", "a", "a", "a", "a", "a"), true, true},
	} {
		if got := tt.t.enough(3, tt.others); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// A worker passes what failed with it to others, as long as there are any, and so often only.
func TestPasses(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submit(t, c, Job{Parts: 2})
	w, err := newWorker(c, nil, WorkOptions{Name: "w", Timing: quick})
	if err != nil {
		t.Fatal(err)
	}
	defer w.remove()
	d := &delivery{key: job.ID + ".1/2", job: &workJob{Job: job, passed: map[string]int{}}, ctx: t.Context()}
	passes := func(known trouble) bool {
		t.Helper()
		got, err := w.passes(d, known)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	until(t, func() bool { _, err := c.states.Get(t.Context(), job.ID); return err == nil })
	if passes(trouble{On: []string{"w"}}) {
		t.Error("there is nobody else")
	}
	if _, err := c.states.Put(t.Context(), job.ID, encode(State{Job: job.ID, Phase: Running, Workers: 2})); err != nil {
		t.Fatal(err)
	}
	if passes(trouble{On: []string{"other"}}) || passes(trouble{On: []string{"w", "other"}}) {
		t.Error("it has failed with the other")
	}
	if _, err := c.states.Put(t.Context(), job.ID, encode(State{Job: job.ID, Phase: Running, Workers: 3})); err != nil {
		t.Fatal(err)
	}
	if !passes(trouble{On: []string{"other", "w"}}) {
		t.Error("there is a third")
	}
	d.job.passed = map[string]int{}
	n := 0
	for passes(trouble{On: []string{"w"}}) {
		if n++; n > 2*mostPassed {
			t.Fatal("it is passed without end")
		}
	}
	if n != mostPassed {
		t.Errorf("passed %d times", n)
	}
}

// A task that failed once is done by another worker that is free, at once, however the two came: they ask for tasks in a rhythm.
func TestFailedIsDoneByAnother(t *testing.T) {
	onClockOfItsOwn(t, func(t *testing.T) {
		_, c := startHub(t, HubOptions{Coordination: Coordination{Timing: Timing{Wait: 3 * time.Second}}})
		for apart := time.Duration(0); apart < 500*time.Millisecond; apart += 50 * time.Millisecond {
			var drains []func()
			var mu sync.Mutex
			on := ""
			for i, name := range []string{"a", "b"} {
				time.Sleep(time.Duration(i) * apart)
				drains = append(drains, startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
					mu.Lock()
					failed := on
					if on == "" {
						on = name
					}
					mu.Unlock()
					if failed == "" || failed == name {
						return Result{Status: 1}, errors.New("killed")
					}
					return counting(t, 10)(ctx, job, task, w)
				}), WorkOptions{Name: name, Timing: Timing{Wait: 3 * time.Second, Progress: time.Second}}))
			}
			time.Sleep(3 * time.Second)
			begun := time.Now()
			job := submit(t, c, Job{Parts: 1})
			s, err := c.Wait(t.Context(), job.ID)
			if took := time.Since(begun); err != nil || s.Phase != Done || s.Failed != 1 || took > 4*time.Second {
				t.Errorf("%v apart: %v, %+v, %v", apart, took, s, err)
			}
			for _, drain := range drains {
				drain()
			}
		}
	})
}
