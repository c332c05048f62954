package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"time"

	"nazo/fleet"
	"nazo/internal/shell"
)

// jobFlags name a job of a hub.
type jobFlags struct {
	Job string `arg:"" help:"The name of a job, as submit printed it."`
	hubFlags
}

// at is where the hub is.
func (f jobFlags) at() hubFlags { return f.hubFlags }

// watchCmd tells how far a job is.
type watchCmd struct {
	jobFlags
	JSON bool `name:"json" help:"Print a line of JSON for each change."`
}

// Run prints a line for each change where no terminal shows the line of progress, and what became of the job.
func (c *watchCmd) Run(s *session) error {
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	job, err := client.Job(s.ctx, c.Job)
	if err != nil {
		return s.about(c.Job, err)
	}
	s.troubles(client)
	s.progress.since(job.Created)
	var st, known fleet.State
	last := ""
	for st, err = range client.Watch(s.ctx, c.Job) {
		if err != nil {
			return goesOn(s.ctx, c.Job, known, s.about(c.Job, err))
		}
		known = st
		line := hubLine(st)
		s.progress.say(line)
		counts := st
		counts.Left = -1 // it is another each second
		switch now := hubLine(counts); {
		case now == last && !st.Phase.Ended():
		case c.JSON:
			s.printJSON(st)
			last = now
		case !s.progress.seen() && now != last:
			fmt.Fprintln(s.out, line)
			last = now
		}
		s.refusals(st)
		s.failure(st)
	}
	s.progress.end()
	if err := s.verdict(st); err != nil {
		return err
	}
	if c.JSON {
		return nil
	}
	fmt.Fprintln(s.out, plainLine(fmt.Sprintf("%s: nazo-fleet result %s prints what came of it", st.Phase, c.Job)))
	return nil
}

// hubLine is stateLine, where there may be nobody who works.
func hubLine(st fleet.State) string {
	line := stateLine(st)
	if st.Workers == 0 && !st.Phase.Ended() {
		line += ", no workers"
	}
	if n := len(st.Refusing); n > 0 && !st.Phase.Ended() {
		line += fmt.Sprintf(", %d refused it", n)
	}
	return line
}

// failure says once why a part of a job failed first: it may be tried again for long.
func (s *session) failure(st fleet.State) {
	if f := st.First; f != nil && !s.said["failed"] {
		s.said["failed"] = true
		s.note("part %s failed, the first that did: %s", f.Task, f.Error)
	}
}

// troubles tells of the troubles that the hub has had: they may be why nothing goes on.
func (s *session) troubles(client *fleet.Client) {
	for _, t := range client.Troubles(s.ctx) {
		s.note("the hub, at %s: %s", t.At.Local().Format(time.DateTime), t.Text)
	}
}

// refusals says once which workers take no part of a job, and why; those that are not there any more, too.
func (s *session) refusals(st fleet.State) {
	for _, r := range st.Refusing {
		key, takes := r.Worker+": "+r.Reason, "takes"
		if r.Gone {
			takes = "took"
		}
		if !s.said[key] {
			s.said[key] = true
			s.note("worker %s %s no part of it: %s", r.Worker, takes, r.Reason)
		}
	}
}

// about says of which job a hub knows nothing, and what to do.
func (s *session) about(id string, err error) error {
	if errors.Is(err, fleet.ErrNoJob) {
		return fmt.Errorf("the hub has no job %s; nazo-fleet list shows those that it has", id)
	}
	return err
}

// resultCmd prints what came of a job.
type resultCmd struct {
	jobFlags
	Wait    bool         `help:"Wait until the job is done."`
	Timeout shell.Period `placeholder:"DURATION" help:"Wait for so long at most, such as 10m; the job goes on (default: with --wait, until it is done)."`
}

// Run has nazo put the results together.
func (c *resultCmd) Run(s *session) error {
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	job, err := client.Job(s.ctx, c.Job)
	if err != nil {
		return s.about(c.Job, err)
	}
	st, err := client.State(s.ctx, c.Job)
	if err == nil && (c.Wait || c.Timeout > 0) && !st.Phase.Ended() {
		ctx, stop := within(s.ctx, c.Timeout)
		defer stop()
		if st, err = s.follow(ctx, client, c.Job); err != nil {
			return goesOn(ctx, c.Job, st, err)
		}
	}
	switch {
	case err != nil:
		return err
	case !st.Phase.Ended():
		s.refusals(st)
		return ended{shell.Limit, fmt.Sprintf("job %s is not done yet: %s; with --wait it is waited for", c.Job, hubLine(st))}
	}
	why := s.verdict(st)
	if why != nil && !mayHaveSome(job, st) {
		return why
	}
	if err := (&processes{runs: true}).willing(job.Args); err != nil { // the hub may not be one's own
		return err
	}
	folder, remove, err := fleet.Scratch()
	if err != nil {
		return err
	}
	defer remove()
	if err := client.Fetch(s.ctx, job, folder); err != nil {
		return err
	}
	file, discard, err := collect(s.ctx, client, job.ID)
	if err != nil || file == "" {
		return cmp.Or(why, err)
	}
	in, err := inputIn(folder)
	if err != nil {
		return err
	}
	back, err := os.Getwd()
	if err == nil {
		err = os.Chdir(folder)
	}
	if err != nil {
		return err
	}
	err = s.join(job, file, in, joining{soFar: why != nil}, func() {
		discard()
		os.Chdir(back)
		remove()
	})
	if why != nil {
		return worst(why, err)
	}
	return err
}

// phaseText is how far a job is, in a word.
func phaseText(st fleet.State) string {
	if st.Phase == fleet.Cancelled && st.Status != 0 {
		return "failed" // it was nobody's wish
	}
	return string(cmp.Or(st.Phase, fleet.Running))
}
