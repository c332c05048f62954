package fleet

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"time"

	"nazo/parts"
)

// Job is work that was submitted. It never changes; how far it is, is its State.
type Job struct {
	// ID names the job: letters, digits, - and _. Submit makes one of the first of Args if it is empty.
	ID string `json:"id"`
	// Args is nazo's command line without --part: a verb and what it is about.
	Args []string `json:"args"`
	// Written says by which names the user knows files that Args names otherwise: values of nazo's hidden flag --written.
	Written []string `json:"written,omitempty"`
	// Files has, for each file that Args names by a relative path, the digest by which the hub has its
	// content. Submit fills it in.
	Files map[string]string `json:"files,omitempty"`
	// Parts is into how many tasks the job is divided, 1 to parts.MostShares.
	Parts int `json:"parts"`
	// Race says that the tasks are so many attempts at the whole instead, any of which is enough. Then none can be split.
	Race bool `json:"race,omitempty"`
	// Build is the hash of the executable; workers of another build don't take its tasks.
	Build string `json:"build"`
	// Pieces is how many things the parts share by parts.Path.Range, if they do so: a part with one of them is never
	// split. 0 if they don't, or nobody knows.
	Pieces int `json:"pieces,omitempty"`
	// Divisible says that a task can be split again while it runs.
	Divisible bool `json:"divisible,omitempty"`
	// Resumable says that a task that was broken off goes on from its checkpoint.
	Resumable bool `json:"resumable,omitempty"`
	// Wide says that a task makes use of several cores. A worker does one such task of the job at a time, and lends it all cores that
	// are free when it begins. They are lent, not taken: tasks of other jobs are begun beside it as if it had one.
	Wide bool `json:"wide,omitempty"`
	// Memory is what a task may need, in bytes; 0 if that isn't known. A worker runs tasks
	// at once as long as their sum is within its own memory.
	Memory int64 `json:"memory,omitempty"`
	// Attempts is how often a task may fail before it is set aside; 0 is 3.
	Attempts int `json:"attempts,omitempty"`
	// Deadline is how long after it was submitted, or reopened, by the clock of the server, the job is cancelled if it has not ended; 0 is never.
	Deadline time.Duration `json:"deadline,omitempty"`
	// Created is when the job was submitted, by the clock of who did.
	Created time.Time `json:"created"`
}

// Limits of a job's fields beside those of package parts.
const (
	defaultAttempts = 3
	mostArgs        = 100_000 // bytes
	mostWritten     = 1 << 20 // bytes: an operating system takes about two as the arguments of a process
)

var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// check says what is wrong with a job.
func (j *Job) check() error {
	size := 0
	for _, arg := range j.Args {
		size += len(arg)
	}
	written := 0
	for _, names := range j.Written {
		written += len(names)
	}
	switch {
	case !idForm.MatchString(j.ID):
		return fmt.Errorf("%q is no name of a job: it has 1 to 64 letters, digits, - and _", j.ID)
	case len(j.Args) == 0:
		return fmt.Errorf("job %s has no command", j.ID)
	case size > mostArgs:
		return fmt.Errorf("the command of job %s has more than %d bytes; put what is long into a file", j.ID, mostArgs)
	case written > mostWritten:
		return fmt.Errorf("the names of the files of job %s have more than %d bytes", j.ID, mostWritten)
	case j.Parts < 1 || j.Parts > parts.MostShares:
		return fmt.Errorf("job %s is divided into %d parts; 1 to %d are possible", j.ID, j.Parts, parts.MostShares)
	case j.Race && (j.Divisible || j.Resumable):
		return fmt.Errorf("job %s is a race, whose attempts can't be split", j.ID)
	case j.Memory < 0 || j.Attempts < 0 || j.Pieces < 0 || j.Deadline < 0:
		return fmt.Errorf("job %s has a negative memory, time or number of attempts or pieces", j.ID)
	}
	for name := range j.Files {
		if !filepath.IsLocal(name) {
			return fmt.Errorf("file %q of job %s is outside of its folder", name, j.ID)
		}
	}
	return nil
}

// leaves is the tree of the job's tasks as it begins.
func (j *Job) leaves() *leaves {
	if j.Race {
		return newLeaves(j.Parts, parts.Whole)
	}
	return newLeaves(j.Parts, "")
}

func (j *Job) attempts() int {
	if j.Attempts == 0 {
		return defaultAttempts
	}
	return j.Attempts
}

// compare orders jobs by when they were submitted.
func (j *Job) compare(other *Job) int {
	return cmp.Or(j.Created.Compare(other.Created), compareText(j.ID, other.ID))
}

// within is how many of so many tasks there is memory for, where so much of it is needed by others; a memory of 0 is without limit.
func (j *Job) within(n int, memory, needed int64) int {
	if memory == 0 || j.Memory == 0 {
		return n
	}
	return int(min(int64(n), max(memory-needed, 0)/j.Memory))
}

// atOnce is how many more tasks a worker may begin that has cores for n, and is at so many of the job.
func (j *Job) atOnce(n, running int) int {
	if j.Wide {
		return min(n, max(1-running, 0))
	}
	return n
}

// newID makes a name for a job from its verb.
func newID(verb string) string {
	if !idForm.MatchString(verb) || len(verb) > 32 {
		verb = "job"
	}
	var b [4]byte
	rand.Read(b[:])
	return verb + "-" + hex.EncodeToString(b[:])
}
