package fleet

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"nazo/parts"
)

// Result is what came of a task: what its part found, or that it is divided.
type Result struct {
	Part parts.Path `json:"part"`
	// Status is the exit status that the part's command ended with, one that counts as an answer.
	Status int `json:"status"`
	// Output has the lines of the part.
	Output []byte `json:"-"`
	// Errors is what the part wrote to standard error, the last kilobytes of it.
	Errors string `json:"errors,omitempty"`
	// Divided is into how many the task was split instead of being done; 0 if it was done.
	Divided int `json:"divided,omitempty"`
	// From is, if the task was divided, the digest of the state that it had come to, from which the parts begin; "" if they
	// begin anew.
	From string `json:"from,omitempty"`
	// Worker is the name of the worker that did it.
	Worker string `json:"worker"`
	// CPU is the processor time that the task took, user and system; 0 if the runner doesn't know.
	CPU time.Duration `json:"cpu"`
	// Wall is how long the task took, by the monotonic clock of the worker.
	Wall time.Duration `json:"wall"`

	// Head and End are those of the part's lines; nil if the task was divided. Work fills them in.
	Head *parts.Head `json:"head,omitempty"`
	End  *parts.End  `json:"end,omitempty"`
	// Object is where Output is if it was too large for a message.
	Object string `json:"object,omitempty"`
}

// resultHeader has what a result says of its output, as JSON, in the header of its message; the
// output is the message. So who counts results need not load what they are.
const resultHeader = "Nazo-Result"

// message is the result as it is created.
func (r *Result) message(key string) *nats.Msg {
	text, err := json.Marshal(r)
	if err != nil {
		panic(err) // text and numbers
	}
	msg := created(resultPrefix+key, r.Output)
	msg.Header.Set(resultHeader, string(text))
	return msg
}

// readResult reads what message has written, under the key of a task; the output is left where it is if the message comes
// without. Whoever may write into the bucket can have written anything.
func readResult(key string, header nats.Header, output []byte) (*Result, error) {
	_, part, err := parseKey(key)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	if err := json.Unmarshal([]byte(header.Get(resultHeader)), r); err != nil {
		return nil, fmt.Errorf("this is no result of task %s: %w", part, err)
	}
	switch {
	case r.Part.Compare(part) != 0:
		return nil, fmt.Errorf("the result of task %s is that of another, %s", part, r.Part)
	case r.Divided == 0 && (r.Head == nil || r.End == nil):
		return nil, fmt.Errorf("the result of task %s says nothing of what it found", part)
	case r.Divided != 0 && (r.Divided < 2 || r.Divided > parts.MostShares || len(part) >= parts.MostSplits):
		return nil, fmt.Errorf("task %s can't be divided into %d", part, r.Divided)
	case r.From != "" && (r.Divided == 0 || !parts.IsDigest(r.From)):
		return nil, fmt.Errorf("the parts of task %s can't begin from %q", part, r.From)
	}
	r.Output = output
	return r, nil
}

// contradicts reports whether two results of one task can't both be right. One that was divided
// says nothing of what is in it.
func (r *Result) contradicts(other *Result) bool {
	if r.Divided > 0 || other.Divided > 0 {
		return false
	}
	return r.Status != other.Status || parts.Contradict(parts.Part{Head: *r.Head, End: *r.End}, parts.Part{Head: *other.Head, End: *other.End})
}

// found is how many the part found of what its head says there may be enough of.
func (r *Result) found() int {
	if r.End == nil {
		return 0
	}
	return r.End.Found
}

// buffers are of the size that package parts would make itself, for each result.
var buffers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 1<<16) }}

// look fills in what the output says.
func (r *Result) look(part parts.Path) error {
	r.Part = part
	buffer := buffers.Get().(*bufio.Reader)
	defer buffers.Put(buffer)
	buffer.Reset(bytes.NewReader(r.Output))
	found, err := parts.Read(buffer)
	switch {
	case err != nil:
		return fmt.Errorf("the output is not that of a part: %w", err)
	case len(found) != 1:
		return fmt.Errorf("the output is that of %d parts, not of one", len(found))
	case found[0].Part.Compare(part) != 0:
		return fmt.Errorf("the output is that of part %s, not of %s", found[0].Part, part)
	}
	r.Head, r.End = &found[0].Head, &found[0].End
	return nil
}
