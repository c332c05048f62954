package fleet

import (
	"bytes"
	"time"

	"nazo/parts"
)

// Result is what came of a task: what its part found, or that it is divided.
type Result struct {
	Part parts.Path `json:"part"`
	// Status is the exit status that the part's command ended with, one that counts as an answer.
	Status int `json:"status"`
	// Output has the lines of the part.
	Output []byte `json:"-"`
	// Errors is what the part wrote to standard error, cut to some kilobytes.
	// Errors is what the part wrote to standard error, the last kilobytes of it.
	Errors string `json:"errors,omitempty"`
	// Divided is into how many the task was split instead of being done; 0 if it was done.
	Divided int `json:"divided,omitempty"`
	// Worker is the name of the worker that did it.
	Worker string `json:"worker"`
	// CPU is the processor time that the task took, user and system; 0 if the runner doesn't know.
	CPU time.Duration `json:"cpu"`
	// Wall is how long the task took, by the monotonic clock of the worker.
	Wall time.Duration `json:"wall"`

	// Head is that of the part's lines, and Found is from their end. Work fills them in.
	Head  *parts.Head `json:"head,omitempty"`
	Found int         `json:"found,omitempty"`
	// Object is where Output is if it was too large for a message.
	Object string `json:"object,omitempty"`
	// Sum is a hash of Output.
	Sum string `json:"sum,omitempty"`
}

// contradicts reports whether two results of one task can't both be right. One that was divided
// says nothing of what is in it.
func (r *Result) contradicts(other *Result) bool {
	return r.Divided == 0 && other.Divided == 0 && (r.Status != other.Status || r.Sum != other.Sum || !bytes.Equal(r.Output, other.Output))
}
