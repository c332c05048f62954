package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"nazo/internal/fleet"
	"nazo/internal/ui/command"
)

// jobFlags name a job of a hub.
type jobFlags struct {
	hubFlags
	Job string
}

// Declare implements [command.Declarer].
func (f *jobFlags) Declare(v *command.Verb) {
	v.Argument(&f.Job, "job", "The name of a job, as submit printed it.")
	v.Include(&f.hubFlags)
}

// watchCmd shows how far a job is.
type watchCmd struct {
	jobFlags
	JSON bool
}

// Declare implements [command.Declarer].
func (c *watchCmd) Declare(v *command.Verb) {
	v.Include(&c.jobFlags)
	v.Flag(&c.JSON, "json", "", "Print a line of JSON for each change.")
}

// ask prints a line for each change, unless a terminal shows the line of progress, and then how the job ended.
func (c *watchCmd) ask(s *session, client *fleet.Client) error {
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
		counts.Left = -1 // it changes each second
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

// hubLine is stateLine with notes on missing and refusing workers.
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

// failure notes once why the first part failed. It may be tried again for long.
func (s *session) failure(st fleet.State) {
	if f := st.First; f != nil && !s.said["failed"] {
		s.said["failed"] = true
		s.note("part %s failed, the first that did: %s", f.Task, f.Error)
	}
}

// troubles prints the troubles of the hub, which may be why nothing goes on.
func (s *session) troubles(client *fleet.Client) {
	for _, t := range client.Troubles(s.ctx) {
		s.note("the hub, at %s: %s", t.At.Local().Format(time.DateTime), t.Text)
	}
}

// refusals notes once which workers refuse a job, or refused it before they left, and why.
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

// about adds advice to the error for an unknown job.
func (s *session) about(id string, err error) error {
	if errors.Is(err, fleet.ErrNoJob) {
		return fmt.Errorf("the hub has no job %s; nazo-fleet list shows those that it has", id)
	}
	return err
}

// resultCmd prints the result of a job.
type resultCmd struct {
	jobFlags
	Wait    bool
	Timeout command.Period
}

// Declare implements [command.Declarer].
func (c *resultCmd) Declare(v *command.Verb) {
	v.Include(&c.jobFlags)
	v.Flag(&c.Wait, "wait", "", "Wait until the job is done.")
	v.Flag(&c.Timeout, "timeout", "DURATION", "Wait for so long at most, such as 10m; the job goes on (default: with --wait, until it is done).")
}

// ask has nazo join the results.
func (c *resultCmd) ask(s *session, client *fleet.Client) error {
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
		return ended{command.StatusLimit, fmt.Sprintf("job %s is not done yet: %s; with --wait it is waited for", c.Job, hubLine(st))}
	}
	why := s.verdict(st)
	if why != nil && !mayHaveSome(job, st) {
		return why
	}
	if err := (&processes{runs: true}).willing(job.Args); err != nil { // others may have written the job
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
	return worst(why, s.join(job, file, in, joining{soFar: why != nil}, func() {
		discard()
		os.Chdir(back)
		remove()
	}))
}

// phaseText names the phase of a job.
func phaseText(st fleet.State) string {
	if st.Phase == fleet.Cancelled && st.Status != 0 {
		return "failed" // nobody asked for the end
	}
	return string(cmp.Or(st.Phase, fleet.Running))
}

// listCmd lists the jobs of a hub.
type listCmd struct {
	hubFlags
	JSON bool
}

// Declare implements [command.Declarer].
func (c *listCmd) Declare(v *command.Verb) {
	v.Include(&c.hubFlags)
	v.Flag(&c.JSON, "json", "", "Print a line of JSON for each job.")
}

// mostShown bounds the characters of a command line that are shown.
const mostShown = 60

// listed is a job and its state, as a line of JSON.
type listed struct {
	Job       string      `json:"job"`
	Args      []string    `json:"args"` // nazo's command line
	Submitted time.Time   `json:"submitted"`
	Ended     *time.Time  `json:"ended,omitempty"`
	State     fleet.State `json:"state"`
}

// ask prints a line for each job, the oldest first.
func (c *listCmd) ask(s *session, client *fleet.Client) error {
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
	return printAll(s, c.JSON, all, "the hub has no jobs", "JOB\tSTATE\tSUBMITTED\tTIME\tPARTS\tCOMMAND", func(l listed) []string { return l.cells(time.Now()) })
}

// printAll prints a line of JSON for each thing, or a table with a header and a row of cells for each. If there are
// none it notes that.
func printAll[T any](s *session, asJSON bool, all []T, none, header string, cells func(T) []string) error {
	if asJSON {
		for _, one := range all {
			s.printJSON(one)
		}
		return nil
	}
	if len(all) == 0 {
		s.note("%s", none)
		return nil
	}
	table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, header)
	for _, one := range all {
		row := cells(one)
		for i, cell := range row {
			row[i] = strings.ReplaceAll(plainLine(cell), "\t", " ")
		}
		fmt.Fprintln(table, strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	return table.Flush()
}

// cells returns the columns of a job at a time.
func (l *listed) cells(now time.Time) []string {
	if l.Ended != nil {
		now = *l.Ended
	}
	command := []rune("nazo " + strings.Join(l.Args, " "))
	return []string{l.Job, phaseText(l.State), l.Submitted.Local().Format("2006-01-02 15:04"), roughTime(now.Sub(l.Submitted)), hubLine(l.State),
		string(command[:min(len(command), mostShown)])}
}

func (s *session) printJSON(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // text and numbers
	}
	fmt.Fprintf(s.out, "%s\n", text)
}

// manyJobs name jobs of a hub.
type manyJobs struct {
	hubFlags
	Jobs []string
}

// Declare implements [command.Declarer].
func (f *manyJobs) Declare(v *command.Verb) {
	v.Argument(&f.Jobs, "job", "Names of jobs, as submit printed them.")
	v.Include(&f.hubFlags)
}

// each calls do for each of the jobs, even after an error.
func (f manyJobs) each(s *session, do func(id string) error) error {
	var failed error
	for _, id := range f.Jobs {
		if err := s.about(id, do(id)); err != nil {
			s.end(err)
			failed = command.Status(command.StatusMistake)
		}
	}
	return failed
}

// cancelCmd cancels jobs.
type cancelCmd struct {
	manyJobs
	Reason string
}

// Declare implements [command.Declarer].
func (c *cancelCmd) Declare(v *command.Verb) {
	v.Include(&c.manyJobs)
	c.Reason = "nazo-fleet cancel"
	v.Flag(&c.Reason, "reason", "TEXT", "Why, for those who watch it.")
}

// ask cancels the jobs. It may cancel a job again.
func (c *cancelCmd) ask(s *session, client *fleet.Client) error {
	return c.each(s, func(id string) error {
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

func (c *reopenCmd) ask(s *session, client *fleet.Client) error {
	return c.each(s, func(id string) error {
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

// removeCmd removes jobs from a hub.
type removeCmd struct{ manyJobs }

func (c *removeCmd) ask(s *session, client *fleet.Client) error {
	return c.each(s, func(id string) error { return client.Remove(s.ctx, id) })
}

// timeToHear bounds the wait for a hub to do what it was asked.
const timeToHear = 10 * time.Second

// until waits until the hub has done what it was asked.
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

// verdict returns nil if a job that has ended has its full result. Otherwise it says why not.
func (s *session) verdict(st fleet.State) error {
	switch st.Phase {
	case fleet.Done, fleet.Enough:
		return nil
	case fleet.Cancelled:
		if st.Status == 0 {
			return ended{command.StatusLimit, fmt.Sprintf("job %s was cancelled: %s", st.Job, st.Reason)}
		}
		s.progress.end()
		fmt.Fprintln(s.errs, plain(strings.TrimPrefix(st.Reason, hereName+": "))) // the words of nazo
		return command.Status(st.Status)
	case fleet.Faulty:
		return ended{command.StatusDisagree, "DISAGREEMENT: " + st.Reason + "\n\nOne of the machines is at fault, or nazo: trust no result before you know."}
	}
	for _, aside := range st.SetAside[:min(len(st.SetAside), mostTold)] {
		s.note("part %s failed %s and was set aside; the last time: %s", aside.Task, times(aside.Failed), strings.TrimPrefix(aside.Error, hereName+": "))
	}
	if more := st.Aside - mostTold; more > 0 {
		s.note("%s more parts failed", command.Thousands(more))
	}
	return ended{max(command.StatusLimit, command.Status(st.Status)), fmt.Sprintf("%s of %s parts are done, and the others can't be", command.Thousands(st.Done), command.Thousands(st.Total))}
}

// mostTold bounds the failures that are described.
const mostTold = 3

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// workersCmd lists the workers of a hub.
type workersCmd struct {
	hubFlags
	JSON bool
}

// Declare implements [command.Declarer].
func (c *workersCmd) Declare(v *command.Verb) {
	v.Include(&c.hubFlags)
	v.Flag(&c.JSON, "json", "", "Print a line of JSON for each worker.")
}

// ask prints a line for each worker, by name.
func (c *workersCmd) ask(s *session, client *fleet.Client) error {
	s.troubles(client)
	ctx, cancel := context.WithTimeout(s.ctx, timeToHear)
	defer cancel()
	workers, err := client.Workers(ctx)
	switch {
	case err != nil && s.ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("the hub has not said in %v which workers it has", timeToHear)
	case err != nil:
		return err
	}
	return printAll(s, c.JSON, workers, "nobody works for the hub; nazo-fleet work does", "WORKER\tBUILD\tCORES\tMEMORY\tHEARD\tWORKS ON", workerCells)
}

// workerCells returns the columns of a worker.
func workerCells(w fleet.Worker) []string {
	memory := "-"
	if w.Memory > 0 {
		memory = fmt.Sprintf("%d MB", w.Memory>>20)
	}
	var works []string
	for _, t := range w.Tasks[:min(len(w.Tasks), mostTold)] {
		works = append(works, fmt.Sprintf("%s part %s for %s", t.Job, t.Part, roughTime(t.For)))
	}
	if more := len(w.Tasks) - mostTold; more > 0 {
		works = append(works, fmt.Sprintf("%d more", more))
	}
	for _, job := range slices.Sorted(maps.Keys(w.Refusing)) {
		works = append(works, fmt.Sprintf("refuses %s: %s", job, w.Refusing[job]))
	}
	return []string{w.Name, w.Build[:min(len(w.Build), 12)], fmt.Sprint(w.Cores), memory, roughTime(w.Silent) + " ago", strings.Join(works, "; ")}
}
