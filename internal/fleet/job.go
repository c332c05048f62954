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
	return cmp.Or(j.Created.Compare(other.Created), strings.Compare(j.ID, other.ID))
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

// Phase is where a job is in its life.
type Phase string

// A job runs until it is done: each part has a result. Enough is done, too: what is still open is
// superfluous. Incomplete has nothing open but what was set aside, Faulty two results that contradict each
// other, and nothing that it has can be believed.
const (
	Running    Phase = "running"
	Done       Phase = "done"
	Enough     Phase = "enough"
	Incomplete Phase = "incomplete"
	Cancelled  Phase = "cancelled"
	Faulty     Phase = "faulty"
)

// Ended reports whether nothing is worked on any more.
func (p Phase) Ended() bool { return p != Running && p != "" }

// State is how far a job is, as the hub's coordinator says it.
type State struct {
	Job     string `json:"job"`
	Phase   Phase  `json:"phase"`
	Reason  string `json:"reason,omitempty"` // why it is faulty, incomplete or cancelled
	Note    string `json:"-"`                // why nothing goes on, if the hub says so: Watch hears it, and nothing can be stored then
	Status  int    `json:"status,omitempty"` // if it was cancelled because a task failed each time with a Fatal: the status of that; if it is incomplete: the highest of those with which tasks failed
	Total   int    `json:"total"`            // tasks in all; those that were divided don't count, what they were divided into does
	Done    int    `json:"done"`             // tasks with a result
	Running int    `json:"running"`          // tasks that workers said they are at
	Waiting int    `json:"waiting"`          // tasks that nobody is at
	Lost    int    `json:"lost"`             // how often a worker was lost with a task of the job
	Failed  int    `json:"failed"`           // how often a task of the job failed
	Divided int    `json:"divided"`          // how many tasks were split
	Found   int    `json:"found"`            // the sum of what the parts found
	Enough  int    `json:"enough,omitempty"` // with so many found the job is over; 0 if it never is

	// First is the first failure that the coordinator heard of, whatever became of that task since; nil if there is none.
	First *Failure `json:"first,omitempty"`

	Aside    int       `json:"aside,omitempty"`     // how many tasks failed too often and were set aside
	SetAside []Failure `json:"set_aside,omitempty"` // the first of these, 20 at most
	Workers  int       `json:"workers"`             // how many take tasks of the job
	Slots    int       `json:"slots"`               // how many tasks of the job these workers can do at once
	Refusing []Refusal `json:"refusing,omitempty"`  // workers that don't take its tasks, and why: 20 at most, first those that are there

	CPU  time.Duration `json:"cpu"`  // of all results
	Mean time.Duration `json:"mean"` // of a task, on the clock
	// Left is how long the rest takes with the workers that there are, by the mean; -1 if nobody can say.
	Left time.Duration `json:"left"`
}

// Failure is a task that failed.
type Failure struct {
	Task   string `json:"task"`   // its part, as text
	Failed int    `json:"failed"` // how often it failed
	Error  string `json:"error"`  // of the last attempt, the end of it
	Status int    `json:"status"` // of the last
}

// Refusal is a worker that takes no tasks of a job.
type Refusal struct {
	Worker string `json:"worker"`
	Reason string `json:"reason"`
	Gone   bool   `json:"gone,omitempty"` // it isn't there any more
}

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

// trouble is what went wrong with a task. It is only written when something does.
type trouble struct {
	Failed int      `json:"failed,omitempty"` // how often it failed
	Errors []string `json:"errors,omitempty"` // of the last times that it failed
	Status int      `json:"status,omitempty"` // with which it failed last
	On     []string `json:"on,omitempty"`     // the first workers with which it failed
	Fatal  int      `json:"fatal,omitempty"`  // how often it was Fatal
	Lost   int      `json:"lost,omitempty"`   // workers that were lost with it
	Aside  bool     `json:"aside,omitempty"`  // nobody is to do it any more
}

// mostKept is of how many failures of a task the text is kept: a message has to hold them.
const mostKept = 10

// fail notes one more failure.
func (t *trouble) fail(text string) {
	t.Failed++
	t.Errors = append(t.Errors, cut(text, mostErrors))
	t.Errors = t.Errors[max(len(t.Errors)-mostKept, 0):]
}

// last is the text of the last failure.
func (t trouble) last() string {
	if len(t.Errors) == 0 {
		return ""
	}
	return t.Errors[len(t.Errors)-1]
}

// hopeless reports whether the task was set aside because each attempt at it was fatal.
func (t trouble) hopeless() bool { return t.Aside && t.Fatal > 0 && t.Fatal == t.Failed }

func readTrouble(text []byte) trouble {
	var t trouble
	if len(text) > 0 {
		if err := json.Unmarshal(text, &t); err != nil {
			t.fail("unreadable: " + err.Error())
		}
	}
	return t
}

// fault is why a job can't be believed: two results that contradict each other, a result of other work, or a task that ended with a
// Fatal that says so.
type fault struct {
	Task   string  `json:"task"` // its part, as text
	Reason string  `json:"reason"`
	First  *Result `json:"first"`
	Second *Result `json:"second"`
}

// reason is what is wrong, and with which part, for people.
func (f *fault) reason() string {
	if f.Task == "" { // what parts found together
		return f.Reason
	}
	return "part " + f.Task + ": " + f.Reason
}

// Timing is how long things are waited for. Coordinator and workers of a fleet should have
// the same; zero fields are those of the default.
type Timing struct {
	Wait       time.Duration // a task whose worker has said nothing for so long is given to another: 30 s
	Progress   time.Duration // a worker says so often that it still has its tasks: 10 s
	Pulse      time.Duration // a worker says so often what it is at: 1 s
	Poll       time.Duration // a worker without work asks so often, if it hears nothing: 500 ms
	Checkpoint time.Duration // checkpoints are taken to the hub so often, or less often if they are large: 1 min
	Transfer   time.Duration // 100 MB take so long to the hub, until a worker has seen how long it is: 1 s
	Retry      time.Duration // a task that failed waits for so long: 1 s
	Reconcile  time.Duration // what has neither result nor message is looked for so often: 30 s
	Divide     time.Duration // a task that runs for longer is split if others have nothing to do, twice as long after each split: 10 s
	Publish    time.Duration // what was published and not confirmed for so long is published again: 10 s
	State      time.Duration // the state of a job is written so often at most, but for its end: 250 ms
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
