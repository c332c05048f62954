package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nazo/fleet"
	"nazo/internal/shell"
)

// manyJobs name jobs of a hub.
type manyJobs struct {
	Jobs []string `arg:"" name:"job" help:"Names of jobs, as submit printed them."`
	hubFlags
}

// at is where the hub is.
func (f manyJobs) at() hubFlags { return f.hubFlags }

// each does something about each of the jobs, also if it can't be done about one before.
func (f manyJobs) each(s *session, do func(client *fleet.Client, id string) error) error {
	client, err := s.hub(f.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	var failed error
	for _, id := range f.Jobs {
		if err := s.about(id, do(client, id)); err != nil {
			s.end(err)
			failed = shell.Status(shell.Mistake)
		}
	}
	return failed
}

// cancelCmd ends jobs.
type cancelCmd struct {
	manyJobs
	Reason string `default:"nazo-fleet cancel" placeholder:"TEXT" help:"Why, for those who watch it."`
}

// Run cancels them. To cancel one that is cancelled does no harm.
func (c *cancelCmd) Run(s *session) error {
	return c.each(s, func(client *fleet.Client, id string) error {
		st, err := client.State(s.ctx, id)
		switch {
		case err != nil:
			return err
		case st.Phase == fleet.Cancelled:
			s.note("job %s was cancelled before: %s", id, st.Reason)
			return nil
		case st.Phase.Ended():
			return fmt.Errorf("job %s can't be cancelled, as it has ended: %s", id, phaseText(st))
		}
		if err := client.Cancel(s.ctx, id, c.Reason); err != nil {
			return err
		}
		return s.until(client, id, func(st fleet.State) bool { return st.Phase.Ended() })
	})
}

// reopenCmd goes on with jobs.
type reopenCmd struct{ manyJobs }

// Run reopens them.
func (c *reopenCmd) Run(s *session) error {
	return c.each(s, func(client *fleet.Client, id string) error {
		st, err := client.State(s.ctx, id)
		switch {
		case err != nil:
			return err
		case !st.Phase.Ended():
			return fmt.Errorf("job %s is running", id)
		case st.Phase != fleet.Cancelled && st.Phase != fleet.Incomplete:
			return fmt.Errorf("job %s is %s: only one that was cancelled, or of which parts were set aside, can go on", id, phaseText(st))
		}
		if err := client.Reopen(s.ctx, id); err != nil {
			return err
		}
		return s.until(client, id, func(st fleet.State) bool { return !st.Phase.Ended() || st.Phase == fleet.Done })
	})
}

// removeCmd has jobs forgotten.
type removeCmd struct{ manyJobs }

// Run removes them.
func (c *removeCmd) Run(s *session) error {
	return c.each(s, func(client *fleet.Client, id string) error { return client.Remove(s.ctx, id) })
}

// timeToHear is how long a hub may take to do what was asked of it.
const timeToHear = 10 * time.Second

// until waits until the hub has done what was asked of it about a job.
func (s *session) until(client *fleet.Client, id string, done func(fleet.State) bool) error {
	ctx, cancel := context.WithTimeout(s.ctx, timeToHear)
	defer cancel()
	for {
		st, err := client.State(ctx, id)
		switch {
		case ctx.Err() != nil && s.ctx.Err() == nil, errors.Is(err, context.DeadlineExceeded):
			s.note("the hub has heard it, and has not come to it in %v", timeToHear)
			return nil
		case err != nil || done(st):
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}
