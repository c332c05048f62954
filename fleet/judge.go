package fleet

import (
	"context"
	"errors"
	"fmt"
)

// Judge looks whether what was found of a job so far is right, and as much as is asked for. An error that is a Fatal with Fault says that it
// is not; any other, that this can't be judged: then the job goes on until all of it is done. It runs beside all else.
type Judge func(ctx context.Context, c *Client, job Job) error

// verdict is what the judge said of a job.
type verdict struct {
	job *follow
	err error
}

// ask has a job judged, once. What is still open goes on meanwhile: a worker may say that it found what it did not.
func (c *coordinator) ask(f *follow) {
	if f.asked {
		return
	}
	f.asked = true
	go func() {
		v := verdict{f, c.o.Judge(c.ctx, c.Client, f.job)}
		select {
		case c.judged <- v:
		case <-c.ctx.Done():
		}
	}()
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
