package main

import (
	"fmt"
	"strings"

	"nazo/fleet"
	"nazo/internal/shell"
)

// verdict is nil if a job that has ended came to all that was asked for; otherwise it says why not.
func (s *session) verdict(st fleet.State) error {
	switch st.Phase {
	case fleet.Done, fleet.Enough:
		return nil
	case fleet.Cancelled:
		if st.Status == 0 {
			return ended{shell.Limit, fmt.Sprintf("job %s was cancelled: %s", st.Job, st.Reason)}
		}
		s.progress.end()
		fmt.Fprintln(s.errs, plain(strings.TrimPrefix(st.Reason, hereName+": "))) // as nazo said it
		return shell.Status(st.Status)
	case fleet.Faulty:
		return ended{shell.Disagree, "DISAGREEMENT: " + st.Reason + "\n\nOne of the machines is at fault, or nazo: trust no result before you know."}
	}
	for _, aside := range st.SetAside[:min(len(st.SetAside), mostTold)] {
		s.note("part %s failed %s and was set aside; the last time: %s", aside.Task, times(aside.Failed), strings.TrimPrefix(aside.Error, hereName+": "))
	}
	if more := st.Aside - mostTold; more > 0 {
		s.note("%s more parts failed", shell.Thousands(more))
	}
	return ended{max(shell.Limit, shell.Status(st.Status)), fmt.Sprintf("%s of %s parts are done, and the others can't be", shell.Thousands(st.Done), shell.Thousands(st.Total))}
}

// mostTold is of how many failures the text is shown.
const mostTold = 3

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
