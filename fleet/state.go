package fleet

import "time"

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
