package fleet

import (
	"cmp"
	"context"
	"io"
	"iter"
	"math"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// existing are the results that a job has when they are asked for, in the order in which they were created.
type existing struct {
	*Client
	config   jetstream.ConsumerConfig
	consumer jetstream.Consumer
	left     uint64 // so many were not read yet
	last     uint64 // the place of the last one that was; 0 before that
	most     uint64 // so many are asked for at once
}

// How many results are asked for at once: all of these are in memory, and each may have as much output as a message can have.
const (
	mostHeaders = 500
	mostOutputs = 32
)

// existing asks for the results that a job has now, without what they are about if headers is set.
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

// begin has the server know what is asked for: what comes after the last that was read.
func (e *existing) begin(ctx context.Context) (err error) {
	if e.last > 0 {
		e.config.DeliverPolicy, e.config.OptStartSeq = jetstream.DeliverByStartSequencePolicy, e.last+1
	}
	if e.consumer, err = e.js.CreateConsumer(ctx, resultStream, e.config); err == nil {
		e.left = min(e.left, e.consumer.CachedInfo().NumPending)
	}
	return err
}

// remove has the server forget that they were asked for, which it does by itself after a while.
func (e *existing) remove(ctx context.Context) {
	e.js.DeleteConsumer(context.WithoutCancel(ctx), resultStream, e.consumer.CachedInfo().Name)
}

// read goes through them, once. If the server was away, it asks anew for what is left.
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

// fetchWait is how long the next results are waited for.
const fetchWait = 20 * time.Second

// fetch yields the next results. It ends early with an error when the context ends, or the connection is up again: what was asked for
// before is lost.
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

// eachResult goes through the results that a job has now.
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
