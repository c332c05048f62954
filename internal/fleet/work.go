package fleet

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// WorkOptions is what a worker has to offer.
type WorkOptions struct {
	Name    string       // by what people know it, letters, digits, - and _; one is made of the machine's name if it is empty
	Build   string       // the hash of the executable: jobs of another are refused
	Cores   int          // tasks that it does at once, or cores that it lends to one of a job that is Wide; 1 if it is 0
	Memory  int64        // bytes that these tasks may need together; 0 is no limit
	Folder  string       // where files of jobs and checkpoints are kept; "" is a folder of its own that is removed in the end
	Jobs    string       // the only job that it takes tasks of; "" is all
	Timing  Timing       // how long it waits for what
	Verbose bool         // tasks are told of when they are begun and done
	Log     func(string) // what goes on, for people; nil if nobody wants to know
}

// Work takes tasks from a hub and has the runner do them, until ctx ends: then the tasks under way are broken
// off with ErrDrain, their checkpoints taken to the hub, and they are given back. Work has waited for all of that when
// it returns. While the hub is away, it goes on with what it has.
func Work(ctx context.Context, c *Client, runner Runner, o WorkOptions) error {
	w, err := newWorker(c, runner, o)
	if err != nil {
		return err
	}
	defer w.remove()
	return w.work(ctx)
}

// worker does tasks.
type worker struct {
	*Client
	runner Runner
	o      WorkOptions
	id     string              // which no other worker has
	pub    jetstream.JetStream // publishes results
	own    *scratch            // the folder, if it is the worker's own and not to be kept; else nil
	cost   transferCost

	stopping context.Context // ends with ErrDrain
	drain    context.CancelCauseFunc
	wake     chan struct{} // something may be to do
	tasks    sync.WaitGroup

	mu       sync.Mutex
	jobs     map[string]*workJob
	refusing map[string]string
	queue    []*delivery            // fetched, not begun
	held     map[*delivery]bool     // fetched, not acknowledged
	sending  map[*nats.Msg]*sending // results on their way
	busy     int                    // tasks under way
	memory   int64                  // that they may need
}

// workJob is a job that a worker takes tasks of.
type workJob struct {
	Job
	ctx      context.Context // ends with ErrEnded
	end      context.CancelCauseFunc
	consumer jetstream.Consumer
	dry      bool          // its queue was empty when it was last asked
	mean     time.Duration // of a task; 0 until one was done
	busy     int           // tasks of it under way
	running  int           // by all workers, as the hub said last
	asking   int           // tasks of it of which is asked whether others have them
	moved    time.Time     // when its files came nearer last

	files   sync.Mutex
	folder  string // of its own, removed when the job has ended and no task of it is under way; "" until a task needs it
	fetched bool   // the folder has the files

	able   bool           // a task of it was done here
	failed []string       // keys of tasks that failed here, until one was done
	passed map[string]int // by key: how often a task that failed here was left to others
	yields []time.Time    // when the queue has such tasks again

	returned map[string]uint64 // by key: tasks that were given back, and how often they had been given out then

	ending sync.Mutex // held by who ends the job

	heads sync.Mutex
	head  *parts.Head // what results of the job are parts of, once that is known
}

// delivery is a task that a worker was given.
type delivery struct {
	Task
	key     string
	msg     jetstream.Msg
	job     *workJob
	times   uint64 // it was given out so often, with this time
	again   bool   // somebody may have had it before
	asking  bool   // whether others have it
	begun   time.Time
	saves   time.Time // when its first checkpoint was seen; zero before that
	waited  bool      // it was there at the last progress, and was not begun
	divide  int       // into so many, if it was told so
	cores   int       // that it may use, from when it is begun
	ctx     context.Context
	stop    context.CancelCauseFunc
	running bool
	moved   time.Time // when its preparation went on last; zero before that, and once its work has begun
	done    bool      // it came to its end with a result
}

func newWorker(c *Client, runner Runner, o WorkOptions) (*worker, error) {
	w := &worker{Client: c, runner: runner, o: o, wake: make(chan struct{}, 1), jobs: map[string]*workJob{}, refusing: map[string]string{},
		id: rand.Text(), held: map[*delivery]bool{}, sending: map[*nats.Msg]*sending{}}
	w.o.Timing = o.Timing.orDefault()
	w.cost.expected, w.cost.asked = w.o.Timing.Transfer, time.Now()
	w.o.Cores = max(o.Cores, 1)
	if w.o.Log == nil {
		w.o.Log = func(string) {}
	}
	if w.o.Name == "" {
		host, _ := os.Hostname()
		host, _, _ = strings.Cut(host, ".")
		w.o.Name = newID(host)
	}
	if err := CheckName(w.o.Name); err != nil {
		return nil, err
	}
	w.stopping, w.drain = context.WithCancelCause(context.Background())
	if err := w.openFolder(); err != nil {
		return nil, err
	}
	var err error
	w.pub, err = w.publisher()
	return w, err
}

