package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

// Coordination configures a coordinator.
type Coordination struct {
	Timing Timing
	Window int          // most tasks of a job in the queue at once; default 4096
	Divide int          // most parts that a long task is split into; default 8
	Losses int          // so many lost workers set a task aside; default 10
	Log    func(string) // receives messages for people; may be nil
	Judge  Judge        // confirms a job before it ends as Enough; nil trusts the workers

	notices *notices               // of the hub, if it is one
	discard func(job string) error // removes a job's queue from the server's folder; nil without a folder
}

func (o Coordination) orDefault() Coordination {
	o.Timing = o.Timing.orDefault()
	if o.Window <= 0 {
		o.Window = 4096
	}
	if o.Divide < 2 {
		o.Divide = 8
	}
	if o.Losses <= 0 {
		o.Losses = 10
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	return o
}

// trouble logs what may keep jobs from going on, and keeps it for whoever asks.
func (o *Coordination) trouble(text string) {
	o.notices.add(text)
	o.Log(text)
}

// Coordinate runs the jobs of a NATS server until ctx ends. It queues tasks, counts results and publishes states. It
// notices lost tasks, contradictions, and when enough was found. A Hub has a coordinator, and any other server needs
// one. All its knowledge comes from the server, so two at once do no harm.
func Coordinate(ctx context.Context, c *Client, o Coordination) error {
	again := make(chan struct{}, 1)
	defer c.whenAgain(again)()
	o = o.orDefault()
	if o.notices == nil {
		o.notices = &notices{}
	}
	asked, err := c.nc.Subscribe(troubles, o.notices.answer)
	if err != nil {
		return err
	}
	defer asked.Unsubscribe()
	said := ""
	failing := map[string]int{}
	doomed := map[string]string{}
	for {
		err := (&coordinator{Client: c, o: o, again: again, doomed: doomed}).run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if of, ok := errors.AsType[*jobError](err); ok && c.nc.IsConnected() {
			if failing[of.job]++; failing[of.job] >= mostFailing {
				doomed[of.job] = of.Error()
			}
		}
		if !errors.Is(err, errAgain) {
			if text := err.Error(); text != said {
				o.trouble("the coordinator begins anew: " + text)
				c.nc.Publish(notes, encode(note{Text: "the coordinator begins anew: " + text}))
				said = text
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(reconnectWait):
			}
		}
	}
}

// mostFailing is how many restarts of the coordinator one job may cause before it is ended for the sake of others.
const mostFailing = 3

// jobError is an error in what the server has of one job.
type jobError struct {
	job string
	err error
}

// Error says which job it is.
func (e *jobError) Error() string {
	return fmt.Sprintf("what the hub has of job %s can't be used: %v", e.job, e.err)
}

// Unwrap returns the cause.
func (e *jobError) Unwrap() error { return e.err }

// of attributes an error to a job, unless one is known.
func of(job string, err error) error {
	if _, known := errors.AsType[*jobError](err); err == nil || known || errors.Is(err, errAgain) {
		return err
	}
	return &jobError{job, err}
}

// errAgain ends a run of the coordinator after a lost connection: its knowledge may be stale.
var errAgain = errors.New("the connection was lost")

// coordinator is the state of one goroutine that receives all events.
type coordinator struct {
	*Client
	o        Coordination
	again    <-chan struct{}
	pub      jetstream.JetStream // publishes tasks
	queue    jetstream.Stream
	ctx      context.Context
	running  map[string]*follow
	ended    map[string]Phase
	trouble  map[string]map[string]trouble // by job and part
	faults   map[string]string             // job → why it can't be believed
	refusal  map[string][]Refusal          // job → who took none of its tasks, by the last written state
	doomed   map[string]string             // job → why it is ended: it keeps the coordinator from running
	reopened map[string]time.Time          // job → when it was last reopened
	workers  map[string]*seen
	results  chan arrival
	reading  sync.WaitGroup // readers of existing results
	judged   chan verdict
	judging  chan struct{} // full while the judge runs
	ticked   time.Time

	mu      sync.Mutex
	resent  time.Time
	refused []string // subjects of tasks that the queue did not accept
	problem error
}

// seen is the last pulse of a worker and when it came.
type seen struct {
	pulse
	at      time.Time
	ordered map[string]command // tasks that it was told to stop, by key
}

// follow is a running job.
type follow struct {
	*tracker
	ready   bool // its existing results have been counted
	missing map[string]bool
	stuck   time.Time // since when its queue has withheld tasks; zero if it doesn't
	asked   bool      // the judge was asked whether enough was found
	agreed  bool      // and agreed
	written time.Time
	until   time.Time       // its deadline; zero is none
	ctx     context.Context // ends with the job, with ErrEnded
	stop    func()
}

func (c *coordinator) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case <-c.again: // everything is read anew anyway
	default:
	}
	c.ctx = ctx
	c.running, c.ended, c.trouble, c.workers = map[string]*follow{}, map[string]Phase{}, map[string]map[string]trouble{}, map[string]*seen{}
	c.faults, c.refusal, c.reopened = map[string]string{}, map[string][]Refusal{}, map[string]time.Time{}
	c.results = make(chan arrival, 64)
	c.judged, c.judging = make(chan verdict), make(chan struct{}, 1)
	heard := make(chan *nats.Msg, 4096)
	for _, subject := range []string{pulses + "*", roll} {
		sub, err := c.nc.ChanSubscribe(subject, heard)
		if err != nil {
			return err
		}
		defer sub.Unsubscribe()
	}
	created, err := c.nc.Subscribe(arrivals+">", c.arrive)
	if err != nil {
		return err
	}
	defer created.Unsubscribe()
	if err := created.SetPendingLimits(-1, -1); err != nil { // the queue bounds them
		return err
	}
	if c.pub, err = c.publisher(); err != nil {
		return err
	}
	defer c.pub.CleanupPublisher()
	defer func() {
		for _, f := range c.running {
			f.stop()
		}
	}()
	if c.queue, err = c.js.Stream(ctx, workStream); err != nil {
		return err
	}
	w, err := c.watch(ctx)
	defer w.stop()
	if err != nil {
		return err
	}
	var sweeping sync.WaitGroup
	sweeping.Go(func() {
		if err := c.sweep(ctx); err != nil && ctx.Err() == nil {
			c.o.Log(fmt.Sprintf("what is left of removed jobs can't be removed: %v", err))
		}
	})
	defer c.reading.Wait() // so that a hub that ends has no consumers left
	defer sweeping.Wait()
	defer cancel()
	return c.attend(w, heard)
}

