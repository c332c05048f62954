package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// divisionFlags say how a job is divided.
type divisionFlags struct {
	Parts shell.Amount `placeholder:"N" help:"Divide it into N parts (default: one in all for a count by eliminating vertices, which is divided as it goes, and for samples; else four for each worker; what --race is for is raced)."`
	Race  shell.Amount `placeholder:"N" help:"Make N attempts at the whole, by engines and seeds of their own, of which the first that ends answers: for solve, if it asks for one solution, and unique, of one puzzle that stands still (default there: one for each worker)."`
}

// suit is an error if a command line can't be divided so.
func (f divisionFlags) suit(packed *command.Packed) error {
	switch {
	case f.Race > 0 && f.Parts > 0:
		return errors.New("--parts divides the work, and --race has all of it done several times; they don't go together")
	case f.Race > 0 && !packed.Raced:
		return errors.New("--race is for nazo solve that asks for one solution, and nazo unique, of one puzzle that stands still; here each part is needed")
	}
	return inReach(packed, int(f.Parts))
}

// jobOf is the job of doing what a command line says, divided as flags say, or as is best for so many workers.
func jobOf(packed *command.Packed, f divisionFlags, workers int) fleet.Job {
	job := fleet.Job{Args: packed.Args, Written: packed.Written, Parts: int(f.Parts), Pieces: packed.Pieces, Divisible: packed.Divisible, Resumable: packed.Resumable}
	if job.Parts == 0 && packed.Raced {
		job.Parts, job.Race, job.Divisible = int(f.Race), true, false
	}
	if job.Parts == 0 {
		job.Parts = packed.Parts(workers)
	}
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

// goesOn is the error of one who does not wait for a job of a hub any more; err if nothing had him end.
func goesOn(ctx context.Context, id string, st fleet.State, err error) error {
	switch {
	case context.Cause(ctx) != nil:
		return ended{shell.Limit, fmt.Sprintf("the job goes on: %s; nazo-fleet watch %s tells more", stateLine(fleet.State{Done: st.Done, Total: st.Total}), id)}
	case errors.Is(err, fleet.ErrHubGone):
		return ended{shell.Limit, err.Error()}
	}
	return err
}

// within bounds a context by the time that the user allows.
func within(ctx context.Context, allowed shell.Period) (context.Context, context.CancelFunc) {
	if allowed == 0 {
		return ctx, func() {}
	}
	d := time.Duration(allowed)
	return context.WithTimeoutCause(ctx, d, ended{shell.Limit, "time limit (" + d.String() + ")"})
}
