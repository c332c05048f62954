package fleet

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
	"nazo/internal/testkit"
	"pgregory.net/rapid"
)

// door is where the hub of a test is, which may be another from time to time.
type door struct {
	mu  sync.Mutex
	hub *Hub
}

func (d *door) InProcessConn() (net.Conn, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.hub == nil {
		return nil, errors.New("there is no hub")
	}
	return d.hub.InProcessConn()
}

func (d *door) put(h *Hub) (before *Hub) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before, d.hub = d.hub, h
	return before
}

// machine is a fleet that things happen to.
type machine struct {
	log     func(string)
	store   string
	door    *door
	client  *Client
	jobs    []*machineJob
	workers []*machineWorker
	fates   *fates
}

type machineJob struct {
	Job
	size      int
	cancelled bool
}

// machineWorker is a worker that can be killed: its connection ends before it does.
type machineWorker struct {
	client *Client
	stop   context.CancelFunc
	done   chan error
}

// fates says what becomes of a task, time after time.
type fates struct {
	seed uint64
	mu   sync.Mutex
	runs map[string]int
	calm bool // nothing happens any more
	over chan struct{}
}

func (f *fates) calmDown() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.calm {
		f.calm = true
		close(f.over)
	}
}

// poisoned reports whether a task always fails.
func (f *fates) poisoned(key string) bool { return f.of(key, 0)%23 == 0 }

func (f *fates) of(key string, run int) uint64 {
	h := fnv.New64a()
	h.Write([]byte(key))
	return rand.New(rand.NewPCG(f.seed+uint64(run), h.Sum64())).Uint64()
}

// Run does a task as it is its fate. Tasks of a job have its memory as their size.
func (f *fates) Run(ctx context.Context, job Job, task Task, w *Workspace) (Result, error) {
	key := task.key()
	f.mu.Lock()
	f.runs[key]++
	run, calm := f.runs[key], f.calm
	f.mu.Unlock()
	if f.poisoned(key) {
		return Result{}, errors.New("poison")
	}
	if err := f.begins(task, w); err != nil {
		return Result{}, &Fatal{Err: err, Fault: true}
	}
	if w.Checkpoint != "" {
		if err := os.WriteFile(w.Checkpoint+".new", []byte(key), 0o600); err != nil {
			return Result{}, err
		}
		if err := os.Rename(w.Checkpoint+".new", w.Checkpoint); err != nil {
			return Result{}, err
		}
	}
	switch fate := f.of(key, run) % 8; {
	case calm || run > 3:
	case fate == 0 && run < job.attempts():
		return Result{}, errors.New("bad luck")
	case fate <= 2 && len(task.Part) < 3: // it takes long
		select {
		case <-ctx.Done():
			return Result{}, ctx.Err()
		case <-f.over:
		}
	}
	return f.result(task.Part, &job)
}

// begins is an error if a part of what was divided doesn't begin from the checkpoint that the divided task had, or its own.
func (f *fates) begins(task Task, w *Workspace) error {
	n := len(task.Part) - 1
	name, want := w.Begin, ""
	if n >= 0 && task.Part[n].From != "" {
		want = taskKey(task.Job, task.Part[:n])
	}
	if name == "" && w.Checkpoint != "" {
		if _, err := os.Stat(w.Checkpoint); err == nil {
			name, want = w.Checkpoint, task.key()
		}
	}
	if name == "" && want == "" {
		return nil
	}
	text, err := os.ReadFile(name)
	if err == nil && string(text) != want {
		err = fmt.Errorf("part %s begins from %q, not from %q", task.Part, text, want)
	}
	return err
}

// Fatal is for what can't happen to texts in memory.
func (f *fates) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

// result is what is true of a part of a number of things.
func (f *fates) result(part parts.Path, job *Job) (Result, error) {
	begin, end := part.Range(int(job.Memory))
	head := parts.Head{Verb: job.Args[0], Title: "test", Problem: "p", Order: "o", Enough: f.enough(job), Part: part}
	return Result{Output: foundOutput(f, head, end-begin, end-begin)}, nil
}

// enough is how many a job needs to find; 0 if it is all there are.
func (f *fates) enough(job *Job) int {
	if job.Args[0] == "solve" {
		return int(job.Memory)/2 + 1
	}
	return 0
}

// judges reports whether the hub can say of a job that it is enough.
func (f *fates) judges(job string) bool { return f.of(job, 0)%2 == 0 }

