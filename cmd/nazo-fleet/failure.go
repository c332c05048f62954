package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nazo/fleet"
)

// failure is a task that came to no answer. As a text it goes to the hub, and to whoever asks for the job.
type failure struct {
	how    string // its process ended: as package os says it
	errors string // what it wrote to standard error
}

// exitWords is how package os begins to say with which status a process ended.
const exitWords = "exit status "

// Error is how the process ended, and in further lines the last it said.
func (f *failure) Error() string { return strings.TrimSpace(f.how + "\n" + f.errors) }

// readFailure reads what Error has written, behind the name of a worker or not, or another text about a task.
func readFailure(text string) (f failure, status exitStatus) {
	f.how, f.errors, _ = strings.Cut(text, "\n")
	_, number, _ := strings.Cut(f.how, exitWords)
	if n, err := strconv.Atoi(number); err == nil {
		return f, exitStatus(n)
	}
	return f, statusLimit
}

// cancelling has the rest of a job be left that is hopeless; why is told to whoever asks for it.
func cancelling(client *fleet.Client) func(fleet.Job, *failure) {
	return func(job fleet.Job, why *failure) {
		ctx, stop := context.WithTimeout(context.Background(), time.Minute)
		defer stop()
		client.Cancel(ctx, job.ID, why.Error()) // if the hub is away, the next task tells it
	}
}

// verdict is nil if a job that has ended came to all that was asked for; otherwise it says why not.
func (s *session) verdict(st fleet.State) error {
	switch st.Phase {
	case fleet.Done, fleet.Enough:
		return nil
	case fleet.Cancelled:
		f, status := readFailure(st.Reason)
		if status == statusLimit {
			return ended{statusLimit, fmt.Sprintf("job %s was cancelled: %s", st.Job, st.Reason)}
		}
		s.progress.end()
		fmt.Fprintln(s.errs, f.errors) // as nazo said it
		return status
	case fleet.Faulty:
		return ended{statusDisagree, "DISAGREEMENT: " + st.Reason + "\n\nOne of the machines is at fault, or nazo: trust no result before you know."}
	}
	worst := statusLimit
	for i, aside := range st.SetAside {
		f, status := readFailure(strings.TrimPrefix(aside.Errors[len(aside.Errors)-1], hereName+": "))
		worst = max(worst, status)
		if i < mostTold {
			s.note("part %s failed %s and was set aside; the last time: %s", aside.Task, times(len(aside.Errors)), strings.TrimSpace(f.how+"\n"+f.errors))
		}
	}
	if more := len(st.SetAside) - mostTold; more > 0 {
		s.note("%s more parts failed", thousands(more))
	}
	return ended{worst, fmt.Sprintf("%s of %s parts are done, and the others can't be", thousands(st.Done), thousands(st.Total))}
}

// mostTold is of how many failures the text is shown.
const mostTold = 3

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
