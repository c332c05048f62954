package main

import (
	"context"
	"errors"
	"time"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// jobOf is the job of doing what a command line says in n parts, or in as many as are best for so many workers if n is 0.
func jobOf(packed *command.Packed, n, workers int) fleet.Job {
	if n == 0 {
		n = packed.Parts(workers)
	}
	job := fleet.Job{Args: packed.Args, Parts: n, Pieces: packed.Pieces, Divisible: packed.Divisible, Resumable: packed.Resumable}
	job.Wide = undivided(&job)
	return job
}

// undivided reports whether a job is best done by one process with all cores of a machine: a count in one part, whose states would be merged
// less in several, and what can't be divided.
func undivided(job *fleet.Job) bool { return job.Parts == 1 && (job.Resumable || !job.Divisible) }

// inReach is an error if no worker would begin what a command line says, in so many parts.
func inReach(packed *command.Packed, parts int) error {
	if why := packed.OutOfReach(parts); why != "" {
		return ended{shell.Limit, why}
	}
	return nil
}

// follow watches a job to its end; a line of progress says how far it is.
func (s *session) follow(ctx context.Context, client *fleet.Client, id string) (last fleet.State, err error) {
	for st, err := range client.Watch(ctx, id) {
		if err != nil {
			return last, err
		}
		last = st
		s.progress.say(stateLine(st))
	}
	return last, nil
}

// stopped is the error of a job that an interrupt or the clock came before; err if nothing did.
func stopped(ctx context.Context, st fleet.State, err error) error {
	why := context.Cause(ctx)
	if why == nil {
		return err
	}
	text := "interrupted"
	if known := (ended{}); errors.As(why, &known) {
		text = known.text
	}
	return ended{shell.Limit, text + ": " + stateLine(fleet.State{Done: st.Done, Total: st.Total})}
}

// within bounds a context by the time that the user allows.
func within(ctx context.Context, allowed shell.Period) (context.Context, context.CancelFunc) {
	if allowed == 0 {
		return ctx, func() {}
	}
	d := time.Duration(allowed)
	return context.WithTimeoutCause(ctx, d, ended{shell.Limit, "time limit (" + d.String() + ")"})
}
