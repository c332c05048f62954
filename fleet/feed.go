package fleet

import (
	"fmt"
	"strings"
	"time"
)

// fill puts tasks into the queue until there are enough. One that has ended gets none, as nobody would take them away.
func (c *coordinator) fill(f *follow) {
	if c.running[f.job.ID] != f {
		return
	}
	for f.leaves.out() < c.o.Window {
		part, ok := f.leaves.next()
		if !ok {
			return
		}
		task := Task{f.job.ID, part, 1 + f.troubles[part.String()].Failed}
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
func (c *coordinator) resend() error {
	if time.Since(c.resent) < c.o.Timing.Retry {
		return nil
	}
	c.mu.Lock()
	subjects, problem := c.refused, c.problem
	c.refused, c.problem = nil, nil
	c.mu.Unlock()
	if len(subjects) == 0 {
		return nil
	}
	c.resent = time.Now()
	c.o.Log(fmt.Sprintf("%d tasks could not be put into the queue, and are tried again: %v", len(subjects), problem))
	full := exceeded(problem)
	for _, subject := range subjects {
		id, part, err := parseKey(strings.TrimPrefix(subject, workPrefix))
		f := c.running[id]
		if f == nil || err != nil {
			continue
		}
		if full {
			if err := c.exhaust(f, problem); err != nil {
				return err
			}
			continue
		}
		f.leaves.again(part)
	}
	for _, f := range c.running {
		if f.ready {
			c.fill(f)
		}
	}
	return nil
}
