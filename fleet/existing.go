package fleet

import (
	"cmp"
	"context"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// existing are the results that a job has when they are asked for, in the order in which they were created.
type existing struct {
	js       jetstream.JetStream
	consumer jetstream.Consumer
	left     uint64 // so many were not read yet
	most     uint64 // so many are asked for at once
}

// How many results are asked for at once: all of these are in memory, and each may have as much output as a message can have.
const (
	mostHeaders = 500
	mostOutputs = 32
)

// existing asks for the results that a job has now, without what they are about if headers is set.
func (c *Client) existing(ctx context.Context, id string, headers bool) (*existing, error) {
	consumer, err := c.js.CreateConsumer(ctx, resultStream, jetstream.ConsumerConfig{
		FilterSubject: resultPrefix + id + ".>", AckPolicy: jetstream.AckNonePolicy, HeadersOnly: headers,
		MemoryStorage: true, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return nil, err
	}
	e := &existing{js: c.js, consumer: consumer, left: consumer.CachedInfo().NumPending, most: mostOutputs}
	if headers {
		e.most = mostHeaders
	}
	return e, nil
}

// remove has the server forget that they were asked for, which it does by itself after a while.
func (e *existing) remove(ctx context.Context) {
	e.js.DeleteConsumer(context.WithoutCancel(ctx), resultStream, e.consumer.CachedInfo().Name)
}

// read goes through them, once.
func (e *existing) read(ctx context.Context) iter.Seq2[jetstream.Msg, error] {
	return func(yield func(jetstream.Msg, error) bool) {
		for e.left > 0 {
			messages, err := e.consumer.Fetch(int(min(e.left, e.most)), jetstream.FetchMaxWait(20*time.Second))
			if err != nil {
				yield(nil, err)
				return
			}
			before := e.left
			for msg := range messages.Messages() {
				e.left--
				if !yield(msg, nil) {
					return
				}
			}
			if err := cmp.Or(messages.Error(), ctx.Err()); err != nil {
				yield(nil, err)
				return
			}
			if e.left == before {
				yield(nil, io.ErrUnexpectedEOF)
				return
			}
		}
	}
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
