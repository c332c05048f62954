package fleet

import (
	"context"
	"testing"
	"time"
)

// A task of a wide job is lent the cores that are free when it begins, one task of each such job at a time; tasks of other jobs are begun
// beside it as if it had one.
func TestWide(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	type begun struct {
		job   string
		cores int
	}
	begins, goOn := make(chan begun), make(chan struct{})
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		begins <- begun{job.ID, w.Cores}
		<-goOn
		return counting(t, 10)(ctx, job, task, w)
	}), WorkOptions{Cores: 4})
	want := func(all ...begun) {
		t.Helper()
		for _, one := range all {
			if got := <-begins; got != one {
				t.Errorf("%+v begins; want %+v", got, one)
			}
		}
	}
	var jobs []Job
	for _, job := range []Job{{ID: "first", Parts: 2, Wide: true}, {ID: "narrow", Parts: 1}, {ID: "second", Parts: 1, Wide: true}} {
		jobs = append(jobs, submit(t, c, job))
		want(map[string]begun{"first": {"first", 4}, "narrow": {"narrow", 1}, "second": {"second", 2}}[job.ID])
	}
	until(t, func() bool {
		s, err := c.State(t.Context(), "first")
		return err == nil && s.Slots == 1 && s.Running == 1 && s.Waiting == 1
	})
	for range jobs {
		goOn <- struct{}{}
	}
	second := <-begins
	if second.job != "first" || second.cores < 2 {
		t.Errorf("%+v begins behind the others", second)
	}
	close(goOn)
	for _, job := range jobs {
		if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Done || s.Found != 10 {
			t.Errorf("%+v, %v", s, err)
		}
	}
}

// A wide task is divided for workers that have none of its job, whatever cores they have, and not for the cores that one has lent it.
func TestDivideWide(t *testing.T) {
	c, f := following(Job{ID: "j", Parts: 1, Divisible: true, Resumable: true, Wide: true})
	at := func(name string, free int, jobs ...string) {
		p := pulse{Worker: name, Slots: 4, Free: free, Running: map[string][]during{}}
		for _, job := range jobs {
			p.Running[job] = append(p.Running[job], during{"1/1", time.Hour, time.Hour})
		}
		c.say(p)
	}
	into := func() (n int) {
		for _, d := range c.divisions(f) {
			n += d.into
		}
		return n
	}
	at("a", 3, "j")
	if n := into(); n != 0 {
		t.Errorf("divided into %d for its own cores", n)
	}
	at("b", 0, "k", "k", "k", "k")
	if n := into(); n != 0 {
		t.Errorf("divided into %d for nobody", n)
	}
	at("b", 3, "k")
	at("c", 4)
	if n := into(); n != 3 {
		t.Errorf("divided into %d for itself and two others", n)
	}
}
