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

// Coordination is how jobs are run by their coordinator.
type Coordination struct {
	Timing Timing
	Window int          // tasks of a job that are in the queue at once, at most: 4096 if it is 0
	Divide int          // into how many a long task is split, at most: 8 if it is 0
	Losses int          // a task is set aside when so many workers were lost with it: 10 if it is 0
	Log    func(string) // what goes on, for people; nil if nobody wants to know
	Judge  Judge        // what is asked before a job ends as Enough; nil believes what workers say

	notices *notices               // of the hub, if it is one
	discard func(job string) error // removes what the server's folder has of a job's queue, if it is a hub's
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

// Coordinate runs the jobs of a server of NATS until ctx ends: it puts tasks into the queue, counts results, notices what
// is lost, contradicts itself or is enough, and says how far each job is. A Hub has a coordinator; another
// server needs one such. All it knows comes from the server, and two at once do no harm.
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
				text := "the coordinator begins anew: " + text
				o.Log(text)
				o.notices.add(text)
				c.nc.Publish(notes, encode(note{Text: text}))
				said = err.Error()
			}
			select {
			case <-ctx.Done():
				return nil
			case <-time.After(reconnectWait):
			}
		}
	}
}

// mostFailing is how often a job may have the coordinator begin anew before the job is ended, so that others go on.
const mostFailing = 3

// jobError is an error of what the server has of one job.
type jobError struct {
	job string
	err error
}

// Error says which job it is.
func (e *jobError) Error() string {
	return fmt.Sprintf("what the hub has of job %s can't be used: %v", e.job, e.err)
}

// Unwrap is the error without that.
func (e *jobError) Unwrap() error { return e.err }

// of says of an error which job it is of; nil if it is none.
func of(job string, err error) error {
	if _, known := errors.AsType[*jobError](err); err == nil || known || errors.Is(err, errAgain) {
		return err
	}
	return &jobError{job, err}
}

// errAgain ends a run of the coordinator when the server was away: what it knows may be old.
var errAgain = errors.New("the connection was lost")

// coordinator is one goroutine that hears of everything.
type coordinator struct {
	*Client
	o        Coordination
	again    <-chan struct{}
	pub      jetstream.JetStream // publishes tasks
	queue    jetstream.Stream
	ctx      context.Context
	running  map[string]*follow
	ended    map[string]Phase
	trouble  map[string]map[string]trouble // job → part
	faults   map[string]string             // job → why it can't be believed
	refusal  map[string][]Refusal          // job → who took no tasks of it, by the state that was written last
	doomed   map[string]string             // job → why it can't be gone on with, as others could not go on either
	reopened map[string]time.Time          // job → when it was reopened last, if it was
	workers  map[string]*seen
	results  chan arrival
	rolls    chan *nats.Msg // who asks for the workers
	reading  sync.WaitGroup // results that there were
	judged   chan verdict
	judging  chan struct{} // has something in it while the judge is at a job
	ticked   time.Time

	mu      sync.Mutex
	resent  time.Time
	refused []string // subjects of tasks that the queue didn't take
	problem error
}

// seen is what a worker said last, and when that was.
type seen struct {
	pulse
	at      time.Time
	ordered map[string]command // tasks that it was told to break off, by key
}

// follow is a job that runs.
type follow struct {
	*tracker
	ready   bool // the results that there were have been counted
	missing map[string]bool
	stuck   time.Time // since when its queue has had tasks that it gives to nobody; zero if it hasn't
	asked   bool      // the judge was asked whether what was found is enough
	agreed  bool      // and it is
	written time.Time
	until   time.Time       // when its time is up; zero if it never is
	ctx     context.Context // ends with the job, with ErrEnded
	stop    func()
}

func (c *coordinator) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	select {
	case <-c.again: // all is asked for now
	default:
	}
	c.ctx = ctx
	c.running, c.ended, c.trouble, c.workers = map[string]*follow{}, map[string]Phase{}, map[string]map[string]trouble{}, map[string]*seen{}
	c.faults, c.refusal, c.reopened = map[string]string{}, map[string][]Refusal{}, map[string]time.Time{}
	c.results = make(chan arrival, 64)
	c.judged, c.judging = make(chan verdict), make(chan struct{}, 1)
	pulsed := make(chan *nats.Msg, 4096)
	sub, err := c.nc.ChanSubscribe(pulses+"*", pulsed)
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
	c.rolls = make(chan *nats.Msg, 64)
	rollSub, err := c.nc.ChanSubscribe(roll, c.rolls)
	if err != nil {
		return err
	}
	defer rollSub.Unsubscribe()
	created, err := c.nc.Subscribe(arrivals+">", c.arrive)
	if err != nil {
		return err
	}
	defer created.Unsubscribe()
	if err := created.SetPendingLimits(-1, -1); err != nil { // there are no more of a job than tasks in the queue
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
			c.o.Log(fmt.Sprintf("what is left of jobs that were removed can't be removed: %v", err))
		}
	})
	defer c.reading.Wait() // their consumers would go by themselves, but a hub that ends waits for those there are
	defer sweeping.Wait()
	defer cancel()
	return c.attend(w, pulsed)
}

// watches are the buckets that a coordinator watches; nil those that it could not.
type watches struct{ changes, bad, wanted jetstream.KeyWatcher }

func (w watches) stop() {
	for _, one := range []jetstream.KeyWatcher{w.changes, w.bad, w.wanted} {
		if one != nil {
			one.Stop()
		}
	}
}

