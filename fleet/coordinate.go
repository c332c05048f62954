package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"nazo/parts"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Coordination is how jobs are run by their coordinator.
type Coordination struct {
	Timing Timing
	Window int          // tasks of a job that are in the queue at once, at most: 4096 if it is 0
	Divide int          // into how many a long task is split: 8 if it is 0
	Losses int          // a task is set aside when so many workers were lost with it: 10 if it is 0
	Log    func(string) // what goes on, for people; nil if nobody wants to know
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
	said := ""
	for {
		err := (&coordinator{Client: c, o: o, again: again}).run(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if !errors.Is(err, errAgain) {
			if text := err.Error(); text != said {
				o.Log("the coordinator begins anew: " + text)
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

// errAgain ends a run of the coordinator when the server was away: what it knows may be old.
var errAgain = errors.New("the connection was lost")

// coordinator is one goroutine that hears of everything.
type coordinator struct {
	*Client
	o       Coordination
	again   <-chan struct{}
	pub     jetstream.JetStream // publishes tasks
	queue   jetstream.Stream
	ctx     context.Context
	running map[string]*follow
	ended   map[string]Phase
	trouble map[string]map[string]trouble // job → part
	workers map[string]*seen
	results chan batch
	ticked  time.Time

	mu      sync.Mutex
	resent  time.Time
	refused []string // subjects of tasks that the queue didn't take
	problem error
}

// seen is what a worker said last, and when that was.
type seen struct {
	pulse
	at      time.Time
	ordered map[string]bool // tasks that it was told to break off, by key
}

// follow is a job that runs.
type follow struct {
	*tracker
	ready   bool // the results that there were have been counted
	missing map[string]bool
	written time.Time
	stop    func()
}

// batch is results of a job.
type batch struct {
	job   *follow
	all   []*Result
	ready bool // there were no more when the job was begun
	err   error
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
	c.results = make(chan batch, 64)
	pulsed := make(chan *nats.Msg, 4096)
	sub, err := c.nc.ChanSubscribe(pulses+"*", pulsed)
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
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
	changes, err := c.states.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer changes.Stop()
	for entry := range changes.Updates() {
		if entry == nil {
			break
		}
		c.known(entry)
	}
	wanted, err := c.jobs.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer wanted.Stop()
	bad, err := c.fault.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer bad.Stop()
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
		case <-ctx.Done():
			return ctx.Err()
		case <-c.again:
			return errAgain
		case entry, open := <-wanted.Updates():
			if ok = open; entry != nil {
				err = c.want(entry)
			}
		case entry, open := <-changes.Updates():
			if ok = open; entry != nil {
				err = c.change(entry)
			}
		case entry, open := <-bad.Updates():
			if ok = open; entry != nil {
				err = c.faulty(entry)
			}
		case b := <-c.results:
			err = c.take(b)
		case msg := <-pulsed:
			c.hear(msg)
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

// known takes a state that was there before the coordinator.
func (c *coordinator) known(entry jetstream.KeyValueEntry) {
	if entry.Operation() != jetstream.KeyValuePut {
		return
	}
	id, rest, part := strings.Cut(entry.Key(), ".")
	switch {
	case !part:
		var s State
		if json.Unmarshal(entry.Value(), &s) == nil && s.Phase.Ended() {
			c.ended[id] = s.Phase
		}
	case strings.Contains(rest, "/"):
		c.note(id, entry)
	}
}

// note keeps the trouble of a task.
func (c *coordinator) note(id string, entry jetstream.KeyValueEntry) (parts.Path, trouble) {
	_, part, err := parseKey(entry.Key())
	if err != nil {
		return nil, trouble{}
	}
	if c.trouble[id] == nil {
		c.trouble[id] = map[string]trouble{}
	}
	t := readTrouble(entry.Value())
	c.trouble[id][part.String()] = t
	return part, t
}

// change takes what went wrong with a task.
func (c *coordinator) change(entry jetstream.KeyValueEntry) error {
	id, rest, _ := strings.Cut(entry.Key(), ".")
	if !strings.Contains(rest, "/") {
		return nil
	}
	f := c.running[id]
	if entry.Operation() != jetstream.KeyValuePut {
		if _, part, err := parseKey(entry.Key()); err == nil {
			delete(c.trouble[id], part.String())
			if f != nil {
				f.forgive(part)
				return c.step(f)
			}
		}
		return nil
	}
	part, t := c.note(id, entry)
	if f == nil {
		return nil
	}
	f.tracker.trouble(part, t)
	if t.Aside {
		c.o.Log(fmt.Sprintf("%s: part %s is set aside: %s", id, part, strings.Join(t.Errors, "; ")))
		return c.step(f)
	}
	return nil
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
		var job Job
		err := json.Unmarshal(entry.Value(), &job)
		if err == nil {
			err = job.check()
		}
		if err != nil {
			c.o.Log(fmt.Sprintf("job %s can't be run: %v", id, err))
			return nil
		}
		return c.begin(job)
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
		if err := c.forget(id); err != nil {
			return err
		}
	case wantReopen:
		if phase := c.ended[id]; phase == Cancelled || phase == Incomplete {
			if err := c.reopen(id); err != nil {
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

func (c *coordinator) reopen(id string) error {
	job, err := c.Client.Job(c.ctx, id)
	if err != nil {
		return err
	}
	for part := range c.trouble[id] {
		path, err := parts.Parse(part)
		if err != nil {
			continue
		}
		if err := c.states.Purge(c.ctx, taskKey(id, path)); err != nil {
			return err
		}
	}
	delete(c.trouble, id)
	delete(c.ended, id)
	if err := c.begin(job); err != nil {
		return err
	}
	if f := c.running[id]; f != nil && f.written.IsZero() {
		return c.put(f) // then it goes on, whatever becomes of this coordinator
	}
	return nil
}

// begin follows a job: first come the results that it has, then its tasks are sent.
func (c *coordinator) begin(job Job) error {
	_, err := c.js.CreateOrUpdateConsumer(c.ctx, workStream, jetstream.ConsumerConfig{
		Durable: job.ID, FilterSubject: workPrefix + job.ID + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: c.o.Timing.Wait, MaxDeliver: -1, MaxAckPending: -1, MaxRequestBatch: 0,
	})
	if err != nil {
		return fmt.Errorf("the queue of job %s: %w", job.ID, err)
	}
	old, err := c.js.OrderedConsumer(c.ctx, resultStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{resultPrefix + job.ID + ".>"}, HeadersOnly: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return fmt.Errorf("the results of job %s: %w", job.ID, err)
	}
	f := &follow{tracker: newTracker(job), missing: map[string]bool{}}
	for text, t := range c.trouble[job.ID] {
		if part, err := parts.Parse(text); err == nil {
			f.tracker.trouble(part, t)
		}
	}
	before := old.CachedInfo().NumPending
	send := func(b batch) {
		select {
		case c.results <- b:
		case <-c.ctx.Done():
		}
	}
	read := uint64(0)
	consuming, err := old.Consume(func(msg jetstream.Msg) {
		r, err := readResult(msg.Headers(), nil)
		read++
		b := batch{f, nil, read == before, err}
		if err == nil {
			b.all = []*Result{r}
		}
		send(b)
	})
	if err != nil {
		return fmt.Errorf("the results of job %s: %w", job.ID, err)
	}
	f.stop = consuming.Stop
	c.running[job.ID] = f
	if before == 0 {
		f.ready = true
		return c.step(f)
	}
	return nil
}

// take counts results.
func (c *coordinator) take(b batch) error {
	f := b.job
	if c.running[f.job.ID] != f {
		return nil
	}
	if b.err != nil {
		c.o.Log(fmt.Sprintf("%s: %v", f.job.ID, b.err))
	}
	for _, r := range b.all {
		if wrong := f.tracker.result(r); wrong != nil {
			return c.report(taskKey(f.job.ID, r.Part), wrong)
		}
	}
	f.ready = f.ready || b.ready
	return c.step(f)
}

// report records a fault, once for each task.
func (c *Client) report(key string, wrong *fault) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := c.fault.Create(ctx, key, encode(wrong))
	if exists(err) {
		return nil
	}
	return err
}

// step does what a job needs now: it ends, or tasks are sent.
func (c *coordinator) step(f *follow) error {
	if !f.ready {
		return nil
	}
	if phase, reason := f.over(); phase != Running {
		return c.end(f, phase, reason)
	}
	if f.leaves.out() <= c.o.Window/2 {
		c.fill(f)
	}
	if f.written.IsZero() {
		return c.put(f)
	}
	return nil
}

// fill puts tasks into the queue until there are enough.
func (c *coordinator) fill(f *follow) {
	for f.leaves.out() < c.o.Window {
		part, ok := f.leaves.next()
		if !ok {
			return
		}
		task := Task{f.job.ID, part, 1 + len(f.troubles[part.String()].Errors)}
		msg := created(workPrefix+task.key(), encode(task))
		if _, err := c.pub.PublishMsgAsync(msg); err != nil {
			c.mu.Lock()
			c.refused, c.problem = append(c.refused, msg.Subject), err
			c.mu.Unlock()
			return
		}
	}
}

// resend has tasks sent again that the queue didn't take.
func (c *coordinator) resend() {
	if time.Since(c.resent) < c.o.Timing.Retry {
		return
	}
	c.mu.Lock()
	subjects, problem := c.refused, c.problem
	c.refused, c.problem = nil, nil
	c.mu.Unlock()
	if len(subjects) == 0 {
		return
	}
	c.resent = time.Now()
	c.o.Log(fmt.Sprintf("%d tasks could not be put into the queue, and are tried again: %v", len(subjects), problem))
	for _, subject := range subjects {
		id, part, err := parseKey(strings.TrimPrefix(subject, workPrefix))
		if f := c.running[id]; f != nil && err == nil {
			f.leaves.again(part)
		}
	}
	for _, f := range c.running {
		if f.ready {
			c.fill(f)
		}
	}
}

// end writes the last state of a job, by which workers break off what they have of it, and clears its queue.
func (c *coordinator) end(f *follow, phase Phase, reason string) error {
	f.stop()
	delete(c.running, f.job.ID)
	c.ended[f.job.ID] = phase
	f.state.Phase, f.state.Reason = phase, reason
	if err := c.put(f); err != nil {
		return err
	}
	c.o.Log(fmt.Sprintf("%s: %s %s", f.job.ID, phase, reason))
	return c.clear(f.job.ID)
}

// clear removes what only a running job needs.
func (c *coordinator) clear(id string) error {
	err := c.js.DeleteConsumer(c.ctx, workStream, id)
	if err != nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return err
	}
	return c.queue.Purge(c.ctx, jetstream.WithPurgeSubject(workPrefix+id+".>"))
}

// forget removes the checkpoints of a job.
func (c *coordinator) forget(id string) error {
	all, err := c.checkpoints.List(c.ctx)
	if errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil
	}
	for _, object := range all {
		if err == nil && strings.HasPrefix(object.Name, id+".") {
			err = c.checkpoints.Delete(c.ctx, object.Name)
		}
	}
	return err
}

// faulty ends a job that can't be believed.
func (c *coordinator) faulty(entry jetstream.KeyValueEntry) error {
	id, part, err := parseKey(entry.Key())
	if err != nil || entry.Operation() != jetstream.KeyValuePut {
		return nil
	}
	var f fault
	if err := json.Unmarshal(entry.Value(), &f); err != nil {
		f.Reason = err.Error()
	}
	reason := fmt.Sprintf("part %s: %s", part, f.Reason)
	if job := c.running[id]; job != nil {
		return c.end(job, Faulty, reason)
	}
	if phase := c.ended[id]; phase == "" || phase == Faulty {
		return nil
	}
	c.ended[id] = Faulty
	c.o.Log(fmt.Sprintf("%s: %s %s", id, Faulty, reason))
	return alter(c.ctx, c.states, id, func(old []byte) ([]byte, error) {
		var s State
		if err := json.Unmarshal(old, &s); err != nil {
			return nil, err
		}
		s.Phase, s.Reason = Faulty, reason
		return encode(s), nil
	})
}

// put writes the state of a job.
func (c *coordinator) put(f *follow) error {
	f.dirty, f.written = false, time.Now()
	_, err := c.states.Put(c.ctx, f.job.ID, encode(f.summary(c.workers)))
	return err
}

// write writes the states that have changed.
func (c *coordinator) write() error {
	c.resend()
	for _, f := range c.running {
		if f.ready && f.dirty {
			if err := c.put(f); err != nil {
				return err
			}
		}
	}
	return nil
}
