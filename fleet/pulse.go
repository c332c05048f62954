package fleet

import "time"

// pulse is what a worker says from time to time. It has no time of day: no two clocks need agree.
type pulse struct {
	Worker   string              `json:"worker"`
	Build    string              `json:"build,omitempty"`
	Slots    int                 `json:"slots"`            // tasks that it can do at once, at most
	Free     int                 `json:"free"`             // for how many more it has cores now
	Memory   int64               `json:"memory,omitempty"` // bytes that its tasks may need together; 0 is no limit
	Needed   int64               `json:"needed,omitempty"` // of these, what those under way may need
	Running  map[string][]during `json:"running,omitempty"`
	Refusing map[string]string   `json:"refusing,omitempty"` // job → why its tasks are not taken
	Leaving  bool                `json:"leaving,omitempty"`  // it ends, and has given back what it had
}

// slots is how many more tasks of a job a worker can do now, that refuses none of them. One whose cores are lent to a task of the job can
// do none.
func (p *pulse) slots(j *Job) int {
	return j.within(j.atOnce(p.Free, len(p.Running[j.ID])), p.Memory, p.Needed)
}

// during is a task that a worker is at, and since when.
type during struct {
	Part string        `json:"part"`
	For  time.Duration `json:"for"`
	// Worked is how long it has worked on what is divided: of a task that goes on from checkpoints without the time before the first, and
	// as much again.
	Worked time.Duration `json:"worked"`
}

// note says why nothing goes on, when nothing can be stored: whoever hears it has heard it.
type note struct {
	Job  string `json:"job,omitempty"` // of which job; of all if it is empty
	Text string `json:"text"`
	Ends bool   `json:"ends,omitempty"` // workers are to break off what they have of the job; of all if the hub is gone for good
}

// order is what the coordinator tells a worker: to break off a task for division.
type order struct {
	Job    string `json:"job"`
	Part   string `json:"part"`
	Divide int    `json:"divide"` // into so many
}