// watches are the watched buckets. Those that could not be opened are nil.
type watches struct{ changes, bad, wanted jetstream.KeyWatcher }

func (w watches) stop() {
	for _, one := range []jetstream.KeyWatcher{w.changes, w.bad, w.wanted} {
		if one != nil {
			one.Stop()
		}
	}
}

// watch opens the watches. It reads states and faults before any job begins, so that none ends wrongly.
func (c *coordinator) watch(ctx context.Context) (w watches, err error) {
	if w.changes, err = c.states.WatchAll(ctx); err != nil {
		return w, err
	}
	if err = initial(ctx, w.changes, markerWait, c.known); err != nil {
		return w, err
	}
	if w.bad, err = c.fault.WatchAll(ctx); err != nil {
		return w, err
	}
	var wrong error
	if err = initial(ctx, w.bad, markerWait, func(entry jetstream.KeyValueEntry) { wrong = cmp.Or(wrong, c.faulty(entry)) }); err != nil || wrong != nil {
		return w, cmp.Or(err, wrong)
	}
	w.wanted, err = c.jobs.WatchAll(ctx)
	return w, err
}

// attend handles events until one fails or the context of run ends.
func (c *coordinator) attend(w watches, heard <-chan *nats.Msg) error {
	tick := time.NewTicker(c.o.Timing.Pulse)
	defer tick.Stop()
	reconcile := time.NewTicker(c.o.Timing.Reconcile)
	defer reconcile.Stop()
	write := time.NewTicker(c.o.Timing.State)
	defer write.Stop()
	c.ticked = time.Now()
	for {
		err, ok := error(nil), true
		select {
		case <-c.ctx.Done():
			return c.ctx.Err()
		case <-c.again:
			return errAgain
		case entry, open := <-w.wanted.Updates():
			ok, err = open, ofEntry(entry, c.want)
		case entry, open := <-w.changes.Updates():
			ok, err = open, ofEntry(entry, c.change)
		case entry, open := <-w.bad.Updates():
			if ok = open; entry != nil {
				err = c.faulty(entry)
			}
		case a := <-c.results:
			err = of(a.job, c.take(a))
		case v := <-c.judged:
			err = c.sentence(v)
		case msg := <-heard:
			c.hear(msg)
		case <-tick.C:
			err = c.tick()
		case <-reconcile.C:
			err = c.reconcile()
		case <-write.C:
			err = c.write()
		}
		if !ok {
			err = errors.New("a watch has ended")
		}
		if err != nil {
			return err
		}
	}
}

