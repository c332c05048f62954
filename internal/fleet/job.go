package fleet

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"nazo/internal/solve/parts"
)

// Job is submitted work. It never changes. Its State is its progress.
type Job struct {
	// ID names the job: letters, digits, - and _. If it is empty, Submit makes one from the first of Args.
	ID string `json:"id"`
	// Args is nazo's command line without --part: a verb and its arguments.
	Args []string `json:"args"`
	// Written has values of nazo's hidden flag --written: the user's names for files that Args renames.
	Written []string `json:"written,omitempty"`
	// Files maps each relative path in Args to the digest of its content at the hub. Submit fills it in.
	Files map[string]string `json:"files,omitempty"`
	// Parts is the number of tasks, 1 to parts.MostShares.
	Parts int `json:"parts"`
	// Race makes each task an attempt at the whole. One is enough, and none can be split.
	Race bool `json:"race,omitempty"`
	// Build is the hash of the executable. Workers of another build refuse the job.
	Build string `json:"build"`
	// Pieces is how many things parts share by parts.Path.Range, or 0. A part with one of them is never split.
	Pieces int `json:"pieces,omitempty"`
	// Divisible means that a running task can be split.
	Divisible bool `json:"divisible,omitempty"`
	// Resumable means that a stopped task continues from its checkpoint.
	Resumable bool `json:"resumable,omitempty"`
	// Wide means that a task uses several cores. A worker does one such task of the job at a time, and lends it all
	// cores that are free when it begins. They are lent: tasks of other jobs start beside it as if it had one.
	Wide bool `json:"wide,omitempty"`
	// Memory is the bytes that a task may need, or 0 if unknown. A worker bounds the sum of its tasks.
	Memory int64 `json:"memory,omitempty"`
	// Attempts is how often a task may fail before it is set aside. 0 is 3.
	Attempts int `json:"attempts,omitempty"`
	// Deadline cancels a job so long after its submission or reopening, by the server's clock. 0 is never.
	Deadline time.Duration `json:"deadline,omitempty"`
	// Created is when the job was submitted, by the submitter's clock.
	Created time.Time `json:"created"`
}

// Limits of a job's fields beside those of package parts.
const (
	defaultAttempts = 3
	mostArgs        = 100_000 // bytes
	mostWritten     = 1 << 20 // bytes: operating systems limit the arguments of a process to about two MB
)

