package fleet

import (
	"context"
	"testing"
	"time"

	"nazo/parts"
)

// following is a coordinator without a server that follows one job, whose tasks were all sent.
func following(job Job) (*coordinator, *follow) {
	c := &coordinator{o: Coordination{}.orDefault(), workers: map[string]*seen{}}
	f := &follow{tracker: newTracker(job), ready: true}
	f.leaves.all()
	return c, f
}

// say has the coordinator hear what a worker is at.
func (c *coordinator) say(p pulse) *seen {
	w := c.workers[p.Worker]
	if w == nil {
		w = &seen{}
		c.workers[p.Worker] = w
	}
	w.pulse = p
	w.heard()
	return w
}

// A task that doesn't get smaller, as all its work is in the first child of each split, is divided so often only that it
// comes to its end in a few times the time that it takes. So it is on a clock that runs in the mind.
func TestDivideWhatGetsNoSmaller(t *testing.T) {
	const takes = time.Hour
	c, f := following(Job{ID: "j", Parts: 1, Divisible: true})
	var part parts.Path
	total, ran := time.Duration(0), time.Duration(0)
	for ran < takes {
		total, ran = total+time.Second, ran+time.Second
		if total > 4*takes {
			t.Fatalf("not done after %v, with part %s", total, part)
		}
		c.say(pulse{Worker: "w", Slots: 2, Free: 1, Running: map[string][]during{"j": {{part.String(), ran}}}})
		for _, d := range c.divisions(f) {
			f.leaves.divide(part, d.into)
			for _, other := range part.Split(d.into)[1:] {
				f.leaves.finish(other)
			}
			part, ran = part.Split(d.into)[0], 0
			f.leaves.all()
		}
	}
	if len(part) < 3 || len(part) > 12 { // 10 s, doubled so often, are more than an hour
		t.Errorf("divided to %s", part)
	}
}

func TestDivideInto(t *testing.T) {
	path := func(text string) parts.Path {
		p, err := parts.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	deep := parts.Path(nil)
	for range parts.MostSplits {
		deep = deep.Split(2)[0]
	}
	if again, err := parts.Parse(deep.String()); err != nil || again.Compare(deep) != 0 {
		t.Fatalf("a path of %d shares doesn't parse: %v", len(deep), err)
	}
	for _, tt := range []struct {
		pieces int
		part   parts.Path
		want   int
	}{
		{0, path("1/4"), 8},
		{0, deep, 1},
		{0, deep[:len(deep)-1], 8},
		{100, path("1/4"), 8},
		{20, path("1/4"), 5},
		{5, path("1/4"), 2},
		{5, path("2/4"), 1},
		{3, path("4/4"), 1},
	} {
		job := Job{Pieces: tt.pieces}
		if got := job.divideInto(tt.part, 8); got != tt.want {
			t.Errorf("part %s of %d pieces is divided into %d; want %d", tt.part, tt.pieces, got, tt.want)
		}
	}
	if d := (Timing{Divide: time.Second}).divideAfter(parts.MostSplits); d <= 0 {
		t.Error(d)
	}
}

// An order that a worker doesn't follow is given again, and what was ordered is forgotten when the task is gone.
func TestOrderAgain(t *testing.T) {
	c, f := following(Job{ID: "j", Parts: 2, Divisible: true})
	at := func(tasks ...string) *seen {
		running := map[string][]during{}
		for _, part := range tasks {
			running["j"] = append(running["j"], during{part, time.Minute})
		}
		return c.say(pulse{Worker: "w", Slots: 3, Free: 1, Running: running})
	}
	w := at("1/2", "2/2")
	var ordered []int // the pulses after which there was an order
	for i := range 2 * patience {
		for _, d := range c.divisions(f) {
			if d.Part != "1/2" {
				t.Errorf("part %s is to be divided", d.Part)
			}
			w.order("j." + d.Part)
			ordered = append(ordered, i)
		}
		at("1/2", "2/2")
	}
	if len(ordered) != 2 || ordered[0] != 0 || ordered[1] != patience {
		t.Errorf("orders after pulses %v", ordered)
	}
	if at("2/2"); len(w.ordered) != 0 {
		t.Errorf("still ordered: %v", w.ordered)
	}
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
