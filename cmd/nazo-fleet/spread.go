package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nazo/command"
	"nazo/fleet"
	"nazo/internal/shell"
)

// commandWords are what stands behind a verb of nazo.
type commandWords struct {
	Words []string `arg:"" optional:"" passthrough:"" name:"words" help:"A command line of nazo: what stands there behind the verb, or behind submit the verb, too. nazo help VERB tells what that may be."`
}

// words are what was written, without the -- that ownFirst has put before it.
func (c commandWords) words() []string {
	if len(c.Words) > 0 && c.Words[0] == "--" {
		return c.Words[1:]
	}
	return c.Words
}

// spreadFlags say how a job is spread over processes of this machine.
type spreadFlags struct {
	divisionFlags
	Workers  shell.Amount `placeholder:"N" help:"How many parts are worked on at once, each by a process of its own; what is one part is done by one process with as many cores (default: one for each core)."`
	Memory   shell.Memory `placeholder:"SIZE" help:"What all of these may take together, such as 8G (default: no limit)."`
	Deadline shell.Period `placeholder:"DURATION" help:"End the whole job after this time, such as 10m, and print what was done by then (default: no limit)."`
	Store    string       `placeholder:"DIR" help:"Keep what is done in this folder: the same command goes on where it was interrupted, in however many parts it was divided then (default: nothing is kept)."`
}

// spreadCmd does a verb of nazo with many processes.
type spreadCmd struct {
	commandWords
	spreadFlags
	Time shell.Period `placeholder:"DURATION" help:"Stop after this time, such as 10m; of several instances it is that of each (default: no limit)."`
}

// Run divides it, does the parts, and prints what nazo alone would have.
func (c *spreadCmd) Run(s *session) error { return s.spread(c.words(), c.spreadFlags, c.Time) }

// compareCmd does nazo compare, whose --time is for each engine and example.
type compareCmd struct {
	commandWords
	spreadFlags
}

// Run divides it by its examples.
func (c *compareCmd) Run(s *session) error { return s.spread(c.words(), c.spreadFlags, 0) }

// spread does the verb of a session with a hub and workers of its own, in the folder where nazo would.
func (s *session) spread(words []string, on spreadFlags, limit shell.Period) error {
	command.TuneCollector()
	args := append([]string{s.verb}, words...)
	if err := misplaced(args, false); err != nil {
		return err
	}
	packed, status := command.Pack(args, s.in, s.out, s.errs)
	if packed == nil {
		return shell.Status(status)
	}
	if err := suits(packed.Args, false); err != nil {
		return err
	}
	if err := on.suit(packed); err != nil {
		return err
	}
	if packed.Piped {
		args = append(args, "-")
	}
	if limit > 0 && timeOfParts(s.verb, packed.Several) {
		args = slices.Insert(args, 1, "--time="+time.Duration(limit).String())
		limit = 0
	}
	packed.Args, packed.Written = args, nil // files are where they are
	ctx, stop := within(s.ctx, on.Deadline)
	defer stop()
	ctx, stop = within(ctx, limit)
	defer stop()
	here, err := openHere(ctx, on, packed, s.log)
	if err != nil {
		return stopped(ctx, fleet.State{}, err)
	}
	defer here.close()
	job, fresh, err := here.submit(ctx)
	if err != nil {
		return stopped(ctx, fleet.State{}, err)
	}
	st, err := s.follow(ctx, here.client, job.ID)
	if err != nil {
		err = stopped(ctx, st, err)
		if known := (ended{}); on.Store != "" && errors.As(err, &known) {
			err = ended{known.status, known.text + "; the same command goes on with it"}
		}
	} else {
		err = s.verdict(st)
	}
	if err != nil && (context.Cause(ctx) == nil && !st.Phase.Ended() || !mayHaveSome(job, st)) {
		return err
	}
	why := err
	file, discard, err := collect(context.WithoutCancel(s.ctx), here.client, job.ID)
	if err != nil || file == "" {
		return cmp.Or(why, err)
	}
	in, err := stdin(packed.Files["-"])
	if err != nil {
		return err
	}
	go here.close() // while nazo prints
	err = s.join(job, file, in, joining{own: fresh, soFar: why != nil}, func() {
		discard()
		here.close()
	})
	if why != nil {
		return worst(why, err)
	}
	return err
}
