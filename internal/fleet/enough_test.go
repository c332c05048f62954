package fleet

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nazo/internal/solve/parts"
)

// When enough was found, whoever is still at a task is broken off.
func TestEnough(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	var begun, stopped atomic.Int32
	startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
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

// The first attempt of a race that ends ends the race, whatever it found, and what several found is not added up.
func TestRace(t *testing.T) {
	t.Parallel()
	for _, found := range []int{0, 1, 2} {
		_, c := startHub(t, HubOptions{})
		var stopped atomic.Int32
		startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
			if task.Part.Attempt() != 2 {
				<-ctx.Done()
				if context.Cause(ctx) == ErrEnded {
					stopped.Add(1)
				}
				return Result{}, ctx.Err()
			}
			return Result{Output: headed(t, parts.Head{Verb: "unique", Enough: 2, Part: task.Part}, found)}, nil
		}), WorkOptions{Cores: 3})
		job := submit(t, c, Job{Parts: 3, Race: true})
		s, err := c.Wait(t.Context(), job.ID)
		if err != nil || s.Phase != Enough || s.Found != found || s.Done != 1 {
			t.Fatalf("%+v, %v", s, err)
		}
		until(t, func() bool { return stopped.Load() == 2 })
		for r, err := range c.Results(t.Context(), job.ID) {
			if err != nil || r.Part.String() != "2/3=whole" {
				t.Errorf("%+v, %v", r, err)
			}
		}
	}
	tracker := newTracker(Job{ID: "j", Parts: 3, Race: true})
	for i, way := range parts.Path(nil).SplitFrom(parts.Whole, 3)[:2] {
		if phase, _ := tracker.over(); (phase == Running) != (i == 0) {
			t.Error(phase)
		}
		if wrong := tracker.result(&Result{Part: way, Head: &parts.Head{Enough: 2, Part: way}, End: &parts.End{Found: 1}}); wrong != nil || tracker.state.Found != 1 {
			t.Errorf("%v, %+v", wrong, tracker.state)
		}
	}
	if tracker.result(&Result{Part: parts.Path(nil).SplitFrom(parts.Whole, 3)[2], Divided: 2}) == nil {
		t.Error("an attempt was split")
	}
	if err := (&Job{ID: "j", Args: []string{"unique"}, Parts: 2, Race: true, Divisible: true}).check(); err == nil {
		t.Error("attempts can be split")
	}
}

// A job whose open tasks are all set aside ends when nobody can say whether what was found is enough, whichever is known first.
func TestNobodyJudges(t *testing.T) {
	for _, judgedFirst := range []bool{false, true} {
		tracker := newTracker(Job{ID: "j", Parts: 2})
		ways := parts.Path(nil).Split(2)
		tracker.result(&Result{Part: ways[0], Head: &parts.Head{Enough: 1}, End: &parts.End{Found: 1}})
		if phase, _ := tracker.over(); phase != Enough {
			t.Error(phase)
		}
		tracker.unjudged = judgedFirst
		if phase, _ := tracker.over(); judgedFirst && phase != Running {
			t.Error(phase)
		}
		tracker.trouble(ways[1], trouble{Aside: true})
		tracker.unjudged = true
		if phase, _ := tracker.over(); phase != Incomplete {
			t.Error(phase)
		}
	}
}

// That enough was found is judged before anything is cancelled: the rest goes on meanwhile, to its end if nobody can judge.
func TestEnoughIsJudged(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		says  error
		phase Phase
		done  int
	}{
		{"it is right", nil, Enough, 2},
		{"it is a lie", &Fatal{Err: errors.New("no solution"), Fault: true}, Faulty, 2},
		{"nobody knows", errors.New("another build"), Done, 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			asked, says, last := make(chan string, mostAsked), make(chan error, mostAsked), make(chan struct{})
			judge := func(_ context.Context, _ *Client, job Job) error {
				asked <- job.ID
				return <-says
			}
			_, c := startHub(t, HubOptions{Coordination: Coordination{Judge: judge}})
			startWorker(t, c, runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
				found := 0
				switch task.Part[0].Number {
				case 1:
					found = 1
				case 3:
					select {
					case <-last:
					case <-ctx.Done():
						return Result{}, ctx.Err()
					}
				}
				return Result{Output: headed(t, parts.Head{Verb: "solve", Enough: 1, Part: task.Part}, found)}, nil
			}), WorkOptions{Cores: 3})
			job := submit(t, c, Job{Parts: 3})
			if id := <-asked; id != job.ID {
				t.Errorf("asked for %s", id)
			}
			until(t, func() bool { // the rest goes on
				s, err := c.State(t.Context(), job.ID)
				return err == nil && s.Phase == Running && s.Done == 2
			})
			for range cap(says) {
				says <- test.says
			}
			if test.phase == Done {
				close(last)
			}
			s, err := c.Wait(t.Context(), job.ID)
			if err != nil || s.Phase != test.phase || s.Done != test.done || test.phase == Faulty && !strings.HasSuffix(s.Reason, ": no solution") {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
}

// findingFirst is a runner whose first part finds what is enough; the others are at it until nobody needs them.
func findingFirst(t *testing.T) runFunc {
	return func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if task.Part[0].Number > 1 {
			<-ctx.Done()
			return Result{}, ctx.Err()
		}
		return Result{Output: headed(t, parts.Head{Verb: "solve", Enough: 1, Part: task.Part}, 1)}, nil
	}
}

// A judge that could not judge at that moment is asked again.
func TestJudgeIsAskedAgain(t *testing.T) {
	t.Parallel()
	asked := 0
	judge := func(context.Context, *Client, Job) error {
		if asked++; asked < mostAsked {
			return errors.New("timeout")
		}
		return nil
	}
	_, c := startHub(t, HubOptions{Coordination: Coordination{Judge: judge}})
	startWorker(t, c, findingFirst(t), WorkOptions{Cores: 2})
	job := submit(t, c, Job{Parts: 2})
	if s, err := c.Wait(t.Context(), job.ID); err != nil || s.Phase != Enough || asked != mostAsked {
		t.Errorf("%+v, %v, asked %d times", s, err, asked)
	}
}

// The judge is at one job at a time, and no longer than there is that job.
func TestJudgeEndsWithJob(t *testing.T) {
	t.Parallel()
	begun, ended := make(chan string, 2), make(chan error, 2)
	judge := func(ctx context.Context, _ *Client, job Job) error {
		begun <- job.ID
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return ctx.Err()
	}
	_, c := startHub(t, HubOptions{Coordination: Coordination{Judge: judge}})
	startWorker(t, c, findingFirst(t), WorkOptions{Cores: 4})
	jobs := []Job{submit(t, c, Job{Parts: 2}), submit(t, c, Job{Parts: 2})}
	for _, job := range jobs {
		until(t, func() bool {
			s, err := c.State(t.Context(), job.ID)
			return err == nil && s.Found == 1
		})
	}
	for i := range jobs {
		id := <-begun
		if i == 0 && len(begun) > 0 {
			t.Errorf("it is at %s beside %s", <-begun, id)
		}
		if err := c.Cancel(t.Context(), id, "no more"); err != nil {
			t.Fatal(err)
		}
		if err := <-ended; !errors.Is(err, ErrEnded) {
			t.Error(err)
		}
	}
}