// CheckName is an error if a worker can't be called so.
func CheckName(name string) error {
	if !idForm.MatchString(name) {
		return fmt.Errorf("%q is no name of a worker: it has 1 to 64 letters, digits, - and _", name)
	}
	return nil
}

// openFolder makes the folder, and finds out before any work whether it can be written to.
func (w *worker) openFolder() (err error) {
	removeOrphans()
	if w.o.Folder == "" {
		if w.own, err = newScratch(workerScratch); err == nil {
			w.o.Folder = w.own.folder
		}
		return err
	}
	if err := os.MkdirAll(w.o.Folder, 0o700); err != nil {
		return err
	}
	trial, err := os.CreateTemp(w.o.Folder, "trial-")
	if err != nil {
		return err
	}
	return errors.Join(trial.Close(), os.Remove(trial.Name()))
}

func (w *worker) remove() {
	w.pub.CleanupPublisher()
	for _, j := range w.jobs {
		j.clear()
	}
	if w.own != nil {
		w.own.remove()
	}
}

func (w *worker) work(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { w.drain(ErrDrain) })
	defer stop()
	heard, err := w.nc.Subscribe(news, func(*nats.Msg) { w.perhaps() })
	if err != nil {
		return err
	}
	defer heard.Unsubscribe()
	told, err := w.nc.Subscribe(orders+w.o.Name, w.obey)
	if err != nil {
		return err
	}
	defer told.Unsubscribe()
	asked, err := w.nc.Subscribe(who, w.answer)
	if err != nil {
		return err
	}
	defer asked.Unsubscribe()
	var stuck time.Time // when it was said last why nothing goes on
	noted, err := w.nc.Subscribe(notes, func(msg *nats.Msg) {
		var n note
		switch {
		case json.Unmarshal(msg.Data, &n) != nil:
		case !n.Ends:
			if time.Since(stuck) > noteHolds { // it is said again and again
				w.o.Log("the hub: " + n.Text)
			}
			stuck = time.Now()
		case n.Job == "":
			w.leaveAll()
			w.o.Log(ErrHubGone.Error() + "; another one there is waited for")
		default:
			w.leave(n.Job)
		}
	})
	if err != nil {
		return err
	}
	defer noted.Unsubscribe()
	var rest sync.WaitGroup
	background, cancel := context.WithCancel(context.Background())
	rest.Go(func() { w.follow(background) })
	rest.Go(func() { w.every(background, w.o.Timing.Progress, w.progress) })
	rest.Go(func() { w.every(background, w.o.Timing.Pulse, w.pulse) })
	rest.Go(func() { w.every(background, w.o.Timing.Pulse, w.findStates) })
	rest.Go(func() { w.every(background, w.o.Timing.Poll, w.perhaps) })
	w.pulse() // that it is there is known before it does anything
	for w.stopping.Err() == nil {
		if d := w.pick(); d != nil {
			w.tasks.Go(func() { w.do(d) })
			continue
		}
		select {
		case <-w.wake:
		case <-w.stopping.Done():
		}
	}
	w.tasks.Wait()
	w.giveBack()
	w.settle()
	cancel()
	rest.Wait()
	w.say(pulse{Worker: w.o.Name, Leaving: true})
	w.nc.FlushTimeout(w.o.Timing.Publish)
	return nil
}

// every calls what until ctx ends.
func (w *worker) every(ctx context.Context, wait time.Duration, what func()) {
	tick := time.NewTicker(wait)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			what()
		}
	}
}

// perhaps says that there may be tasks in queues that were empty.
func (w *worker) perhaps() {
	w.mu.Lock()
	for _, j := range w.jobs {
		j.dry = false
	}
	w.mu.Unlock()
	w.awake()
}

func (w *worker) awake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// follow hears which jobs run, and which have ended.
func (w *worker) follow(ctx context.Context) {
	again := make(chan struct{}, 1)
	defer w.whenAgain(again)()
	for ctx.Err() == nil {
		if err := w.followOnce(ctx, again); err != nil && ctx.Err() == nil {
			select {
			case <-ctx.Done():
			case <-time.After(reconnectWait):
			}
		}
	}
}

func (w *worker) followOnce(ctx context.Context, again <-chan struct{}) error {
	watch, err := w.states.Watch(ctx, "*")
	if err != nil {
		return err
	}
	defer watch.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-again:
			w.perhaps()
			return nil
		case entry, open := <-watch.Updates():
			if !open {
				return errAgain
			}
			var s State
			switch {
			case entry == nil:
			case entry.Operation() != jetstream.KeyValuePut:
				w.ended(entry.Key())
			case json.Unmarshal(entry.Value(), &s) != nil:
			case s.Phase.Ended():
				w.ended(s.Job)
			default:
				if err := w.begun(ctx, s.Job); err != nil {
					return err
				}
				w.mu.Lock()
				if j := w.jobs[s.Job]; j != nil {
					j.running = s.Running
				}
				w.mu.Unlock()
			}
		}
	}
}

