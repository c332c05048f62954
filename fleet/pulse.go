package fleet

import "time"

// pulse is what a worker says from time to time. It has no time of day: no two clocks need agree.
type pulse struct {
	Worker   string              `json:"worker"`
	Slots    int                 `json:"slots"` // tasks that it can do at once, at most
	Free     int                 `json:"free"`  // how many more it could do now
	Running  map[string][]during `json:"running,omitempty"`
	Refusing map[string]string   `json:"refusing,omitempty"` // job → why its tasks are not taken
	Leaving  bool                `json:"leaving,omitempty"`  // it ends, and has given back what it had
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
	Ends bool   `json:"ends,omitempty"` // workers are to break off what they have of the job
}

// order is what the coordinator tells a worker: to break off a task for division.
type order struct {
	Job    string `json:"job"`
	Part   string `json:"part"`
	Divide int    `json:"divide"` // into so many
}
