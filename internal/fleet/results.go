package fleet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"nazo/internal/solve/parts"
)

func comparePaths(a, b string) int {
	p, _ := parts.Parse(a)
	q, _ := parts.Parse(b)
	return p.Compare(q)
}

// stored returns the result of a task without a separate output object, or nil.
func (c *Client) stored(ctx context.Context, key string) (*Result, error) {
	msg, err := c.resultLog.GetLastMsgForSubject(ctx, resultPrefix+key)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readResult(key, msg.Header, msg.Data)
}

// Results yields the complete results of a job that count, one for each done leaf of the tree, in order of arrival.
func (c *Client) Results(ctx context.Context, id string) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		job, err := c.Job(ctx, id)
		if err != nil {
			yield(Result{}, err)
			return
		}
		// A result counts if the splits lead to it. All must be read to know the splits.
		t := newTracker(job)
		for r, err := range c.eachResult(ctx, id, true) {
			if err != nil {
				yield(Result{}, err)
				return
			}
			t.result(r)
		}
		for r, err := range c.eachResult(ctx, id, false) {
			if err == nil {
				s, i, _, known := t.leaves.find(r.Part)
				if r.Divided > 0 || !known || !s.done.has(i) {
					continue
				}
				err = c.complete(ctx, r)
			}
			if err != nil {
				yield(Result{}, err)
				return
			}
			if !yield(*r, nil) {
				return
			}
		}
	}
}

// complete loads the output of a result if it is an object.
func (c *Client) complete(ctx context.Context, r *Result) error {
	if r.Object == "" {
		return nil
	}
	err := c.getObject(ctx, c.files, r.Object, func(content io.Reader) (err error) {
		r.Output, err = io.ReadAll(content)
		return err
	})
	if err != nil {
		return fmt.Errorf("the output of part %s: %w", r.Part, err)
	}
	return nil
}

// storeOutput moves an output that is too large for a message into an object.
func (c *Client) storeOutput(ctx context.Context, job string, r *Result) error {
	if len(r.Output) <= c.limited {
		return nil
	}
	digest, err := digestOf(bytes.NewReader(r.Output))
	name := outputName(job, digest)
	if err == nil {
		err = c.putFile(ctx, name, r.Output)
	}
	if err == nil {
		r.Object, r.Output = name, nil
	}
	return err
}

// Jobs returns all jobs of the hub, the oldest first.
func (c *Client) Jobs(ctx context.Context) ([]Job, error) {
	var out []Job
	err := c.entries(ctx, c.jobs, func(entry jetstream.KeyValueEntry) {
		if job, err := decodeJob(entry); err == nil {
			out = append(out, job)
		}
	})
	slices.SortStableFunc(out, func(a, b Job) int { return a.Created.Compare(b.Created) })
	return out, err
}

// State returns the progress of a job. A job unknown to the coordinator is Running with nothing done.
func (c *Client) State(ctx context.Context, id string) (State, error) {
	job, err := c.Job(ctx, id)
	if err != nil {
		return State{}, err
	}
	entry, err := c.states.Get(ctx, id)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return State{Job: id, Phase: Running, Total: job.Parts, Waiting: job.Parts, Left: -1}, nil
	}
	var s State
	if err == nil {
		err = json.Unmarshal(entry.Value(), &s)
	}
	return s, err
}

// Said returns when the hub last wrote the state of a job, by its clock. For an ended job, that is when it ended.
func (c *Client) Said(ctx context.Context, id string) (time.Time, error) {
	entry, err := c.states.Get(ctx, id)
	if err != nil {
		return time.Time{}, err
	}
	return entry.Created(), nil
}