// ofEntry handles an entry whose key begins with a job, and attributes an error to that job.
func ofEntry(entry jetstream.KeyValueEntry, handle func(jetstream.KeyValueEntry) error) error {
	if entry == nil {
		return nil
	}
	id, _, _ := strings.Cut(entry.Key(), ".")
	return of(id, handle(entry))
}

// publisher publishes tasks. Its handlers wake idle workers and collect refused tasks.
func (c *coordinator) publisher() (jetstream.JetStream, error) {
	acked := 0
	return jetstream.New(c.nc, jetstream.WithPublishAsyncMaxPending(2*c.o.Window+1), jetstream.WithPublishAsyncTimeout(c.o.Timing.Publish),
		jetstream.WithPublishAsyncAckHandler(func(js jetstream.JetStream, _ *nats.Msg, _ *jetstream.PubAck) {
			// Idle workers hear of tasks that have arrived.
			if acked++; acked%256 == 1 || js.PublishAsyncPending() == 0 {
				c.nc.Publish(news, nil)
			}
		}),
		jetstream.WithPublishAsyncErrHandler(func(_ jetstream.JetStream, msg *nats.Msg, err error) {
			if exists(err) {
				return // the message is there
			}
			c.mu.Lock()
			defer c.mu.Unlock()
			c.refused, c.problem = append(c.refused, msg.Subject), err
		}))
}

// want handles a submitted job, or a request about one.
func (c *coordinator) want(entry jetstream.KeyValueEntry) error {
	if entry.Operation() != jetstream.KeyValuePut {
		return nil
	}
	id, what, _ := strings.Cut(entry.Key(), ".")
	if what == "" {
		if c.running[id] != nil || c.ended[id] != "" {
			return nil
		}
		job, err := decodeJob(entry)
		if err != nil {
			c.o.Log(fmt.Sprintf("job %s can't be run: %v", id, err))
			return nil
		}
		return c.begin(job, entry.Created())
	}
	switch "." + what {
	case wantCancel:
		if f := c.running[id]; f != nil {
			if err := c.end(f, Cancelled, string(entry.Value())); err != nil {
				return err
			}
		}
	case wantRemove:
		delete(c.ended, id)
		delete(c.trouble, id)
		delete(c.faults, id)
		delete(c.refusal, id)
		delete(c.reopened, id)
	case wantReopen:
		if phase := c.ended[id]; phase == Cancelled || phase == Incomplete {
			if err := c.reopen(id, entry.Created()); err != nil {
				return err
			}
		}
	}
	// The request is done. It is removed so that it is not repeated, but a newer one of its kind stays.
	keys, err := c.js.Stream(c.ctx, "KV_"+jobsBucket)
	if err != nil {
		return err
	}
	return keys.Purge(c.ctx, jetstream.WithPurgeSubject("$KV."+jobsBucket+"."+entry.Key()), jetstream.WithPurgeSequence(entry.Revision()+1))
}

// reopened is a key suffix. The entry's server time is when the job was last reopened.
const reopened = ".reopened"

// reopen continues a job. Its deadline counts anew from the time of the request.
func (c *coordinator) reopen(id string, wanted time.Time) error {
	job, err := c.Client.Job(c.ctx, id)
	if err != nil {
		return err
	}
	for part := range c.trouble[id] {
		path, err := parts.Parse(part)
		if err != nil {
			continue
		}
		if err := c.withdraw(id, path); err != nil {
			return err
		}
		if err := c.states.Purge(c.ctx, taskKey(id, path)); err != nil {
			return err
		}
	}
	delete(c.trouble, id)
	delete(c.ended, id)
	c.reopened[id] = wanted
	if _, err := c.states.Put(c.ctx, id+reopened, nil); err != nil && !exceeded(err) { // for later coordinators
		return err
	}
	if err := c.begin(job, wanted); err != nil {
		return err
	}
	if f := c.running[id]; f != nil && f.written.IsZero() {
		return c.put(f) // so that a later coordinator continues it
	}
	return nil
}

// begin follows a job. It counts the existing results, and then sends tasks.
func (c *coordinator) begin(job Job, submitted time.Time) error {
	reason := c.doomed[job.ID]
	if reason == "" {
		if err := c.open(job.ID); err != nil {
			return err
		}
		if err := c.keepCopy(c.ctx, job); err != nil {
			return err
		}
	}
	f := &follow{tracker: newTracker(job), missing: map[string]bool{}}
	f.refused = c.refusal[job.ID]
	f.until = c.due(job, submitted)
	for _, text := range slices.SortedFunc(maps.Keys(c.trouble[job.ID]), comparePaths) {
		if part, err := parts.Parse(text); err == nil {
			f.tracker.trouble(part, c.trouble[job.ID][text])
		}
	}
	ctx, end := context.WithCancelCause(c.ctx)
	f.ctx, f.stop = ctx, func() { end(ErrEnded) }
	c.running[job.ID] = f
	if reason != "" {
		delete(c.doomed, job.ID) // reopening tries it again
		c.o.notices.add(fmt.Sprintf("job %s was ended: %s", job.ID, reason))
		return c.end(f, Cancelled, reason)
	}
	there, err := c.existing(ctx, job.ID, true)
	if err != nil {
		return fmt.Errorf("the results of job %s: %w", job.ID, err)
	}
	if there.left == 0 {
		there.remove(ctx)
		f.ready = true
		return c.step(f)
	}
	c.reading.Go(func() { c.read(f, there) })
	return nil
}

