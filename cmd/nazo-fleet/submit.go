package main

import (
	"fmt"
	"time"

	"nazo/command"
	"nazo/internal/shell"
)

// submitCmd gives a hub a job.
type submitCmd struct {
	commandWords
	hubFlags
	divisionFlags
	Memory   shell.Memory `placeholder:"SIZE" help:"What each part may take, such as 4G: a worker does as many at once as its own memory allows, and ends what takes more (default: no limit)."`
	Attempts shell.Amount `placeholder:"N" help:"How often a part may fail before it is set aside (default: 3)."`
	Deadline shell.Period `placeholder:"DURATION" help:"End the job so long after it was submitted, or reopened, such as 12h, whatever is done by then, which nazo-fleet result prints (default: never)."`
	Name     string       `placeholder:"NAME" help:"The job's name: letters, digits, - and _ (default: the verb and a number)."`
}

// leastWorkers is for how many workers a job is divided at least: most come when there is something to do.
const leastWorkers = 16

// Run reads the command line and its files, as nazo would, and prints the name of the job.
func (c *submitCmd) Run(s *session) error {
	words := c.words()
	if len(words) == 0 {
		return fmt.Errorf("submit what? A command line of nazo, such as: nazo-fleet submit count SPEC")
	}
	if _, ok := workloads[words[0]]; !ok {
		return fmt.Errorf("nazo %s can't be divided; %s can", words[0], verbList())
	}
	if err := misplaced(words, true); err != nil {
		return err
	}
	packed, status := command.Pack(words, s.in, s.out, s.errs)
	if packed == nil {
		return shell.Status(status)
	}
	if err := suits(packed.Args, true); err != nil {
		return err
	}
	if hasTime(packed.Args) && !timeOfParts(packed.Args[0], packed.Several) {
		return errTime
	}
	if err := c.suit(packed); err != nil {
		return err
	}
	if _, err := shareOf(c.Memory, 1, ""); err != nil {
		return err
	}
	if err := s.rehearse(packed); err != nil {
		return err
	}
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	job := jobOf(packed, c.divisionFlags, leastWorkers)
	job.ID, job.Memory, job.Attempts = c.Name, int64(c.Memory), int(c.Attempts)
	job.Deadline = time.Duration(c.Deadline)
	if job.Build, err = build(); err != nil {
		return err
	}
	known := s.lacks(client)
	job, err = client.Submit(s.ctx, job, packed.Files)
	if !known { // it may have found out by this job
		s.lacks(client)
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(s.out, job.ID)
	return nil
}
