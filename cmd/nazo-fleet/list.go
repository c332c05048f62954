package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"nazo/fleet"
)

// listCmd lists the jobs of a hub.
type listCmd struct {
	hubFlags
	JSON bool `name:"json" help:"Print a line of JSON for each job."`
}

// mostShown is how much of a command line is shown.
const mostShown = 60

// listed is a job and how far it is, as a line of JSON.
type listed struct {
	Job       string      `json:"job"`
	Args      []string    `json:"args"` // nazo's command line
	Submitted time.Time   `json:"submitted"`
	Ended     *time.Time  `json:"ended,omitempty"`
	State     fleet.State `json:"state"`
}

// Run prints a line for each job, the oldest first.
func (c *listCmd) Run(s *session) error {
	client, err := s.hub(c.hubFlags)
	if err != nil {
		return err
	}
	defer client.Close()
	s.lacks(client)
	s.troubles(client)
	jobs, err := client.Jobs(s.ctx)
	if err != nil {
		return err
	}
	var all []listed
	for _, job := range jobs {
		st, err := client.State(s.ctx, job.ID)
		if err != nil {
			return err
		}
		l := listed{Job: job.ID, Args: job.Args, Submitted: job.Created, State: st}
		if st.Phase.Ended() {
			ended, err := client.Said(s.ctx, job.ID)
			if err != nil {
				return err
			}
			l.Ended = &ended
		}
		all = append(all, l)
	}
	if c.JSON {
		for _, l := range all {
			s.printJSON(l)
		}
		return nil
	}
	if len(all) == 0 {
		s.note("the hub has no jobs")
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "JOB\tSTATE\tSUBMITTED\tTIME\tPARTS\tCOMMAND")
	for _, l := range all {
		fmt.Fprintln(table, l.row(time.Now()))
	}
	return table.Flush()
}

// row is the job in columns, at a time.
func (l *listed) row(now time.Time) string {
	if l.Ended != nil {
		now = *l.Ended
	}
	command := []rune("nazo " + strings.Join(l.Args, " "))
	cells := []string{l.Job, phaseText(l.State), l.Submitted.Local().Format("2006-01-02 15:04"), roughTime(now.Sub(l.Submitted)), hubLine(l.State),
		string(command[:min(len(command), mostShown)])}
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(plainLine(cell), "\t", " ")
	}
	return strings.Join(cells, "\t")
}

// printJSON prints a line of JSON.
func (s *session) printJSON(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // text and numbers
	}
	fmt.Fprintf(s.out, "%s\n", text)
}
