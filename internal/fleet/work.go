package fleet

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// WorkOptions configures a worker.
type WorkOptions struct {
	Name    string       // for people: letters, digits, - and _; by default made from the machine's name
	Build   string       // hash of the executable; jobs of another build are refused
	Cores   int          // most tasks at once, or cores lent to a Wide task; default 1
	Memory  int64        // bytes for all tasks together; 0 is no limit
	Folder  string       // for files of jobs and checkpoints; "" is a temporary one
	Jobs    string       // the only job to work on; "" is all
	Timing  Timing       // intervals and limits
	Verbose bool         // log when a task begins and ends
	Log     func(string) // receives messages for people; may be nil
}

// Work takes tasks from a hub and has the runner do them, until ctx ends. Then it stops running tasks with ErrDrain,
// saves their checkpoints at the hub and gives the tasks back. It returns when that is done. While the hub is away, it
// continues what it has.
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
	id     string              // unique among all workers
	pub    jetstream.JetStream // publishes results
	own    *scratch            // the folder if it is temporary; else nil
	cost   transferCost

	stopping context.Context // ends with ErrDrain
	drain    context.CancelCauseFunc
	wake     chan struct{} // signals possible work
	tasks    sync.WaitGroup

	mu       sync.Mutex
	jobs     map[string]*workJob
	refusing map[string]string
	queue    []*delivery            // fetched, not begun
	held     map[*delivery]bool     // fetched, not acknowledged
	sending  map[*nats.Msg]*sending // results being published
	busy     int                    // running tasks
	memory   int64                  // bytes that they may need
}

// workJob is a running job as a worker sees it.
type workJob struct {
	Job
	ctx      context.Context // ends with ErrEnded
	end      context.CancelCauseFunc
	consumer jetstream.Consumer
	dry      bool          // its queue was empty when last asked
	mean     time.Duration // of a task; 0 until one is done
	busy     int           // its tasks running here
	running  int           // its tasks running anywhere, as the hub last said
	asking   int           // its tasks about which other workers are being asked
	moved    time.Time     // last progress in fetching its files

	files   sync.Mutex
	folder  string // for its files, until the job has ended and no task runs; "" until a task needs it
	fetched bool   // the folder has the files

	able   bool           // a task of it was done here
	failed []string       // keys of tasks that failed here before any was done
	passed map[string]int // by key: how often a task that failed here was left to others
	yields []time.Time    // when the queue has such tasks again

	returned map[string]uint64 // by key: the delivery count of tasks that were given back

	ending sync.Mutex // held while the job is being ended

	heads sync.Mutex
	head  *parts.Head // the common head of all results; nil until known
}