// open creates the queue of a job. It replaces a queue that the server can't use, whose tasks are then sent again.
func (c *coordinator) open(id string) error {
	create := func() error {
		_, err := c.js.CreateOrUpdateConsumer(c.ctx, workStream, jetstream.ConsumerConfig{
			Durable: id, FilterSubject: workPrefix + id + ".>", AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.o.Timing.Wait, MaxDeliver: -1, MaxAckPending: -1, MaxRequestBatch: 0,
		})
		return err
	}
	err := create()
	if _, refused := errors.AsType[*jetstream.APIError](err); refused && !exceeded(err) {
		c.o.trouble(fmt.Sprintf("the queue of job %s is damaged, and is made anew: %v", id, err))
		c.js.DeleteConsumer(c.ctx, workStream, id) // if there is something to delete
		if c.o.discard != nil {
			if err := c.o.discard(id); err != nil {
				return err
			}
		}
		err = create()
	}
	if err != nil {
		return fmt.Errorf("the queue of job %s: %w", id, err)
	}
	return nil
}

// due returns the deadline of a job by the server's clock, or zero.
func (c *coordinator) due(job Job, submitted time.Time) time.Time {
	if job.Deadline == 0 {
		return time.Time{}
	}
	if again, ok := c.reopened[job.ID]; ok {
		submitted = again
	}
	return submitted.Add(job.Deadline)
}

// end writes the last state of a job, which makes workers stop its tasks, and clears its queue.
func (c *coordinator) end(f *follow, phase Phase, reason string) error {
	if wrong := c.faults[f.job.ID]; wrong != "" {
		phase, reason = Faulty, wrong
	}
	f.stop()
	delete(c.running, f.job.ID)
	c.ended[f.job.ID] = phase
	f.state.Phase, f.state.Reason = phase, cut(reason, mostErrors)
	if err := c.put(f); err != nil {
		return err
	}
	c.o.Log(strings.TrimSpace(fmt.Sprintf("%s: %s %s", f.job.ID, phase, reason)))
	return c.clear(f.job.ID)
}

// clear removes the queue of a job.
func (c *coordinator) clear(id string) error {
	err := c.js.DeleteConsumer(c.ctx, workStream, id)
	if _, known := errors.AsType[*jetstream.APIError](err); known && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		c.o.Log(fmt.Sprintf("%s: its queue can't be removed: %v", id, err)) // harmless, as nobody reads it
		err = nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return c.queue.Purge(c.ctx, jetstream.WithPurgeSubject(workPrefix+id+".>"))
}

func (c *coordinator) put(f *follow) error {
	f.dirty, f.written = false, time.Now()
	s := f.summary(c.workers)
	c.refusal[f.job.ID] = s.Refusing
	_, err := c.states.Put(c.ctx, f.job.ID, encode(s))
	if exceeded(err) && !f.state.Phase.Ended() {
		return c.exhaust(f, err)
	}
	return err
}

// exhaust ends a job for which the server has no storage left. Workers are told first, so that they send no more. The
// queue goes next, which makes room for the last state.
func (c *coordinator) exhaust(f *follow, why error) error {
	c.nc.Publish(notes, encode(note{f.job.ID, noRoom(why), true}))
	select {
	case <-time.After(c.o.Timing.Retry):
	case <-c.ctx.Done():
		return c.ctx.Err()
	}
	if err := c.clear(f.job.ID); err != nil {
		return err
	}
	return c.end(f, Cancelled, noRoom(why))
}

// noRoom tells people that the server's storage is exhausted.
func noRoom(why error) string { return fmt.Sprintf("the server keeps no more than it has: %v", why) }

func (c *coordinator) write() error {
	if err := c.resend(); err != nil {
		return err
	}
	for _, f := range c.running {
		if f.ready && f.dirty {
			if err := of(f.job.ID, c.put(f)); err != nil {
				return err
			}
		}
	}
	return nil
}
