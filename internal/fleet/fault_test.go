package fleet

import (
	"context"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
)

// A result that can't be one of its task is an error, never a panic or an allocation without bounds.
func TestReadResult(t *testing.T) {
	half := parts.Path{{Number: 1, Of: 2}}
	good := &Result{Part: half, Output: partOutput(t, half, 1, 1)}
	if err := good.look(half); err != nil {
		t.Fatal(err)
	}
	deep := parts.Path(nil)
	for range parts.MostSplits {
		deep = deep.Split(2)[0]
	}
	for _, tt := range []struct {
		key    string
		result Result
		want   string // of the error; "" if there is none
	}{
		{"j.1/2", *good, ""},
		{"j.1/2", Result{Part: half, Divided: 8}, ""},
		{"j.2/2", *good, "is that of another, 1/2"},
		{"j.x", *good, "is no part"},
		{"j.1/2", Result{Part: half}, "says nothing of what it found"},
		{"j.1/2", Result{Part: half, Divided: 1}, "can't be divided into 1"},
		{"j.1/2", Result{Part: half, Divided: -8}, "can't be divided into -8"},
		{"j.1/2", Result{Part: half, Divided: 1_000_000_000_000}, "can't be divided into 1000000000000"},
		{taskKey("j", deep), Result{Part: deep, Divided: 2}, "can't be divided into 2"},
	} {
		msg := tt.result.message(tt.key)
		r, err := readResult(tt.key, msg.Header, msg.Data)
		switch {
		case tt.want == "" && (err != nil || r.Part.Compare(tt.result.Part) != 0):
			t.Errorf("%s: %v", tt.key, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s, divided into %d: %v; want %s", tt.key, tt.result.Divided, err, tt.want)
		}
	}
	if _, err := readResult("j.1/2", nats.Header{}, nil); err == nil {
		t.Error("nothing is a result")
	}
}

// Something in the place of a result makes its job faulty; nobody waits for that task without end.
func TestUnreadableResult(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submit(t, c, Job{Parts: 3})
	if err := c.nc.PublishMsg(&nats.Msg{Subject: resultPrefix + job.ID + ".2/3", Data: []byte("nonsense")}); err != nil {
		t.Fatal(err)
	}
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Faulty || !strings.HasPrefix(s.Reason, "part 2/3: this is no result of task 2/3") {
		t.Errorf("%+v, %v", s, err)
	}
}

// Results of unlike work end a job as faulty, even when the last that was open comes with them.
func TestUnlikeHeads(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	for range 5 {
		job := submit(t, c, Job{Parts: 2})
		for i, problem := range []string{"p", "q"} {
			part := parts.Path(nil).Split(2)[i]
			r := &Result{Output: headed(t, parts.Head{Verb: "count", Problem: problem, Part: part}, 1)}
			if err := r.look(part); err != nil {
				t.Fatal(err)
			}
			if err := c.nc.PublishMsg(r.message(taskKey(job.ID, part))); err != nil {
				t.Fatal(err)
			}
		}
		if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Faulty || !strings.Contains(s.Reason, "other work") {
			t.Fatalf("%+v, %v", s, err)
		}
	}
}

// A result of unlike work is noticed as well when it comes before the split that it is of.
func TestUnlikeOrphan(t *testing.T) {
	tracker := newTracker(Job{ID: "j", Parts: 2, Divisible: true})
	take := func(part parts.Path, problem string) *fault {
		r := &Result{Output: headed(t, parts.Head{Verb: "count", Problem: problem, Part: part}, 1)}
		if err := r.look(part); err != nil {
			t.Fatal(err)
		}
		return tracker.result(r)
	}
	halves := parts.Path(nil).Split(2)
	if wrong := take(halves[0], "p"); wrong != nil {
		t.Fatal(wrong)
	}
	early := halves[1].Split(2)[0]
	if wrong := take(early, "q"); wrong != nil {
		t.Fatal(wrong)
	}
	if wrong := tracker.result(&Result{Part: halves[1], Divided: 2}); wrong == nil || wrong.Task != early.String() {
		t.Errorf("%+v", wrong)
	}
}

// A fault that was recorded while no coordinator ran, or by one that came no further, isn't passed over by the next, be the job's last
// result there or not.
func TestFaultBeforeRestart(t *testing.T) {
	t.Parallel()
	h, c := startHub(t, HubOptions{})
	h.stop() // its coordinator
	h.ended.Wait()
	coordinate := func(ids ...string) map[string]State {
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- Coordinate(ctx, c, Coordination{Timing: quick, Log: logTo(t)}) }()
		states := map[string]State{}
		for _, id := range ids {
			s, err := c.Wait(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			states[id] = s
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		return states
	}
	var ids []string
	for range 10 {
		job := submit(t, c, Job{Parts: 1})
		r, err := counting(t, 10)(t.Context(), job, Task{Job: job.ID}, nil)
		if err == nil {
			err = r.look(nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		msg := r.message(taskKey(job.ID, nil))
		if _, err := c.js.PublishMsg(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
		if err := c.report(taskKey(job.ID, nil), &fault{Task: "1/1", Reason: "for a test"}); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, job.ID)
	}
	for id, s := range coordinate(ids...) {
		if s.Phase != Faulty || s.Reason != "part 1/1: for a test" || s.Done != 1 {
			t.Errorf("%s: %+v", id, s)
		}
	}
}

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