// watch begins to watch. States, and what is wrong with jobs, are known before any job begins, so that none ends as if nothing were.
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

// attend does what each event asks for, until one can't be answered or the context of run ends.
func (c *coordinator) attend(w watches, pulsed <-chan *nats.Msg) error {
	tick := time.NewTicker(c.o.Timing.Pulse)
	defer tick.Stop()
	reconcile := time.NewTicker(c.o.Timing.Reconcile)
	defer reconcile.Stop()
	write := time.NewTicker(c.o.Timing.State)
	defer write.Stop()
	c.ticked = time.Now()
	closed := errors.New("a watch has ended")
	for {
		err, ok := error(nil), true
		select {
		case <-c.ctx.Done():
			return c.ctx.Err()
		case <-c.again:
			return errAgain
		case entry, open := <-w.wanted.Updates():
			if ok = open; entry != nil {
				id, _, _ := strings.Cut(entry.Key(), ".")
				err = of(id, c.want(entry))
			}
		case entry, open := <-w.changes.Updates():
			if ok = open; entry != nil {
				id, _, _ := strings.Cut(entry.Key(), ".")
				err = of(id, c.change(entry))
			}
		case entry, open := <-w.bad.Updates():
			if ok = open; entry != nil {
				err = c.faulty(entry)
			}
		case a := <-c.results:
			err = of(a.job, c.take(a))
		case v := <-c.judged:
			err = c.sentence(v)
		case msg := <-pulsed:
			c.hear(msg)
		case msg := <-c.rolls:
			c.answerRoll(msg)
		case <-tick.C:
			err = c.tick()
		case <-reconcile.C:
			err = c.reconcile()
		case <-write.C:
			err = c.write()
		}
		if !ok {
			err = closed
		}
		if err != nil {
			return err
		}
	}
}

// publisher has the handlers of what becomes of tasks that are published.
func (c *coordinator) publisher() (jetstream.JetStream, error) {
	acked := 0
	return jetstream.New(c.nc, jetstream.WithPublishAsyncMaxPending(2*c.o.Window+1), jetstream.WithPublishAsyncTimeout(c.o.Timing.Publish),
		jetstream.WithPublishAsyncAckHandler(func(js jetstream.JetStream, _ *nats.Msg, _ *jetstream.PubAck) {
			// A worker that has nothing to do hears of tasks when they are there.
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

// want takes a job, or what somebody wants of it.
func (c *coordinator) want(entry jetstream.KeyValueEntry) error {
	id, what, _ := strings.Cut(entry.Key(), ".")
	if what == "" {
		if entry.Operation() != jetstream.KeyValuePut {
			return nil
		}
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
	if entry.Operation() != jetstream.KeyValuePut {
		return nil
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
	// It is done, and not to be done again.
	keys, err := c.js.Stream(c.ctx, "KV_"+jobsBucket)
	if err != nil {
		return err
	}
	return keys.Purge(c.ctx, jetstream.WithPurgeSubject("$KV."+jobsBucket+"."+entry.Key()))
}

// reopened behind the name of a job is the key of an entry whose time, by the clock of the server, is when it was reopened last.
const reopened = ".reopened"

// reopen goes on with a job, since somebody wanted it at some time: from then on it has the time of its deadline again.
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
	if _, err := c.states.Put(c.ctx, id+reopened, nil); err != nil && !exceeded(err) { // for coordinators to come
		return err
	}
	if err := c.begin(job, wanted); err != nil {
		return err
	}
	if f := c.running[id]; f != nil && f.written.IsZero() {
		return c.put(f) // then it goes on, whatever becomes of this coordinator
	}
	return nil
}

// begin follows a job that was submitted at some time, and may have been reopened later: first come the results that it has, then its tasks are sent.
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
		delete(c.doomed, job.ID) // who reopens the job tries it again
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

// open makes the queue of a job, unless it is there. A queue that the server can't use is made anew: what it had is sent again.
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
		text := fmt.Sprintf("the queue of job %s is damaged, and is made anew: %v", id, err)
		c.o.Log(text)
		c.o.notices.add(text)
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

// due is when the time of a job is up that was submitted at some time, by the clock of the server; zero if it never is.
func (c *coordinator) due(job Job, submitted time.Time) time.Time {
	if job.Deadline == 0 {
		return time.Time{}
	}
	if again, ok := c.reopened[job.ID]; ok {
		submitted = again
	}
	return submitted.Add(job.Deadline)
}

// end writes the last state of a job, by which workers break off what they have of it, and clears its queue.
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

// clear removes what only a running job needs.
func (c *coordinator) clear(id string) error {
	err := c.js.DeleteConsumer(c.ctx, workStream, id)
	if _, known := errors.AsType[*jetstream.APIError](err); known && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		c.o.Log(fmt.Sprintf("%s: its queue can't be removed: %v", id, err)) // nobody takes anything of it
		err = nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return c.queue.Purge(c.ctx, jetstream.WithPurgeSubject(workPrefix+id+".>"))
}

// put writes the state of a job.
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

// exhaust ends a job of which the server keeps no more. Its queue goes first, so that there is room to say so, and workers hear of it
// before, so that they don't fill that.
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

// noRoom says to people that the server keeps no more.
func noRoom(why error) string {
	return fmt.Sprintf("the server keeps no more than it has: %v", why)
}

// write writes the states that have changed.
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