// Watch yields the present and later states of a job. It waits for the hub, and ends with ctx or ErrHubGone.
func (c *Client) Watch(ctx context.Context, id string) iter.Seq2[State, error] {
	return func(yield func(State, error) bool) {
		w := watching{Client: c, id: id, last: State{Job: id, Phase: Running, Left: -1}, again: make(chan struct{}, 1), noted: make(chan *nats.Msg, 64), yield: yield}
		defer c.whenAgain(w.again)()
		sub, err := c.nc.ChanSubscribe(notes, w.noted)
		if err != nil {
			yield(State{}, err)
			return
		}
		defer sub.Unsubscribe()
		for {
			_, err := c.Job(ctx, id)
			ended := false
			if err == nil {
				ended, err = w.once(ctx)
			}
			switch {
			case ended:
				return
			case err == nil:
			case ctx.Err() != nil || errors.Is(err, ErrNoJob) || errors.Is(err, nats.ErrConnectionClosed):
				yield(State{}, cmp.Or(ctx.Err(), err))
				return
			default: // the hub is away
				select {
				case <-ctx.Done():
				case msg := <-w.noted:
					ended = w.note(msg)
				case <-time.After(reconnectWait):
				}
				if ended {
					return
				}
			}
		}
	}
}

// watching is a running Watch.
type watching struct {
	*Client
	id    string
	last  State
	again chan struct{}  // receives at each reconnect
	noted chan *nats.Msg // receives reasons why nothing goes on
	why   string         // the last of them
	heard time.Time      // and when it came
	yield func(State, error) bool
}

// noteHolds is how long such a reason holds. It is repeated while it is true.
const noteHolds = 3 * time.Second

// once watches until the connection is lost.
func (w *watching) once(ctx context.Context) (ended bool, err error) {
	watch, err := w.states.Watch(ctx, w.id)
	if err != nil {
		return false, cmp.Or(ctx.Err(), err)
	}
	defer watch.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-w.again:
			return false, nil
		case msg := <-w.noted:
			if w.note(msg) {
				return true, nil
			}
		case entry, open := <-watch.Updates():
			if !open {
				return false, cmp.Or(ctx.Err(), errAgain)
			}
			var s State
			if entry == nil || json.Unmarshal(entry.Value(), &s) != nil {
				continue
			}
			w.last = s
			if !s.Phase.Ended() && time.Since(w.heard) < noteHolds {
				s.Note = w.why
			}
			if !w.yield(s, nil) || s.Phase.Ended() {
				return true, nil
			}
		}
	}
}

// note passes on why nothing goes on, if that concerns the job.
func (w *watching) note(msg *nats.Msg) (ended bool) {
	var n note
	if json.Unmarshal(msg.Data, &n) != nil || n.Job != "" && n.Job != w.id {
		return false
	}
	if n.Ends && n.Job == "" {
		w.yield(w.last, ErrHubGone)
		return true
	}
	w.why, w.heard = n.Text, time.Now()
	s := w.last
	s.Note = n.Text
	return !w.yield(s, nil)
}

// Wait returns the last state of a job once it has ended.
func (c *Client) Wait(ctx context.Context, id string) (State, error) {
	var last State
	for s, err := range c.Watch(ctx, id) {
		if err != nil {
			return last, err
		}
		last = s
	}
	return last, nil
}

// existing reads the results that a job has when it is opened, in order of creation.
type existing struct {
	*Client
	config   jetstream.ConsumerConfig
	consumer jetstream.Consumer
	left     uint64 // unread results
	last     uint64 // sequence of the last one read; 0 before the first
	most     uint64 // results per request
}

// Results per request. All are in memory at once, each with up to a message of output.
const (
	mostHeaders = 500
	mostOutputs = 32
)

// existing opens the results that a job has now, without their outputs if headers is set.
func (c *Client) existing(ctx context.Context, id string, headers bool) (*existing, error) {
	e := &existing{Client: c, left: math.MaxUint64, most: mostOutputs, config: jetstream.ConsumerConfig{
		FilterSubject: resultPrefix + id + ".>", AckPolicy: jetstream.AckNonePolicy, HeadersOnly: headers,
		MemoryStorage: true, InactiveThreshold: time.Minute,
	}}
	if headers {
		e.most = mostHeaders
	}
	return e, e.begin(ctx)
}

