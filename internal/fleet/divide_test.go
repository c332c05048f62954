package fleet

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
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
		c.say(pulse{Worker: "w", Slots: 2, Free: 1, Running: map[string][]during{"j": {{part.String(), ran, ran}}}})
		for _, d := range c.divisions(f) {
			f.leaves.divide(part, d.into, "")
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
	if d := (&Job{}).divideAfter(Timing{Divide: time.Second}, parts.MostSplits); d <= 0 {
		t.Error(d)
	}
}

// A task that is divided as its job doesn't allow is a fault, and its parts are none of the job.
func TestDividedWhatCannotBe(t *testing.T) {
	const state = "0123456789abcdef"
	for _, tt := range []struct {
		name string
		job  Job
		into int
		from string
		want string
	}{
		{"anew", Job{Divisible: true}, 8, "", ""},
		{"from a state", Job{Divisible: true, Resumable: true}, 8, state, ""},
		{"by pieces", Job{Divisible: true, Pieces: 16}, 8, "", ""},
		{"not divisible", Job{}, 8, "", "no task of the job can be"},
		{"too few pieces", Job{Divisible: true, Pieces: 16}, 9, "", "more than it has pieces"},
		{"state lost", Job{Divisible: true, Resumable: true}, 8, "", "without the state"},
		{"state made up", Job{Divisible: true}, 8, state, "with a state"},
	} {
		tt.job.ID, tt.job.Parts = "j", 2
		tracker := newTracker(tt.job)
		half, total := parts.Path(nil).Split(2)[0], 1+tt.into
		wrong := tracker.result(&Result{Part: half, Divided: tt.into, From: tt.from})
		if tt.want != "" {
			total = 2
		}
		if (wrong != nil) != (tt.want != "") || wrong != nil && !strings.Contains(wrong.Reason, tt.want) || tracker.leaves.open != total {
			t.Errorf("%s: %+v, with %d tasks", tt.name, wrong, tracker.leaves.open)
		}
	}
}

// A task is divided for workers only that have memory for its parts, and for each once, whichever job it is of.
func TestDivideForWhomThereIsRoom(t *testing.T) {
	const large = 1 << 30
	c, f := following(Job{ID: "j", Parts: 1, Divisible: true, Resumable: true, Memory: large})
	_, other := following(Job{ID: "k", Parts: 1, Divisible: true, Resumable: true})
	at := func(name, job string, cores int, memory, needed int64) *seen {
		p := pulse{Worker: name, Slots: cores, Free: cores, Memory: memory, Needed: needed, Running: map[string][]during{}}
		if job != "" {
			p.Free, p.Running[job] = cores-1, []during{{"1/1", time.Hour, time.Hour}}
		}
		return c.say(p)
	}
	into := func(f *follow) (n int) {
		for _, d := range c.divisions(f) {
			n += d.into
		}
		return n
	}
	first := at("a", "j", 8, large, large)
	if n := into(f); n != 0 {
		t.Errorf("divided into %d for nobody", n)
	}
	for _, tt := range []struct {
		memory, needed int64
		want           int
	}{
		{large - 1, 0, 0}, {2 * large, 0, 3}, {3*large - 1, large / 2, 3}, {1 << 62, 0, 5}, {0, 9 * large, 5}, {large, 2 * large, 0},
	} {
		if at("b", "", 4, tt.memory, tt.needed); into(f) != tt.want {
			t.Errorf("divided into %d for one that has 4 cores and %d bytes, of which %d are needed; want %d", into(f), tt.memory, tt.needed, tt.want)
		}
	}
	at("b", "", 4, 0, 0)
	at("a", "j", 1, 0, 0)
	at("c", "k", 1, 0, 0)
	if n := into(other); n != 5 {
		t.Errorf("the other is divided into %d", n)
	}
	if first.order("j.1/1", 4); into(other) != 2 {
		t.Errorf("the other is divided into %d where one of 4 is free", into(other))
	}
	if first.order("j.1/1", 5); into(other) != 0 {
		t.Errorf("the other is divided into %d where none is free", into(other))
	}
}