// judge agrees that enough was found, or can't say it.
func (f *fates) judge(_ context.Context, _ *Client, job Job) error {
	if !f.judges(job.ID) {
		return errors.New("another build")
	}
	return nil
}

func (m *machine) start(t *rapid.T) {
	o := HubOptions{Store: m.store, Coordination: Coordination{
		Timing: hurried, Window: rapid.SampledFrom([]int{2, 64}).Draw(t, "window"), Divide: 3, Losses: 1 << 30, Log: m.log, Judge: m.fates.judge}}
	h, err := StartHub(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	m.door.put(h)
}

// hurried has tasks given to others after a moment, so some are done twice where the machine is slow.
var hurried = func() Timing {
	t := quick
	t.Wait, t.Progress = 150*time.Millisecond, 30*time.Millisecond
	return t
}()

func (m *machine) connect(t *rapid.T) *Client {
	c, err := connect(context.Background(), "", nats.InProcessServer(m.door), nats.ReconnectWait(5*time.Millisecond), nats.ReconnectJitter(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (m *machine) work(t *rapid.T, build string, cores int) {
	w := &machineWorker{client: m.connect(t), done: make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	w.stop = cancel
	go func() {
		w.done <- Work(ctx, w.client, m.fates, WorkOptions{Build: build, Cores: cores, Timing: hurried, Log: m.log})
	}()
	m.workers = append(m.workers, w)
}

// leave ends a worker, as a signal would or as a loss of power would.
func (m *machine) leave(t *rapid.T, i int, killed bool) {
	w := m.workers[i]
	m.workers = slices.Delete(m.workers, i, i+1)
	if killed {
		w.client.Close()
	}
	w.stop()
	if err := <-w.done; err != nil && !killed {
		t.Fatal(err)
	}
	w.client.Close()
}

// one is an index drawn from a range that is always the same.
func one(t *rapid.T, n int) int { return rapid.IntRange(0, 999).Draw(t, "which") % n }

// restart ends the hub and starts another on the same folder; what happens to the folder meanwhile is up to between.
func (m *machine) restart(t *rapid.T, between func()) {
	m.door.put(nil).Close()
	between()
	m.start(t)
	for !m.client.nc.IsConnected() {
		time.Sleep(time.Millisecond)
	}
}

func (m *machine) actions() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"submit": func(t *rapid.T) {
			size := rapid.IntRange(1, 50).Draw(t, "size")
			job := Job{
				Args: []string{rapid.SampledFrom([]string{"count", "count", "solve"}).Draw(t, "verb"), "x"}, Parts: rapid.IntRange(1, 12).Draw(t, "parts"), Build: "b", Memory: int64(size),
				Divisible: rapid.Bool().Draw(t, "divisible"), Resumable: rapid.Bool().Draw(t, "resumable"), Wide: rapid.Bool().Draw(t, "wide"),
			}
			job, err := m.client.Submit(context.Background(), job, nil)
			if err != nil {
				t.Fatal(err)
			}
			m.jobs = append(m.jobs, &machineJob{job, size, false})
		},
		"worker": func(t *rapid.T) {
			if len(m.workers) < 4 {
				m.work(t, rapid.SampledFrom([]string{"b", "b", "b", "other"}).Draw(t, "build"), rapid.IntRange(1, 3).Draw(t, "cores"))
			}
		},
		"leave": func(t *rapid.T) {
			i, killed := one(t, max(len(m.workers), 1)), rapid.Bool().Draw(t, "killed")
			if len(m.workers) > 0 {
				m.leave(t, i, killed)
			}
		},
		"restart": func(t *rapid.T) { m.restart(t, func() {}) },
		"lose the queue": func(t *rapid.T) {
			m.restart(t, func() {
				if err := os.RemoveAll(filepath.Join(m.store, "jetstream", "$G", "streams", workStream)); err != nil {
					t.Fatal(err)
				}
			})
		},
		"publish again, or a late result": func(t *rapid.T) {
			i, j, late := one(t, max(len(m.jobs), 1)), one(t, 12), rapid.Bool().Draw(t, "late")
			if len(m.jobs) == 0 {
				return
			}
			job := m.jobs[i]
			task := Task{job.ID, job.leaves().all()[j%job.Parts], 1}
			if !late {
				m.client.nc.Publish(workPrefix+task.key(), encode(task))
				return
			}
			if m.fates.poisoned(task.key()) {
				return
			}
			r, err := m.fates.result(task.Part, &job.Job)
			if err = errors.Join(err, r.look(task.Part)); err != nil {
				t.Fatal(err)
			}
			m.client.nc.PublishMsg(r.message(task.key()))
		},
		"cancel or reopen": func(t *rapid.T) {
			i, cancel := one(t, max(len(m.jobs), 1)), rapid.Bool().Draw(t, "cancel")
			if len(m.jobs) == 0 {
				return
			}
			var err error
			if m.jobs[i].cancelled = cancel; cancel {
				err = m.client.Cancel(context.Background(), m.jobs[i].ID, "for a test")
			} else {
				err = m.client.Reopen(context.Background(), m.jobs[i].ID)
			}
			if err != nil {
				t.Fatal(err)
			}
		},
		"wait": func(t *rapid.T) { time.Sleep(time.Duration(rapid.IntRange(0, 20).Draw(t, "ms")) * time.Millisecond) },
	}
}

// finish lets all jobs come to their ends, and looks whether what they found is right.
func (m *machine) finish(t *rapid.T) {
	m.fates.calmDown()
	for range 2 {
		m.work(t, "b", 2)
	}
	for _, job := range m.jobs {
		if job.cancelled { // it may have been done before
			if err := m.client.Reopen(context.Background(), job.ID); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, job := range m.jobs {
		for {
			s, err := m.client.Wait(context.Background(), job.ID)
			if err != nil {
				t.Fatal(err)
			}
			if s.Phase == Cancelled { // until it is reopened
				time.Sleep(time.Millisecond)
				continue
			}
			m.judge(t, job, s)
			break
		}
	}
}

// judge holds that each part was counted once, all are there but those that always fail, and the sum is right.
func (m *machine) judge(t *rapid.T, job *machineJob, s State) {
	var leaves []parts.Path
	sum := 0
	for r, err := range m.client.Results(context.Background(), job.ID) {
		if err != nil {
			t.Fatal(err)
		}
		leaves, sum = append(leaves, r.Part), sum+r.found()
	}
	if enough := m.fates.enough(&job.Job); s.Phase == Enough {
		if _, err := parts.Leaves(leaves); err != nil || enough == 0 || sum < enough || !m.fates.judges(job.ID) {
			t.Fatalf("%s: %d found, of which %d are enough, %v; %+v", job.ID, sum, enough, err, s)
		}
		return
	}
	missing, phase := 0, Done
	if s.Aside != len(s.SetAside) { // no job is that large
		t.Fatalf("%s: %d are set aside, and %d listed", job.ID, s.Aside, len(s.SetAside))
	}
	for _, f := range s.SetAside {
		part, err := parts.Parse(f.Task)
		if err != nil || !m.fates.poisoned(taskKey(job.ID, part)) || f.Failed < job.attempts() {
			t.Fatalf("%s: set aside: %+v, %v", job.ID, f, err)
		}
		begin, end := part.Range(job.size)
		leaves, missing, phase = append(leaves, part), missing+end-begin, Incomplete
	}
	if gaps, err := parts.Leaves(leaves); err != nil || len(gaps) > 0 {
		t.Fatalf("%s: missing %v, %v", job.ID, gaps, err)
	}
	if sum+missing != job.size || s.Phase != phase || s.Found != sum || s.Done+len(s.SetAside) != len(leaves) || s.Total != len(leaves) {
		t.Fatalf("%s: %d of %d, %d are missing; %+v", job.ID, sum, job.size, missing, s)
	}
}

// Whatever happens to a fleet, the sum is right in the end, and nothing is counted twice.
func TestMachine(t *testing.T) {
	t.Parallel()
	most := 2
	if testkit.Race {
		most = 8
	}
	if testkit.Thorough() {
		most = 1 << 30
	}
	tried, failed := 0, false
	log := logTo(t)
	rapid.Check(t, func(t *rapid.T) {
		if tried++; tried > most && !failed {
			return
		}
		dir, err := os.MkdirTemp("", "fleet")
		if err != nil {
			t.Fatal(err)
		}
		m := &machine{log: log, store: dir, door: &door{}}
		m.fates = &fates{seed: rapid.Uint64().Draw(t, "fates"), runs: map[string]int{}, over: make(chan struct{})}
		m.start(t)
		m.client = m.connect(t)
		defer func() {
			failed = failed || t.Failed()
			m.fates.calmDown()
			for len(m.workers) > 0 {
				m.leave(t, 0, false)
			}
			m.client.Close()
			if h := m.door.put(nil); h != nil { // a hub that can't be started again is what has failed
				h.Close()
			}
			os.RemoveAll(dir)
		}()
		t.Repeat(m.actions())
		m.finish(t)
	})
}