// begin creates a consumer of the unread results.
func (e *existing) begin(ctx context.Context) (err error) {
	if e.last > 0 {
		e.config.DeliverPolicy, e.config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, e.last+1
	}
	if e.consumer, err = e.js.CreateConsumer(ctx, resultStream, e.config); err == nil {
		e.left = min(e.left, e.consumer.CachedInfo().NumPending)
	}
	return err
}

// remove deletes the consumer, which otherwise expires.
func (e *existing) remove(ctx context.Context) {
	e.js.DeleteConsumer(context.WithoutCancel(ctx), resultStream, e.consumer.CachedInfo().Name)
}

// read yields the results once. After a lost connection it reopens and goes on.
func (e *existing) read(ctx context.Context) iter.Seq2[jetstream.Msg, error] {
	return func(yield func(jetstream.Msg, error) bool) {
		again := make(chan struct{}, 1)
		defer e.whenAgain(again)()
		for stuck := false; e.left > 0; {
			before := e.left
			err, stopped := e.fetch(ctx, again, yield)
			if stopped {
				return
			}
			if err == nil && e.left < before {
				stuck = false
				continue
			}
			err = cmp.Or(ctx.Err(), err, io.ErrUnexpectedEOF)
			if ctx.Err() == nil && (!stuck || e.left < before) {
				err = e.begin(ctx)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			stuck = true
		}
	}
}

// fetchWait bounds the wait for the next results.
const fetchWait = 20 * time.Second

// fetch yields the next results. It ends early with an error when ctx ends or a reconnect loses the request.
func (e *existing) fetch(ctx context.Context, again <-chan struct{}, yield func(jetstream.Msg, error) bool) (err error, stopped bool) {
	ctx, cancel := context.WithTimeout(ctx, fetchWait)
	defer cancel()
	go func() {
		select {
		case <-again:
			cancel()
		case <-ctx.Done():
		}
	}()
	messages, err := e.consumer.Fetch(int(min(e.left, e.most)), jetstream.FetchContext(ctx))
	if err != nil {
		return err, false
	}
	for msg := range messages.Messages() {
		meta, err := msg.Metadata()
		if err != nil {
			return err, false
		}
		e.left, e.last = e.left-1, meta.Sequence.Stream
		if !yield(msg, nil) {
			return nil, true
		}
	}
	return messages.Error(), false
}

// eachResult yields the results that a job has now.
func (c *Client) eachResult(ctx context.Context, id string, headers bool) iter.Seq2[*Result, error] {
	return func(yield func(*Result, error) bool) {
		there, err := c.existing(ctx, id, headers)
		if err != nil {
			yield(nil, err)
			return
		}
		defer there.remove(ctx)
		for msg, err := range there.read(ctx) {
			var r *Result
			if err == nil {
				r, err = readResult(strings.TrimPrefix(msg.Subject(), resultPrefix), msg.Headers(), msg.Data())
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// markerWait bounds the wait for the marker behind the first entries of a bucket.
const markerWait = 10 * time.Second

// initial calls each with the entries that a bucket has when a watch begins. The library counts them first and sends a
// marker after as many. If one is purged meanwhile, the marker never comes. So a silence is the end, too.
func initial(ctx context.Context, watch jetstream.KeyWatcher, wait time.Duration, each func(jetstream.KeyValueEntry)) error {
	quiet := time.NewTimer(wait)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-quiet.C:
			if len(watch.Updates()) == 0 {
				return nil
			}
			quiet.Reset(wait) // an entry came at the same time
		case entry, open := <-watch.Updates():
			if !open || entry == nil {
				return ctx.Err()
			}
			each(entry)
			quiet.Reset(wait)
		}
	}
}
