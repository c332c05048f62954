package fleet

import "encoding/json"

// trouble is what went wrong with a task. It is only written when something does.
type trouble struct {
	Errors []string `json:"errors,omitempty"` // of each time that it failed
	Status int      `json:"status,omitempty"` // with which it failed last
	Fatal  int      `json:"fatal,omitempty"`  // how many of Errors were Fatal
	Lost   int      `json:"lost,omitempty"`   // workers that were lost with it
	Aside  bool     `json:"aside,omitempty"`  // nobody is to do it any more
}

// hopeless reports whether the task was set aside because each attempt at it was fatal.
func (t trouble) hopeless() bool { return t.Aside && t.Fatal > 0 && t.Fatal == len(t.Errors) }

func readTrouble(text []byte) trouble {
	var t trouble
	if len(text) > 0 {
		if err := json.Unmarshal(text, &t); err != nil {
			t.Errors = append(t.Errors, "unreadable: "+err.Error())
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
