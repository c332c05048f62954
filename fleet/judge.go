package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Judge looks whether what was found of a job so far is right, and as much as is asked for. An error that is a Fatal with Fault says that it
// is not; any other, that this can't be judged now: it is asked again, mostAsked times in all, and then the job goes on until all of it is done.
// It runs beside all else, for one job at a time, and its context ends with the job.
type Judge func(ctx context.Context, c *Client, job Job) error

// mostAsked is how often a judge is asked that says nothing of a job.
const mostAsked = 3

// verdict is what the judge said of a job.
type verdict struct {
	job *follow
	err error
}

// ask has a job judged, unless that is under way or has been. What is still open goes on meanwhile: a worker may say that it found what it did not.
func (c *coordinator) ask(f *follow) {
	if f.asked {
		return
	}
	f.asked = true
	go func() {
		v := verdict{f, c.judgment(f)}
		select {
		case c.judged <- v:
		case <-f.ctx.Done():
		}
	}()
}

// judgment is what the judge says of a job.
func (c *coordinator) judgment(f *follow) (err error) {
	for range mostAsked {
		select {
		case c.judging <- struct{}{}:
		case <-f.ctx.Done():
			return f.ctx.Err()
		}
		err = c.o.Judge(f.ctx, c.Client, f.job)
		<-c.judging
		if fatal, _ := errors.AsType[*Fatal](err); err == nil || fatal != nil && fatal.Fault {
			return err
		}
		select {
		case <-time.After(c.o.Timing.Retry):
		case <-f.ctx.Done():
			return err
		}
	}
	return err
}

// sentence takes what the judge said.
func (c *coordinator) sentence(v verdict) error {
	f := v.job
	if c.running[f.job.ID] != f {
		return nil
	}
	fatal, _ := errors.AsType[*Fatal](v.err)
	switch {
	case v.err == nil:
		f.agreed = true
		return c.step(f)
	case fatal != nil && fatal.Fault:
		return c.distrust(f, &fault{Reason: cut("what workers found is not what was asked for: "+fatal.Error(), mostErrors)})
	}
	c.o.Log(fmt.Sprintf("%s: enough was found, it is said, and that can't be judged here, so all is done: %v", f.job.ID, v.err))
	f.unjudged = true
	return c.step(f) // all that is open may be set aside already
}