var idForm = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (j *Job) check() error {
	switch {
	case !idForm.MatchString(j.ID):
		return fmt.Errorf("%q is no name of a job: it has 1 to 64 letters, digits, - and _", j.ID)
	case len(j.Args) == 0:
		return fmt.Errorf("job %s has no command", j.ID)
	case len(strings.Join(j.Args, "")) > mostArgs:
		return fmt.Errorf("the command of job %s has more than %d bytes; put what is long into a file", j.ID, mostArgs)
	case len(strings.Join(j.Written, "")) > mostWritten:
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

func (j *Job) leaves() *leaves {
	if j.Race {
		return newLeaves(j.Parts, parts.Whole)
	}
	return newLeaves(j.Parts, "")
}

func (j *Job) attempts() int { return cmp.Or(j.Attempts, defaultAttempts) }

// compare orders jobs by submission.
func (j *Job) compare(other *Job) int {
	return cmp.Or(j.Created.Compare(other.Created), strings.Compare(j.ID, other.ID))
}

// within returns how many of n tasks fit into the memory that others leave. A memory of 0 is unlimited.
func (j *Job) within(n int, memory, needed int64) int {
	if memory == 0 || j.Memory == 0 {
		return n
	}
	return int(min(int64(n), max(memory-needed, 0)/j.Memory))
}

// atOnce returns how many more tasks a worker with n free cores may begin while it runs some of the job.
func (j *Job) atOnce(n, running int) int {
	if j.Wide {
		return min(n, max(1-running, 0))
	}
	return n
}

func newID(verb string) string {
	if !idForm.MatchString(verb) || len(verb) > 32 {
		verb = "job"
	}
	var b [4]byte
	rand.Read(b[:])
	return verb + "-" + hex.EncodeToString(b[:])
}

// Task is one part of a job, and the message of the queue. It never contains a spec, which is in the job.
type Task struct {
	Job     string     `json:"job"` // its ID
	Part    parts.Path `json:"part"`
	Attempt int        `json:"attempt"` // from 1: one more than its failures
}

// key returns the task's name in buckets and in the subject of its message: job.3/64.2/8.
func (t Task) key() string { return taskKey(t.Job, t.Part) }

func taskKey(job string, part parts.Path) string {
	return job + "." + strings.ReplaceAll(part.String(), ",", ".")
}

// keyPart returns what follows the job in a key as the text of a part, unchecked.
func keyPart(key string) string {
	_, text, _ := strings.Cut(key, ".")
	return strings.ReplaceAll(text, ".", ",")
}

// parseKey is the inverse of taskKey.
func parseKey(key string) (job string, part parts.Path, err error) {
	job, text, ok := strings.Cut(key, ".")
	if !ok {
		return "", nil, fmt.Errorf("%q is no task", key)
	}
	part, err = parts.Parse(strings.ReplaceAll(text, ".", ","))
	return job, part, err
}

// Phase is a stage in the life of a job.
type Phase string

// A job is Done when each part has a result. Enough was found when the open parts are superfluous. In an Incomplete
// job, all open parts were set aside. A Faulty job can't be believed, for example because two results contradict.
const (
	Running    Phase = "running"
	Done       Phase = "done"
	Enough     Phase = "enough"
	Incomplete Phase = "incomplete"
	Cancelled  Phase = "cancelled"
	Faulty     Phase = "faulty"
)

// Ended reports whether work on the job has ended.
func (p Phase) Ended() bool { return p != Running && p != "" }

// State is the progress of a job, as the coordinator publishes it.
type State struct {
	Job     string `json:"job"`
	Phase   Phase  `json:"phase"`
	Reason  string `json:"reason,omitempty"` // why it is faulty, incomplete or cancelled
	Note    string `json:"-"`                // why nothing goes on. Watch hears it; it is never stored.
	Status  int    `json:"status,omitempty"` // of the failures that cancelled it, or the highest one of those set aside
	Total   int    `json:"total"`            // tasks, without those that were divided
	Done    int    `json:"done"`             // tasks with a result
	Running int    `json:"running"`          // tasks that workers are doing
	Waiting int    `json:"waiting"`          // tasks that nobody is doing
	Lost    int    `json:"lost"`             // how often a worker was lost with a task
	Failed  int    `json:"failed"`           // how often a task failed
	Divided int    `json:"divided"`          // tasks that were split
	Found   int    `json:"found"`            // sum over the parts
	Enough  int    `json:"enough,omitempty"` // so many found end the job; 0 is never

	// First is the first failure that the coordinator heard of, even if the task was done since.
	First *Failure `json:"first,omitempty"`

	Aside    int       `json:"aside,omitempty"`     // tasks set aside after too many failures
	SetAside []Failure `json:"set_aside,omitempty"` // the first of these, at most 20
	Workers  int       `json:"workers"`             // workers that take its tasks
	Slots    int       `json:"slots"`               // tasks that they can do at once
	Refusing []Refusal `json:"refusing,omitempty"`  // workers that refuse it: at most 20, present ones first

	CPU  time.Duration `json:"cpu"`  // of all results
	Mean time.Duration `json:"mean"` // wall time of a task
	// Left is the expected wall time with the present workers, or -1 if unknown.
	Left time.Duration `json:"left"`
}

// Failure is a task that failed.
type Failure struct {
	Task   string `json:"task"`   // its part
	Failed int    `json:"failed"` // how often
	Error  string `json:"error"`  // the end of the last error
	Status int    `json:"status"` // of the last attempt
}

// Refusal is a worker that refuses a job.
type Refusal struct {
	Worker string `json:"worker"`
	Reason string `json:"reason"`
	Gone   bool   `json:"gone,omitempty"` // it has left
}

// Result is the outcome of a task: what its part found, or its division.
type Result struct {
	Part parts.Path `json:"part"`
	// Status is the exit status of the part's command.
	Status int `json:"status"`
	// Output has the lines of the part.
	Output []byte `json:"-"`
	// Errors is the end of the part's standard error.
	Errors string `json:"errors,omitempty"`
	// Divided is the number of parts that the task was split into, or 0.
	Divided int `json:"divided,omitempty"`
	// From is the digest of the state from which those parts begin, or "" if they begin anew.
	From string `json:"from,omitempty"`
	// Worker is who did it.
	Worker string `json:"worker"`
	// CPU is the user and system time, or 0 if unknown.
	CPU time.Duration `json:"cpu"`
	// Wall is the time that it took, by the worker's monotonic clock.
	Wall time.Duration `json:"wall"`

	// Head and End are those of the part's lines, or nil if the task was divided. Work fills them in.
	Head *parts.Head `json:"head,omitempty"`
	End  *parts.End  `json:"end,omitempty"`
	// Object names the stored Output if it was too large for a message.
	Object string `json:"object,omitempty"`
}

// resultHeader is the message header with the result's JSON. The body is the output, which counting does not load.
const resultHeader = "Nazo-Result"

func (r *Result) message(key string) *nats.Msg {
	msg := created(resultPrefix+key, r.Output)
	msg.Header.Set(resultHeader, string(encode(r)))
	return msg
}

// readResult reads and checks a result under the key of a task. Whoever may write can have written anything.
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

// contradicts reports whether two results of one task can't both be right. A divided one says nothing.
func (r *Result) contradicts(other *Result) bool {
	if r.Divided > 0 || other.Divided > 0 {
		return false
	}
	return r.Status != other.Status || parts.Contradict(parts.Part{Head: *r.Head, End: *r.End}, parts.Part{Head: *other.Head, End: *other.End})
}

// found returns how many the part found of what the head counts.
func (r *Result) found() int {
	if r.End == nil {
		return 0
	}
	return r.End.Found
}

// buffers are as large as those that package parts would allocate for each result.
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

// trouble records what went wrong with a task. It is written only when something does.
type trouble struct {
	Failed int      `json:"failed,omitempty"` // how often it failed
	Errors []string `json:"errors,omitempty"` // of the last failures
	Status int      `json:"status,omitempty"` // of the last failure
	On     []string `json:"on,omitempty"`     // the first workers where it failed
	Fatal  int      `json:"fatal,omitempty"`  // failures that were Fatal
	Lost   int      `json:"lost,omitempty"`   // workers lost with it
	Aside  bool     `json:"aside,omitempty"`  // nobody does it any more
}

// mostKept bounds the texts of failures, as they share a message.
const mostKept = 10

func (t *trouble) fail(text string) {
	t.Failed++
	t.Errors = append(t.Errors, cut(text, mostErrors))
	t.Errors = t.Errors[max(len(t.Errors)-mostKept, 0):]
}

func (t trouble) last() string {
	if len(t.Errors) == 0 {
		return ""
	}
	return t.Errors[len(t.Errors)-1]
}

// hopeless reports whether the task was set aside because each attempt was fatal.
func (t trouble) hopeless() bool { return t.Aside && t.Fatal > 0 && t.Fatal == t.Failed }

func readTrouble(text []byte) (t trouble) {
	if len(text) > 0 {
		if err := json.Unmarshal(text, &t); err != nil {
			t.fail("unreadable: " + err.Error())
		}
	}
	return t
}

// fault is why a job can't be believed: contradicting results, a result of other work, or a Fatal with Fault.
type fault struct {
	Task   string  `json:"task"` // its part, as text
	Reason string  `json:"reason"`
	First  *Result `json:"first"`
	Second *Result `json:"second"`
}

func (f *fault) reason() string {
	if f.Task == "" { // the parts together
		return f.Reason
	}
	return "part " + f.Task + ": " + f.Reason
}

// Timing has the intervals of a fleet. The coordinator and workers should agree. Zero fields get the default.
type Timing struct {
	Wait       time.Duration // a silent worker's task goes to another after this: 30 s
	Progress   time.Duration // between a worker's claims to its tasks: 10 s
	Pulse      time.Duration // between a worker's reports: 1 s
	Poll       time.Duration // between requests of an idle worker: 500 ms
	Checkpoint time.Duration // between checkpoints sent to the hub; large ones are rarer: 1 min
	Transfer   time.Duration // assumed for 100 MB to the hub, until measured: 1 s
	Retry      time.Duration // before a failed task is tried again: 1 s
	Reconcile  time.Duration // between searches for lost tasks: 30 s
	Divide     time.Duration // a longer task is split if others are idle, doubled by each split: 10 s
	Publish    time.Duration // an unconfirmed message is published again after this: 10 s
	State      time.Duration // least time between states of a job, except the last: 250 ms
}

func (t Timing) orDefault() Timing {
	for _, f := range []struct {
		field *time.Duration
		value time.Duration
	}{
		{&t.Wait, 30 * time.Second}, {&t.Progress, 10 * time.Second}, {&t.Pulse, time.Second}, {&t.Poll, time.Second / 2},
		{&t.Checkpoint, time.Minute}, {&t.Transfer, time.Second}, {&t.Retry, time.Second}, {&t.Reconcile, 30 * time.Second},
		{&t.Divide, 10 * time.Second}, {&t.Publish, 10 * time.Second}, {&t.State, time.Second / 4},
	} {
		if *f.field <= 0 {
			*f.field = f.value
		}
	}
	return t
}
