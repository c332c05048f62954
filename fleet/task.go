package fleet

import (
	"fmt"
	"strings"

	"nazo/parts"
)

// Task is a part of a job that a worker does in one go: what a message of the queue says. It is
// never a spec; that is in the job.
type Task struct {
	Job     string     `json:"job"` // its ID
	Part    parts.Path `json:"part"`
	Attempt int        `json:"attempt"` // from 1: one more than it failed before
}

// key is the task's name in buckets and, with a prefix, the subject of its message: job.3/64.2/8.
func (t Task) key() string { return taskKey(t.Job, t.Part) }

func taskKey(job string, part parts.Path) string {
	return job + "." + strings.ReplaceAll(part.String(), ",", ".")
}

// keyPart is what follows the job in a key, as the text of a part; nobody has looked whether it is one.
func keyPart(key string) string {
	_, text, _ := strings.Cut(key, ".")
	return strings.ReplaceAll(text, ".", ",")
}

// parseKey reads what key has written.
func parseKey(key string) (job string, part parts.Path, err error) {
	job, text, ok := strings.Cut(key, ".")
	if !ok {
		return "", nil, fmt.Errorf("%q is no task", key)
	}
	part, err = parts.Parse(strings.ReplaceAll(text, ".", ","))
	return job, part, err
}