// An order that a worker doesn't follow is given again, and what was ordered is forgotten when the task is gone.
func TestOrderAgain(t *testing.T) {
	c, f := following(Job{ID: "j", Parts: 2, Divisible: true})
	at := func(tasks ...string) *seen {
		running := map[string][]during{}
		for _, part := range tasks {
			running["j"] = append(running["j"], during{part, time.Minute, time.Minute})
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
			w.order("j."+d.Part, d.into)
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

// A task whose work is kept is divided into no more parts than there are workers, early, and its parts begin where it was. Nothing of
// that is left when they are done.
func TestDivideWhatIsKept(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	runner := runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
		if err := (&fates{}).begins(task, w); err != nil {
			return Result{}, &Fatal{Err: err, Fault: true}
		}
		if err := os.WriteFile(w.Checkpoint, []byte(task.key()), 0o600); err != nil {
			return Result{}, err
		}
		if n := len(task.Part); n == 0 || n == 1 && task.Part[0].Number > 1 {
			<-ctx.Done()
			return Result{}, ctx.Err()
		}
		return counting(t, 100)(ctx, job, task, w)
	})
	startWorker(t, c, runner, WorkOptions{Cores: 2})
	startWorker(t, c, runner, WorkOptions{})
	until(t, func() bool { // or it is divided for the first alone
		all, err := c.Workers(t.Context())
		return err == nil && len(all) == 2
	})
	job := submit(t, c, Job{Parts: 1, Divisible: true, Resumable: true})
	s, err := c.Wait(t.Context(), job.ID)
	if err != nil || s.Phase != Done || s.Found != 100 || s.Divided != 3 {
		t.Fatalf("%+v, %v", s, err)
	}
	for r, err := range c.Results(t.Context(), job.ID) {
		if err != nil || r.Part[0].Of > 3 || r.Part[0].From == "" || r.Part[len(r.Part)-1].From == "" {
			t.Errorf("%+v, %v", r, err)
		}
	}
	for left := -1; left != 0; time.Sleep(time.Millisecond) { // it is removed soon
		left = 0
		all, err := c.checkpoints.List(t.Context())
		if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
			t.Fatal(err)
		}
		for _, object := range all {
			if strings.HasPrefix(object.Name, job.ID+".") {
				left++
			}
		}
	}
}

// A task that goes on from checkpoints has worked on what is divided since the first of them, without as much as it took to come to
// that, and is broken off no sooner.
func TestWorked(t *testing.T) {
	begun := time.Now().Add(-time.Hour)
	d := &delivery{Task: Task{Job: "j"}, key: "j.1/1", begun: begun, running: true, job: &workJob{Job: Job{Divisible: true}}}
	stopped := false
	d.stop = func(error) { stopped = true }
	w := &worker{o: WorkOptions{Folder: t.TempDir()}, held: map[*delivery]bool{d: true}}
	obey := func() bool {
		stopped = false
		w.obey(&nats.Msg{Data: encode(order{"j", "1/1", 2})})
		return stopped
	}
	if got := d.worked(); got < time.Hour || !obey() {
		t.Errorf("begun an hour ago: %v", got)
	}
	d.job.Resumable = true
	if w.findStates(); d.worked() != 0 || obey() {
		t.Errorf("without a checkpoint: %v", d.worked())
	}
	if err := os.MkdirAll(filepath.Dir(w.checkpointFile(d)), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(w.checkpointFile(d), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if d.worked() != 0 || obey() {
		t.Error("the disk is asked by who says or is told something")
	}
	if w.findStates(); d.worked() != 0 || !obey() {
		t.Errorf("with the first checkpoint: %v", d.worked())
	}
	if d.saves = begun.Add(10 * time.Minute); d.worked() < 40*time.Minute || d.worked() >= time.Hour {
		t.Errorf("10 minutes before the first checkpoint, 50 since: %v", d.worked())
	}
}

// Of two workers that divide one task, the state of the first counts, and that of the other is removed.
func TestDivideTwice(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{})
	job := submit(t, c, Job{Parts: 1, Resumable: true, Divisible: true})
	result := func(digest string) *Result { return &Result{Divided: 2, From: digest} }
	w, err := newWorker(c, nil, WorkOptions{Timing: quick, Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	const first, second = "0123456789abcdef", "fedcba9876543210"
	for _, digest := range []string{first, second} {
		if err := putObject(t.Context(), c.checkpoints, c.object(stateName(job.ID, digest)), strings.NewReader(digest)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.js.PublishMsg(t.Context(), result(first).message(taskKey(job.ID, nil))); err != nil {
		t.Fatal(err)
	}
	d := &delivery{Task: Task{Job: job.ID}, key: taskKey(job.ID, nil), job: &workJob{Job: job}}
	for _, digest := range []string{second, first} { // the first may come again
		if err := w.compare(&sending{d, result(digest)}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.checkpoints.GetInfo(t.Context(), stateName(job.ID, first)); err != nil {
		t.Error(err)
	}
	if _, err := c.checkpoints.GetInfo(t.Context(), stateName(job.ID, second)); !errors.Is(err, jetstream.ErrObjectNotFound) {
		t.Errorf("it is still there: %v", err)
	}
}

// Tasks that take long are divided when others have nothing to do; what they are divided into adds up.
func TestDivide(t *testing.T) {
	t.Parallel()
	_, c := startHub(t, HubOptions{Coordination: Coordination{Divide: 3}})
	runner := runFunc(func(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
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