// delivery is a task that was delivered to a worker.
type delivery struct {
	Task
	key     string
	msg     jetstream.Msg
	job     *workJob
	times   uint64 // deliveries so far, with this one
	again   bool   // another worker may have had it
	asking  bool   // other workers are being asked about it
	begun   time.Time
	saves   time.Time // when its first checkpoint was seen; zero before that
	waited  bool      // it was queued at the last progress report
	divide  int       // the number of parts, if it was told to divide
	cores   int       // that it may use, once begun
	ctx     context.Context
	stop    context.CancelCauseFunc
	running bool
	moved   time.Time // last progress of its preparation; zero before and after that
	done    bool      // it ended with a result
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

// CheckName reports an invalid name of a worker.
func CheckName(name string) error {
	if !idForm.MatchString(name) {
		return fmt.Errorf("%q is no name of a worker: it has 1 to 64 letters, digits, - and _", name)
	}
	return nil
}

// openFolder makes the folder and checks that it can be written to.
func (w *worker) openFolder() (err error) {
	if w.o.Folder == "" {
		if w.own, err = newScratch(workerScratch); err == nil {
			w.o.Folder = w.own.folder
		}
		return err
	}
	removeOrphans()
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
	for subject, handle := range map[string]nats.MsgHandler{
		news: func(*nats.Msg) { w.perhaps() }, orders + w.o.Name: w.obey, who: w.answer, notes: w.noteHandler(),
	} {
		sub, err := w.nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer sub.Unsubscribe()
	}
	var rest sync.WaitGroup
	background, cancel := context.WithCancel(context.Background())
	rest.Go(func() { w.follow(background) })
	rest.Go(func() { w.every(background, w.o.Timing.Progress, w.progress) })
	rest.Go(func() { w.every(background, w.o.Timing.Pulse, w.pulse) })
	rest.Go(func() { w.every(background, w.o.Timing.Pulse, w.findStates) })
	rest.Go(func() { w.every(background, w.o.Timing.Poll, w.perhaps) })
	w.pulse() // others know of it before it does anything
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
	w.mu.Lock()
	back := w.unqueue(func(*delivery) bool { return true })
	w.mu.Unlock()
	giveBack(back)
	w.settle()
	cancel()
	rest.Wait()
	w.say(pulse{Worker: w.o.Name, Leaving: true})
	if len(back) > 0 || w.nc.IsConnected() { // without a hub there is nobody else to tell
		w.nc.FlushTimeout(w.o.Timing.Publish)
	}
	return nil
}

// noteHandler handles what the hub says to all. A repeated reason why nothing goes on is logged once.
func (w *worker) noteHandler() nats.MsgHandler {
	var said time.Time
	return func(msg *nats.Msg) {
		var n note
		switch {
		case json.Unmarshal(msg.Data, &n) != nil:
		case !n.Ends:
			if time.Since(said) > noteHolds {
				w.o.Log("the hub: " + n.Text)
			}
			said = time.Now()
		case n.Job == "":
			w.leaveAll()
			w.o.Log(ErrHubGone.Error() + "; another one there is waited for")
		default:
			w.leave(n.Job)
		}
	}
}

// every calls do at an interval until ctx ends.
func (w *worker) every(ctx context.Context, wait time.Duration, do func()) {
	tick := time.NewTicker(wait)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do()
		}
	}
}

// perhaps notes that queues that were empty may have tasks.
func (w *worker) perhaps() {
	w.mu.Lock()
	for _, j := range w.jobs {
		j.dry = false
	}
	w.mu.Unlock()
	w.awake()
}

// locked calls do under the lock.
func (w *worker) locked(do func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	do()
}

func (w *worker) awake() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// follow tracks which jobs run and which have ended.
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

// begun starts to work on a job, unless it is refused.
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
	w.locked(func() { w.jobs[id] = j })
	w.awake()
	return nil
}

func brief(hash string) string { return hash[:min(len(hash), 12)] }

// refuse records and logs why no tasks of a job are taken.
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

func (w *worker) ended(id string) {
	w.locked(func() { delete(w.refusing, id) })
	w.leave(id)
}

func (w *worker) leave(id string) {
	w.mu.Lock()
	j := w.jobs[id]
	delete(w.jobs, id)
	back := w.unqueue(func(d *delivery) bool { return d.job == j })
	idle := j != nil && j.busy == 0
	w.mu.Unlock()
	giveBack(back) // others may still want them
	if j == nil {
		return
	}
	j.end(ErrEnded)
	if idle {
		j.clear()
	}
	w.awake()
}

func (w *worker) leaveAll() {
	w.mu.Lock()
	jobs := slices.Collect(maps.Keys(w.jobs))
	clear(w.refusing)
	w.mu.Unlock()
	for _, id := range jobs {
		w.leave(id)
	}
}

// unqueue removes the tasks that match from the worker's queue, and returns them. The caller holds the lock.
func (w *worker) unqueue(match func(*delivery) bool) (out []*delivery) {
	w.queue = slices.DeleteFunc(w.queue, func(d *delivery) bool {
		if !match(d) {
			return false
		}
		delete(w.held, d)
		out = append(out, d)
		return true
	})
	return out
}

func giveBack(tasks []*delivery) {
	for _, d := range tasks {
		d.msg.Nak()
	}
}

// obey stops a task that is to be divided.
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

func (w *worker) drop(d *delivery) { w.locked(func() { delete(w.held, d) }) }

// release frees what a task occupied, and updates the mean time of the job's tasks.
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

func (w *worker) say(p pulse) { w.nc.Publish(pulses+p.Worker, encode(p)) }

func (w *worker) kept(names ...string) string {
	return filepath.Join(append([]string{w.o.Folder}, names...)...)
}