// begun takes note of a job that runs.
func (w *worker) begun(ctx context.Context, id string) error {
	w.mu.Lock()
	known := w.jobs[id] != nil || w.refusing[id] != ""
	w.mu.Unlock()
	if known || w.o.Jobs != "" && w.o.Jobs != id {
		return nil
	}
	job, err := w.Client.Job(ctx, id)
	if errors.Is(err, ErrNoJob) {
		return nil
	}
	if err != nil {
		return err
	}
	switch {
	case job.Build != w.o.Build:
		w.refuse(id, fmt.Sprintf("the job is for build %s, and this is %s", brief(job.Build), brief(w.o.Build)))
		return nil
	case w.o.Memory > 0 && job.Memory > w.o.Memory:
		w.refuse(id, fmt.Sprintf("a task may need %d MB, and there are %d", job.Memory>>20, w.o.Memory>>20))
		return nil
	}
	consumer, err := w.js.Consumer(ctx, workStream, id)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		return nil // it has just ended
	}
	if err != nil {
		return err
	}
	j := &workJob{Job: job, consumer: consumer, passed: map[string]int{}, returned: map[string]uint64{}}
	j.ctx, j.end = context.WithCancelCause(w.stopping)
	w.mu.Lock()
	w.jobs[id] = j
	w.mu.Unlock()
	w.awake()
	return nil
}

// brief is the beginning of a hash.
func brief(hash string) string { return hash[:min(len(hash), 12)] }

// refuse notes that no tasks of a job are taken, and why.
func (w *worker) refuse(id, reason string) {
	w.mu.Lock()
	known := w.refusing[id] != ""
	w.refusing[id] = reason
	w.mu.Unlock()
	if !known {
		w.o.Log(fmt.Sprintf("%s: refused: %s", id, reason))
		w.pulse()
	}
}

// ended forgets a job.
func (w *worker) ended(id string) {
	w.mu.Lock()
	delete(w.refusing, id)
	w.mu.Unlock()
	w.leave(id)
}

// leave breaks off what there is of a job.
func (w *worker) leave(id string) {
	w.mu.Lock()
	j := w.jobs[id]
	delete(w.jobs, id)
	var rest, back []*delivery
	for _, d := range w.queue {
		if d.job == j {
			back = append(back, d)
			delete(w.held, d)
		} else {
			rest = append(rest, d)
		}
	}
	w.queue = rest
	idle := j != nil && j.busy == 0
	w.mu.Unlock()
	for _, d := range back { // if it is for this worker alone that the job has ended
		d.msg.Nak()
	}
	if j == nil {
		return
	}
	j.end(ErrEnded)
	if idle {
		j.clear()
	}
	w.awake()
}

// leaveAll breaks off what there is of all jobs.
func (w *worker) leaveAll() {
	w.mu.Lock()
	var jobs []string
	for id := range w.jobs {
		jobs = append(jobs, id)
	}
	clear(w.refusing)
	w.mu.Unlock()
	for _, id := range jobs {
		w.leave(id)
	}
}

// obey breaks off a task that is to be divided.
func (w *worker) obey(msg *nats.Msg) {
	var o order
	if json.Unmarshal(msg.Data, &o) != nil || o.Divide < 2 || o.Divide > parts.MostShares {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for d := range w.held {
		if d.running && d.job.Divisible && d.Task.Job == o.Job && d.Part.String() == o.Part && d.hasState() {
			d.divide = o.Divide
			d.stop(ErrDivide)
		}
	}
}

// drop forgets a task that was acknowledged or given back.
func (w *worker) drop(d *delivery) {
	w.mu.Lock()
	delete(w.held, d)
	w.mu.Unlock()
}

// release says that a task is no longer under way.
func (w *worker) release(d *delivery) {
	w.mu.Lock()
	w.busy--
	w.memory -= d.job.Memory
	d.job.busy--
	last := d.job.busy == 0 && w.jobs[d.job.ID] != d.job
	d.running = false
	if d.done {
		took := time.Since(d.begun)
		if d.job.mean == 0 {
			d.job.mean = took
		} else {
			d.job.mean += (took - d.job.mean) / 8
		}
		d.job.mean = max(d.job.mean, 1)
	}
	w.mu.Unlock()
	d.stop(nil)
	if last {
		d.job.clear()
	}
	w.awake()
}

// giveBack returns what was not begun.
func (w *worker) giveBack() {
	w.mu.Lock()
	queue := w.queue
	w.queue = nil
	for _, d := range queue {
		delete(w.held, d)
	}
	w.mu.Unlock()
	for _, d := range queue {
		d.msg.Nak()
	}
}

func (w *worker) say(p pulse) { w.nc.Publish(pulses+p.Worker, encode(p)) }

// kept is a place in the worker's folder.
func (w *worker) kept(names ...string) string {
	return filepath.Join(append([]string{w.o.Folder}, names...)...)
}
