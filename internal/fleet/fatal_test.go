package fleet

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
)

// A task that fails with a Fatal each time ends its job, with that status. One that fails so on one machine and not on another doesn't.
func TestFatal(t *testing.T) {
	t.Parallel()
	mistake, crash := &Fatal{Err: errors.New("no such file")}, errors.New("killed")
	certain := &Fatal{Err: errors.New("no path"), Certain: true}
	for _, test := range []struct {
		name    string
		attempt []error // at part 2
		want    State
	}{
		{"each time", []error{mistake, mistake}, State{Phase: Cancelled, Status: 2, Reason: "w: no such file"}},
		{"as it will every time", []error{certain}, State{Phase: Cancelled, Status: 2, Reason: "w: no path"}},
		{"once", []error{mistake}, State{Phase: Done}},
		{"and then another way", []error{mistake, crash}, State{Phase: Incomplete, Status: 3, Reason: "1 tasks were set aside"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, c := startHub(t, HubOptions{})
			var attempts atomic.Int32
			startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
				if n := int(attempts.Load()); task.Part[0].Number == 2 && n < len(test.attempt) {
					attempts.Add(1)
					if test.attempt[n] == crash {
						return Result{Status: 3}, crash
					}
					return Result{Status: 2}, test.attempt[n]
				}
				return counting(t, 100)(ctx, job, task, w)
			}), WorkOptions{Name: "w"})
			job := submit(t, c, Job{Parts: 3, Attempts: 2})
			s, err := c.Wait(t.Context(), job.ID)
			if err != nil || s.Phase != test.want.Phase || s.Status != test.want.Status || s.Reason != test.want.Reason {
				t.Fatalf("%+v, %v; want %+v", s, err, test.want)
			}
			if s.Phase == Incomplete && s.SetAside[0].Status != 3 {
				t.Errorf("%+v", s.SetAside)
			}
		})
	}
}

// A task that finds what its job finds not credible makes it Faulty, even if the job has ended before the task did.
func TestLateFault(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	begun := make(chan bool, 1)
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		begun <- true
		<-ctx.Done()
		return Result{Status: 4}, &Fatal{Err: errors.New("two engines disagree"), Fault: true}
	}), WorkOptions{Name: "w"})
	job := submit(t, c, Job{Parts: 1})
	<-begun
	if err := c.Cancel(t.Context(), job.ID, "exit status 0"); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool {
		s, err := c.State(t.Context(), job.ID)
		return err == nil && s.Phase == Faulty && strings.HasSuffix(s.Reason, ": w: two engines disagree")
	})
}
